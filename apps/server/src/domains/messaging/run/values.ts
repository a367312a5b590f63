import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { Values } from './content.ts';
import type { SendRun } from './run.repository.ts';

/**
 * The resolved message of one recipient of a run. @property missing required variables without a value: who has any is skipped. @property
 * contentNumber which of several contents of a first part it is, counted from 1
 */
export type Resolved = {
  messageId: string;
  address: string | null;
  values: Values;
  missing: readonly string[];
  contentNumber?: number | null;
};
/** @property message what the values are for */
type Run = Pick<SendRun, 'runId' | 'source' | 'message'>;
export type ValueChange = <P extends Resolved>(ctx: EnterpriseContext, tx: Tx, run: Run, people: readonly P[]) => Promise<readonly P[]>;

/**
 * Has the owner of a run change the values of its recipients before they are priced and stored, such as web addresses by short ones.
 * @property foresee says what would come of it, as long as it would be, and writes nothing
 */
export const valueChanges = defineExtensionPoint<{ source: SendRun['source']; change: ValueChange; foresee: ValueChange }>(
  'sending.values',
);

export const changeValues: ValueChange = (ctx, tx, run, people) => apply('change', ctx, tx, run, people);
export const foreseeValues: ValueChange = (ctx, tx, run, people) => apply('foresee', ctx, tx, run, people);

async function apply<P extends Resolved>(
  by: 'change' | 'foresee',
  ctx: EnterpriseContext,
  tx: Tx,
  run: Run,
  people: readonly P[],
): Promise<readonly P[]> {
  let changed = people;
  for (const { source, [by]: change } of ctx.extensions.of(valueChanges))
    if (source === run.source) changed = await change(ctx, tx, run, changed);
  return changed;
}
