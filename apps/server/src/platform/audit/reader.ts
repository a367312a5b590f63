import type { Actor, EnterpriseContext } from '../../context.ts';
import { defineExtensionPoint } from '../../extensions.ts';
import type { RecordDefinition, Snapshot } from './record.ts';

/** The customer's fields that somebody may not read: no entry that they see holds them. */
export type Hidden = ReadonlySet<'phone' | 'email' | 'name'>;

/** Extension point: the domain of customers decides who may read which of their fields (decision 0019). */
export const hiddenFromReaders = defineExtensionPoint<(actor: Actor) => Iterable<'phone' | 'email' | 'name'>>('what the audit trail hides');

export const hiddenFrom = ({ extensions }: Pick<EnterpriseContext, 'extensions'>, actor: Actor): Hidden =>
  new Set(extensions.of(hiddenFromReaders).flatMap((part) => [...part(actor)]));

/** Stands where a value is that the reader may not read. */
export const mask = '••••';

export const isShown = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

export function hides(hidden: Hidden, record: RecordDefinition | undefined, field: string): boolean {
  const kind = record?.fields[field];
  if (kind === 'phone' || kind === 'email') return hidden.has(kind);
  if (kind === 'search') return hidden.size > 0;
  return field === 'name' && record?.customerOf !== undefined && hidden.has('name');
}

/** The record's values as somebody may read them: a secret shows only that it exists. */
export function readableValues(record: RecordDefinition, values: Snapshot, hidden: Hidden): Record<string, unknown> {
  const shown = Object.entries(record.fields).map(([field, kind]) => {
    const value = values[field] ?? null;
    if (kind === 'secret') return [field, isShown(value) ? 'set' : null];
    return [field, hides(hidden, record, field) && isShown(value) ? mask : value];
  });
  return Object.fromEntries(shown);
}
