import { Button, Loader, VisuallyHidden } from '@mantine/core';
import type { ChatAction, ChatDetail } from '@parley/contract';
import { IconArrowDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatInstant, formatTime } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { isTyping } from '../../../lib/single-keys.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatSay, chatWords } from '../../../locales/chat.ts';
import { changesOf, isMessage, isUnreadOfCustomer, needsTemplate } from '../shared/chat.rules.ts';
import { useOutbox } from '../shared/outbox.ts';
import { usePresence } from '../shared/presence.ts';
import { AudioText } from './audio-text.tsx';
import { useOlderMessages } from './chat.mutations.ts';
import classes from './chat-thread.module.css';
import { mailOf, subjectChanges, wordsOfMail } from './mail-of.ts';
import type { MessageChat } from './may-act.ts';
import { MessageBubble, PartialBubble, WaitingBubble } from './message-bubble.tsx';
import { retryMessage } from './retry-message.ts';
import { SideLine } from './side-line.tsx';
import { type RowHead, type ThreadItem, toThreadItems } from './thread-items.ts';
import { useFoundMessage } from './use-found-message.ts';
import { isEdited, type MessageEditing } from './use-message-editing.ts';
import { TemplateButton } from './window-notice.tsx';

/** Parts that nobody needs who only reads. */
const TranslationText = late(() => import('./translation-text.tsx').then((module) => module.TranslationText));
const OriginalText = late(() => import('./translation-text.tsx').then((module) => module.OriginalText));
const MessageActs = late(() => import('./message-acts.tsx').then((module) => module.MessageActs));
const MessageActState = late(() => import('./message-act-state.tsx').then((module) => module.MessageActState));
const MailHead = late(() => import('./mail-message.tsx').then((module) => module.MailHead));
const MailedLine = late(() => import('./mailed-line.tsx').then((module) => module.MailedLine));
const MailRest = late(() => import('./mail-message.tsx').then((module) => module.MailRest));
const MessageEditor = late(() => import('./message-editor.tsx').then((module) => module.MessageEditor));

/** A last line of pixels below the edge hides no word. */
const seenTolerancePx = 8;
/** So near the end still counts as reading along. */
const endTolerancePx = 80;
const loadOlderPx = 240;

type ThreadProps = {
  chat: ChatDetail;
  ownId: string;
  canWrite: boolean;
  /** The number of a message that was looked for: the thread opens at it */
  found: number | undefined;
  takesFocus: boolean;
  editing: MessageEditing;
  /** Somebody must take the focus that an act had. */
  onFocusFree: () => void;
  /** The highest number of an entry that was wholly on the screen, or passed above it. */
  onSeen: (number: number) => void;
};

