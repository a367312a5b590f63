import { Group, MultiSelect, NumberInput } from '@mantine/core';
import { mediaKinds } from '@parley/journey';
import { useForm } from '../../fields/form-context.ts';
import type { FormProps } from '../shared/form.types.ts';
import { Question } from '../shared/question.tsx';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'input.media'>) {
  const say = useFieldWords(nodeWords['input.media']);
  const { isReadOnly } = useForm();
  return (
    <Question config={config} set={set} type={config.count > 1 ? 'List' : 'Media'}>
      <MultiSelect
        label={say('kinds')}
        readOnly={isReadOnly}
        data={mediaKinds.map((kind) => ({ value: kind, label: say(`kind_${kind}`) }))}
        value={config.kinds}
        error={config.kinds.length === 0 ? say('chooseOne') : undefined}
        onChange={(kinds) => kinds.length > 0 && set({ kinds: mediaKinds.filter((kind) => kinds.includes(kind)) })}
      />
      <Group grow>
        <NumberInput
          label={say('mostMegabytes')}
          value={config.mostBytes / 1_000_000}
          readOnly={isReadOnly}
          min={0.01}
          max={100}
          clampBehavior="strict"
          onChange={(size) => set({ mostBytes: Math.max(1024, Math.round(Number(size) * 1_000_000)) })}
        />
        <NumberInput
          label={say('count')}
          value={config.count}
          readOnly={isReadOnly}
          min={1}
          max={10}
          allowDecimal={false}
          clampBehavior="strict"
          onChange={(count) => set({ count: Number(count) || 1 })}
        />
      </Group>
    </Question>
  );
}
