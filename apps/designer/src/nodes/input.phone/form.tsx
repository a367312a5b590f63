import { TextInput } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import { Section } from '../../fields/section.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { Question } from '../shared/question.tsx';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'input.phone'>) {
  const say = useFieldWords(nodeWords['input.phone']);
  const { isReadOnly } = useForm();
  return (
    <Question config={config} set={set} type="Text">
      <Section title={say('check')} hint={config.country}>
        <TextInput
          label={say('country')}
          description={say('countryWhy')}
          value={config.country}
          readOnly={isReadOnly}
          maxLength={2}
          onChange={(event) => set({ country: event.currentTarget.value.toUpperCase() })}
        />
      </Section>
    </Question>
  );
}
