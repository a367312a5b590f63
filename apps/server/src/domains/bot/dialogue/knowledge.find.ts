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

/** Of some sources alone: so many of the best passages are looked through for theirs. */
const passagesLooked = 50;

/** @property notes get what went wrong with the endpoint. @property sources alone that may answer; undefined: all */
type Asked = { question: string; genAiConfigId: string; notes: string[]; sources?: ReadonlySet<string> };

/** Looks for passages at most once in a turn, when somebody asks first: the question may go to an endpoint for it. */
export function createFinder(ctx: EnterpriseContext, deps: GenAiDeps, runtime: BotRuntime, asked: Asked) {
  let found: Promise<Found[]> | undefined;
  let meaning: Meaning = noMeaning;
  const look: FindPassages = async () => {
    const { passageIndex, passages, versionId, definition } = runtime;
    if (!passageIndex) return [];
    const { question, genAiConfigId, notes, sources } = asked;
    meaning = await readMeaning(ctx, deps, { botId: definition.botId, genAiConfigId, passages, key: versionId }, question);
    if (meaning.reason !== '') notes.push(`${meaning.reason} The passages were ranked by words alone.`);
    const hits = passageIndex.search(question, sources ? passagesLooked : passagesShown, { meaning: meaning.nearness });
    return hits
      .flatMap(({ id, score, coverage, answer }) => {
        const passage = passages[Number(id)];
        return passage && (sources?.has(passage.sourceId) ?? true) ? [{ passage, score, coverage, answer }] : [];
      })
      .slice(0, passagesShown);
  };
  const find: FindPassages = () => {
    found ??= look();
    return found;
  };
  return { find, meaning: (): TurnDetails['meaning'] => ({ state: meaning.state, tookMs: meaning.tookMs }) };
}
