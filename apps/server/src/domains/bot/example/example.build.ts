import { newIntent, type ReadEntity, type ReadIntent, type ReadParameter, type ReadPhrase } from '../format/data.types.ts';

/** Content of a new bot from an example: all of it can be changed as if somebody had typed it. */
export type Example = { intents: ReadIntent[]; entities: ReadEntity[]; outOfScope: string };

type Row = { name: string; phrases: readonly string[]; answer: string; asks?: readonly ReadParameter[]; handsOver?: boolean };

/** `[words](entity)` marks a value, as in the exports of others. */
function toPhrase(marked: string): ReadPhrase {
  const refs: ReadPhrase['refs'] = [];
  let text = '';
  let last = 0;
  for (const match of marked.matchAll(/\[([^\]]+)\]\(([^)]+)\)/gu)) {
    const [whole, words = '', entity = ''] = match;
    text += marked.slice(last, match.index);
    refs.push({ entity, parameter: entity, start: text.length, end: text.length + words.length - 1 });
    text += words;
    last = match.index + whole.length;
  }
  return { text: text + marked.slice(last), refs };
}

export const intentsOf = (story: string, rows: readonly Row[]): ReadIntent[] =>
  rows.map(({ name, phrases, answer, asks = [], handsOver = false }) =>
    newIntent(name, { story, phrases: phrases.map(toPhrase), response: answer, handsOver, parameters: asks.map((each) => ({ ...each })) }),
  );

export const listOf = (name: string, values: Readonly<Record<string, readonly string[]>>): ReadEntity => ({
  name,
  isSensitive: false,
  values: Object.entries(values).map(([value, synonyms]) => ({ value, type: 'synonyms', synonyms: [...synonyms], pattern: [] })),
});

export const ask = (entity: string, name: string, ...prompts: string[]): ReadParameter => ({ entity, name, required: true, prompts });
