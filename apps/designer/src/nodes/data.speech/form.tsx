import { TagsInput } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useForm } from '../../fields/form-context.ts';
import { NumberField } from '../../fields/number-field.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import { VariableField } from '../../fields/variable-field.tsx';
import { designerWords } from '../../words.ts';
import type { FormProps } from '../shared/form.types.ts';

export function Form({ config, set }: FormProps<'data.speech'>) {
  const say = useWords(designerWords.field);
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