export function ChatThread({ chat, ownId, canWrite, found, takesFocus, editing, onFocusFree, onSeen }: ThreadProps) {
  const t = useWords(chatWords.conversation);
  const presence = usePresence();
  const outbox = useOutbox();
  const older = useOlderMessages(chat.chatId);
  const box = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  // The line stays where it was when the chat was opened, although the messages below it are read by now.
  const [unreadFrom] = useState(() => (canWrite ? chat.messages.find(isUnreadOfCustomer)?.number : undefined));

  const lines = presence.lines[chat.chatId];
  const partial = presence.partials[chat.chatId];
  const items = useMemo(
    () =>
      toThreadItems(
        {
          messages: chat.messages,
          sides: chat.sides,
          outbox: outbox.filter((item) => item.chatId === chat.chatId),
          lines: lines ?? [],
          partial,
          unreadFrom,
        },
        t,
      ),
    [chat.messages, chat.sides, chat.chatId, outbox, lines, partial, unreadFrom, t],
  );
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => 64,
    getItemKey: useCallback((index: number) => items[index]?.key ?? index, [items]),
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: endTolerancePx,
    // Room for the button above the rows. It is no row: the list would hold its place by it when older ones come in below.
    paddingStart: chat.hasOlder ? 44 : 12,
    paddingEnd: 12,
  });

  // Reading goes on at the first unseen entry, or at the end. Both are the same if all unseen entries have room.
  const findUnseen = () => items.findIndex((item) => 'head' in item && item.head.isFirstUnseen);
  const [firstUnseen] = useState(findUnseen);
  const [startsFound] = useState(found !== undefined);
  const readOnAt = useCallback(
    (unseen: number) => {
      if (unseen > 0) virtualizer.scrollToIndex(unseen, { align: 'start' });
      else virtualizer.scrollToEnd();
    },
    [virtualizer],
  );
  useLayoutEffect(() => {
    if (!startsFound) readOnAt(firstUnseen);
  }, [readOnAt, firstUnseen, startsFound]);
  // The message whose words are changed comes into view, as when it was asked for by a key.
  const edited = editing.number;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the message, not what comes in below it
  useEffect(() => {
    const place = items.findIndex((item) => item.kind === 'message' && item.action.number === edited);
    if (place >= 0) virtualizer.scrollToIndex(place, { align: 'auto' });
  }, [edited]);
  const highestSeen = useRef(0);
  /** The first unseen entry above a found message that was jumped to: what stands behind it is not seen before it is. */
  const jumpedOver = useRef<number>(undefined);
  const search = useFoundMessage({
    chat,
    found,
    items,
    older,
    onFound(place) {
      if (place === undefined) return readOnAt(findUnseen());
      const unseen = canWrite
        ? chat.messages.find((action) => isUnreadOfCustomer(action) && action.number > highestSeen.current)
        : undefined;
      jumpedOver.current = unseen && unseen.number < (found ?? 0) ? unseen.number : undefined;
      virtualizer.scrollToIndex(place, { align: 'center' });
    },
  });
  const goToEnd = () => {
    jumpedOver.current = undefined;
    virtualizer.scrollToEnd();
  };
  const [startsFocused] = useState(takesFocus);
  useEffect(() => {
    if (startsFocused && !isTyping(document.activeElement)) box.current?.focus({ preventScroll: true });
  }, [startsFocused]);
  // Own words always come into view, wherever one was reading.
  const newestOwnKey = outbox.findLast((item) => item.chatId === chat.chatId)?.key;
  useEffect(() => {
    if (newestOwnKey) virtualizer.scrollToEnd();
  }, [newestOwnKey, virtualizer]);

  /** Asks the page itself what is on it: the list learns of a scroll later, and heights of rows are guesses until they are drawn. */
  const lookAtRows = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const edge = element.getBoundingClientRect().bottom + seenTolerancePx;
    const top = element.getBoundingClientRect().top;
    for (const row of element.querySelectorAll<HTMLElement>('[data-number]')) {
      const number = Number(row.dataset.number);
      const place = row.getBoundingClientRect();
      if (place.bottom > edge) continue;
      if (number === jumpedOver.current && place.bottom > top) jumpedOver.current = undefined;
      if (number > highestSeen.current && (jumpedOver.current === undefined || number < jumpedOver.current)) highestSeen.current = number;
    }
    onSeen(highestSeen.current);
  }, [onSeen]);
  // The composer grows with its text and gives way to a notice: who read at the end stays at the end, and rows come into view without a scroll.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let wasAtEnd = firstUnseen <= 0 && !startsFound;
    let frame = 0;
    const remember = () => {
      wasAtEnd = virtualizer.isAtEnd(endTolerancePx);
    };
    const observer = new ResizeObserver(() => {
      if (wasAtEnd) virtualizer.scrollToEnd();
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(lookAtRows);
    });
    observer.observe(element);
    element.addEventListener('scroll', remember, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      element.removeEventListener('scroll', remember);
    };
  }, [virtualizer, firstUnseen, startsFound, lookAtRows]);

  // Heights are measured after the rows are drawn, so the end may move without a scroll.
  useEffect(() => setAway(!virtualizer.isAtEnd(endTolerancePx)));
  // The first look comes once the thread stands where it is opened at.
  useEffect(() => {
    const frame = requestAnimationFrame(lookAtRows);
    return () => cancelAnimationFrame(frame);
  });

  const first = chat.messages[0]?.number ?? 1;
  const loadOlder = () => {
    if (chat.hasOlder && !older.isPending) older.mutate({ before: first, sidesBefore: chat.sides[0]?.number });
  };
  const handleScroll = () => {
    setAway(!virtualizer.isAtEnd(endTolerancePx));
    lookAtRows();
    if ((box.current?.scrollTop ?? 0) < loadOlderPx && isAway) loadOlder();
  };
  const handleRetry = useStable((action: ChatAction) => void retryMessage(chat.chatId, action, t));
  const handleFocusFree = useStable(onFocusFree);
  const messageChat = useMessageChat(chat);
  const subjects = useMemo(() => subjectChanges(chat.messages), [chat.messages]);

  return (
    <div className={classes.threadBox}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={box} className={classes.thread} role="log" aria-live="off" aria-label={t('messages')} tabIndex={0} onScroll={handleScroll}>
        <div style={{ blockSize: virtualizer.getTotalSize(), position: 'relative' }}>
          {chat.hasOlder ? (
            <div className={classes.older}>
              <Button size="compact-xs" variant="subtle" color="gray" loading={older.isPending} onClick={loadOlder}>
                {t('older')}
              </Button>
            </div>
          ) : null}
          {virtualizer.getVirtualItems().map((row) => {
            const item = items[row.index];
            if (!item) return null;
            return (
              <div
                key={row.key}
                ref={virtualizer.measureElement}
                data-index={row.index}
                data-number={item.kind === 'message' ? item.action.number : undefined}
                data-found={(item.kind === 'message' && item.action.number === found) || undefined}
                className={classes.threadRow}
                style={{ transform: `translateY(${row.start}px)` }}
              >
                {'head' in item ? <Head head={item.head} t={t} /> : null}
                <ThreadRow
                  item={item}
                  chat={messageChat}
                  ownId={ownId}
                  onRetry={canWrite ? handleRetry : undefined}
                  canWrite={canWrite}
                  editing={editing}
                  onFocusFree={handleFocusFree}
                  showsSubject={item.kind === 'message' && subjects.has(item.action.number)}
                />
              </div>
            );
          })}
        </div>
      </div>
      <div className={classes.seeking} role="status">
        {search === 'seeking' ? (
          <>
            <Loader size={14} aria-hidden /> {t('seekingMessage')}
          </>
        ) : search === 'gone' ? (
          t('messageGone')
        ) : null}
      </div>
      {isAway ? (
        <Button
          className={classes.latest}
          size="compact-sm"
          variant="default"
          radius="xl"
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={goToEnd}
        >
          {t('latest')}
        </Button>
      ) : null}
      <NewMessageVoice messages={chat.messages} t={t} />
      <TypingLine chatId={chat.chatId} t={t} />
    </div>
  );
}

