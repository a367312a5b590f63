import { Checkbox, List, Modal, SegmentedControl, Select, type SelectProps, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { chatPriorities, type MonitorChat, type MonitorOutcome, mostMonitorChats } from '@parley/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { DialogActions, DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMonitorWords } from '../../../locales/chat-monitor.ts';
import { useDepartmentOptions } from '../../account/shared/departments.ts';
import { monitorKeys } from '../shared/monitor.queries.ts';
import { givenToQuery } from './monitor.queries.ts';

export const chatActs = ['assign', 'takeOver', 'priority', 'close'] as const;
export type ChatAct = (typeof chatActs)[number];

const titles = { assign: 'assignTitle', takeOver: 'takeOverTitle', priority: 'priorityTitle', close: 'closeTitle' } as const;

const searchDelayMs = 300;

type Seen = { chatId: string; routeNo: number };
type Run = (chats: Seen[]) => Promise<MonitorOutcome>;
type Props = { act: ChatAct; chats: readonly MonitorChat[]; onClose: () => void; onDone: (left: string[]) => void };

/** One act on chats as they stand on the screen, and behind it those that were left as they were, each with the reason. */
export function ActDialog({ act, chats, onClose, onDone }: Props) {
  const say = useWords(chatMonitorWords.monitor);
  const client = useQueryClient();
  const [refused, setRefused] = useState<MonitorOutcome['refused']>([]);
  /** Answers of before a failure: what was done then is not asked for again. */
  const answered = useRef<MonitorOutcome>({ done: [], refused: [] });
  const leftOf = ({ done, refused: other }: MonitorOutcome) =>
    chats.filter(({ chatId }) => !done.includes(chatId) && !other.some((one) => one.chatId === chatId));
  const run = useMutation({
    mutationFn: async (send: Run): Promise<MonitorOutcome> => {
      const outcome = answered.current;
      const left = leftOf(outcome);
      for (let from = 0; from < left.length; from += mostMonitorChats) {
        const part = left.slice(from, from + mostMonitorChats).map(({ chatId, routeNo }) => ({ chatId, routeNo }));
        const answer = await send(part);
        outcome.done.push(...answer.done);
        outcome.refused.push(...answer.refused);
      }
      return outcome;
    },
    onSuccess: (outcome) => {
      if (outcome.done.length > 0) showToast('success', say('done', { count: outcome.done.length }));
      setRefused(outcome.refused);
      if (outcome.refused.length === 0) onDone([]);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: monitorKeys.chats() }),
    meta: { isQuiet: true },
  });
  const nameOf = (id: string) => chats.find(({ chatId }) => chatId === id)?.customerName ?? '';
  const leave = () => {
    const { done, refused: others } = answered.current;
    if (done.length + others.length === 0) onClose();
    else onDone(chats.flatMap(({ chatId }) => (done.includes(chatId) ? [] : [chatId])));
  };
  const form = { isBusy: run.isPending, error: run.error, onCancel: leave, onRun: (send: Run) => run.mutate(send) };
  return (
    <Modal
      opened
      onClose={leave}
      size="sm"
      title={refused.length > 0 ? say('refused', { count: refused.length }) : say(titles[act], { count: chats.length })}
    >
      {refused.length > 0 ? (
        <Stack>
          <List size="sm">
            {refused.map((one) => (
              <List.Item key={one.chatId}>
                {say('refusedOne', { name: nameOf(one.chatId), reason: describeFailure(one).message })}
              </List.Item>
            ))}
          </List>
          <DialogActions submit={undefined} cancel={say('read')} focusOn="cancel" onCancel={leave} />
        </Stack>
      ) : act === 'assign' ? (
        <AssignForm {...form} />
      ) : act === 'takeOver' ? (
        <TakeOverForm {...form} />
      ) : act === 'priority' ? (
        <PriorityForm {...form} current={chats[0]?.priority ?? chatPriorities.usual} />
      ) : (
        <CloseForm {...form} />
      )}
    </Modal>
  );
}

type FormProps = { isBusy: boolean; error: unknown; onCancel: () => void; onRun: (send: Run) => void };
const failed = (error: unknown) => (error ? <SaveFailure error={error} /> : null);

