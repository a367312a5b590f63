import { useMediaQuery } from '@mantine/hooks';
import { ApiError } from '@parley/client';
import { chatStates, type ServerTab } from '@parley/contract';
import { IconMessages } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { useOwnChoice } from '../../../lib/own-store.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { chatCountsQuery, chatListQuery, inboxQuery, mentionsQuery } from '../shared/chat.queries.ts';
import { filterChats, holdOrder } from '../shared/chat.rules.ts';
import { ChatSearch, noFilters } from '../shared/chat.search.ts';
import { useClosing } from '../shared/closing.tsx';
import { useConversationPlace } from '../shared/conversation-place.ts';
import { type InboxTab, inboxTabs, tabOf } from '../shared/inbox-tabs.ts';
import { useChatActs, useChatKeys } from '../shared/use-chat-acts.ts';
import { useChatLive } from '../shared/use-chat-live.ts';
import { ChatList } from './chat-list.tsx';
import { ChatPane } from './chat-pane.tsx';
import type { RowChat } from './chat-row.tsx';
import type { ChatRowsHandle } from './chat-rows.tsx';
import classes from './conversation.module.css';
import { CustomerChats } from './customer-chats.tsx';
import type { InboxViewsHandle } from './inbox-views.tsx';
import { useBeside } from './use-beside.ts';
import { useMentionRows } from './use-mention-rows.ts';
import { useNeighbours } from './use-neighbours.ts';
import { useSelection } from './use-selection.ts';

/**
 * The live conversation: list, open chat, customer. On a narrow screen one of them at a time.
 * @param menu stands above the list; for the window without a top bar, which would have no way to pick chats up
 */
