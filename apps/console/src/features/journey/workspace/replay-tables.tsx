import { Text } from '@mantine/core';
import type { JourneyReplay, ReplayParting, ReplayWay } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useCan } from '../../account/shared/me.ts';
import { useExitName } from '../shared/exit-name.ts';
import { useNodeName } from '../shared/node-name.ts';

/** Columns of a parting: the node at which somebody leaves their old way, and both ways. */
function usePartingColumns<Row extends ReplayParting>(): DataColumn<Row>[] {
  const say = useWords(journeyWords.replay);
  const sayCommon = useWords(journeyWords.common);
  const toNodeName = useNodeName();
  const toExitName = useExitName();
  const nameOf = (node: NonNullable<ReplayWay['to']>) => toNodeName(node) || node.id;
  const wayOf = ({ exit, exitTitle, to, state }: ReplayWay): string => {
    const end = state === '' || state === 'WAITING' ? say('stays') : say('ends', { state: sayCommon(`instance_${state}`) });
    const goes = to ? nameOf(to) : end;
    return exit === null ? goes : say('leads', { exit: toExitName(exit, exitTitle), to: goes });
  };
  return [
    { id: 'node', header: say('node'), cell: ({ node }) => (node ? nameOf(node) : say('atStart')) },
    { id: 'was', header: say('was'), cell: ({ was }) => wayOf(was) },
    { id: 'would', header: say('would'), cell: ({ would }) => wayOf(would) },
  ];
}

const Heading = ({ children }: { children: ReactNode }) => (
  <Text component="h3" size="sm" fw={600} mb="xs">
    {children}
  </Text>
);

type Parting = JourneyReplay['partings'][number];

export function PartingTable({ partings }: { partings: Parting[] }) {
  const say = useWords(journeyWords.replay);
  const columns = usePartingColumns<Parting>();
  return (
    <div>
      <Heading>{say('partings')}</Heading>
      <DataTable
        label={say('partings')}
        columns={[...columns, { id: 'people', header: say('people'), align: 'end', cell: ({ walks }) => walks }]}
        rows={partings}
        getRowId={({ node, was, would }) => JSON.stringify([node?.stream, node?.id, was, would])}
      />
    </div>
  );
}

type Gone = JourneyReplay['gone'][number];

/** Each of them opens in the monitor. */
export function GoneTable({ gone, all }: { gone: Gone[]; all: number }) {
  const say = useWords(journeyWords.replay);
  const mayWatch = useCan(['JOURNEYS.VIEW_JOURNEYMONITOR']);
  const columns = usePartingColumns<Gone>();
  const began: DataColumn<Gone> = {
    id: 'began',
    header: say('began'),
    isOneLine: true,
    cell: ({ instanceId, startedOn }) =>
      mayWatch ? (
        <Link to="/journey/monitor/$instanceId" params={{ instanceId }}>
          {formatReportDate(startedOn)}
        </Link>
      ) : (
        formatReportDate(startedOn)
      ),
  };
  return (
    <div>
      <Heading>{say('gone')}</Heading>
      <DataTable label={say('gone')} columns={[began, ...columns]} rows={gone} getRowId={({ instanceId }) => instanceId} />
      {gone.length < all ? (
        <Text size="sm" c="dimmed" mt="xs">
          {say('goneFirst', { count: gone.length })}
        </Text>
      ) : null}
    </div>
  );
}
