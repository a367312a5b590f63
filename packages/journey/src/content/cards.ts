import type { ShownItem } from './choices.ts';

/** Limits of a channel for a card and for cards in a row. @property links items that are no replies and are shown all the same */
export type CardShape = {
  most: number;
  titleLength: number;
  textLength: number;
  items: { most: number; titleLength: number; links: readonly ('url' | 'call')[] };
};
type Card = { title: string; text: string; items: readonly Pick<ShownItem, 'title' | 'short' | 'action'>[] };

const length = (text: string): number => Array.from(text).length;

/** The title of an item on a card; undefined where neither of its titles fits. */
export function titleOnCard({ title, short }: Pick<ShownItem, 'title' | 'short'>, { items }: CardShape): string | undefined {
  if (length(title) <= items.titleLength) return title;
  return short !== '' && length(short) <= items.titleLength ? short : undefined;
}

/** Tells whether a channel shows all of these as cards. What it would leave out or cut is said in other ways. */
export function showsAsCards(cards: readonly Card[], shape: CardShape | undefined): shape is CardShape {
  if (!shape || cards.length > shape.most) return false;
  return cards.every(
    ({ title, text, items }) =>
      title !== '' &&
      length(title) <= shape.titleLength &&
      length(text) <= shape.textLength &&
      items.length <= shape.items.most &&
      items.every(
        (item) => titleOnCard(item, shape) !== undefined && (item.action.kind === 'reply' || shape.items.links.includes(item.action.kind)),
      ),
  );
}
