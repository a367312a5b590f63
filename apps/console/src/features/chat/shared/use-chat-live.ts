import type { ChatAction, ChatCounts, ChatDetail, ChatSummary, ChatTranslation, LiveEvent } from '@parley/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveClient } from '../../../lib/live.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useMe } from '../../account/shared/me.ts';
import { applyChatEvent, type ChatEffect, type ChatWorld, movesInbox, movesLoad } from './chat.live.ts';
import { chatKeys } from './chat.queries.ts';
import { type ConversationPlace, useConversationPlace } from './conversation-place.ts';
import { dropReply } from './outbox.ts';
import { forgetPresence, tellPresence } from './presence.ts';
import { isReading } from './reading.ts';
import { tellViewed } from './view-chat.ts';

const settleMs = 1_500;
let users = 0;
let stop: (() => void) | undefined;

/** Lays live events over the cached chats for as long as something of the chats is on the screen; many users share one subscription. */
export function useChatLive(): void {
  const client = useQueryClient();
  const ownId = useMe()?.uId ?? '';
  const place = useConversationPlace();
  useEffect(() => {
    if (!ownId) return;
    users += 1;
    stop ??= start(client, ownId, place);
    return () => {
      users -= 1;
      if (users > 0) return;
      stop?.();
      stop = undefined;
    };
  }, [client, ownId, place]);
}

/**
 * Reads what is cached under the key anew. A first answer that is still on its way may be older than what was just told, and to invalidate
 * alone would be content with it.
 */
const readAnew = (client: QueryClient, queryKey: readonly string[]) =>
  void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));

