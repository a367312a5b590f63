import type { Turn } from '../../engine/turn.ts';
import { compareValues } from '../../expression/compare.ts';
import type { Value } from '../../expression/value.ts';

/** Tells whether a value lies within bounds that are expressions; '' is none. */
export function isWithin(turn: Turn, value: Value, { least, most }: { least: string; most: string }): boolean {
  const { zone } = turn.facts;
  if (least !== '' && compareValues(value, turn.value(least), zone) < 0) return false;
  return most === '' || compareValues(value, turn.value(most), zone) <= 0;
}
