import type { TurnDetails } from '@parley/contract';
import { measureMeaning, packVector, type VectorTable } from '@parley/nlu';
import type { EnterpriseContext } from '../../../context.ts';
import { GenAiError } from '../../integration/door.ts';
import { embedTexts, type GenAiDeps } from '../gen-ai/gen-ai.service.ts';
import { createRuntimeCache } from '../runtime/runtime.cache.ts';
import type { DefinedPassage } from '../version/bot.definition.ts';
import { type EmbeddingRow, embeddedText, findEmbedding, findSpace, readVectors } from './embedding.repository.ts';
import { compareWithPauses } from './embedding.run.ts';

/** A customer waits: then words alone rank. */
const questionMs = 1500;
const longestQuestion = 2000;
const cacheBytes = 256 * 1024 * 1024;
type KeptTable = VectorTable & { sizeBytes: number };
/** Vectors of this process's bots; keys name the enterprise, the passages and the run that embedded them. */
const tables = createRuntimeCache<KeptTable>(cacheBytes);

export type Meaning = TurnDetails['meaning'] & {
  /** Nearness of each passage, as the index takes it; undefined unless it is USED. */
  nearness?: Float32Array;
  /** Reason of FAILED, for the builder. */
  reason: string;
};
export const noMeaning: Meaning = { state: 'OFF', tookMs: 0, reason: '' };

export type AskedKnowledge = {
  botId: string;
  /** The configuration that the bot has chosen. */
  genAiConfigId: string;
  passages: readonly Pick<DefinedPassage, 'headings' | 'text'>[];
  /** Key of this list of passages: another list has another one. */
  key: string;
};

/** Computes the nearness of passages to a question in meaning, where the bot's configuration embeds and the endpoint answers in time. */
export async function readMeaning(
  ctx: EnterpriseContext,
  deps: GenAiDeps,
  { botId, genAiConfigId, passages, key }: AskedKnowledge,
  question: string,
): Promise<Meaning> {
  const startedAt = performance.now();
  const tookMs = () => Math.round(performance.now() - startedAt);
  const { enterpriseId } = ctx;
  const [space, row] = await ctx.read(async (tx) => {
    const named = await findSpace(tx, enterpriseId, genAiConfigId);
    return [named, named && (await findEmbedding(tx, { enterpriseId, botId }))] as const;
  });
  if (!space) return noMeaning;
  // While passages are added, those that have vectors already are ranked by them.
  if (row?.space !== space.space || row.generation === null || row.dimension === 0)
    return { ...noMeaning, state: 'UNREADY', tookMs: tookMs() };
  try {
    const [asked, table] = await Promise.all([
      embedTexts(ctx, deps, space.integrationId, { texts: [question.slice(0, longestQuestion).toWellFormed()], timeoutMs: questionMs }),
      readTable(ctx, row, passages, key),
    ]);
    const vector = packVector(asked[0] ?? []);
    if (vector?.bytes.length !== row.dimension)
      throw new GenAiError('unreadable', 'The embedding model gives vectors of another dimension than before: embed the passages again.');
    deps.metrics.questionVectors.inc({ outcome: 'used' });
    return {
      state: 'USED',
      nearness: measureMeaning(await compareWithPauses(table, vector), row.strangerScores),
      reason: '',
      tookMs: tookMs(),
    };
  } catch (error) {
    if (!(error instanceof GenAiError)) throw error;
    deps.metrics.questionVectors.inc({ outcome: error.kind });
    return { state: 'FAILED', reason: error.message, tookMs: tookMs() };
  }
}

const readTable = (ctx: EnterpriseContext, row: EmbeddingRow, passages: AskedKnowledge['passages'], key: string): Promise<VectorTable> =>
  tables.get(`${ctx.enterpriseId}:${key}:${row.generation}`, async () => {
    const table = await readVectors(ctx, row, passages.map(embeddedText));
    return { ...table, sizeBytes: table.bytes.byteLength + table.scales.byteLength };
  });