export function ConversationPage({ menu }: { menu?: ReactNode }) {
  const t = useWords(chatWords.conversation);
  useChatLive();
  const { open, getShown } = useConversationPlace();
  const { search, change } = useAddressState(ChatSearch);
  const { data, error, refetch } = useQuery(chatListQuery);
  const closing = useClosing();
  const chats = useMemo(() => data?.filter((chat) => !closing.has(chat.chatId)), [data, closing]);
  const isNarrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const isWide = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const hasRoomBeside = useMediaQuery('(min-width: 1024px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [hasColumn, setColumn] = useState(true);
  /** The chat over which the customer lies as a drawer, where a column has no room. */
  const [drawerOf, setDrawerOf] = useState<string>();
  const searchBox = useRef<HTMLInputElement>(null);
  const viewsBox = useRef<InboxViewsHandle>(null);
  const rows = useRef<ChatRowsHandle>(null);
  /** The chat that a key led to: the focus stays in the list, so that the next key leads on. */
  const [steppedTo, setSteppedTo] = useState<string>();
  const { chatId } = search;
  const beside = useBeside(chatId, search.beside, hasRoomBeside);
  const { besideId, isAlone, activeId } = beside;
  const hasPanelColumn = isWide && besideId === undefined;
  const isPanelOpenOf = (id: string) => (hasPanelColumn ? hasColumn : drawerOf === id);
  const togglePanelOf = (id: string) => (hasPanelColumn ? setColumn((is) => !is) : setDrawerOf(drawerOf === id ? undefined : id));

  /** Rows do not move under the pointer: its order is that of when the pointer came. */
  const [held, setHeld] = useState<readonly string[]>();
  const inbox = useInboxRows(search);
  const tabId = tabOf(search).id;
  const isMine = tabId === 'mine';
  const isMentions = tabId === 'mentions';
  const mentions = useMentionRows(isMentions);
  const { data: newMentions } = useQuery(mentionsQuery);
  const listed: readonly RowChat[] | undefined = isMine ? chats : isMentions ? noRows : inbox.rows;
  /** The finds of the search stand in place of the rows, and no key reaches what is not in sight. */
  const isHidden = !isMine && search.text.trim() !== '';
  const shown = useMemo((): RowChat[] => {
    if (isHidden) return [];
    const ordered: RowChat[] = isMine ? filterChats([...(listed ?? [])], search) : [...(listed ?? [])];
    return holdOrder(ordered, held);
  }, [listed, isMine, isHidden, search, held]);
  const { data: counts } = useQuery(chatCountsQuery);
  /** Chats that keys lead through: those of the rows, or of the notes that mention the user. */
  const ids = isMentions && !isHidden ? mentions.chatIds : shown.map((chat) => chat.chatId);
  useNeighbours(isMine ? ids : noIds, chatId);
  const selection = useSelection(shown);
  const [isCompact, setCompact] = useOwnChoice<boolean>('compact-chats', false);
  const focusRow = (id: string) => rows.current?.focusRow(id);
  const handleTab = useStable(({ tab }: InboxTab) => {
    setHeld(undefined);
    change({ tab, view: undefined, ...noFilters });
  });
  const stepTo = (next: string | undefined) => {
    if (next === undefined) return;
    setSteppedTo(next);
    focusRow(next);
    open(next);
  };
  const step = (by: 1 | -1) => {
    // The place that was asked for last, which may not be drawn yet: keys follow each other faster than pages.
    const index = ids.indexOf(getShown() ?? '');
    stepTo(ids[index === -1 ? 0 : Math.min(ids.length - 1, Math.max(0, index + by))]);
  };
  const handleOpen = useStable((id: string | undefined, message?: number) => {
    setSteppedTo(undefined);
    setDrawerOf(undefined);
    // Nothing has the focus until the chat has loaded, so that keys typed meanwhile run no commands.
    if (id !== chatId && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    open(id, message);
  });
  /** The one below, or the one above the last: as whoever goes through a list expects. */
  const handleClosed = () => {
    if (besideId !== undefined) return handleOpen(besideId);
    const index = ids.indexOf(chatId ?? '');
    handleOpen(ids[index + 1] ?? ids[index - 1]);
  };
  /** The row that has the focus, or else the open chat. */
  const select = (isRange: boolean) => {
    const { chat: focused, boxOf } = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {};
    const id = focused ?? boxOf ?? getShown() ?? undefined;
    if (id !== undefined && shown.some((chat) => chat.chatId === id)) selection.toggle(id, isRange);
  };
  useChatKeys();
  useChatActs({
    next: () => step(1),
    previous: () => step(-1),
    first: () => stepTo(ids[0]),
    views: () => viewsBox.current?.focus(),
    search: () => searchBox.current?.focus(),
    select: () => select(false),
    selectRange: () => select(true),
    ...(beside.toggle ? { beside: beside.toggle } : {}),
    ...Object.fromEntries(inboxTabs.map((tab) => [tab.id, () => handleTab(tab)])),
  });
  const paneOf = (id: string) => ({
    chatId: id,
    offer: isMine ? null : (listed?.find((chat) => chat.chatId === id)?.offer ?? null),
    isListed: chats?.some((chat) => chat.chatId === id && chat.state !== chatStates.closed) ?? false,
    isPanelOpen: activeId === id && isPanelOpenOf(id),
    onTogglePanel: () => togglePanelOf(id),
    isActive: activeId === id,
    onActive: () => beside.setActive(id),
    onLeave: () => focusRow(id),
    onOpen: handleOpen,
  });
  const tabs = <CustomerChats {...beside.tabs} />;

  return (
    <div
      className={classes.page}
      data-panel={(hasPanelColumn && hasColumn) || undefined}
      data-open={chatId ? true : undefined}
      data-beside={(besideId !== undefined && !isAlone) || undefined}
    >
      {isNarrow && chatId ? null : (
        <ChatList
          chats={chats}
          counts={counts}
          mentionCount={newMentions?.total ?? 0}
          shown={listed && shown}
          selection={selection}
          isCompact={isCompact}
          onCompact={setCompact}
          onPoint={(isPointing) => setHeld(isPointing ? shown.map((chat) => chat.chatId) : undefined)}
          error={isMine ? (error instanceof ApiError && chats ? undefined : error) : inbox.error}
          onRetry={() => void (isMine ? refetch() : inbox.refetch())}
          onMore={isMine ? undefined : inbox.onMore}
          isReadingMore={inbox.isReadingMore}
          moreError={inbox.moreError}
          search={search}
          onSearch={(next) => change(next, { isReplacing: true })}
          onTab={handleTab}
          onOpen={handleOpen}
          rowsRef={rows}
          searchRef={searchBox}
          viewsRef={viewsBox}
          onView={(next) => {
            setHeld(undefined);
            change(next);
          }}
          menu={menu}
        />
      )}
      {chatId ? (
        <>
          {isAlone ? null : (
            <ChatPane
              key={chatId}
              {...paneOf(chatId)}
              message={search.message}
              side={besideId === undefined ? undefined : 'first'}
              tabs={tabs}
              takesFocus={steppedTo !== chatId}
              onBack={isNarrow ? () => handleOpen(undefined) : undefined}
              onClosed={handleClosed}
            />
          )}
          {besideId === undefined ? null : (
            <ChatPane
              key={besideId}
              {...paneOf(besideId)}
              side="beside"
              tabs={isAlone ? tabs : null}
              asksReply={beside.asksReply}
              takesFocus={isAlone}
              onBack={isNarrow ? beside.hide : undefined}
              onHide={isNarrow ? undefined : beside.hide}
              onClosed={beside.hide}
            />
          )}
        </>
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

const noRows: readonly RowChat[] = [];
const noIds: readonly string[] = [];

/** The rows of a tab that the server cuts into pages; none of the own chats and of mentions. A chat that is offered twice is one row. */
function useInboxRows(search: ChatSearch) {
  const { id } = tabOf(search);
  const isPaged = id !== 'mine' && id !== 'mentions';
  const tab: ServerTab = isPaged ? id : 'waiting';
  const query = useInfiniteQuery({ ...inboxQuery(tab, search), enabled: isPaged });
  const { data, error, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const rows = useMemo(() => {
    const byId = new Map(data?.pages.flatMap(({ chats }) => chats).map((chat) => [chat.chatId, chat]));
    return data && [...byId.values()];
  }, [data]);
  const onMore = useMemo(() => {
    if (!hasNextPage) return undefined;
    return () => void (isFetchingNextPage ? undefined : fetchNextPage());
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const moreError = isFetchNextPageError ? error : undefined;
  return { rows, error: rows ? undefined : error, onMore, isReadingMore: isFetchingNextPage, moreError, refetch };
}
