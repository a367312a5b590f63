import { useMemo, useState } from 'react';
import { useStable } from '../../../lib/use-stable.ts';

export type Selection = {
  ids: ReadonlySet<string>;
  /** @param isRange takes all between the one before and this one along */
  toggle: (chatId: string, isRange: boolean) => void;
  keep: (chatIds: readonly string[]) => void;
};

const none: ReadonlySet<string> = new Set();

/** The chats that are chosen to be acted on together. Rows that have left the list are chosen no more. */
export function useSelection(rows: readonly { chatId: string }[] | undefined): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(none);
  const [anchor, setAnchor] = useState<string>();
  const ids = useMemo(() => {
    if (chosen.size === 0) return none;
    const left = (rows ?? []).filter(({ chatId }) => chosen.has(chatId)).map(({ chatId }) => chatId);
    return new Set(left);
  }, [chosen, rows]);
  const toggle = useStable((chatId: string, isRange: boolean) => {
    const order = (rows ?? []).map((row) => row.chatId);
    const [from, to] = [order.indexOf(anchor ?? chatId), order.indexOf(chatId)];
    setAnchor(chatId);
    if (isRange && from >= 0 && to >= 0) {
      setChosen(new Set([...ids, ...order.slice(Math.min(from, to), Math.max(from, to) + 1)]));
      return;
    }
    setChosen(new Set(ids.has(chatId) ? [...ids].filter((id) => id !== chatId) : [...ids, chatId]));
  });
  return { ids, toggle, keep: (chatIds) => setChosen(new Set(chatIds)) };
}
