import { type SandboxLoad, sandboxLoadLimit, z } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { addInvented, ensureSets } from '../../customer/door.ts';
import { sandboxRecord } from './sandbox.record.ts';
import { findGroup } from './sandbox.repository.ts';
import { accessSandbox } from './sandbox.service.ts';

export const loadGroup = 'Sandbox load';
const batchSize = 2000;

/** Made batch by batch: each writes its customers and asks for the next one. */
export const inventCustomers = defineJob({
  name: 'sandbox.invent',
  payload: z.object({
    enterpriseId: z.uuid(),
    userId: z.uuid(),
    from: z.number().int().min(0),
    count: z.number().int().max(sandboxLoadLimit),
  }),
  maxAttempts: 5,
});

/**
 * A number that is nobody's: the exchange 555 of North America, whose lines are given to no one. The directory's own 1212 and the one
 * line that was kept, 4334, are left out.
 */
const areas = [201, 202, 203, 205, 206, 207, 208, 209, 210, 212, 213];
const kept = new Set([1212, 4334]);
const lines = Array.from({ length: 10_000 }, (_, line) => line).filter((line) => !kept.has(line));
export const inventedNumber = (index: number): string =>
  `+1${areas[Math.floor(index / lines.length)]}555${String(lines[index % lines.length]).padStart(4, '0')}`;

export const makeLoad = (ctx: Ctx, channelId: string, count: number): Promise<void> =>
  accessSandbox(ctx, channelId).then(({ row: { name } }) =>
    ctx.transaction((tx) => {
      recordChange(ctx, tx, { record: sandboxRecord, id: channelId, action: 'create', name, counts: { customers: count } });
      return ctx.jobs.enqueue(tx, inventCustomers, { enterpriseId: ctx.enterpriseId, userId: ctx.actor.userId, from: 0, count });
    }),
  );

export async function inventBatch(
  ctx: EnterpriseContext,
  { userId, from, count }: { userId: string; from: number; count: number },
): Promise<void> {
  const until = Math.min(from + batchSize, count);
  const people = Array.from({ length: until - from }, (_, index) => ({
    number: inventedNumber(from + index),
    name: `Sandbox ${String(from + index + 1).padStart(6, '0')}`,
  }));
  await ctx.transaction(async (tx) => {
    const setIds = await ensureSets(tx, ctx.enterpriseId, 'group', [loadGroup], userId);
    await addInvented(tx, ctx.enterpriseId, setIds, people, userId, ctx.now);
    if (until < count) await ctx.jobs.enqueue(tx, inventCustomers, { enterpriseId: ctx.enterpriseId, userId, from: until, count });
  });
}

export async function getLoad(ctx: Ctx, channelId: string): Promise<SandboxLoad> {
  await accessSandbox(ctx, channelId);
  const row = await ctx.read((tx) => findGroup(tx, ctx.enterpriseId, loadGroup));
  return { groupId: row?.setId ?? '', groupName: loadGroup, customerCount: row?.customerCount ?? 0 };
}
