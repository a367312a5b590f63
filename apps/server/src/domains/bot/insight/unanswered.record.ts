import { defineRecord } from '#platform/audit/record.ts';

/** Messages without an answer that somebody has dealt with, under the id of their bot; what customers wrote is counted, not repeated. */
export const unansweredRecord = defineRecord({
  kind: 'unanswered',
  module: 'bots',
  tables: [],
  fields: { resolution: 'plain' },
  read: (tx, enterpriseId, id) =>
    tx.selectFrom('bots').select('name').where('enterpriseId', '=', enterpriseId).where('botId', '=', id).executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: (id) => `/bots/${id}/training`,
});
