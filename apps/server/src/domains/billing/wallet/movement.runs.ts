import type { Movement } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import type { Actor, Ctx } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

export type PaidRun = NonNullable<Movement['paysFor']> & { runId: string };
/** Names the sendings of these runs that the actor may see. */
export const paidRuns = defineExtensionPoint<(tx: Read, actor: Actor, runIds: readonly string[]) => Promise<PaidRun[]>>('wallet.paidRuns');

/** Names the purposes of movements by their references: those of runs are the runs' ids. */
export async function nameReferences(
  ctx: Pick<Ctx, 'actor' | 'extensions'>,
  tx: Read,
  references: readonly string[],
): Promise<Map<string, PaidRun>> {
  const runIds = [...new Set(references.filter(isUuid))];
  const found = new Map<string, PaidRun>();
  if (runIds.length === 0) return found;
  for (const name of ctx.extensions.of(paidRuns)) for (const run of await name(tx, ctx.actor, runIds)) found.set(run.runId, run);
  return found;
}
