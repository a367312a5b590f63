import { sql } from 'kysely';
import { defineRecord } from '#platform/audit/record.ts';

/** A broadcast: what it sends by its template's name, and to how many numbers and groups; whom, its messages say. */
export const broadcastRecord = defineRecord({
  kind: 'broadcast',
  module: 'sending',
  tables: ['broadcasts'],
  fields: {
    name: 'plain',
    channelName: 'plain',
    state: 'plain',
    pauseReason: 'plain',
    startsAt: 'plain',
    numberCount: 'plain',
    groups: 'plain',
  },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('broadcasts as b')
      .innerJoin('sendRuns as r', (join) => join.onRef('r.enterpriseId', '=', 'b.enterpriseId').onRef('r.runId', '=', 'b.broadcastId'))
      .leftJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'b.enterpriseId').onRef('c.channelId', '=', 'b.channelId'))
      .select([
        'b.name',
        'c.name as channelName',
        'r.state',
        'r.pauseReason',
        'r.startsAt',
        sql<number>`jsonb_array_length(b.phone_numbers)`.as('numberCount'),
        sql<number>`jsonb_array_length(b.group_ids)`.as('groups'),
      ])
      .where('b.enterpriseId', '=', enterpriseId)
      .where('b.broadcastId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: (id) => `/campaigns/broadcast/${id}`,
});
