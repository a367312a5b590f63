import { Badge, Button, Text } from '@mantine/core';
import type { Recharge } from '@parley/contract';
import { useMemo } from 'react';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatCost, formatTimestamp } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { rechargePage } from './billing.queries.ts';
import { openPayment } from './payment-window.ts';

const colors = { pending: 'yellow', paid: 'green', expired: 'gray', cancelled: 'gray', failed: 'red' } as const;

type RechargeListProps = {
  answer: { recharges: Recharge[]; more: boolean } | undefined;
  from: number;
  error: unknown;
  isFetching: boolean;
  onRetry: () => void;
  onPage: (from: number) => void;
};

/** Recharges with their outcome. A pending one can still be paid, unless something was paid wrongly. */
export function RechargeList({ answer, from, error, isFetching, onRetry, onPage }: RechargeListProps) {
  const say = useWords(billingWords.recharge);
  const columns = useMemo(
    (): DataColumn<Recharge>[] => [
      {
        id: 'createdAt',
        header: say('createdAt'),
        isOneLine: true,
        cell: ({ createdAt }) => <span className="tabular">{formatTimestamp(createdAt)}</span>,
      },
      { id: 'reference', header: say('reference'), cell: ({ reference }) => reference },
      {
        id: 'amount',
        header: say('listAmount'),
        align: 'end',
        isOneLine: true,
        cell: ({ amount, currency }) => <span className="tabular">{formatCost(amount, currency)}</span>,
      },
      {
        id: 'tax',
        header: say('listTax'),
        align: 'end',
        isOneLine: true,
        cell: ({ tax, currency }) => <span className="tabular">{formatCost(tax, currency)}</span>,
      },
      {
        id: 'state',
        header: say('state'),
        cell: ({ state, mismatch }) =>
          mismatch === '' ? (
            <Badge color={colors[state]} miw="max-content">
              {say(state)}
            </Badge>
          ) : (
            <>
              <Badge color="red" miw="max-content">
                {say('check')}
              </Badge>
              <Text size="xs" miw={180}>
                {say(`mismatch_${mismatch}`)} {say('mismatchText')}
              </Text>
            </>
          ),
      },
      { id: 'paymentId', header: say('paymentId'), cell: ({ paymentId }) => paymentId },
      { id: 'createdBy', header: say('createdBy'), cell: ({ createdBy }) => createdBy },
      {
        id: 'pay',
        header: say('continueShort'),
        align: 'end',
        cell: ({ url, reference }) =>
          url === '' ? null : (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={say('continue', { reference })}
              onClick={() => {
                if (!openPayment(url)) showToast('error', say('blocked'));
              }}
            >
              {say('continueShort')}
            </Button>
          ),
      },
    ],
    [say],
  );
  return (
    <Panel title={say('list')}>
      <DataTable
        label={say('list')}
        columns={columns}
        rows={answer?.recharges}
        getRowId={({ rechargeId }) => rechargeId}
        error={error}
        isFetching={isFetching}
        onRetry={onRetry}
        empty={<EmptyState title={say('empty')} />}
        page={{ from, perPage: rechargePage, more: answer?.more ?? false, isFixed: true, onChange: (page) => onPage(page.from) }}
      />
    </Panel>
  );
}
