import { Radio, Stack } from '@mantine/core';
import type { ChatDetail } from '@parley/contract';
import { DateTimeField } from '@parley/ui/date-field';
import { useEffect, useRef, useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { formatInstant, getEnterpriseZone } from '../../../lib/format.ts';
import { fromLocal } from '../../../lib/local-time.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatWord, chatWords } from '../../../locales/chat.ts';
import { useSuspendChat } from './chat.mutations.ts';
import { listSnoozes, type Snooze } from './snooze.ts';

const snoozeWords: Record<Snooze, ChatWord> = {
  inAnHour: 'inAnHour',
  thisEvening: 'thisEvening',
  tomorrow: 'tomorrow',
  nextMonday: 'nextMonday',
};

const untilResumed = 'untilResumed';
const atTime = 'atTime';

const isAhead = (time: string): boolean => Date.parse(fromLocal(time)) > Date.now();

/** Asks until when a chat is suspended: until somebody writes or resumes it, or a time. */
export function SuspendForm({ chat, onDone }: { chat: ChatDetail; onDone: () => void }) {
  const t = useWords(chatWords.conversation);
  const suspend = useSuspendChat(chat.chatId);
  const [times] = useState(() => listSnoozes(new Date(), getEnterpriseZone()));
  const first = useRef<HTMLInputElement>(null);
  // The form may come after its dialog has looked for what takes the focus, or before it (`data-autofocus` below).
  useEffect(() => first.current?.focus(), []);
  const form = useForm({
    initial: { until: untilResumed, time: '' },
    check: ({ until, time }) => ({
      time: until === atTime && !isAhead(time) && t('suspendTimeFault'),
    }),
  });
  const handleSubmit = ({ until, time }: typeof form.draft) => {
    const chosen = times.find(({ snooze }) => snooze === until)?.at.toISOString();
    suspend.mutate({ isSuspended: true, wakeAt: until === atTime ? fromLocal(time) : chosen }, { onSuccess: onDone });
  };
  return (
    <DialogForm submit={t('suspend')} isBusy={suspend.isPending} onCancel={onDone} onSubmit={form.submit(handleSubmit)}>
      {suspend.error ? <SaveFailure error={suspend.error} /> : null}
      <Radio.Group label={t('suspendUntil')} description={t('suspendUntilHint')} {...form.choice('until')}>
        <Stack gap="xs" mt="xs">
          <Radio value={untilResumed} label={t('untilResumed')} ref={first} data-autofocus />
          {times.map(({ snooze, at }) => (
            <Radio key={snooze} value={snooze} label={t(snoozeWords[snooze])} description={formatInstant(at.toISOString(), 'instant')} />
          ))}
          <Radio value={atTime} label={t('atTime')} />
        </Stack>
      </Radio.Group>
      {form.draft.until === atTime ? <DateTimeField label={t('suspendTime')} {...form.field('time')} /> : null}
    </DialogForm>
  );
}
