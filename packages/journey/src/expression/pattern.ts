import { showNumber } from '@parley/contract/format/number';
import { largestPattern, patternCost } from '@parley/contract/pattern-cost';
import { RE2JS, RE2JSSyntaxException } from 're2js';

export const longestPattern = 500;
const most = 200;
const known = new Map<string, RE2JS | string>();

/** The compiled pattern of RE2, which has no look-around and no back-reference; or in words why there is none. The last ones are kept. */
export function readPattern(pattern: string): RE2JS | string {
  const held = known.get(pattern);
  if (held !== undefined) return held;
  const read = compile(pattern);
  if (known.size >= most) known.delete(known.keys().next().value ?? '');
  known.set(pattern, read);
  return read;
}

function compile(pattern: string): RE2JS | string {
  if (pattern.length > longestPattern) return `A pattern has at most ${showNumber(longestPattern, 'en')} characters.`;
  if (patternCost(pattern) > largestPattern) return 'The pattern repeats too much; use smaller repeat counts.';
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return `The pattern cannot be read: ${error.getDescription()}.`;
    throw error;
  }
}
