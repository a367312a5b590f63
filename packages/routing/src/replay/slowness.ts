import type { Span } from './world.ts';

/** A chat in somebody's hands. */
export type Handled = { userId: string; departmentId: string | null; span: Span };

/** Fewer chats of one number at once tell nothing of it. */
const leastOfNumber = 30;
/** Fewer chats than that of a department tell nothing of its haste. */
const leastOfDepartment = 200;
const mostAtOnce = 20;
/** Standard errors by which many chats at once must take longer than few. */
const leastErrors = 2;

/** The number of chats that an agent had at once: times of its changes, and the number from each on. */
export type Course = { at: number[]; count: number[] };

/** Makes the courses of all agents. */
export function coursesOf(handled: readonly Handled[]): Map<string, Course> {
  const changes = new Map<string, [number, number][]>();
  for (const { userId, span } of handled) {
    const own = changes.get(userId) ?? [];
    changes.set(userId, own);
    own.push([span[0], 1], [span[1], -1]);
  }
  return new Map([...changes].map(([userId, own]) => [userId, toCourse(own)]));
}

function toCourse(changes: [number, number][]): Course {
  const course: Course = { at: [], count: [] };
  let count = 0;
  for (const [at, change] of changes.sort((one, other) => one[0] - other[0] || one[1] - other[1])) {
    count += change;
    if (course.at.at(-1) === at) course.count[course.count.length - 1] = count;
    else {
      course.at.push(at);
      course.count.push(count);
    }
  }
  return course;
}

const placeIn = (at: readonly number[], moment: number): number => {
  let [from, to] = [0, at.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((at[middle] as number) <= moment) from = middle + 1;
    else to = middle;
  }
  return from - 1;
};

/** Chats that the agent had at the beginning of this one, itself among them: unlike a mean over its time, it does not depend on its length. */
export const countAt = (course: Course | undefined, moment: number): number =>
  Math.max(1, course ? (course.count[placeIn(course.at, moment)] ?? 1) : 1);

const factorOf = (slowness: readonly number[], count: number): number => slowness[Math.min(count, slowness.length) - 1] ?? 1;

/** Work that was done within a span: its time, less what many chats at once have drawn it out. */
export function workIn(course: Course | undefined, [from, until]: Span, slowness: readonly number[]): number {
  if (!course || slowness.length <= 1) return until - from;
  let work = 0;
  let place = Math.max(0, placeIn(course.at, from));
  for (let at = from; at < until; place += 1) {
    const next = Math.min(until, course.at[place + 1] ?? until);
    work += (next - at) / factorOf(slowness, Math.max(1, course.count[place] ?? 1));
    at = next;
  }
  return work;
}

/**
 * Finds by how much longer a chat takes while its agent has several: means by number at its beginning, made monotone by pooling neighbours.
 * [1] where the difference could be chance.
 */
export function fitSlowness(handled: readonly Handled[], courses: ReadonlyMap<string, Course>): number[] {
  if (handled.length < leastOfDepartment) return [1];
  const blocks = poolNeighbours(bucketsOf(handled, courses));
  const [low, high] = [blocks[0], blocks.at(-1)];
  if (!low || !high || low === high || high.mean - low.mean < leastErrors * Math.hypot(low.error, high.error)) return [1];
  return blocks.flatMap(({ mean, numbers }) => Array.from({ length: numbers }, () => mean / low.mean));
}

type Block = { mean: number; count: number; error: number; numbers: number };

function bucketsOf(handled: readonly Handled[], courses: ReadonlyMap<string, Course>): Block[] {
  const lengths = new Map<number, number[]>();
  for (const { userId, span } of handled) {
    const number = Math.min(mostAtOnce, countAt(courses.get(userId), span[0]));
    (lengths.get(number) ?? lengths.set(number, []).get(number))?.push(span[1] - span[0]);
  }
  const blocks: Block[] = [];
  let open: number[] = [];
  let numbers = 0;
  const most = Math.max(...lengths.keys());
  for (let number = 1; number <= most; number += 1) {
    open = [...open, ...(lengths.get(number) ?? [])];
    numbers += 1;
    if (open.length < leastOfNumber && number < most) continue;
    const last = blocks.at(-1);
    // The last few belong to the numbers before them.
    if (open.length < leastOfNumber && last) last.numbers += numbers;
    else blocks.push(toBlock(open, numbers));
    [open, numbers] = [[], 0];
  }
  return blocks;
}

function toBlock(lengths: readonly number[], numbers: number): Block {
  const mean = lengths.reduce((sum, one) => sum + one, 0) / lengths.length;
  const variance = lengths.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, lengths.length - 1);
  return { mean, count: lengths.length, error: Math.sqrt(variance / lengths.length), numbers };
}

function poolNeighbours(buckets: readonly Block[]): Block[] {
  const blocks: Block[] = [];
  for (const bucket of buckets) {
    let block = bucket;
    for (let before = blocks.at(-1); before && before.mean >= block.mean; before = blocks.at(-1)) {
      const count = before.count + block.count;
      block = {
        mean: (before.mean * before.count + block.mean * block.count) / count,
        count,
        error: Math.hypot(before.error * before.count, block.error * block.count) / count,
        numbers: before.numbers + block.numbers,
      };
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks;
}
