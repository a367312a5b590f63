import type { CustomerFilter, Selection } from '@parley/contract';
import { useState } from 'react';

/** Rows that are ticked, on this page and on others, or everybody whom the filter leaves. */
export type Picked = { ids: string[]; isWhole: boolean; count: number };
const none: Picked = { ids: [], isWhole: false, count: 0 };

/** Holds the selection of one filter: another filter, also after "back", clears it. */
export function usePicked(filter: CustomerFilter) {
  const key = JSON.stringify(filter);
  const [held, setHeld] = useState({ key, picked: none });
  const picked = held.key === key ? held.picked : none;
  const put = (next: Picked) => setHeld({ key, picked: next });
  return {
    picked,
    selection: (picked.isWhole ? { filter } : { customerIds: picked.ids }) satisfies Selection as Selection,
    pick: (ids: string[]) => put({ ids, isWhole: false, count: ids.length }),
    pickWhole: (count: number) => put({ ids: [], isWhole: true, count }),
    clear: () => put(none),
  };
}
