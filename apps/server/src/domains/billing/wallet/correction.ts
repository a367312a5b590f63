import type { Tx } from '#platform/db/database.ts';
import { lockAccount, post } from './account.repository.ts';
import { fillLanes, takeLanesBack } from './lanes.ts';

/** Money that an operator gives or takes. @property amount below nothing: it is taken @throws by the check of the row where there is not so much */
export type Correction = { enterpriseId: string; amount: number; reason: string; actor: string; uniqueKey?: string; at: Date };

export async function bookCorrection(tx: Tx, { enterpriseId, amount, at, ...more }: Correction): Promise<void> {
  const account = await lockAccount(tx, enterpriseId);
  if (amount < 0) await takeLanesBack(tx, enterpriseId, at);
  await post(tx, enterpriseId, { kind: 'correction', amount, at, ...more });
  await fillLanes(tx, account, at);
}
