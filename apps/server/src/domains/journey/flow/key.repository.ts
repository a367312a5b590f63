import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { FlowKeyTable } from '#platform/db/schema.journey.ts';

export type KeyRow = Selectable<FlowKeyTable>;

/** Keys of a channel that open requests, the present one first. */
export const listKeys = (tx: Read, enterpriseId: string, channelId: string, now: Date): Promise<KeyRow[]> =>
  tx
    .selectFrom('flowKeys')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where((eb) => eb.or([eb('readUntil', 'is', null), eb('readUntil', '>', now)]))
    .orderBy(sql`case state when 'CURRENT' then 0 when 'NEXT' then 1 else 2 end`)
    .orderBy('createdAt', 'desc')
    .execute();

/** The channel's keys change one after the other. */
export const lockKeys = (tx: Tx, channelId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`flow keys ${channelId}`}, 0))`.execute(tx);

export async function insertKey(tx: Tx, row: Insertable<FlowKeyTable>): Promise<void> {
  await tx.insertInto('flowKeys').values(row).execute();
}

export async function updateKey(tx: Tx, enterpriseId: string, keyId: string, change: Updateable<FlowKeyTable>): Promise<void> {
  await tx.updateTable('flowKeys').set(change).where('enterpriseId', '=', enterpriseId).where('keyId', '=', keyId).execute();
}

/** The present key becomes an old one, which is read for a while. */
export async function retireCurrent(tx: Tx, enterpriseId: string, channelId: string, readUntil: Date): Promise<void> {
  await tx
    .updateTable('flowKeys')
    .set({ state: 'OLD', readUntil })
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('state', '=', 'CURRENT')
    .execute();
}

/** Finds the facts that the audit trail keeps of a key: which one it is, and none of its parts. */
export const findRecordedKey = (tx: Read, enterpriseId: string, keyId: string) =>
  tx
    .selectFrom('flowKeys as k')
    .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'k.enterpriseId').onRef('c.channelId', '=', 'k.channelId'))
    .select(['c.name as channelName', 'k.state'])
    .where('k.enterpriseId', '=', enterpriseId)
    .where('k.keyId', '=', keyId)
    .executeTakeFirst();

/** Finds the filling that a token names; of this enterprise alone. */
export const findByToken = (tx: Read, enterpriseId: string, code: string): Promise<{ fillingId: string } | undefined> =>
  tx.selectFrom('formFillings').select('fillingId').where('enterpriseId', '=', enterpriseId).where('code', '=', code).executeTakeFirst();
