import { evaluate } from '../expression/evaluate.ts';
import { parseExpression } from '../expression/parse.ts';
import { showValue } from '../expression/show.ts';
import type { Value } from '../expression/value.ts';

/**
 * Computes the key that separates several walks of one person, such as the number of an order. It is an expression over the values that a
 * walk is started with. Returns '' where there is no expression, and where it fails: then there is one walk at a time.
 */
export function entryKeyOf(source: string, entry: Value, now: number): string {
  if (source === '') return '';
  const lookUp = (name: string) => (name === 'entry' ? entry : undefined);
  try {
    const { value } = evaluate(parseExpression(source), source, {
      now,
      zone: 'UTC',
      language: 'en',
      country: '',
      lookUp,
      isSensitive: () => false,
    });
    return showValue(value, { language: 'en', zone: 'UTC' }).slice(0, 200);
  } catch {
    return '';
  }
}
