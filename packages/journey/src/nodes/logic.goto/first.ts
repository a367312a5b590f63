import type { First } from '../shared/first.ts';

// The target does not exist yet, which the check reports.
export const first: First = () => ({ node: 'nowhere0' });
