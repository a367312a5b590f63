import { fieldError, type ReportAlert, type ReportAlertSave, reportAlertsMax } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { accessDenied, DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { listReaders } from '../board/board.readers.ts';
import { faultsOfFilter, idsOfFilter } from '../board/board.tiles.ts';
import { readNames, unitOf } from '../figure/figure.measure.ts';
import { reportAlertRecord } from './alert.record.ts';
import {
  type AlertRow,
  countAlertsAlone,
  deleteAlert,
  findAlert,
  insertAlert,
  listAlerts,
  lockAlert,
  updateAlert,
} from './alert.repository.ts';

/** Administrators see all chats. */
const mayChange = ({ actor }: Ctx, { ownerId }: AlertRow): boolean => ownerId === actor.userId || actor.isAdministrator;
const sees = (ctx: Ctx, row: AlertRow): boolean => mayChange(ctx, row) || row.userIds.includes(ctx.actor.userId);
const alertNotFound = () => new DomainError('report_alert.not_found', 'No such alert.', {});

async function present(ctx: Ctx, tx: Read, row: AlertRow): Promise<ReportAlert> {
  const [owner = '', ...names] = await findUserNames(tx, ctx.enterpriseId, [row.ownerId, ...row.userIds]);
  return {
    id: row.reportAlertId,
    name: row.name,
    measure: row.measure,
    unit: unitOf(row.measure),
    filter: row.filter,
    windowMinutes: row.windowMinutes,
    direction: row.direction,
    value: row.value,
    leastRows: row.leastRows,
    quietFrom: row.quietFrom,
    quietUntil: row.quietUntil,
    people: row.userIds.map((id, place) => ({ id, name: names[place] ?? '' })),
    isActive: row.isActive,
    owner: { id: row.ownerId, name: owner },
    isOwn: row.ownerId === ctx.actor.userId,
    canEdit: mayChange(ctx, row),
    state: row.state,
    since: row.stateSince.toISOString(),
    // It is what its owner may see: others read it in the notice, if they may.
    lastValue: mayChange(ctx, row) ? row.lastValue : null,
    lookedAt: row.lookedAt?.toISOString() ?? null,
    hold: row.isActive ? row.hold : 'off',
    version: row.version,
  };
}

export const readAlerts = (ctx: Ctx): Promise<ReportAlert[]> =>
  ctx.read(async (tx) => {
    const found: ReportAlert[] = [];
    for (const row of await listAlerts(tx, ctx.enterpriseId, ctx.actor)) found.push(await present(ctx, tx, row));
    return found;
  });

/** @throws DomainError report_alert.not_found */
export const readAlert = (ctx: Ctx, alertId: string): Promise<ReportAlert> =>
  ctx.read(async (tx) => {
    const row = await findAlert(tx, ctx.enterpriseId, alertId);
    if (!row || !sees(ctx, row)) throw alertNotFound();
    return present(ctx, tx, row);
  });

/** An alert to change. @throws DomainError report_alert.not_found, or 1403 for one of others */
async function accessAlert(tx: Tx, ctx: Ctx, alertId: string): Promise<AlertRow> {
  const row = await lockAlert(tx, ctx.enterpriseId, alertId);
  if (!row || !sees(ctx, row)) throw alertNotFound();
  if (!mayChange(ctx, row)) throw accessDenied(['CHAT.VIEW_ANALYTICS']);
  return row;
}

/** The columns of a save; whatever it changes, the alert begins quiet. @throws DomainError request.invalid */
async function toColumns(ctx: Ctx, tx: Tx, save: ReportAlertSave, former?: AlertRow) {
  const known = new Set([...(former ? idsOfFilter(former.filter) : []), ...(former?.userIds ?? [])]);
  const userIds = [...new Set(save.userIds)].filter((id) => id !== (former?.ownerId ?? ctx.actor.userId));
  const readers = new Set((await listReaders(ctx, tx, userIds)).map(({ userId }) => userId));
  const strangers = userIds.filter((id) => !readers.has(id) && !known.has(id));
  const faults = [
    ...faultsOfFilter(save, await readNames(tx, ctx.enterpriseId), 'filter', known),
    ...((save.quietFrom === '') === (save.quietUntil === '') ? [] : [fieldError('quietFrom', 'report.quiet')]),
    ...(strangers.length > 0 ? [fieldError('userIds', 'report.user')] : []),
  ];
  if (faults.length > 0) throw invalidRequest(...faults);
  const now = ctx.now();
  const { name, measure, filter, windowMinutes, direction, value, leastRows, quietFrom, quietUntil, isActive } = save;
  return {
    ...{ name: name.trim(), measure, filter, windowMinutes, direction, value, leastRows, quietFrom, quietUntil, isActive, userIds },
    ...({ state: 'QUIET', stateSince: now, backSince: null, lastValue: null, lookedAt: null, hold: '', nextAt: now } as const),
  };
}

/** @throws DomainError report_alert.too_many or request.invalid */
export const createAlert = (ctx: Ctx, save: ReportAlertSave): Promise<ReportAlert> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId, actor } = ctx;
    const reportAlertId = newId();
    const columns = await toColumns(ctx, tx, save);
    if ((await countAlertsAlone(tx, enterpriseId)) >= reportAlertsMax)
      throw new DomainError('report_alert.too_many', `At most ${reportAlertsMax} alerts are possible.`, { maximum: reportAlertsMax });
    await creating(
      ctx,
      tx,
      reportAlertRecord,
      () => reportAlertId,
      () => insertAlert(tx, { ...columns, enterpriseId, reportAlertId, ownerId: actor.userId }),
    );
    return present(ctx, tx, (await findAlert(tx, enterpriseId, reportAlertId)) as AlertRow);
  });

/** @throws DomainError report_alert.not_found, 1403, record.changed or request.invalid */
export const saveAlert = (ctx: Ctx, alertId: string, { version, ...save }: ReportAlertSave & { version: number }): Promise<ReportAlert> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const row = await accessAlert(tx, ctx, alertId);
    await assertVersion(ctx, tx, reportAlertRecord, { id: alertId, version: row.version }, version);
    const change = { ...(await toColumns(ctx, tx, save, row)), version: row.version + 1 };
    await changing(ctx, tx, reportAlertRecord, alertId, 'edit', () => updateAlert(tx, enterpriseId, alertId, change));
    return present(ctx, tx, (await findAlert(tx, enterpriseId, alertId)) as AlertRow);
  });

/** @throws DomainError report_alert.not_found or 1403 */
export const removeAlert = (ctx: Ctx, alertId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    await accessAlert(tx, ctx, alertId);
    await changing(ctx, tx, reportAlertRecord, alertId, 'delete', () => deleteAlert(tx, ctx.enterpriseId, alertId));
  });
