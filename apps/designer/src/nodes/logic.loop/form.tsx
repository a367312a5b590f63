import { NumberInput } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import { SourceField } from '../../fields/source-field.tsx';
import { VariableField } from '../../fields/variable-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'logic.loop'>) {
  const say = useFieldWords(nodeWords['logic.loop']);
  const { isReadOnly } = useForm();
  return (
    <>
      <SourceField
        label={say('loopList')}
        description={say('loopListWhy')}
        isOptional
        value={config.list}
        onChange={(list) => set({ list })}
      />
      {config.list !== '' && <VariableField label={say('loopItem')} value={config.item} onChange={(item) => set({ item })} />}
      <NumberInput
        label={say('loopMost')}
        value={config.most}
        readOnly={isReadOnly}
        min={1}
        max={1000}
        allowDecimal={false}
        clampBehavior="strict"
        onChange={(most) => set({ most: Number(most) || 1 })}
      />
    </>
  );
}
