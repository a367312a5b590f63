import { ActionIcon, Button, Drawer, Group, Menu, Skeleton, Text } from '@mantine/core';
import { type ChatAction, type ChatDetail, chatStates, countTranscriptParts } from '@parley/contract';
import { IconArrowDown, IconArrowUp, IconDownload, IconMail, IconPrinter, IconTag } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { downloadFile } from '../../../lib/download.ts';
import { formatInstant, formatTime } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { chatHistoryWords } from '../../../locales/chat-history.ts';
import { useCan, useMe } from '../../account/shared/me.ts';
import { DeliveryDialog } from '../../messaging/shared/delivery-dialog.tsx';
import { chatDetailQuery } from '../shared/chat.queries.ts';
import { takesPartIn } from '../shared/chat.rules.ts';
import { deliveryQuery, historyQuery, rowsOf, transcriptPath } from '../shared/history.queries.ts';
import { HistorySearch } from '../shared/history.search.ts';
import { CallHistory } from './call-history.tsx';
import { useOlderMessages } from './chat.mutations.ts';
import { ChatDialogs } from './chat-dialogs.tsx';
import { useDuration } from './duration.ts';
import classes from './history-view.module.css';
import { ReadLine } from './read-line.tsx';
import { RoutingWhy } from './routing-why.tsx';
import { TakeUp } from './take-up.tsx';
import { toThreadItems } from './thread-items.ts';

/** A chat of the history, to be read: nobody is told, nothing counts as read. The keys of its list lead to its neighbours. */
export function HistoryView() {
  const say = useWords(chatHistoryWords.history);
  const { chatId = '' } = useParams({ strict: false });
  const search = HistorySearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { data: chat, error, refetch } = useQuery(chatDetailQuery(chatId));
  const list = useInfiniteQuery(historyQuery(search));
  const rows = rowsOf(list.data?.pages) ?? [];
  const place = rows.findIndex((row) => row.chatId === chatId);
  const go = (to: string | undefined) => {
    if (to !== undefined) void navigate({ to: '/chat/history/$chatId', params: { chatId: to }, search: search as never });
  };
  const close = () => void navigate({ to: '/chat/history', search: search as never });
  const [previous, next] = place < 0 ? [undefined, undefined] : [rows[place - 1]?.chatId, rows[place + 1]?.chatId];
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="xl"
      title={chat ? say('viewTitle', { name: chat.customerName }) : ''}
      classNames={{ body: `${classes.body} printed` }}
    >
      <Group gap={4} justify="flex-end" className={classes.screenOnly ?? ''}>
        <ActionIcon aria-label={say('previous')} disabled={previous === undefined} onClick={() => go(previous)}>
          <IconArrowUp size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={say('next')} disabled={next === undefined} onClick={() => go(next)}>
          <IconArrowDown size={18} aria-hidden />
        </ActionIcon>
      </Group>
      {error && !chat ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!chat && !error ? <Skeleton height={320} /> : null}
      {chat ? <ReadChat key={chatId} chat={chat} onGone={close} /> : null}
    </Drawer>
  );
}

function ReadChat({ chat, onGone }: { chat: ChatDetail; onGone: () => void }) {
  const say = useWords(chatHistoryWords.history);
  const me = useMe();
  const mayCall = useCan(['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY']);
  const [dialog, setDialog] = useState<'transcript' | 'label' | null>(null);
  const ownId = me?.uId ?? '';
  return (
    <>
      <Facts chat={chat} />
      <Acts chat={chat} ownId={ownId} onDialog={setDialog} />
      <Lines chat={chat} ownId={ownId} />
      {mayCall ? (
        <section className={`${classes.section} ${classes.screenOnly}`}>
          <h2>{say('calls')}</h2>
          <CallHistory chatId={chat.chatId} />
        </section>
      ) : null}
      <section className={`${classes.section} ${classes.screenOnly}`}>
        <h2>{say('why')}</h2>
        <RoutingWhy chatId={chat.chatId} state={chat.state} />
      </section>
      <ChatDialogs chat={chat} ownId={ownId} dialog={dialog} onClose={() => setDialog(null)} onClosed={onGone} />
    </>
  );
}

function Facts({ chat }: { chat: ChatDetail }) {
  const say = useWords(chatHistoryWords.history);
  const duration = useDuration();
  const show = (at: string | null) => (at === null ? '' : formatInstant(at, 'instant'));
  const seconds = chat.closedAt === null ? null : Math.round((Date.parse(chat.closedAt) - Date.parse(chat.createdAt)) / 1000);
  const facts: [string, string][] = [
    [say('number'), chat.chatNumber && `#${chat.chatNumber}`],
    [say('phone'), chat.customerNumber],
    [say('channel'), chat.channelName],
    [say('began'), show(chat.createdAt)],
    [say('pickedUp'), show(chat.pickedUpAt)],
    [say('ended'), show(chat.closedAt)],
    [say('duration'), seconds === null ? '' : duration(seconds)],
    [say('state'), chat.state === chatStates.missed ? say('state_4') : chat.state === chatStates.closed ? say('state_3') : ''],
    [say('agents'), chat.users.map(({ name }) => name).join(', ')],
    [say('label'), chat.labels.map(({ name }) => name).join(', ') || chat.tag],
    [say('rating'), chat.rating === null ? '' : say('stars', { count: chat.rating })],
    [say('note'), chat.note],
  ];
  return (
    <section aria-label={say('facts')}>
      <FactList facts={facts.filter(([, value]) => value !== '')} />
    </section>
  );
}

