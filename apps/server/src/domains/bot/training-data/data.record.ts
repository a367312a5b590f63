import { defineRecord } from '#platform/audit/record.ts';

/** Imports and exports of a bot's data as a whole, under the id of the bot. Imported parts are counted, not listed. */
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
