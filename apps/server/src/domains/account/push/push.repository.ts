import { mostDevices } from '@parley/contract';
import { type Insertable, sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { PushDeviceTable } from '#platform/db/schema.account.ts';
import { newId } from '#platform/ids.ts';
import { keptSeconds } from './push.rules.ts';

/** A device belongs to the user who signed in on it last; beyond the most that one may have, the oldest goes. */
export async function upsertDevice(tx: Tx, device: Insertable<PushDeviceTable> & { createdAt: Date }): Promise<void> {
  const { enterpriseId, userId } = device;
  await tx
    .insertInto('pushDevices')
    .values(device)
    .onConflict((conflict) =>
      conflict.columns(['enterpriseId', 'tokenHash']).doUpdateSet({ userId, token: device.token, sessionId: device.sessionId }),
    )
    .execute();
  await sql`delete from push_devices where enterprise_id = ${enterpriseId} and token_hash in (
    select d.token_hash from push_devices d where d.enterprise_id = ${enterpriseId} and d.user_id = ${userId}
      and d.token_hash <> ${device.tokenHash} order by d.created_at desc, d.token_hash offset ${mostDevices - 1})`.execute(tx);
}

export async function deleteDevice(tx: Tx, enterpriseId: string, tokenHash: Buffer, userId?: string): Promise<void> {
  await tx
    .deleteFrom('pushDevices')
    .where('enterpriseId', '=', enterpriseId)
    .where('tokenHash', '=', tokenHash)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId as string))
    .execute();
}

export async function countDevices(tx: Read, enterpriseId: string, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('pushDevices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Deletes the devices of all enterprises; their consoles register again at their next start, once pushes are on. */
export async function forgetDevices(db: Db): Promise<void> {
  await sql`select forget_push_devices()`.execute(db);
}

/** Lists the users who have a browser that takes pushes. */
export async function listBrowserOwners(tx: Tx, enterpriseId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.selectFrom('pushDevices').select('userId').distinct().where('enterpriseId', '=', enterpriseId).execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** @property count of what it tells; left out: one more than waits to be sent */
export type Push = { kind: string; cause: string; path: string; count?: number };

/** A push for each browser of these users; one that still waits is counted up instead. */
export async function insertPushes(
  tx: Tx,
  enterpriseId: string,
  userIds: readonly string[],
  push: Push,
  now: Date,
  seconds: number = keptSeconds,
): Promise<void> {
  const devices = await tx
    .selectFrom('pushDevices')
    .select('tokenHash')
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', 'in', [...userIds])
    // Fixed order: two transactions that push to the same browsers would otherwise wait for each other.
    .orderBy('tokenHash')
    .execute();
  if (devices.length === 0) return;
  const expiresAt = new Date(now.getTime() + seconds * 1000);
  await tx
    .insertInto('pushMessages')
    .values(devices.map(({ tokenHash }) => ({ enterpriseId, pushId: newId(), tokenHash, ...push, dueAt: now, expiresAt })))
    .onConflict((conflict) =>
      conflict.columns(['enterpriseId', 'tokenHash', 'kind', 'cause']).doUpdateSet((eb) => ({
        count: push.count === undefined ? sql<number>`push_messages.count + 1` : eb.ref('excluded.count'),
        path: eb.ref('excluded.path'),
        expiresAt: eb.ref('excluded.expiresAt'),
      })),
    )
    .execute();
}

export type ClaimedPush = Omit<Push, 'count'> & {
  enterpriseId: string;
  pushId: string;
  tokenHash: Buffer;
  token: string;
  count: number;
  attempts: number;
  expiresAt: Date;
};

export async function claimPushes(db: Db, at: Date, most: number, heldMs: number): Promise<ClaimedPush[]> {
  const { rows } = await sql<ClaimedPush>`
    select * from claim_push_messages(${at}::timestamptz, ${most}::integer, make_interval(secs => ${heldMs / 1000}))`.execute(db);
  return rows;
}

/** A push is over, unless it was counted up while it was under way: then it goes again, with the count of now. */
export async function finishPush(tx: Tx, { enterpriseId, pushId, count }: ClaimedPush): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('pushMessages')
    .where('enterpriseId', '=', enterpriseId)
    .where('pushId', '=', pushId)
    .where('count', '=', count)
    .executeTakeFirst();
  if (numDeletedRows > 0n) return;
  await tx
    .updateTable('pushMessages')
    .set({ claimedUntil: null, attempts: 0 })
    .where('enterpriseId', '=', enterpriseId)
    .where('pushId', '=', pushId)
    .execute();
}

export async function postponePush(tx: Tx, { enterpriseId, pushId, attempts }: ClaimedPush, dueAt: Date): Promise<void> {
  await tx
    .updateTable('pushMessages')
    .set({ dueAt, claimedUntil: null, attempts: attempts + 1 })
    .where('enterpriseId', '=', enterpriseId)
    .where('pushId', '=', pushId)
    .execute();
}
