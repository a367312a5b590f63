import type { Readers } from '@parley/journey';
import { findSystemEntities } from '@parley/nlu';

const dayMonth = /^\s*(\d{1,2})\s*[./-]\s*(\d{1,2})(?:\s*[./-]\s*(?:\d{2}|\d{4}))?\s*$/;

/** Whether a day in digits can be two: each of its first numbers may be a month, and they differ. */
function isUnclear(text: string): boolean {
  const [, first, second] = dayMonth.exec(text) ?? [];
  return first !== undefined && second !== undefined && Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
}

/** Numbers and days in words, read as the intent engine reads them. What holds more than one is no answer. */
export const readers: Readers = {
  number(text) {
    const found = findSystemEntities(text, { now: new Date(0), timeZone: 'UTC' }, ['sys.number']);
    const [match] = found;
    const value = match && Number(match.value);
    return found.length === 1 && value !== undefined && Number.isFinite(value) ? value : null;
  },
  date(text, { zone, now, hasTime }) {
    if (isUnclear(text)) return 'unclear';
    const wanted = hasTime ? 'sys.datetime' : 'sys.date';
    const found = findSystemEntities(text, { now: new Date(now), timeZone: zone }, [wanted]);
    const [match] = found;
    if (found.length !== 1 || !match) return null;
    if (!hasTime) return /^\d{4}-\d{2}-\d{2}$/.test(match.value) ? { day: match.value } : null;
    const at = Date.parse(String(match.data?.iso ?? match.value));
    return Number.isNaN(at) ? null : { at };
  },
};
