import { Temporal } from 'temporal-polyfill';
import { reaches } from '../../engine/receipts.ts';
import { leave, NodeFault, type Outcome, type Turn, waitFor } from '../../engine/turn.ts';
import { isZone, laterBy, startOf } from '../../expression/dates.ts';
import { isDay, isInstant } from '../../expression/value.ts';
import type { Run } from '../shared/run.ts';
import type { WaitUntil } from './schema.ts';

/** Computes the next instant at which a wall clock shows a time on one of the days; at least a moment from now. */
function nextClock(now: number, zone: string, time: string, weekdays: readonly number[]): number {
  const start = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const clock = Temporal.PlainTime.from(time);
  for (let day = 0; day <= 8; day += 1) {
    const date = start.add({ days: day });
    const at = date.toZonedDateTime({ timeZone: zone, plainTime: clock }).epochMilliseconds;
    if (at > now && (weekdays.length === 0 || weekdays.includes(date.dayOfWeek))) return at;
  }
  throw new NodeFault('The clock shows this time on no day.');
}

function momentOf(turn: Turn, source: string, what: string): number | null {
  if (source === '') return null;
  const value = turn.value(source);
  if (value !== null && isInstant(value)) return value.at;
  if (value !== null && isDay(value)) return startOf(value, turn.facts.zone);
  throw new NodeFault(`${what} is no date.`);
}

const later = ({ now, facts }: Turn, seconds: number | null): number | null =>
  seconds === null ? null : laterBy(now, seconds, facts.zone);

function waitForEvent(turn: Turn, until: WaitUntil & { kind: 'event' }, notAfter: number | null): Outcome {
  turn.markCall(turn.isSecret(until.key));
  return waitFor({ kind: 'event', event: until.event, key: turn.text(until.key), dueAt: later(turn, until.timeoutSeconds), notAfter });
}

function waitForReceipt(turn: Turn, until: WaitUntil & { kind: 'receipt' }, notAfter: number | null): Outcome {
  const sent = turn.instance.sends[until.node];
  if (!sent) throw new NodeFault('That node has sent nothing.');
  if (sent.receipt === 'failed') return leave('failed');
  if (sent.receipt && reaches(sent.receipt, until.receipt)) return leave('next');
  const { turn: of, place } = sent;
  const dueAt = later(turn, until.timeoutSeconds);
  return waitFor({ kind: 'receipt', turn: of, place, receipt: until.receipt, exit: 'next', dueAt, notAfter });
}

function dueOf(turn: Turn, until: Exclude<WaitUntil, { kind: 'event' | 'receipt' }>): number {
  const { now, facts } = turn;
  if (until.kind === 'duration') return laterBy(now, until.seconds, facts.zone);
  if (until.kind === 'clock') return nextClock(now, until.zone === '' ? facts.zone : until.zone, until.time, until.weekdays);
  const date = momentOf(turn, until.date, 'What it waits for');
  if (date === null) throw new NodeFault('What it waits for is no date.');
  return laterBy(date, until.offsetSeconds, facts.zone);
}

export const run: Run<'logic.wait'> = {
  run(turn, { config }) {
    const { until } = config;
    const { now } = turn;
    const notAfter = momentOf(turn, config.notAfter, 'The time behind which it is late');
    if (notAfter !== null && now > notAfter) return leave('late');
    if (until.kind === 'event') return waitForEvent(turn, until, notAfter);
    if (until.kind === 'receipt') return waitForReceipt(turn, until, notAfter);
    const dueAt = dueOf(turn, until);
    if (notAfter !== null && dueAt > notAfter) return leave('late');
    // A date that is over is no wait.
    if (dueAt <= now) return leave('next');
    if (until.kind === 'clock' && until.zone !== '' && !isZone(until.zone)) throw new NodeFault(`There is no time zone ${until.zone}.`);
    return waitFor({ kind: 'timer', dueAt, notAfter });
  },
};
