import { Switch } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useForm } from '../../fields/form-context.ts';
import { Section } from '../../fields/section.tsx';
import { designerWords } from '../../words.ts';
import { Bounds } from '../shared/bounds.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { Question } from '../shared/question.tsx';

export function Form({ config, set }: FormProps<'input.number'>) {
  const say = useWords(designerWords.field);
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
