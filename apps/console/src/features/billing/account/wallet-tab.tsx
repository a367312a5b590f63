import { Anchor, Badge, Button, Group } from '@mantine/core';
import { type Currency, type Movement, movementKinds } from '@parley/contract';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { DayRange } from '../../../components/day-range.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { today } from '../../../lib/days.ts';
import { exportList } from '../../../lib/exports.ts';
import { formatBalance, formatExact, formatTimestamp, getEnterpriseZone } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { movementsExportPath, movementsQuery } from './billing.queries.ts';
import { noBillingSearch, type TabProps } from './billing.search.ts';

/** Every movement of the wallet, the newest first, with what was available after it. */
export function WalletTab({ search, onChange }: TabProps) {
  const say = useWords(billingWords.wallet);
  const list = useInfiniteQuery(movementsQuery(search));
  const pages = list.data?.pages;
  const columns = useMovementColumns(pages?.[0]?.currency ?? 'INR');
  const { fromDate, toDate, kind } = search;
  return (
    <>
      <FilterBar>
        <DayRange
          from={say('fromDate')}
          to={say('toDate')}
          zone={getEnterpriseZone()}
          today={today()}
          days={{ first: fromDate, last: toDate }}
          onChange={onChange}
        />
        <FilterSelect
          label={say('kind')}
          all={say('allKinds')}
          value={kind}
          data={movementKinds.map((one) => ({ value: one, label: say(one) }))}
          onChange={(next) => onChange({ kind: next })}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => void exportList('movements', movementsExportPath(search)).catch(tellFailure)}
        >
          {say('export')}
        </Button>
      </FilterBar>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={pages?.flatMap(({ movements }) => movements)}
        getRowId={({ seq }) => String(seq)}
        error={list.error}
        isFetching={list.isPlaceholderData || list.isFetchingNextPage}
        onRetry={() => void list.refetch()}
        isFiltered={fromDate !== '' || toDate !== '' || kind !== ''}
        onClearFilters={() => onChange({ ...noBillingSearch, tab: 'wallet' })}
        empty={<EmptyState title={say('empty')} />}
      />
      {list.hasNextPage ? (
        <Group justify="center" mt="md">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {say('more')}
          </Button>
        </Group>
      ) : null}
    </>
  );
}

/** Formats an amount, with its sign if it changes the available balance. */
function amountOf({ from, to, amount }: Movement, currency: Currency): string {
  const sign = to === 'available' ? '+' : from === 'available' ? '−' : '';
  return sign + formatExact(amount, currency);
}

/** The sending that a movement is for, by its name, which opens it; the reference itself where it is for none. */
function Reference({ movement: { paysFor, reference } }: { movement: Movement }) {
  if (!paysFor) return reference;
  const { kind, id, name } = paysFor;
  const place =
    kind === 'activity'
      ? ({ to: '/campaigns/activity/$activityId', params: { activityId: id } } as const)
      : ({ to: '/campaigns/broadcast/$broadcastId', params: { broadcastId: id } } as const);
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...place} {...props} />}>
      {name}
    </Anchor>
  );
}

function useMovementColumns(currency: Currency): DataColumn<Movement>[] {
  const say = useWords(billingWords.wallet);
  return useMemo(
    () => [
      { id: 'seq', header: say('seq'), align: 'end', cell: ({ seq }) => <span className="tabular">{seq}</span> },
      {
        id: 'at',
        header: say('at'),
        isOneLine: true,
        cell: ({ at }) => <span className="tabular">{formatTimestamp(at)}</span>,
      },
      {
        id: 'kind',
        header: say('kind'),
        cell: ({ kind }) => (
          <Badge color="gray" miw="max-content">
            {say(kind)}
          </Badge>
        ),
      },
      { id: 'way', header: say('way'), cell: ({ from, to }) => say('fromTo', { from: say(from), to: say(to) }) },
      {
        id: 'amount',
        header: say('amount'),
        align: 'end',
        isOneLine: true,
        cell: (movement) => <span className="tabular">{amountOf(movement, currency)}</span>,
      },
      {
        id: 'balanceAfter',
        header: say('balanceAfter'),
        align: 'end',
        isOneLine: true,
        cell: ({ balanceAfter }) => <span className="tabular">{formatBalance(balanceAfter, currency)}</span>,
      },
      { id: 'reference', header: say('reference'), cell: (movement) => <Reference movement={movement} /> },
      { id: 'reason', header: say('reason'), cell: ({ reason }) => reason },
      { id: 'actor', header: say('actor'), cell: ({ actor }) => (actor === 'operator' ? say('operator') : actor) },
    ],
    [say, currency],
  );
}
