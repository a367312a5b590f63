import { useMediaQuery } from '@mantine/hooks';
import { ApiError } from '@parley/client';
import { chatStates } from '@parley/contract';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { chatListQuery } from '../shared/chat.queries.ts';
import { filterChats, holdOrder } from '../shared/chat.rules.ts';
import { ChatSearch } from '../shared/chat.search.ts';
import { useClosing } from '../shared/closing.tsx';
import { useConversationPlace } from '../shared/conversation-place.ts';
import { useChatLive } from '../shared/use-chat-live.ts';
import { ChatList } from './chat-list.tsx';
import { ChatPane } from './chat-pane.tsx';
import classes from './conversation.module.css';
import { useChatKeys } from './use-chat-keys.ts';

/**
 * The live conversation: list, open chat, customer. On a narrow screen one of them at a time.
 * @param menu stands above the list; for the window without a top bar, which would have no way to pick chats up
 */
export function ConversationPage({ menu }: { menu?: ReactNode }) {
  const t = useWords(chatWords.conversation);
  useChatLive();
  const { open } = useConversationPlace();
  const { search, change } = useAddressState(ChatSearch);
  const { data, error, refetch } = useQuery(chatListQuery);
  const closing = useClosing();
  const chats = useMemo(() => data?.filter((chat) => !closing.has(chat.chatId)), [data, closing]);
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const isWide = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [hasColumn, setColumn] = useState(true);
  /** The chat over which the customer lies as a drawer, where a column has no room. */
  const [drawerOf, setDrawerOf] = useState<string>();
  const searchBox = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLElement>(null);
  /** The chat that a key led to: the focus stays in the list, so that the next key leads on. */
  const [steppedTo, setSteppedTo] = useState<string>();
  const { chatId } = search;
  const isPanelOpen = isWide ? hasColumn : chatId !== undefined && drawerOf === chatId;
  const handleTogglePanel = () => (isWide ? setColumn((is) => !is) : setDrawerOf(isPanelOpen ? undefined : chatId));

  /** Rows do not move under the pointer: its order is that of when the pointer came. */
  const [held, setHeld] = useState<readonly string[]>();
  const shown = useMemo(() => holdOrder(filterChats(chats ?? [], search), held), [chats, search, held]);
  const focusRow = (id: string) => list.current?.querySelector<HTMLElement>(`[data-chat="${id}"]`)?.focus();
  const step = (by: 1 | -1) => {
    const index = shown.findIndex((chat) => chat.chatId === chatId);
    const next = shown[index === -1 ? 0 : Math.min(shown.length - 1, Math.max(0, index + by))];
    if (!next) return;
    setSteppedTo(next.chatId);
    focusRow(next.chatId);
    open(next.chatId);
  };
  const handleOpen = (id: string | undefined) => {
    setSteppedTo(undefined);
    setDrawerOf(undefined);
    // Nothing has the focus until the chat has loaded, so that keys typed meanwhile run no commands.
    if (id !== chatId && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    open(id);
  };
  /** The one below, or the one above the last: as whoever goes through a list expects. */
  const handleClosed = () => {
    const index = shown.findIndex((chat) => chat.chatId === chatId);
    handleOpen((shown[index + 1] ?? shown[index - 1])?.chatId);
  };
  useChatKeys({ j: () => step(1), k: () => step(-1), '/': () => searchBox.current?.focus() });

  return (
    <div className={classes.page} data-panel={isPanelOpen || undefined} data-open={chatId ? true : undefined}>
      {isNarrow && chatId ? null : (
        <ChatList
          chats={chats}
          shown={shown}
          onPoint={(isPointing) => setHeld(isPointing ? shown.map((chat) => chat.chatId) : undefined)}
          error={error instanceof ApiError && chats ? undefined : error}
          onRetry={() => void refetch()}
          search={search}
          onSearch={(next) => change(next, { isReplacing: true })}
          onOpen={handleOpen}
          listRef={list}
          searchRef={searchBox}
          menu={menu}
        />
      )}
      {chatId ? (
        <ChatPane
          key={chatId}
          chatId={chatId}
          isListed={chats?.some((chat) => chat.chatId === chatId && chat.state !== chatStates.closed) ?? false}
          isPanelOpen={isPanelOpen}
          onTogglePanel={handleTogglePanel}
          takesFocus={steppedTo !== chatId}
          onLeave={() => focusRow(chatId)}
          onBack={isNarrow ? () => handleOpen(undefined) : undefined}
          onOpen={handleOpen}
          onClosed={handleClosed}
        />
      ) : isNarrow ? null : (
        <section className={classes.pane} aria-label={t('messages')}>
          <div className={classes.paneEmpty}>
            <EmptyState icon={IconMessages} title={t('chooseChat')} text={t('chooseChatHint')} />
          </div>
        </section>
      )}
    </div>
  );
}
