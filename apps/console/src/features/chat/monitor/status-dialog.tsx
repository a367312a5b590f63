import { List, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { agentStatuses, type MonitorAgent, mostMonitorAgents } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { DialogActions, DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMonitorWords } from '../../../locales/chat-monitor.ts';
import { monitorKeys } from '../shared/monitor.queries.ts';

type Answer = Awaited<ReturnType<typeof api.chatMonitor.status>>;
type Props = { agents: readonly MonitorAgent[]; onClose: () => void; onDone: () => void };

/** Sets agents Away or Offline with a reason. */
export function StatusDialog({ agents, onClose, onDone }: Props) {
  const say = useWords(chatMonitorWords.monitor);
  const client = useQueryClient();
  const form = useForm({
    initial: { status: '2', reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' && say('reasonFault') }),
    checkOn: 'typing',
  });
  /** Answers of before a failure: what was done then is not asked for again. */
  const answered = useRef<Answer>({ done: [], refused: [] });
  const run = useMutation({
    mutationFn: async ({ status, reason }: typeof form.draft) => {
      const outcome = answered.current;
      const seen = new Set([...outcome.done, ...outcome.refused.map(({ agentId }) => agentId)]);
      const left = agents.flatMap(({ uId }) => (seen.has(uId) ? [] : [uId]));
      for (let from = 0; from < left.length; from += mostMonitorAgents) {
        const answer = await api.chatMonitor.status({
          body: {
            agentIds: left.slice(from, from + mostMonitorAgents),
            status: status === '0' ? agentStatuses.offline : agentStatuses.away,
            reason: reason.trim(),
          },
        });
        outcome.done.push(...answer.done);
        outcome.refused.push(...answer.refused);
      }
      return outcome;
    },
    onSuccess: ({ done, refused }) => {
      if (done.length > 0) showToast('success', say('statusDone', { count: done.length }));
      onDone();
      if (refused.length === 0) onClose();
    },
    onSettled: () => void client.invalidateQueries({ queryKey: monitorKeys.agents() }),
    meta: { isQuiet: true },
  });
  const refused = run.data?.refused ?? [];
  const nameOf = (id: string) => agents.find(({ uId }) => uId === id)?.name ?? '';
  return (
    <Modal
      opened
      onClose={onClose}
      size="sm"
      title={refused.length > 0 ? say('refused', { count: refused.length }) : say('setStatusTitle', { count: agents.length })}
    >
      {refused.length > 0 ? (
        <Stack>
          <List size="sm">
            {refused.map((one) => (
              <List.Item key={one.agentId}>
                {say('refusedOne', { name: nameOf(one.agentId), reason: describeFailure(one).message })}
              </List.Item>
            ))}
          </List>
          <DialogActions submit={undefined} cancel={say('read')} focusOn="cancel" onCancel={onClose} />
        </Stack>
      ) : (
        <DialogForm
          submit={say('setStatus')}
          isBusy={run.isPending}
          onCancel={onClose}
          onSubmit={form.submit((draft) => run.mutate(draft))}
        >
          {run.error ? <SaveFailure error={run.error} /> : null}
          <Text size="sm">{say('setStatusHint')}</Text>
          <SegmentedControl
            aria-label={say('status')}
            fullWidth
            value={form.draft.status}
            onChange={(status) => form.change({ status })}
            data={[
              { value: '2', label: say('status_2') },
              { value: '0', label: say('status_0') },
            ]}
          />
          <TextInput label={say('reason')} maxLength={120} required data-autofocus {...form.field('reason')} />
        </DialogForm>
      )}
    </Modal>
  );
}
