import { TagsInput } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import { NumberField } from '../../fields/number-field.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import { VariableField } from '../../fields/variable-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'data.speech'>) {
  const say = useFieldWords(nodeWords['data.speech']);
  const { isReadOnly } = useForm();
  return (
    <>
      <SourceField label={say('audio')} value={config.media} onChange={(media) => set({ media })} />
      <TagsInput
        label={say('spokenLanguages')}
        description={say('spokenLanguagesWhy')}
        readOnly={isReadOnly}
        maxTags={10}
        value={config.languages}
        onChange={(languages) => set({ languages: languages.map((one) => one.slice(0, 20)) })}
      />
      <NumberField
        label={say('leastConfidence')}
        value={config.leastConfidence}
        least={0}
        most={1}
        step={0.05}
        onChange={(leastConfidence) => set({ leastConfidence })}
      />
      <VariableField label={say('keepAs')} value={config.variable} onChange={(variable) => set({ variable })} />
    </>
  );
}
