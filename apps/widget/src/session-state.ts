import type { ConnectionState } from './connection.ts';
import type { OutboxItem } from './outbox.ts';
import type { Answers, WidgetConfig, WidgetEventData } from './protocol.ts';
import { isAnswered, type Thread, unreadCount } from './thread.ts';

export type SessionState = {
  config: WidgetConfig;
  connection: ConnectionState;
  thread: Thread;
  outbox: OutboxItem[];
  /** Name of the person typing on the other side; undefined if nobody is. */
  typingName: string | undefined;
  /** The bot's partial answer; undefined if it is writing none. */
  partial: WidgetEventData<'partial'> | undefined;
  isPanelOpen: boolean;
  /** Open because it was open on the page before: the page keeps the focus. */
  isRestored: boolean;
  unreadCount: number;
  ratedChatIds: string[];
  /** Words by which a rule of the site speaks first, until they are answered. */
  greeting: Greeting | undefined;
  /** The preview beside the button was put away for what was unread then. */
  dismissed: string;
  /** Rises when the page puts words into the field. */
  draftNo: number;
  /** The enterprise's server has said who the visitor is. */
  isKnown: boolean;
  /** The form before the chat as it is filled in, until the message that it goes with is written */
  form: Answers | undefined;
};
export type Greeting = { showId: string; text: string; isOpened: boolean };

export type SessionStore = {
  get: () => SessionState;
  change: (next: Partial<SessionState>) => void;
  subscribe: (listener: () => void) => () => void;
};

/** The state of a session, and those who are told of its changes. */
export function createSessionStore(first: SessionState): SessionStore {
  const listeners = new Set<() => void>();
  let state = first;
  return {
    get: () => state,
    change(next) {
      state = { ...state, ...next };
      state.unreadCount = unreadCount(state.thread);
      // A late frame, or the answer itself: either way there is nothing to wait for.
      if (state.partial && isAnswered(state.thread, state.partial)) state.partial = undefined;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
