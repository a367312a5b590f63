import { Group, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '../../fields/form-context.ts';
import { RefField } from '../../fields/ref-field.tsx';
import { Rows } from '../../fields/rows.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

export function Form({ config, set }: FormProps<'data.customer'>) {
  const say = useFieldWords(nodeWords['data.customer']);
  const { isReadOnly } = useForm();
  const { consent } = config;
  return (
    <>
      <Rows
        label={say('attributes')}
        rows={config.attributes}
        most={20}
        make={() => ({ attribute: { ref: 'attribute' as const, id: '', name: '' }, value: '""' })}
        onChange={(attributes) => set({ attributes })}
        draw={(row, change) => (
          <Stack gap={4}>
            <RefField
              isBare
              label={say('attribute')}
              kind="attribute"
              value={row.attribute}
              onChange={(attribute) => attribute && change({ ...row, attribute })}
            />
            <SourceField isBare label={say('value')} value={row.value} onChange={(value) => change({ ...row, value })} />
          </Stack>
        )}
      />
      <SourceField
        label={say('setLanguage')}
        description={say('setLanguageWhy')}
        isOptional
        value={config.language}
        onChange={(language) => set({ language })}
      />
      <Switch
        label={say('consent')}
        disabled={isReadOnly}
        checked={consent !== null}
        onChange={(event) => set({ consent: event.currentTarget.checked ? { channel: 'WHATSAPP', state: 'Granted', wording: '' } : null })}
      />
      {consent && (
        <>
          <Group grow>
            <TextInput
              label={say('consentChannel')}
              value={consent.channel}
              readOnly={isReadOnly}
              maxLength={40}
              onChange={(event) => set({ consent: { ...consent, channel: event.currentTarget.value } })}
            />
            <Select
              label={say('consentState')}
              readOnly={isReadOnly}
              data={(['Granted', 'Refused'] as const).map((state) => ({ value: state, label: say(`consent_${state}`) }))}
              value={consent.state}
              onChange={(state) => set({ consent: { ...consent, state: state === 'Refused' ? 'Refused' : 'Granted' } })}
            />
          </Group>
          <Textarea
            label={say('wording')}
            description={say('wordingWhy')}
            autosize
            minRows={2}
            value={consent.wording}
            readOnly={isReadOnly}
            maxLength={1000}
            onChange={(event) => set({ consent: { ...consent, wording: event.currentTarget.value } })}
          />
        </>
      )}
    </>
  );
}
