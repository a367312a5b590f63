import { Button, Skeleton, Stack } from '@mantine/core';
import { type ChatDetail, chatActionTypes, chatStates, type InboxChat } from '@parley/contract';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatInstant } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { isTyping } from '../../../lib/single-keys.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatSay, chatWords } from '../../../locales/chat.ts';
import { useCan, useMe } from '../../account/shared/me.ts';
import { holdCall } from '../shared/call-store.ts';
import { chatDetailQuery, chatLabelsQuery, meetingsQuery } from '../shared/chat.queries.ts';
import { takesPartIn } from '../shared/chat.rules.ts';
import type { ChatActHandlers } from '../shared/chat-acts.ts';
import { useChatActs } from '../shared/use-chat-acts.ts';
import { viewChat } from '../shared/view-chat.ts';
import { type ChatDialog, listCommands } from './chat.commands.ts';
import { useOpenCall, usePinChat, useSuspendChat } from './chat.mutations.ts';
import { ChatDialogs } from './chat-dialogs.tsx';
import { ChatHeader } from './chat-header.tsx';
import { copyNumber, type PanelQuestion } from './chat-marks.tsx';
import { ChatThread } from './chat-thread.tsx';
import { Composer, type ComposerHandle } from './composer.tsx';
import { type ComposerMode, ComposerTabs } from './composer-tabs.tsx';
import classes from './conversation.module.css';
import { CustomerPanel } from './customer-panel.tsx';
import { LineNotice } from './line-notice.tsx';
import { NoteComposer } from './note-composer.tsx';
import { PendingTransfer } from './pending-transfer.tsx';
import { TakeUp } from './take-up.tsx';
import { undoSend } from './undo-send.ts';
import { useAnsweredMail } from './use-mail-reply.ts';
import { useMessageEditing } from './use-message-editing.ts';
import { useReadMentions } from './use-read-mentions.ts';
import { useReading } from './use-reading.ts';
import { useSwipeBack } from './use-swipe-back.ts';
import { LockedComposer, useWindowClosed, WindowNotice } from './window-notice.tsx';

/** Parts that nobody needs who only talks. */
const LaterList = late(() => import('./later-list.tsx').then((module) => module.LaterList));
const MacroBar = late(() => import('./macro-bar.tsx').then((module) => module.MacroBar));
const MacroMenu = late(() => import('./macro-menu.tsx').then((module) => module.MacroMenu));
const OwnMacros = late(() => import('./own-macros.tsx').then((module) => module.OwnMacros));

type Props = {
  chatId: string;
  /** The message that a search has found */
  message?: number | undefined;
  /** True for a chat in the agent's own list: they may write to it. */
  isListed: boolean;
  /** The offer of it to the agent; null where there is none. */
  offer: InboxChat['offer'];
  isPanelOpen: boolean;
  onTogglePanel: () => void;
  /** Its place where two chats stand side by side; left out where it is alone. */
  side?: 'first' | 'beside' | undefined;
  /** Keys act in it: of two chats side by side, the one that had the focus last. */
  isActive: boolean;
  onActive: () => void;
  /** The chats of the customer, above the thread. */
  tabs?: ReactNode;
  /** Counts the presses that ask for the reply field of this chat. */
  asksReply?: number;
  /** Takes the chat away that stands beside another. */
  onHide?: (() => void) | undefined;
  /** True after the agent has opened the chat: the reply takes the focus, or the thread if no reply is possible. */
  takesFocus: boolean;
  /** The focus goes back to the list. */
  onLeave: () => void;
  onBack: (() => void) | undefined;
  onOpen: (chatId: string) => void;
  onClosed: () => void;
};

/** The open chat with its panel: loading, failed, or there. */
export function ChatPane({ chatId, ...rest }: Props) {
  const t = useWords(chatWords.conversation);
  const { data, error, refetch } = useQuery(chatDetailQuery(chatId));
  const isSlow = useDelayed(data === undefined && !error);
  if (data) return <OpenChat chat={data} {...rest} />;
  return (
    <section className={classes.pane} data-side={rest.side} aria-label={t('messages')}>
      {rest.tabs}
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Stack p="lg" gap="md">
          {isSlow ? ['60%', '40%', '70%', '35%'].map((width) => <Skeleton key={width} height={44} width={width} radius="lg" />) : null}
        </Stack>
      )}
    </section>
  );
}

