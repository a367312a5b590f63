import type { ActReason } from '@parley/contract';
import type { Input } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { lockChats } from '../../chat/door.ts';
import { quarterOf } from '../row/instance.counts.ts';
import { seatKeyOf } from '../row/instance.keys.ts';
import { type InstanceRow, insertCountChanges, takeSeats } from '../row/instance.repository.ts';
import {
  findChatsOfFailed,
  findLastCall,
  findSettings,
  isTalkedWith,
  type LastCall,
  lockRowsOfFailed,
  restart,
} from './failed.repository.ts';

/** Walks of these that have failed, locked behind their chats; one that counts no more, since its person was merged, stays over. */
export async function lockFailed(tx: Tx, enterpriseId: string, instanceIds: readonly string[]): Promise<Map<string, InstanceRow>> {
  const chatIds = await findChatsOfFailed(tx, enterpriseId, instanceIds);
  if (chatIds.length === 0) return new Map();
  await lockChats(tx, enterpriseId, [...new Set(chatIds)]);
  return new Map((await lockRowsOfFailed(tx, enterpriseId, instanceIds)).map((row) => [row.instanceId, row]));
}

/** Finds the last call of the node where it failed, if it called; its answer stays sealed, as inputs hold it. */
async function findCall(tx: Tx, { enterpriseId, instanceId, instance }: InstanceRow): Promise<LastCall | undefined> {
  const node = instance.frames.at(-1)?.node ?? '';
  const row = await findLastCall(tx, enterpriseId, instanceId);
  return row?.nodeId === node ? row : undefined;
}

/** Another walk that is where this one was: it talks with the customer, or is the one that its key allows. */
async function sit(tx: Tx, row: InstanceRow): Promise<ActReason | ''> {
  const { enterpriseId, customerId, channelId } = row;
  if (await isTalkedWith(tx, enterpriseId, channelId, customerId)) return 'OTHER_TALKS';
  const settings = await findSettings(tx, row);
  const seated = await takeSeats(tx, [{ ...row, settings, entryKey: seatKeyOf(settings, row.instance.entry, row.startedAt) }]);
  return seated.size > 0 ? '' : 'INSIDE_AGAIN';
}

/**
 * Takes a failed walk up again, where it stood, with what it knew; sensitive values were erased when it failed. A call that was confirmed is not
 * made again unless that is asked for: its answer is read once more. @param retry null: it goes on elsewhere
 * @returns what is to come to it, or why it stays as it is
 */
export async function takeUp(
  ctx: Pick<Ctx, 'now'>,
  tx: Tx,
  row: InstanceRow,
  retry: { repeatsCalls: boolean } | null,
): Promise<{ input: Input } | { refused: ActReason }> {
  const { instance } = row;
  if (instance.frames === undefined || instance.frames.length === 0) return { refused: 'FORGOTTEN' };
  if (ctx.now().getTime() >= instance.lifeUntil) return { refused: 'LIFE_OVER' };
  const call = retry ? await findCall(tx, row) : undefined;
  const isUnknown = call?.state === 'UNKNOWN';
  if (isUnknown && !retry?.repeatsCalls) return { refused: 'CALL_UNKNOWN' };
  const refused = await sit(tx, row);
  if (refused !== '') return { refused };
  const again = call?.state === 'DONE' && !retry?.repeatsCalls ? call : undefined;
  const wait = again ? { kind: 'call' as const, call: again.call } : null;
  await restart(tx, row, JSON.stringify({ ...instance, state: wait ? 'WAITING' : 'RUNNING', reason: '', outcome: '', wait }), ctx.now());
  await uncount(tx, row, again !== undefined);
  if (!again) return { input: { kind: 'retry' } };
  const { status, answer, error } = again;
  return { input: { kind: 'call', call: again.call, outcome: 'DONE', status, answer, error } };
}

/** It has not failed after all; where its node does not do its work anew, it is entered once more by being left once more. */
async function uncount(tx: Tx, row: InstanceRow, isReadAgain: boolean): Promise<void> {
  const { enterpriseId, journeyId, version, channelId, environment, startedAt, endedAt, nodeNo } = row;
  const of = { journeyId, version, channelId, environment, hour: quarterOf(startedAt) };
  const took = (endedAt ?? startedAt).getTime() - startedAt.getTime();
  await insertCountChanges(tx, enterpriseId, [
    { ...of, what: 'ended', nodeNo: 0, exit: 'FAILED', count: -1, timeMs: -took },
    ...(isReadAgain ? [{ ...of, what: 'entered' as const, nodeNo, exit: '', count: 1, timeMs: 0 }] : []),
  ]);
}
