import { compareChats, fitTextOf, type Waiting } from '../index.ts';
import { type Arrival, keyOf, type Rules } from './world.ts';

/** A chat that waits. @property fromMs times of its steps begin with it: its arrival, or the opening that it waits for */
export type Guest = {
  arrival: Arrival;
  fromMs: number;
  deadline: number;
  tried: number;
  passed: Map<string, number>;
  agentId: string | null;
  /** The agent to whom it is on offer */
  offeredTo: string | null;
  /** Rises with each change: an event that was planned before holds no more */
  version: number;
  line: string;
  waiting: Waiting;
};

/** Chats that wait, in lines of those that ask for the same. */
export class Lines {
  readonly #lines = new Map<string, Waiting[]>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(guest: Guest): void {
    guest.line = fitTextOf(guest.waiting);
    const line = this.#lines.get(guest.line) ?? [];
    this.#lines.set(guest.line, line);
    line.splice(placeOf(line, guest.waiting), 0, guest.waiting);
    this.#count += 1;
  }

  remove(guest: Guest): void {
    const line = this.#lines.get(guest.line);
    const place = line ? line.indexOf(guest.waiting) : -1;
    if (!line || place < 0) return;
    line.splice(place, 1);
    if (line.length === 0) this.#lines.delete(guest.line);
    this.#count -= 1;
  }

  /** The first chats of each line: all that could get one of so many places, as the rounds of the program read them. */
  first(most: number, isClosed: (departmentId: string | null) => boolean): Waiting[] {
    return [...this.#lines.values()].flatMap((line) => (line[0] && !isClosed(line[0].departmentId) ? line.slice(0, most) : []));
  }

  all(): Waiting[] {
    return [...this.#lines.values()].flat();
  }
}

function placeOf(line: readonly Waiting[], chat: Waiting): number {
  let [from, to] = [0, line.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compareChats(line[middle] as Waiting, chat) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Returns what a chat asks for now, by the steps of its wait. @param offeredTo departments whose agents may get it now */
export function waitingOf(guest: Omit<Guest, 'waiting'>, rules: Rules, offeredTo: readonly string[], now: number): Waiting {
  const { arrival, fromMs } = guest;
  const isAhead = (ms: number) => now < fromMs + ms;
  return {
    chatId: arrival.chatId,
    departmentId: arrival.departmentId,
    offeredTo,
    isClosed: false,
    language: isAhead(arrival.languageMs) ? arrival.language : null,
    skills: arrival.skills.filter(({ ms }) => ms === null || isAhead(ms)).map(({ id, level }) => ({ id, level })),
    requiredId: guest.agentId !== null && isAhead(arrival.agentMs) ? guest.agentId : null,
    preferredId: guest.agentId,
    passedBy: [...guest.passed].filter(([, until]) => now < until).map(([userId]) => userId),
    priority: arrival.priority,
    rankAt: arrival.at,
    weight: arrival.weight,
    isInTurn: rules.isInTurn,
  };
}

/** Times at which the chat asks for less by itself. */
export const stepsOf = ({ arrival, fromMs, passed }: Omit<Guest, 'waiting'>): number[] => [
  ...(arrival.language !== null && arrival.languageMs > 0 ? [fromMs + arrival.languageMs] : []),
  ...arrival.skills.flatMap(({ ms }) => (ms === null ? [] : [fromMs + ms])),
  ...(arrival.agentId !== null && arrival.agentMs > 0 ? [fromMs + arrival.agentMs] : []),
  ...passed.values(),
];

/**
 * Departments whose agents may get a chat: its own and those behind it, up to the first with somebody online, and one more for each time that it
 * has waited.
 */
export function takingOver(
  departmentId: string | null,
  rules: Rules,
  waitedMs: number,
  isManned: (departmentId: string) => boolean,
): readonly string[] {
  if (departmentId === null) return [];
  const chain = [departmentId, ...rules.fallbacks];
  const further = rules.overflowMs > 0 ? Math.floor(Math.max(0, waitedMs) / rules.overflowMs) : 0;
  const manned = chain.findIndex(isManned);
  return chain.slice(0, manned < 0 ? chain.length : manned + 1 + further);
}

export const rulesOf = (departments: Readonly<Record<string, Rules>>, departmentId: string | null): Rules =>
  (departments[keyOf(departmentId)] ?? departments['']) as Rules;
