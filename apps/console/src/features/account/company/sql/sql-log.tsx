import { Badge, Button, Code, Group, Text } from '@mantine/core';
import type { SqlStatement } from '@parley/contract';
import { IconListSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../../components/data-table.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { formatNumber, formatReportDate } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { sqlWords } from '../../../../locales/sql.ts';
import { sqlLogQuery } from './sql.queries.ts';

const colors = { running: 'blue', ended: 'gray', cancelled: 'yellow', terminated: 'red' } as const;

/** Statements that the programs of the enterprise have made. */
export function SqlLog() {
  const say = useWords(sqlWords.panel);
  const log = useInfiniteQuery(sqlLogQuery);
  const columns = useLogColumns();
  return (
    <Panel title={say('log')} text={say('logHint')}>
      <DataTable
        label={say('log')}
        columns={columns}
        rows={log.data?.pages.flatMap(({ statements }) => statements)}
        getRowId={({ id }) => id}
        error={log.error}
        onRetry={() => void log.refetch()}
        empty={<EmptyState icon={IconListSearch} title={say('noLog')} text={say('noLogText')} />}
      />
      {log.hasNextPage ? (
        <Group justify="center" mt="md">
          <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            {say('more')}
          </Button>
        </Group>
      ) : null}
    </Panel>
  );
}

function useLogColumns(): DataColumn<SqlStatement>[] {
  const say = useWords(sqlWords.panel);
  return useMemo(() => {
    const ends = { running: say('running'), ended: say('ended'), cancelled: say('cancelled'), terminated: say('terminated') };
    return [
      { id: 'beganAt', header: say('beganAt'), isOneLine: true, cell: ({ beganAt }) => formatReportDate(beganAt) },
      {
        id: 'statement',
        header: say('statement'),
        isHideable: false,
        cell: ({ statement }) => <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{statement}</Code>,
      },
      {
        id: 'from',
        header: say('from'),
        cell: ({ application, address, login }) => (
          <>
            {application || login}
            <Text size="xs" c="dimmed">
              {address}
            </Text>
          </>
        ),
      },
      {
        id: 'took',
        header: say('took'),
        align: 'end',
        isOneLine: true,
        cell: ({ tookMs }) => say('seconds', { seconds: formatNumber(Math.round(tookMs / 100) / 10) }),
      },
      {
        id: 'outcome',
        header: say('outcome'),
        cell: ({ outcome }) => (
          <Badge variant="light" color={colors[outcome]}>
            {ends[outcome]}
          </Badge>
        ),
      },
    ];
  }, [say]);
}
