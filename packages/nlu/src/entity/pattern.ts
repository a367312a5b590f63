import { largestPattern, patternCost } from '@parley/contract/pattern-cost';
import { RE2JS, RE2JSSyntaxException } from 're2js';

const longestPattern = 500;
const tooMuch = 'The pattern repeats too much; use smaller repeat counts.';

/**
 * Returns why a pattern cannot be used, in words for its author; undefined when it is good.
 * Patterns are RE2's: no look-around and no back-reference, so that time grows with the text's length alone.
 */
export function validatePattern(pattern: string): string | undefined {
  const compiled = readPattern(pattern);
  return typeof compiled === 'string' ? compiled : undefined;
}

/** The compiled pattern, blind to case, or the reason in words why there is none. */
export function readPattern(pattern: string): RE2JS | string {
  if (pattern.trim() === '') return 'The pattern is empty.';
  if (pattern.length > longestPattern) return `The pattern is longer than ${longestPattern} characters.`;
  if (patternCost(pattern) > largestPattern) return tooMuch;
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    return wordReason(error);
  }
  if (compiled.matches('')) return 'The pattern also matches an empty text; let it ask for at least one character.';
  return compiled;
}

/** The library names the part of the pattern that it refuses, and that part decides what is said. */
function wordReason(error: unknown): string {
  if (!(error instanceof RE2JSSyntaxException)) return `The pattern cannot be read: ${error instanceof Error ? error.message : ''}.`;
  const part = error.getPattern() ?? '';
  if (/\(\?[=!<]/.test(part)) return 'Look-ahead and look-behind, (?=…) and (?<…), are not available.';
  if (/^\\\d/.test(part)) return 'Back-references such as \\1 are not available.';
  return `The pattern cannot be read: ${error.getDescription()}${part === '' ? '' : `: \`${part}\``}.`;
}
