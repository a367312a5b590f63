import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { LockedChat } from '../../chat/door.ts';
import { wakeSuspended } from '../inbox/instance.suspend.ts';
import { CountChanges, standsAt } from '../row/instance.counts.ts';
import type { InstanceRow } from '../row/instance.repository.ts';
import { findNodeNumber } from './figure.repository.ts';
import { findFollowing, lockWalk, moveSeat, moveWalk } from './merged.repository.ts';

/**
 * Moves a walk to the channel and chat of a customer whose own walk there was ended by a merge. The customer's text answers the question of
 * the walk that goes on instead, which asks there from now on. Called where no walk talks on that channel.
 * @param chat locked
 * @returns whether there is such a walk, which talks there now
 */
export async function followMerged(ctx: EnterpriseContext, tx: Tx, chat: LockedChat): Promise<boolean> {
  const { enterpriseId, channelId, customerId, chatId, address } = chat;
  const found = await findFollowing(tx, enterpriseId, customerId, channelId);
  if (!found) return false;
  const row = await lockWalk(tx, enterpriseId, found);
  // It has ended, or has followed them, while its lock was waited for.
  const isMoved = await moveSeat(tx, enterpriseId, found.instanceId, { channelId, chatId });
  if (!row || !isMoved) return false;
  await moveWalk(tx, row, { channelId, chatId, address });
  await countThere(tx, row, channelId);
  await wakeSuspended(ctx, tx, [row]);
  return true;
}

/** It counts as begun where it will end, and as having entered its node where it will leave it, as one that changes its version does. */
async function countThere(tx: Tx, row: InstanceRow, channelId: string): Promise<void> {
  const { enterpriseId, journeyId, version, environment, startedAt } = row;
  const nodeNo = await findNodeNumber(tx, enterpriseId, journeyId, standsAt(row.instance));
  const from = { journeyId, version, channelId: row.channelId, environment };
  const to = { ...from, channelId };
  const [gone, come] = [new CountChanges(-1), new CountChanges()];
  gone.started(from, startedAt);
  come.started(to, startedAt);
  if (nodeNo !== undefined) come.moved(from, to, startedAt, nodeNo);
  await gone.write(tx, enterpriseId);
  await come.write(tx, enterpriseId);
}
