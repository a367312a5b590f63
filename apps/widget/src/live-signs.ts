import { partialExpiryMs, typingExpiryMs, type WidgetEventData } from './protocol.ts';
import type { SessionStore } from './session-state.ts';

/** Signs that the other side is writing; each goes by itself when no further one comes. */
export function createLiveSigns({ get, change }: SessionStore) {
  let typingTimer: ReturnType<typeof setTimeout> | undefined;
  let partialTimer: ReturnType<typeof setTimeout> | undefined;
  return {
    showTyping(name: string) {
      clearTimeout(typingTimer);
      change({ typingName: name });
      typingTimer = setTimeout(() => change({ typingName: undefined }), typingExpiryMs);
    },
    showPartial(partial: WidgetEventData<'partial'>) {
      clearTimeout(partialTimer);
      change({ partial: partial.text === '' ? undefined : partial });
      if (get().partial) partialTimer = setTimeout(() => change({ partial: undefined }), partialExpiryMs);
    },
  };
}
