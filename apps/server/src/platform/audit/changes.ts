import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { FieldKind, RecordDefinition, Snapshot } from './record.ts';

export const keptCharacters = 500;

/** A field, its value before and its value after; null: it had none. */
export type FieldChange = readonly [field: string, before: unknown, after: unknown];

/** RFC 8785: one text for one value, so that a hash of it can be computed again. */
export const canonical = (value: unknown): string => canonicalize(JSON.parse(JSON.stringify(value ?? null))) ?? 'null';

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A long text is told from another by its hash; its beginning is enough for people who compare. */
function shorten(value: unknown): unknown {
  const text = typeof value === 'string' ? value : canonical(value);
  if (text.length <= keptCharacters) return value;
  return { text: text.slice(0, keptCharacters), length: text.length, sha256: createHash('sha256').update(text).digest('hex') };
}

const stateOfSecret = (value: unknown, other: unknown, isAfter: boolean): string | null => {
  if (isEmpty(value)) return null;
  return isAfter && !isEmpty(other) ? 'changed' : 'set';
};

/** The named values that the other has not; null: it has none of that name. */
function differing(values: unknown, others: unknown): Record<string, unknown> | null {
  if (isEmpty(values)) return null;
  const [own, other] = [values, others ?? {}] as [Record<string, unknown>, Record<string, unknown>];
  const names = Object.keys({ ...own, ...other }).filter((name) => canonical(own[name]) !== canonical(other[name]));
  return Object.fromEntries(names.map((name) => [name, shorten(own[name] ?? null)]));
}

function change(field: string, kind: FieldKind, before: unknown, after: unknown): FieldChange {
  if (kind === 'secret') return [field, stateOfSecret(before, after, false), stateOfSecret(after, before, true)];
  if (kind === 'long' || kind === 'search') return [field, shorten(before ?? null), shorten(after ?? null)];
  if (kind === 'parts') return [field, differing(before, after), differing(after, before)];
  return [field, before ?? null, after ?? null];
}

/** The fields whose values differ, in the order of the definition; of a record that was made or deleted those that are not empty. */
export function compare(
  { fields }: Pick<RecordDefinition, 'fields'>,
  before: Snapshot | undefined,
  after: Snapshot | undefined,
): FieldChange[] {
  return Object.entries(fields).flatMap(([field, kind]) => {
    const [was, is] = [before?.[field], after?.[field]];
    if ((isEmpty(was) && isEmpty(is)) || canonical(was) === canonical(is)) return [];
    return [change(field, kind, was, is)];
  });
}
