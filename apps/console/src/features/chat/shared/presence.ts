import { type LiveEvent, type LiveEventData, partialAnswers } from '@parley/contract';
import { useSyncExternalStore } from 'react';
import { onOwner } from '../../../lib/own-store.ts';

/** Typists, viewers and partial bot answers by chat: received live, stored nowhere. */
type Typist = { name: string; authorKind: 'customer' | 'agent'; untilMs: number };
/** A bot's partial answer, and the entry that it answers. */
export type PartialAnswer = Pick<LiveEventData<'partialAnswer'>, 'after' | 'name' | 'text'> & { untilMs: number };
export type Presence = {
  typing: Record<string, Record<string, Typist>>;
  viewing: Record<string, Record<string, string>>;
  partials: Record<string, PartialAnswer>;
  /** Lines of the system that belong to no record, newest last. */
  lines: Record<string, string[]>;
};

// "typing" is repeated every 4 s; one lost repeat must not blink the indicator.
export const typingRepeatMs = 4_000;
export const typingExpiryMs = 6_000;

export const noPresence: Presence = { typing: {}, viewing: {}, partials: {}, lines: {} };

export function applyPresence(presence: Presence, event: LiveEvent, nowMs: number, ownId: string): Presence {
  switch (event.type) {
    case 'typing': {
      const { chatId, name, authorKind, uId } = event.data;
      if (authorKind === 'agent' && uId === ownId) return presence;
      const typist = { name, authorKind, untilMs: nowMs + typingExpiryMs };
      return { ...presence, typing: { ...presence.typing, [chatId]: { ...presence.typing[chatId], [uId || authorKind]: typist } } };
    }
    case 'viewing': {
      const { chatId, uId, name, isViewing } = event.data;
      if (uId === ownId) return presence;
      const { [uId]: _gone, ...others } = presence.viewing[chatId] ?? {};
      return { ...presence, viewing: { ...presence.viewing, [chatId]: isViewing ? { ...others, [uId]: name } : others } };
    }
    case 'systemMessage': {
      const { chatId, message } = event.data;
      return { ...presence, lines: { ...presence.lines, [chatId]: [...(presence.lines[chatId] ?? []), message].slice(-5) } };
    }
    case 'partialAnswer': {
      const { chatId, after, name, text } = event.data;
      if (text === '') return withoutPartial(presence, chatId);
      return { ...presence, partials: { ...presence.partials, [chatId]: { after, name, text, untilMs: nowMs + partialAnswers.expiryMs } } };
    }
    case 'customerReply':
    case 'agentReply': {
      // A participant who has spoken no longer types.
      const { chatId, action } = event.data;
      const typists = presence.typing[chatId];
      if (!typists) return presence;
      const left = Object.fromEntries(
        Object.entries(typists).filter(([id, typist]) =>
          action.authorKind === 'customer' ? typist.authorKind !== 'customer' : id !== action.actionBy,
        ),
      );
      return { ...presence, typing: { ...presence.typing, [chatId]: left } };
    }
    default:
      return presence;
  }
}

function withoutPartial(presence: Presence, chatId: string): Presence {
  const { [chatId]: gone, ...partials } = presence.partials;
  return gone ? { ...presence, partials } : presence;
}

export function dropExpired(presence: Presence, nowMs: number): Presence {
  const typing = Object.fromEntries(
    Object.entries(presence.typing).map(([chatId, typists]) => [
      chatId,
      Object.fromEntries(Object.entries(typists).filter(([, { untilMs }]) => untilMs > nowMs)),
    ]),
  );
  const partials = Object.fromEntries(Object.entries(presence.partials).filter(([, { untilMs }]) => untilMs > nowMs));
  return { ...presence, typing, partials };
}

let current = noPresence;
const timers: { typing?: ReturnType<typeof setTimeout>; partialAnswer?: ReturnType<typeof setTimeout> } = {};
const expiriesMs = { typing: typingExpiryMs, partialAnswer: partialAnswers.expiryMs };
const listeners = new Set<() => void>();
const set = (next: Presence) => {
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
};

export function tellPresence(event: LiveEvent, ownId: string): void {
  set(applyPresence(current, event, Date.now(), ownId));
  const { type } = event;
  if (type !== 'typing' && type !== 'partialAnswer') return;
  clearTimeout(timers[type]);
  timers[type] = setTimeout(() => set(dropExpired(current, Date.now())), expiriesMs[type] + 50);
}

// Clears presence between users: the next one must not see what the last one received.
onOwner(() => set(noPresence));

/** Forgets all presence after a lost connection: nobody is known to be there. */
export const forgetPresence = () => set({ ...noPresence, lines: current.lines });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const usePresence = () => useSyncExternalStore(subscribe, () => current);
