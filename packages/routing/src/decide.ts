import type { RoutingGround as Ground, RoutingMisfit as Misfit } from '@parley/contract';
import { fitTextOf, misfitOf, withChat } from './fit.ts';
import { compareChats, compareDesks, groundOf } from './order.ts';
import type { Desk, Situation, Waiting } from './situation.ts';

/**
 * A chat and its agent.
 * @property fitting desks that had fitted
 * @property ground why this desk and not the next one; 'only': no other fitted
 * @property load of the desk before; `next` is the desk that would have been the next choice
 */
export type Assignment = {
  chatId: string;
  userId: string;
  fitting: number;
  ground: Ground | 'only';
  load: number;
  limit: number;
  next: { userId: string; load: number; limit: number } | null;
};

/** @property refused chats of one text that stay without an agent: for each reason the number of desks */
export type Decision = {
  assignments: Assignment[];
  isCut: boolean;
  refused: { fitText: string; reasons: Partial<Record<Misfit, number>> }[];
};

/** Rounds are short, so that nobody waits long for their locks. */
export const mostInARound = 100;

/** Counts desks that a chat does not fit, by reason. */
export function countMisfits(chat: Waiting, desks: Iterable<Desk>): Partial<Record<Misfit, number>> {
  const reasons: Partial<Record<Misfit, number>> = {};
  for (const desk of desks) {
    const misfit = misfitOf(chat, desk);
    if (misfit) reasons[misfit] = (reasons[misfit] ?? 0) + 1;
  }
  return reasons;
}

const nextTurn = (desks: Iterable<Desk>): number => Math.max(0, ...Array.from(desks, ({ turn }) => turn)) + 1;

function assign(chat: Waiting, fitting: readonly Desk[]): Assignment | undefined {
  const [desk, next] = fitting.toSorted((one, other) => compareDesks(chat, one, other));
  return (
    desk && {
      chatId: chat.chatId,
      userId: desk.userId,
      fitting: fitting.length,
      ground: next ? groundOf(chat, desk, next) : 'only',
      load: desk.load,
      limit: desk.limit,
      next: next ? { userId: next.userId, load: next.load, limit: next.limit } : null,
    }
  );
}

/**
 * Gives chats in their order the best fitting desk each. Nothing is swapped for one match more: the order is what people see.
 * The answer depends on the situation alone, and not on the order of its lists.
 */
export function decide({ waiting, desks }: Situation, atMost = mostInARound): Decision {
  const state = new Map(desks.map((desk) => [desk.userId, desk]));
  let turn = nextTurn(desks);
  const assignments: Assignment[] = [];
  // Room only shrinks: what one chat of a text was refused, the next ones are refused too.
  const refused = new Map<string, Waiting>();
  let isCut = false;
  for (const chat of waiting.toSorted(compareChats)) {
    const fitText = fitTextOf(chat);
    if (refused.has(fitText)) continue;
    const assignment = assign(
      chat,
      [...state.values()].filter((desk) => misfitOf(chat, desk) === null),
    );
    if (!assignment) {
      refused.set(fitText, chat);
      continue;
    }
    if (assignments.length === atMost) {
      isCut = true;
      break;
    }
    assignments.push(assignment);
    state.set(assignment.userId, withChat(state.get(assignment.userId) as Desk, chat, turn));
    turn += 1;
  }
  return {
    assignments,
    isCut,
    refused: [...refused].map(([fitText, chat]) => ({ fitText, reasons: countMisfits(chat, state.values()) })),
  };
}

/**
 * Decides again over what is locked, from a newer reading of it. A chat must fit in both readings. It gets its own place of the first decision,
 * or one that went to a chat behind it: a place that has fallen free ahead of it may be due to a chat that is not locked.
 * @param first the decision by which chats and desks were locked
 * @param before the situation of that decision
 * @param again the locked chats that still wait, and the locked desks
 */
export function confirm(first: Decision, before: Situation, again: Situation): Assignment[] {
  const chatsBefore = new Map(before.waiting.map((chat) => [chat.chatId, chat]));
  const chatsNow = new Map(again.waiting.map((chat) => [chat.chatId, chat]));
  const desksBefore = new Map(before.desks.map((desk) => [desk.userId, desk]));
  const desksNow = new Map(again.desks.map((desk) => [desk.userId, desk]));
  const places: (string | null)[] = first.assignments.map(({ userId }) => userId);
  let turn = nextTurn(again.desks);
  const confirmed: Assignment[] = [];
  for (const [place, { chatId }] of first.assignments.entries()) {
    const [was, is] = [chatsBefore.get(chatId), chatsNow.get(chatId)];
    if (!was || !is) continue;
    const open = new Set(places.slice(place).filter((userId) => userId !== null));
    const fitting = [...open].flatMap((userId) => {
      const [deskWas, deskIs] = [desksBefore.get(userId), desksNow.get(userId)];
      return deskWas && deskIs && misfitOf(was, deskWas) === null && misfitOf(is, deskIs) === null ? [deskIs] : [];
    });
    const assignment = assign(is, fitting);
    if (!assignment) continue;
    const { userId } = assignment;
    places[places.indexOf(userId, place)] = null;
    desksBefore.set(userId, withChat(desksBefore.get(userId) as Desk, was, turn));
    desksNow.set(userId, withChat(desksNow.get(userId) as Desk, is, turn));
    turn += 1;
    // The reasons are those of the first decision, which saw all desks.
    const decided = first.assignments[place] as Assignment;
    confirmed.push(decided.userId === userId ? { ...decided, load: assignment.load, limit: assignment.limit } : assignment);
  }
  return confirmed;
}

export type Verdict = { userId: string; misfit: Misfit | null; load: number; limit: number };

/** Tells for each desk whether the chat fits, by the same rules as the decision. */
export const explain = (chat: Waiting, { desks }: Situation): Verdict[] =>
  desks.map((desk) => ({ userId: desk.userId, misfit: misfitOf(chat, desk), load: desk.load, limit: desk.limit }));
