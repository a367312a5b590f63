import type { First } from '../shared/first.ts';

export const first: First = () => ({ calendar: null });
