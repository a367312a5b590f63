import type { NgramScanner } from '../text/ngram-scanner.ts';

/** A hash of a phrase as the scanner read it; two different phrases share one in four thousand million. */
export function hashOfUnits(units: Uint16Array, count: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < count; at++) {
    hash = Math.imul(hash ^ (units[at] as number), 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash | 0;
}

export function hashOfText(text: string, scanner: NgramScanner): number {
  scanner.scan(text);
  return hashOfUnits(scanner.units, scanner.unitCount);
}
