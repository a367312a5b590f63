import { defineRecord } from '#platform/audit/record.ts';
import { stateNow } from './activity.repository.ts';

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
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('activities as a')
      .innerJoin('campaigns as c', (join) => join.onRef('c.enterpriseId', '=', 'a.enterpriseId').onRef('c.campaignId', '=', 'a.campaignId'))
      .leftJoin('sendRuns as r', (join) => join.onRef('r.enterpriseId', '=', 'a.enterpriseId').onRef('r.runId', '=', 'a.activityId'))
      .select([
        'a.name',
        'c.name as campaign',
        'a.number',
        'a.approval',
        'a.plan',
        'a.seal',
        'a.reason as rejectReason',
        'a.perMinute',
        'a.completedAt',
      ])
      .select(stateNow.as('state'))
      .where('a.enterpriseId', '=', enterpriseId)
      .where('a.activityId', '=', id)
      .where('a.deletedAt', 'is', null)
      .executeTakeFirst(),
  nameOf: ({ campaign, number }) => `${campaign} #${number}`,
  link: (id) => `/campaigns/activity/${id}`,
});
