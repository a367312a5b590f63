import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Read, Tx } from '../db/database.ts';
import { scheduleTask } from './scheduled-task.ts';

/** The `enterpriseId` of work that belongs to the installation, not to one enterprise. */
export const installationId = '00000000-0000-0000-0000-000000000000';

/** A piece of work that one worker at a time does. `work` is its kind, `workId` is unique within the kind. */
export type Work = {
  enterpriseId: string;
  work:
    | 'training'
    | 'import'
    | 'move'
    | 'source'
    | 'embedding'
    | 'bulk'
    | 'freeze'
    | 'sending'
    | 'pulse'
    | 'audit'
    | 'retention'
    | 'billing'
    | 'reconcile'
    | 'invoice'
    | 'campaign'
    | 'journey'
    | 'search'
    | 'monitor'
    | 'alarm'
    | 'mailbox'
    | 'sql'
    | 'reportAlerts'
    | 'reportMails'
    | 'export';
  workId: string;
};

/**
 * One worker's right to a piece of work. It ends `holdMs` milliseconds after it was taken or last renewed, by the database's clock. A worker
 * that was killed renews nothing, so its work is free after `holdMs` at the latest.
 */
export type Lease = Work & { holderId: string; holdMs: number };

type Transactions = { transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> };

/** Three renewals may fail before the lease ends. @returns milliseconds */
export const renewalMs = (holdMs: number): number => Math.max(1, Math.floor(holdMs / 4));

// clock_timestamp(), since now() is the start of the transaction and a transaction may have waited for a lock.
const heldUntil = ({ holdMs }: Pick<Lease, 'holdMs'>) => sql`clock_timestamp() + make_interval(secs => ${holdMs / 1000})`;

/**
 * Takes the lease unless another worker holds it. The holder may take it again.
 * @param holdMs how long the lease lasts without a renewal
 * @returns undefined when another worker holds it
 */
export async function takeLease(tx: Tx, work: Work, holdMs: number, holderId: string = randomUUID()): Promise<Lease | undefined> {
  const lease = { ...work, holderId, holdMs };
  const { rows } = await sql`
    insert into leases as l (enterprise_id, work, work_id, holder_id, held_until)
    values (${work.enterpriseId}, ${work.work}, ${work.workId}, ${holderId}, ${heldUntil(lease)})
    on conflict (enterprise_id, work, work_id) do update set holder_id = excluded.holder_id, held_until = excluded.held_until
    where l.holder_id = excluded.holder_id or l.held_until <= clock_timestamp()
    returning 1`.execute(tx);
  return rows.length > 0 ? lease : undefined;
}

/** Finds the time until which a piece of work is held, or was held last; undefined: it never was, or was given back. */
export async function findHeldUntil(tx: Read, { enterpriseId, work, workId }: Work): Promise<Date | undefined> {
  const { rows } = await sql<{ heldUntil: Date }>`
    select held_until from leases where enterprise_id = ${enterpriseId} and work = ${work} and work_id = ${workId}`.execute(tx);
  return rows[0]?.heldUntil;
}

/** The same of many pieces of the installation's work at once. @returns those that are held now */
export async function takeLeases(
  tx: Tx,
  work: Work['work'],
  workIds: readonly string[],
  holdMs: number,
  holderId: string,
): Promise<string[]> {
  const { rows } = await sql<{ workId: string }>`
    insert into leases as l (enterprise_id, work, work_id, holder_id, held_until)
    select ${installationId}, ${work}, w.id, ${holderId}, ${heldUntil({ holdMs })} from unnest(${[...workIds]}::uuid[]) w(id) order by w.id
    on conflict (enterprise_id, work, work_id) do update set holder_id = excluded.holder_id, held_until = excluded.held_until
    where l.holder_id = excluded.holder_id or l.held_until <= clock_timestamp()
    returning l.work_id`.execute(tx);
  return rows.map(({ workId }) => workId);
}

/** Gives all pieces of a kind back that a holder has. */
export async function giveBackLeases(tx: Tx, work: Work['work'], holderId: string): Promise<void> {
  await sql`delete from leases where enterprise_id = ${installationId} and work = ${work} and holder_id = ${holderId}`.execute(tx);
}

/**
 * Renews the lease, and locks it until the transaction ends. Called in the transaction that writes a result, it makes sure that no other
 * worker has taken the work meanwhile. A lease whose time is over is renewed as long as nobody else has taken it.
 * @returns false when the lease is lost: the worker must write nothing more
 */
export async function renewLease(tx: Tx, lease: Lease): Promise<boolean> {
  const { rows } = await sql`
    update leases set held_until = ${heldUntil(lease)}
    where enterprise_id = ${lease.enterpriseId} and work = ${lease.work} and work_id = ${lease.workId} and holder_id = ${lease.holderId}
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Gives the lease back, so that another worker need not wait until it ends. Does nothing when it is lost. */
export async function giveBackLease(tx: Tx, lease: Lease): Promise<void> {
  await sql`
    delete from leases
    where enterprise_id = ${lease.enterpriseId} and work = ${lease.work} and work_id = ${lease.workId} and holder_id = ${lease.holderId}`.execute(
    tx,
  );
}

/** Tells whether some worker holds the lease; a worker that was killed holds it until its time is over. */
export async function isLeased(tx: Tx, { enterpriseId, work, workId }: Work): Promise<boolean> {
  const { rows } = await sql<{ isLeased: boolean }>`select is_leased(${enterpriseId}, ${work}, ${workId})`.execute(tx);
  return rows[0]?.isLeased ?? false;
}

/**
 * Renews the lease while `run` is under way, and gives it back at the end, also after a failure.
 * @param run gets a signal that aborts when the lease is lost
 */
export async function holdLease<T>(ctx: Transactions, lease: Lease, run: (lost: AbortSignal) => Promise<T>): Promise<T> {
  const lost = new AbortController();
  const renew = async () => {
    if (!(await ctx.transaction((tx) => renewLease(tx, lease)))) lost.abort();
  };
  // A renewal that fails is no reason to stop: if the database stays away, the lease ends by itself.
  const stopRenewing = scheduleTask(renewalMs(lease.holdMs), renew, () => {});
  try {
    return await run(lost.signal);
  } finally {
    await stopRenewing();
    await ctx.transaction((tx) => giveBackLease(tx, lease)).catch(() => {});
  }
}
