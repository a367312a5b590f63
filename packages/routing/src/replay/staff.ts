import { type Desk, medianShare, minuteOf, rampLeftOf, type Starting } from '../index.ts';
import type { Person } from './world.ts';

/** A chat on a desk. @property left work still to do, by the clock of a desk with one chat; null: it ends by itself */
export type Job = {
  chatId: string;
  departmentId: string | null;
  weight: number;
  since: number;
  left: number | null;
  slowness: readonly number[];
};

/** A desk while the replay goes on. */
export type Seat = {
  person: Person;
  /** The most of each of the person's departments that has one: rules stay the same while a world is replayed */
  limits: readonly (readonly [departmentId: string, limit: number])[];
  isOnline: boolean;
  load: number;
  loads: Map<string, number>;
  /** Chats whose work goes on, by the chat */
  jobs: Map<string, Job>;
  /** Time up to which work is taken off */
  workedTo: number;
  /** Rises with each change of the jobs: an end that was reckoned before holds no more */
  version: number;
  idleSince: number;
  turn: number;
  rampSince: Date | null;
  rampMinute: number;
  rampTaken: number;
  wrapUntil: number;
};

const seatOf = (person: Person, limits: Seat['limits']): Seat => ({
  person,
  limits,
  isOnline: false,
  load: 0,
  loads: new Map(),
  jobs: new Map(),
  workedTo: 0,
  version: 0,
  idleSince: 0,
  turn: 0,
  rampSince: null,
  rampMinute: 0,
  rampTaken: 0,
  wrapUntil: 0,
});

const none: Desk['departments'] = {};
const slownessOf = ({ slowness }: Job, chats: number): number => slowness[Math.min(chats, slowness.length) - 1] ?? 1;

/** Desks of a replay: who is there, what they have, and how fast they work. */
export class Staff {
  readonly #seats = new Map<string, Seat>();
  readonly #rampPerMinute: number;
  #turn = 0;

  constructor(people: readonly Person[], rampPerMinute: number, mostOf: (departmentId: string) => number) {
    for (const person of people) {
      const limits = person.departmentIds.map((id) => [id, mostOf(id)] as const).filter(([, limit]) => limit > 0);
      this.#seats.set(person.userId, seatOf(person, limits));
    }
    this.#rampPerMinute = rampPerMinute;
  }

  seat(userId: string): Seat | undefined {
    return this.#seats.get(userId);
  }

  isManned(departmentId: string): boolean {
    for (const { isOnline, person } of this.#seats.values()) if (isOnline && person.departmentIds.includes(departmentId)) return true;
    return false;
  }

  setOnline(seat: Seat, isOnline: boolean, now: number): void {
    seat.isOnline = isOnline;
    if (!isOnline) return;
    seat.idleSince = Math.max(seat.idleSince, now);
    seat.rampSince = new Date(now);
  }

  /** The desk has that much more, or less. */
  weigh(seat: Seat, departmentId: string | null, weight: number, now: number): void {
    seat.load += weight;
    seat.idleSince = now;
    if (departmentId !== null) seat.loads.set(departmentId, (seat.loads.get(departmentId) ?? 0) + weight);
  }

  /** A chat was given by a decision: round robin and the start of an agent go on. */
  noteGiven(seat: Seat, isLevel: boolean, now: number): void {
    const minute = minuteOf(new Date(now));
    this.#turn += 1;
    seat.turn = this.#turn;
    seat.rampTaken = (seat.rampMinute === minute ? seat.rampTaken : 0) + 1;
    seat.rampMinute = minute;
    if (isLevel) seat.rampSince = null;
  }

  /** Takes off the work that was done until now. */
  work(seat: Seat, now: number): void {
    const passed = now - seat.workedTo;
    seat.workedTo = now;
    if (passed <= 0) return;
    for (const job of seat.jobs.values()) if (job.left !== null) job.left -= passed / slownessOf(job, seat.jobs.size);
  }

  /** Finds which work of a desk is done next, as long as its jobs stay the same. */
  nextEnd(seat: Seat): { at: number; job: Job } | undefined {
    let next: { at: number; job: Job } | undefined;
    for (const job of seat.jobs.values()) {
      if (job.left === null) continue;
      const at = seat.workedTo + Math.max(0, job.left) * slownessOf(job, seat.jobs.size);
      if (!next || at < next.at) next = { at, job };
    }
    return next;
  }

  /** Desks with room, as a decision sees them. */
  desks(now: number): { desks: Desk[]; places: number } {
    const free = [...this.#seats.values()].filter(({ isOnline, load, person }) => isOnline && load < person.limit);
    const median = free.some(({ rampSince }) => rampSince !== null) ? this.#median() : null;
    const places = free.reduce((sum, { load, person }) => sum + Math.max(0, person.limit - load), 0);
    return { desks: free.map((seat) => this.#deskOf(seat, median, now)), places };
  }

  #median(): number | null {
    return medianShare([...this.#seats.values()].filter(({ isOnline }) => isOnline).map(starting));
  }

  #deskOf(seat: Seat, median: number | null, now: number): Desk {
    const { person, limits, load, loads } = seat;
    return {
      userId: person.userId,
      isOnline: true,
      isRouted: true,
      isWrappingUp: seat.wrapUntil > now,
      rampLeft: seat.rampSince === null ? null : rampLeftOf(starting(seat), median, this.#rampPerMinute, new Date(now)),
      departmentIds: person.departmentIds,
      languages: person.languages,
      skills: person.skills,
      priority: person.priority,
      load,
      limit: person.limit,
      departments: limits.length === 0 ? none : Object.fromEntries(limits.map(([id, limit]) => [id, { load: loads.get(id) ?? 0, limit }])),
      idleSince: seat.idleSince,
      turn: seat.turn,
    };
  }
}

const starting = ({ load, person, rampSince, rampMinute, rampTaken }: Seat): Starting => ({
  load,
  limit: person.limit,
  rampSince,
  rampMinute,
  rampTaken,
});
