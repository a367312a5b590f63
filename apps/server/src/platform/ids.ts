import { randomUUID } from 'node:crypto';

const countersPerMs = 4096;
/** The first counter of a millisecond is random below this, so that the ids of two processes stand apart and room is left to count up. */
const firstCounters = 1024;

/** Makes ids of its own order: a process has one such order, `newId`. */
export function createIds(): () => string {
  let now = 0;
  let counter = countersPerMs;
  let timeText = '';
  return () => {
    const random = randomUUID();
    counter += 1;
    const latest = Math.max(now, Date.now());
    if (latest > now || counter >= countersPerMs) {
      now = latest > now ? latest : now + 1;
      counter = Number.parseInt(random.slice(0, 8), 16) % firstCounters;
      const hex = now.toString(16).padStart(12, '0');
      timeText = `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
    }
    // The counter follows the version, then the variant with 62 random bits.
    return `${timeText}${(countersPerMs + counter).toString(16).slice(1)}${random.slice(18)}`;
  };
}

/**
 * A new id (UUID version 7, RFC 9562, section 6.2, method 1: a counter of 12 bits behind the milliseconds) that stands behind every one this
 * process made before, also within one millisecond: queues and lists are read in the order of their ids, and Node's own are in no order there.
 * Where a millisecond has no counter left, or the clock was set back, the next ids count on from the latest millisecond.
 */
export const newId = createIds();
