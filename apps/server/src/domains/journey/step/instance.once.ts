import type { EnterpriseContext } from '../../../context.ts';
import { VersionCache } from '../row/instance.versions.ts';
import { type Engine, stepInstances } from './instance.batch.ts';
import { findLiveOf } from './step.repository.ts';

/** Takes all steps that the walks of one customer can take now, for callers whose rows no worker sees yet. */
export function createWalkSteps(ctx: EnterpriseContext, secrets: Engine['secrets']): (customerId: string) => Promise<void> {
  const engine: Engine = { versions: new VersionCache(), secrets };
  return async (customerId) => {
    const instanceIds = await ctx.read((tx) => findLiveOf(tx, ctx.enterpriseId, customerId));
    for (let more = instanceIds.length > 0; more; ) more = await stepInstances(ctx, engine, instanceIds);
  };
}
