import { Button, Skeleton, Stack } from '@mantine/core';
import { type ChatDetail, type ChatSummary, chatActionTypes, chatStates, type InboxChat, messageStatuses } from '@parley/contract';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatInstant } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { liveClient } from '../../../lib/live.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatSay, chatWords } from '../../../locales/chat.ts';
import { useCan, useMe } from '../../account/shared/me.ts';
import { chatDetailQuery, chatKeys, chatLabelsQuery, meetingsQuery } from '../shared/chat.queries.ts';
import { isUnreadOfCustomer, takesPartIn } from '../shared/chat.rules.ts';
import { setReading } from '../shared/reading.ts';
import { useChatActs } from '../shared/use-chat-acts.ts';
import { viewChat } from '../shared/view-chat.ts';
import { type ChatDialog, listCommands } from './chat.commands.ts';
import { useInviteToMeeting, usePinChat, useSuspendChat } from './chat.mutations.ts';
import { ChatDialogs } from './chat-dialogs.tsx';
import { ChatHeader } from './chat-header.tsx';
import { copyNumber, type PanelQuestion } from './chat-marks.tsx';
import { ChatThread } from './chat-thread.tsx';
import { Composer, type ComposerHandle } from './composer.tsx';
import { type ComposerMode, ComposerTabs } from './composer-tabs.tsx';
import classes from './conversation.module.css';
import { CustomerPanel } from './customer-panel.tsx';
import { NoteComposer } from './note-composer.tsx';
import { PendingTransfer } from './pending-transfer.tsx';
import { TakeUp } from './take-up.tsx';
import { undoSend } from './undo-send.ts';
import { useReadMentions } from './use-read-mentions.ts';
import { LockedComposer, useWindowClosed, WindowNotice } from './window-notice.tsx';

/** Parts that nobody needs who only talks. */
const LaterList = late(() => import('./later-list.tsx').then((module) => module.LaterList));
const MacroBar = late(() => import('./macro-bar.tsx').then((module) => module.MacroBar));
const MacroMenu = late(() => import('./macro-menu.tsx').then((module) => module.MacroMenu));
const OwnMacros = late(() => import('./own-macros.tsx').then((module) => module.OwnMacros));

type Props = {
  chatId: string;
  /** The message that a search has found */
  message: number | undefined;
  /** True for a chat in the agent's own list: they may write to it. */
  isListed: boolean;
  /** The offer of it to the agent; null where there is none. */
  offer: InboxChat['offer'];
  isPanelOpen: boolean;
  onTogglePanel: () => void;
  /** True after the agent has opened the chat: the reply takes the focus, or the thread if no reply is possible. */
  takesFocus: boolean;
  /** The focus goes back to the list. */
  onLeave: () => void;
  onBack: (() => void) | undefined;
  onOpen: (chatId: string) => void;
  onClosed: () => void;
};

