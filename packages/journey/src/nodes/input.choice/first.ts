import { type First, firstItems } from '../shared/first.ts';

export const first: First = (making) => ({ text: {}, options: { kind: 'fixed', items: firstItems(making, 2) } });