/** Reads what is cached under the key once more in a moment, however often it is asked for meanwhile. */
function startSoon(client: QueryClient, queryKey: readonly string[]) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const read = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      readAnew(client, queryKey);
    }, settleMs);
  };
  return {
    read,
    /** An answer on its way may be older than the event that was just laid over the cache, and would take it back. */
    readIfOvertaken: () => {
      if (client.getQueryState(queryKey)?.fetchStatus === 'fetching') read();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Tells whether a message is another one than that of before; one that is not on the screen may be. */
function hasOtherWords(detail: ChatDetail | undefined, { number, message, detail: { revoked } }: ChatAction): boolean {
  const before = detail?.messages.find((action) => action.number === number);
  return !before || before.message !== message || revoked !== undefined;
}

function start(client: QueryClient, ownId: string, place: ConversationPlace): () => void {
  const soon = {
    counts: startSoon(client, chatKeys.counts()),
    list: startSoon(client, chatKeys.list()),
    inbox: startSoon(client, chatKeys.inbox()),
    status: startSoon(client, chatKeys.status()),
  };
  let ended: readonly string[] = [];

  const run = (effect: ChatEffect) => {
    switch (effect.kind) {
      case 'toast':
        showToast(effect.level, effect.message);
        return;
      case 'opened':
        // A pickup in another window must not change this hidden window's screen.
        if (document.visibilityState === 'visible') place.bring(effect.chatId);
        return;
      case 'removed':
        place.leave(effect.chatId);
        return;
      case 'refetchChat':
        readAnew(client, chatKeys.detail(effect.chatId));
        return;
      case 'refetchChats':
        readAnew(client, chatKeys.list());
        return;
      case 'refetchCounts':
        soon.counts.read();
        return;
      case 'settled':
        dropReply(effect.key);
        return;
      case 'failedMessage':
        dispatchEvent(new CustomEvent('failedMessage', { detail: effect.detail }));
        return;
    }
  };
  const hasLater = (chatId: string) => (client.getQueryData<{ messages: unknown[] }>(chatKeys.later(chatId))?.messages.length ?? 0) > 0;
  const dropTranslation = (chatId: string, number: number) =>
    client.setQueriesData({ queryKey: chatKeys.translations(chatId) }, (known: ChatTranslation[] | undefined) =>
      known?.filter((one) => one.number !== number),
    );
  const handleEvent = (event: LiveEvent) => {
    tellPresence(event, ownId);
    const chatId = chatIdOf(event);
    const world: ChatWorld = {
      chats: client.getQueryData<ChatSummary[]>(chatKeys.list()),
      counts: client.getQueryData<ChatCounts>(chatKeys.counts()),
      detail: chatId ? client.getQueryData<ChatDetail>(chatKeys.detail(chatId)) : undefined,
      readingChatId: chatId && isReading(chatId) ? chatId : null,
      ownId,
      ended,
    };
    const { world: next, effects } = applyChatEvent(world, event);
    ended = next.ended;
    if (next.chats && next.chats !== world.chats) client.setQueryData(chatKeys.list(), next.chats);
    if (next.counts && next.counts !== world.counts) client.setQueryData(chatKeys.counts(), next.counts);
    if (chatId && next.detail && next.detail !== world.detail) client.setQueryData(chatKeys.detail(chatId), next.detail);
    for (const effect of effects) run(effect);
    if (event.type === 'entryChanged' && hasOtherWords(world.detail, event.data.action))
      dropTranslation(event.data.chatId, event.data.action.number);
    // A record that is here already is merged with the answer on its way; one that is not would lack the event.
    if (chatId && !world.detail && changesRecord(event.type) && client.getQueryState(chatKeys.detail(chatId))?.fetchStatus === 'fetching')
      readAnew(client, chatKeys.detail(chatId));
    soon.counts.readIfOvertaken();
    soon.list.readIfOvertaken();
    if (event.type === 'chatLater') void client.invalidateQueries({ queryKey: chatKeys.later(event.data.chatId) });
    // A planned message may be held from now on.
    if (event.type === 'customerReply' && chatId && hasLater(chatId)) void client.invalidateQueries({ queryKey: chatKeys.later(chatId) });
    if (event.type === 'mentionsChanged') void client.invalidateQueries({ queryKey: chatKeys.mentions() });
    if (movesInbox(event.type) && client.getQueryCache().find({ queryKey: chatKeys.inbox(), exact: false })) soon.inbox.read();
    // The visitor has signed in: lists and panels show the name from now on.
    if (event.type === 'chatCustomer') void client.invalidateQueries({ queryKey: chatKeys.all });
    if (event.type === 'customerChats') void client.invalidateQueries({ queryKey: chatKeys.customerChats() });
    if (movesLoad(event)) soon.status.read();
    if (event.type === 'waitingEnded') void client.invalidateQueries({ queryKey: chatKeys.waiting() });
    if (event.type === 'agentStatusChanged') {
      void client.invalidateQueries({ queryKey: chatKeys.agents() });
      if (event.data.uId === ownId) void client.invalidateQueries({ queryKey: chatKeys.status() });
    }
  };
  // The shell and other windows of this page may ask for it as well.
  addEventListener('updateChatCount', soon.counts.read);
  const stopEvents = liveClient.onEvent(handleEvent);
  const stopState = liveClient.onState((state) => {
    if (state.kind === 'lost') forgetPresence();
    if (state.kind !== 'open') return;
    void tellViewed(client, ownId);
    // Missed events are fetched, not replayed: the list, the counts and every loaded record. The first connection needs this as well: data
    // fetched while it was being opened, or still on its way, may lack later events.
    readAnew(client, chatKeys.all);
  });
  return () => {
    soon.counts.stop();
    soon.list.stop();
    soon.inbox.stop();
    soon.status.stop();
    removeEventListener('updateChatCount', soon.counts.read);
    stopEvents();
    stopState();
  };
}

const passing = new Set<LiveEvent['type']>(['typing', 'viewing', 'systemMessage', 'partialAnswer']);
/** Tells whether what an event says is kept, and so stands in what the server answers. */
const changesRecord = (type: LiveEvent['type']): boolean => !passing.has(type);

const chatIdOf = ({ data }: LiveEvent): string | undefined =>
  'chatId' in data && typeof data.chatId === 'string' ? data.chatId : undefined;
