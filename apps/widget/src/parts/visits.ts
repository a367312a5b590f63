import type { About } from '../line.ts';
import type { WidgetStorage } from '../storage.ts';

const visitEndsMs = 30 * 60_000; // a visit is over when no page was opened for half an hour

/** Counts the visits of this browser to the site, and says since when this one lasts. */
export function countVisit(storage: WidgetStorage, now: number = Date.now()): Pick<About, 'visits' | 'visitSeconds'> {
  const [count = 0, since = now, last = 0] = (storage.get('visits') ?? '').split(' ').map(Number).filter(Number.isFinite);
  const goesOn = count > 0 && now - last < visitEndsMs && since <= now;
  const visit = goesOn ? { visits: count, since } : { visits: count + 1, since: now };
  storage.set('visits', `${visit.visits} ${visit.since} ${now}`);
  return { visits: visit.visits, visitSeconds: Math.round((now - visit.since) / 1000) };
}
