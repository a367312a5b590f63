import type { Tx } from '#platform/db/database.ts';
import { type Account, lockAccount, postGranted, spareOf } from './account.repository.ts';
import { emptyGrants, lockLanes, saveLanes } from './grant.repository.ts';
import { fillOf } from './grants.rules.ts';

export const lanesReference = 'conversations';

/** Gives conversations money to go on with. A lane that somebody pays out of at this moment is let be. @param account locked */
export async function fillLanes(tx: Tx, account: Pick<Account, 'enterpriseId'>, at: Date): Promise<void> {
  const { enterpriseId } = account;
  // Reads the account again, with the bookings of the same transaction.
  const { status, ...now } = await lockAccount(tx, enterpriseId);
  if (status !== 'ACTIVE') return;
  const lanes = await lockLanes(tx, enterpriseId, 'free');
  const filled = fillOf(
    lanes.map(({ unused }) => unused),
    Math.max(0, spareOf(now)),
  );
  if (!filled) return;
  const difference = filled.reduce((sum, amount, lane) => sum + amount - (lanes[lane]?.unused ?? 0), 0);
  await saveLanes(
    tx,
    enterpriseId,
    lanes.map(({ payerId }, lane) => ({ payerId, unused: filled[lane] ?? 0 })),
  );
  await postGranted(tx, enterpriseId, difference, lanesReference, at);
}

/** Frees the unused money of conversations. The account is locked by then. @returns the amount */
export async function takeLanesBack(tx: Tx, enterpriseId: string, at: Date): Promise<number> {
  const lanes = (await lockLanes(tx, enterpriseId, 'all')).filter(({ unused }) => unused > 0);
  const held = lanes.reduce((sum, { unused }) => sum + unused, 0);
  await emptyGrants(tx, enterpriseId, lanes);
  await postGranted(tx, enterpriseId, -held, lanesReference, at);
  return held;
}
