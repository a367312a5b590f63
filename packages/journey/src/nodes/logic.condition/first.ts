import type { First } from '../shared/first.ts';

export const first: First = () => ({ test: { rows: { groups: [{ rows: [{ field: '', operator: 'is', values: [''] }] }] } } });
