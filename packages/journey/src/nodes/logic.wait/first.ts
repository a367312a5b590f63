import type { First } from '../shared/first.ts';

export const first: First = () => ({ until: { kind: 'duration', seconds: 3600 } });
