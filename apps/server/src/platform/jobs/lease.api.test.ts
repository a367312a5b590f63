import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { giveBackLease, holdLease, isLeased, type Lease, renewalMs, renewLease, takeLease, type Work } from './lease.ts';

const { makeUser, contextOf, deps } = await startApp();
const ctx = contextOf(await makeUser());
const makeWork = (): Work => ({ enterpriseId: ctx.enterpriseId, work: 'bulk', workId: randomUUID() });
const take = (work: Work, holdMs = 60_000, holderId?: string) => ctx.transaction((tx) => takeLease(tx, work, holdMs, holderId));
const renew = (lease: Lease) => ctx.transaction((tx) => renewLease(tx, lease));
const isHeld = (work: Work) => ctx.transaction((tx) => isLeased(tx, work));
/** Expires the lease. */
const lapse = ({ workId }: Work) =>
  ctx.transaction((tx) =>
    tx
      .updateTable('leases')
      .set({ heldUntil: new Date(0) })
      .where('workId', '=', workId)
      .execute(),
  );

test('one of many workers that ask at once gets the lease, and only that one may take it again', async () => {
  const work = makeWork();
  const leases = (await Promise.all(Array.from({ length: 8 }, () => take(work)))).filter((lease) => lease !== undefined);
  expect(leases).toHaveLength(1);
  const [lease] = leases as [Lease];
  expect(await isHeld(work)).toBe(true);
  expect(await take(work)).toBeUndefined();
  expect(await take(work, 60_000, lease.holderId)).toEqual(lease);
});

test('a lease lasts as long as it was asked for, by the clock of the database, and each renewal makes it last as long again', async () => {
  const work = makeWork();
  const lease = (await take(work, 30_000)) as Lease;
  const left = async () => {
    const { rows } = await ctx.transaction((tx) =>
      sql<{
        left: number;
      }>`select extract(epoch from held_until - now())::float8 as left from leases where work_id = ${work.workId}`.execute(tx),
    );
    return rows[0]?.left;
  };
  expect(await left()).toSatisfy((seconds: number) => seconds > 0 && seconds <= 30);
  expect(await renew({ ...lease, holdMs: 90_000 })).toBe(true);
  expect(await left()).toSatisfy((seconds: number) => seconds > 30 && seconds <= 90);
});

test('a lease that is given back is free at once, and its former holder neither renews it nor gives back the next one', async () => {
  const work = makeWork();
  const first = (await take(work)) as Lease;
  await ctx.transaction((tx) => giveBackLease(tx, first));
  expect(await isHeld(work)).toBe(false);
  expect(await renew(first)).toBe(false);
  const second = (await take(work)) as Lease;
  await ctx.transaction((tx) => giveBackLease(tx, first));
  expect(await renew(second)).toBe(true);
});

test('a lease whose time is over is renewed until another worker takes it', async () => {
  const work = makeWork();
  const first = (await take(work)) as Lease;
  await lapse(work);
  expect(await isHeld(work)).toBe(false);
  expect(await renew(first)).toBe(true);
  expect(await isHeld(work)).toBe(true);
  await lapse(work);
  const second = (await take(work)) as Lease;
  expect(second.holderId).not.toBe(first.holderId);
  expect(await renew(first)).toBe(false);
  expect(await renew(second)).toBe(true);
});

test('work under a lease renews it, gives it back at the end and after a failure, and hears when it is lost', async () => {
  const work = makeWork();
  const lease = (await take(work, 400)) as Lease;
  await holdLease(ctx, lease, async () => {
    await lapse(work);
    await vi.waitFor(async () => expect(await isHeld(work)).toBe(true));
  });
  expect(await isHeld(work)).toBe(false);
  const failing = (await take(work, 400)) as Lease;
  await expect(holdLease(ctx, failing, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await isHeld(work)).toBe(false);

  const losing = (await take(work, 400)) as Lease;
  await holdLease(ctx, losing, async (lost) => {
    await ctx.transaction((tx) => giveBackLease(tx, losing));
    expect(await take(work)).toBeDefined();
    await vi.waitFor(() => expect(lost.aborted).toBe(true));
  });
  expect(await isHeld(work)).toBe(true);
});

test('leases of other enterprises are neither seen nor taken away', async () => {
  const work = makeWork();
  const lease = (await take(work)) as Lease;
  const stranger = contextOf(await makeUser());
  expect(await stranger.transaction((tx) => renewLease(tx, lease))).toBe(false);
  await stranger.transaction((tx) => giveBackLease(tx, lease));
  await expect(stranger.transaction((tx) => takeLease(tx, work, 1000))).rejects.toThrow('row-level security');
  expect(await renew(lease)).toBe(true);
});

test('leases that ended more than a day ago are deleted', async () => {
  const [old, fresh] = [makeWork(), makeWork()];
  await take(old);
  const kept = (await take(fresh)) as Lease;
  await lapse(old);
  await sql`select delete_lapsed_leases()`.execute(deps.db);
  const left = await ctx.transaction((tx) => tx.selectFrom('leases').select('workId').execute());
  expect(left.map(({ workId }) => workId)).not.toContain(old.workId);
  expect(await renew(kept)).toBe(true);
});

test('a lease is renewed four times in its duration', () => {
  expect(renewalMs(8000)).toBe(2000);
  expect(renewalMs(1)).toBe(1);
});
