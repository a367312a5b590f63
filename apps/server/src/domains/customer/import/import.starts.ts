import { mostStartsAtOnce } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type CustomerChange, customerChanges, tellChanges } from '../customer/customer.changed.ts';
import type { ImportRow } from './import.repository.ts';

type Starting = Pick<ImportRow, 'importId' | 'startsStreams' | 'startCount' | 'refusedStartCount'>;
type Counts = Pick<ImportRow, 'startCount' | 'refusedStartCount'>;

/** Notes which streams the rows would begin, for the end of the import. An import that does not say so begins none. @returns how many */
export async function noteStarts(ctx: EnterpriseContext, tx: Tx, row: Starting, changes: readonly CustomerChange[]): Promise<number> {
  if (!row.startsStreams) return 0;
  return tellChanges(ctx, tx, changes, { importId: row.importId, room: Math.max(0, mostStartsAtOnce - row.startCount) });
}

async function settle(ctx: EnterpriseContext, tx: Tx, importId: string, begins: boolean): Promise<void> {
  for (const { settled } of ctx.extensions.of(customerChanges)) await settled(ctx, tx, importId, begins);
}

/**
 * Starts all noted walks at the end, or none: more at once need a campaign and its approval. @param isDone whether its rows are accepted
 */
export async function settleStarts(ctx: EnterpriseContext, tx: Tx, row: Starting, isDone: boolean): Promise<Counts> {
  const { importId, startCount, refusedStartCount } = row;
  if (startCount === 0) return { startCount, refusedStartCount };
  const begins = isDone && startCount <= mostStartsAtOnce;
  await settle(ctx, tx, importId, begins);
  return { startCount: begins ? startCount : 0, refusedStartCount: begins || !isDone ? refusedStartCount : refusedStartCount + startCount };
}

/** Starts the walks of mended rows, as long as the import stays within its limit. @param noted how many by these rows */
export async function settleMended(ctx: EnterpriseContext, tx: Tx, row: Starting, noted: number, isDone: boolean): Promise<Counts> {
  const { importId, startCount, refusedStartCount } = row;
  if (noted === 0) return { startCount, refusedStartCount };
  const isWithin = refusedStartCount === 0 && startCount + noted <= mostStartsAtOnce;
  await settle(ctx, tx, importId, isDone && isWithin);
  if (!isDone) return { startCount, refusedStartCount };
  return isWithin ? { startCount: startCount + noted, refusedStartCount } : { startCount, refusedStartCount: refusedStartCount + noted };
}
