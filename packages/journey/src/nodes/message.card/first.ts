import { type First, firstItems } from '../shared/first.ts';

export const first: First = (making) => ({ cards: [{ title: {}, items: firstItems(making, 2) }] });
