import { Select, Switch } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import { RefField } from '../../fields/ref-field.tsx';
import { SecondsField } from '../../fields/seconds-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

const firstMost = 86_400;

export function Form({ config: { calendar, mostSeconds }, set }: FormProps<'logic.open'>) {
  const say = useFieldWords(nodeWords['logic.open']);
  const { isReadOnly } = useForm();
  return (
    <>
      <Select
        label={say('hoursOf')}
        description={calendar === null ? say('departmentWhy') : undefined}
        readOnly={isReadOnly}
        allowDeselect={false}
        data={(['department', 'calendar'] as const).map((of) => ({ value: of, label: say(`of_${of}`) }))}
        value={calendar === null ? 'department' : 'calendar'}
        onChange={(of) => {
          if (of === 'department') set({ calendar: null });
          else if (calendar === null) set({ calendar: { ref: 'calendar', id: '', name: '' } });
        }}
      />
      {calendar !== null && (
        <RefField label={say('calendar')} kind="calendar" value={calendar} onChange={(next) => next && set({ calendar: next })} />
      )}
      <Switch
        label={say('longest')}
        description={say('longestWhy')}
        disabled={isReadOnly}
        checked={mostSeconds !== null}
        onChange={(event) => set({ mostSeconds: event.currentTarget.checked ? firstMost : null })}
      />
      {mostSeconds !== null && (
        <SecondsField label={say('longestTime')} value={mostSeconds} onChange={(next) => set({ mostSeconds: next })} />
      )}
    </>
  );
}
