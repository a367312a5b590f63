import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** A card with the version that stands in the library. */
export type AskedCard = { cardId: string; version: number };
/** A stream with a copy of a card. @property isOlder its draft or a version of it that runs is of an earlier version of the card */
export type CardUse = { cardId: string; id: string; name: string; isOlder: boolean };

/** Extension point: holders of copies of these cards, by name. */
export const cardUses =
  defineExtensionPoint<(tx: Read, enterpriseId: string, cards: readonly AskedCard[]) => Promise<CardUse[]>>('card.use');

export async function listCardUses(
  { enterpriseId, extensions }: Pick<EnterpriseContext, 'enterpriseId' | 'extensions'>,
  tx: Read,
  cards: readonly AskedCard[],
): Promise<CardUse[]> {
  if (cards.length === 0) return [];
  return (await Promise.all(extensions.of(cardUses).map((list) => list(tx, enterpriseId, cards)))).flat();
}
