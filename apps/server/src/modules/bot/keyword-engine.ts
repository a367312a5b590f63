import type { BotAnswer, BotEngine, BotTurn } from './bot.engine.ts';

export type KeywordRule = { id: string; keywords: readonly string[]; reply: string };

const personWords = ['agent', 'human', 'person', 'someone', 'representative', 'colleague', 'operator', 'staff', 'insaan', 'एजेंट'];
const handOverReply = 'I will get a colleague for you.';
const unknownReply = 'I am not sure that I understood. Could you say it in other words, or write "agent" to talk to a person?';
const unknownLimit = 2; // after the second miss in a row another "say it again" only annoys

const wordsOf = (text: string) =>
  new Set(
    text
      .toLocaleLowerCase('en')
      .normalize('NFKC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
  );

/** How many of the keywords the text has; a keyword of several words counts when all of them are there. */
const countMatches = (keywords: readonly ReadonlySet<string>[], words: ReadonlySet<string>): number =>
  keywords.filter((keyword) => keyword.size > 0 && [...keyword].every((word) => words.has(word))).length;

/** Answers by keywords alone: the rule with most matches wins, the earlier one of two equals. */
export function createKeywordEngine(rules: readonly KeywordRule[]): BotEngine {
  // Read as texts are, so that a rule may be written in any case.
  const prepared = rules.map(({ reply, keywords }) => ({ reply, keywords: keywords.map(wordsOf) }));
  return {
    async answer({ texts, state }: BotTurn): Promise<BotAnswer> {
      const words = wordsOf(texts.join(' '));
      if (personWords.some((word) => words.has(word))) return { replies: [handOverReply], state: {}, handsOver: true };
      const best = prepared
        .map(({ reply, keywords }) => ({ reply, count: countMatches(keywords, words) }))
        .reduce((top, next) => (next.count > top.count ? next : top), { reply: '', count: 0 });
      if (best.count > 0) return { replies: [best.reply], state: {}, handsOver: false };
      const unknown = Number(state.unknown ?? 0) + 1;
      if (unknown > unknownLimit) return { replies: [handOverReply], state: {}, handsOver: true };
      return { replies: [unknownReply], state: { unknown }, handsOver: false };
    },
  };
}

/** What the demo bot knows. */
export const demoRules: readonly KeywordRule[] = [
  {
    id: 'greeting',
    keywords: ['hello', 'hi', 'hey', 'namaste', 'good morning', 'good evening'],
    reply: 'Hello! I can help with *opening hours*, *delivery* and *returns*. Write "agent" at any time to talk to a person.',
  },
  {
    id: 'hours',
    keywords: ['hours', 'open', 'opening', 'closed', 'close', 'timing'],
    reply: 'We are open *Monday to Saturday, 9:00 to 18:00*.',
  },
  {
    id: 'delivery',
    keywords: ['delivery', 'deliver', 'shipping', 'ship', 'parcel', 'track', 'tracking'],
    reply: 'Delivery takes *two to four working days*. You find the tracking link in your order e-mail.',
  },
  {
    id: 'returns',
    keywords: ['return', 'returns', 'refund', 'exchange', 'money back'],
    reply: 'You can return anything within *30 days*. The refund follows within five working days after we have it back.',
  },
  {
    id: 'prices',
    keywords: ['price', 'prices', 'cost', 'much', 'offer', 'discount'],
    reply: 'All prices are on the product pages and include taxes. Delivery is free above 50.',
  },
  { id: 'thanks', keywords: ['thanks', 'thank', 'thankyou', 'great', 'dhanyavaad'], reply: 'You are welcome! Is there anything else?' },
  { id: 'bye', keywords: ['bye', 'goodbye', 'see you'], reply: 'Goodbye, and have a nice day!' },
];
