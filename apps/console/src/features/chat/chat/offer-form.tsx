import { SegmentedControl, Select, Text, Textarea } from '@mantine/core';
import { agentStatuses, type ChatDetail, cutText } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { nameOfLanguage } from '../../../lib/languages.ts';
import { liveClient } from '../../../lib/live.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatSay, chatWords } from '../../../locales/chat.ts';
import { useDepartmentOptions } from '../../account/shared/departments.ts';
import { agentsQuery, departmentConfigQuery } from '../shared/chat.queries.ts';
import { takesPartIn } from '../shared/chat.rules.ts';
import { nameOfStatus } from '../shared/own-status.ts';
import { SummaryButton } from './summary-button.tsx';
import { useRequest } from './use-request.ts';

type Kind = 'transfer' | 'invite';
type Target = 'agent' | 'department';
type Props = { chat: ChatDetail; ownId: string; kind: Kind; to?: Target; onDone: () => void };

const noteMost = 1000;
const waitWords = { invite: 'inviteWaits', agent: 'transferWaits', department: 'departmentWaits' } as const;
const targetWords = {
  agent: { label: 'agent', placeholder: 'agentPlaceholder', none: 'agentNone', required: 'agentRequired' },
  department: { label: 'department', placeholder: 'departmentPlaceholder', none: 'departmentNone', required: 'departmentRequired' },
} as const;

/** Form of a transfer: its receiver and a note. An agent has to accept the chat; a department gets it into its queue at once. @param to what it begins with */
export function OfferForm({ chat, ownId, kind, to = 'agent', onDone }: Props) {
  const t = useWords(chatWords.conversation);
  const { data: config } = useQuery(departmentConfigQuery(chat.deptId));
  const agents = useAgentOptions(chat, ownId, t);
  const departments = useDepartmentOptions(kind === 'transfer');
  const [target, setTarget] = useState<Target>(to);
  const [isSummed, setSummed] = useState(false);
  const words = targetWords[target];
  const form = useForm({
    initial: { chosenId: '', note: '' },
    check: ({ chosenId, note }) => ({
      chosenId: chosenId === '' && t(words.required),
      note: kind === 'transfer' && note.trim() === '' && t('noteRequired'),
    }),
    checkOn: 'typing',
  });
  const { isBusy, problem, run } = useRequest(onDone);
  const handleTarget = (next: Target) => {
    setTarget(next);
    // The note stays, and nothing has been tried with this receiver.
    form.settle({ ...form.draft, chosenId: '' });
  };
  const handleSubmit = ({ chosenId, note }: typeof form.draft) => {
    const { chatId } = chat;
    run(() => {
      if (kind === 'invite') return liveClient.request('agentInviteChat', { chatId, agentId: chosenId, note: note.trim() });
      const chosen = target === 'agent' ? { agentId: chosenId } : { departmentId: chosenId };
      return liveClient.request('agentTransferChat', { chatId, ...chosen, note: note.trim() });
    });
  };
  return (
    <DialogForm submit={t(kind)} isBusy={isBusy} onCancel={onDone} onSubmit={form.submit(handleSubmit)}>
      {departments.length > 0 ? (
        <SegmentedControl
          aria-label={t('transferTo')}
          fullWidth
          value={target}
          onChange={(next) => handleTarget(next === 'department' ? 'department' : 'agent')}
          data={[
            { value: 'agent', label: t('agent') },
            { value: 'department', label: t('department') },
          ]}
        />
      ) : null}
      <Select
        key={target}
        label={t(words.label)}
        placeholder={t(words.placeholder)}
        nothingFoundMessage={t(words.none)}
        searchable
        // Its list opens with what is typed: opened by the focus, it would take the first Escape.
        openOnFocus={false}
        data-autofocus
        {...form.choice('chosenId')}
        data={target === 'agent' ? agents : departments}
      />
      <Textarea
        label={t('note')}
        description={t('noteHint')}
        autosize
        minRows={2}
        maxLength={noteMost}
        readOnly={isSummed}
        required={kind === 'transfer'}
        {...form.field('note')}
      />
      {config?.assistConfigId && takesPartIn(chat, ownId) ? (
        <SummaryButton
          chatId={chat.chatId}
          note={form.draft.note}
          onNote={(note) => form.setField('note', cutText(note, noteMost))}
          onBusy={setSummed}
        />
      ) : null}
      <Text size="sm" c="dimmed">
        {t(waitWords[kind === 'invite' ? kind : target], { count: config?.acceptWithinSeconds ?? 60 })}
      </Text>
      {problem ? (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      ) : null}
    </DialogForm>
  );
}

/** The agents who do not take part yet, with what speaks for them. */
function useAgentOptions(chat: ChatDetail, ownId: string, t: ChatSay) {
  const { data } = useQuery(agentsQuery);
  const { i18n } = useTranslation();
  const statusWord: Record<number, string> = {
    [agentStatuses.online]: t('online'),
    [agentStatuses.offline]: t('offline'),
    [agentStatuses.away]: t('away'),
  };
  return (data?.users ?? [])
    .filter((agent) => agent.uId !== ownId && !chat.participants.includes(agent.uId))
    .map((agent) => ({
      value: agent.uId,
      label: [
        agent.name,
        agent.ownStatus ? nameOfStatus(agent.ownStatus, i18n.language) : statusWord[agent.agentStatus],
        t('openChats', { count: agent.openChats, max: agent.maxChats }),
        ...agent.languages.map((language) => nameOfLanguage(language)),
      ].join(' · '),
    }));
}