function useMessageChat(chat: ChatDetail): MessageChat {
  const { chatId, acts, ownerId, customerName, customerNumber, channelId, channelName, channelType } = chat;
  return useMemo(
    () => ({ chatId, acts, ownerId, customerName, customerNumber, channelId, channelName, channelType }),
    [chatId, acts, ownerId, customerName, customerNumber, channelId, channelName, channelType],
  );
}

type SharedProps = {
  chat: MessageChat;
  ownId: string;
  onRetry: ((action: ChatAction) => void) | undefined;
  canWrite: boolean;
  onFocusFree: () => void;
  /** The mail before this one has another subject. */
  showsSubject: boolean;
};
type RowProps = SharedProps & { item: ThreadItem; editing: MessageEditing };

function ThreadRow({ item, editing, ...shared }: RowProps) {
  switch (item.kind) {
    case 'system':
      return (
        <div className={classes.system}>
          {item.text}
          {item.at ? <time dateTime={item.at}> · {formatTime(item.at)}</time> : null}
        </div>
      );
    case 'message':
      return (
        <MessageRow
          {...shared}
          action={item.action}
          isFirstOfTurn={item.isFirstOfTurn}
          editing={shared.canWrite && isEdited(editing, item.action) ? editing : undefined}
          onEdit={editing.begin}
        />
      );
    case 'side':
      return (
        <SideLine
          side={item.side}
          ownId={shared.ownId}
          chatId={shared.chat.chatId}
          isDecided={item.isDecided ?? false}
          mayDecide={shared.canWrite}
        />
      );
    case 'partial':
      return <PartialBubble name={item.name} text={item.text} />;
    case 'waiting':
      return <WaitingBubble item={item.item} />;
  }
}

type MessageRowProps = SharedProps & {
  action: ChatAction;
  isFirstOfTurn: boolean;
  /** Given while the words of this message are changed. */
  editing: MessageEditing | undefined;
  onEdit: MessageEditing['begin'];
};

