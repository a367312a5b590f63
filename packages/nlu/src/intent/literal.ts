/** A hash of a phrase as the scanner read it; two different phrases of one bot share one in a thousand millions. */
export function hashOfUnits(units: Uint16Array, count: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < count; at++) {
    hash = Math.imul(hash ^ (units[at] as number), 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash | 0;
}