function AssignForm({ isBusy, error, onCancel, onRun }: FormProps) {
  const say = useWords(chatMonitorWords.monitor);
  const departments = useDepartmentOptions();
  const [target, setTarget] = useState<'agent' | 'department'>('agent');
  const isAgent = target === 'agent';
  const form = useForm({
    initial: { chosenId: '', note: '', over: false },
    check: ({ chosenId, note }) => ({
      chosenId: chosenId === '' && say('chooseFault'),
      note: note.trim() === '' && say('noteFault'),
    }),
    checkOn: 'typing',
  });
  const send = form.submit(({ chosenId, note, over }) =>
    onRun((chats) =>
      api.chatMonitor.assign({
        body: { chats, ...(isAgent ? { agentId: chosenId } : { departmentId: chosenId }), note: note.trim(), over: isAgent && over },
      }),
    ),
  );
  return (
    <DialogForm submit={say('assign')} isBusy={isBusy} onCancel={onCancel} onSubmit={send}>
      {failed(error)}
      <Text size="sm">{say('assignHint')}</Text>
      <SegmentedControl
        aria-label={say('assignTo')}
        fullWidth
        value={target}
        onChange={(next) => {
          setTarget(next === 'department' ? 'department' : 'agent');
          form.settle({ ...form.draft, chosenId: '' });
        }}
        data={[
          { value: 'agent', label: say('toAgent') },
          { value: 'department', label: say('toDepartment') },
        ]}
      />
      {isAgent ? (
        <AgentSelect {...form.choice('chosenId')} />
      ) : (
        <Select
          label={say('toDepartment')}
          placeholder={say('choose')}
          nothingFoundMessage={say('nothingFound')}
          searchable
          openOnFocus={false}
          data-autofocus
          {...form.choice('chosenId')}
          data={departments}
        />
      )}
      <Textarea label={say('note')} description={say('noteHint')} autosize minRows={2} maxLength={1000} required {...form.field('note')} />
      {isAgent ? <Checkbox label={say('over')} {...form.box('over')} /> : null}
    </DialogForm>
  );
}

type AgentSelectProps = Pick<SelectProps, 'value' | 'onChange' | 'error'>;

/** Chooses an agent, who is asked for by name as it is typed: an enterprise may have more than one answer holds. */
function AgentSelect({ value, onChange, ...field }: AgentSelectProps) {
  const say = useWords(chatMonitorWords.monitor);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const [typed] = useDebouncedValue(search, searchDelayMs);
  const { data: agents = [] } = useQuery(givenToQuery(typed === chosen?.label ? '' : typed.trim()));
  const found = agents.map(({ uId, name }) => ({ value: uId, label: name }));
  const isListed = !chosen || !value || found.some((option) => option.value === chosen.value);
  return (
    <Select
      label={say('toAgent')}
      placeholder={say('choose')}
      nothingFoundMessage={say('nothingFound')}
      searchable
      maxLength={120}
      openOnFocus={false}
      data-autofocus
      {...field}
      value={value ?? null}
      data={isListed ? found : [chosen, ...found]}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(next, option) => {
        setChosen(option ? { value: option.value, label: option.label } : undefined);
        onChange?.(next, option);
      }}
    />
  );
}

function TakeOverForm({ isBusy, error, onCancel, onRun }: FormProps) {
  const say = useWords(chatMonitorWords.monitor);
  const form = useForm({ initial: { over: false } });
  const send = form.submit(({ over }) => onRun((chats) => api.chatMonitor.takeOver({ body: { chats, over } })));
  return (
    <DialogForm submit={say('takeOver')} isBusy={isBusy} focusOn="submit" onCancel={onCancel} onSubmit={send}>
      {failed(error)}
      <Text size="sm">{say('takeOverHint')}</Text>
      <Checkbox label={say('takeOverOver')} {...form.box('over')} />
    </DialogForm>
  );
}

const priorities = Array.from({ length: chatPriorities.highest + 1 }, (_, index) => String(chatPriorities.highest - index));

function PriorityForm({ isBusy, error, onCancel, onRun, current }: FormProps & { current: number }) {
  const say = useWords(chatMonitorWords.monitor);
  const form = useForm({ initial: { priority: String(current) } });
  const send = form.submit(({ priority }) => onRun((chats) => api.chatMonitor.priority({ body: { chats, priority: Number(priority) } })));
  return (
    <DialogForm submit={say('save')} isBusy={isBusy} onCancel={onCancel} onSubmit={send}>
      {failed(error)}
      <Select
        label={say('priority')}
        description={say('priorityHint')}
        allowDeselect={false}
        openOnFocus={false}
        data-autofocus
        {...form.choice('priority')}
        data={priorities}
      />
    </DialogForm>
  );
}

function CloseForm({ isBusy, error, onCancel, onRun }: FormProps) {
  const say = useWords(chatMonitorWords.monitor);
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' && say('reasonFault') }),
    checkOn: 'typing',
  });
  const send = form.submit(({ reason }) => onRun((chats) => api.chatMonitor.close({ body: { chats, reason: reason.trim() } })));
  return (
    <DialogForm submit={say('close')} isDangerous isBusy={isBusy} onCancel={onCancel} onSubmit={send}>
      {failed(error)}
      <Text size="sm">{say('closeHint')}</Text>
      <Textarea label={say('reason')} autosize minRows={2} maxLength={1000} required data-autofocus {...form.field('reason')} />
    </DialogForm>
  );
}
