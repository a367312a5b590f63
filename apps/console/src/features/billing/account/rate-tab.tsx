import { Badge, Switch } from '@mantine/core';
import type { ChannelType, Rate } from '@parley/contract';
import { channelTypeNames } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatCountry, formatExact, formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { ratesQuery } from './billing.queries.ts';
import type { TabProps } from './billing.search.ts';

const colors = { holds: 'green', later: 'blue', over: 'gray' } as const;
const stateOf = ({ isOver, validFrom }: Rate) => (isOver ? 'over' : Date.parse(validFrom) > Date.now() ? 'later' : 'holds');

/** Rates of messages, past ones included. */
export function RateTab({ search, onChange }: TabProps) {
  const say = useWords(billingWords.rates);
  const sayCategory = useWords(billingWords.category);
  const rates = useQuery(ratesQuery);
  const currency = rates.data?.currency ?? 'INR';
  const columns = useMemo(
    (): DataColumn<Rate>[] => [
      {
        id: 'channelType',
        header: say('channelType'),
        isHideable: false,
        cell: ({ channelType }) => channelTypeNames[channelType as ChannelType] ?? channelType,
      },
      { id: 'vendor', header: say('vendor'), cell: ({ vendor }) => vendor || say('all') },
      { id: 'category', header: say('category'), cell: ({ category }) => (category === '' ? say('all') : sayCategory(category)) },
      { id: 'country', header: say('country'), cell: ({ country }) => (country === '' ? say('all') : formatCountry(country)) },
      {
        id: 'fromUnits',
        header: say('fromUnits'),
        align: 'end',
        cell: ({ fromUnits }) => <span className="tabular">{formatNumber(fromUnits)}</span>,
      },
      {
        id: 'price',
        header: say('price'),
        align: 'end',
        isOneLine: true,
        cell: ({ price }) => <span className="tabular">{formatExact(price, currency)}</span>,
      },
      {
        id: 'validFrom',
        header: say('validFrom'),
        isOneLine: true,
        cell: ({ validFrom }) => <span className="tabular">{formatReportDate(validFrom)}</span>,
      },
      {
        id: 'state',
        header: say('state'),
        cell: (rate) => (
          <Badge color={colors[stateOf(rate)]} miw="max-content">
            {say(stateOf(rate))}
          </Badge>
        ),
      },
    ],
    [say, sayCategory, currency],
  );
  return (
    <Panel
      title={say('title')}
      text={say('text')}
      actions={<Switch label={say('past')} checked={search.past} onChange={(event) => onChange({ past: event.currentTarget.checked })} />}
    >
      <DataTable
        label={say('title')}
        columns={columns}
        rows={rates.data?.rates.filter(({ isOver }) => search.past || !isOver)}
        getRowId={({ rateId }) => rateId}
        error={rates.error}
        onRetry={() => void rates.refetch()}
        empty={<EmptyState title={say('empty')} text={say('emptyText')} />}
      />
    </Panel>
  );
}
