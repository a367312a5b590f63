import { Button, Group, Text } from '@mantine/core';
import { ApiError } from '@parley/client';
import { type LaterMessage, type LaterReason, ownLaterReasons, reasonTexts } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { formatInstant, getEnterpriseZone } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { chatLaterWords } from '../../../locales/chat-later.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import { settleReplies } from '../shared/outbox.ts';
import { AttachmentView } from './attachment-view.tsx';
import { laterQuery, useCancelLater, useChangeLater, useSendLater } from './later.queries.ts';
import classes from './later-list.module.css';
import { writeTime } from './later-times.ts';

/** It brings the calendar of its field along, which nobody needs who only talks. */
const LaterForm = late(() => import('./later-form.tsx').then((module) => module.LaterForm));

type Props = {
  chatId: string;
  ownId: string;
  /** Highest number of the record that was on the screen. */
  seen: number;
  /** True for those who take part while the chat is open. */
  canAct: boolean;
  /** True for those who take part, after its end too: they take messages back, as a writer does who has left. */
  canCancel: boolean;
};

/** Messages of the chat that leave later, and those that did not leave at their time. */
export function LaterList({ chatId, ownId, seen, canAct, canCancel }: Props) {
  const say = useWords(chatLaterWords.message);
  const { data } = useQuery(laterQuery(chatId));
  const messages = data?.messages ?? [];
  if (messages.length === 0) return null;
  return (
    <section className={classes.list} aria-label={say('region')}>
      <ul>
        {messages.map((message) => (
          <Row
            key={message.id}
            chatId={chatId}
            message={message}
            customerZone={data?.customerZone ?? ''}
            ownId={ownId}
            seen={seen}
            canAct={canAct}
            canCancel={canCancel}
          />
        ))}
      </ul>
    </section>
  );
}

type RowProps = Props & { message: LaterMessage; customerZone: string };

function Row({ chatId, message, customerZone, ownId, seen, canAct, canCancel }: RowProps) {
  const say = useWords(chatLaterWords.message);
  const [isEditing, setEditing] = useState(false);
  /** A colleague has answered since: sending it asks once more. */
  const [isOvertaken, setOvertaken] = useState(false);
  // Nobody was asked about what has come since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks anew when more is on the screen
  useEffect(() => setOvertaken(false), [seen]);
  const [isSettling, setSettling] = useState(false);
  const change = useChangeLater(chatId);
  const { mutate: send, isPending: isSending } = useSendLater(chatId);
  const { mutate: cancel, isPending: isCancelling } = useCancelLater(chatId);
  const { id, text, attachment, version } = message;
  const handleSend = async () => {
    // Replies that were written before it leave before it.
    setSettling(true);
    const hasLeft = await settleReplies(chatId);
    setSettling(false);
    if (!hasLeft) return showToast('error', say('repliesFirst'));
    send(
      { id, version, seen, force: isOvertaken },
      {
        onSuccess: () => showToast('success', say('sent')),
        onError: (error) => {
          if (error instanceof ApiError && error.code === 'chat.answered_meanwhile') setOvertaken(true);
          else tellFailure(error);
        },
      },
    );
  };
  const handleCancel = () => cancel(id, { onSuccess: () => showToast('success', say('cancelled')), onError: tellFailure });
  const mayCancel = canCancel || message.writerId === ownId;
  const short = (text || (attachment?.name ?? '')).slice(0, 60);
  return (
    <li className={classes.row} data-state={message.state}>
      <div className={classes.words}>
        {text === '' ? null : <p dir="auto">{text}</p>}
        {attachment ? <AttachmentView attachment={attachment} /> : null}
        <Facts message={message} isOwn={message.writerId === ownId} />
        {isOvertaken ? (
          <Text size="xs" c="red" role="alert">
            {say('answered')}
          </Text>
        ) : null}
      </div>
      {mayCancel ? (
        <Group gap={4} wrap="nowrap">
          {canAct ? (
            <>
              <Button size="compact-xs" variant="default" aria-label={say('editOf', { text: short })} onClick={() => setEditing(true)}>
                {say('edit')}
              </Button>
              <Button
                size="compact-xs"
                variant="light"
                loading={isSending || isSettling}
                aria-label={say('sendNowOf', { text: short })}
                onClick={() => void handleSend()}
              >
                {say(isOvertaken ? 'sendAnyway' : 'sendNow')}
              </Button>
            </>
          ) : null}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            loading={isCancelling}
            aria-label={say('cancelOf', { text: short })}
            onClick={handleCancel}
          >
            {say('cancel')}
          </Button>
        </Group>
      ) : null}
      <Suspense>
        {isEditing ? (
          <LaterForm
            message={message}
            attachment={attachment}
            customerZone={customerZone}
            isNew={false}
            isBusy={change.isPending}
            failure={change.error}
            onClose={() => setEditing(false)}
            onSave={(plan) => change.mutate({ id, version, ...plan, seen }, { onSuccess: () => setEditing(false) })}
          />
        ) : null}
      </Suspense>
    </li>
  );
}

const isOwnReason = (reason: LaterReason): reason is (typeof ownLaterReasons)[number] =>
  (ownLaterReasons as readonly string[]).includes(reason);

/** Says when it leaves, by whom, or why it has not left. */
function Facts({ message, isOwn }: { message: LaterMessage; isOwn: boolean }) {
  const say = useWords(chatLaterWords.message);
  const sayReason = useWords(chatLaterWords.reason);
  const sayGate = useWords(messagingWords.reasonTexts);
  const { state, reason, dueAt, zone, onlyIfSilent, hasWritten, writerName } = message;
  const reasonOf = () => {
    if (reason === '') return '';
    return isOwnReason(reason) ? sayReason(reason) : reason in reasonTexts ? sayGate(reason) : '';
  };
  const stateWords = { planned: '', held: say('held'), refused: say('refused'), cancelled: say('stateCancelled') };
  const parts = [
    state === 'planned' ? say('due', { time: formatInstant(dueAt, 'instant') }) : stateWords[state],
    zone === getEnterpriseZone() ? '' : say('dueThere', { time: writeTime(dueAt, zone).replace('T', ' ') }),
    isOwn ? '' : say('by', { name: writerName }),
    state === 'planned' && onlyIfSilent ? say('onlyIfSilent') : '',
    reasonOf(),
  ];
  return (
    <>
      <Text size="xs" c="dimmed">
        {parts.filter(Boolean).join(' · ')}
      </Text>
      {state === 'planned' && onlyIfSilent && hasWritten ? (
        <Text size="xs" role="status">
          {say('willHold')}
        </Text>
      ) : null}
    </>
  );
}
