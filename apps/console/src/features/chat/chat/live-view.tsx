import { Alert, Drawer, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { type ChatDetail, chatStates } from '@parley/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { api } from '../../../lib/api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { chatMonitorWords } from '../../../locales/chat-monitor.ts';
import { useMe } from '../../account/shared/me.ts';
import { chatDetailQuery } from '../shared/chat.queries.ts';
import classes from './live-view.module.css';
import { ReadLine } from './read-line.tsx';
import { toThreadItems } from './thread-items.ts';

/** A chat that a supervisor looks at over the monitor: nobody is told, nothing counts as read, and what is said comes in. */
export function LiveView() {
  const say = useWords(chatMonitorWords.monitor);
  const { chatId = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const { data: chat, error, refetch } = useQuery(chatDetailQuery(chatId));
  const close = () => void navigate({ to: '/chat/monitor', search: (before: Record<string, unknown>) => before as never });
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="lg"
      title={chat ? say('liveTitle', { name: chat.customerName }) : ''}
      classNames={{ body: classes.body ?? '' }}
    >
      {error && !chat ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!chat && !error ? <Skeleton height={240} /> : null}
      {chat ? <Watched chat={chat} /> : null}
    </Drawer>
  );
}

const isOver = ({ state }: ChatDetail) => state === chatStates.closed || state === chatStates.missed;

function Watched({ chat }: { chat: ChatDetail }) {
  const say = useWords(chatMonitorWords.monitor);
  const ownId = useMe()?.uId ?? '';
  const owner = chat.users.find(({ uId }) => uId === chat.ownerId);
  return (
    <>
      <Text size="xs" c="dimmed">
        {say('liveHint')}
      </Text>
      {chat.hasOlder ? (
        <Text size="xs" c="dimmed">
          {say('liveOlder')}
        </Text>
      ) : null}
      <Lines chat={chat} ownId={ownId} />
      {isOver(chat) ? (
        <Alert role="status">{say('liveEnded')}</Alert>
      ) : owner && owner.uId !== ownId ? (
        <Whisper chatId={chat.chatId} name={owner.name} />
      ) : null}
    </>
  );
}

const none = { outbox: [], lines: [], partial: undefined, unreadFrom: undefined };
/** So near the end still counts as reading along. */
const endTolerancePx = 80;

function Lines({ chat, ownId }: { chat: ChatDetail; ownId: string }) {
  const say = useWords(chatMonitorWords.monitor);
  const t = useWords(chatWords.conversation);
  const box = useRef<HTMLElement>(null);
  const follows = useRef(true);
  const items = toThreadItems({ messages: chat.messages, sides: chat.sides, ...none }, t);
  const last = items.at(-1)?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line is followed
  useEffect(() => {
    if (follows.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [last]);
  const handleScroll = () => {
    const element = box.current;
    if (element) follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < endTolerancePx;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <section ref={box} className={classes.lines} aria-label={say('liveLines')} tabIndex={0} onScroll={handleScroll}>
      {items.map((item) => (
        <ReadLine key={item.key} item={item} ownId={ownId} className={classes.line ?? ''} />
      ))}
    </section>
  );
}

/** A line that the agent of the chat reads, and nobody else in it. */
function Whisper({ chatId, name }: { chatId: string; name: string }) {
  const say = useWords(chatMonitorWords.monitor);
  // A repeat of what may have arrived is the same whisper.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const form = useForm({ initial: { text: '' } });
  const send = useMutation({
    mutationFn: (text: string) => api.chatMonitor.whisper({ body: { chatId, key, text } }),
    onSuccess: () => {
      showToast('success', say('whisperDone'));
      setKey(crypto.randomUUID());
      form.settle({ text: '' });
    },
    meta: { isQuiet: true },
  });
  const isEmpty = form.draft.text.trim() === '';
  return (
    <Stack gap="xs">
      <DialogForm
        submit={say('whisperSend')}
        isBusy={send.isPending}
        isDisabled={isEmpty}
        onCancel={() => form.settle({ text: '' })}
        onSubmit={form.submit(({ text }) => send.mutate(text.trim()))}
      >
        {send.error ? <SaveFailure error={send.error} /> : null}
        <Textarea
          label={say('whisper', { name })}
          description={say('whisperHint')}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={4000}
          {...form.field('text')}
        />
      </DialogForm>
    </Stack>
  );
}
