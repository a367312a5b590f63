import { type BillingAlert, fieldError, localeOf, mostAlerts, showMoney } from '@parley/contract';
import { changing, creating, recordChange } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { findUserNames, notify, readPlace } from '../../account/door.ts';
import { readAccount } from '../wallet/account.repository.ts';
import { readBalances } from '../wallet/balance.repository.ts';
import { alertRecord } from './alert.record.ts';
import { type AlertRow, deleteAlert, insertAlert, listAlertRows, lockAlertRows, updateAlert } from './alert.repository.ts';

export type AlertChange = { alertId: string; threshold: number; userIds: readonly string[]; version: number };

const present = ({ alertId, threshold, userIds, isBelow, version }: AlertRow): BillingAlert => ({
  alertId,
  threshold,
  userIds,
  isBelow,
  version,
});

export async function listAlerts(ctx: EnterpriseContext) {
  const [rows, { currency }] = await Promise.all([
    ctx.read((tx) => listAlertRows(tx, ctx.enterpriseId)),
    ctx.read((tx) => readAccount(tx, ctx.enterpriseId)),
  ]);
  const chosen = [...new Set(rows.flatMap(({ userIds }) => userIds))];
  const names = await ctx.read((tx) => findUserNames(tx, ctx.enterpriseId, chosen));
  return { alerts: rows.map(present), people: chosen.map((userId, place) => ({ userId, name: names[place] ?? '' })), currency };
}

/**
 * One without an id is new, one without people goes.
 * @throws DomainError request.invalid, billing_alert.not_found, billing_alert.too_many, record.changed
 */
export async function saveAlert(ctx: Ctx, change: AlertChange): Promise<void> {
  try {
    await ctx.transaction((tx) => saveIn(ctx, tx, { ...change, userIds: [...new Set(change.userIds)] }));
  } catch (error) {
    if (violatedConstraint(error) === 'billing_alerts_enterprise_id_threshold_key')
      throw invalidRequest(fieldError('threshold', 'value.invalid'));
    throw error;
  }
}

async function saveIn(ctx: Ctx, tx: Tx, { alertId, threshold, userIds, version }: AlertChange): Promise<void> {
  const { enterpriseId } = ctx;
  const rows = await lockAlertRows(tx, enterpriseId);
  const row = rows.find((one) => one.alertId === alertId);
  if (alertId !== '' && !row) throw new DomainError('billing_alert.not_found', 'There is no such alert.', {});
  if (row) await assertVersion(ctx, tx, alertRecord, { id: alertId, version: row.version }, version);
  if (row && userIds.length === 0) {
    const before = await alertRecord.read(tx, enterpriseId, alertId);
    await deleteAlert(tx, enterpriseId, alertId);
    recordChange(ctx, tx, { record: alertRecord, id: alertId, action: 'delete', before });
    return;
  }
  const names = await findUserNames(tx, enterpriseId, userIds);
  if (userIds.length === 0 || names.includes('')) throw invalidRequest(fieldError('userIds', 'value.invalid'));
  // The author of an alert above the balance knows that: it is sent when the balance falls below it the next time.
  const isBelow = (await readBalances(tx, enterpriseId)).available < threshold;
  if (row) {
    await changing(ctx, tx, alertRecord, alertId, 'edit', () =>
      updateAlert(tx, row, { threshold, userIds: [...userIds], isBelow, version: row.version + 1 }),
    );
    return;
  }
  if (rows.length >= mostAlerts)
    throw new DomainError('billing_alert.too_many', `An enterprise has at most ${mostAlerts} alerts.`, { maximum: mostAlerts });
  const id = newId();
  await creating(
    ctx,
    tx,
    alertRecord,
    () => id,
    () => insertAlert(tx, { enterpriseId, alertId: id, threshold, userIds: [...userIds], isBelow }),
  );
}

/** Looks at the balance, and tells those whose amount it has fallen below since the last look. @returns how many alerts were told */
export function watchBalance(ctx: EnterpriseContext): Promise<number> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const rows = await lockAlertRows(tx, enterpriseId);
    const { available, currency } = await readBalances(tx, enterpriseId);
    const { country } = await readPlace(tx, enterpriseId);
    const show = (amount: number) => showMoney(amount, { currency, locale: localeOf('en', country) });
    const crossed = rows.filter((row) => row.isBelow !== available < row.threshold);
    for (const row of crossed) await updateAlert(tx, row, { isBelow: !row.isBelow });
    const fallen = crossed.filter(({ isBelow }) => !isBelow);
    for (const { alertId, threshold, userIds } of fallen)
      await notify(ctx, tx, userIds, {
        kind: 'low_balance',
        code: 'balance.low',
        values: { threshold: show(threshold), balance: show(available) },
        link: '/billing',
        cause: `balance.low:${alertId}`,
      });
    return fallen.length;
  });
}
