import { timingSafeEqual } from 'node:crypto';

/** Tells whether a header carries the secret that the configuration names; without one there nobody does. */
export function isBearer(given: string | undefined, wanted: string | undefined): boolean {
  const [offered, expected] = [Buffer.from(given ?? ''), Buffer.from(`Bearer ${wanted ?? ''}`)];
  return wanted !== undefined && offered.length === expected.length && timingSafeEqual(offered, expected);
}
