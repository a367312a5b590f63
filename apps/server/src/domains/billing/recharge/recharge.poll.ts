import { excuse } from '#platform/audit/trail.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { findRechargeRow, listDue, type RechargeRef, updateRecharge } from './recharge.repository.ts';
import { nextCheck } from './recharge.rules.ts';
import { checkRecharge } from './recharge.service.ts';

/** Asks the gateway about recharges that nobody has told the end of. Each is due anew before it is asked about, so a killed worker loses none. */
export async function pollRecharges(deps: Deps): Promise<number> {
  const gateway = deps.gateway();
  if (!gateway) return 0;
  const due = await listDue(deps.db, deps.now());
  for (const ref of due) {
    const ctx = enterpriseContext(deps, ref.enterpriseId);
    await putOff(deps, ref);
    await checkRecharge(deps, gateway, ctx, ref.rechargeId).catch((error: unknown) =>
      deps.log.warn({ err: error, rechargeId: ref.rechargeId }, 'a recharge could not be looked up'),
    );
  }
  return due.length;
}

const putOff = (deps: Deps, ref: RechargeRef): Promise<void> =>
  enterpriseContext(deps, ref.enterpriseId).transaction(async (tx) => {
    const row = await findRechargeRow(tx, ref);
    if (!row) return;
    excuse(tx, 'when the gateway is asked again');
    await updateRecharge(tx, ref, {
      checks: row.checks + 1,
      nextCheckAt: row.state !== 'paid' ? nextCheck(row.checks + 1, deps.now()) : null,
    });
  });
