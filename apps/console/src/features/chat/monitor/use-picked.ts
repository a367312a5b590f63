import { useState } from 'react';

/** Rows that are picked: those that have left the list meanwhile count no longer. */
export function usePicked<Row>(rows: readonly Row[] | undefined, idOf: (row: Row) => string) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const picked = (rows ?? []).filter((row) => ids.includes(idOf(row)));
  return { picked, ids: picked.map(idOf), pick: setIds, clear: () => setIds([]) };
}
