import { Loader, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { ChatDetail } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { DialogActions, DialogForm, submitByKeys } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { liveClient } from '../../../lib/live.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatWord, chatWords } from '../../../locales/chat.ts';
import { chatLabelsQuery } from '../shared/chat.queries.ts';
import { BlockForm } from './block-form.tsx';
import type { ChatDialog } from './chat.commands.ts';
import { useHandBack, useLabelChat, useSendTranscript } from './chat.mutations.ts';
import { CloseForm } from './close-form.tsx';
import { colourOf, LabelFields } from './label-fields.tsx';
import { OfferForm } from './offer-form.tsx';
import { useRequest } from './use-request.ts';

/** It brings the calendar of its field along, which nobody needs who only talks. */
const SuspendForm = lazy(() => import('./suspend-form.tsx').then((form) => ({ default: form.SuspendForm })));

type Props = {
  chat: ChatDetail;
  ownId: string;
  dialog: ChatDialog | null;
  onClose: () => void;
  /** The chat is closed: whoever closed it goes on with the next one. */
  onClosed: () => void;
};

const titles: Record<ChatDialog, ChatWord> = {
  transfer: 'transferTitle',
  department: 'transferTitle',
  handBack: 'handBackTitle',
  invite: 'inviteTitle',
  suspend: 'suspendTitle',
  leave: 'leaveTitle',
  label: 'labelAndNote',
  transcript: 'transcriptTitle',
  block: 'blockTitle',
  close: 'closeTitle',
};

/** One dialog at a time; what it asks for depends on what is done. */
export function ChatDialogs({ chat, ownId, dialog, onClose, onClosed }: Props) {
  const t = useWords(chatWords.conversation);
  return (
    <Modal opened={dialog !== null} onClose={onClose} title={dialog ? t(titles[dialog], { name: chat.customerName }) : ''} size="sm">
      {dialog === 'transfer' || dialog === 'invite' ? <OfferForm chat={chat} ownId={ownId} kind={dialog} onDone={onClose} /> : null}
      {dialog === 'department' ? <OfferForm chat={chat} ownId={ownId} kind="transfer" to="department" onDone={onClose} /> : null}
      <Suspense fallback={<Loader size="sm" role="status" aria-label={t('suspend')} />}>
        {dialog === 'suspend' ? <SuspendForm chat={chat} onDone={onClose} /> : null}
      </Suspense>
      {dialog === 'handBack' ? <HandBackForm chat={chat} onDone={onClose} onClosed={onClosed} /> : null}
      {dialog === 'leave' ? <LeaveForm chat={chat} onDone={onClose} /> : null}
      {dialog === 'label' ? <LabelForm chat={chat} onDone={onClose} /> : null}
      {dialog === 'transcript' ? <TranscriptForm chat={chat} onDone={onClose} /> : null}
      {dialog === 'block' ? <BlockForm chat={chat} onDone={onClose} onClosed={onClosed} /> : null}
      {dialog === 'close' ? <CloseForm chat={chat} onDone={onClose} onClosed={onClosed} /> : null}
    </Modal>
  );
}

/** Asks before a stream or bot goes on with the chat: nobody takes that back. */
function HandBackForm({ chat, onDone, onClosed }: { chat: ChatDetail; onDone: () => void; onClosed: () => void }) {
  const t = useWords(chatWords.conversation);
  const handBack = useHandBack(chat.chatId);
  const taker = chat.returnsTo;
  if (taker === null) return <Text size="sm">{t('handBackNobody')}</Text>;
  const text = taker.kind === 'stream' ? 'handBackStream' : chat.waitingSince === null ? 'handBackBot' : 'handBackBotAsked';
  const handleSubmit = () =>
    handBack.mutate(taker, {
      onSuccess: (hasLeft) => {
        if (!hasLeft) return showToast('error', t('handBackReplies'));
        onDone();
        onClosed();
      },
    });
  return (
    <DialogForm submit={t('handBackNow')} isBusy={handBack.isPending} onCancel={onDone} onSubmit={handleSubmit}>
      {handBack.error ? <SaveFailure error={handBack.error} /> : null}
      <Text size="sm">{t(text, { name: taker.name })}</Text>
    </DialogForm>
  );
}

function LeaveForm({ chat, onDone }: { chat: ChatDetail; onDone: () => void }) {
  const t = useWords(chatWords.conversation);
  const { isBusy, problem, run } = useRequest(onDone);
  const handleSubmit = () => {
    run(() => liveClient.request('agentLeaveChat', { chatId: chat.chatId }));
  };
  return (
    <DialogForm submit={t('leave')} isBusy={isBusy} isDangerous onCancel={onDone} onSubmit={handleSubmit}>
      <Text size="sm">{problem || t('leaveText')}</Text>
    </DialogForm>
  );
}

function LabelForm({ chat, onDone }: { chat: ChatDetail; onDone: () => void }) {
  const t = useWords(chatWords.conversation);
  const save = useLabelChat(chat.chatId);
  const labels = useQuery(chatLabelsQuery(chat.chatId));
  const form = useForm({ initial: { tag: chat.tag, note: chat.note } });
  const { tag, note } = form.draft;
  const handleSubmit = () => {
    const tagColour = colourOf(labels.data, tag, chat);
    save.mutate({ tag: tag.trim(), tagColour, note: note.trim() }, { onSuccess: onDone });
  };
  // The labels decide which field is shown, so the form waits for them: a field must not vanish while somebody types into it.
  if (labels.isPending) return <Loader size="sm" role="status" aria-label={t('labelsLoading')} />;
  const names = labels.data?.map(({ name }) => name) ?? [];
  return (
    <DialogForm submit={t('save')} isBusy={save.isPending} onCancel={onDone} onSubmit={form.submit(handleSubmit)}>
      {save.error ? <SaveFailure error={save.error} /> : null}
      <LabelFields choice={form.choice('tag')} tag={form.field('tag')} note={form.field('note')} names={names} current={chat.tag} />
    </DialogForm>
  );
}

function TranscriptForm({ chat, onDone }: { chat: ChatDetail; onDone: () => void }) {
  const t = useWords(chatWords.conversation);
  const send = useSendTranscript(chat.chatId);
  const form = useForm({ initial: { email: chat.customer.emailId } });
  const handleSubmit = ({ email }: typeof form.draft) =>
    send.mutate(email.trim(), {
      onSuccess: () => {
        showToast('success', t('transcriptSent', { email: email.trim() }));
        onDone();
      },
    });
  return (
    <form onSubmit={form.submit(handleSubmit)} onKeyDown={submitByKeys}>
      <Stack gap="md">
        <TextInput type="email" required label={t('email')} data-autofocus {...form.field('email')} />
        <DialogActions submit={t('send')} isBusy={send.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}
