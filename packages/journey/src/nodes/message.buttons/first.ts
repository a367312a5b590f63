import { type First, firstItems } from '../shared/first.ts';

export const first: First = (making) => ({ text: {}, items: firstItems(making, 2) });
