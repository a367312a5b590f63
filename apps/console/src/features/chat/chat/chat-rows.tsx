import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useCallback, useEffect, useImperativeHandle, useRef } from 'react';
import { formatInstant } from '../../../lib/format.ts';
import classes from './chat-list.module.css';
import { ChatRow, type ChatRowProps, type RowChat } from './chat-row.tsx';

export type ChatRowsHandle = { focusRow: (chatId: string) => void };

type Props = Omit<ChatRowProps, 'chat' | 'isOpen' | 'hasDraft' | 'isSelected' | 'isSelecting' | 'today'> & {
  chats: readonly RowChat[];
  label: string;
  openId: string | undefined;
  drafts: ReadonlySet<string>;
  selected: ReadonlySet<string>;
  /** The pointer comes to the rows, or leaves them. */
  onPoint?: (isPointing: boolean) => void;
  /** The last row has come into sight. */
  onEnd?: () => void;
  ref: Ref<ChatRowsHandle>;
};

/** Rows that are drawn whole; of more only those in sight are, so that thousands scroll like sixty. */
const mostDrawn = 60;
const rowPx = { wide: 62, compact: 34 };

export function ChatRows({ chats, label, openId, drafts, selected, onPoint, onEnd, ref, ...row }: Props) {
  const box = useRef<HTMLUListElement>(null);
  const isWindowed = chats.length > mostDrawn;
  const { isCompact } = row;
  const virtualizer = useVirtualizer({
    count: isWindowed ? chats.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => (isCompact ? rowPx.compact : rowPx.wide),
    getItemKey: useCallback((index: number) => chats[index]?.chatId ?? index, [chats]),
    overscan: 8,
    paddingStart: 6,
    paddingEnd: 6,
  });
  const rowOf = (chatId: string) => box.current?.querySelector<HTMLElement>(`[data-chat="${chatId}"]`);
  useImperativeHandle(ref, () => ({
    focusRow(chatId) {
      const index = chats.findIndex((chat) => chat.chatId === chatId);
      if (isWindowed && index >= 0 && !rowOf(chatId)) virtualizer.scrollToIndex(index);
      if (rowOf(chatId)) rowOf(chatId)?.focus();
      // It is drawn with the next frame.
      else requestAnimationFrame(() => requestAnimationFrame(() => rowOf(chatId)?.focus()));
    },
  }));

  const lastDrawn = virtualizer.getVirtualItems().at(-1)?.index ?? chats.length - 1;
  const isAtEnd = isWindowed && lastDrawn >= chats.length - 1;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd]);

  const today = formatInstant(Date.now(), 'isoDay');
  const draw = (chat: RowChat) => (
    <ChatRow
      chat={chat}
      isOpen={chat.chatId === openId}
      hasDraft={drafts.has(chat.chatId)}
      isSelected={selected.has(chat.chatId)}
      isSelecting={selected.size > 0}
      today={today}
      {...row}
    />
  );
  return (
    <ul
      ref={box}
      className={classes.rows}
      aria-label={label}
      onPointerEnter={() => onPoint?.(true)}
      onPointerLeave={() => onPoint?.(false)}
    >
      {isWindowed ? (
        <li role="presentation" className={classes.spacer} style={{ blockSize: virtualizer.getTotalSize() }} />
      ) : (
        chats.map((chat) => <li key={chat.chatId}>{draw(chat)}</li>)
      )}
      {virtualizer.getVirtualItems().map((item) => {
        const chat = chats[item.index];
        return chat ? (
          <li
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            aria-setsize={chats.length}
            aria-posinset={item.index + 1}
            className={classes.windowed}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {draw(chat)}
          </li>
        ) : null;
      })}
    </ul>
  );
}
