import type { First } from '../shared/first.ts';

export const first: First = () => ({ most: 10 });
