import { Group, NumberInput, Paper, SegmentedControl, Select, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { calledAuthTypes } from '@parley/contract/integration/auth-types';
import { httpMethods, isSafeCall, type Ref, usualRetries, variableTypeAt } from '@parley/journey';
import { useQuery } from '@tanstack/react-query';
import { newId } from '../../editor/edits.ts';
import { useForm } from '../../fields/form-context.ts';
import { NumberField } from '../../fields/number-field.tsx';
import { RefField } from '../../fields/ref-field.tsx';
import { RetriesField } from '../../fields/retries-field.tsx';
import { Rows } from '../../fields/rows.tsx';
import { Section } from '../../fields/section.tsx';
import { SourceField } from '../../fields/source-field.tsx';
import { VariableField } from '../../fields/variable-field.tsx';
import { useApi } from '../../frame/api-context.ts';
import type { FormProps } from '../shared/form.types.ts';
import { nodeWords, useFieldWords } from '../words.ts';

type Named = { name: string; value: string };

function NamedRows({
  label,
  rows,
  onChange,
  most,
}: {
  label: string;
  rows: readonly Named[];
  onChange: (rows: Named[]) => void;
  most: number;
}) {
  const say = useFieldWords(nodeWords['data.http']);
  const { isReadOnly } = useForm();
  return (
    <Rows
      label={label}
      rows={rows}
      most={most}
      make={() => ({ name: 'name', value: '""' })}
      onChange={onChange}
      draw={(row, change) => (
        <Group gap={6} wrap="nowrap" align="flex-start" grow>
          <TextInput
            aria-label={say('name')}
            value={row.name}
            readOnly={isReadOnly}
            maxLength={200}
            onChange={(event) => event.currentTarget.value !== '' && change({ ...row, name: event.currentTarget.value })}
          />
          <SourceField isBare label={say('value')} value={row.value} onChange={(value) => change({ ...row, value })} />
        </Group>
      )}
    />
  );
}

/** Returns the part of an address below its host: a service brings the rest. */
const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/?#]*/i, '');

/** Warns that a service has no sandbox address, and names the one that walks there call instead. */
function SandboxNote({ service: { id, name } }: { service: Ref }) {
  const say = useFieldWords(nodeWords['data.http']);
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['refs', 'integration', name, ''],
    queryFn: () => api.refs('integration', name),
    enabled: id !== '',
  });
  if (data?.find((one) => one.id === id)?.extra.hasSandbox !== false) return null;
  return (
    <Text size="xs" c="dimmed">
      {say('noSandbox')}
    </Text>
  );
}

