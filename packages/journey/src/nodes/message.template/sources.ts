import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { values, media, items }) {
    to.values('values', values);
    to.media('media', media);
    to.items('items', items);
  },
  // A channel takes it at any time.
  freeField: () => undefined,
};
