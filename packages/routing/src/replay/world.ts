/**
 * A past range as the replay sees it. Times are milliseconds of the epoch, weights, loads and limits hundredths of a chat. It is plain data: it
 * goes to another process as JSON.
 */
export type World = {
  /** Arrivals lie in it; the replay goes on behind it until they are through */
  from: number;
  until: number;
  /** Hour of the day, by the clocks of the enterprise, of each hour since `from` */
  hourOfDay: readonly number[];
  arrivals: readonly Arrival[];
  people: readonly Person[];
  /** Chats that somebody had without this range's queue: begun before it, taken from a bot, or opened by an agent */
  fixed: readonly Held[];
  departments: Readonly<Record<string, Rules>>;
  rampPerMinute: number;
  /** Days of the range, by the clocks of the enterprise; weekday 1 is Monday */
  days: readonly { from: number; weekday: number }[];
  /** Departments that have a limit of their own for an agent, and the limit of all others */
  limits: Readonly<Record<string, number>>;
  usualLimit: number;
};

/** Rules of a department. Chats of none have those under the empty key. */
export type Rules = {
  isInTurn: boolean;
  /** The chat is on offer until its agent accepts it */
  isOffered: boolean;
  acceptWithinMs: number;
  missedAfterMs: number;
  wrapUpMs: number;
  /** Departments behind it get its chats too, one more after each such time; 0: only while nobody of it is online */
  overflowMs: number;
  fallbacks: readonly string[];
  /** Limit for an agent's chats of the department; 0: none */
  mostOfDepartment: number;
  /** Times in which it takes chats; null: always */
  open: readonly Span[] | null;
  /** No chat is given out so long before a closing */
  stopBeforeClosingMs: number;
  /** A chat that comes while it is closed ends at once instead of waiting for the opening */
  isMissedWhileClosed: boolean;
  /** Factor by which a chat takes longer while its agent has one, two, three … chats */
  slowness: readonly number[];
};

export type Span = readonly [from: number, until: number];

export type Person = {
  userId: string;
  departmentIds: readonly string[];
  languages: readonly string[];
  skills: Readonly<Record<string, number>>;
  priority: number;
  /** Set for this agent; null: that of their departments holds */
  ownLimit: number | null;
  limit: number;
  /** Times in which chats are given to them, in order */
  online: readonly Span[];
};

/**
 * A chat that asks for people, with what it brings: how long it takes and how its customer and its agents react belong to the chat, whoever gets it.
 */
export type Arrival = {
  chatId: string;
  departmentId: string | null;
  at: number;
  weight: number;
  priority: number;
  language: string | null;
  languageMs: number;
  /** @property ms how long an agent with it is waited for; null: for ever */
  skills: readonly { id: string; level: number; ms: number | null }[];
  /** Had the customer's last chat, and is waited for alone so long */
  agentId: string | null;
  agentMs: number;
  /** Offers that were not accepted, one after the other */
  tries: readonly { ms: number; isDeclined: boolean }[];
  /** Time from the offer to its acceptance; null: nobody accepted it, so one of its department's is drawn */
  reactionMs: number | null;
  /** An offer was open so long when its customer left or it was missed: the drawn time is longer */
  reactionAtLeastMs: number;
  /** Work with it, were it its agent's only chat; null: nobody had it, so one of its department's is drawn */
  workMs: number | null;
  /** Its customer's wait, whatever ended it */
  waitedMs: number;
  /** Its customer leaves after so long; null: waits */
  patienceMs: number | null;
  /** Agents who had it afterwards, by the time since the one before had it no more */
  later: readonly Later[];
  /** Agents who had it though it had been missed, by the time since it was missed */
  afterMissed: readonly Later[];
};

export type Later = { userId: string; afterMs: number; ms: number };

/** A time for which somebody had a chat, as it was. */
export type Held = { userId: string; departmentId: string | null; weight: number; from: number; until: number };

/** Fate of one chat. @property waitMs from its arrival until an agent had it; null: none had */
export type Outcome = {
  chatId: string;
  departmentId: string | null;
  at: number;
  waitMs: number | null;
  isMissed: boolean;
  hasLeft: boolean;
  agentId: string | null;
};

/** The agent's own limit, else the largest of their departments', else the usual one. */
export function limitOf(
  { ownLimit, departmentIds }: Pick<Person, 'ownLimit' | 'departmentIds'>,
  { limits, usualLimit }: Pick<World, 'limits' | 'usualLimit'>,
): number {
  const ofDepartments = departmentIds.flatMap((id) => limits[id] ?? []);
  return ownLimit ?? (ofDepartments.length > 0 ? Math.max(...ofDepartments) : usualLimit);
}

export const keyOf = (departmentId: string | null): string => departmentId ?? '';
