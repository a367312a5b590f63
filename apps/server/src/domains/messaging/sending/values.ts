import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { Values } from './content.ts';
import type { SendRun } from './run.repository.ts';

/** What one recipient of a run gets. @property missing required variables without a value: who has any is skipped */
export type Resolved = { messageId: string; address: string | null; values: Values; missing: readonly string[] };
export type ValueChange = <P extends Resolved>(ctx: EnterpriseContext, tx: Tx, run: SendRun, people: readonly P[]) => Promise<readonly P[]>;

/** Has the owner of a run change the values of its recipients before they are priced and stored, such as web addresses by short ones. */
export const valueChanges = defineExtensionPoint<{ source: SendRun['source']; change: ValueChange }>('sending.values');

export async function changeValues<P extends Resolved>(
  ctx: EnterpriseContext,
  tx: Tx,
  run: SendRun,
  people: readonly P[],
): Promise<readonly P[]> {
  let changed = people;
  for (const { source, change } of ctx.extensions.of(valueChanges))
    if (source === run.source) changed = await change(ctx, tx, run, changed);
  return changed;
}
