import { Button, Code, CopyButton, Group, Stack, Tabs, Text } from '@mantine/core';
import type { SqlAccess } from '@parley/contract';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Panel } from '../../../../components/panel.tsx';
import { useWords } from '../../../../lib/words.ts';
import { commonWords } from '../../../../locales/common.ts';
import { sqlWords } from '../../../../locales/sql.ts';

const sample = `select local_day, count(*) as incoming,
  count(*) filter (where is_attended) as attended,
  percentile_cont(0.9) within group (order by wait_ms) as wait_p90
from chats
where not is_sandbox and local_day >= current_date - 30
group by 1 order by 1;`;

/** Settings of programs as they are typed there, with the enterprise's own values. */
export function SqlExamples({ access: { host, port, database, logins } }: { access: SqlAccess }) {
  const say = useWords(sqlWords.panel);
  const login = logins[0]?.login ?? '';
  const place = `${say('server')}: ${host}\n${say('port')}: ${port}\n${say('database')}: ${database}\n${say('login')}: ${login}`;
  return (
    <Panel title={say('examples')} text={say('examplesHint')}>
      <Tabs defaultValue="psql" keepMounted={false}>
        <Tabs.List aria-label={say('examples')}>
          <Tabs.Tab value="psql">{say('psql')}</Tabs.Tab>
          <Tabs.Tab value="metabase">{say('metabase')}</Tabs.Tab>
          <Tabs.Tab value="powerBi">{say('powerBi')}</Tabs.Tab>
          <Tabs.Tab value="grafana">{say('grafana')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="psql" pt="md">
          <Example text={say('psqlText')} code={`psql "host=${host} port=${port} dbname=${database} user=${login} sslmode=require"`} />
        </Tabs.Panel>
        <Tabs.Panel value="metabase" pt="md">
          <Example text={say('metabaseText')} code={place} />
        </Tabs.Panel>
        <Tabs.Panel value="powerBi" pt="md">
          <Example
            text={say('powerBiText')}
            code={`${say('server')}: ${host}:${port}\n${say('database')}: ${database}\n${say('login')}: ${login}`}
          />
        </Tabs.Panel>
        <Tabs.Panel value="grafana" pt="md">
          <Example
            text={say('grafanaText')}
            code={`${say('server')}: ${host}:${port}\n${say('database')}: ${database}\n${say('login')}: ${login}`}
          />
        </Tabs.Panel>
      </Tabs>
      <Stack gap="xs" mt="md">
        <Example text={say('sample')} code={sample} />
        <Text size="xs" c="dimmed">
          {say('readOn')}
        </Text>
      </Stack>
    </Panel>
  );
}

function Example({ text, code }: { text: string; code: string }) {
  const say = useWords(commonWords.ui);
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="flex-end" gap="xs">
        <Text size="sm" style={{ flex: 1 }}>
          {text}
        </Text>
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button
              size="xs"
              variant="default"
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
              onClick={copy}
            >
              {say(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {code}
      </Code>
    </Stack>
  );
}
