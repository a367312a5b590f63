import { type Instance, moveInstance, type NotMoved } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import { createPauses } from '#platform/pauses.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readCountry, readTimeZone } from '../../account/door.ts';
import { putInputs } from '../inbox/instance.inputs.ts';
import { askHours } from '../opening/opening.follow.ts';
import { standsAt } from '../row/instance.counts.ts';
import { type InstanceRow, lockInstances } from '../row/instance.repository.ts';
import { openInstance, sealInstance } from '../row/instance.seal.ts';
import { type RunningVersion, VersionCache } from '../row/instance.versions.ts';
import { findOlder, writeMoved } from './move.repository.ts';

const chunk = 200;
/** Walks that stay are named with their reasons, and no more of them than this. */
const mostNamed = 200;

export type MovedWalks = { moved: number; left: { instanceId: string; reason: NotMoved }[] };
type Engine = { secrets: Pick<Secrets, 'encrypt' | 'decrypt'> };

/**
 * Lets who waits in older versions go on in a newer one, a chunk to a transaction: each is moved whole or not at all, its deadlines stay, and the
 * move is one of its turns.
 */
export async function moveToVersion(ctx: EnterpriseContext, { secrets }: Engine, journeyId: string, version: number): Promise<MovedWalks> {
  const versions = new VersionCache();
  const result: MovedWalks = { moved: 0, left: [] };
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const done = await ctx.transaction((tx) => moveChunk(ctx, tx, { secrets, versions, journeyId, version, after }));
    result.moved += done.moved;
    result.left.push(...done.left.slice(0, mostNamed - result.left.length));
    if (done.last === '') return result;
    after = done.last;
  }
}

type Chunk = { secrets: Engine['secrets']; versions: VersionCache; journeyId: string; version: number; after: string };

async function moveChunk(
  ctx: EnterpriseContext,
  tx: Tx,
  { secrets, versions, journeyId, version, after }: Chunk,
): Promise<MovedWalks & { last: string }> {
  const { enterpriseId } = ctx;
  const live = await findOlder(tx, enterpriseId, { journeyId, version, after, most: chunk });
  const last = live.length === chunk ? (live.at(-1)?.instanceId ?? '') : '';
  if (live.length === 0) return { moved: 0, left: [], last };
  const rows = await lockInstances(tx, enterpriseId, live);
  const to = await versions.load(tx, enterpriseId, journeyId, version);
  const [zone, country] = await Promise.all([readTimeZone(tx, enterpriseId), readCountry(tx, enterpriseId)]);
  const moved: { row: InstanceRow; instance: Instance }[] = [];
  const left: MovedWalks['left'] = [];
  const pauses = createPauses();
  for (const row of rows) {
    await pauses.ifDue();
    // Somebody else has moved it while its lock was waited for.
    if (row.version >= version) continue;
    // One that has not begun yet begins in the version that it was given.
    if (row.turn === 0 || (row.state !== 'RUNNING' && row.state !== 'WAITING')) continue;
    const from = await versions.load(tx, enterpriseId, journeyId, row.version);
    const instance = openInstance(secrets, row.instance);
    const after = moveInstance(from.compiled, to.compiled, instance, { zone, country, language: instance.language }, ctx.now().getTime());
    if ('reason' in after) left.push({ instanceId: row.instanceId, reason: after.reason });
    else moved.push({ row, instance: { ...after.instance, turn: instance.turn + 1 } });
  }
  await write(ctx, tx, { secrets, to }, moved);
  return { moved: moved.length, left, last };
}

async function write(
  ctx: EnterpriseContext,
  tx: Tx,
  { secrets, to }: { secrets: Engine['secrets']; to: RunningVersion },
  moved: readonly { row: InstanceRow; instance: Instance }[],
): Promise<void> {
  if (moved.length === 0) return;
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const rows = moved.map(({ row, instance }) => ({
    instance_id: row.instanceId,
    started_at: row.startedAt,
    former: row.version,
    turn: instance.turn,
    // A node has one number over all versions.
    node_no: to.nodeNumbers.get(standsAt(instance)) ?? null,
    instance: sealInstance(secrets, to.compiled, instance),
  }));
  await writeMoved(tx, enterpriseId, to.version, rows, now);
  // The node may wait for another calendar here.
  const waiting = moved.filter(({ instance: { wait } }) => wait?.kind === 'hours');
  await putInputs(
    ctx,
    tx,
    waiting.map(({ row }) => askHours(row.instanceId)),
  );
}
