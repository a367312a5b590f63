import { Textarea } from '@mantine/core';
import { authTypes } from '@parley/contract/integration/auth-types';
import { useForm } from '../../fields/form-context.ts';
import { RefField } from '../../fields/ref-field.tsx';
import { Rows } from '../../fields/rows.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import { VariableField } from '../../fields/variable-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'data.query'>) {
  const say = useFieldWords(nodeWords['data.query']);
  const { isReadOnly } = useForm();
  return (
    <>
      <RefField
        label={say('database')}
        kind="integration"
        fits={({ authType }) => authType === authTypes.database}
        value={config.integration}
        onChange={(integration) => integration && set({ integration })}
      />
      <Textarea
        label={say('statement')}
        description={say('statementWhy')}
        autosize
        minRows={3}
        value={config.statement}
        readOnly={isReadOnly}
        maxLength={10_000}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onChange={(event) => set({ statement: event.currentTarget.value })}
      />
      <Rows
        label={say('parameters')}
        rows={config.parameters}
        most={30}
        make={() => '""'}
        onChange={(parameters) => set({ parameters })}
        draw={(source, change, place) => (
          <SourceField isBare label={say('parameter', { place: place + 1 })} value={source} onChange={change} />
        )}
      />
      <VariableField label={say('rowsAs')} type="List" value={config.variable} onChange={(variable) => set({ variable })} />
    </>
  );
}
