import { type Assignment, decide, minuteOf, mostInARound } from '../index.ts';
import { Agenda, type Event, orders } from './agenda.ts';
import { Labour } from './labour.ts';
import { type Guest, Lines, rulesOf, stepsOf, takingOver, waitingOf } from './line.ts';
import { pick, type Random, randomOf, seedOf } from './random.ts';
import { Recorder, type Replayed } from './recorder.ts';
import { isGivenOut, nextWithin } from './spans.ts';
import { type Seat, Staff } from './staff.ts';
import { type Arrival, keyOf, type Outcome, type Rules, type World } from './world.ts';

/** Time for which a chat passes by an agent who declined it or let it pass: `routing/chat.fit.ts` of the server. */
export const passedByMs = 30_000;
/** Chats of ten hundredths fit into the room that is left. */
const smallestWeight = 10;

/**
 * Replays the arrivals of a world through the router of the program: the same decisions over what the replay has made of the world until then.
 * The same world and seed give the same answer.
 */
export const replay = (world: World, seed: number): Replayed => new Replay(world, seed).run();

class Replay {
  readonly #agenda = new Agenda<Event>();
  readonly #lines = new Lines();
  readonly #guests = new Map<string, Guest>();
  readonly #recorder: Recorder;
  readonly #staff: Staff;
  readonly #labour: Labour;
  readonly #world: World;
  readonly #seed: number;
  readonly #works = new Map<string, number[]>();
  readonly #reactions = new Map<string, number[]>();
  /** Something has changed, so that a chat may fit an agent */
  #isAsked = false;
  #nextMinute = 0;

