import { showLocal } from '@parley/contract';

/** The instant of a zone's wall-clock time: none if the clocks go forward over it, two if they go back. */
export type ReadLocal = { at: Date; isDoubled: boolean } | undefined;

const dayMs = 86_400_000;

/** `2026-03-29T02:30` of an instant in a zone. */
export function toLocal(at: Date, timeZone: string): string {
  return showLocal(at, timeZone);
}

/**
 * @param local `2026-03-29T02:30`
 * @param timeZone IANA
 * @returns undefined for a time that the clocks skip; of a time that they show twice the first one
 */
export function readLocal(local: string, timeZone: string): ReadLocal {
  const asUtc = Date.parse(`${local}:00Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // The offsets of the zone a day before and a day after: a change of clocks lies between them.
  const offsets = [asUtc - dayMs, asUtc, asUtc + dayMs].map((at) => Date.parse(`${toLocal(new Date(at), timeZone)}:00Z`) - at);
  const instants = [...new Set(offsets)].map((offset) => asUtc - offset).filter((at) => toLocal(new Date(at), timeZone) === local);
  const first = Math.min(...instants);
  return instants.length === 0 ? undefined : { at: new Date(first), isDoubled: instants.length > 1 };
}
