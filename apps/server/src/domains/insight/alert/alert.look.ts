import { type FigureFilter, type FigureMeasure, isOfTurns, type NoticeWords, type ReportAlertEvent } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { addDays, dayOf } from '#platform/zone/zone-days.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { notify } from '../../account/door.ts';
import { readTurnFigures } from '../../bot/door.ts';
import { type FigureReader, readFigures } from '../../chat/door.ts';
import { listReaders } from '../board/board.readers.ts';
import { refusalOf } from '../board/board.tiles.ts';
import { rowsOf, unitOf } from '../figure/figure.measure.ts';
import { showFigure } from '../figure/figure.show.ts';
import { type AlertRow, findAlert, type Look, listDueAlerts, lockAlert, updateAlert } from './alert.repository.ts';
import { type AlertFigure, decideAlert } from './alert.rules.ts';

const everyMs = 60_000;
const minuteMs = 60_000;
const atOnce = 500;

/** Looks at the alerts whose minute is over. One that fails holds up no other; it is looked at again a minute later. */
export async function lookAtAlerts(deps: Deps): Promise<void> {
  for (const { enterpriseId, reportAlertId } of await listDueAlerts(deps.db, deps.now(), atOnce))
    await lookAt(enterpriseContext(deps, enterpriseId), reportAlertId).catch((error: unknown) =>
      deps.log.warn({ err: error, reportAlertId }, 'an alert was not looked at'),
    );
}

async function lookAt(ctx: EnterpriseContext, alertId: string): Promise<void> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const [alert, zone, readers] = await ctx.read(async (tx) => {
    const row = await findAlert(tx, enterpriseId, alertId);
    return [row, await ctx.readTimeZone(tx), row ? await listReaders(ctx, tx, [row.ownerId, ...row.userIds]) : []] as const;
  });
  if (!alert) return;
  const owner = readers.find(({ userId }) => userId === alert.ownerId);
  const found = owner ? await readFigure(ctx, owner, alert, { now, zone }) : 'owner';
  await ctx.transaction(async (tx) => {
    // The second of two workers finds it looked at; one whose rule was saved meanwhile is looked at by the new one.
    const row = await lockAlert(tx, enterpriseId, alertId);
    if (!row?.isActive || row.nextAt > now || row.version !== alert.version) return;
    const look: Look = { lookedAt: now, nextAt: new Date(now.getTime() + everyMs), hold: typeof found === 'string' ? found : '' };
    if (typeof found === 'string') return updateAlert(tx, enterpriseId, alertId, look);
    const { isTold, ...standing } = decideAlert(row, row, found, { now, zone });
    const since = standing.state === row.state ? row.stateSince : now;
    await updateAlert(tx, enterpriseId, alertId, { ...look, ...standing, stateSince: since, lastValue: found.value });
    if (!isTold) return;
    await tell(ctx, tx, row, readers, found);
    await tellSystems(ctx, tx, row, found, now);
  });
}

type Moment = { now: Date; zone: string };

/** The figure of the last minutes as the owner may see it, or the reason why there is none. */
async function readFigure(
  ctx: EnterpriseContext,
  owner: FigureReader,
  { measure, filter, windowMinutes }: AlertRow,
  { now, zone }: Moment,
): Promise<AlertFigure | 'owner' | 'slow'> {
  if (refusalOf(owner, { measure, filter, by: 'none' })) return 'owner';
  const since = new Date(now.getTime() - windowMinutes * minuteMs);
  // A day more on both sides: chats keep the day of the zone that the enterprise had when they began.
  const days = { first: addDays(dayOf(since, zone), -1), last: addDays(dayOf(now, zone), 1) };
  const ask = { by: 'none' as const, ...days, since, until: now, zone };
  const compared = { compare: 'none' as const, now };
  try {
    const { whole } = isOfTurns(measure)
      ? (await readTurnFigures(ctx, { ...ask, measures: [measure], botId: filter.botId ?? '' }, compared)).now
      : (await readFigures(ctx, owner, { ...ask, measures: [measure], filter }, compared)).now;
    return { value: whole.get(measure)?.value ?? null, rows: rowsOf(measure, whole) };
  } catch (error) {
    if (error instanceof DomainError && error.code === 'report.too_slow') return 'slow';
    throw error;
  }
}

/** Tells whether somebody sees all chats that the owner's figure counts: it tells nobody of others. */
export function mayHear(reader: FigureReader, owner: FigureReader, asks: { measure: FigureMeasure; filter: FigureFilter }): boolean {
  if (reader.userId === owner.userId) return true;
  if (refusalOf(reader, { ...asks, by: 'none' })) return false;
  if (isOfTurns(asks.measure) || reader.dataScope === 'enterprise') return true;
  if (reader.dataScope === 'own' || owner.dataScope === 'own') return false;
  const counted =
    asks.filter.departmentIds.length > 0 ? asks.filter.departmentIds : owner.dataScope === 'department' ? owner.departments : undefined;
  return counted?.every((id) => id === 'none' || reader.departments.includes(id)) ?? false;
}

async function tell(
  ctx: EnterpriseContext,
  tx: Tx,
  alert: AlertRow,
  readers: readonly FigureReader[],
  { value }: AlertFigure,
): Promise<void> {
  const owner = readers.find(({ userId }) => userId === alert.ownerId);
  const told = owner ? readers.filter((reader) => mayHear(reader, owner, alert)).map(({ userId }) => userId) : [];
  const unit = unitOf(alert.measure);
  const values = {
    alert: alert.name,
    value: showFigure(unit, value),
    limit: showFigure(unit, alert.value),
    minutes: alert.windowMinutes,
  };
  const words: NoticeWords = { code: alert.direction === 'above' ? 'report.above' : 'report.below', values };
  await notify(ctx, tx, told, { kind: 'report_alert', ...words, link: '/boards/alerts', cause: `report_alert:${alert.reportAlertId}` });
}

/** Own systems are told with the people: those of the enterprise see all of it. */
const tellSystems = (ctx: EnterpriseContext, tx: Tx, alert: AlertRow, { value, rows }: AlertFigure, now: Date): Promise<void> => {
  const { reportAlertId: alertId, name, measure, windowMinutes, direction, value: limit } = alert;
  const data = { alertId, alert: name, measure, unit: unitOf(measure), windowMinutes, direction, limit, value, rows };
  return ctx.webhooks.publish(tx, {
    type: 'report.alert',
    orderKey: alertId,
    channelId: '',
    data: { ...data, at: now.toISOString() } satisfies ReportAlertEvent,
  });
};
