import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { media, caption }) {
    to.media('media', media);
    to.words('caption', caption);
  },
};
