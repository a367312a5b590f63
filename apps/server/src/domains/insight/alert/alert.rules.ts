import type { AlertDirection, AlertState } from '@parley/contract';
import { toLocal } from '#platform/zone/local-time.ts';

const minuteMs = 60_000;

/** @property rows that the value is of */
export type AlertFigure = { value: number | null; rows: number };
export type AlertRule = {
  windowMinutes: number;
  direction: AlertDirection;
  value: number;
  leastRows: number;
  quietFrom: string;
  quietUntil: string;
};
/** @property backSince of one that is over: since when its figure is back; null: it is not */
export type AlertStanding = { state: AlertState; backSince: Date | null };

/** A figure of fewer rows than are asked for is over nothing. */
export const isOver = ({ direction, value: limit, leastRows }: AlertRule, { value, rows }: AlertFigure): boolean =>
  value !== null && rows >= leastRows && (direction === 'above' ? value > limit : value < limit);

/** Quiet hours go over midnight where they end earlier than they begin. */
export function isQuietHour({ quietFrom, quietUntil }: Pick<AlertRule, 'quietFrom' | 'quietUntil'>, now: Date, zone: string): boolean {
  if (quietFrom === quietUntil) return false;
  const time = toLocal(now, zone).slice(11, 16);
  return quietFrom < quietUntil ? time >= quietFrom && time < quietUntil : time >= quietFrom || time < quietUntil;
}

/**
 * Decides an alert: it tells once when its figure crosses the value, and again only after that has been back for a window. What is over in
 * quiet hours is told when they end, if it still is.
 */
export function decideAlert(
  before: AlertStanding,
  rule: AlertRule,
  figure: AlertFigure,
  { now, zone }: { now: Date; zone: string },
): AlertStanding & { isTold: boolean } {
  const over = isOver(rule, figure);
  if (before.state === 'QUIET') {
    const isTold = over && !isQuietHour(rule, now, zone);
    return { state: isTold ? 'OVER' : 'QUIET', backSince: null, isTold };
  }
  const backSince = over ? null : (before.backSince ?? now);
  const isBack = backSince !== null && now.getTime() - backSince.getTime() >= rule.windowMinutes * minuteMs;
  return { state: isBack ? 'QUIET' : 'OVER', backSince: isBack ? null : backSince, isTold: false };
}
