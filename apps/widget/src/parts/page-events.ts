import type { Session } from '../session.ts';
import { currentSegment, lastNumber } from '../thread.ts';

const names = ['ready', 'open', 'close', 'message', 'unread', 'rated', 'offer'];
type Listener = (data: unknown) => void;

/** Tells the page what happens in the widget. A listener that fails fails alone. */
export function createPageEvents() {
  const listeners = new Map<string, Set<Listener>>();
  let isReady = false;
  const tell = (name: string, data: unknown) => {
    for (const listener of listeners.get(name) ?? []) {
      try {
        listener(data);
      } catch (error) {
        console.error(error);
      }
    }
  };
  return {
    on(name: string, listener: unknown) {
      if (!names.includes(name) || typeof listener !== 'function') return;
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener as Listener));
      if (name === 'ready' && isReady) (listener as Listener)({});
    },
    off: (name: string, listener: unknown) => void listeners.get(name)?.delete(listener as Listener),
    follow(session: Session) {
      isReady = true;
      tell('ready', {});
      let before = session.getState();
      session.subscribe(() => {
        const was = before;
        const now = session.getState();
        before = now;
        if (now.isPanelOpen !== was.isPanelOpen) tell(now.isPanelOpen ? 'open' : 'close', {});
        if (now.unreadCount !== was.unreadCount) tell('unread', { count: now.unreadCount });
        if (now.ratedChatIds.length > was.ratedChatIds.length) tell('rated', { chatId: now.ratedChatIds.at(-1) });
        if (now.greeting && now.greeting.showId !== was.greeting?.showId) tell('offer', { text: now.greeting.text });
        const from = now.thread.chatId === was.thread.chatId ? lastNumber(was.thread) : 0;
        // The thread that the welcome brings is no news.
        if (was.connection !== 'open' || now.thread.segments === was.thread.segments) return;
        for (const { number, author, name, text, at } of currentSegment(now.thread)?.entries ?? [])
          if (number > from && author !== 'system') tell('message', { author, name, text, at });
      });
    },
  };
}
