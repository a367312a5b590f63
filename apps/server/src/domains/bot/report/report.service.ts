import type { ConversationFilter, ConversationGroup, ConversationRange, ConversationRow, ConversationSummary } from '@parley/contract';
import { topIntentsShown } from '@parley/contract';
import { distinctOf, figuresByDay, figuresBySub } from '#platform/measures/figures.ts';
import { addDays } from '#platform/zone/zone-days.ts';
import { assertMayUseChannel } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { readingOf, shownName } from '../../customer/door.ts';
import { readAsk } from './report.days.ts';
import { conversations, dayConversations, dayPeople, identified, messages, scoped, turnGrain, weak } from './report.measures.ts';
import {
  readConversations,
  readIntentNames,
  readPeople,
  readTurns,
  type TurnFilter,
  type TurnLine,
  turnFacts,
} from './report.repository.ts';

const sum = (cells: readonly { count: number }[]) => cells.reduce((total, { count }) => total + count, 0);

/** A key that was made for some channels reads none of this: figures of a bot are of all its channels. */
const assertReads = ({ actor }: Ctx): void => assertMayUseChannel(actor, '');

export function getSummary(ctx: Ctx, range: ConversationRange): Promise<ConversationSummary> {
  assertReads(ctx);
  return ctx.read(async (tx) => {
    const { timeZone, ...ask } = await readAsk(ctx, tx, range);
    const cells = await figuresByDay(tx, turnGrain, turnFacts, ask, [messages, weak, dayConversations]);
    const of = (measure: { code: string }) => cells.filter((cell) => cell.measure === measure.code);
    const [totalMessages, totalConversations] = [sum(of(messages)), await distinctOf(tx, turnGrain, turnFacts, ask, conversations)];
    const top = of(dayConversations).reduce((best, cell) => (cell.count > best.count ? cell : best), { count: 0, day: '' });
    const ofSandbox = ask.isSandbox ? undefined : await figuresByDay(tx, turnGrain, turnFacts, { ...ask, isSandbox: true }, [messages]);
    return {
      totalConversations,
      averageMessages: totalConversations === 0 ? 0 : totalMessages / totalConversations,
      maximumConversations: { maximumConversationsValue: top.count, maximumConversationsDate: top.day },
      weakUnderstanding: sum(of(weak)),
      totalMessages,
      sandboxMessages: ofSandbox ? sum(ofSandbox) : totalMessages,
      timeZone,
    };
  });
}

/** One point a day, 0 where nothing was said. */
export function getGraphs(ctx: Ctx, range: ConversationRange) {
  assertReads(ctx);
  return ctx.read(async (tx) => {
    const { timeZone: _, ...ask } = await readAsk(ctx, tx, range);
    const cells = await figuresByDay(tx, turnGrain, turnFacts, ask, [scoped, weak, dayPeople]);
    const counts = new Map(cells.map(({ measure, day, count }) => [`${measure} ${day}`, count]));
    const days: string[] = [];
    for (let day = ask.first; day <= ask.last; day = addDays(day, 1)) days.push(day);
    const count = ({ code }: { code: string }, day: string) => counts.get(`${code} ${day}`) ?? 0;
    return {
      activeUsers: days.map((date) => ({ date, value: count(dayPeople, date) })),
      scopeTrend: days.map((date) => ({ date, scoped: count(scoped, date), nonScoped: count(weak, date) })),
    };
  });
}

export function getTopIntents(ctx: Ctx, range: ConversationRange) {
  assertReads(ctx);
  return ctx.read(async (tx) => {
    const { timeZone: _, ...ask } = await readAsk(ctx, tx, range);
    const cells = await figuresBySub(tx, turnGrain, turnFacts, ask, identified, topIntentsShown);
    const names = await readIntentNames(
      tx,
      ask,
      cells.map(({ sub }) => sub),
    );
    return cells.map(({ sub, count }) => ({ intentId: sub, intentName: names.get(sub) ?? '', count }));
  });
}

/** @throws DomainError bot.not_found, request.invalid */
export function filterOf(ctx: Ctx, filter: ConversationFilter): Promise<TurnFilter> {
  assertReads(ctx);
  return ctx.read(async (tx) => {
    const { timeZone: _, ...ask } = await readAsk(ctx, tx, filter);
    const { scopeType: scope, sessionId, intentId, customerId } = filter;
    return { ...ask, scope, sessionId, intentId, customerId };
  });
}

export const isIdentified = ({ isInScope, intentId }: Pick<TurnLine, 'isInScope' | 'intentId'>): boolean => isInScope && intentId !== null;

const present = (line: TurnLine): ConversationRow => ({
  turnId: line.turnId,
  sessionId: line.sessionId,
  userMessage: line.text,
  createdOn: line.at.toISOString(),
  intentIdentified: isIdentified(line),
  intent: line.intentName,
  confidence: line.confidence,
  utterance: line.utterance,
  botResponse: line.reply,
  emotion: line.emotion,
  otherIntent: line.otherIntents.map(({ intent, confidence, utterance }) => ({ intent, confidence, utterance })),
  isErased: line.text === '' && line.reply === '',
});

export async function listMessages(
  ctx: Ctx,
  filter: ConversationFilter,
  { from, perPage, after }: { from: number; perPage: number; after: string },
) {
  const wanted = await filterOf(ctx, filter);
  const lines = await ctx.read((tx) => readTurns(tx, wanted, { after, from: after ? 0 : from, limit: perPage + 1 }));
  return { messages: lines.slice(0, perPage).map(present), more: lines.length > perPage };
}

export function listGroups(
  ctx: Ctx,
  { by, ...range }: ConversationRange & { by: 'conversation' | 'person' },
  { from, perPage }: { from: number; perPage: number },
) {
  assertReads(ctx);
  return ctx.read(async (tx) => {
    const { timeZone: _, ...ask } = await readAsk(ctx, tx, range);
    const read = by === 'person' ? readPeople : readConversations;
    const rows = await read(tx, ask, { from, limit: perPage + 1 });
    const eyes = readingOf(ctx.actor);
    const groups = rows.slice(0, perPage).map(
      ({ firstAt, lastAt, name, ...group }): ConversationGroup => ({
        ...group,
        name: shownName(name, eyes),
        firstOn: firstAt.toISOString(),
        lastOn: lastAt.toISOString(),
      }),
    );
    return { groups, more: rows.length > perPage };
  });
}
