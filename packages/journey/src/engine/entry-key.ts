import { evaluate } from '../expression/evaluate.ts';
import { parseExpression } from '../expression/parse.ts';
import { showValue } from '../expression/show.ts';
import type { Value } from '../expression/value.ts';

/**
 * What tells several walks of one person apart, such as the number of an order: an expression over what a walk is started with. '' where there
 * is no expression, and where it fails: then there is one walk at a time.
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
