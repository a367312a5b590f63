import type { AuditChange, AuditEntry } from '@parley/contract';
import type { FieldChange } from '#platform/audit/changes.ts';
import { type Hidden, hides, isShown, mask } from '#platform/audit/reader.ts';
import type { RecordDefinition } from '#platform/audit/record.ts';
import type { Details } from '#platform/audit/trail.ts';
import type { EntryRow } from './audit.repository.ts';

export const readDetails = (text: string | undefined): Details => (text === undefined ? {} : (JSON.parse(text) as Details));

/** @param details its own, where the name of the record is a person's */
export function presentEntry(row: EntryRow, details: Details, hidden: Hidden): AuditEntry {
  const { entryId, at, actorId, recordName, ...rest } = row;
  return {
    ...rest,
    id: entryId,
    at: at.toISOString(),
    actorId: actorId ?? '',
    recordName: recordName || (hidden.has('name') ? '' : (details.name ?? '')),
  } as AuditEntry;
}

/** Fields that the reader may not read say that they changed, not what they hold. */
export function presentChanges(changes: readonly FieldChange[], record: RecordDefinition | undefined, hidden: Hidden): AuditChange[] {
  return changes.map(([field, before, after]) => {
    const isHidden = hides(hidden, record, field);
    return isHidden
      ? { field, before: isShown(before) ? mask : null, after: isShown(after) ? mask : null, isHidden }
      : { field, before, after, isHidden };
  });
}

/** A record has no former values from before it existed. */
const beginnings = new Set<string>(['create', 'restore']);

/** Values that can be saved again: whole ones, that the reader sees, of fields that the noun puts back. */
export function formerValues(
  { action }: Pick<EntryRow, 'action'>,
  changes: readonly FieldChange[],
  record: RecordDefinition | undefined,
  hidden: Hidden,
): Record<string, unknown> {
  if (beginnings.has(action)) return {};
  const allowed = new Set(record?.putBack?.fields);
  const isWhole = (value: unknown): boolean =>
    typeof value !== 'object' || value === null || !('sha256' in value || !Object.values(value).every(isWhole));
  return Object.fromEntries(
    changes
      .filter(([field, before]) => {
        return allowed.has(field) && record?.fields[field] !== 'secret' && !hides(hidden, record, field) && isWhole(before);
      })
      .map(([field, before]) => [field, before]),
  );
}
