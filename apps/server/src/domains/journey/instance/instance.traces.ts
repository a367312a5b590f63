import type { Tx } from '#platform/db/database.ts';
import { streamsStopped } from '../../bot/door.ts';
import type { CustomerTrace } from '../../customer/door.sql.ts';
import { uncountWalks } from '../merge/instance.uncount.ts';
import { countOnce } from '../merge/merged.rules.ts';
import { stopNow } from '../start/instance.stop.ts';
import { findCounted, findRivals, findWalks, giveMilestones, giveWalks, nameFollower } from './merged.repository.ts';

type Lost = { lost: string; into: string };

/** Leaves one of two walks in the figures: the other names it, and gives it what it has reached. */
async function leaveOne(tx: Tx, enterpriseId: string, pairs: readonly Lost[]): Promise<void> {
  if (pairs.length === 0) return;
  const [lost, into] = [pairs.map((pair) => pair.lost), pairs.map((pair) => pair.into)];
  const rows = await findWalks(tx, enterpriseId, lost);
  await uncountWalks(tx, enterpriseId, rows);
  await nameFollower(tx, enterpriseId, lost, into);
  await giveMilestones(tx, enterpriseId, lost, into);
}

/**
 * Walks of a customer who is one with another from now on go on as the other's. Where both are inside of the same stream with the same key, or
 * both talk on the same channel, the one who leaves the phone book is let go. The person counts once (decision 0055).
 */
export const walksOfCustomer: CustomerTrace = {
  async move(tx, enterpriseId, from, to, { now, jobs }) {
    const rivals = await findRivals(tx, enterpriseId, from, to);
    const stopped = rivals.map(({ instanceId }) => instanceId);
    await stopNow({ enterpriseId, now }, tx, stopped, 'MERGED');
    await streamsStopped({ enterpriseId, jobs }, tx, stopped, 'MERGED');
    const ended = rivals.flatMap(({ instanceId, into }): Lost[] => (into === null ? [] : [{ lost: instanceId, into }]));
    await leaveOne(tx, enterpriseId, ended);
    await leaveOne(tx, enterpriseId, countOnce(await findCounted(tx, enterpriseId, from, to)));
    await giveWalks(tx, enterpriseId, from, to);
  },
};
