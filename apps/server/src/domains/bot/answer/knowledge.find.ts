import type { TurnDetails } from '@parley/contract';
import type { EnterpriseContext } from '../../../context.ts';
import { type Meaning, noMeaning, readMeaning } from '../embedding/meaning.ts';
import type { GenAiDeps } from '../gen-ai/gen-ai.service.ts';
import type { BotRuntime } from '../runtime/runtime.ts';
import type { DefinedPassage } from '../version/bot.definition.ts';

export type FoundPassage = {
  passage: DefinedPassage;
  score: number;
  /** Share of the question's telling words that the passage has, 0 to 1. */
  coverage: number;
  /** Part of the passage that answers. */
  answer: { start: number; end: number; text: string };
};
/** Passages that pass the limit of relevance, the best first; [] when the knowledge does not answer the question. */
export type FindPassages = () => Promise<FoundPassage[]>;

const passagesShown = 4;

/** So many of the best passages are looked through for those of sources that may answer. */
const passagesLooked = 50;

/** Sources that are there now: a version knows those of its training, and what was deleted since is said no more. */
async function readSources(ctx: EnterpriseContext, botId: string): Promise<ReadonlySet<string>> {
  const rows = await ctx.read((tx) =>
    tx.selectFrom('knowledgeSources').select('sourceId').where('enterpriseId', '=', ctx.enterpriseId).where('botId', '=', botId).execute(),
  );
  return new Set(rows.map(({ sourceId }) => sourceId));
}

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Each answer once, at its best place: what says no more than one before it, such as the same sentence in another note, is left out. */
export function withoutRepeats<T extends { answer: { text: string } }>(found: readonly T[]): T[] {
  const said: string[] = [];
  return found.filter(({ answer }) => {
    const words = ` ${wordsOf(answer.text)} `;
    if (said.some((before) => before.includes(words))) return false;
    said.push(words);
    return true;
  });
}

/** Ranks passages by words alone, the best first, without asking the database or an endpoint: sources that were deleted since are among them. */
export const searchByWords = ({ passageIndex, passages }: BotRuntime, question: string): FoundPassage[] =>
  withoutRepeats(
    (passageIndex?.search(question, passagesLooked) ?? []).flatMap(({ id, score, coverage, answer }) => {
      const passage = passages[Number(id)];
      return passage ? [{ passage, score, coverage, answer }] : [];
    }),
  );

/** @property notes get what went wrong with the endpoint. @property sources alone that may answer; undefined: all */
type Asked = { question: string; genAiConfigId: string; notes: string[]; sources?: ReadonlySet<string> };

/** Looks for passages at most once in a turn, when somebody asks first: the question may go to an endpoint for it. */
export function createFinder(ctx: EnterpriseContext, deps: GenAiDeps, runtime: BotRuntime, asked: Asked) {
  let found: Promise<FoundPassage[]> | undefined;
  let meaning: Meaning = noMeaning;
  const look: FindPassages = async () => {
    const { passageIndex, passages, versionId, definition } = runtime;
    if (!passageIndex) return [];
    const { question, genAiConfigId, notes, sources } = asked;
    meaning = await readMeaning(ctx, deps, { botId: definition.botId, genAiConfigId, passages, key: versionId }, question);
    if (meaning.reason !== '') notes.push(`${meaning.reason} The passages were ranked by words alone.`);
    const hits = passageIndex.search(question, passagesLooked, { meaning: meaning.nearness }).flatMap(({ id, score, coverage, answer }) => {
      const passage = passages[Number(id)];
      return passage && (sources?.has(passage.sourceId) ?? true) ? [{ passage, score, coverage, answer }] : [];
    });
    if (hits.length === 0) return [];
    const kept = await readSources(ctx, definition.botId);
    return withoutRepeats(hits.filter(({ passage }) => kept.has(passage.sourceId))).slice(0, passagesShown);
  };
  const find: FindPassages = () => {
    found ??= look();
    return found;
  };
  return { find, meaning: (): TurnDetails['meaning'] => ({ state: meaning.state, tookMs: meaning.tookMs }) };
}
