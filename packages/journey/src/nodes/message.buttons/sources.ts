import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { text, media, items }) {
    to.words('text', text);
    to.media('media', media);
    to.items('items', items);
  },
  choices: ({ items }) => ({ items, style: 'buttons' }),
};
