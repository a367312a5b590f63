import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { text, least, most }) {
    to.words('text', text);
    to.expression('least', least, true, ['Number']);
    to.expression('most', most, true, ['Number']);
  },
};
