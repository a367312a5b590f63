import type { JourneyInstance } from '@parley/contract';
import { useState } from 'react';
import type { MonitorSearch } from '../shared/monitor.search.ts';

export type WalkFilter = Omit<MonitorSearch, 'view' | 'from'>;
/** Walks by themselves, or all that a filter leaves. @property first one of them, whose nodes stand for all */
export type PickedWalks =
  | { kind: 'some'; instances: readonly JourneyInstance[] }
  | { kind: 'all'; filter: WalkFilter; count: number; isCut: boolean; first: JourneyInstance | undefined };

export const countOf = (picked: PickedWalks): number => (picked.kind === 'all' ? picked.count : picked.instances.length);
const nobody: PickedWalks = { kind: 'some', instances: [] };

/** Walks are kept as they were picked: what is acted on may have left the page by then, and its name is still told. */
export function usePickedWalks(filter: WalkFilter) {
  const key = JSON.stringify(filter);
  const [held, setHeld] = useState({ key, picked: nobody });
  // The selection belongs to one filter: another filter, also after "back", clears it.
  const picked = held.key === key ? held.picked : nobody;
  const put = (next: PickedWalks) => setHeld({ key, picked: next });
  return {
    picked,
    pick(ids: readonly string[], rows: readonly JourneyInstance[]) {
      const before = picked.kind === 'some' ? picked.instances : rows;
      const known = new Map([...before, ...rows].map((row) => [row.id, row]));
      put({ kind: 'some', instances: ids.flatMap((id) => known.get(id) ?? []) });
    },
    pickAll: (counted: { count: number; isCut: boolean }, first: JourneyInstance | undefined) =>
      put({ kind: 'all', filter, ...counted, first }),
    clear: () => put(nobody),
  };
}
