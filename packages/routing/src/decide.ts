import type { RoutingGround as Ground, RoutingMisfit as Misfit } from '@parley/contract';
import { Desks } from './desks.ts';
import { fitTextOf, misfitOf } from './fit.ts';
import { compareChats, groundOf } from './order.ts';
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

/** Gives the chat the first of the desks that fit. @param inOrder best first @param fitting how many they are */
function assign(chat: Waiting, inOrder: Iterable<Desk>, fitting: number): Assignment | undefined {
  const [desk, next] = inOrder;
  return (
    desk && {
      chatId: chat.chatId,
      userId: desk.userId,
      fitting,
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
  const state = new Desks(desks);
  const assignments: Assignment[] = [];
  // Room only shrinks: what one chat of a text was refused, the next ones are refused too.
  const refused = new Map<string, Waiting>();
  let isCut = false;
  for (const chat of waiting.toSorted(compareChats)) {
    const fitText = fitTextOf(chat);
    if (refused.has(fitText)) continue;
    const fitting = state.fitting(chat, fitText).size;
    if (fitting === 0) {
      refused.set(fitText, chat);
      continue;
    }
    if (assignments.length === atMost) {
      isCut = true;
      break;
    }
    const assignment = assign(chat, state.inOrder(chat, fitText), fitting) as Assignment;
    assignments.push(assignment);
    state.give(assignment.userId, chat);
  }
  return {
    assignments,
    isCut,
    refused: [...refused].map(([fitText, chat]) => ({ fitText, reasons: countMisfits(chat, state.all()) })),
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
  const [desksBefore, desksNow] = [new Desks(before.desks), new Desks(again.desks)];
  const places = new Places(first.assignments);
  const confirmed: Assignment[] = [];
  for (const [place, decided] of first.assignments.entries()) {
    const [was, is] = [chatsBefore.get(decided.chatId), chatsNow.get(decided.chatId)];
    const fitting = () => (was && is ? places.among(desksBefore.fitting(was), desksNow.inOrder(is)) : []);
    const [desk] = fitting();
    if (desk && was && is) {
      const { userId, load, limit } = desk;
      // The reasons are those of the first decision, which saw all desks.
      confirmed.push(
        decided.userId === userId ? { ...decided, load, limit } : (assign(is, fitting(), [...fitting()].length) as Assignment),
      );
      places.take(userId);
      desksBefore.give(userId, was);
      desksNow.give(userId, is);
    }
    places.pass(place);
  }
  return confirmed;
}

/** Places of a decision that nobody has got yet, and that went to a chat not ahead of the one in turn. */
class Places {
  readonly #places: (string | null)[];
  readonly #open = new Map<string, number>();
  #place = 0;

  constructor(assignments: readonly Assignment[]) {
    this.#places = assignments.map(({ userId }) => userId);
    for (const userId of this.#places as string[]) this.#open.set(userId, (this.#open.get(userId) ?? 0) + 1);
  }

  /** Desks with an open place that fit by both readings, as the newer one has them. */
  *among(before: ReadonlyMap<string, Desk>, now: Iterable<Desk>): Iterable<Desk> {
    for (const desk of now) if (this.#open.get(desk.userId) && before.has(desk.userId)) yield desk;
  }

  /** Takes the first place of the user that is open. */
  take(userId: string): void {
    this.#places[this.#places.indexOf(userId, this.#place)] = null;
    this.#close(userId);
  }

  /** The turn is the next chat's: a place that this one has left is nobody's behind it. */
  pass(place: number): void {
    const userId = this.#places[place];
    if (userId) this.#close(userId);
    this.#place = place + 1;
  }

  #close(userId: string): void {
    this.#open.set(userId, (this.#open.get(userId) ?? 0) - 1);
  }
}

export type Verdict = { userId: string; misfit: Misfit | null; load: number; limit: number };

/** Tells for each desk whether the chat fits, by the same rules as the decision. */
export const explain = (chat: Waiting, { desks }: Situation): Verdict[] =>
  desks.map((desk) => ({ userId: desk.userId, misfit: misfitOf(chat, desk), load: desk.load, limit: desk.limit }));
