import { Switch } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import { SourceField } from '../../fields/source-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { Question } from '../shared/question.tsx';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'input.location'>) {
  const say = useFieldWords(nodeWords['input.location']);
  const { isReadOnly } = useForm();
  const { within } = config;
  return (
    <Question config={config} set={set} type="Location">
      <Switch
        label={say('within')}
        disabled={isReadOnly}
        checked={within !== null}
        onChange={(event) => set({ within: event.currentTarget.checked ? { latitude: '0', longitude: '0', km: '10' } : null })}
      />
      {within && (
        <>
          <SourceField label={say('latitude')} value={within.latitude} onChange={(latitude) => set({ within: { ...within, latitude } })} />
          <SourceField
            label={say('longitude')}
            value={within.longitude}
            onChange={(longitude) => set({ within: { ...within, longitude } })}
          />
          <SourceField label={say('km')} value={within.km} onChange={(km) => set({ within: { ...within, km } })} />
        </>
      )}
    </Question>
  );
}