/** The open chat with its panel: loading, failed, or there. */
export function ChatPane({ chatId, onBack, ...rest }: Props) {
  const t = useWords(chatWords.conversation);
  const { data, error, refetch } = useQuery(chatDetailQuery(chatId));
  const isSlow = useDelayed(data === undefined && !error);
  if (data) return <OpenChat chat={data} onBack={onBack} {...rest} />;
  return (
    <section className={classes.pane} aria-label={t('messages')}>
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

function OpenChat({
  chat,
  message,
  isListed,
  offer,
  isPanelOpen,
  onTogglePanel,
  takesFocus,
  onLeave,
  onBack,
  onOpen,
  onClosed,
}: OpenProps) {
  const t = useWords(chatWords.conversation);
  const client = useQueryClient();
  const ownId = useMe()?.uId ?? '';
  const [dialog, setDialog] = useState<ChatDialog | null>(null);
  const composer = useRef<ComposerHandle>(null);
  const { mutate: pin } = usePinChat(chat.chatId);
  const { mutate: suspend } = useSuspendChat(chat.chatId);
  const resumeChat = useCallback(() => suspend({ isSuspended: false }), [suspend]);
  const { data: meetings } = useQuery({ ...meetingsQuery, enabled: useCan(['CHAT.HANDLE']) });
  const canMeet = meetings?.canMeet ?? false;
  const { mutate: invite } = useInviteToMeeting(chat.chatId);
  const commands = useMemo(() => {
    const meet = () => invite(undefined, { onSuccess: () => showToast('success', t('videoInvited')) });
    return listCommands(chat, ownId, t, { open: setDialog, pin, resume: resumeChat, meet: canMeet ? meet : undefined });
  }, [chat, ownId, t, pin, resumeChat, invite, canMeet]);
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
  useEffect(() => {
    void viewChat(client, chat.chatId, ownId);
    return () => liveClient.tell('viewing', { chatId: null });
  }, [client, chat.chatId, ownId]);
  const isOwner = isOpen && chat.ownerId === ownId;
  const pane = useRef<HTMLElement>(null);
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
  useChatActs({
    back: onBack ?? onLeave,
    ...(isWritable ? { reply: () => showMode('reply') } : {}),
    ...(mayNote ? { note: () => showMode('note') } : {}),
    ...(isWritable
      ? {
          quickReply: inComposer((handle) => handle?.openQuickReplies()),
          attach: inComposer((handle) => handle?.attach()),
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
  });

  return (
    <>
      <section ref={pane} className={classes.pane} aria-label={chat.customerName}>
        <ChatHeader chat={chat} commands={commands} onBack={onBack} isPanelOpen={isPanelOpen} onTogglePanel={onTogglePanel} />
        <LineNotice />
        {canWrite && !isLocked && chat.windowEndsAt ? <WindowNotice endsAt={chat.windowEndsAt} /> : null}
        {canWrite && chat.pendingTransfer ? <PendingTransfer chatId={chat.chatId} transfer={chat.pendingTransfer} /> : null}
        <ChatThread chat={chat} ownId={ownId} canWrite={canWrite} found={message} takesFocus={takesFocus && !isWritable} onSeen={setSeen} />
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
              customerName={chat.customerName}
              channelType={chat.channelType}
              seen={chat.messages.at(-1)?.number ?? 0}
              takesFocus={takesFocus}
              onLeave={onLeave}
              onMacro={() => setMacros('menu')}
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
          asked={asked}
          onAnswered={() => setAsked(undefined)}
          onOpen={onOpen}
          onClose={onTogglePanel}
        />
      ) : null}
      {macros === 'menu' ? <MacroMenu chatId={chat.chatId} onClose={() => setMacros(undefined)} onOwn={() => setMacros('own')} /> : null}
      <Suspense>{macros === 'own' ? <OwnMacros chatId={chat.chatId} onClose={() => setMacros(undefined)} /> : null}</Suspense>
      <ChatDialogs chat={chat} ownId={ownId} dialog={dialog} onClose={() => setDialog(null)} onClosed={onClosed} />
    </>
  );
}

const suspendedHint = ({ wakeAt }: ChatDetail, t: ChatSay): string =>
  wakeAt === null ? t('suspendedHint') : t('suspendedUntil', { time: formatInstant(wakeAt, 'instant') });

/**
 * Tells messages as read that were on the screen of a visible tab, also where a colleague has read them before. Nothing else is told as read.
 * @param seen the highest number that was on the screen; 0 for whoever only looks
 */
function useReading(chat: ChatDetail, seen: number): void {
  const client = useQueryClient();
  const { chatId } = chat;
  const isVisible = useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
    () => document.visibilityState === 'visible',
  );
  const isLineOpen = useSyncExternalStore(subscribeLine, liveClient.state).kind === 'open';
  const said = chat.messages.filter((action) => action.actionType === chatActionTypes.customerReply);
  const newest = isVisible ? said.findLast(({ number }) => number <= seen)?.actionId : undefined;
  const isReading = isVisible && seen > 0 && said.every(({ number }) => number <= seen);
  useEffect(() => {
    if (!isReading) return;
    setReading(chatId);
    return () => setReading(null);
  }, [chatId, isReading]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest message that was seen decides; the list is another array each time
  useEffect(() => {
    if (!isLineOpen || !newest) return;
    const read = said.filter(({ number }) => number <= seen);
    const unread = read.filter(isUnreadOfCustomer).map((action) => action.actionId);
    liveClient.tell('chatMessageStatus', {
      chatId,
      actionIds: [...new Set([...unread.slice(-199), newest])],
      from: '',
      state: messageStatuses.read,
    });
    const left = said.length - read.length;
    client.setQueryData<ChatSummary[]>(chatKeys.list(), (chats) =>
      chats?.map((known) => (known.chatId === chatId && known.newMsgCount > left ? { ...known, newMsgCount: left } : known)),
    );
  }, [chatId, newest, isLineOpen]);
}

const subscribeLine = (listener: () => void) => liveClient.onState(listener);
const manyTries = 5;

/** Says that the line is lost, once trying again has taken a while. */
function LineNotice() {
  const t = useWords(chatWords.conversation);
  const state = useSyncExternalStore(subscribeLine, liveClient.state);
  if (state.kind !== 'lost' && state.kind !== 'connecting') return null;
  if (state.attempt === 0) return null;
  return (
    <p className={classes.notice} role="status">
      {state.attempt > manyTries ? t('reconnecting') : t('queueHint')}
    </p>
  );
}
