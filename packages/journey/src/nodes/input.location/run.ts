import type { Location } from '../../expression/value.ts';
import { askingRun } from '../shared/asking.ts';
import type { Run } from '../shared/run.ts';

const earthKm = 6371;
/** Computes the distance of two points on the globe, in kilometres (haversine). */
function distanceKm(a: Location, b: { latitude: number; longitude: number }): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (degrees: number) => Math.sin(rad(degrees) / 2) ** 2;
  const h = half(b.latitude - a.latitude) + Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * half(b.longitude - a.longitude);
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(h)));
}

export const run: Run<'input.location'> = askingRun<'input.location'>({
  read(turn, { config: { within } }, { location }) {
    if (!location) return undefined;
    if (within) {
      const centre = { latitude: turn.number(within.latitude, 'The latitude'), longitude: turn.number(within.longitude, 'The longitude') };
      if (distanceKm(location, centre) > turn.number(within.km, 'The distance')) return undefined;
    }
    return { value: location };
  },
});