export function Form({ config, set }: FormProps<'data.http'>) {
  const say = useFieldWords(nodeWords['data.http']);
  const { isReadOnly } = useForm();
  const { body } = config;
  const isRead = config.method === 'GET' || config.method === 'HEAD';
  return (
    <>
      <Group gap={6} wrap="nowrap" align="flex-end">
        <Select
          w={110}
          label={say('method')}
          readOnly={isReadOnly}
          data={[...httpMethods]}
          value={config.method}
          onChange={(next) => {
            const method = httpMethods.find((one) => one === next);
            if (method) set({ method });
          }}
        />
        <TextInput
          flex={1}
          label={say(config.integration === null ? 'httpAddress' : 'httpAddressBelow')}
          value={config.address}
          readOnly={isReadOnly}
          maxLength={4000}
          spellCheck={false}
          onChange={(event) => set({ address: event.currentTarget.value })}
        />
      </Group>
      <RefField
        label={say('integration')}
        description={say('integrationWhy')}
        kind="integration"
        isOptional
        fits={({ authType }) => calledAuthTypes.some((one) => one === authType)}
        value={config.integration}
        onChange={(integration) => set({ integration, address: integration ? pathOf(config.address) : config.address })}
      />
      {config.integration && <SandboxNote service={config.integration} />}
      <Section title={say('query')} hint={config.query.length > 0 ? String(config.query.length) : ''}>
        <NamedRows label={say('query')} rows={config.query} most={30} onChange={(query) => set({ query })} />
      </Section>
      <Section title={say('headers')} hint={config.headers.length > 0 ? String(config.headers.length) : ''}>
        <NamedRows label={say('headers')} rows={config.headers} most={30} onChange={(headers) => set({ headers })} />
      </Section>
      {!isRead && (
        <Section title={say('body')} hint={say(`body_${body.kind}`)}>
          <SegmentedControl
            size="xs"
            aria-label={say('body')}
            readOnly={isReadOnly}
            data={(['none', 'json', 'form'] as const).map((kind) => ({ value: kind, label: say(`body_${kind}`) }))}
            value={body.kind}
            onChange={(kind) =>
              set({ body: kind === 'json' ? { kind, text: '{}' } : kind === 'form' ? { kind, fields: [] } : { kind: 'none' } })
            }
          />
          {body.kind === 'json' && (
            <Textarea
              label={say('bodyText')}
              description={say('bodyTextWhy')}
              autosize
              minRows={4}
              value={body.text}
              readOnly={isReadOnly}
              maxLength={65_536}
              spellCheck={false}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              onChange={(event) => set({ body: { kind: 'json', text: event.currentTarget.value } })}
            />
          )}
          {body.kind === 'form' && (
            <NamedRows
              label={say('bodyFields')}
              rows={body.fields}
              most={50}
              onChange={(fields) => set({ body: { kind: 'form', fields } })}
            />
          )}
        </Section>
      )}
      <Section title={say('answer')} isOpenAtFirst hint={String(config.picks.length)}>
        <Rows
          label={say('picks')}
          description={say('picksWhy')}
          rows={config.picks}
          most={30}
          make={() => ({ path: 'data', variable: 'value' })}
          onChange={(picks) => set({ picks })}
          draw={(row, change) => (
            <Group gap={6} wrap="nowrap" align="flex-start" grow>
              <TextInput
                aria-label={say('path')}
                value={row.path}
                readOnly={isReadOnly}
                maxLength={300}
                spellCheck={false}
                onChange={(event) => event.currentTarget.value !== '' && change({ ...row, path: event.currentTarget.value })}
              />
              <VariableField
                isBare
                isOptional={false}
                label={say('variable')}
                type={variableTypeAt(config.sample, row.path)}
                value={row.variable}
                onChange={(variable) => variable !== '' && change({ ...row, variable })}
              />
            </Group>
          )}
        />
        <Rows
          label={say('statuses')}
          description={say('statusesWhy')}
          rows={config.statuses}
          most={20}
          keyOf={({ id }) => id}
          make={() => ({ id: newId(), name: '', from: 404, to: 404 })}
          onChange={(statuses) => set({ statuses })}
          draw={(row, change) => (
            <Paper withBorder p="xs" radius="md">
              <Group gap={6} wrap="nowrap" grow>
                <TextInput
                  aria-label={say('name')}
                  placeholder={say('name')}
                  value={row.name}
                  readOnly={isReadOnly}
                  maxLength={60}
                  onChange={(event) => change({ ...row, name: event.currentTarget.value })}
                />
                <NumberInput
                  aria-label={say('statusFrom')}
                  value={row.from}
                  readOnly={isReadOnly}
                  min={100}
                  max={599}
                  clampBehavior="blur"
                  onChange={(from) => Number(from) >= 100 && change({ ...row, from: Number(from) })}
                />
                <NumberInput
                  aria-label={say('statusTo')}
                  value={row.to}
                  readOnly={isReadOnly}
                  min={100}
                  max={599}
                  clampBehavior="blur"
                  onChange={(to) => Number(to) >= 100 && change({ ...row, to: Number(to) })}
                />
              </Group>
            </Paper>
          )}
        />
        <Textarea
          label={say('sample')}
          description={say('sampleWhy')}
          autosize
          minRows={2}
          maxRows={12}
          value={config.sample}
          readOnly={isReadOnly}
          maxLength={65_536}
          spellCheck={false}
          onChange={(event) => set({ sample: event.currentTarget.value })}
        />
      </Section>
      <Section title={say('callOptions')} hint={`${config.timeoutSeconds} s · ${(config.retries ?? usualRetries).most}×`}>
        <NumberField
          label={say('callTimeout')}
          value={config.timeoutSeconds}
          least={1}
          most={30}
          onChange={(timeoutSeconds) => set({ timeoutSeconds })}
        />
        {!isRead && (
          <Switch
            label={say('isSafe')}
            description={say('isSafeWhy')}
            disabled={isReadOnly}
            checked={config.isSafe}
            onChange={(event) => set({ isSafe: event.currentTarget.checked })}
          />
        )}
        <RetriesField retries={config.retries ?? usualRetries} isSafe={isSafeCall(config)} onChange={(retries) => set({ retries })} />
      </Section>
    </>
  );
}
