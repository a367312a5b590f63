import { useLayoutEffect, useRef } from 'react';
import { isOfDialog } from '../../../lib/open-dialog.ts';
import { areSingleKeysOn, isTyping } from '../../../lib/single-keys.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { actOf, type ChatActHandlers, type ChatActId, chatActs, readPress } from './chat-acts.ts';
import { offerActs, runAct } from './chat-acts-store.ts';

/**
 * Offers acts for as long as the part of the screen is there, by their keys and in the palette.
 * @param chatId the chat that they are done in; left out by parts of no chat
 */
export function useChatActs(handlers: ChatActHandlers, chatId?: string): void {
  const t = useWords(chatWords.conversation);
  const latest = useRef(handlers);
  latest.current = handlers;
  const ids = chatActs.flatMap(({ id }) => (handlers[id] ? [id] : [])).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: offered anew when there are others; what they do is read when they are done
  useLayoutEffect(() => offerActs({ read: () => latest.current, labelOf: (id) => t(actOf(id).word), chatId }), [ids, t, chatId]);
}

/** Acts that a key that is held down does again and again; each other one is done once a press. */
const repeated: readonly ChatActId[] = ['next', 'previous'];

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Tells the act of a key with Ctrl, or with the Command key of a Mac. Such a key works while one types, too, where the field asks for it. */
export function actOfControlKey({ key, ctrlKey, metaKey, altKey, shiftKey }: Press): ChatActId | undefined {
  if (!(ctrlKey || metaKey) || altKey || shiftKey) return undefined;
  const pressed = readPress([], { key, shiftKey, hasCtrl: true });
  return pressed.kind === 'act' ? pressed.id : undefined;
}

/** Time in which the next key of an act follows */
const followsMs = 1_000;

/**
 * Single keys of the conversation, wherever the focus is, fields and dialogs excepted; they can be switched off with the console's others.
 * A chat that is closed, left or handed on is asked about. Picking up, accepting and declining happen at once, and once for each press.
 */
export function useChatKeys(): void {
  useLayoutEffect(() => {
    let before: readonly string[] = [];
    let at = 0;
    const handleKey = (event: KeyboardEvent) => {
      const controlled = actOfControlKey(event);
      if (controlled) {
        if (!event.defaultPrevented && !isTyping(event.target) && !isOfDialog(event) && runAct(controlled)) event.preventDefault();
        return;
      }
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || !areSingleKeysOn() || isOfDialog(event)) return;
      if (event.key === 'Shift') return;
      const pressed = readPress(event.timeStamp - at <= followsMs ? before : [], event);
      if (event.repeat && !(pressed.kind === 'act' && repeated.includes(pressed.id))) return;
      before = pressed.kind === 'begun' ? pressed.presses : [];
      at = event.timeStamp;
      if (pressed.kind === 'begun') event.preventDefault();
      if (pressed.kind === 'act' && runAct(pressed.id)) event.preventDefault();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
}
