import type { EntityRef, IntentParameter } from '@parley/contract';
import { sql } from 'kysely';
import { defineRecord } from '#platform/audit/record.ts';
import { botNameOf } from '../bot/bot.record.ts';

/** A phrase by its text alone, unless words of it are marked. */
export type RecordedUtterance = string | { utterance: string; entityRefs: EntityRef[] };
export type RecordedIntent = {
  botId: string;
  storyId: string;
  name: string;
  response: string | null;
  handsOver: boolean;
  parameters: IntentParameter[];
  utterances: RecordedUtterance[];
};

/** An intent with its phrases. */
export const intentRecord = defineRecord({
  kind: 'intent',
  module: 'bots',
  tables: ['intents', 'utterances'],
  fields: {
    bot: 'plain',
    story: 'plain',
    name: 'plain',
    utteranceCount: 'plain',
    utterances: 'long',
    response: 'long',
    handsOver: 'plain',
    parameters: 'long',
  },
  read: (tx, enterpriseId, id) =>
    tx
      .selectFrom('intents as i')
      .select([
        'i.botId',
        'i.storyId',
        'i.name',
        'i.response',
        'i.handsOver',
        'i.parameters',
        'i.utteranceCount',
        botNameOf('i'),
        sql<string>`(select s.name from stories s where s.enterprise_id = i.enterprise_id and s.story_id = i.story_id)`.as('story'),
        sql<RecordedUtterance[]>`(
          select coalesce(json_agg(
              case when u.refs = '[]' then to_json(u.text) else json_build_object('utterance', u.text, 'entityRefs', u.refs) end
              order by u.position), '[]')
          from utterances u where u.enterprise_id = i.enterprise_id and u.bot_id = i.bot_id and u.intent_id = i.intent_id)`.as(
          'utterances',
        ),
      ])
      .where('i.enterpriseId', '=', enterpriseId)
      .where('i.intentId', '=', id)
      .executeTakeFirst(),
  nameOf: ({ name }) => String(name),
  link: (_id, { botId }) => `/bots/${String(botId)}/intents`,
});
