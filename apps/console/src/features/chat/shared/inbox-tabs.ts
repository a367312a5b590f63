import type { ServerTab, WaitingKind } from '@parley/contract';
import type { ChatWord } from '../../../locales/chat.ts';
import type { ChatSearch } from './chat.search.ts';

export type InboxTab = {
  /** Names the act that leads to it, too */
  id: 'mine' | 'mentions' | ServerTab;
  word: ChatWord;
  /** Words of a tab without rows */
  none: ChatWord;
  /** Value of the address */
  tab: ChatSearch['tab'];
  /** Kinds of waiting chats whose counts are its own; the own chats and mentions are counted apart */
  counts: readonly WaitingKind[];
};

/** The tabs of the inbox in their order. */
export const inboxTabs: readonly InboxTab[] = [
  { id: 'mine', word: 'tabMine', none: 'noChats', tab: 'active', counts: [] },
  { id: 'waiting', word: 'tabWaiting', none: 'noneWaiting', tab: 'waiting', counts: ['new'] },
  {
    id: 'transfers',
    word: 'tabTransfers',
    none: 'noneOffered',
    tab: 'transfers',
    counts: ['transferred', 'invited', 'assigned'],
  },
  { id: 'mentions', word: 'mentions', none: 'mentionsNone', tab: 'mentions', counts: [] },
  { id: 'missed', word: 'tabMissed', none: 'noneMissed', tab: 'missed', counts: ['missed'] },
  { id: 'closed', word: 'tabClosed', none: 'noneClosed', tab: 'closed', counts: [] },
];

/** The tab that an address names: the own chats have two values, active and suspended. */
export const tabOf = ({ tab }: Pick<ChatSearch, 'tab'>): InboxTab => inboxTabs.find(({ id }) => id === tab) ?? (inboxTabs[0] as InboxTab);