/** A message with its acts. Rows that are there already are drawn no second time when others come in. */
const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { chat, action, isFirstOfTurn, ownId, onRetry, canWrite, editing, onEdit, onFocusFree, showsSubject } = props;
  const mail = useMemo(() => (action.detail.revoked ? undefined : mailOf(action)), [action]);
  const said = mail && wordsOfMail(mail, action.message);
  return (
    <MessageBubble
      action={action}
      isFirstOfTurn={isFirstOfTurn}
      isOwn={action.actionBy === ownId}
      onRetry={onRetry}
      // A retry that must fail again is not offered: a template reaches a customer whose window is closed.
      instead={onRetry && needsTemplate(action) ? <TemplateButton chat={chat} isQuiet /> : null}
      head={
        mail ? (
          <Suspense>
            <MailHead mail={mail} showsSubject={showsSubject} />
          </Suspense>
        ) : null
      }
      words={said?.own}
      rest={
        mail && said ? (
          <Suspense>
            <MailRest chatId={chat.chatId} number={action.number} mail={mail} quoted={said.quoted} />
          </Suspense>
        ) : null
      }
      below={<BelowMessage chat={chat} action={action} ownId={ownId} canWrite={canWrite} />}
      acts={
        canWrite ? (
          <Suspense>
            <MessageActs chat={chat} action={action} ownId={ownId} onEdit={onEdit} onFocusFree={onFocusFree} />
          </Suspense>
        ) : null
      }
      editor={
        editing ? (
          <Suspense>
            <MessageEditor
              chatId={chat.chatId}
              action={action}
              begun={editing.begun(action)}
              onType={(text) => editing.type(action, text)}
              onDone={editing.end}
            />
          </Suspense>
        ) : undefined
      }
    />
  );
});

/** A translation, the words before one, the text of a recording, and an act that is on its way or came to nothing. */
type BelowProps = Pick<SharedProps, 'chat' | 'ownId' | 'canWrite'> & { action: ChatAction };

function BelowMessage({ chat, action, ownId, canWrite }: BelowProps) {
  const { act } = changesOf(action);
  const { original, mailed } = action.detail;
  return (
    <>
      {action.authorKind === 'customer' && action.message !== '' && !action.detail.revoked ? (
        <Suspense>
          <TranslationText chatId={chat.chatId} number={action.number} />
        </Suspense>
      ) : null}
      {original !== null && typeof original === 'object' && !action.detail.revoked ? (
        <Suspense>
          <OriginalText original={original as ChatAction['detail']} />
        </Suspense>
      ) : null}
      {mailed ? (
        <Suspense>
          <MailedLine {...action} />
        </Suspense>
      ) : null}
      {action.attachment?.type.startsWith('audio/') ? <AudioText chatId={chat.chatId} number={action.number} /> : null}
      {act ? (
        <Suspense>
          <MessageActState chat={chat} action={action} act={act} ownId={ownId} canWrite={canWrite} />
        </Suspense>
      ) : null}
    </>
  );
}

function Head({ head, t }: { head: RowHead; t: ChatSay }) {
  return (
    <>
      {head.day ? (
        <div className={classes.day}>
          <span>{dayName(head.day, t)}</span>
        </div>
      ) : null}
      {head.isFirstUnseen ? (
        <div className={classes.notSeen}>
          <span>{t('notSeenYet')}</span>
        </div>
      ) : null}
    </>
  );
}

function dayName(at: string, t: ChatSay): string {
  const day = (instant: string | number) => formatInstant(instant, 'isoDay');
  if (day(at) === day(Date.now())) return t('today');
  if (day(at) === day(Date.now() - 86_400_000)) return t('yesterday');
  return formatInstant(at, 'day');
}

/** Reads new messages of others out: the rows themselves come and go as one scrolls, so they must stay silent. */
function NewMessageVoice({ messages, t }: { messages: ChatAction[]; t: ChatSay }) {
  const [start] = useState(() => messages.at(-1)?.number ?? 0);
  const last = messages.findLast((action) => isMessage(action) && action.authorKind === 'customer');
  return (
    <VisuallyHidden aria-live="polite">
      {last && last.number > start
        ? t('newMessageFrom', { name: last.userName || t('customer'), text: last.message || last.attachment?.name || t('attachment') })
        : ''}
    </VisuallyHidden>
  );
}

function TypingLine({ chatId, t }: { chatId: string; t: ChatSay }) {
  const { typing } = usePresence();
  const names = Object.values(typing[chatId] ?? {}).map(
    ({ name, authorKind }) => name || (authorKind === 'customer' ? t('customer') : t('colleague')),
  );
  return (
    <div className={classes.typing} role="status">
      {names.length > 0 ? (
        <>
          <Loader type="dots" size={18} color="gray" aria-hidden />
          {names.map((name) => t('typingOne', { name })).join(', ')}
        </>
      ) : null}
    </div>
  );
}
