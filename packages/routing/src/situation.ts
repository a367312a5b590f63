/**
 * Facts that a decision is made of. Loads, limits and weights are hundredths of a chat; times are milliseconds of the epoch.
 */
export type Situation = { waiting: readonly Waiting[]; desks: readonly Desk[] };

/** A chat that waits for an agent and is on offer to nobody. */
export type Waiting = {
  chatId: string;
  departmentId: string | null;
  /** Departments whose agents may get it; empty: everybody's */
  offeredTo: readonly string[];
  /** Its department takes no chats at this time. */
  isClosed: boolean;
  /** Language that its agent must speak at this step; null: any */
  language: string | null;
  /** Skills that its agent must have at this step, at that level or higher */
  skills: readonly { id: string; level: number }[];
  /** The only agent who may get it at this step */
  requiredId: string | null;
  /** The agent who goes before all others that fit: they had the customer's last chat */
  preferredId: string | null;
  /** Agents who declined or missed it a moment ago */
  passedBy: readonly string[];
  priority: number;
  /** Beginning of its wait, by which it is ranked within its priority */
  rankAt: number;
  weight: number;
  /** Round robin instead of the least busy agent */
  isInTurn: boolean;
};

/** An agent, as far as a decision asks. */
export type Desk = {
  userId: string;
  /** Online, and a user who handles chats */
  isOnline: boolean;
  /** Their own status, if they have one, is given chats. */
  isRouted: boolean;
  /** Has ended a chat a moment ago, and writes down what came of it. */
  isWrappingUp: boolean;
  /** Chats that the agent may still get within this minute, after coming Online; null: as many as there is room for */
  rampLeft: number | null;
  departmentIds: readonly string[];
  languages: readonly string[];
  /** Levels by skill */
  skills: Readonly<Record<string, number>>;
  priority: number;
  load: number;
  limit: number;
  /** The part of the load that is of a department, and the limit of the department; one that is not there has no limit of its own */
  departments: Readonly<Record<string, { load: number; limit: number }>>;
  /** Time of the last change of the load, or of coming Online */
  idleSince: number;
  /** Place in round robin: who had a chat last has the greatest */
  turn: number;
};
