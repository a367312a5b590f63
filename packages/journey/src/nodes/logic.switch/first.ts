import type { First } from '../shared/first.ts';

export const first: First = ({ makeId }) => ({ value: '', cases: [{ id: makeId(), operator: 'is', values: ['""'] }] });
