import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** A value that is another one than before; '' where there was none, or is none any more. @property field an attribute by its id, or the name of a field that every customer has */
export type ValueChange = { field: string; from: string; to: string };
export type CustomerChange = { customerId: string; values: readonly ValueChange[] };
/** An import that has not ended. @property room how many starts it may still bring; of more only the number counts */
export type Holding = { importId: string; room: number };

/**
 * Listener of streams for changes of customers, called in the transaction in which users or the enterprise's systems make them. A new
 * customer counts as changed in everything. Changes by streams themselves, merges, restores from the bin and undos are not reported.
 */
export type ChangeListener = {
  /** @returns how many streams begin by it */
  heard: (ctx: EnterpriseContext, tx: Tx, changes: readonly CustomerChange[], holding: Holding | null) => Promise<number>;
  /** The import has ended: what it holds begins, or is given up. */
  settled: (ctx: EnterpriseContext, tx: Tx, importId: string, begins: boolean) => Promise<void>;
};
export const customerChanges = defineExtensionPoint<ChangeListener>('customer.changed');

/** @returns how many streams begin by it */
export async function tellChanges(
  ctx: EnterpriseContext,
  tx: Tx,
  changes: readonly CustomerChange[],
  holding: Holding | null = null,
): Promise<number> {
  const told = changes.filter(({ values }) => values.length > 0);
  if (told.length === 0) return 0;
  let begun = 0;
  for (const { heard } of ctx.extensions.of(customerChanges)) begun += await heard(ctx, tx, told, holding);
  return begun;
}
