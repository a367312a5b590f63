import { Group, NumberInput, Select, Switch } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useState } from 'react';
import { type DurationUnit, durationUnits, unitOf } from '../nodes/duration.ts';
import { designerWords } from '../words.ts';
import { useForm } from './form-context.ts';

type Props = { label: string; value: number; onChange: (seconds: number) => void; least?: number; mayBeNegative?: boolean };

/** A length of time, in the unit that says it in a whole number. */
export function SecondsField({ label, value, onChange, least = 1, mayBeNegative = false }: Props) {
  const say = useWords(designerWords.field);
  const sayUnit = useWords(designerWords.unit);
  const { isReadOnly } = useForm();
  const shown = unitOf(value);
  const [unit, setUnit] = useState<DurationUnit>(shown.unit);
  const size = durationUnits.find((one) => one.unit === unit)?.seconds ?? 1;
  const set = (seconds: number) => onChange(Math.round(mayBeNegative ? seconds : Math.max(least, seconds)));
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <NumberInput
        label={label}
        flex={1}
        value={Math.round((value / size) * 100) / 100}
        min={mayBeNegative ? undefined : 0}
        readOnly={isReadOnly}
        onChange={(count) => {
          if (typeof count === 'number') set(count * size);
        }}
      />
      <Select
        w={120}
        aria-label={say('unit')}
        readOnly={isReadOnly}
        data={durationUnits.map((one) => ({ value: one.unit, label: sayUnit(one.unit) }))}
        value={unit}
        onChange={(next) => {
          if (next === null) return;
          const to = durationUnits.find((one) => one.unit === next);
          setUnit(next as DurationUnit);
          if (to) set((value / size) * to.seconds);
        }}
      />
    </Group>
  );
}

const firstTimeout = 3600;

/** Timeout of an answer, if the node has its own. */
export function TimeoutField({ value, onChange }: { value: number | null; onChange: (seconds: number | null) => void }) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <>
      <Switch
        label={say('ownTimeout')}
        checked={value !== null}
        disabled={isReadOnly}
        onChange={(event) => onChange(event.currentTarget.checked ? firstTimeout : null)}
      />
      {value !== null && <SecondsField label={say('timeout')} value={value} onChange={onChange} />}
    </>
  );
}
