import type { HeaderMapping, ParsedCsv } from '@parley/contract';

/** Per system header the header of the file that fills it; a system header without one is not in it. */
export type Pairs = Readonly<Record<string, string>>;

/** Keeps the pairs that fit this file. If two name one header of the file, or one system header, the first counts. */
export function toPairs(mapping: readonly HeaderMapping[], parsed: ParsedCsv): Pairs {
  const pairs: Record<string, string> = {};
  const used = new Set<string>();
  for (const { src, des } of mapping) {
    const isKnown = parsed.parsedHeaders.userHeaders.includes(src) && parsed.systemFields.some(({ name }) => name === des);
    if (!isKnown || used.has(src) || pairs[des] !== undefined) continue;
    pairs[des] = src;
    used.add(src);
  }
  return pairs;
}

/** `src` is the header of the file, `des` the system's (IMPORT-034). */
export const toHeaderMapping = (pairs: Pairs): HeaderMapping[] => Object.entries(pairs).map(([des, src]) => ({ src, des }));

/** System headers that share a header of the file, each with another one that has it too. */
export function findRepeated(pairs: Pairs): Record<string, string> {
  const repeated: Record<string, string> = {};
  for (const [des, src] of Object.entries(pairs)) {
    const other = Object.entries(pairs).find(([name, header]) => name !== des && header === src);
    if (other) repeated[des] = other[0];
  }
  return repeated;
}

/**
 * System headers that need a column and have none. Customers that exist have a name and their mandatory values already, so a file that
 * replaces needs the phone number alone; what it misses of a new customer becomes an error of that row.
 */
export const findMissing = (pairs: Pairs, parsed: ParsedCsv, replace: boolean) =>
  parsed.systemFields.filter(({ name, mandatory }) => (name === 'phoneNumber' || (mandatory && !replace)) && !pairs[name]);
