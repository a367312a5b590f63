import { ActionIcon, Drawer, Table, Text, UnstyledButton } from '@mantine/core';
import type { Invoice } from '@parley/contract';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatCost, formatInstant, formatUnits } from '../../../lib/format.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { invoicesQuery, readInvoicePdf } from './billing.queries.ts';
import type { TabProps } from './billing.search.ts';

async function savePdf(invoice: Invoice): Promise<void> {
  try {
    saveBlob(`${invoice.number.replaceAll('/', '-')}.pdf`, await readInvoicePdf(invoice));
  } catch (error) {
    tellFailure(error);
  }
}

/** 'Nov 2026' of '2026-11'. */
const monthName = (period: string) => formatInstant(`${period}-01T00:00:00Z`, 'month', 'UTC');

/** Invoices and what corrects them, each with its lines and as PDF. */
export function InvoiceTab({ search, onChange }: TabProps) {
  const say = useWords(billingWords.invoices);
  const list = useQuery(invoicesQuery);
  const open = list.data?.find(({ invoiceId }) => invoiceId === search.open);
  const money = (id: 'net' | 'tax' | 'paid' | 'due'): DataColumn<Invoice> => ({
    id,
    header: say(id),
    align: 'end',
    isOneLine: true,
    cell: (invoice) => <span className="tabular">{formatCost(invoice[id], invoice.currency)}</span>,
  });
  const columns: DataColumn<Invoice>[] = [
    {
      id: 'number',
      header: say('number'),
      isHideable: false,
      isOneLine: true,
      cell: ({ invoiceId, number }) => (
        <UnstyledButton
          fz="inherit"
          c="var(--mantine-color-anchor)"
          aria-label={say('lines', { number })}
          onClick={() => onChange({ open: invoiceId })}
        >
          {number}
        </UnstyledButton>
      ),
    },
    { id: 'kind', header: say('kind'), cell: ({ kind }) => say(kind) },
    { id: 'period', header: say('period'), isOneLine: true, cell: ({ period }) => monthName(period) },
    {
      id: 'issuedAt',
      header: say('issuedAt'),
      isOneLine: true,
      cell: ({ issuedAt }) => <span className="tabular">{formatInstant(issuedAt, 'day', 'UTC')}</span>,
    },
    ...(['net', 'tax', 'paid', 'due'] as const).map(money),
    {
      id: 'actions',
      header: say('actions'),
      align: 'end',
      cell: (invoice) => (
        <ActionIcon
          aria-label={say('pdf', { number: invoice.number })}
          title={say('pdf', { number: invoice.number })}
          onClick={() => void savePdf(invoice)}
        >
          <IconFileTypePdf size={18} />
        </ActionIcon>
      ),
    },
  ];
  return (
    <Panel title={say('title')} text={say('text')}>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={list.data}
        getRowId={({ invoiceId }) => invoiceId}
        getRowName={({ number }) => number}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={<EmptyState title={say('empty')} />}
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => onChange({ open: '' })}
        position="right"
        title={open ? say('lines', { number: open.number }) : ''}
      >
        {open ? <InvoiceLines invoice={open} /> : null}
      </Drawer>
    </Panel>
  );
}

function InvoiceLines({ invoice }: { invoice: Invoice }) {
  const say = useWords(billingWords.invoices);
  const { lines, currency, corrects, reason } = invoice;
  return (
    <>
      {corrects === '' ? null : (
        <Text size="sm" mb="sm">
          {say('corrects', { number: corrects, reason })}
        </Text>
      )}
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('line')}</Table.Th>
            <Table.Th ta="end">{say('units')}</Table.Th>
            <Table.Th ta="end">{say('amount')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ name, units, amount }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="end" className="tabular">
                {units === null ? '' : formatUnits(units)}
              </Table.Td>
              <Table.Td ta="end" className="tabular">
                {formatCost(amount, currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
