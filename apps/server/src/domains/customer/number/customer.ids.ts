import { randomBytes } from 'node:crypto';

const mostInOneMs = 0xfff;

/**
 * Ids of UUIDv7 (RFC 9562, method 1) of which each is greater than the one before, also within a millisecond: lists are in the order of ids,
 * so rows of a file stay in the file's order.
 */
export function makeIds(now: () => number): () => string {
  let [ms, count] = [0, 0];
  let random = Buffer.alloc(0);
  return () => {
    const current = now();
    if (current > ms) [ms, count] = [current, 0];
    else if (count < mostInOneMs) count += 1;
    else [ms, count] = [ms + 1, 0];
    if (random.length < 8) random = randomBytes(8 * 512);
    const tail = random.subarray(0, 8).toString('hex');
    random = random.subarray(8);
    const head = ms.toString(16).padStart(12, '0');
    const variant = ((Number.parseInt(tail[0] as string, 16) & 0x3) | 0x8).toString(16);
    return `${head.slice(0, 8)}-${head.slice(8)}-7${count.toString(16).padStart(3, '0')}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}`;
  };
}
