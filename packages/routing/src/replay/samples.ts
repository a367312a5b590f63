import { type Desk, decide, type Waiting } from '../index.ts';
import { randomOf } from './random.ts';
import type { Recorded, Records } from './records.ts';
import { limitOf, type Person, type Rules, type World } from './world.ts';

/** A second, naive account of chats and agents that shares the router with the replay and nothing else: for tests and the bench. */
export type SampleOptions = {
  seed: number;
  days: number;
  chatsADay: number;
  agents: number;
  /** Chats at once */
  limit: number;
  meanWorkMs: number;
  /** Each further chat of an agent draws all of them out by this share */
  drawnOut: number;
  meanPatienceMs: number;
  missedAfterMs: number;
  /** Mean time until an offer is accepted; 0: chats are handed over at once */
  meanReactionMs: number;
  idOf: (kind: 'chat' | 'user', place: number) => string;
  departmentId: string | null;
  from: number;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Times of this size are no more exact than that. */
const closeMs = 0.01;

export const usualSample: SampleOptions = {
  seed: 1,
  days: 7,
  chatsADay: 300,
  agents: 6,
  limit: 3,
  meanWorkMs: 12 * 60_000,
  drawnOut: 0.1,
  meanPatienceMs: 20 * 60_000,
  missedAfterMs: 10 * 60_000,
  meanReactionMs: 8_000,
  idOf: (kind, place) => `${kind}-${String(place).padStart(6, '0')}`,
  departmentId: 'support',
  from: Date.UTC(2026, 0, 5),
};

type Came = { chat: Recorded; workMs: number; patienceMs: number; reactionMs: number };
type Busy = { came: Came; userId: string; left: number | null; until: number | null };

const exponential = (mean: number, random: () => number): number => -mean * Math.log(1 - random());

function comeOf(options: SampleOptions): Came[] {
  const { seed, days, chatsADay, meanWorkMs, meanPatienceMs, meanReactionMs, idOf, departmentId, from } = options;
  const random = randomOf(seed);
  const times = Array.from({ length: days * chatsADay }, (_, place) => {
    // Most come in the middle of a day of ten hours.
    const hour = 8 + 10 * ((random() + random()) / 2);
    return Math.floor(from + Math.floor(place / chatsADay) * dayMs + hour * hourMs);
  }).sort((one, other) => one - other);
  return times.map((at, place) => ({
    chat: {
      ...{ chatId: idOf('chat', place), departmentId, at, weight: 100, priority: 5, language: null, languageMs: 0, skills: [] },
      ...{
        agentId: null,
        agentMs: 0,
        tries: [],
        reactionMs: null,
        reactionAtLeastMs: 0,
        pickedAt: null,
        missedAt: null,
        leftAt: null,
        spells: [],
      },
    },
    workMs: exponential(meanWorkMs, random),
    patienceMs: exponential(meanPatienceMs, random),
    reactionMs: meanReactionMs > 0 ? 500 + exponential(meanReactionMs, random) : 0,
  }));
}

function peopleOf({ days, agents, limit, idOf, departmentId, from }: SampleOptions): Person[] {
  return Array.from({ length: agents }, (_, place) => {
    const person = {
      userId: idOf('user', place),
      departmentIds: departmentId === null ? [] : [departmentId],
      languages: [],
      skills: {},
      priority: 1,
    };
    // Two shifts that overlap.
    const [begin, end] = place % 2 === 0 ? [7.5, 15] : [11, 18.75];
    const online = Array.from(
      { length: days },
      (_, day) => [from + day * dayMs + begin * hourMs, from + day * dayMs + end * hourMs] as const,
    );
    return { ...person, ownLimit: null, limit: limit * 100, online };
  });
}

const rulesOf = ({ missedAfterMs, meanReactionMs }: SampleOptions): Omit<Rules, 'slowness'> => ({
  ...{ isInTurn: false, isOffered: meanReactionMs > 0, acceptWithinMs: 600_000, missedAfterMs, wrapUpMs: 0, overflowMs: 0, fallbacks: [] },
  ...{ mostOfDepartment: 0, open: null, stopBeforeClosingMs: 0, isMissedWhileClosed: true },
});

/** A range in which chats came, were given out by the router, and ended. */
export function sampleRecords(options: SampleOptions): Records {
  const { days, from, departmentId, limit } = options;
  const people = peopleOf(options);
  const chats = live(comeOf(options), people, options);
  const key = departmentId ?? '';
  const rules = rulesOf(options);
  const range: Pick<World, 'from' | 'until' | 'hourOfDay' | 'days' | 'limits' | 'usualLimit' | 'rampPerMinute'> = {
    from,
    until: from + days * dayMs,
    hourOfDay: Array.from({ length: days * 24 }, (_, hour) => hour % 24),
    days: Array.from({ length: days }, (_, day) => ({ from: from + day * dayMs, weekday: (day % 7) + 1 })),
    limits: {},
    usualLimit: limit * 100,
    rampPerMinute: 60,
  };
  return {
    ...range,
    chats,
    people: people.map((one) => ({ ...one, limit: limitOf(one, range) })),
    fixed: [],
    departments: { '': rules, [key]: rules },
  };
}

/** Lives through the range, event by event, looking through everything for the next one. */
function live(come: readonly Came[], people: readonly Person[], { drawnOut, missedAfterMs }: SampleOptions): Recorded[] {
  const recorded = new Map(come.map(({ chat }): [string, Recorded] => [chat.chatId, chat]));
  const put = (id: string, change: Partial<Recorded>) => recorded.set(id, { ...(recorded.get(id) as Recorded), ...change });
  const edges = [...new Set(people.flatMap(({ online }) => online.flat()))].sort((one, other) => one - other);
  const idleSince = new Map<string, number>();
  let waiting: Came[] = [];
  let busy: Busy[] = [];
  let [now, next] = [0, 0];
  const served = (userId: string) => busy.filter((one) => one.userId === userId && one.until === null).length;
  const endOf = (one: Busy) => one.until ?? now + Math.max(0, one.left as number) * (1 + drawnOut * (served(one.userId) - 1));
  const outOf = ({ chat, patienceMs }: Came) => chat.at + Math.min(patienceMs, missedAfterMs);
  for (;;) {
    const times = [come[next]?.chat.at, edges.find((edge) => edge > now), ...waiting.map(outOf), ...busy.map(endOf)].filter(
      (at) => at !== undefined,
    );
    for (const { came, until } of busy) if (until !== null) times.push(outOf(came));
    if (times.length === 0 || (next >= come.length && waiting.length === 0 && busy.length === 0)) return [...recorded.values()];
    const moment = Math.max(now, Math.min(...times));
    const rates = new Map(people.map(({ userId }) => [userId, 1 + drawnOut * (served(userId) - 1)]));
    for (const one of busy) if (one.left !== null && one.until === null) one.left -= (moment - now) / (rates.get(one.userId) as number);
    now = moment;
    busy = busy.filter((one) => {
      const isOver = one.until === null && (one.left as number) <= closeMs;
      if (isOver) {
        const { pickedAt } = recorded.get(one.came.chat.chatId) as Recorded;
        put(one.came.chat.chatId, { spells: [{ userId: one.userId, from: pickedAt as number, until: now, suspendedMs: 0 }] });
        idleSince.set(one.userId, now);
      }
      return !isOver;
    });
    for (const one of busy)
      if (one.until !== null && one.until <= now) {
        put(one.came.chat.chatId, { pickedAt: now, reactionMs: one.came.reactionMs });
        one.until = null;
      }
    const isOut = (came: Came) => outOf(came) <= now;
    for (const came of [...waiting, ...busy.filter(({ until }) => until !== null).map((one) => one.came)].filter(isOut))
      put(came.chat.chatId, came.patienceMs < missedAfterMs ? { leftAt: now } : { missedAt: now });
    for (const { came, until } of busy)
      if (until !== null && isOut(came)) put(came.chat.chatId, { reactionAtLeastMs: now - (until - came.reactionMs) });
    waiting = waiting.filter((came) => !isOut(came));
    busy = busy.filter(({ came, until }) => until === null || !isOut(came));
    for (; come[next] && (come[next] as Came).chat.at <= now; next += 1) waiting.push(come[next] as Came);
    const desks = people.map(
      (person): Desk =>
        deskOf(person, busy.filter(({ userId }) => userId === person.userId).length, idleSince.get(person.userId) ?? 0, now),
    );
    for (const { chatId, userId } of decide({ waiting: waiting.map(toWaiting), desks }).assignments) {
      const came = waiting.find(({ chat }) => chat.chatId === chatId) as Came;
      waiting.splice(waiting.indexOf(came), 1);
      idleSince.set(userId, now);
      if (came.reactionMs === 0) put(chatId, { pickedAt: now });
      busy.push({ came, userId, left: came.workMs, until: came.reactionMs === 0 ? null : now + came.reactionMs });
    }
  }
}

const toWaiting = ({ chat: { chatId, departmentId, at, weight, priority } }: Came): Waiting => ({
  ...{ chatId, departmentId, offeredTo: departmentId === null ? [] : [departmentId], isClosed: false, language: null, skills: [] },
  ...{ requiredId: null, preferredId: null, passedBy: [], priority, rankAt: at, weight, isInTurn: false },
});

function deskOf(person: Person, chats: number, idleSince: number, now: number): Desk {
  const { userId, departmentIds, languages, skills, priority, limit, online } = person;
  const span = online.find(([from, until]) => from <= now && now < until);
  return {
    ...{ userId, departmentIds, languages, skills, priority, limit, load: chats * 100, departments: {}, turn: 0 },
    // An agent who comes online begins to be idle at that moment.
    idleSince: Math.max(idleSince, span?.[0] ?? 0),
    ...{ isOnline: span !== undefined, isRouted: true, isWrappingUp: false, rampLeft: null },
  };
}
