import { Select } from '@mantine/core';
import { useWords } from '@parley/ui/words';
import { useForm } from '../../fields/form-context.ts';
import { designerWords } from '../../words.ts';
import type { FormProps } from '../shared/form.types.ts';

export function Form({ config, set }: FormProps<'mark.milestone'>) {
  const say = useWords(designerWords.field);
  const { document, isReadOnly } = useForm();
  const has = document.milestones.some(({ id }) => id === config.milestone);
  return (
    <Select
      label={say('milestone')}
      description={document.milestones.length === 0 ? say('noMilestones') : undefined}
      readOnly={isReadOnly}
      data={document.milestones.map(({ id, name }) => ({ value: id, label: name }))}
      value={has ? config.milestone : null}
      error={has ? undefined : say('chooseOne')}
      onChange={(milestone) => milestone && set({ milestone })}
    />
  );
}
