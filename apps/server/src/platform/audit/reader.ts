import type { Actor, EnterpriseContext } from '../../context.ts';
import { defineExtensionPoint } from '../../extensions.ts';
import type { RecordDefinition, Snapshot } from './record.ts';

/** What of a customer somebody may not read: it is in no entry that they see. */
export type Hidden = ReadonlySet<'phone' | 'email' | 'name'>;

/** Who may read what of customers is decided where customers are (decision 0019). */
export const hiddenFromReaders = defineExtensionPoint<(actor: Actor) => Iterable<'phone' | 'email' | 'name'>>('what the audit trail hides');

export const hiddenFrom = ({ extensions }: Pick<EnterpriseContext, 'extensions'>, actor: Actor): Hidden =>
  new Set(extensions.of(hiddenFromReaders).flatMap((part) => [...part(actor)]));

/** Stands where a value is that the reader may not read. */
export const mask = '••••';

export const isShown = (value: unknown): boolean => value !== null && value !== undefined && value !== '';

export function hides(hidden: Hidden, record: RecordDefinition | undefined, field: string): boolean {
  const kind = record?.fields[field];
  if (kind === 'phone' || kind === 'email') return hidden.has(kind);
  return field === 'name' && record?.customerOf !== undefined && hidden.has('name');
}

/** What a record holds, as somebody may read it: of a secret that there is one. */
export function readableValues(record: RecordDefinition, values: Snapshot, hidden: Hidden): Record<string, unknown> {
  const shown = Object.entries(record.fields).map(([field, kind]) => {
    const value = values[field] ?? null;
    if (kind === 'secret') return [field, isShown(value) ? 'set' : null];
    return [field, hides(hidden, record, field) && isShown(value) ? mask : value];
  });
  return Object.fromEntries(shown);
}
