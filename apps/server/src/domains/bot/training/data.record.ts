import { defineRecord } from '#platform/audit/record.ts';

/** What goes into a bot, or out of it, as a whole; under the id of the bot. What came in is counted, not listed. */
export const dataRecord = defineRecord({
  kind: 'bot_data',
  module: 'bots',
  tables: [],
  fields: { file: 'plain', format: 'plain', part: 'plain', example: 'plain', language: 'plain', restoredVersion: 'plain' },
  read: (tx, enterpriseId, id) =>
    tx.selectFrom('bots').select('name').where('enterpriseId', '=', enterpriseId).where('botId', '=', id).executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: (id) => `/bots/${id}/training`,
});
