import { fitTextOf, misfitOf, withChat } from './fit.ts';
import { compareDesks } from './order.ts';
import type { Desk, Waiting } from './situation.ts';

/** Desks that chats of one text fit. @property inOrder best first, for a chat that prefers nobody */
type Fitting = { chat: Waiting; byUser: Map<string, Desk>; inOrder: Desk[] };

/**
 * Desks while a decision is made. Chats of one text fit the same desks, so these are found and put in order once; a desk that gets a chat is the
 * only one that is looked at again.
 */
export class Desks {
  readonly #desks: Map<string, Desk>;
  readonly #fitting = new Map<string, Fitting>();
  #turn: number;

  constructor(desks: readonly Desk[]) {
    this.#desks = new Map(desks.map((desk) => [desk.userId, desk]));
    this.#turn = desks.reduce((most, { turn }) => Math.max(most, turn), 0);
  }

  all(): Iterable<Desk> {
    return this.#desks.values();
  }

  /** Returns the desks that the chat fits now, by their users. */
  fitting(chat: Waiting, fitText = fitTextOf(chat)): ReadonlyMap<string, Desk> {
    return this.#fittingOf(chat, fitText).byUser;
  }

  /** Goes through the desks that the chat fits now, best first. */
  *inOrder(chat: Waiting, fitText = fitTextOf(chat)): Iterable<Desk> {
    const { byUser, inOrder } = this.#fittingOf(chat, fitText);
    const preferred = chat.preferredId === null ? undefined : byUser.get(chat.preferredId);
    if (preferred) yield preferred;
    for (const desk of inOrder) if (desk !== preferred) yield desk;
  }

  /** Puts the chat on the desk: one more of its room is taken, and its turn is the last. */
  give(userId: string, chat: Waiting): void {
    const former = this.#desks.get(userId);
    if (!former) return;
    this.#turn += 1;
    const desk = withChat(former, chat, this.#turn);
    this.#desks.set(userId, desk);
    // Room only shrinks: a desk that did not fit does not begin to.
    for (const { chat: one, byUser, inOrder } of this.#fitting.values()) {
      if (!byUser.has(userId)) continue;
      inOrder.splice(placeOf(one, former, inOrder), 1);
      if (misfitOf(one, desk) === null) {
        byUser.set(userId, desk);
        inOrder.splice(placeOf(one, desk, inOrder), 0, desk);
      } else byUser.delete(userId);
    }
  }

  #fittingOf(chat: Waiting, fitText: string): Fitting {
    const known = this.#fitting.get(fitText);
    if (known) return known;
    const any = { ...chat, preferredId: null };
    const inOrder = [...this.#desks.values()].filter((desk) => misfitOf(any, desk) === null);
    inOrder.sort((one, other) => compareDesks(any, one, other));
    const made = { chat: any, byUser: new Map(inOrder.map((desk) => [desk.userId, desk])), inOrder };
    this.#fitting.set(fitText, made);
    return made;
  }
}

/** Finds the place of a desk among desks in their order: its own, or where it is to stand. */
function placeOf(chat: Waiting, desk: Desk, inOrder: readonly Desk[]): number {
  let [from, to] = [0, inOrder.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compareDesks(chat, inOrder[middle] as Desk, desk) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
