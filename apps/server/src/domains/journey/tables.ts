import { ownTables } from '../domain.ts';

export const journeyTables = ownTables({
  tables: [
    'journeys',
    'journeyVersions',
    'journeyNodes',
    'journeyEdits',
    'journeyTests',
    'journeyEntries',
    'designerAccesses',
    'journeyInstances',
    'journeyLive',
    'journeyWaits',
    'journeyInputs',
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
