import { ownTables } from '../domain.ts';

export const outreachTables = ownTables({
  tables: [
    'broadcasts',
    'campaigns',
    'activities',
    'activityEntries',
    'activityFallbacks',
    'audienceFiles',
    'audienceRows',
    'activityResponses',
    'shortLinks',
    'linkClicks',
    'urlLinks',
    'campaignMilestones',
  ],
  grantedReads: {},
});
