import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { text, button, items }) {
    to.words('text', text);
    to.words('button', button);
    to.items('items', items);
  },
  choices: ({ items }) => ({ items, style: 'list' }),
};
