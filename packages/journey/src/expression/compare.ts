import { dayOf } from './dates.ts';
import { FunctionFault } from './functions/define.ts';
import { type Day, type Instant, isDay, isDuration, isInstant, typeOf, type Value } from './value.ts';

/** A text that two values share when they are the same, and only then. */
export function keyOf(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = value as Record<string, Value>;
  return `{${Object.keys(fields)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${keyOf(fields[key] ?? null)}`)
    .join()}}`;
}

/** Tells whether two values are the same. Those of different types are not, and that is no fault: CEL's equality. */
export const isSame = (a: Value, b: Value): boolean =>
  typeof a !== 'object' || typeof b !== 'object' || a === null || b === null ? a === b : keyOf(a) === keyOf(b);

type Ordered = string | number | boolean;

/**
 * Negative, 0 or positive, as `a` comes before, with or behind `b`. A day and an instant are compared as days of the zone. Texts go by their
 * code points, as in CEL.
 * @throws FunctionFault type: they have no order
 */
export function compareValues(a: Value, b: Value, zone: string): number {
  const [left, right] = orderedOf(a, b, zone);
  if (typeof left === 'string' && typeof right === 'string') return compareTexts(left, right);
  return left === right ? 0 : left < right ? -1 : 1;
}

function orderedOf(a: Value, b: Value, zone: string): [Ordered, Ordered] {
  if (typeof a === typeof b && typeof a !== 'object') return [a as Ordered, b as Ordered];
  if (isInstant(a) && isInstant(b)) return [a.at, b.at];
  if (isDuration(a) && isDuration(b)) return [a.ms, b.ms];
  if ((isInstant(a) || isDay(a)) && (isInstant(b) || isDay(b))) return [dayIn(a, zone), dayIn(b, zone)];
  throw new FunctionFault('type', `${typeOf(a)} and ${typeOf(b)} have no order.`);
}

const dayIn = (date: Instant | Day, zone: string): string => (date.$ === 'day' ? date.day : dayOf(date.at, zone));

/** UTF-16 puts what lies beyond the basic plane before U+E000; code points do not. */
function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    if (a.charCodeAt(at) === b.charCodeAt(at)) continue;
    return (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
  }
  return a.length - b.length;
}
