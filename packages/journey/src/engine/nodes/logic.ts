import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { Temporal } from 'temporal-polyfill';
import type { NodeOf } from '../../document/node.ts';
import { compareValues, isSame } from '../../expression/compare.ts';
import { isZone, laterBy, startOf } from '../../expression/dates.ts';
import { showValue } from '../../expression/show.ts';
import { isDay, isInstant, type Value } from '../../expression/value.ts';
import { leave, NodeFault, type Outcome, type Turn, waitFor } from '../turn.ts';

export const condition = (turn: Turn, { config }: NodeOf<'logic.condition'>): Outcome => leave(turn.holds(config.test) ? 'yes' : 'no');

type Case = NodeOf<'logic.switch'>['config']['cases'][number];

function isCase(turn: Turn, value: Value, { operator, values }: Case): boolean {
  const { zone } = turn.facts;
  const given = values.map((source) => turn.value(source));
  const [first = null, second = null] = given;
  const text = showValue(value, { language: 'en', zone }).toLowerCase();
  const textOf = (one: Value) => showValue(one, { language: 'en', zone }).toLowerCase();
  switch (operator) {
    case 'is':
      return given.some((one) => isSame(one, value) || (typeof one === 'string' && typeof value === 'string' && textOf(one) === text));
    case 'between':
      return (
        value !== null &&
        first !== null &&
        second !== null &&
        compareValues(value, first, zone) >= 0 &&
        compareValues(value, second, zone) <= 0
      );
    case 'contains':
      return Array.isArray(value)
        ? given.some((one) => value.some((item) => isSame(item, one)))
        : given.some((one) => text.includes(textOf(one)));
    case 'matches': {
      const pattern = turn.pattern(typeof first === 'string' ? first : '', typeof value === 'string' ? value : '');
      if (typeof pattern === 'string') throw new NodeFault(pattern);
      return typeof value === 'string' && pattern.matcher(value).find();
    }
    case 'inGroup': {
      const groups = turn.customer.groups;
      return Array.isArray(groups) && given.some((one) => groups.some((group) => isSame(group, one)));
    }
  }
}

/** The first case that holds. */
export function choose(turn: Turn, { config }: NodeOf<'logic.switch'>): Outcome {
  const value = turn.value(config.value);
  return leave(config.cases.find((one) => isCase(turn, value, one))?.id ?? 'other');
}

/** A person keeps their branch over instances and versions: it is their hash that decides, and no chance. */
export function split({ facts, frame }: Turn, { config }: NodeOf<'logic.split'>): Outcome {
  const [a = 0, b = 0, c = 0, d = 0] = sha256(utf8ToBytes(`${frame.node}${facts.customerId}`));
  const place = (((a << 24) | (b << 16) | (c << 8) | d) >>> 0) % 10_000;
  let end = 0;
  for (const { id, share } of config.shares) {
    end += share;
    if (place < end) return leave(id);
  }
  return leave(config.shares.at(-1)?.id ?? '');
}

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

const rank = { accepted: 1, delivered: 2, read: 3 } as const;
type Receipt = keyof typeof rank;

/** Whether a message has come as far as somebody waits for. */
export const reaches = (receipt: Receipt | 'failed', wanted: Receipt): boolean => receipt !== 'failed' && rank[receipt] >= rank[wanted];

function momentOf(turn: Turn, source: string, what: string): number | null {
  if (source === '') return null;
  const value = turn.value(source);
  if (value !== null && isInstant(value)) return value.at;
  if (value !== null && isDay(value)) return startOf(value, turn.facts.zone);
  throw new NodeFault(`${what} is no date.`);
}

export function wait(turn: Turn, { config }: NodeOf<'logic.wait'>): Outcome {
  const { until } = config;
  const { now, facts, instance } = turn;
  const notAfter = momentOf(turn, config.notAfter, 'The time behind which it is late');
  if (notAfter !== null && now > notAfter) return leave('late');
  const after = (seconds: number | null) => (seconds === null ? null : laterBy(now, seconds, facts.zone));
  if (until.kind === 'event') {
    turn.markCall(turn.isSecret(until.key));
    return waitFor({
      kind: 'event',
      event: until.event,
      key: turn.text(until.key),
      dueAt: after(until.timeoutSeconds),
      notAfter,
    });
  }
  if (until.kind === 'receipt') {
    const sent = instance.sends[until.node];
    if (!sent) throw new NodeFault('That node has sent nothing.');
    if (sent.receipt === 'failed') return leave('failed');
    if (sent.receipt && reaches(sent.receipt, until.receipt)) return leave('next');
    const { turn: of, place } = sent;
    return waitFor({
      kind: 'receipt',
      turn: of,
      place,
      receipt: until.receipt,
      exit: 'next',
      dueAt: after(until.timeoutSeconds),
      notAfter,
    });
  }
  const dueAt = dueOf(turn, until);
  if (notAfter !== null && dueAt > notAfter) return leave('late');
  // A date that is over is no wait.
  if (dueAt <= now) return leave('next');
  if (until.kind === 'clock' && until.zone !== '' && !isZone(until.zone)) throw new NodeFault(`There is no time zone ${until.zone}.`);
  return waitFor({ kind: 'timer', dueAt, notAfter: notAfter ?? null });

  function dueOf(own: Turn, wanted: Exclude<typeof until, { kind: 'event' | 'receipt' }>): number {
    if (wanted.kind === 'duration') return laterBy(now, wanted.seconds, facts.zone);
    if (wanted.kind === 'clock') return nextClock(now, wanted.zone === '' ? facts.zone : wanted.zone, wanted.time, wanted.weekdays);
    const date = momentOf(own, wanted.date, 'What it waits for');
    if (date === null) throw new NodeFault('What it waits for is no date.');
    return laterBy(date, wanted.offsetSeconds, facts.zone);
  }
}

/** The next round: who comes from inside goes on, who comes from elsewhere begins anew. */
export function loop(turn: Turn, { id, config }: NodeOf<'logic.loop'>): Outcome {
  const { frame, stream } = turn;
  const isInside = turn.cameFrom !== null && stream.isInLoop(id, turn.cameFrom);
  const held = isInside ? frame.loops.find((one) => one.node === id) : undefined;
  const isSecret = config.list !== '' && turn.isSecret(config.list);
  const round = held ?? { node: id, index: -1, items: listOf(turn, config.list), ...(isSecret ? { isSecret } : {}) };
  frame.loops = frame.loops.filter((one) => one.node !== id);
  const index = round.index + 1;
  if (index >= config.most || (round.items && index >= round.items.length)) return leave('done');
  frame.loops.push({ ...round, index });
  if (round.items) turn.set(config.item, round.items[index] ?? null, round.isSecret);
  return leave('each');
}

function listOf(turn: Turn, source: string): Value[] | null {
  if (source === '') return null;
  const list = turn.value(source);
  if (list === null) return [];
  if (!Array.isArray(list)) throw new NodeFault('What it goes over is no list.');
  return list;
}
