import type { First } from '../shared/first.ts';

export const first: First = () => ({ latitude: '0', longitude: '0' });
