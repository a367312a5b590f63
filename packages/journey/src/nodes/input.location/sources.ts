import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { text, within }) {
    to.words('text', text);
    for (const [name, source] of Object.entries(within ?? {})) to.expression(`within.${name}`, source, false, ['Number']);
  },
};
