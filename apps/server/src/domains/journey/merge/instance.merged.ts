import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { LockedChat } from '../../chat/door.ts';
import { wakeSuspended } from '../inbox/instance.suspend.ts';
import { CountChanges, standsAt } from '../row/instance.counts.ts';
import type { InstanceRow } from '../row/instance.repository.ts';

/** Condition that a running walk `l` continues in place of one that a merge has ended on a channel. */
export const goesOnFor = (channelId: string): RawBuilder<boolean> => sql<boolean>`
  exists (select from journey_instances m where m.enterprise_id = l.enterprise_id and m.customer_id = l.customer_id and m.channel_id = ${channelId}
    and m.merged_into = l.instance_id and m.reason = 'MERGED')`;

/**
 * Moves a walk to the channel and chat of a customer whose own walk there was ended by a merge. The customer's text answers the question of
 * the walk that goes on instead, which asks there from now on. Called where no walk talks on that channel.
 * @param chat locked
 * @returns whether there is such a walk, which talks there now
 */
export async function followMerged(ctx: EnterpriseContext, tx: Tx, chat: LockedChat): Promise<boolean> {
  const { enterpriseId, channelId, customerId, chatId, address } = chat;
  const found = await tx
    .selectFrom('journeyLive as l')
    .select(['l.instanceId', 'l.startedAt'])
    .where('l.enterpriseId', '=', enterpriseId)
    .where('l.customerId', '=', customerId)
    .where('l.holds', '=', true)
    .where(goesOnFor(channelId))
    .orderBy('l.instanceId', 'desc')
    .executeTakeFirst();
  if (!found) return false;
  const of = (row: Pick<InstanceRow, 'instanceId' | 'startedAt'>) => sql<boolean>`
    enterprise_id = ${enterpriseId} and instance_id = ${row.instanceId} and started_at = ${row.startedAt}`;
  const row = await tx.selectFrom('journeyInstances').selectAll().where(of(found)).forUpdate().executeTakeFirst();
  // It has ended, or has followed them, while its lock was waited for.
  const live = await tx
    .updateTable('journeyLive')
    .set({ channelId, chatId })
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', found.instanceId)
    .where('channelId', '<>', channelId)
    .where('holds', '=', true)
    .returning('instanceId')
    .executeTakeFirst();
  if (!row || !live) return false;
  await tx.updateTable('journeyInstances').set({ channelId, chatId, address }).where(of(row)).execute();
  await tx
    .updateTable('journeyWaits')
    .set({ channelId })
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', row.instanceId)
    .execute();
  await countThere(tx, row, channelId);
  await wakeSuspended(ctx, tx, [row]);
  return true;
}

/** It counts as begun where it will end, and as having entered its node where it will leave it, as one that changes its version does. */
async function countThere(tx: Tx, row: InstanceRow, channelId: string): Promise<void> {
  const { enterpriseId, journeyId, version, environment, startedAt } = row;
  const node = await tx
    .selectFrom('journeyNodes')
    .select('nodeNo')
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('nodeId', '=', standsAt(row.instance))
    .executeTakeFirst();
  const from = { journeyId, version, channelId: row.channelId, environment };
  const to = { ...from, channelId };
  const [gone, come] = [new CountChanges(-1), new CountChanges()];
  gone.started(from, startedAt);
  come.started(to, startedAt);
  if (node) come.moved(from, to, startedAt, node.nodeNo);
  await gone.write(tx, enterpriseId);
  await come.write(tx, enterpriseId);
}
