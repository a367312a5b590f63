/** A stretch of a text: from a place up to, and without, another. */
export type Part = { from: number; to: number };

/** Words, and what stands between them sign by sign. */
const tokensOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_]/gu) ?? [];
const lengthOf = (tokens: readonly string[]): number => tokens.join('').length;

/** The part of a text that differs from another one, in whole words; empty where the other text only has something more. */
export function differingPart(text: string, other: string): Part {
  const [mine, theirs] = [tokensOf(text), tokensOf(other)];
  const most = Math.min(mine.length, theirs.length);
  let first = 0;
  while (first < most && mine[first] === theirs[first]) first += 1;
  let last = 0;
  while (last < most - first && mine.at(-1 - last) === theirs.at(-1 - last)) last += 1;
  return { from: lengthOf(mine.slice(0, first)), to: lengthOf(mine.slice(0, mine.length - last)) };
}

/** The same of lists, line by line: what stands in both, wherever, is no difference. */
export function differingLines(lines: readonly string[], others: readonly string[]): Part[] {
  const [mine, theirs] = [new Set(lines), new Set(others)];
  const left = others.filter((line) => !mine.has(line));
  return lines.map((line) => (theirs.has(line) ? { from: 0, to: 0 } : differingPart(line, left.shift() ?? '')));
}