type OpenProps = Omit<Props, 'chatId'> & { chat: ChatDetail };

function OpenChat(props: OpenProps) {
  const {
    chat,
    message,
    side,
    isListed,
    offer,
    isPanelOpen,
    onTogglePanel,
    isActive,
    takesFocus,
    asksReply = 0,
    onLeave,
    onBack,
    onOpen,
  } = props;
  const t = useWords(chatWords.conversation);
  const client = useQueryClient();
  const ownId = useMe()?.uId ?? '';
  const [dialog, setDialog] = useState<ChatDialog | null>(null);
  const composer = useRef<ComposerHandle>(null);
  const { mutate: pin } = usePinChat(chat.chatId);
  const { mutate: suspend } = useSuspendChat(chat.chatId);
  const resumeChat = useCallback(() => suspend({ isSuspended: false }), [suspend]);
  const { data: meetings } = useQuery({ ...meetingsQuery, enabled: useCan(['CHAT.HANDLE']) });
  const meetingKind = meetings?.canMeet ? meetings.kind : undefined;
  const { mutate: openCall } = useOpenCall(chat.chatId);
  const commands = useMemo(() => {
    const { chatId, customerName, customerNumber } = chat;
    const meet = (kind: 'own' | 'outside') =>
      openCall(kind, {
        onSuccess: (isHere) => {
          if (isHere) holdCall({ chatId, customerName: customerName || customerNumber });
          else showToast('success', t('videoInvited'));
        },
      });
    const asked = meetingKind && (() => meet(meetingKind));
    return listCommands(chat, ownId, t, { open: setDialog, pin, resume: resumeChat, meet: asked });
  }, [chat, ownId, t, pin, resumeChat, openCall, meetingKind]);
  const isOpen = chat.state !== chatStates.closed && chat.state !== chatStates.missed;
  const resume = chat.state === chatStates.suspended ? commands.find(({ id }) => id === 'suspend') : undefined;
  const takesPart = takesPartIn(chat, ownId);
  const canWrite = isOpen && takesPart;
  const isLocked = useWindowClosed(chat);
  const isWritable = canWrite && !isLocked && chat.state !== chatStates.suspended;
  const tookPart = chat.users.some(({ uId }) => uId === ownId);
  const mayNote = useCan(['CHAT.HANDLE']);
  const { data: labels } = useQuery({ ...chatLabelsQuery(chat.chatId), enabled: tookPart });
  const hasLabels = (labels?.length ?? 0) > 0 || chat.labels.length > 0;
  const [mode, setMode] = useState<ComposerMode>('reply');
  const note = useRef<Pick<ComposerHandle, 'focus'>>(null);
  const [macros, setMacros] = useState<'menu' | 'own'>();
  const showMode = (next: ComposerMode) => {
    setMode(next);
    requestAnimationFrame(() => (next === 'note' ? note : composer).current?.focus());
  };
  const [asked, setAsked] = useState<PanelQuestion>();
  const ask = (question: PanelQuestion) => {
    if (!isPanelOpen) onTogglePanel();
    setAsked(question);
  };
  useReadMentions(chat);

  const [seen, setSeen] = useState(0);
  useReading(chat, canWrite ? seen : 0);
  useEffect(() => viewChat(client, chat.chatId, ownId), [client, chat.chatId, ownId]);
  const name = side ? t('nameOn', { name: chat.customerName || chat.customerNumber, channel: chat.channelName }) : chat.customerName;
  const pane = useRef<HTMLElement>(null);
  // The customer lies over the thread, and is drawn away first.
  useSwipeBack(pane, isPanelOpen ? undefined : onBack);
  const answered = useRef(0);
  // A chat that is picked up for the answer takes it a moment later.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows the presses, and whether the chat takes an answer
  useEffect(() => {
    if (!isWritable || asksReply <= answered.current) return;
    answered.current = asksReply;
    // Somebody who types elsewhere by now goes on there.
    if (isTyping(document.activeElement) && !pane.current?.contains(document.activeElement)) return;
    showMode('reply');
  }, [asksReply, isWritable]);
  const editing = useMessageEditing(() => (mode === 'note' ? note : composer).current?.focus());
  const editLast = async () => {
    const { findLastOwn } = await import('./may-act.ts');
    const last = findLastOwn(chat, ownId);
    if (last) editing.begin(last);
  };
  const isOwner = isOpen && chat.ownerId === ownId;
  /** The reply takes the focus that a part of the pane had, or the thread where there is none. */
  const takeFocus = () =>
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const field = mode === 'note' ? note.current : composer.current;
      if (field) field.focus();
      else pane.current?.querySelector<HTMLElement>('[role="log"]')?.focus();
    });
  const inComposer = (act: (handle: ComposerHandle | null) => void) => () => {
    showMode('reply');
    requestAnimationFrame(() => act(composer.current));
  };
  const mail = useAnsweredMail(chat);
  const assisted = useMemo(() => askedOf(chat.messages), [chat.messages]);
  const acts: ChatActHandlers = {
    back: onBack ?? onLeave,
    ...(isWritable ? { reply: () => showMode('reply') } : {}),
    ...(mayNote ? { note: () => showMode('note') } : {}),
    ...(isWritable
      ? {
          quickReply: inComposer((handle) => handle?.openQuickReplies()),
          attach: inComposer((handle) => handle?.attach()),
          place: inComposer((handle) => handle?.addCard('location')),
          contact: inComposer((handle) => handle?.addCard('contacts')),
          voice: inComposer((handle) => handle?.voice()),
          sendLater: inComposer((handle) => handle?.planLater()),
        }
      : {}),
    undo: () => void undoSend(chat.chatId),
    ...(canWrite && mayNote ? { macro: () => setMacros('menu') } : {}),
    ...Object.fromEntries(commands.map(({ id, run }) => [id, run])),
    ...(isOwner ? { toDepartment: () => setDialog('department') } : {}),
    // Labels are given and taken in the panel; where there are none, the dialog asks for words.
    ...(tookPart && hasLabels ? { label: () => ask('labels') } : {}),
    ...(isOpen ? { priority: () => ask('priority') } : {}),
    why: () => ask('why'),
    panel: onTogglePanel,
    ...(chat.chatNumber ? { copyNumber: () => void copyNumber(chat.chatNumber, t) } : {}),
  };
  useChatActs(isActive ? acts : noActs, chat.chatId);
  const handleBack = useStable(() => onBack?.());
  const handleHide = useStable(() => props.onHide?.());
  const handleTogglePanel = useStable(onTogglePanel);
  const handleAnswered = useStable(() => setAsked(undefined));
  const handleLeave = useStable(onLeave);
  const handleMacro = useStable(() => setMacros('menu'));
  const handleEditLast = useStable(() => void editLast().catch(() => {}));

  return (
    <>
      <section
        ref={pane}
        className={classes.pane}
        aria-label={name}
        data-side={side}
        data-active={(side && isActive) || undefined}
        onFocusCapture={props.onActive}
        onPointerDownCapture={props.onActive}
      >
        <ChatHeader
          chat={chat}
          commands={commands}
          side={side}
          onBack={onBack && handleBack}
          onHide={props.onHide && handleHide}
          isPanelOpen={isPanelOpen}
          onTogglePanel={handleTogglePanel}
        />
        {props.tabs}
        <LineNotice />
        {canWrite && !isLocked && chat.windowEndsAt ? <WindowNotice endsAt={chat.windowEndsAt} /> : null}
        {canWrite && chat.pendingTransfer ? <PendingTransfer chatId={chat.chatId} transfer={chat.pendingTransfer} /> : null}
        <ChatThread
          chat={chat}
          ownId={ownId}
          canWrite={canWrite}
          found={message}
          takesFocus={takesFocus && !isWritable}
          editing={editing}
          onFocusFree={takeFocus}
          onSeen={setSeen}
        />
        <Suspense>
          {tookPart ? (
            <LaterList
              chatId={chat.chatId}
              ownId={ownId}
              seen={chat.messages.at(-1)?.number ?? 0}
              canAct={canWrite}
              canCancel={takesPart}
            />
          ) : null}
        </Suspense>
        <Suspense>{takesPart && mayNote ? <MacroBar chatId={chat.chatId} onFocusFree={takeFocus} /> : null}</Suspense>
        {mayNote ? <ComposerTabs mode={mode} onMode={showMode} /> : null}
        {mayNote && mode === 'note' ? <NoteComposer chatId={chat.chatId} onLeave={onLeave} ref={note} /> : null}
        {/* The reply goes on behind a note: its uploads are not lost. */}
        <div hidden={mode === 'note'}>
          {isWritable ? (
            <Composer
              chatId={chat.chatId}
              customerName={name}
              channelType={chat.channelType}
              seen={chat.messages.at(-1)?.number ?? 0}
              takesFocus={takesFocus}
              onLeave={handleLeave}
              onMacro={handleMacro}
              onEditLast={handleEditLast}
              assisted={mayNote ? assisted : undefined}
              answered={mail}
              isActive={isActive}
              ref={composer}
            />
          ) : canWrite && isLocked && chat.state !== chatStates.suspended ? (
            <LockedComposer chat={chat} />
          ) : (
            <div className={classes.notice}>
              {isOpen ? (takesPart || isListed ? suspendedHint(chat, t) : t('elsewhereHint')) : t('closedHint')}
              {resume ? (
                <Button size="xs" leftSection={<IconPlayerPlay size={15} aria-hidden />} onClick={resume.run}>
                  {resume.label}
                </Button>
              ) : null}
              <TakeUp chat={chat} offer={offer} takesPart={takesPart} />
            </div>
          )}
        </div>
      </section>
      {isPanelOpen ? (
        <CustomerPanel
          chat={chat}
          canEdit={takesPart}
          isOwner={chat.ownerId === ownId}
          canMark={tookPart}
          isOver={side !== undefined}
          isScreen={onBack !== undefined}
          asked={asked}
          onAnswered={handleAnswered}
          onOpen={onOpen}
          onClose={handleTogglePanel}
        />
      ) : null}
      <Suspense>
        {macros === 'menu' ? <MacroMenu chatId={chat.chatId} onClose={() => setMacros(undefined)} onOwn={() => setMacros('own')} /> : null}
      </Suspense>
      <Suspense>{macros === 'own' ? <OwnMacros chatId={chat.chatId} onClose={() => setMacros(undefined)} /> : null}</Suspense>
      <ChatDialogs chat={chat} ownId={ownId} dialog={dialog} onClose={() => setDialog(null)} onClosed={props.onClosed} />
    </>
  );
}

const noActs: ChatActHandlers = {};
/** So many of the customer's last messages are translated. */
const translatedMost = 10;

/** The customer's last message, and whether somebody has answered it. */
function askedOf(messages: ChatDetail['messages']) {
  const words = messages.filter(
    ({ actionType, authorKind, message, detail }) =>
      actionType === chatActionTypes.customerReply && authorKind === 'customer' && message.trim() !== '' && !detail.revoked,
  );
  const number = words.at(-1)?.number ?? 0;
  const isAnswered = messages.some(
    (action) => action.number > number && action.actionType === chatActionTypes.agentReply && action.authorKind === 'agent',
  );
  return { number, isAnswered, numbers: words.slice(-translatedMost).map((action) => action.number) };
}

const suspendedHint = ({ wakeAt }: ChatDetail, t: ChatSay): string =>
  wakeAt === null ? t('suspendedHint') : t('suspendedUntil', { time: formatInstant(wakeAt, 'instant') });
