import { defineRecord } from '#platform/audit/record.ts';
import { botNameOf } from '../bot/bot.record.ts';

/** A class of conversations with the rule that finds it. */
export const classRecord = defineRecord({
  kind: 'class',
  module: 'bots',
  tables: ['classificationRules'],
  fields: { bot: 'plain', name: 'plain', priority: 'plain', words: 'long', intents: 'long', department: 'plain' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('classificationRules as r')
      .select(['r.botId', 'r.name', 'r.priority', 'r.words', 'r.intents', 'r.department', botNameOf('r')])
      .where('r.enterpriseId', '=', enterpriseId)
      .where('r.ruleId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: (_id, { botId }) => `/bots/${String(botId)}/call-classification`,
});
