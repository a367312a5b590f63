import type { ChatDetail } from '@parley/contract';
import { useEffect, useRef } from 'react';
import type { useOlderMessages } from './chat.mutations.ts';
import type { ThreadItem } from './thread-items.ts';

type Wanted = {
  chat: Pick<ChatDetail, 'messages' | 'sides' | 'hasOlder'>;
  found: number | undefined;
  items: readonly ThreadItem[];
  older: Pick<ReturnType<typeof useOlderMessages>, 'mutate' | 'isPending' | 'isError'>;
  scrollTo: (place: number) => void;
};

/** The most entries that the server gives at once. */
const perPage = 200;

/**
 * Brings a message into view that a search has found, once for each find. What lies above the loaded part is read page by page down from there,
 * since the record of a thread has no gaps. @returns whether it is still being read
 */
export function useFoundMessage({ chat, found, items, older, scrollTo }: Wanted): boolean {
  const first = chat.messages[0]?.number ?? 1;
  const isAbove = found !== undefined && found < first && chat.hasOlder;
  const { mutate, isPending, isError } = older;
  const sidesBefore = chat.sides[0]?.number;
  useEffect(() => {
    if (isAbove && !isPending && !isError) mutate({ before: first, sidesBefore, perPage });
  }, [isAbove, isPending, isError, mutate, first, sidesBefore]);
  const shown = useRef<number>(undefined);
  const place = found === undefined ? -1 : items.findIndex((item) => item.kind === 'message' && item.action.number === found);
  // Heights of rows are guesses until they are drawn, and the first place is left again by what is measured.
  useEffect(() => {
    if (found === undefined) shown.current = undefined;
    if (place < 0 || shown.current === found) return;
    shown.current = found;
    scrollTo(place);
  });
  return isAbove && !isError;
}
