import { alignText } from '../aligned-text.ts';
import { places } from './places.ts';
import type { Reading, Scene } from './scene.ts';
import { readTokens, textAt } from './tokens.ts';

const keyOf = (spelling: string) =>
  readTokens(alignText(spelling).text)
    .map((token) => token.text)
    .join(' ');
const known = new Map(
  places.flatMap(([name, spellings]) => [name, ...spellings.split(',')].map((spelling) => [keyOf(spelling), name] as const)),
);
const longestPlace = 4;

/** A place of the list of well known ones, in either script; the longest name that stands here. */
export function readLocation({ tokens }: Scene, at: number): Reading | undefined {
  if (tokens[at]?.kind !== 'word') return undefined;
  let key = '';
  let found: Reading | undefined;
  for (let next = at + 1; next <= Math.min(tokens.length, at + longestPlace); next++) {
    key = key === '' ? textAt(tokens, at) : `${key} ${textAt(tokens, next - 1)}`;
    const name = known.get(key);
    if (name !== undefined) found = { next, value: name };
  }
  return found;
}
