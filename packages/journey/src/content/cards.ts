import type { ShownItem } from './choices.ts';

/** Limits of a channel for a card and for cards in a row. @property links items that are no replies and are shown all the same */
export type CardShape = {
  most: number;
  titleLength: number;
  textLength: number;
  items: { most: number; titleLength: number; links: readonly Exclude<ShownItem['action']['kind'], 'reply'>[] };
  /** A card needs no title here */
  takesUntitled?: true;
  /** It shows the height and the layout that a card asks for */
  hasLooks?: true;
  /** Lengths are UTF-16 units, of which an emoji has two or more */
  countsUnits?: true;
};
type Card = { title: string; text: string; items: readonly Pick<ShownItem, 'title' | 'short' | 'action'>[] };

const length = (text: string, { countsUnits }: Pick<CardShape, 'countsUnits'>): number =>
  countsUnits ? text.length : Array.from(text).length;

/** The title of an item on a card; undefined where neither of its titles fits. */
export function titleOnCard({ title, short }: Pick<ShownItem, 'title' | 'short'>, shape: CardShape): string | undefined {
  const most = shape.items.titleLength;
  if (length(title, shape) <= most) return title;
  return short !== '' && length(short, shape) <= most ? short : undefined;
}

/** Tells whether a channel shows all of these as cards. What it would leave out or cut is said in other ways. */
export function showsAsCards(cards: readonly Card[], shape: CardShape | undefined): shape is CardShape {
  if (!shape || cards.length > shape.most) return false;
  return cards.every(
    ({ title, text, items }) =>
      (title !== '' || shape.takesUntitled === true) &&
      length(title, shape) <= shape.titleLength &&
      length(text, shape) <= shape.textLength &&
      items.length <= shape.items.most &&
      items.every(
        (item) => titleOnCard(item, shape) !== undefined && (item.action.kind === 'reply' || shape.items.links.includes(item.action.kind)),
      ),
  );
}
