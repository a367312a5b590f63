import { type Agenda, type Event, orders } from './agenda.ts';
import { rulesOf } from './line.ts';
import type { Recorder } from './recorder.ts';
import type { Job, Seat, Staff } from './staff.ts';
import type { Arrival, Held, Later, World } from './world.ts';

type Told = Pick<Job, 'chatId' | 'departmentId' | 'weight'>;

/** Chats on desks: their work goes on, ends, and goes to whom it went. */
export class Labour {
  readonly #agenda: Agenda<Event>;
  readonly #staff: Staff;
  readonly #recorder: Recorder;
  readonly #departments: World['departments'];
  readonly #onFree: (wrapUntil: number | null) => void;
  readonly #laters = new WeakMap<Job, readonly Later[]>();

  /** @param onFree a desk has room again, or will have when its agent has written down what came of a chat */
  constructor(
    agenda: Agenda<Event>,
    staff: Staff,
    recorder: Recorder,
    departments: World['departments'],
    onFree: (wrapUntil: number | null) => void,
  ) {
    this.#agenda = agenda;
    this.#staff = staff;
    this.#recorder = recorder;
    this.#departments = departments;
    this.#onFree = onFree;
  }

  /** The agent begins with a chat that weighs on the desk already. @param left work with it */
  begin(seat: Seat, arrival: Arrival, left: number, now: number): void {
    this.#put(seat, this.#jobOf(arrival, left, now), arrival.later, now);
  }

  /** Somebody has a chat for as long as they had it. */
  hold({ userId, departmentId, weight, until }: Held, now: number, chatId = '', later: readonly Later[] = []): void {
    const seat = this.#staff.seat(userId);
    if (!seat) {
      this.#recorder.hold(departmentId, now, until);
      return;
    }
    const job = this.#jobOf({ chatId: `${chatId} ${userId} ${seat.version}`, departmentId, weight }, null, now);
    this.#staff.weigh(seat, departmentId, weight, now);
    this.#put(seat, job, later, now);
    this.#agenda.add(until, orders.release, (at) => this.#release(seat, job, at));
  }

  /** The chat goes to the next one who had it. */
  follow({ chatId, departmentId, weight }: Told, next: Later, others: readonly Later[], now: number): void {
    const from = now + next.afterMs;
    const held = { userId: next.userId, departmentId, weight, from, until: from + next.ms };
    this.#agenda.add(from, orders.hold, (at) => this.hold(held, at, chatId, others));
  }

  #jobOf({ chatId, departmentId, weight }: Told, left: number | null, now: number): Job {
    return { chatId, departmentId, weight, since: now, left, slowness: rulesOf(this.#departments, departmentId).slowness };
  }

  #put(seat: Seat, job: Job, later: readonly Later[], now: number): void {
    this.#staff.work(seat, now);
    seat.jobs.set(job.chatId, job);
    this.#laters.set(job, later);
    this.#planEnd(seat);
  }

  #planEnd(seat: Seat): void {
    seat.version += 1;
    const { version } = seat;
    const next = this.#staff.nextEnd(seat);
    if (!next) return;
    this.#agenda.add(next.at, orders.release, (now) => {
      if (seat.version === version) this.#release(seat, next.job, now);
    });
  }

  #release(seat: Seat, job: Job, now: number): void {
    this.#staff.work(seat, now);
    seat.jobs.delete(job.chatId);
    this.#staff.weigh(seat, job.departmentId, -job.weight, now);
    this.#recorder.hold(job.departmentId, job.since, now);
    const [next, ...others] = this.#laters.get(job) ?? [];
    const { wrapUpMs } = rulesOf(this.#departments, job.departmentId);
    if (next) this.follow(job, next, others, now);
    else seat.wrapUntil = Math.max(seat.wrapUntil, now + wrapUpMs);
    this.#planEnd(seat);
    this.#onFree(next || wrapUpMs === 0 ? null : seat.wrapUntil);
  }
}
