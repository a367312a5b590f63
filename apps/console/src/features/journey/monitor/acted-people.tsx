import { Badge } from '@mantine/core';
import type { ActedPerson, ActOutcome } from '@parley/contract';
import { type DataColumn, DataTable, type DataTableProps } from '../../../components/data-table.tsx';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useNodeName } from '../shared/node-name.ts';

const colours: Record<ActOutcome, string> = { done: 'teal', held: 'yellow', refused: 'red' };
const nameOf = ({ customerName, address, instanceId }: ActedPerson): string =>
  [customerName, address].filter(Boolean).join(', ') || instanceId;

type ActedPeopleProps = Pick<DataTableProps<ActedPerson>, 'error' | 'isFetching' | 'onRetry' | 'page'> & {
  people: readonly ActedPerson[] | undefined;
};

/** Outcome of an act for each person, the node where they stood, and why it is held or refused. */
export function ActedPeople({ people, ...table }: ActedPeopleProps) {
  const say = useWords(journeyWords.monitor);
  const toNodeName = useNodeName();
  const columns: DataColumn<ActedPerson>[] = [
    { id: 'customer', header: say('customer'), cell: nameOf },
    {
      id: 'stoodAt',
      header: say('stoodAt'),
      cell: ({ node, nodeName, nodeType }) => toNodeName({ name: nodeName, type: nodeType }) || node,
    },
    {
      id: 'outcome',
      header: say('outcomeOf'),
      cell: ({ outcome }) => (
        <Badge variant="light" color={colours[outcome]}>
          {say(`outcome_${outcome}`)}
        </Badge>
      ),
    },
    { id: 'why', header: say('why'), cell: ({ code }) => (code === '' ? '' : say(`why_${code}`)) },
  ];
  return (
    <DataTable
      label={say('results')}
      columns={columns}
      rows={people}
      getRowId={({ instanceId }) => instanceId}
      getRowName={nameOf}
      empty={say('noResults')}
      {...table}
    />
  );
}
