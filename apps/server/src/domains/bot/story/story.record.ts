import { sql } from 'kysely';
import { defineRecord } from '#platform/audit/record.ts';
import { botNameOf } from '../bot/bot.record.ts';

/** A story below the root; the root is made and deleted with its bot. */
export const storyRecord = defineRecord({
  kind: 'story',
  module: 'bots',
  tables: ['stories'],
  fields: { bot: 'plain', name: 'plain', parent: 'plain' },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('stories as s')
      .select([
        's.botId',
        's.name',
        botNameOf('s'),
        sql<string | null>`(select p.name from stories p where p.enterprise_id = s.enterprise_id and p.story_id = s.parent_id)`.as(
          'parent',
        ),
      ])
      .where('s.enterpriseId', '=', enterpriseId)
      .where('s.storyId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: (_id, { botId }) => `/bots/${String(botId)}/intents`,
});
