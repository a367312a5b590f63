import { Temporal } from 'temporal-polyfill';
import { dayMs } from './days.ts';

/** Days that one zone keeps: about twenty years. */
const mostKept = 8192;

/** Offset of a zone from UTC, in milliseconds, and until when it stays so as far as one day of UTC shows. */
export type Offset = { ms: number; until: number };
export type Zone = { offsetAt: (at: number) => Offset };

/** One day of UTC: `first` until the clocks change, and `second` behind that. */
type ZoneDay = { first: Offset; second: Offset };

const readOffset = (at: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;

/** No zone changes its clocks twice within a day of UTC, so two looks say whether there is a change, and halving finds it. */
function readDay(day: number, zone: string): ZoneDay {
  const [start, end] = [day * dayMs, (day + 1) * dayMs];
  const [first, second] = [readOffset(start, zone), readOffset(end, zone)];
  if (first === second) return { first: { ms: first, until: end }, second: { ms: first, until: end } };
  let [before, change] = [start, end];
  while (change - before > 1) {
    const middle = Math.floor((before + change) / 2);
    if (readOffset(middle, zone) === first) before = middle;
    else change = middle;
  }
  return { first: { ms: first, until: change }, second: { ms: second, until: end } };
}

const zones = new Map<string, Zone>();
/** More than there are names of zones. */
const mostZones = 1000;

/** The offsets of a zone; each day is read once. @throws RangeError for an unknown zone, at the first look */
export function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const days = new Map<number, ZoneDay>();
  const zone: Zone = {
    offsetAt(at) {
      const day = Math.floor(at / dayMs);
      let read = days.get(day);
      if (!read) {
        read = readDay(day, name);
        if (days.size >= mostKept) days.clear();
        days.set(day, read);
      }
      return at < read.first.until ? read.first : read.second;
    },
  };
  if (zones.size >= mostZones) zones.clear();
  zones.set(name, zone);
  return zone;
}
