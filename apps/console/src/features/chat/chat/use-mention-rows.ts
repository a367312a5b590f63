import type { ChatMention } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { mentionPagesQuery } from '../shared/chat.queries.ts';

/** Rows that have gone stay behind the row that was before them: whoever goes through the list keeps the place. */
export function holdMentions(held: readonly ChatMention[], now: readonly ChatMention[]): ChatMention[] {
  const rows = [...now];
  for (const [place, mention] of held.entries()) {
    if (rows.some(({ id }) => id === mention.id)) continue;
    const before = held[place - 1]?.id;
    rows.splice(before === undefined ? 0 : rows.findIndex(({ id }) => id === before) + 1, 0, mention);
  }
  return rows;
}

/**
 * Unread notes that mention the user, page after page, and their chats in that order, each once. A note is read when its chat is opened: its row
 * stays until the tab is left.
 */
export function useMentionRows(isShown: boolean) {
  const query = useInfiniteQuery({ ...mentionPagesQuery, enabled: isShown });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const held = useRef<readonly ChatMention[]>([]);
  const rows = useMemo(() => {
    const now = data?.pages.flatMap(({ mentions }) => mentions);
    const next = now && isShown ? holdMentions(held.current, now) : now;
    held.current = isShown ? (next ?? []) : [];
    return next;
  }, [data, isShown]);
  const chatIds = useMemo(() => [...new Set(rows?.map(({ chatId }) => chatId))], [rows]);
  return {
    rows,
    chatIds,
    error: rows ? undefined : error,
    onMore: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    refetch,
  };
}
