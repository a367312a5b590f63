import { Switch } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useForm } from '../../fields/form-context.ts';
import { SourceField } from '../../fields/source-field.tsx';
import { designerWords } from '../../words.ts';
import type { FormProps } from '../shared/form.types.ts';
import { Question } from '../shared/question.tsx';

export function Form({ config, set }: FormProps<'input.location'>) {
  const say = useWords(designerWords.field);
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
