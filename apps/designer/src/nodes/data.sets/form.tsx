import { Group, SegmentedControl, Select } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import { RefField } from '../../fields/ref-field.tsx';
import { Rows } from '../../fields/rows.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'data.sets'>) {
  const say = useFieldWords(nodeWords['data.sets']);
  const { isReadOnly } = useForm();
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={say('setsAction')}
        readOnly={isReadOnly}
        data={[
          { value: 'add', label: say('sets_add') },
          { value: 'remove', label: say('sets_remove') },
        ]}
        value={config.action}
        onChange={(action) => set({ action: action === 'remove' ? 'remove' : 'add' })}
      />
      <Rows
        label={say('sets')}
        rows={config.sets}
        least={1}
        most={20}
        make={() => ({ ref: 'label' as const, id: '', name: '' })}
        onChange={(sets) => set({ sets })}
        draw={(row, change) => (
          <Group gap={6} wrap="nowrap" align="flex-start">
            <Select
              w={110}
              aria-label={say('setKind')}
              readOnly={isReadOnly}
              data={(['label', 'group'] as const).map((kind) => ({ value: kind, label: say(`set_${kind}`) }))}
              value={row.ref}
              onChange={(kind) => change({ ref: kind === 'group' ? 'group' : 'label', id: '', name: '' })}
            />
            <div style={{ flex: 1 }}>
              <RefField key={row.ref} isBare label={say('set')} kind={row.ref} value={row} onChange={(ref) => ref && change(ref)} />
            </div>
          </Group>
        )}
      />
    </>
  );
}
