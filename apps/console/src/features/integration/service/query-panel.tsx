import { Alert, Button, Fieldset, Group, Stack, Table, Text, Textarea } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { integrationWords } from '../../../locales/integration.ts';
import { useAskDatabase } from './service.queries.ts';

/** A statement asked of a saved database as a journey would ask it. What it answers is kept nowhere. */
export function QueryPanel({ integrationId }: { integrationId: string }) {
  const say = useWords(integrationWords.query);
  const [sql, setSql] = useState('');
  const [values, setValues] = useState('');
  const ask = useAskDatabase(integrationId);
  const handleRun = () => ask.mutate({ sql, params: values === '' ? [] : values.split('\n') });
  const { data } = ask;
  return (
    <Fieldset legend={say('title')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {say('hint')}
        </Text>
        <Textarea
          label={say('sql')}
          placeholder="SELECT id, state FROM orders WHERE phone = ?"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={10_000}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={sql}
          onChange={(event) => setSql(event.currentTarget.value)}
        />
        <Textarea
          label={say('values')}
          description={say('valuesHint')}
          autosize
          minRows={1}
          maxRows={6}
          value={values}
          onChange={(event) => setValues(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button
            variant="default"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            disabled={sql.trim() === ''}
            loading={ask.isPending}
            onClick={handleRun}
          >
            {say('run')}
          </Button>
        </Group>
        {ask.isError ? (
          <Alert color="red" role="alert" style={{ overflowWrap: 'anywhere' }}>
            {describeFailure(ask.error).message}
          </Alert>
        ) : null}
        {data && !ask.isPending ? (
          <div role="status">
            <Text size="sm" mb={4}>
              {say(data.more ? 'more' : 'rows', { count: data.rows.length, ms: data.tookMs })}
            </Text>
            {data.columns.length > 0 ? (
              <Table.ScrollContainer minWidth={320} type="native" tabIndex={0} role="region" aria-label={say('result')}>
                <Table aria-label={say('result')} withTableBorder>
                  <Table.Thead>
                    <Table.Tr>
                      {data.columns.map((column, index) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: a result's columns may share a name, and never move
                        <Table.Th key={index}>{column}</Table.Th>
                      ))}
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {data.rows.map((row, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and never move
                      <Table.Tr key={index}>
                        {row.map((value, column) => (
                          // biome-ignore lint/suspicious/noArrayIndexKey: as their columns
                          <Table.Td key={column} className="tabular">
                            {value ?? (
                              <Text span c="dimmed" fz="inherit">
                                NULL
                              </Text>
                            )}
                          </Table.Td>
                        ))}
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
            ) : null}
          </div>
        ) : null}
      </Stack>
    </Fieldset>
  );
}
