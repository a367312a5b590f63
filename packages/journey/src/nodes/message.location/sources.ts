import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { latitude, longitude, name, address }) {
    to.expression('latitude', latitude, false, ['Number']);
    to.expression('longitude', longitude, false, ['Number']);
    to.words('name', name);
    to.words('address', address);
  },
};
