import { Checkbox, Group, NumberInput, Paper, Select, Stack, Text, TextInput } from '@mantine/core';
import { caseOperators, type WaitUntil } from '@parley/journey';
import { TimeField } from '@parley/ui/date-field';
import { formatDayWords } from '@parley/ui/format';
import { useWords } from '@parley/ui/words';
import { newId } from '../editor/edits.ts';
import { ConditionField } from '../fields/condition-field.tsx';
import { useForm } from '../fields/form-context.ts';
import { MapField } from '../fields/map-field.tsx';
import { NodeField } from '../fields/node-field.tsx';
import { RefField } from '../fields/ref-field.tsx';
import { Rows } from '../fields/rows.tsx';
import { SecondsField, TimeoutField } from '../fields/seconds-field.tsx';
import { SourceField } from '../fields/source-field.tsx';
import { VariableField } from '../fields/variable-field.tsx';
import { designerWords } from '../words.ts';
import type { FormProps } from './form.types.ts';

export const ConditionForm = ({ config, set }: FormProps<'logic.condition'>) => (
  <ConditionField value={config.test} onChange={(test) => set({ test })} />
);

export function SwitchForm({ config, set }: FormProps<'logic.switch'>) {
  const say = useWords(designerWords.field);
  const sayOperator = useWords(designerWords.operator);
  const { isReadOnly } = useForm();
  return (
    <>
      <SourceField label={say('value')} value={config.value} onChange={(value) => set({ value })} />
      <Rows
        label={say('cases')}
        rows={config.cases}
        least={1}
        most={50}
        canMove
        keyOf={({ id }) => id}
        make={() => ({ id: newId(), name: '', operator: 'is' as const, values: ['""'] })}
        onChange={(cases) => set({ cases })}
        draw={(one, change) => (
          <Paper withBorder p="xs" radius="md">
            <Stack gap={6}>
              <Group gap={6} wrap="nowrap" grow>
                <TextInput
                  aria-label={say('name')}
                  placeholder={say('name')}
                  value={one.name}
                  readOnly={isReadOnly}
                  maxLength={60}
                  onChange={(event) => change({ ...one, name: event.currentTarget.value })}
                />
                <Select
                  aria-label={say('operator')}
                  readOnly={isReadOnly}
                  data={caseOperators.map((operator) => ({ value: operator, label: sayOperator(operator) }))}
                  value={one.operator}
                  onChange={(next) => {
                    const operator = caseOperators.find((known) => known === next);
                    if (operator)
                      change({
                        ...one,
                        operator,
                        values: operator === 'between' ? [one.values[0] ?? '0', one.values[1] ?? '0'] : one.values.slice(0, 1),
                      });
                  }}
                />
              </Group>
              {one.values.map((source, place) => (
                <SourceField
                  // biome-ignore lint/suspicious/noArrayIndexKey: values have nothing else to be told apart by
                  key={place}
                  isBare
                  label={place === 0 ? say('value') : say('valueTo')}
                  value={source}
                  onChange={(next) => change({ ...one, values: one.values.with(place, next) })}
                />
              ))}
            </Stack>
          </Paper>
        )}
      />
    </>
  );
}

export function SplitForm({ config, set }: FormProps<'logic.split'>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  const sum = config.shares.reduce((total, { share }) => total + share, 0);
  return (
    <>
      <Rows
        label={say('shares')}
        description={say('sharesWhy')}
        rows={config.shares}
        least={2}
        most={50}
        keyOf={({ id }) => id}
        make={() => ({ id: newId(), name: '', share: Math.max(1, 10_000 - sum) })}
        onChange={(shares) => set({ shares })}
        draw={(one, change) => (
          <Group gap={6} wrap="nowrap" grow>
            <TextInput
              aria-label={say('name')}
              placeholder={say('name')}
              value={one.name}
              readOnly={isReadOnly}
              maxLength={60}
              onChange={(event) => change({ ...one, name: event.currentTarget.value })}
            />
            <NumberInput
              aria-label={say('share')}
              suffix=" %"
              value={one.share / 100}
              readOnly={isReadOnly}
              min={0.01}
              max={100}
              decimalScale={2}
              clampBehavior="strict"
              onChange={(share) => change({ ...one, share: Math.max(1, Math.round(Number(share) * 100)) })}
            />
          </Group>
        )}
      />
      <Text size="sm" c={sum === 10_000 ? 'dimmed' : 'red'}>
        {say('sum', { sum: sum / 100 })}
      </Text>
    </>
  );
}

const untilKinds = ['duration', 'date', 'clock', 'event', 'receipt'] as const;
const firstUntil: Record<(typeof untilKinds)[number], () => WaitUntil> = {
  duration: () => ({ kind: 'duration', seconds: 3600 }),
  date: () => ({ kind: 'date', date: 'now', offsetSeconds: 0 }),
  clock: () => ({ kind: 'clock', time: '09:00', weekdays: [], zone: '' }),
  event: () => ({ kind: 'event', event: 'event', key: '""', timeoutSeconds: null }),
  receipt: () => ({ kind: 'receipt', node: 'nowhere0', receipt: 'read', timeoutSeconds: null }),
};

export function WaitForm({ config, set }: FormProps<'logic.wait'>) {
  const say = useWords(designerWords.field);
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
  const say = useWords(designerWords.field);
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

export function OpenForm({ config }: FormProps<'logic.open'>) {
  const say = useWords(designerWords.field);
  return <TextInput label={say('calendar')} value={config.calendar.name || config.calendar.id} readOnly />;
}

export function LoopForm({ config, set }: FormProps<'logic.loop'>) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <>
      <SourceField
        label={say('loopList')}
        description={say('loopListWhy')}
        isOptional
        value={config.list}
        onChange={(list) => set({ list })}
      />
      {config.list !== '' && <VariableField label={say('loopItem')} value={config.item} onChange={(item) => set({ item })} />}
      <NumberInput
        label={say('loopMost')}
        value={config.most}
        readOnly={isReadOnly}
        min={1}
        max={1000}
        allowDecimal={false}
        clampBehavior="strict"
        onChange={(most) => set({ most: Number(most) || 1 })}
      />
    </>
  );
}

export function GotoForm({ config, set }: FormProps<'logic.goto'>) {
  const say = useWords(designerWords.field);
  return <NodeField label={say('goto')} value={config.node} fits={({ type }) => type !== 'mark.note'} onChange={(node) => set({ node })} />;
}

export function StreamForm({ config, set }: FormProps<'logic.stream'>) {
  const say = useWords(designerWords.field);
  return (
    <>
      <RefField label={say('stream')} kind="stream" value={config.stream} onChange={(stream) => stream && set({ stream })} />
      <MapField
        label={say('given')}
        description={say('givenWhy')}
        nameLabel={say('itsVariable')}
        value={config.given}
        onChange={(given) => set({ given })}
      />
      <MapField
        label={say('takenBack')}
        description={say('takenBackWhy')}
        nameLabel={say('ourVariable')}
        of="names"
        value={config.taken}
        onChange={(taken) => set({ taken })}
      />
    </>
  );
}
