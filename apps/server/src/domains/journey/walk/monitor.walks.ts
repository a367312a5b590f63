import type { Tx } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { findWithPeople } from '../../chat/door.ts';
import { findListedWalksByIds, findStanding, type Listed, lockGoing } from './walk.repository.ts';

/** @property isHeld its stream is paused @property isSuspended somebody else talks with its customer */
export type Walk = Listed & { isLive: boolean; isHeld: boolean; isSuspended: boolean; isWithPeople: boolean };

/** Walks as they stand. Those that go on are held in their place until the input stands: what has ended reads nothing any more. */
export async function findWalks(tx: Tx, enterpriseId: string, instanceIds: readonly string[]): Promise<Walk[]> {
  const ids = instanceIds.filter(isUuid);
  await lockGoing(tx, enterpriseId, ids);
  const listed = await findListedWalksByIds(tx, enterpriseId, ids);
  const rows = await findStanding(tx, enterpriseId, listed);
  const standing = new Map(rows.map((row) => [row.instanceId, row]));
  const withPeople = await listWithPeople(tx, enterpriseId, listed);
  return listed.map((row) => ({
    isLive: false,
    isSuspended: false,
    isHeld: false,
    ...standing.get(row.instanceId),
    ...row,
    isWithPeople: withPeople.has(`${row.channelId} ${row.customerId}`),
  }));
}

async function listWithPeople(tx: Tx, enterpriseId: string, walks: readonly Listed[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const [channelId, there] of Map.groupBy(walks, (walk) => walk.channelId)) {
    const customerIds = there.map(({ customerId }) => customerId);
    for (const customerId of await findWithPeople(tx, enterpriseId, channelId, customerIds)) found.add(`${channelId} ${customerId}`);
  }
  return found;
}
