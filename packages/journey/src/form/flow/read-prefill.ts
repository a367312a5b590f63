import { type ForeignNames, valuesOf } from './foreign-names.ts';
import type { ReadInput } from './read-field.ts';

/** A value to begin with, as a source. */
export function prefillOf(value: unknown, { kind, options }: ReadInput, names: ForeignNames, language: string): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value === '') return '';
  const alone = /^\$\{([^}]*)\}$/.exec(value);
  if (alone) return names.reference((alone[1] ?? '').trim().split('.'), '') ?? '';
  if (kind === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value) ? `date("${value}")` : '';
  if (kind === 'number' || kind === 'rating') return Number.isFinite(Number(value)) ? String(Number(value)) : '';
  if (kind === 'yesNo') return value === 'yes' ? 'true' : 'false';
  const meant = options && 'fixed' in options ? valuesOf(options.fixed, language).get(value) : undefined;
  return JSON.stringify(meant ?? value);
}
