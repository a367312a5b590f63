import type { First } from '../shared/first.ts';

export const first: First = ({ makeId }) => ({
  shares: [
    { id: makeId(), name: 'A', share: 5000 },
    { id: makeId(), name: 'B', share: 5000 },
  ],
});
