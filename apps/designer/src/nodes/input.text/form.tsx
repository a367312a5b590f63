import { Group, NumberInput, TextInput } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import { Section } from '../../fields/section.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { Question } from '../shared/question.tsx';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'input.text'>) {
  const say = useFieldWords(nodeWords['input.text']);
  const { isReadOnly } = useForm();
  return (
    <Question config={config} set={set} type="Text" canGather>
      <Section title={say('check')} hint={config.pattern}>
        <Group grow>
          <NumberInput
            label={say('leastLength')}
            value={config.least}
            readOnly={isReadOnly}
            min={0}
            max={4096}
            allowDecimal={false}
            clampBehavior="strict"
            onChange={(least) => set({ least: Number(least) || 0 })}
          />
          <NumberInput
            label={say('mostLength')}
            value={config.most}
            readOnly={isReadOnly}
            min={1}
            max={4096}
            allowDecimal={false}
            clampBehavior="strict"
            onChange={(most) => set({ most: Number(most) || 1 })}
          />
        </Group>
        <TextInput
          label={say('pattern')}
          description={say('patternWhy')}
          value={config.pattern}
          readOnly={isReadOnly}
          maxLength={500}
          spellCheck={false}
          onChange={(event) => set({ pattern: event.currentTarget.value })}
        />
      </Section>
    </Question>
  );
}
