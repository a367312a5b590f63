import { Loader, Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { agentStatuses, type ChatDetail } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { DialogActions, DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { describeFailure } from '../../../lib/errors.ts';
import { nameOfLanguage } from '../../../lib/languages.ts';
import { liveClient } from '../../../lib/live.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatWord, chatWords } from '../../../locales/chat.ts';
import { agentsQuery, chatConfigQuery, chatLabelsQuery } from '../shared/chat.queries.ts';
import type { ChatDialog } from './chat.commands.ts';
import { useCloseChat, useLabelChat, useSendTranscript } from './chat.mutations.ts';

type Props = { chat: ChatDetail; ownId: string; dialog: ChatDialog | null; onClose: () => void };

const titles: Record<ChatDialog, ChatWord> = {
  transfer: 'transferTitle',
  invite: 'inviteTitle',
  leave: 'leaveTitle',
  label: 'labelAndNote',
  transcript: 'transcriptTitle',
  close: 'closeTitle',
};

/** One dialog at a time; what it asks for depends on what is done. */
export function ChatDialogs({ chat, ownId, dialog, onClose }: Props) {
  const t = useWords(chatWords.conversation);
  return (
    <Modal opened={dialog !== null} onClose={onClose} title={dialog ? t(titles[dialog], { name: chat.customerName }) : ''} size="sm">
      {dialog === 'transfer' || dialog === 'invite' ? <OfferForm chat={chat} ownId={ownId} kind={dialog} onDone={onClose} /> : null}
      {dialog === 'leave' ? <LeaveForm chat={chat} onDone={onClose} /> : null}
      {dialog === 'label' ? <LabelForm chat={chat} onDone={onClose} /> : null}
      {dialog === 'transcript' ? <TranscriptForm chat={chat} onDone={onClose} /> : null}
      {dialog === 'close' ? <CloseForm chat={chat} onDone={onClose} /> : null}
    </Modal>
  );
}

function useRequest(onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const run = (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem('');
    work()
      .then(onDone, (error: unknown) => setProblem(describeFailure(error).message))
      .finally(() => setBusy(false));
  };
  return { isBusy, problem, run };
}

function OfferForm({ chat, ownId, kind, onDone }: { chat: ChatDetail; ownId: string; kind: 'transfer' | 'invite'; onDone: () => void }) {
  const t = useWords(chatWords.conversation);
  const { data: agents } = useQuery(agentsQuery);
  const { data: config } = useQuery(chatConfigQuery);
  const [agentId, setAgentId] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [isTried, setTried] = useState(false);
  const { isBusy, problem, run } = useRequest(onDone);
  const statusWord: Record<number, string> = {
    [agentStatuses.online]: t('online'),
    [agentStatuses.offline]: t('offline'),
    [agentStatuses.away]: t('away'),
  };
  const others = (agents?.users ?? []).filter((agent) => agent.uId !== ownId && !chat.participants.includes(agent.uId));
  const needsNote = kind === 'transfer' && note.trim() === '';
  const handleSubmit = () => {
    setTried(true);
    if (!agentId || needsNote) return;
    run(() =>
      liveClient.request(kind === 'transfer' ? 'agentTransferChat' : 'agentInviteChat', {
        chatId: chat.chatId,
        agentId,
        note: note.trim(),
      }),
    );
  };
  return (
    <DialogForm submit={t(kind)} isBusy={isBusy} onCancel={onDone} onSubmit={handleSubmit}>
      <Select
        label={t('agent')}
        placeholder={t('agentPlaceholder')}
        nothingFoundMessage={t('agentNone')}
        searchable
        data-autofocus
        value={agentId}
        onChange={setAgentId}
        error={isTried && !agentId ? t('agentRequired') : undefined}
        data={others.map((agent) => ({
          value: agent.uId,
          label: [
            agent.name,
            statusWord[agent.agentStatus],
            t('openChats', { count: agent.openChats, max: agent.maxChats }),
            ...agent.languages.map((language) => nameOfLanguage(language)),
          ].join(' · '),
        }))}
      />
      <Textarea
        label={t('note')}
        description={t('noteHint')}
        autosize
        minRows={2}
        maxLength={1000}
        required={kind === 'transfer'}
        value={note}
        error={isTried && needsNote ? t('noteRequired') : undefined}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {t(kind === 'transfer' ? 'transferWaits' : 'inviteWaits', { count: config?.acceptWithinSeconds ?? 60 })}
      </Text>
      {problem ? (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      ) : null}
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
  const [tag, setTag] = useState(chat.tag);
  const [note, setNote] = useState(chat.note);
  const handleSubmit = () => {
    const label = labels.data?.find(({ name }) => name.toLowerCase() === tag.trim().toLowerCase());
    const tagColour = label?.colour ?? (tag === chat.tag ? chat.tagColour : '');
    save.mutate({ tag: tag.trim(), tagColour, note: note.trim() }, { onSuccess: onDone });
  };
  // Which field it is shows with the labels, and nothing that is being typed is taken away.
  if (labels.isPending) return <Loader size="sm" role="status" aria-label={t('labelsLoading')} />;
  const names = labels.data?.map(({ name }) => name) ?? [];
  return (
    <DialogForm submit={t('save')} isBusy={save.isPending} onCancel={onDone} onSubmit={handleSubmit}>
      {save.error ? <SaveFailure error={save.error} /> : null}
      {names.length > 0 ? (
        <Select
          label={t('labelField')}
          placeholder={t('labelNone')}
          clearable
          searchable={names.length > 10}
          data-autofocus
          // A label that is retired by now stays where it is.
          data={[...new Set([...names, chat.tag].filter(Boolean))]}
          value={tag || null}
          onChange={(name) => setTag(name ?? '')}
        />
      ) : (
        <TextInput
          label={t('labelField')}
          maxLength={80}
          data-autofocus
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value)}
        />
      )}
      <Textarea
        label={t('note')}
        autosize
        minRows={3}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </DialogForm>
  );
}

function TranscriptForm({ chat, onDone }: { chat: ChatDetail; onDone: () => void }) {
  const t = useWords(chatWords.conversation);
  const send = useSendTranscript(chat.chatId);
  const [email, setEmail] = useState(chat.customer.emailId);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate(email.trim(), {
      onSuccess: () => {
        showToast('success', t('transcriptSent', { email: email.trim() }));
        onDone();
      },
    });
  };
  return (
    <form onSubmit={handleSubmit}>
      <Stack gap="md">
        <TextInput
          type="email"
          required
          label={t('email')}
          data-autofocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <DialogActions submit={t('send')} isBusy={send.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}

function CloseForm({ chat, onDone }: { chat: ChatDetail; onDone: () => void }) {
  const t = useWords(chatWords.conversation);
  const close = useCloseChat(chat.chatId);
  const [feedback, setFeedback] = useState('');
  const handleSubmit = () => {
    close.mutate(feedback.trim(), { onSuccess: onDone });
  };
  return (
    <DialogForm submit={t('close')} isBusy={close.isPending} isDangerous onCancel={onDone} onSubmit={handleSubmit}>
      <Textarea
        label={t('closeFeedback')}
        description={t('closeFeedbackHint')}
        autosize
        minRows={3}
        maxLength={1000}
        data-autofocus
        value={feedback}
        onChange={(event) => setFeedback(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
