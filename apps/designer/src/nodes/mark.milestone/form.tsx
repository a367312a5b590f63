import { Select } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'mark.milestone'>) {
  const say = useFieldWords(nodeWords['mark.milestone']);
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
