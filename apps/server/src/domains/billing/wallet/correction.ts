import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { moneyCame } from '../../messaging/door.figures.ts';
import { lockAccount, post } from './account.repository.ts';
import { fillLanes, takeLanesBack } from './lanes.ts';

/** Money that an operator gives or takes. @property amount below nothing: it is taken @throws by the check of the row where there is not so much */
export type Correction = { amount: number; reason: string; actor: string; uniqueKey?: string };

export async function bookCorrection(ctx: EnterpriseContext, tx: Tx, correction: Correction): Promise<void> {
  const { enterpriseId } = ctx;
  const at = ctx.now();
  const account = await lockAccount(tx, enterpriseId);
  if (correction.amount < 0) await takeLanesBack(tx, enterpriseId, at);
  await post(tx, enterpriseId, { kind: 'correction', ...correction, at });
  await fillLanes(tx, account, at);
  if (correction.amount > 0) await moneyCame(ctx, tx);
}
