import type { BroadcastCheck } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { createPauses } from '#platform/pauses.ts';
import { columnsOf, isTooLong, mayBeTooLong, resolveValues } from '../../messaging/door.run.ts';
import { type RunMessage, toOutgoing } from '../../messaging/door.talk.ts';
import { findByAddress, listMembers } from '../message/recipient.repository.ts';
import { columnReader } from '../message/recipients.ts';

const mostLooked = 10_000;
const page = 1000;
const noId = '00000000-0000-0000-0000-000000000000';

/**
 * Counts recipients who lack a value that the template needs, by value, and recipients whose text gets too long: they would be skipped
 * (MAPPING_MISSING, VALUE_TOO_LONG).
 */
export async function countLacking(
  tx: Tx,
  enterpriseId: string,
  channelType: number,
  { numbers, groupIds }: { numbers: readonly string[]; groupIds: readonly string[] },
  message: RunMessage,
): Promise<BroadcastCheck['lacking']> {
  const wanted = columnsOf(message.mapping);
  const canBeLong = mayBeTooLong(channelType, message);
  // Nothing is taken from recipients, or what they lack has a fallback.
  if (!canBeLong && resolveValues(message, {}, channelType).missing.length === 0) return { count: 0, looked: 0, tooLong: 0, variables: [] };
  const readColumns = await columnReader(tx, enterpriseId, wanted);
  const pauses = createPauses();
  const counts = new Map<string, number>();
  let [count, looked, tooLong] = [0, 0, 0];
  const look = async (columns: Readonly<Record<string, string>>) => {
    await pauses.ifDue();
    looked += 1;
    const { missing, values } = resolveValues(message, columns, channelType);
    if (missing.length > 0) count += 1;
    else if (canBeLong && isTooLong(channelType, () => toOutgoing(message, values))) tooLong += 1;
    for (const key of missing) counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (let from = 0; from < numbers.length && looked < mostLooked; from += page) {
    const part = numbers.slice(from, from + page);
    const known = await findByAddress(tx, enterpriseId, channelType, part);
    for (const number of part) {
      const customer = known.get(number);
      await look(customer ? readColumns(customer) : {});
    }
  }
  for (const groupId of groupIds) {
    for (let after: string | undefined = noId; after !== undefined && looked < mostLooked; ) {
      const members = await listMembers(tx, enterpriseId, groupId, after, Math.min(page, mostLooked - looked));
      for (const member of members) await look(readColumns(member));
      after = members.at(-1)?.customerId;
    }
  }
  const variables = [...counts].map(([key, lacks]) => ({ key, count: lacks })).sort((a, b) => b.count - a.count);
  return { count, looked, tooLong, variables };
}
