import type { OtherIntent } from '#platform/db/schema.bot.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { phrasesNear } from './phrase.index.ts';
import type { BotRuntime } from './runtime.ts';
import type { Understanding } from './understand.ts';

const phrasesRead = 60;
const othersKept = 5;
const longestPhrase = 500;

/** Training phrase of each intent that is nearest to a text, by the intent's id. */
export type NearPhrases = ReadonlyMap<string, string>;
const none: NearPhrases = new Map();

/** A turn is answered although its phrases cannot be read: the report then has none for it. */
export async function nearPhrases(ctx: EnterpriseContext, runtime: BotRuntime, text: string): Promise<NearPhrases> {
  try {
    const nearest = new Map<string, string>();
    for (const { text: phrase, intent } of await phrasesNear(ctx, runtime, text, phrasesRead))
      if (!nearest.has(intent)) nearest.set(intent, phrase.slice(0, longestPhrase).toWellFormed());
    return nearest;
  } catch {
    return none;
  }
}

/** Intents that came next to that of a turn, the likeliest first. */
export const othersOf = (
  runtime: BotRuntime,
  { prediction }: Understanding,
  phrases: NearPhrases,
  ownId: string | undefined,
): OtherIntent[] =>
  (prediction?.ranking ?? [])
    .filter(({ intent, confidence }) => intent !== ownId && confidence > 0 && runtime.intents.has(intent))
    .slice(0, othersKept)
    .map(({ intent, confidence }) => ({
      intentId: intent,
      intent: runtime.intents.get(intent)?.name ?? '',
      confidence,
      utterance: phrases.get(intent) ?? '',
    }));