  constructor(world: World, seed: number) {
    this.#world = world;
    this.#seed = seed;
    this.#recorder = new Recorder(world);
    this.#staff = new Staff(world.people, world.rampPerMinute, (id) => rulesOf(world.departments, id).mostOfDepartment);
    this.#labour = new Labour(this.#agenda, this.#staff, this.#recorder, world.departments, (wrapUntil) => {
      if (wrapUntil !== null) this.#look(wrapUntil);
      this.#ask();
    });
    for (const { departmentId, workMs, reactionMs } of world.arrivals) {
      const key = keyOf(departmentId);
      if (workMs !== null) (this.#works.get(key) ?? this.#works.set(key, []).get(key))?.push(workMs);
      if (reactionMs !== null) (this.#reactions.get(key) ?? this.#reactions.set(key, []).get(key))?.push(reactionMs);
    }
  }

  run(): Replayed {
    this.#plan();
    for (let next = this.#agenda.next(); next; next = this.#agenda.next()) {
      next.event(next.at);
      // Events of one moment are seen together.
      if (this.#agenda.nextAt === next.at) continue;
      if (this.#isAsked && this.#lines.count > 0) this.#giveOut(next.at);
      this.#isAsked = false;
    }
    return this.#recorder.result();
  }

  #plan(): void {
    const { people, fixed, arrivals, departments } = this.#world;
    for (const { userId, online } of people) {
      const seat = this.#staff.seat(userId) as Seat;
      for (const [from, until] of online) {
        this.#agenda.add(from, orders.presence, (now) => this.#come(seat, true, now));
        this.#agenda.add(until, orders.presence, (now) => this.#come(seat, false, now));
      }
    }
    for (const held of fixed) this.#agenda.add(held.from, orders.hold, (now) => this.#labour.hold(held, now));
    for (const arrival of arrivals) this.#agenda.add(arrival.at, orders.arrival, (now) => this.#arrive(arrival, now));
    for (const { open } of Object.values(departments)) for (const [from] of open ?? []) this.#look(from);
  }

  #look(at: number): void {
    this.#agenda.add(at, orders.look, () => this.#ask());
  }

  #ask(): void {
    this.#isAsked = true;
  }

  #come(seat: Seat, isOnline: boolean, now: number): void {
    this.#staff.setOnline(seat, isOnline, now);
    if (isOnline) this.#ask();
  }

  #arrive(arrival: Arrival, now: number): void {
    const rules = this.#rulesOf(arrival);
    const opensAt = nextWithin(rules.open, now);
    if (opensAt === null || (opensAt > now && rules.isMissedWhileClosed)) {
      this.#end(arrival, { isMissed: true }, now);
      return;
    }
    const bare = { arrival, fromMs: opensAt, deadline: opensAt + rules.missedAfterMs, tried: 0, passed: new Map<string, number>() };
    const guest = this.#ranked({ ...bare, agentId: arrival.agentId, offeredTo: null, version: 0, line: '' }, now);
    this.#guests.set(arrival.chatId, guest);
    this.#lines.add(guest);
    this.#agenda.add(guest.deadline, orders.missed, (at) => this.#leaveLine(guest, { isMissed: true }, at));
    if (arrival.patienceMs !== null)
      this.#agenda.add(now + arrival.patienceMs, orders.left, (at) => this.#leaveLine(guest, { hasLeft: true }, at));
    for (const step of stepsOf(guest)) if (step > now) this.#agenda.add(step, orders.step, (at) => this.#step(guest, at));
    this.#overflow(guest, rules, now);
    this.#ask();
  }

  #ranked(bare: Omit<Guest, 'waiting'>, now: number): Guest {
    const { arrival, fromMs } = bare;
    const rules = this.#rulesOf(arrival);
    const offeredTo = takingOver(arrival.departmentId, rules, now - fromMs, (id) => this.#staff.isManned(id));
    return { ...bare, waiting: waitingOf(bare, rules, offeredTo, now) };
  }

  /** The next department behind gets the chat too. */
  #overflow(guest: Guest, { overflowMs, fallbacks }: Rules, now: number): void {
    if (overflowMs === 0) return;
    for (let place = 1; place <= fallbacks.length; place += 1) {
      const at = guest.fromMs + place * overflowMs;
      if (at > now) this.#agenda.add(at, orders.step, (moment) => this.#step(guest, moment));
    }
  }

  /** A chat that waits asks for less from now on. */
  #step(guest: Guest, now: number): void {
    if (this.#guests.get(guest.arrival.chatId) !== guest || guest.offeredTo !== null) return;
    this.#lines.remove(guest);
    guest.waiting = this.#ranked(guest, now).waiting;
    this.#lines.add(guest);
    this.#ask();
  }

  #giveOut(now: number): void {
    for (;;) {
      const { desks, places } = this.#staff.desks(now);
      if (desks.length === 0) return;
      const most = Math.min(mostInARound, Math.ceil(places / smallestWeight));
      const waiting = this.#lines.first(most, (id) => !isGivenOut(rulesOf(this.#world.departments, id), now));
      if (waiting.length === 0) return;
      const { assignments, isCut, refused } = decide({ waiting, desks });
      const level = new Set(desks.filter(({ rampLeft }) => rampLeft === null).map(({ userId }) => userId));
      for (const assignment of assignments) this.#give(assignment, level.has(assignment.userId), now);
      if (isCut) continue;
      if (refused.some(({ reasons }) => reasons.rampingUp)) this.#lookNextMinute(now);
      return;
    }
  }

  #lookNextMinute(now: number): void {
    const minute = minuteOf(new Date(now)) + 1;
    if (minute <= this.#nextMinute) return;
    this.#nextMinute = minute;
    this.#look(minute * 60_000);
  }

  #give({ chatId, userId }: Assignment, isLevel: boolean, now: number): void {
    const guest = this.#guests.get(chatId) as Guest;
    const seat = this.#staff.seat(userId) as Seat;
    this.#lines.remove(guest);
    this.#staff.noteGiven(seat, isLevel, now);
    this.#staff.weigh(seat, guest.arrival.departmentId, guest.arrival.weight, now);
    const { isOffered, acceptWithinMs } = this.#rulesOf(guest.arrival);
    if (!isOffered) {
      this.#take(guest, seat, now);
      return;
    }
    guest.offeredTo = userId;
    guest.version += 1;
    const { version } = guest;
    const refusal = guest.arrival.tries[guest.tried];
    const reactionMs = refusal?.ms ?? guest.arrival.reactionMs ?? this.#drawReaction(guest.arrival);
    const ms = Math.min(reactionMs, acceptWithinMs);
    const isTaken = refusal === undefined && reactionMs <= acceptWithinMs;
    this.#agenda.add(now + ms, orders.offer, (at) => {
      if (guest.version !== version || this.#guests.get(chatId) !== guest) return;
      if (isTaken) this.#take(guest, seat, at);
      else this.#comeBack(guest, seat, at);
    });
  }

  /** Nobody has taken the offer: the chat waits on, and passes the agent by for a while. */
  #comeBack(guest: Guest, seat: Seat, now: number): void {
    const { userId } = seat.person;
    this.#withdraw(guest, now);
    guest.tried += 1;
    guest.passed.set(userId, now + passedByMs);
    if (guest.agentId === userId) guest.agentId = null;
    guest.waiting = this.#ranked(guest, now).waiting;
    this.#lines.add(guest);
    this.#agenda.add(now + passedByMs, orders.step, (at) => this.#step(guest, at));
    this.#ask();
  }

  #withdraw(guest: Guest, now: number): void {
    const seat = guest.offeredTo === null ? undefined : this.#staff.seat(guest.offeredTo);
    guest.offeredTo = null;
    guest.version += 1;
    if (!seat) return;
    this.#staff.weigh(seat, guest.arrival.departmentId, -guest.arrival.weight, now);
    this.#ask();
  }

  /** The chat is the agent's: its weight is on the desk already. */
  #take(guest: Guest, seat: Seat, now: number): void {
    const { arrival } = guest;
    this.#guests.delete(arrival.chatId);
    this.#recorder.end({ ...outcomeOf(arrival), waitMs: now - arrival.at, agentId: seat.person.userId });
    const left = arrival.workMs ?? this.#drawWork(arrival);
    this.#labour.begin(seat, arrival, left, now);
  }

  #drawWork({ chatId, departmentId }: Arrival): number {
    const works = this.#works.get(keyOf(departmentId)) ?? [];
    return works.length === 0 ? 0 : pick(works, this.#randomOf(chatId));
  }

  /** Draws one of the department's reactions, longer than the one that nobody saw the end of. */
  #drawReaction({ chatId, departmentId, reactionAtLeastMs }: Arrival): number {
    const longer = (this.#reactions.get(keyOf(departmentId)) ?? []).filter((ms) => ms > reactionAtLeastMs);
    return longer.length === 0 ? reactionAtLeastMs : pick(longer, this.#randomOf(`reaction ${chatId}`));
  }

  #randomOf(text: string): Random {
    return randomOf(seedOf(this.#seed, text));
  }

  /** The wait ends without an agent. */
  #leaveLine(guest: Guest, how: Pick<Outcome, 'isMissed'> | Pick<Outcome, 'hasLeft'>, now: number): void {
    if (this.#guests.get(guest.arrival.chatId) !== guest) return;
    this.#guests.delete(guest.arrival.chatId);
    if (guest.offeredTo === null) this.#lines.remove(guest);
    else this.#withdraw(guest, now);
    this.#end(guest.arrival, how, now);
  }

  #end(arrival: Arrival, how: Partial<Outcome>, now: number): void {
    const [next, ...others] = 'isMissed' in how ? arrival.afterMissed : [];
    const waitMs = next ? now + next.afterMs - arrival.at : null;
    this.#recorder.end({ ...outcomeOf(arrival), ...how, waitMs, agentId: next?.userId ?? null });
    if (next) this.#labour.follow(arrival, next, others, now);
  }

  #rulesOf({ departmentId }: Pick<Arrival, 'departmentId'>): Rules {
    return rulesOf(this.#world.departments, departmentId);
  }
}

const outcomeOf = ({ chatId, departmentId, at }: Arrival): Outcome => ({
  chatId,
  departmentId,
  at,
  waitMs: null,
  isMissed: false,
  hasLeft: false,
  agentId: null,
});
