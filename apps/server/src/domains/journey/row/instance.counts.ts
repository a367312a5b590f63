import type { Instance, Visit } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import { type CountChange, insertCountChanges } from './instance.repository.ts';

/** Dimensions of a figure. `environment`: the sandbox, or real people; never both together */
type Of = Pick<CountChange, 'journeyId' | 'version' | 'channelId' | 'environment'>;

const quarterMs = 900_000;
/**
 * Returns the beginning of a quarter of an hour. Days and hours of every zone begin with one, also on the days on which clocks change, so
 * figures of quarters add up to the days of any zone.
 */
export const quarterOf = (at: Date): Date => new Date(Math.floor(at.getTime() / quarterMs) * quarterMs);

/** The node of its own stream that a walk has entered and not left; one that has failed stands nowhere, and enters its node once more. */
export const standsAt = ({ wait, frames }: Pick<Instance, 'wait' | 'frames'>): string => (wait === null ? '' : (frames[0]?.node ?? ''));

/** Counts of a batch of turns, put together before they are written: a figure is the sum of all changes. */
export class CountChanges {
  readonly #changes = new Map<string, CountChange>();
  readonly #sign: 1 | -1;

  /** @param sign -1: what was counted is taken back */
  constructor(sign: 1 | -1 = 1) {
    this.#sign = sign;
  }

  #add(change: Omit<CountChange, 'count'>, by: 1 | -1 = 1): void {
    const { journeyId, version, channelId, environment, hour, what, nodeNo, exit } = change;
    const key = [journeyId, version, channelId, environment, hour.getTime(), what, nodeNo, exit].join(' ');
    const held = this.#changes.get(key);
    const [count, timeMs] = [by * this.#sign, by * this.#sign * change.timeMs];
    if (held) {
      held.count += count;
      held.timeMs += timeMs;
    } else this.#changes.set(key, { ...change, count, timeMs });
  }

  started(of: Of, at: Date): void {
    this.#add({ ...of, hour: quarterOf(at), what: 'started', nodeNo: 0, exit: '', timeMs: 0 });
  }

  /** Counted at the quarter of the start: what began on a day adds up. */
  ended(of: Of, startedAt: Date, state: string, reason: string, timeMs: number): void {
    const exit = state === 'TIMEDOUT' && reason === 'INACTIVE' ? 'ABANDONED' : state;
    this.#add({ ...of, hour: quarterOf(startedAt), what: 'ended', nodeNo: 0, exit, timeMs });
  }

  /** A walk goes on in another version: it has entered its node there, and not here. */
  moved(from: Of, to: Of, startedAt: Date, nodeNo: number): void {
    const of = { hour: quarterOf(startedAt), what: 'entered' as const, nodeNo, exit: '', timeMs: 0 };
    this.#add({ ...from, ...of }, -1);
    this.#add({ ...to, ...of });
  }

  /**
   * Nodes of the stream itself, by the quarter of the start. @param standing where the walk stood before: that node is not entered again
   * @returns where it stands now
   */
  visited(
    of: Of,
    startedAt: Date,
    visits: readonly Pick<Visit, 'stream' | 'node' | 'exit'>[],
    numbers: ReadonlyMap<string, number>,
    standing: string,
  ): string {
    const hour = quarterOf(startedAt);
    let at = standing;
    for (const { stream, node, exit } of visits) {
      if (stream !== of.journeyId) continue;
      const nodeNo = numbers.get(node) ?? 0;
      if (node !== at) this.#add({ ...of, hour, what: 'entered', nodeNo, exit: '', timeMs: 0 });
      if (exit !== null) this.#add({ ...of, hour, what: 'exit', nodeNo, exit, timeMs: 0 });
      at = exit === null ? node : '';
    }
    return at;
  }

  async write(tx: Tx, enterpriseId: string): Promise<void> {
    const changes = [...this.#changes.values()].filter(({ count, timeMs }) => count !== 0 || timeMs !== 0);
    if (changes.length === 0) return;
    await insertCountChanges(tx, enterpriseId, changes);
  }
}
