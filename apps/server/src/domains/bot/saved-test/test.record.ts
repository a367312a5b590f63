import type { BotTest } from '@parley/contract';
import { defineRecord } from '#platform/audit/record.ts';
import { botNameOf } from '../bot/bot.record.ts';

/** A saved test phrase or conversation; one without a name is known by what is said first. */
export const testRecord = defineRecord({
  kind: 'bot_test',
  module: 'bots',
  tables: ['botTests'],
  fields: { bot: 'plain', name: 'plain', turns: 'long' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('botTests as t')
      .select(['t.botId', 't.name', 't.turns', botNameOf('t')])
      .where('t.enterpriseId', '=', enterpriseId)
      .where('t.testId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ name, turns }) => String(name) || ((turns as BotTest['turns'])[0]?.say ?? ''),
  link: (_id, { botId }) => `/bots/${String(botId)}/training`,
});
