import type { ChatDetail } from '@parley/contract';
import { useEffect, useRef } from 'react';
import type { useOlderMessages } from './chat.mutations.ts';
import type { ThreadItem } from './thread-items.ts';

type Wanted = {
  chat: Pick<ChatDetail, 'messages' | 'sides' | 'hasOlder'>;
  found: number | undefined;
  items: readonly ThreadItem[];
  older: Pick<ReturnType<typeof useOlderMessages>, 'mutate' | 'isPending' | 'isError'>;
  /** It stands at this place of the rows; undefined: it is not in the record, or could not be read. */
  onFound: (place: number | undefined) => void;
};

/** The most entries that the server gives at once. */
const perPage = 200;

/**
 * Brings a message into view that a search has found, once for each find. What lies above the loaded part is read page by page down from there,
 * since the record of a thread has no gaps.
 */
export function useFoundMessage({ chat, found, items, older, onFound }: Wanted): 'seeking' | 'gone' | undefined {
  const first = chat.messages[0]?.number ?? 1;
  const isAbove = found !== undefined && found < first && chat.hasOlder;
  const { mutate, isPending, isError } = older;
  const isSeeking = isAbove && !isError;
  const sidesBefore = chat.sides[0]?.number;
  // A page is told as read a moment before it stands in the record.
  const asked = useRef<number>(undefined);
  useEffect(() => {
    if (!isSeeking || isPending || asked.current === first) return;
    asked.current = first;
    mutate({ before: first, sidesBefore, perPage });
  }, [isSeeking, isPending, mutate, first, sidesBefore]);
  const shown = useRef<number>(undefined);
  const place = found === undefined ? -1 : items.findIndex((item) => item.kind === 'message' && item.action.number === found);
  // Heights of rows are guesses until they are drawn, and the first place is left again by what is measured.
  useEffect(() => {
    if (found === undefined) shown.current = undefined;
    if (found === undefined || shown.current === found || isSeeking) return;
    shown.current = found;
    onFound(place < 0 ? undefined : place);
  });
  if (isSeeking) return 'seeking';
  return found !== undefined && place < 0 && !isAbove ? 'gone' : undefined;
}
