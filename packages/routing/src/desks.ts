import { fitTextOf, misfitOf, withChat } from './fit.ts';
import type { Desk, Waiting } from './situation.ts';

type Fitting = { chat: Waiting; desks: Map<string, Desk> };

/**
 * Desks while a decision is made. Chats of one text fit the same desks, so these are found once; a desk that gets a chat is the only one that
 * is looked at again.
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
    const known = this.#fitting.get(fitText);
    if (known) return known.desks;
    const desks = new Map([...this.#desks].filter(([, desk]) => misfitOf(chat, desk) === null));
    this.#fitting.set(fitText, { chat, desks });
    return desks;
  }

  /** Puts the chat on the desk: one more of its room is taken, and its turn is the last. */
  give(userId: string, chat: Waiting): void {
    const former = this.#desks.get(userId);
    if (!former) return;
    this.#turn += 1;
    const desk = withChat(former, chat, this.#turn);
    this.#desks.set(userId, desk);
    // Room only shrinks: a desk that did not fit does not begin to.
    for (const { chat: one, desks } of this.#fitting.values()) {
      if (!desks.has(userId)) continue;
      if (misfitOf(one, desk) === null) desks.set(userId, desk);
      else desks.delete(userId);
    }
  }
}
