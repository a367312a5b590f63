import { List, Modal, SegmentedControl, Select, Stack, Text, Textarea } from '@mantine/core';
import { type BulkAct, type BulkOutcome, mostBulkChats } from '@parley/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogActions, DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { api } from '../../../lib/api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { useDepartmentOptions } from '../../account/shared/departments.ts';
import { useMe } from '../../account/shared/me.ts';
import { agentsQuery, chatKeys, chatLabelsQuery } from '../shared/chat.queries.ts';
import type { RowChat } from './chat-row.tsx';
import { LabelFields } from './label-fields.tsx';

export type BulkKind = BulkAct['kind'];
const titles = { label: 'bulkLabelTitle', transfer: 'bulkTransferTitle', close: 'bulkCloseTitle' } as const;
type Props = { kind: BulkKind | null; chats: readonly RowChat[]; onClose: () => void; onDone: (refused: string[]) => void };

/** One act on the chosen chats, and behind it those that were refused, each with the reason. */
export function BulkDialog({ kind, chats, onClose, onDone }: Props) {
  const t = useWords(chatWords.conversation);
  const client = useQueryClient();
  const [isOver, setOver] = useState(false);
  /** Answers to the parts that were sent: a part that fails keeps those before it. */
  const [outcomes, setOutcomes] = useState<readonly BulkOutcome[]>([]);
  const done = outcomes.flatMap((outcome) => outcome.done);
  const refused = outcomes.flatMap((outcome) => outcome.refused);
  const answered = new Set([...done, ...refused.map(({ chatId }) => chatId)]);
  const left = chats.filter(({ chatId }) => !answered.has(chatId));
  const nameOf = (id: string) => {
    const chat = chats.find(({ chatId }) => chatId === id);
    return chat?.customerName || chat?.customerNumber || '';
  };
  const finish = (ids: string[]) => {
    run.reset();
    setOver(false);
    setOutcomes([]);
    onDone(ids);
  };
  const run = useMutation({
    mutationFn: async (act: BulkAct) => {
      const all = [...outcomes];
      for (let from = 0; from < left.length; from += mostBulkChats) {
        const chatIds = left.slice(from, from + mostBulkChats).map(({ chatId }) => chatId);
        all.push(await api.inbox.bulk({ body: { chatIds, act } }));
        setOutcomes([...all]);
      }
      return all;
    },
    onSuccess: (all) => {
      const count = all.flatMap((outcome) => outcome.done).length;
      if (count > 0) showToast('success', t('bulkDone', { count }));
      if (all.some((outcome) => outcome.refused.length > 0)) setOver(true);
      else finish([]);
    },
    onSettled: (all) => {
      void client.invalidateQueries({ queryKey: chatKeys.list() });
      void client.invalidateQueries({ queryKey: chatKeys.inbox() });
      for (const { done: ids } of all ?? []) for (const id of ids) void client.invalidateQueries({ queryKey: chatKeys.detail(id) });
    },
    meta: { isQuiet: true },
  });
  const leave = () => {
    if (outcomes.length > 0) finish((isOver ? refused : [...refused, ...left]).map(({ chatId }) => chatId));
    else {
      run.reset();
      onClose();
    }
  };
  const form = { chats: left, isBusy: run.isPending, error: run.error, onCancel: leave, onRun: (act: BulkAct) => run.mutate(act) };
  return (
    <Modal
      opened={kind !== null}
      onClose={leave}
      size="sm"
      title={isOver ? t('bulkRefused', { count: refused.length }) : kind ? t(titles[kind], { count: left.length }) : ''}
    >
      {isOver ? (
        <Stack>
          <List size="sm">
            {refused.map(({ chatId, message }) => (
              <List.Item key={chatId}>{t('bulkRefusedOne', { name: nameOf(chatId), reason: message })}</List.Item>
            ))}
          </List>
          <DialogActions submit={undefined} cancel={t('bulkRead')} focusOn="cancel" onCancel={leave} />
        </Stack>
      ) : kind === 'label' ? (
        <LabelAct {...form} />
      ) : kind === 'transfer' ? (
        <TransferAct {...form} />
      ) : kind === 'close' ? (
        <CloseAct {...form} />
      ) : null}
    </Modal>
  );
}

