import { createHash } from 'node:crypto';
import type { RunMessage, Values } from './content.ts';

/** One of several messages that a run tries out in its first part. All of them go by one channel and are of one category. */
export type RunContent = { templateId: string; message: RunMessage };

/** One person's values of a content, with its web addresses unshortened, and their cost. */
export type ContentValues = { values: Values; units: number; cost: number; rateId: string | null };
/**
 * The ledger's content of a row that may still get any of the run's contents; it has one as soon as it leaves.
 * @property planned which one in the first part, counted from 1. @property contents in their order
 */
export type Undecided = { planned: number; contents: readonly ContentValues[] };

export const isUndecided = (content: unknown): content is Undecided =>
  typeof content === 'object' && content !== null && 'planned' in content && 'contents' in content;

/**
 * Plans the content for the people at these places of a run in its first part, counted from 1. Each block of as many people as there are
 * contents has each content once, in an order that only the run and the block decide. The parts are as large as each other, independent of
 * neighbours in the audience, and the same for each call.
 * @param from how many people come before. @param people how many there are. @param count of contents
 */
export function planContents(runId: string, from: number, people: number, count: number): number[] {
  const planned: number[] = [];
  let order: number[] = [];
  for (let place = from; place < from + people; place += 1) {
    if (order.length === 0 || place % count === 0) order = shuffled(runId, Math.floor(place / count), count);
    planned.push(order[place % count] as number);
  }
  return planned;
}

function shuffled(runId: string, block: number, count: number): number[] {
  const digest = createHash('sha256').update(`${runId} ${block}`).digest();
  const order = Array.from({ length: count }, (_, place) => place + 1);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = digest.readUInt32BE(last * 4) % (last + 1);
    [order[last], order[other]] = [order[other] as number, order[last] as number];
  }
  return order;
}
