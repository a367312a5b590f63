import { Table, UnstyledButton } from '@mantine/core';
import { type LedgerStatus, ledgerStatuses, type MessageSource, messageSources, type SourceCount } from '@parley/contract';
import { formatCost, formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { insightWords } from '../../../locales/insight.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import classes from './report.module.css';

type Choice = { source: MessageSource | ''; status: LedgerStatus | '' };
type ReportCountsProps = Choice & { counts: readonly SourceCount[]; onChoose: (choice: Choice) => void };

/** Statuses by what their cost is: used, as consumption counts it, or only reserved, since the outcome is unknown or the message waits. */
const costParts = {
  handedOver: ['SENT', 'DELIVERED', 'READ'],
  unknown: ['UNKNOWN'],
  waiting: ['QUEUED'],
} as const satisfies Record<string, readonly LedgerStatus[]>;

/** Sources against statuses; each count opens exactly the rows that make it up. */
export function ReportCounts({ counts, source, status, onChoose }: ReportCountsProps) {
  const say = useWords(insightWords.report);
  const sayStatus = useWords(messagingWords.delivery);
  const statuses = ledgerStatuses.filter((one) => counts.some((row) => row.status === one));
  const sources = messageSources.filter((one) => counts.some((row) => row.source === one));
  const sum = (choice: Choice) =>
    counts
      .filter((row) => (choice.source === '' || row.source === choice.source) && (choice.status === '' || row.status === choice.status))
      .reduce((total, row) => total + row.count, 0);
  const nameOf = (one: Choice['source']) => (one === '' ? say('total') : say(one));
  const wordOf = (one: Choice['status']) => (one === '' ? say('total') : sayStatus(one));
  const cell = (choice: Choice) => {
    const count = sum(choice);
    if (count === 0) return '0';
    return (
      <UnstyledButton
        className="tabular"
        miw={28}
        mih={24}
        fz="inherit"
        ta="end"
        c="var(--mantine-color-anchor)"
        fw={source === choice.source && status === choice.status ? 700 : 500}
        aria-pressed={source === choice.source && status === choice.status}
        aria-label={say('openRows', { source: nameOf(choice.source), status: wordOf(choice.status), count })}
        onClick={() => onChoose(choice)}
      >
        {formatNumber(count)}
      </UnstyledButton>
    );
  };
  if (counts.length === 0) return null;
  const costs = (['handedOver', 'unknown', 'waiting'] as const).flatMap((part) => {
    const parts: readonly LedgerStatus[] = costParts[part];
    const rows = counts.filter((row) => parts.includes(row.status) && (source === '' || row.source === source));
    const cost = rows.reduce((total, row) => total + row.cost, 0);
    return part === 'handedOver' || rows.some(({ count }) => count > 0) ? [say(`cost_${part}`, { cost: formatCost(cost) })] : [];
  });
  const columns: Choice['status'][] = ['', ...statuses];
  return (
    <section className={classes.counts} aria-label={say('counts')}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('source')}</Table.Th>
            {columns.map((one) => (
              <Table.Th key={one} ta="end">
                {wordOf(one)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {([...sources, ''] as Choice['source'][]).map((row) => (
            <Table.Tr key={row}>
              <Table.Th scope="row">{nameOf(row)}</Table.Th>
              {columns.map((one) => (
                <Table.Td key={one} ta="end">
                  {cell({ source: row, status: one })}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <p className={classes.costs}>{costs.join(' · ')}</p>
    </section>
  );
}
