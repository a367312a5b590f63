import { keyOf, type Outcome, type World } from './world.ts';

const hourMs = 3_600_000;

/** Milliseconds of chats that agents had, by department and by hour since the beginning of the range. */
export type HeldTimes = ReadonlyMap<string, Float64Array>;
export type Replayed = { outcomes: Outcome[]; held: HeldTimes };

/** Notes what becomes of chats. Times outside of the range count nothing. */
export class Recorder {
  readonly #outcomes: Outcome[] = [];
  readonly #held = new Map<string, Float64Array>();
  readonly #range: Pick<World, 'from' | 'until' | 'hourOfDay'>;

  constructor(range: Pick<World, 'from' | 'until' | 'hourOfDay'>) {
    this.#range = range;
  }

  end(outcome: Outcome): void {
    this.#outcomes.push(outcome);
  }

  hold(departmentId: string | null, since: number, until: number): void {
    const { from, hourOfDay } = this.#range;
    const [first, last] = [Math.max(since, from), Math.min(until, this.#range.until)];
    if (first >= last) return;
    const key = keyOf(departmentId);
    const hours = this.#held.get(key) ?? new Float64Array(hourOfDay.length);
    this.#held.set(key, hours);
    for (let at = first; at < last; ) {
      const hour = Math.floor((at - from) / hourMs);
      const next = Math.min(last, from + (hour + 1) * hourMs);
      if (hour < hours.length) hours[hour] = (hours[hour] as number) + next - at;
      at = next;
    }
  }

  result(): Replayed {
    return { outcomes: this.#outcomes, held: this.#held };
  }
}
