import { defineRecord } from '#platform/audit/record.ts';
import { findActivityRecord } from './activity.repository.ts';

/** An iteration of a campaign: what it is to send, who has decided about it, and how far its run is. */
export const activityRecord = defineRecord({
  kind: 'activity',
  module: 'sending',
  tables: ['activities'],
  fields: {
    name: 'plain',
    campaign: 'plain',
    number: 'plain',
    approval: 'plain',
    state: 'plain',
    plan: 'parts',
    seal: 'plain',
    rejectReason: 'plain',
    perMinute: 'plain',
    completedAt: 'plain',
  },
  read: findActivityRecord,
  nameOf: ({ campaign, number }) => `${campaign} #${number}`,
  link: (id) => `/campaigns/activity/${id}`,
});
