import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { attributes, language }) {
    for (const [place, { value }] of attributes.entries()) to.expression(`attributes.${place}.value`, value);
    to.expression('language', language, true);
  },
  leaks: { as: 'inPhoneBook' },
};
