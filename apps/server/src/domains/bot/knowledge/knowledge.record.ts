import { extractOnly } from '@parley/contract';
import { sql } from 'kysely';
import { defineRecord } from '#platform/audit/record.ts';
import type { Read } from '#platform/db/database.ts';
import { botNameOf, chosenName } from '../bot/bot.record.ts';

/** The trail says of a website or a document that its text has changed; it keeps the text of a written entry. */
const readOneSource = (tx: Read, enterpriseId: string, id: string) =>
  tx
    .selectFrom('knowledgeSources as s')
    .select([
      's.botId',
      's.name',
      's.kind',
      's.schedule',
      's.status as state',
      's.reason',
      's.pageCount',
      's.passageCount',
      's.contentHash as content',
      botNameOf('s'),
      sql<string | null>`case when s.kind = 'note' then (
        select string_agg(p.text, E'\n\n' order by p.position) from knowledge_passages p
        where p.enterprise_id = s.enterprise_id and p.source_id = s.source_id) end`.as('text'),
    ])
    .where('s.enterpriseId', '=', enterpriseId)
    .where('s.sourceId', '=', id)
    .executeTakeFirst();

const readSettings = (tx: Read, enterpriseId: string, id: string) =>
  tx
    .selectFrom('bots as b')
    .select([
      'b.botId',
      'b.name',
      sql<boolean>`(b.knowledge->>'kbFromWebsite')::boolean`.as('kbFromWebsite'),
      sql<boolean>`(b.knowledge->>'kbFromDoc')::boolean`.as('kbFromDoc'),
      sql<string>`case b.knowledge->>'genAiConfigId' when ${extractOnly} then ${extractOnly}
        else ${chosenName(sql`b.knowledge->>'genAiConfigId'`)} end`.as('genAiConfigId'),
      sql<string[]>`array(
        select s.name from knowledge_sources s where s.enterprise_id = b.enterprise_id and s.bot_id = b.bot_id and s.kind = 'website'
        order by s.created_at, s.source_id)`.as('websitesUrls'),
    ])
    .where('b.enterpriseId', '=', enterpriseId)
    .where('b.botId', '=', id)
    .executeTakeFirst();

/** A source of a knowledge base under its own id, and the settings of a knowledge base under the id of its bot. */
export const knowledgeRecord = defineRecord({
  kind: 'knowledge',
  module: 'bots',
  tables: ['knowledgeSources'],
  fields: {
    bot: 'plain',
    name: 'plain',
    kind: 'plain',
    schedule: 'plain',
    state: 'plain',
    reason: 'long',
    pageCount: 'plain',
    passageCount: 'plain',
    content: 'secret',
    text: 'long',
    kbFromWebsite: 'plain',
    kbFromDoc: 'plain',
    websitesUrls: 'long',
    genAiConfigId: 'plain',
  },
  read: async (tx, enterpriseId, id) => (await readOneSource(tx, enterpriseId, id)) ?? readSettings(tx, enterpriseId, id),
  nameOf: ({ name }) => String(name),
  link: (_id, { botId }) => `/bots/${String(botId)}/gen-ai`,
});
