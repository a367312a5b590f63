import { type RawBuilder, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { InstanceRow } from '../row/instance.repository.ts';

/** Condition that a running walk `l` continues in place of one that a merge has ended on a channel. */
export const goesOnFor = (channelId: string): RawBuilder<boolean> => sql<boolean>`
  exists (select from journey_instances m where m.enterprise_id = l.enterprise_id and m.customer_id = l.customer_id and m.channel_id = ${channelId}
    and m.merged_into = l.instance_id and m.reason = 'MERGED')`;

type WalkKey = Pick<InstanceRow, 'instanceId' | 'startedAt'>;

/** Finds the walk that continues, wherever it talks, in place of one of this customer that a merge has ended on the channel. */
export const findFollowing = (tx: Read, enterpriseId: string, customerId: string, channelId: string): Promise<WalkKey | undefined> =>
  tx
    .selectFrom('journeyLive as l')
    .select(['l.instanceId', 'l.startedAt'])
    .where('l.enterpriseId', '=', enterpriseId)
    .where('l.customerId', '=', customerId)
    .where('l.holds', '=', true)
    .where(goesOnFor(channelId))
    .orderBy('l.instanceId', 'desc')
    .executeTakeFirst();

const isWalk = (enterpriseId: string, { instanceId, startedAt }: WalkKey): RawBuilder<boolean> => sql<boolean>`
  enterprise_id = ${enterpriseId} and instance_id = ${instanceId} and started_at = ${startedAt}`;

export const lockWalk = (tx: Tx, enterpriseId: string, walk: WalkKey): Promise<InstanceRow | undefined> =>
  tx.selectFrom('journeyInstances').selectAll().where(isWalk(enterpriseId, walk)).forUpdate().executeTakeFirst();

/** Moves the seat of a walk that talks elsewhere. @returns false when it does not, or not any more */
export async function moveSeat(
  tx: Tx,
  enterpriseId: string,
  instanceId: string,
  { channelId, chatId }: { channelId: string; chatId: string },
): Promise<boolean> {
  const live = await tx
    .updateTable('journeyLive')
    .set({ channelId, chatId })
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .where('channelId', '<>', channelId)
    .where('holds', '=', true)
    .returning('instanceId')
    .executeTakeFirst();
  return live !== undefined;
}

/** Moves a walk and its wait to a channel and chat. */
export async function moveWalk(
  tx: Tx,
  walk: InstanceRow,
  { channelId, chatId, address }: { channelId: string; chatId: string; address: string },
): Promise<void> {
  const { enterpriseId, instanceId } = walk;
  await tx.updateTable('journeyInstances').set({ channelId, chatId, address }).where(isWalk(enterpriseId, walk)).execute();
  await tx
    .updateTable('journeyWaits')
    .set({ channelId })
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .execute();
}
