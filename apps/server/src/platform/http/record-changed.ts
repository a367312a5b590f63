import { showInstant } from '@parley/contract';
import type { Ctx } from '../../context.ts';
import { hiddenFrom, readableValues } from '../audit/reader.ts';
import type { RecordDefinition } from '../audit/record.ts';
import type { Read } from '../db/database.ts';
import { DomainError } from './domain-error.ts';

type LastChange = { by: string; at: Date } | undefined;
type Versioned = {
  id: string;
  version: number;
  /** Finds the author of the last change, if bulk work changes many such records and leaves one entry of its own. */
  lastChange?: () => Promise<LastChange>;
};
type Saving = Pick<Ctx, 'enterpriseId' | 'now' | 'lastChange' | 'readTimeZone' | 'extensions'> & Partial<Pick<Ctx, 'actor'>>;

/**
 * Asserts that nobody has saved the record since the caller read it: a form offers to reload or to compare, and overwrites nothing unasked
 * (screens 0.1). Asked under the lock of the row.
 * @param read the version that the caller has read; undefined: a call of the specification, whose payload has none (decision 0024)
 * @throws DomainError record.changed with who did it, and what stands as far as the caller may read it
 */
export async function assertVersion(
  ctx: Saving,
  tx: Read,
  record: RecordDefinition,
  { id, version, lastChange = () => ctx.lastChange(tx, record.kind, id) }: Versioned,
  read: number | undefined,
): Promise<void> {
  if (read === undefined || read === version) return;
  const last = await lastChange();
  const [changedBy, changedAt] = [last?.by ?? '', last?.at ?? ctx.now()];
  const values = (await record.read(tx, ctx.enterpriseId, id)) ?? {};
  const hidden = ctx.actor ? hiddenFrom(ctx, ctx.actor) : new Set<never>();
  const shownAt = showInstant(changedAt, 'timestamp', await ctx.readTimeZone(tx));
  throw new DomainError('record.changed', `Changed by ${changedBy || 'somebody'} at ${shownAt}`, {
    changedBy,
    changedAt: changedAt.toISOString(),
    version,
    current: readableValues(record, values, hidden),
  });
}
