import type { RecordDefinition } from '#platform/audit/record.ts';
import { type Auditing, changing, creating } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';

/** Records a save as the creation or the change of a record. */
export const saving = <T>(
  ctx: Auditing,
  tx: Tx,
  record: RecordDefinition,
  { id, isNew }: { id: string; isNew: boolean },
  work: () => Promise<T>,
): Promise<T> => (isNew ? creating(ctx, tx, record, () => id, work) : changing(ctx, tx, record, id, 'edit', work));
