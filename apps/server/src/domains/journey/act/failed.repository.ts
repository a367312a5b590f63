import type { Settings, Value } from '@parley/journey';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import type { InstanceRow } from '../row/instance.repository.ts';

/** Walks of these that have failed; one that counts no more, since its person was merged, stays over. */
const selectFailed = (tx: Read, enterpriseId: string, instanceIds: readonly string[]) =>
  tx
    .selectFrom('journeyInstances')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`instance_id = any(${instanceIds.filter(isUuid)}::uuid[])`)
    .where('state', '=', 'FAILED')
    .where('mergedInto', 'is', null)
    .orderBy('instanceId');

/** Finds the chats of those of these walks that have failed. */
export const findChatsOfFailed = async (tx: Read, enterpriseId: string, instanceIds: readonly string[]): Promise<string[]> =>
  (await selectFailed(tx, enterpriseId, instanceIds).execute()).map(({ chatId }) => chatId);

/** Locks those of these walks that have failed; their chats are locked before. */
export const lockRowsOfFailed = (tx: Tx, enterpriseId: string, instanceIds: readonly string[]): Promise<InstanceRow[]> =>
  selectFailed(tx, enterpriseId, instanceIds).forUpdate().execute();

export type LastCall = { call: number; nodeId: string; state: string; status: number; answer: Value; error: string };

/** Finds the last call of a walk; its answer is sealed. */
export const findLastCall = async (tx: Read, enterpriseId: string, instanceId: string): Promise<LastCall | undefined> =>
  (await tx
    .selectFrom('journeyCalls')
    .select(['call', 'nodeId', 'state', 'status', 'answer', 'error'])
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .orderBy('call', 'desc')
    .limit(1)
    .executeTakeFirst()) as LastCall | undefined;

/** Finds the settings of the version that a walk is in. */
export async function findSettings(tx: Read, { enterpriseId, journeyId, version }: InstanceRow): Promise<Settings> {
  const { rows } = await sql<{ settings: Settings }>`
    select document->'settings' as settings from journey_versions
    where enterprise_id = ${enterpriseId} and journey_id = ${journeyId} and version = ${version}`.execute(tx);
  return rows[0]?.settings as Settings;
}

/** Tells whether a walk talks with a customer on a channel. */
export async function isTalkedWith(tx: Read, enterpriseId: string, channelId: string, customerId: string): Promise<boolean> {
  const holder = await tx
    .selectFrom('journeyLive')
    .select('instanceId')
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where('customerId', '=', customerId)
    .where('holds', '=', true)
    .executeTakeFirst();
  return holder !== undefined;
}

/** Writes a failed walk as one that goes on. @param instance as it is stored */
export async function restart(tx: Tx, { enterpriseId, instanceId, startedAt }: InstanceRow, instance: string, now: Date): Promise<void> {
  await tx
    .updateTable('journeyInstances')
    .set({ state: 'RUNNING', reason: '', outcome: '', lastError: '', endedAt: null, changedAt: now, instance })
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .where('startedAt', '=', startedAt)
    .execute();
}
