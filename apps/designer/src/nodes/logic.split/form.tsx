import { Group, NumberInput, Text, TextInput } from '@mantine/core';
import { newId } from '../../editor/edits.ts';
import { useForm } from '../../fields/form-context.ts';
import { Rows } from '../../fields/rows.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'logic.split'>) {
  const say = useFieldWords(nodeWords['logic.split']);
  const { isReadOnly } = useForm();
  const sum = config.shares.reduce((total, { share }) => total + share, 0);
  return (
    <>
      <Rows
        label={say('shares')}
        description={say('sharesWhy')}
        rows={config.shares}
        least={2}
        most={50}
        keyOf={({ id }) => id}
        make={() => ({ id: newId(), name: '', share: Math.max(1, 10_000 - sum) })}
        onChange={(shares) => set({ shares })}
        draw={(one, change) => (
          <Group gap={6} wrap="nowrap" grow>
            <TextInput
              aria-label={say('name')}
              placeholder={say('name')}
              value={one.name}
              readOnly={isReadOnly}
              maxLength={60}
              onChange={(event) => change({ ...one, name: event.currentTarget.value })}
            />
            <NumberInput
              aria-label={say('share')}
              suffix=" %"
              value={one.share / 100}
              readOnly={isReadOnly}
              min={0.01}
              max={100}
              decimalScale={2}
              clampBehavior="strict"
              onChange={(share) => change({ ...one, share: Math.max(1, Math.round(Number(share) * 100)) })}
            />
          </Group>
        )}
      />
      <Text size="sm" c={sum === 10_000 ? 'dimmed' : 'red'}>
        {say('sum', { sum: sum / 100 })}
      </Text>
    </>
  );
}
