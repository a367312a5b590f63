import { choiceExitsOf, type Exits } from '../shared/exits.ts';
import type { Config } from './schema.ts';

export const exits: Exits<Config> = {
  ...choiceExitsOf<Config>(({ cards }) => cards.flatMap(({ items }) => items)),
  // Items of several cards may have equal titles: each stands behind the title of its card.
  title({ cards }, exit, pick) {
    const card = cards.find(({ items }) => items.some(({ id }) => id === exit));
    const item = card?.items.find(({ id }) => id === exit);
    if (!card || !item) return '';
    const title = cards.length === 1 ? '' : pick(card.title);
    return `${title === '' ? '' : `${title}: `}${pick(item.title)}`;
  },
};
