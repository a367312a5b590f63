import { type AnalyticsMeasure, fieldError } from '@parley/contract';
import { invalidRequest } from '#platform/http/domain-error.ts';
import { columnOf } from '#platform/measures/aggregate.ts';
import { defineGrain, type Measure, type Where } from '#platform/measures/measure.ts';

const since = '2026-11-29';
const facts = { clock: 'when the chat began', permission: 'CHAT.VIEW_ANALYTICS' } as const;
const ofChats = {
  ...facts,
  about: 'One chat, as the function put_chat_facts makes it of its row. Chats of the sandbox are counted apart.',
};
const ofSpells = { ...facts, about: 'One time for which an agent had a chat, from its beginning to its end.' };
type Better = Measure['better'];
type Coded<Code> = Measure & { code: Code };

const count = <const Code extends AnalyticsMeasure>(code: Code, better: Better, where: Where = {}): Coded<Code> => ({
  code,
  version: 1,
  since,
  unit: 'chats',
  better,
  kind: { rows: true },
  where,
});
const share = <const Code extends AnalyticsMeasure>(
  code: Code,
  better: Better,
  of: AnalyticsMeasure,
  by: AnalyticsMeasure,
): Coded<Code> => ({
  ...count(code, better),
  unit: 'share',
  kind: { ratio: [of, by] },
});
const mean = <const Code extends AnalyticsMeasure>(code: Code, better: Better, unit: 'ms' | 'stars', column: string): Coded<Code> => ({
  ...count(code, better),
  unit,
  kind: { mean: column },
});
const quantile = <const Code extends AnalyticsMeasure>(code: Code, column: string, percent: 50 | 90): Coded<Code> => ({
  ...count(code, 'less'),
  unit: 'ms',
  kind: { quantile: [column, percent] },
});

/**
 * Figures of chats. Incoming chats are those that were attended, missed for good, ended without people, or that wait or are with a bot now.
 * `owned` are those that the facts of agents know of.
 */
export const chatGrain = defineGrain('chat', ofChats, [
  count('chat.incoming', 'neither'),
  count('chat.attended', 'more', { is_attended: true }),
  count('chat.missed', 'less', { was_missed: true }),
  count('chat.missedOutOfHours', 'less', { was_missed: true, missed_reason: 0 }),
  count('chat.missedTimedOut', 'less', { was_missed: true, missed_reason: 1 }),
  count('chat.missedAfterClosing', 'less', { was_missed: true, missed_reason: 2 }),
  count('chat.missedForGood', 'less', { was_missed: true, is_attended: false }),
  count('chat.unserved', 'neither', { was_missed: false, is_attended: false, is_ended: true }),
  count('chat.waiting', 'neither', { was_missed: false, is_attended: false, is_ended: false }),
  count('chat.transferred', 'less', { is_transferred: true }),
  count('chat.ended', 'neither', { is_ended: true }),
  count('chat.closed', 'neither', { outcome: 'closed' }),
  count('chat.closedByAgent', 'neither', { outcome: 'closed', ended_by: 'agent' }),
  count('chat.closedByCustomer', 'neither', { outcome: 'closed', ended_by: 'customer' }),
  count('chat.closedBySystem', 'neither', { outcome: 'closed', ended_by: 'system' }),
  count('chat.closedByBot', 'neither', { outcome: 'closed', ended_by: 'bot' }),
  count('chat.closedUnknown', 'neither', { outcome: 'closed', ended_by: 'unknown' }),
  count('chat.stillOpen', 'neither', { outcome: 'open' }),
  count('chat.owned', 'neither', { is_owned: true }),
  count('chat.asked', 'neither', { was_asked: true }),
  count('chat.rated', 'more', { rating: 'notNull' }),
  count('chat.cameBack', 'less', { came_back: true }),
  mean('chat.wait', 'less', 'ms', 'wait_ms'),
  quantile('chat.waitMedian', 'wait_ms', 50),
  quantile('chat.waitP90', 'wait_ms', 90),
  mean('chat.firstReply', 'less', 'ms', 'first_reply_ms'),
  quantile('chat.firstReplyMedian', 'first_reply_ms', 50),
  quantile('chat.firstReplyP90', 'first_reply_ms', 90),
  mean('chat.handling', 'less', 'ms', 'handling_ms'),
  quantile('chat.handlingMedian', 'handling_ms', 50),
  quantile('chat.handlingP90', 'handling_ms', 90),
  mean('chat.rating', 'more', 'stars', 'rating'),
  share('chat.ratingRate', 'more', 'chat.rated', 'chat.asked'),
  share('chat.cameBackRate', 'less', 'chat.cameBack', 'chat.ended'),
]);

const ofOpenTime = {
  ...facts,
  about: 'The same chats, with the wait as it was reckoned in open hours of the department at the first pickup.',
};
/** A grain of its own: views of figures by SQL, which have the columns of `chat`, do not have this one. */
export const openTimeGrain = defineGrain('chatOpenTime', ofOpenTime, [mean('chat.openWait', 'less', 'ms', 'open_wait_ms')]);

/** Figures of the times for which agents had chats, on the day on which the chat began. */
export const spellGrain = defineGrain('spell', ofSpells, [
  count('spell.owned', 'neither'),
  count('spell.passedOn', 'less', { is_passed_on: true }),
  mean('spell.firstReply', 'less', 'ms', 'first_reply_ms'),
  quantile('spell.firstReplyMedian', 'first_reply_ms', 50),
  mean('spell.handling', 'less', 'ms', 'handling_ms'),
  quantile('spell.handlingMedian', 'handling_ms', 50),
]);

const all = new Map<string, Measure>(
  [...chatGrain.measures, ...openTimeGrain.measures, ...spellGrain.measures].map((measure) => [measure.code, measure]),
);

export const measureOf = (code: AnalyticsMeasure): Measure => all.get(code) as Measure;
export const measuresOf = (...codes: readonly AnalyticsMeasure[]): Measure[] => codes.map(measureOf);
export const isOfSpells = (code: AnalyticsMeasure): boolean => code.startsWith('spell.');

/**
 * The facts of a duration that took longer than so many milliseconds.
 * @throws DomainError request.invalid for a measure that takes no duration
 */
export function aboveOf(measure: Measure, ms: number): Measure {
  const column = columnOf(measure.kind);
  if (column === undefined) throw invalidRequest(fieldError('above', 'value.invalid'));
  return { ...measure, unit: 'chats', kind: { rows: true }, where: { ...measure.where, [column]: { above: ms } } };
}
