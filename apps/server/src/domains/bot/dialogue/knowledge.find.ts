import type { TurnDetails } from '@parley/contract';
import type { EnterpriseContext } from '../../../context.ts';
import type { DefinedPassage } from '../bot/bot.definition.ts';
import type { GenAiDeps } from '../gen-ai/gen-ai.service.ts';
import { type Meaning, noMeaning, readMeaning } from '../knowledge/meaning.ts';
import type { BotRuntime } from './runtime.ts';

export type Found = {
  passage: DefinedPassage;
  score: number;
  /** Share of the question's telling words that the passage has, 0 to 1. */
  coverage: number;
  /** What of it answers. */
  answer: { start: number; end: number; text: string };
};
/** Passages that pass the limit of relevance, the best first; [] when the knowledge does not answer the question. */
export type FindPassages = () => Promise<Found[]>;

const passagesShown = 4;

type Asked = { question: string; genAiConfigId: string /** Gets what went wrong with the endpoint. */; notes: string[] };

/** Looks for passages at most once in a turn, when somebody asks first: the question may go to an endpoint for it. */
export function createFinder(ctx: EnterpriseContext, deps: GenAiDeps, runtime: BotRuntime, asked: Asked) {
  let found: Promise<Found[]> | undefined;
  let meaning: Meaning = noMeaning;
  const look: FindPassages = async () => {
    const { passageIndex, passages, versionId, definition } = runtime;
    if (!passageIndex) return [];
    const { question, genAiConfigId, notes } = asked;
    meaning = await readMeaning(ctx, deps, { botId: definition.botId, genAiConfigId, passages, key: versionId }, question);
    if (meaning.reason !== '') notes.push(`${meaning.reason} The passages were ranked by words alone.`);
    return passageIndex.search(question, passagesShown, { meaning: meaning.nearness }).flatMap(({ id, score, coverage, answer }) => {
      const passage = passages[Number(id)];
      return passage ? [{ passage, score, coverage, answer }] : [];
    });
  };
  const find: FindPassages = () => {
    found ??= look();
    return found;
  };
  return { find, meaning: (): TurnDetails['meaning'] => ({ state: meaning.state, tookMs: meaning.tookMs }) };
}
