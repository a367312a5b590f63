import { Checkbox, Group, Select, TextInput } from '@mantine/core';
import type { WaitUntil } from '@parley/journey';
import { TimeField } from '@parley/ui/date-field';
import { formatDayWords } from '@parley/ui/format';
import { useForm } from '../../fields/form-context.ts';
import { NodeField } from '../../fields/node-field.tsx';
import { SecondsField, TimeoutField } from '../../fields/seconds-field.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

const untilKinds = ['duration', 'date', 'clock', 'event', 'receipt'] as const;

const firstUntil: Record<(typeof untilKinds)[number], () => WaitUntil> = {
  duration: () => ({ kind: 'duration', seconds: 3600 }),
  date: () => ({ kind: 'date', date: 'now', offsetSeconds: 0 }),
  clock: () => ({ kind: 'clock', time: '09:00', weekdays: [], zone: '' }),
  event: () => ({ kind: 'event', event: 'event', key: '""', timeoutSeconds: null }),
  receipt: () => ({ kind: 'receipt', node: 'nowhere0', receipt: 'read', timeoutSeconds: null }),
};

export function Form({ config, set }: FormProps<'logic.wait'>) {
  const say = useFieldWords(nodeWords['logic.wait']);
  const { isReadOnly } = useForm();
  const { until } = config;
  return (
    <>
      <Select
        label={say('waitFor')}
        readOnly={isReadOnly}
        data={untilKinds.map((kind) => ({ value: kind, label: say(`wait_${kind}`) }))}
        value={until.kind}
        onChange={(next) => {
          const kind = untilKinds.find((one) => one === next);
          if (kind && kind !== until.kind) set({ until: firstUntil[kind]() });
        }}
      />
      <UntilFields until={until} onChange={(next) => set({ until: next })} />
      <SourceField
        label={say('notAfter')}
        description={say('notAfterWhy')}
        isOptional
        value={config.notAfter}
        onChange={(notAfter) => set({ notAfter })}
      />
    </>
  );
}

function UntilFields({ until, onChange }: { until: WaitUntil; onChange: (until: WaitUntil) => void }) {
  const say = useFieldWords(nodeWords['logic.wait']);
  const { isReadOnly } = useForm();
  const timeout = 'timeoutSeconds' in until && (
    <TimeoutField value={until.timeoutSeconds} onChange={(timeoutSeconds) => onChange({ ...until, timeoutSeconds })} />
  );
  switch (until.kind) {
    case 'duration':
      return <SecondsField label={say('duration')} value={until.seconds} onChange={(seconds) => onChange({ ...until, seconds })} />;
    case 'date':
      return (
        <>
          <SourceField label={say('date')} value={until.date} onChange={(date) => onChange({ ...until, date })} />
          <SecondsField
            label={say('offset')}
            mayBeNegative
            value={until.offsetSeconds}
            onChange={(offsetSeconds) => onChange({ ...until, offsetSeconds })}
          />
        </>
      );
    case 'clock':
      return (
        <>
          <TimeField
            label={say('time')}
            value={until.time}
            readOnly={isReadOnly}
            onChange={(time) => time !== '' && onChange({ ...until, time })}
          />
          <Checkbox.Group
            label={say('weekdays')}
            description={say('weekdaysWhy')}
            value={until.weekdays.map(String)}
            onChange={(days) => !isReadOnly && onChange({ ...until, weekdays: days.map(Number).sort() })}
          >
            <Group gap="xs" mt={6}>
              {[1, 2, 3, 4, 5, 6, 7].map((day) => (
                <Checkbox key={day} value={String(day)} label={weekdayName(day)} />
              ))}
            </Group>
          </Checkbox.Group>
          <TextInput
            label={say('zone')}
            description={say('zoneWhy')}
            placeholder="Asia/Kolkata"
            value={until.zone}
            readOnly={isReadOnly}
            maxLength={60}
            onChange={(event) => onChange({ ...until, zone: event.currentTarget.value })}
          />
        </>
      );
    case 'event':
      return (
        <>
          <TextInput
            label={say('event')}
            value={until.event}
            readOnly={isReadOnly}
            maxLength={100}
            onChange={(event) => event.currentTarget.value !== '' && onChange({ ...until, event: event.currentTarget.value })}
          />
          <SourceField label={say('eventKey')} value={until.key} onChange={(key) => onChange({ ...until, key })} />
          {timeout}
        </>
      );
    case 'receipt':
      return (
        <>
          <NodeField
            label={say('sentBy')}
            value={until.node}
            fits={({ type }) => type.startsWith('message.') || type.startsWith('input.')}
            onChange={(node) => onChange({ ...until, node })}
          />
          <Select
            label={say('receipt')}
            readOnly={isReadOnly}
            data={(['delivered', 'read'] as const).map((one) => ({ value: one, label: say(`receipt_${one}`) }))}
            value={until.receipt}
            onChange={(receipt) => onChange({ ...until, receipt: receipt === 'delivered' ? 'delivered' : 'read' })}
          />
          {timeout}
        </>
      );
  }
}

/** 1 is Monday, which the fifth of January 2026 was. */
const weekdayName = (day: number) => formatDayWords(`2026-01-${String(4 + day).padStart(2, '0')}`, { weekday: 'short' });
