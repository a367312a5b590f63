import { monitorBeatMs } from '@parley/contract';
import type { Bus } from '#platform/realtime/bus.ts';

/** Carries the figures that one process has read to those whose connections look. */
export const framesChannel = 'monitor';
const actsChannel = 'monitor.acted';

/** Rows that are older than a look are read again. */
const sharedMs = 500;
/** Frames come each beat: without one for so long nobody looks, and each caller reads for itself. */
const watchedMs = 1.5 * monitorBeatMs;

export type RowShare = {
  /** Reads rows, or takes those that somebody else with the same question has read since the last frame. @param key the question with the reader's sight */
  read: <T>(enterpriseId: string, key: string, read: () => Promise<T>) => Promise<T>;
  /** Somebody has acted: whoever reads now sees it. */
  forget: (enterpriseId: string) => void;
};

type Frame = { enterpriseId: string; agents: boolean; chats: boolean };
type Shared = { at: number; rows: Promise<unknown> };

/**
 * Twenty screens hear of one frame, and ask for the same rows. Rows that were read since that frame have all that it tells, so one question serves them.
 * A frame that tells of changes, and an act of a supervisor, end what was shared in every process.
 */
export function createRowShare(bus: Bus, now: () => number = () => performance.now()): RowShare {
  const watched = new Map<string, { heardAt: number; shared: Map<string, Shared> }>();

  bus.subscribe(framesChannel, (message) => {
    const { enterpriseId, agents, chats } = message as Frame;
    const before = watched.get(enterpriseId);
    watched.set(enterpriseId, { heardAt: now(), shared: before && !agents && !chats ? before.shared : new Map() });
  });
  bus.subscribe(actsChannel, (message) => watched.get((message as { enterpriseId: string }).enterpriseId)?.shared.clear());

  return {
    read<T>(enterpriseId: string, key: string, read: () => Promise<T>): Promise<T> {
      const watch = watched.get(enterpriseId);
      if (!watch) return read();
      const at = now();
      if (at - watch.heardAt > watchedMs) {
        watched.delete(enterpriseId);
        return read();
      }
      const { shared } = watch;
      for (const [held, one] of shared) if (at - one.at > sharedMs) shared.delete(held);
      const known = shared.get(key);
      if (known) return known.rows as Promise<T>;
      const rows = read();
      const mine = { at, rows };
      shared.set(key, mine);
      // A failure is the caller's alone.
      rows.catch(() => {
        if (shared.get(key) === mine) shared.delete(key);
      });
      return rows;
    },
    forget: (enterpriseId) => bus.publish(actsChannel, { enterpriseId }),
  };
}
