import { ownTables } from '../domain.ts';

export const journeyTables = ownTables({
  tables: [
    'journeys',
    'journeyVersions',
    'journeyNodes',
    'journeyEdits',
    'journeyTests',
    'journeyEntries',
    'journeyReplays',
    'designerAccesses',
    'journeyInstances',
    'journeyLive',
    'journeyWaits',
    'journeyInputs',
    'journeyPastInputs',
    'journeyTurns',
    'journeyCalls',
    'journeySends',
    'journeyEvents',
    'journeyRequests',
    'journeyMilestones',
    'journeyCounts',
    'journeyCountChanges',
  ],
  grantedReads: {},
});
