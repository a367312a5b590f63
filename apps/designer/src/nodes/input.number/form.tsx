import { Switch } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import { Section } from '../../fields/section.tsx';
import { Bounds } from '../shared/bounds.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { Question } from '../shared/question.tsx';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'input.number'>) {
  const say = useFieldWords(nodeWords['input.number']);
  const { isReadOnly } = useForm();
  return (
    <Question config={config} set={set} type="Number">
      <Section title={say('check')}>
        <Bounds config={config} set={set} />
        <Switch
          label={say('isWhole')}
          disabled={isReadOnly}
          checked={config.isWhole}
          onChange={(event) => set({ isWhole: event.currentTarget.checked })}
        />
      </Section>
    </Question>
  );
}
