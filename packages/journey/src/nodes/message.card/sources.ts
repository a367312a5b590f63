import type { Sources } from '../shared/sources.ts';
import { cardsOf, smsTextOf } from './library.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, config) {
    to.words('library.smsText', smsTextOf(config));
    for (const [place, { title, text, media, items }] of cardsOf(config).entries()) {
      to.words(`cards.${place}.title`, title);
      to.words(`cards.${place}.text`, text);
      to.media(`cards.${place}.media`, media);
      to.items(`cards.${place}.items`, items);
    }
  },
  // They are sent one by one on a channel that shows one at a time, and the choices below them.
  messages: ({ cards }) => (cards.length === 1 ? 1 : cards.length + 1),
};
