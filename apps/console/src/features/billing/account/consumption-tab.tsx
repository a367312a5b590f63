import { Anchor, Select, Text } from '@mantine/core';
import { type ConsumptionRow, consumptionKeys, screens } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { DayRange } from '../../../components/day-range.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatCost, formatUnits } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { useMayOpen } from '../../account/shared/me.ts';
import { useRowName } from '../shared/use-row-name.ts';
import { consumptionQuery } from './billing.queries.ts';
import type { TabProps } from './billing.search.ts';
import { FigureList } from './figure-list.tsx';

const today = () => new Date().toISOString().slice(0, 10);

/** Consumption and its cost, grouped by one property; each row opens its messages. */
export function ConsumptionTab({ search, onChange }: TabProps) {
  const say = useWords(billingWords.consumption);
  const { by } = search;
  const used = useQuery(consumptionQuery(search));
  const nameOf = useRowName(by);
  const canReport = useMayOpen(screens.deliveryReport);
  const currency = used.data?.currency;
  const unknown = used.data?.unknown;
  const days = {
    first: search.fromDate || used.data?.fromDate || `${today().slice(0, 7)}-01`,
    last: search.toDate || used.data?.toDate || today(),
  };
  const columns: DataColumn<ConsumptionRow>[] = [
    {
      id: 'name',
      header: say(by),
      isHideable: false,
      cell: (row) =>
        canReport ? (
          <Anchor
            size="sm"
            aria-label={say('openRows', { name: nameOf(row) })}
            renderRoot={(props) => (
              <Link
                to={screens.deliveryReport.path}
                search={{
                  fromDate: days.first,
                  toDate: days.last,
                  consumedBy: by,
                  consumed: row.key,
                  // The report's own filter names it.
                  ...(by === 'channel' ? { channelId: row.key } : {}),
                }}
                {...props}
              />
            )}
          >
            {nameOf(row)}
          </Anchor>
        ) : (
          nameOf(row)
        ),
    },
    ...(
      [
        ['billable', ({ billableUnits }) => formatUnits(billableUnits)],
        ['units', ({ totalUnits }) => formatUnits(totalUnits)],
        ['cost', ({ amount }) => formatCost(amount, currency)],
      ] as const satisfies [string, (row: ConsumptionRow) => string][]
    ).map(
      ([id, textOf]): DataColumn<ConsumptionRow> => ({
        id,
        header: say(id),
        align: 'end',
        isOneLine: true,
        cell: (row) => <span className="tabular">{textOf(row)}</span>,
      }),
    ),
  ];
  return (
    <>
      <FilterBar>
        <DayRange from={say('fromDate')} to={say('toDate')} zone="UTC" today={today()} days={days} onChange={onChange} />
        <Select
          label={say('by')}
          allowDeselect={false}
          data={consumptionKeys.map((key) => ({ value: key, label: say(key) }))}
          value={by}
          onChange={(key) => key && onChange({ by: key })}
        />
      </FilterBar>
      {used.data ? (
        <div style={{ marginBlockEnd: 16 }}>
          <Panel title={say('sums')}>
            <FigureList
              figures={[
                { label: say('billable'), value: formatUnits(used.data.sumAllBillableUnits) },
                { label: say('units'), value: formatUnits(used.data.sumAllTotalUnits) },
                { label: say('cost'), value: formatCost(used.data.sumAllTotalAmount, used.data.currency) },
              ]}
            />
            {unknown && unknown.messages > 0 ? (
              <Text size="sm" mt="sm">
                {say('unknown', { count: unknown.messages, cost: formatCost(unknown.amount, currency) })}{' '}
                {canReport ? (
                  <Anchor
                    size="sm"
                    renderRoot={(props) => (
                      <Link
                        to={screens.deliveryReport.path}
                        search={{ fromDate: days.first, toDate: days.last, status: 'UNKNOWN' }}
                        {...props}
                      />
                    )}
                  >
                    {say('openUnknown')}
                  </Anchor>
                ) : null}
              </Text>
            ) : null}
          </Panel>
        </div>
      ) : null}
      <DataTable
        key={by}
        label={say('title')}
        columns={columns}
        rows={used.data?.rows}
        getRowId={({ key }) => key || '-'}
        getRowName={nameOf}
        error={used.error}
        onRetry={() => void used.refetch()}
        empty={<EmptyState title={say('empty')} />}
      />
    </>
  );
}
