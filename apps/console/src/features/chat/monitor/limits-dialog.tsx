import { Checkbox, Modal, Text, TextInput } from '@mantine/core';
import type { MonitorQueue } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { api } from '../../../lib/api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMonitorWords } from '../../../locales/chat-monitor.ts';
import { figuresQuery } from './monitor.queries.ts';
import { nameOfQueue } from './queue-name.ts';

const most = { minutes: 1440, queueLength: 100_000 };
const shown = (value: number): string => (value === 0 ? '' : String(value));
/** Minutes of limits that a program has set may be broken. */
const inMinutes = (seconds: number): string => shown(Math.round((seconds / 60) * 100) / 100);

/** A whole number of at least 1, or nothing. */
const isFaulty = (text: string, highest: number): boolean =>
  text.trim() !== '' && !(/^\d{1,6}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= highest);

/** Limits at which the alarms of a department ring. */
export function LimitsDialog({ queue, onClose }: { queue: MonitorQueue; onClose: () => void }) {
  const say = useWords(chatMonitorWords.monitor);
  const client = useQueryClient();
  const { limits, departmentId } = queue;
  const fault = (text: string, highest: number) => isFaulty(text, highest) && say('limitsFault', { most: highest });
  const [waitMinutes, unansweredMinutes] = [inMinutes(limits.waitSeconds), inMinutes(limits.unansweredSeconds)];
  // A limit that nobody has changed stays to the second.
  const secondsOf = (text: string, before: string, seconds: number) => (text === before ? seconds : Number(text) * 60);
  const form = useForm({
    initial: {
      wait: waitMinutes,
      unanswered: unansweredMinutes,
      queueLength: shown(limits.queueLength),
      nobodyOnline: limits.nobodyOnline,
    },
    check: ({ wait, unanswered, queueLength }) => ({
      wait: wait !== waitMinutes && fault(wait, most.minutes),
      unanswered: unanswered !== unansweredMinutes && fault(unanswered, most.minutes),
      queueLength: fault(queueLength, most.queueLength),
    }),
  });
  const save = useMutation({
    mutationFn: ({ wait, unanswered, queueLength, nobodyOnline }: typeof form.draft) =>
      api.chatMonitor.saveLimits({
        body: {
          departmentId: departmentId as '',
          waitSeconds: secondsOf(wait, waitMinutes, limits.waitSeconds),
          unansweredSeconds: secondsOf(unanswered, unansweredMinutes, limits.unansweredSeconds),
          queueLength: Number(queueLength),
          nobodyOnline,
          version: limits.version,
        },
      }),
    onSuccess: () => {
      showToast('success', say('limitsSaved'));
      void client.invalidateQueries({ queryKey: figuresQuery.queryKey });
      onClose();
    },
    meta: { isQuiet: true },
  });
  return (
    <Modal opened onClose={onClose} size="sm" title={say('limitsTitle', { name: nameOfQueue(queue, say) })}>
      <DialogForm submit={say('save')} isBusy={save.isPending} onCancel={onClose} onSubmit={form.submit((draft) => save.mutate(draft))}>
        {save.error ? <SaveFailure error={save.error} /> : null}
        <Text size="sm">{say('limitsHint')}</Text>
        <TextInput label={say('limitsWaitMinutes')} inputMode="numeric" data-autofocus {...form.field('wait')} />
        <TextInput label={say('limitsUnansweredMinutes')} inputMode="numeric" {...form.field('unanswered')} />
        <TextInput label={say('limitsQueueLength')} inputMode="numeric" {...form.field('queueLength')} />
        <Checkbox label={say('limitsNobody')} {...form.box('nobodyOnline')} />
      </DialogForm>
    </Modal>
  );
}