type ActProps = { chats: readonly RowChat[]; isBusy: boolean; error: unknown; onCancel: () => void; onRun: (act: BulkAct) => void };

const failed = (error: unknown) => (error ? <SaveFailure error={error} /> : null);

function LabelAct({ chats, isBusy, error, onCancel, onRun }: ActProps) {
  const t = useWords(chatWords.conversation);
  const first = chats[0]?.chatId ?? '';
  const { data: labels, isLoading } = useQuery({ ...chatLabelsQuery(first), enabled: first !== '' });
  // No label would take all of them from the chats.
  const form = useForm({ initial: { tag: '' }, check: ({ tag }) => ({ tag: tag.trim() === '' && t('labelRequired') }) });
  return (
    <DialogForm
      submit={t('save')}
      isBusy={isBusy}
      isDisabled={isLoading}
      onCancel={onCancel}
      onSubmit={form.submit(({ tag }) => onRun({ kind: 'label', tag: tag.trim() }))}
    >
      {failed(error)}
      <LabelFields
        choice={form.choice('tag')}
        tag={form.field('tag')}
        names={labels?.map(({ name }) => name) ?? []}
        current=""
        needs={{ label: true, note: false }}
      />
    </DialogForm>
  );
}

function TransferAct({ isBusy, error, onCancel, onRun }: ActProps) {
  const t = useWords(chatWords.conversation);
  const ownId = useMe()?.uId ?? '';
  const { data } = useQuery(agentsQuery);
  const departments = useDepartmentOptions(true);
  const [target, setTarget] = useState<'agent' | 'department'>('agent');
  const isAgent = target === 'agent';
  const form = useForm({
    initial: { chosenId: '', note: '' },
    check: ({ chosenId, note }) => ({
      chosenId: chosenId === '' && t(isAgent ? 'agentRequired' : 'departmentRequired'),
      note: note.trim() === '' && t('noteRequired'),
    }),
    checkOn: 'typing',
  });
  const agents = (data?.users ?? []).filter(({ uId }) => uId !== ownId).map(({ uId, name }) => ({ value: uId, label: name }));
  return (
    <DialogForm
      submit={t('transfer')}
      isBusy={isBusy}
      onCancel={onCancel}
      onSubmit={form.submit(({ chosenId, note }) =>
        onRun({ kind: 'transfer', ...(isAgent ? { agentId: chosenId } : { departmentId: chosenId }), note: note.trim() }),
      )}
    >
      {failed(error)}
      {departments.length > 0 ? (
        <SegmentedControl
          aria-label={t('transferTo')}
          fullWidth
          value={target}
          onChange={(next) => {
            setTarget(next === 'department' ? 'department' : 'agent');
            form.settle({ ...form.draft, chosenId: '' });
          }}
          data={[
            { value: 'agent', label: t('agent') },
            { value: 'department', label: t('department') },
          ]}
        />
      ) : null}
      <Select
        key={target}
        label={t(isAgent ? 'agent' : 'department')}
        placeholder={t(isAgent ? 'agentPlaceholder' : 'departmentPlaceholder')}
        nothingFoundMessage={t(isAgent ? 'agentNone' : 'departmentNone')}
        searchable
        openOnFocus={false}
        data-autofocus
        {...form.choice('chosenId')}
        data={isAgent ? agents : departments}
      />
      <Textarea label={t('note')} description={t('noteHint')} autosize minRows={2} maxLength={1000} required {...form.field('note')} />
    </DialogForm>
  );
}

function CloseAct({ isBusy, error, onCancel, onRun }: ActProps) {
  const t = useWords(chatWords.conversation);
  const form = useForm({ initial: { feedback: '' } });
  return (
    <DialogForm
      submit={t('close')}
      isDangerous
      isBusy={isBusy}
      onCancel={onCancel}
      onSubmit={form.submit(({ feedback }) => onRun({ kind: 'close', feedback: feedback.trim() }))}
    >
      {failed(error)}
      <Text size="sm">{t('bulkCloseHint')}</Text>
      <Textarea
        label={t('closeFeedback')}
        description={t('closeFeedbackHint')}
        autosize
        minRows={3}
        maxLength={1000}
        data-autofocus
        {...form.field('feedback')}
      />
    </DialogForm>
  );
}
