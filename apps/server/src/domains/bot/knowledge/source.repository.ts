import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { KnowledgeSourceTable } from '#platform/db/schema.bot.ts';
import { DomainError } from '#platform/http/domain-error.ts';

export type SourceRow = Selectable<KnowledgeSourceTable>;
export const sourceNotFound = () => new DomainError('knowledge.not_found', 'No such source.', {});

export const listSourceRows = (tx: Read, enterpriseId: string, botId: string): Promise<SourceRow[]> =>
  tx
    .selectFrom('knowledgeSources')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .orderBy('createdAt')
    .orderBy('sourceId')
    .execute();

export async function accessSource(
  tx: Read,
  enterpriseId: string,
  botId: string,
  sourceId: string,
  { lock = false } = {},
): Promise<SourceRow> {
  const row = await tx
    .selectFrom('knowledgeSources')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .where('sourceId', '=', sourceId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw sourceNotFound();
  return row;
}

export async function updateSource(
  tx: Tx,
  { enterpriseId, sourceId }: Pick<SourceRow, 'enterpriseId' | 'sourceId'>,
  change: Partial<Omit<SourceRow, 'enterpriseId' | 'sourceId' | 'createdAt'>>,
): Promise<void> {
  await tx.updateTable('knowledgeSources').set(change).where('enterpriseId', '=', enterpriseId).where('sourceId', '=', sourceId).execute();
}

const passagesAtOnce = 1000;
/** `title` is a web page's own, '' otherwise; `headings` stand above the passage, the nearest last. */
export type NewPassage = { page: number; paragraph: number; url: string; title: string; headings: string[]; text: string };

/** Replaces the passages of a source by the new ones at once. */
export async function replacePassages(
  tx: Tx,
  { enterpriseId, botId, sourceId }: SourceRow,
  passages: readonly NewPassage[],
): Promise<void> {
  await tx.deleteFrom('knowledgePassages').where('enterpriseId', '=', enterpriseId).where('sourceId', '=', sourceId).execute();
  // One statement of all passages of a large document would hold the thread while it is written.
  for (let from = 0; from < passages.length; from += passagesAtOnce) {
    const rows = passages.slice(from, from + passagesAtOnce).map((passage, index) => ({ position: from + index, ...passage }));
    await sql`insert into knowledge_passages (enterprise_id, source_id, bot_id, position, page, paragraph, url, title, headings, text)
      select ${enterpriseId}::uuid, ${sourceId}::uuid, ${botId}::uuid, position, page, paragraph, url, title, headings, text
      from json_to_recordset(${JSON.stringify(rows)}) as r (position integer, page integer, paragraph integer, url text, title text, headings jsonb,
        text text)`.execute(tx);
  }
}