type ActsProps = { chat: ChatDetail; ownId: string; onDialog: (dialog: 'transcript' | 'label') => void };

function Acts({ chat, ownId, onDialog }: ActsProps) {
  const say = useWords(chatHistoryWords.history);
  const canHandle = useCan(['CHAT.HANDLE']);
  const tookPart = chat.users.some(({ uId }) => uId === ownId);
  return (
    <Group gap="xs" className={classes.screenOnly ?? ''}>
      {canHandle ? (
        <Button size="xs" variant="default" leftSection={<IconMail size={14} aria-hidden />} onClick={() => onDialog('transcript')}>
          {say('sendTranscript')}
        </Button>
      ) : null}
      <DownloadMenu chat={chat} />
      {canHandle && tookPart ? (
        <Button size="xs" variant="default" leftSection={<IconTag size={14} aria-hidden />} onClick={() => onDialog('label')}>
          {say('labelAndNote')}
        </Button>
      ) : null}
      <Button size="xs" variant="default" leftSection={<IconPrinter size={14} aria-hidden />} onClick={() => window.print()}>
        {say('print')}
      </Button>
      <TakeUp chat={chat} offer={null} takesPart={takesPartIn(chat, ownId)} />
      {canHandle ? (
        <Button
          size="xs"
          variant="subtle"
          renderRoot={(props) => <Link to="/chat/conversation" search={{ chatId: chat.chatId } as never} {...props} />}
        >
          {say('toInteraction')}
        </Button>
      ) : null}
    </Group>
  );
}

const files = [
  { word: 'pdf', format: 'pdf', isInternal: false },
  { word: 'txt', format: 'text', isInternal: false },
  { word: 'pdfInternal', format: 'pdf', isInternal: true },
  { word: 'txtInternal', format: 'text', isInternal: true },
] as const;

/** The chat as files; a long one has several parts. */
function DownloadMenu({ chat }: { chat: ChatDetail }) {
  const say = useWords(chatHistoryWords.history);
  const parts = countTranscriptParts(chat.lastNumber);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
          {say('download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.flatMap(({ word, format, isInternal }) =>
          Array.from({ length: parts }, (_none, index) => index + 1).map((part) => (
            <Menu.Item
              key={`${word} ${part}`}
              onClick={() => void downloadFile(transcriptPath(chat.chatId, format, isInternal, part)).catch(tellFailure)}
            >
              {parts === 1 ? say(word) : say('partOf', { name: say(word), part, parts })}
            </Menu.Item>
          )),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const none = { outbox: [], lines: [], partial: undefined, unreadFrom: undefined };

function Lines({ chat, ownId }: { chat: ChatDetail; ownId: string }) {
  const say = useWords(chatHistoryWords.history);
  const t = useWords(chatWords.conversation);
  const older = useOlderMessages(chat.chatId);
  const [looked, setLooked] = useState<ChatAction>();
  const delivery = useQuery(deliveryQuery(chat.chatId, looked?.number));
  const items = toThreadItems({ messages: chat.messages, sides: chat.sides, ...none }, t);
  const loadOlder = () => older.mutate({ before: chat.messages[0]?.number ?? 1, sidesBefore: chat.sides[0]?.number, perPage: 200 });
  return (
    <section className={classes.lines} aria-label={say('lines')}>
      {chat.hasOlder ? (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          className={classes.screenOnly ?? ''}
          loading={older.isPending}
          onClick={loadOlder}
        >
          {say('older')}
        </Button>
      ) : null}
      {items.map((item) => (
        <ReadLine
          key={item.key}
          item={item}
          ownId={ownId}
          className={classes.line ?? ''}
          below={(action) => (action.authorKind === 'customer' ? null : <DeliveryButton action={action} onLook={setLooked} />)}
        />
      ))}
      <DeliveryDialog
        isOpen={looked !== undefined}
        onClose={() => setLooked(undefined)}
        detail={delivery.data}
        error={delivery.error}
        onRetry={() => void delivery.refetch()}
      />
    </section>
  );
}

function DeliveryButton({ action, onLook }: { action: ChatAction; onLook: (action: ChatAction) => void }) {
  const say = useWords(chatHistoryWords.history);
  return (
    <Text component="div" size="xs" className={`${classes.delivery} ${classes.screenOnly}`}>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-label={say('deliveryOf', { time: formatTime(action.actedOn) })}
        onClick={() => onLook(action)}
      >
        {say('delivery')}
      </Button>
    </Text>
  );
}
