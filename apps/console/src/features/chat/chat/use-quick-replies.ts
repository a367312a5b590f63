import { useDebouncedValue } from '@mantine/hooks';
import type { QuickReply } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { api, isToldAlready } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { quickRepliesOfChat } from '../shared/quick-replies.ts';
import { findSlash, insertFilled, type Slash, writeFilled } from './slash.ts';

const searchDelayMs = 120;
const shownMost = 20;

const gapWords = {
  'customer.name': 'gapCustomer',
  'agent.name': 'gapAgent',
  'department.name': 'gapDepartment',
} as const;

export type QuickRepliesOptions = {
  chatId: string;
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  change: (text: string) => void;
  onUse: (replyId: string) => void;
};

/** The list of quick replies that a slash in the field opens: what is found, which one is marked, and its keys. */
export function useQuickReplies({ chatId, field, text, change, onUse }: QuickRepliesOptions) {
  const t = useWords(chatWords.conversation);
  const id = useId();
  const [caret, setCaret] = useState(0);
  const [marked, setMarked] = useState(0);
  /** The slash whose list was closed: it stays closed until another one is typed. */
  const [closedAt, setClosedAt] = useState<number>();
  /** Words are on their way into the field: what stands there is not sent meanwhile. */
  const [isFilling, setFilling] = useState(false);
  const slash = findSlash(text, caret);
  const isOpen = slash !== undefined && slash.at !== closedAt;
  const search = slash?.search ?? '';
  const [asked] = useDebouncedValue(search, searchDelayMs);

  const kept = useQuery({ ...quickRepliesOfChat(chatId, ''), enabled: isOpen });
  const found = useQuery({ ...quickRepliesOfChat(chatId, asked), enabled: isOpen && asked !== '' });
  const begin = (kept.data ?? []).filter(({ shortcut }) => shortcut.toLowerCase().startsWith(search.toLowerCase()));
  const isCurrent = search === '' ? kept.data !== undefined : asked === search && found.data !== undefined;
  const options = (search !== '' && isCurrent ? (found.data ?? []) : begin).slice(0, shownMost);
  const active = options[Math.min(marked, options.length - 1)];

  /** @param expected words of the field by then: somebody who has typed on keeps the cursor; left out: it moves in any case */
  const moveTo = (from: number, to = from, expected?: string) => {
    requestAnimationFrame(() => {
      field.current?.focus();
      if (expected !== undefined && field.current?.value !== expected) return;
      field.current?.setSelectionRange(from, to);
      setCaret(to);
    });
  };
  const pick = async ({ id: replyId }: QuickReply, at: Slash) => {
    if (isFilling) return;
    setClosedAt(at.at);
    setFilling(true);
    try {
      const filled = await api.quickReplies.fill({ params: { replyId }, query: { chatId } });
      const words = writeFilled(filled, (variable) => (variable in gapWords ? t(gapWords[variable as keyof typeof gapWords]) : variable));
      if (!field.current) return;
      // The field may have changed while the text was on its way: then the words stand at its end.
      const now = field.current.value;
      const isThere = now.startsWith(`/${at.search}`, at.at);
      const base = isThere ? now : `${now} `;
      const laid = insertFilled(base, isThere ? at : { at: base.length, search: '' }, words);
      // The words stand in the field before the cursor is moved in them, however busy the browser is.
      flushSync(() => change(laid.text));
      onUse(replyId);
      setClosedAt(undefined);
      moveTo(laid.from, laid.to);
    } catch (error) {
      if (!isToldAlready(error)) showToast('error', describeFailure(error).message);
      field.current?.focus();
    } finally {
      setFilling(false);
    }
  };
  /** @returns whether the key was one of the list's */
  const handleKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || !slash) return false;
    if (event.key === 'Escape') setClosedAt(slash.at);
    else if (options.length === 0) return false;
    else if (event.key === 'ArrowDown') setMarked((Math.min(marked, options.length - 1) + 1) % options.length);
    else if (event.key === 'ArrowUp') setMarked((Math.min(marked, options.length - 1) + options.length - 1) % options.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && active) void pick(active, slash);
    else return false;
    event.preventDefault();
    return true;
  };
  /** Notes where the cursor is, and begins at the first find again. */
  const handleCaret = (at: number, typed = text) => {
    if (findSlash(typed, at)?.at !== closedAt) setClosedAt(undefined);
    if (at !== caret) setMarked(0);
    setCaret(at);
  };
  /** Types a slash at the cursor, which opens the list. */
  const open = () => {
    const at = field.current?.selectionStart ?? text.length;
    const before = text.slice(0, at);
    const typed = `${before}${before === '' || /\s$/.test(before) ? '' : ' '}/`;
    setClosedAt(undefined);
    setMarked(0);
    flushSync(() => change(typed + text.slice(at)));
    moveTo(typed.length, typed.length, typed + text.slice(at));
  };

  return {
    isOpen,
    isFilling,
    slash,
    options,
    active,
    isLoading: !isCurrent && options.length === 0,
    error: search === '' ? kept.error : found.error,
    listId: `${id}-list`,
    optionId: (reply: QuickReply) => `${id}-${reply.id}`,
    pick,
    handleKey,
    handleCaret,
    open,
  };
}

export type QuickReplies = ReturnType<typeof useQuickReplies>;
