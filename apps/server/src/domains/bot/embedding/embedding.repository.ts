import { createHash, randomUUID } from 'node:crypto';
import { extractOnly, genAiAuthType } from '@parley/contract';
import { createVectorTable, type PackedVector, type VectorTable } from '@parley/nlu';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { KnowledgeEmbeddingTable } from '#platform/db/schema.bot.ts';
import { createPauses } from '#platform/pauses.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { accessOfType } from '../../integration/door.ts';
import type { DefinedPassage } from '../version/bot.definition.ts';

export type EmbeddingRow = Selectable<KnowledgeEmbeddingTable>;
type OfBot = Pick<EmbeddingRow, 'enterpriseId' | 'botId'>;

const longestText = 2000;
const hashBytes = 16;
const readAtOnce = 2000;

/** Text of a passage for its embedding: with its headings, since many passages do not name their subject. */
export const embeddedText = ({ headings = [], text }: Pick<DefinedPassage, 'headings' | 'text'>): string =>
  [...headings, text].join('\n').slice(0, longestText).toWellFormed();

export const hashText = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, hashBytes);

/** The model that embeds for a configuration, and the space of its vectors; undefined where none is named. */
export type Space = { integrationId: string; model: string; space: string };

export async function findSpace(tx: Read, enterpriseId: string, genAiConfigId: string): Promise<Space | undefined> {
  if (genAiConfigId === '' || genAiConfigId === extractOnly) return undefined;
  const { settings } = await accessOfType(tx, enterpriseId, genAiConfigId, genAiAuthType);
  const { baseUrl, embeddingModel: model } = settings;
  if (model === '') return undefined;
  const space = createHash('sha256')
    .update(JSON.stringify([baseUrl, model]))
    .digest('base64url')
    .slice(0, 22);
  return { integrationId: genAiConfigId, model, space };
}

export const findEmbedding = (tx: Read, { enterpriseId, botId }: OfBot, { lock = false } = {}): Promise<EmbeddingRow | undefined> =>
  tx
    .selectFrom('knowledgeEmbeddings')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

export async function updateEmbedding(
  tx: Tx,
  { enterpriseId, botId }: OfBot,
  change: Partial<Omit<EmbeddingRow, 'enterpriseId' | 'botId'>>,
): Promise<void> {
  await tx.updateTable('knowledgeEmbeddings').set(change).where('enterpriseId', '=', enterpriseId).where('botId', '=', botId).execute();
}

/** Saves a request to embed a bot's passages. The space may be another than before; within the same space all progress stays. */
export async function saveRequest(tx: Tx, { enterpriseId, botId }: OfBot, { model, space }: Space, now: Date): Promise<void> {
  const asked = { state: 'WAITING' as const, reason: '', requestId: randomUUID(), requestedAt: now, failureCount: 0, retryAt: null };
  const begun = { space, model, generation: null, dimension: 0, embeddedCount: 0, textCount: 0, strangerScores: [] };
  const before = await findEmbedding(tx, { enterpriseId, botId }, { lock: true });
  if (before) await updateEmbedding(tx, before, before.space === space ? asked : { ...begun, ...asked });
  else
    await tx
      .insertInto('knowledgeEmbeddings')
      .values({ enterpriseId, botId, ...begun, ...asked })
      .onConflict((conflict) => conflict.columns(['enterpriseId', 'botId']).doUpdateSet({ ...begun, ...asked }))
      .execute();
}

/** No model embeds for the bot any more: nothing of what one said is kept. */
export async function dropEmbedding(tx: Tx, { enterpriseId, botId }: OfBot): Promise<void> {
  for (const table of ['knowledgeEmbeddings', 'passageVectors'] as const)
    await tx.deleteFrom(table).where('enterpriseId', '=', enterpriseId).where('botId', '=', botId).execute();
}

const ofSpace = ({ enterpriseId, botId, space }: Pick<EmbeddingRow, 'enterpriseId' | 'botId' | 'space'>) =>
  sql`enterprise_id = ${enterpriseId} and bot_id = ${botId} and space = ${space}`;

/** Finds the texts among these that have no vector yet. Vectors that another bot of the enterprise has of them are copied first. */
export async function takeKnown(tx: Tx, row: EmbeddingRow, hashes: readonly Buffer[]): Promise<Set<string>> {
  await sql`insert into passage_vectors (enterprise_id, bot_id, space, text_hash, scale, numbers)
    select distinct on (v.text_hash) v.enterprise_id, ${row.botId}::uuid, v.space, v.text_hash, v.scale, v.numbers
      from passage_vectors v join unnest(${hashes}::bytea[]) wanted (text_hash) using (text_hash)
      where v.enterprise_id = ${row.enterpriseId} and v.space = ${row.space}
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ textHash: Buffer }>`select wanted.text_hash from unnest(${hashes}::bytea[]) wanted (text_hash)
    where not exists (select from passage_vectors v where ${ofSpace(row)} and v.text_hash = wanted.text_hash)`.execute(tx);
  return new Set(rows.map(({ textHash }) => textHash.toString('hex')));
}

export async function insertVectors(tx: Tx, row: EmbeddingRow, vectors: readonly (PackedVector & { textHash: Buffer })[]): Promise<void> {
  const { enterpriseId, botId, space } = row;
  await tx
    .insertInto('passageVectors')
    .values(
      vectors.map(({ textHash, scale, bytes }) => ({ enterpriseId, botId, space, textHash, scale, numbers: Buffer.from(bytes.buffer) })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes the vectors of a bot that are of another space, or of a text that is nowhere any more; without texts, all of them. */
export async function deleteUnwanted(tx: Tx, row: EmbeddingRow, wanted: readonly Buffer[]): Promise<void> {
  await sql`delete from passage_vectors v where v.enterprise_id = ${row.enterpriseId} and v.bot_id = ${row.botId}
    and (v.space <> ${row.space} or not exists (select from unnest(${wanted}::bytea[]) w (text_hash) where w.text_hash = v.text_hash))`.execute(
    tx,
  );
}

/** The vectors of some texts in their order, read piece by piece: all at once would take many times their size. */
export async function readVectors(ctx: EnterpriseContext, row: EmbeddingRow, texts: readonly string[]): Promise<VectorTable> {
  const pauses = createPauses();
  const places = new Map<string, number[]>();
  for (const [at, text] of texts.entries()) {
    const hash = hashText(text).toString('hex');
    const found = places.get(hash);
    if (found) found.push(at);
    else places.set(hash, [at]);
    await pauses.ifDue();
  }
  const table = createVectorTable(row.dimension, new Array(texts.length).fill(undefined));
  let after: Buffer = Buffer.alloc(0);
  for (;;) {
    const { rows } = await ctx.read((tx) =>
      sql<{ textHash: Buffer; scale: number; numbers: Buffer }>`select text_hash, scale, numbers from passage_vectors
        where ${ofSpace(row)} and text_hash > ${after} order by text_hash limit ${readAtOnce}`.execute(tx),
    );
    for (const { textHash, scale, numbers } of rows) {
      if (numbers.byteLength !== row.dimension) continue;
      for (const at of places.get(textHash.toString('hex')) ?? []) {
        table.bytes.set(new Int8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), at * row.dimension);
        table.scales[at] = scale;
      }
    }
    const last = rows.at(-1);
    if (!last || rows.length < readAtOnce) return table;
    after = last.textHash;
    await pauses.ifDue();
  }
}
