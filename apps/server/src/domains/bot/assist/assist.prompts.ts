import { type AssistLanguage, type AssistWriteKind, nameFormat } from '@parley/contract';
import type { ChatMessage } from '../../integration/door.ts';
import { dataRule, passageBlock } from '../answer/fence.ts';
import type { FoundPassage } from '../answer/knowledge.find.ts';
import { fenced } from '../tool-call/fence.ts';

/** The name of a language as models know it. */
export const nameOfLanguage = (language: AssistLanguage): string => nameFormat('en', { type: 'language' }).of(language) ?? language;

const manners =
  'You help an agent of an enterprise who answers a customer in a chat. You write nothing but the text that is asked for: no greeting to the agent, no remarks, no quotation marks around it.';
const gapRule = 'Invent no facts, prices, dates or promises. Where the agent has to add one, write ⟦what is missing⟧ instead.';
const keepRule = 'Keep its language, its facts and its meaning, and add nothing.';

const tasks: Record<Exclude<AssistWriteKind, 'summary'>, string> = {
  draft: `Write the agent’s next answer to the customer, briefly, in plain words, and in the customer’s language. ${gapRule}`,
  shorter: `Write the text of the agent anew, in about half as many words. ${keepRule}`,
  friendlier: `Write the text of the agent anew, in a warmer and more polite tone. ${keepRule}`,
  correct: `Correct spelling and grammar of the text of the agent, and change nothing else. ${keepRule}`,
};

export type Written = {
  kind: AssistWriteKind;
  text: string;
  conversation: string;
  passages: readonly FoundPassage[];
  language: AssistLanguage;
};

/** Everything that people wrote stands in fences: an instruction inside them is read like any other sentence. */
export function promptOf({ kind, text, conversation, passages, language }: Written): ChatMessage[] {
  const system = (task: string): ChatMessage => ({ role: 'system', content: [manners, task, dataRule].join('\n') });
  const user = (content: string): ChatMessage => ({ role: 'user', content });
  switch (kind) {
    case 'summary':
      return [
        system(
          `Sum the conversation up for the colleague who takes it over, in ${nameOfLanguage(language)}, in at most five sentences: what the customer wants, what was said and promised, and what is open. ${gapRule}`,
        ),
        user(fenced('conversation', conversation)),
      ];
    case 'draft':
      return [
        system(`${tasks.draft}\n\n${passageBlock(passages)}`),
        user([fenced('conversation', conversation), ...(text === '' ? [] : [`The agent has begun:\n${fenced('text', text)}`])].join('\n')),
      ];
    default:
      return [system(tasks[kind]), user(fenced('text', text))];
  }
}

const markOf = (place: number): string => `⟪${place}⟫`;

/** A text whose terms are hidden behind marks, which no model translates. */
export type Guarded = { text: string; terms: string[] };

/** Hides the terms that are never translated, the longest first: one may be inside of another. */
export function guardTerms(text: string, terms: readonly string[]): Guarded {
  const plain = text.replace(/[⟪⟫]/gu, ' ');
  const byLength = [...Map.groupBy(new Set(terms.map((term) => term.toLowerCase())), ({ length }) => length)]
    .sort(([one], [other]) => other - one)
    .map(([length, words]) => [length, new Set(words)] as const);
  const found: string[] = [];
  let guarded = '';
  for (let at = 0; at < plain.length; ) {
    const term = endsInWord.test(plain.slice(Math.max(0, at - 2), at)) ? undefined : termAt(plain, at, byLength);
    guarded += term === undefined ? plain[at] : markOf(found.push(term));
    at += term?.length ?? 1;
  }
  return { text: guarded, terms: found };
}

const endsInWord = /[\p{L}\p{N}]$/u;
const goesOn = /^[\p{L}\p{M}\p{N}]/u;

/** Finds the longest term that stands at a place as a word. Terms are compared as they are: none of them is a pattern. */
function termAt(text: string, at: number, byLength: readonly (readonly [number, ReadonlySet<string>])[]): string | undefined {
  for (const [length, terms] of byLength) {
    const term = text.slice(at, at + length);
    if (terms.has(term.toLowerCase()) && !goesOn.test(text.slice(at + length, at + length + 2))) return term;
  }
  return undefined;
}

/** Puts the terms back. @returns undefined where the model has left one out */
export function restoreTerms(translated: string, { terms }: Guarded): string | undefined {
  if (terms.some((_term, at) => !translated.includes(markOf(at + 1)))) return undefined;
  return translated.replace(/⟪(\d{1,4})⟫/gu, (_mark, place: string) => terms[Number(place) - 1] ?? '');
}

export const translationPrompt = ({ text, terms }: Guarded, language: AssistLanguage): ChatMessage[] => [
  {
    role: 'system',
    content: [
      `You translate messages of a chat between a customer and an enterprise into ${nameOfLanguage(language)}. You write the translation alone, with the line breaks and marks of the message.`,
      ...(terms.length > 0 ? ['Signs such as ⟪1⟫ stand for names: keep each of them as it is, where its name belongs.'] : []),
      dataRule,
    ].join('\n'),
  },
  { role: 'user', content: fenced('message', text) },
];
