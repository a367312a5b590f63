import { defineRecord } from '#platform/audit/record.ts';
import { botNameOf } from '../bot/bot.record.ts';

/** A custom entity; those of the system never change. */
export const entityRecord = defineRecord({
  kind: 'entity',
  module: 'bots',
  tables: ['entities'],
  fields: { bot: 'plain', name: 'plain', isSensitive: 'plain', values: 'long' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('entities as e')
      .select(['e.botId', 'e.name', 'e.isSensitive', 'e.values', botNameOf('e')])
      .where('e.enterpriseId', '=', enterpriseId)
      .where('e.entityId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: (id, { botId }) => `/bots/${String(botId)}/entity-list/${id}`,
});
