import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { laneCount } from './grants.rules.ts';

export type Grant = { payerKind: 'run' | 'lane'; payerId: string; unused: number; isFinal: boolean; isReserved: boolean };

const columns = sql`payer_kind, payer_id, unused, is_final, is_reserved`;

/** Takes what a batch costs, when it is there and the account is active. @returns what is left; undefined where nothing was taken */
export async function drawFromRun(tx: Tx, enterpriseId: string, runId: string, cost: number): Promise<number | undefined> {
  const { rows } = await sql<{ unused: number }>`
    update wallet_grants g set unused = g.unused - ${cost}::bigint, is_final = false from billing_accounts a
    where g.enterprise_id = ${enterpriseId} and g.payer_kind = 'run' and g.payer_id = ${runId} and g.unused >= ${cost}::bigint
      and a.enterprise_id = g.enterprise_id and a.status = 'ACTIVE'
    returning g.unused`.execute(tx);
  return rows[0]?.unused;
}

export async function lockRunGrant(tx: Tx, enterpriseId: string, runId: string): Promise<Grant | undefined> {
  const { rows } = await sql<Grant>`select ${columns} from wallet_grants
    where enterprise_id = ${enterpriseId} and payer_kind = 'run' and payer_id = ${runId} for update`.execute(tx);
  return rows[0];
}

/** The same, and made where there is none. */
export async function ensureRunGrant(tx: Tx, enterpriseId: string, runId: string): Promise<Grant> {
  await sql`insert into wallet_grants (enterprise_id, payer_kind, payer_id) values (${enterpriseId}, 'run', ${runId}) on conflict do nothing`.execute(
    tx,
  );
  return (await lockRunGrant(tx, enterpriseId, runId)) as Grant;
}

/** @property reserved left out: it stays as it is */
export async function saveRunGrant(
  tx: Tx,
  enterpriseId: string,
  runId: string,
  { unused, isFinal, isReserved }: Pick<Grant, 'unused' | 'isFinal'> & Partial<Pick<Grant, 'isReserved'>>,
): Promise<void> {
  await tx
    .updateTable('walletGrants')
    .set({ unused, isFinal, ...(isReserved === undefined ? {} : { isReserved }) })
    .where('enterpriseId', '=', enterpriseId)
    .where('payerKind', '=', 'run')
    .where('payerId', '=', runId)
    .execute();
}

export async function deleteRunGrants(tx: Tx, enterpriseId: string, runIds: readonly string[]): Promise<void> {
  await sql`delete from wallet_grants where enterprise_id = ${enterpriseId} and payer_kind = 'run' and payer_id = any(${runIds}::uuid[])`.execute(
    tx,
  );
}

/**
 * Locks the unused grants of other payers in the order of their ids; a payer holds its own for one batch at most. Money that was gathered
 * for a batch, or is kept for a run, stays theirs.
 */
export async function lockTakeable(tx: Tx, enterpriseId: string, runId: string): Promise<Grant[]> {
  const { rows } = await sql<Grant>`select ${columns} from wallet_grants
    where enterprise_id = ${enterpriseId} and not is_reserved and not is_final and payer_id <> ${runId}
    order by payer_kind, payer_id for update`.execute(tx);
  // PostgreSQL rechecks a locked row, which leaves out grants that were marked during the wait for their lock.
  return rows.filter(({ unused }) => unused > 0);
}

export async function emptyGrants(tx: Tx, enterpriseId: string, grants: readonly Pick<Grant, 'payerId'>[]): Promise<void> {
  if (grants.length === 0) return;
  await sql`update wallet_grants set unused = 0 where enterprise_id = ${enterpriseId}
    and payer_id = any(${grants.map(({ payerId }) => payerId)}::uuid[]) and unused > 0`.execute(tx);
}

/** Grants of runs that have ended, or that nobody knows. */
export async function lockEnded(tx: Tx, enterpriseId: string): Promise<Grant[]> {
  const { rows } = await sql<Grant>`select ${columns} from wallet_grants g
    where enterprise_id = ${enterpriseId} and payer_kind = 'run' and not exists (
      select from send_runs r where r.enterprise_id = g.enterprise_id and r.run_id = g.payer_id and r.state not in ('done', 'cancelled'))
    order by payer_id for update`.execute(tx);
  return rows;
}

/** A lane pays what its money and its sixteenth of the overdraft cover. */
const room = sql`g.unused + a.overdraft / ${sql.lit(laneCount)}`;

/**
 * Takes what messages cost out of one lane: of those that nobody holds the one with the most.
 * @param waits for one that somebody holds
 * @returns what is left in it; undefined where none covers it, or the account is inactive
 */
export async function drawFromLane(tx: Tx, enterpriseId: string, cost: number, waits: boolean): Promise<number | undefined> {
  const { rows } = await sql<{ unused: number }>`
    with lane as (
      select g.payer_id from wallet_grants g join billing_accounts a on a.enterprise_id = g.enterprise_id
      where g.enterprise_id = ${enterpriseId} and g.payer_kind = 'lane' and a.status = 'ACTIVE' and ${room} >= ${cost}::bigint
      order by g.unused desc, g.payer_id limit 1 for update of g ${waits ? sql`` : sql`skip locked`}
    )
    update wallet_grants g set unused = g.unused - ${cost}::bigint from lane
    where g.enterprise_id = ${enterpriseId} and g.payer_kind = 'lane' and g.payer_id = lane.payer_id
    returning g.unused`.execute(tx);
  return rows[0]?.unused;
}

/** @param which those that are not locked at this moment, or all, which waits for their payers */
export async function lockLanes(tx: Tx, enterpriseId: string, which: 'free' | 'all'): Promise<Grant[]> {
  const { rows } = await sql<Grant>`select ${columns} from wallet_grants
    where enterprise_id = ${enterpriseId} and payer_kind = 'lane' order by payer_id for update ${which === 'free' ? sql`skip locked` : sql``}`.execute(
    tx,
  );
  return rows;
}

export async function saveLanes(tx: Tx, enterpriseId: string, lanes: readonly Pick<Grant, 'payerId' | 'unused'>[]): Promise<void> {
  await sql`update wallet_grants g set unused = l.unused
    from unnest(${lanes.map(({ payerId }) => payerId)}::uuid[], ${lanes.map(({ unused }) => unused)}::bigint[]) as l(payer_id, unused)
    where g.enterprise_id = ${enterpriseId} and g.payer_kind = 'lane' and g.payer_id = l.payer_id`.execute(tx);
}
