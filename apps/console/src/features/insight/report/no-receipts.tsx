import { Table, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDay, formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { insightWords } from '../../../locales/insight.ts';
import classes from './report.module.css';
import { noReceiptsQuery } from './report.queries.ts';
import { noReportSearch, type ReportSearch } from './report.search.ts';

/** Channels whose vendor has told of messages nothing for more than a day; each number opens as many rows. */
export function NoReceipts({ onChoose }: { onChoose: (filter: Partial<ReportSearch>) => void }) {
  const say = useWords(insightWords.report);
  const { data } = useQuery(noReceiptsQuery);
  if (!data || data.unreceipted.length === 0) return null;
  const { fromDate, toDate, unreceipted } = data;
  return (
    <section className={classes.counts} aria-label={say('noReceipts')}>
      <p className={classes.costs}>{say('noReceiptsText', { from: formatDay(fromDate), to: formatDay(toDate) })}</p>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('channel')}</Table.Th>
            <Table.Th ta="end">{say('noReceipts')}</Table.Th>
            <Table.Th ta="end">{say('handedOver')}</Table.Th>
            <Table.Th>{say('oldest')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {unreceipted.map(({ channelId, name, count, handedOver, oldestDay }) => (
            <Table.Tr key={channelId}>
              <Table.Th scope="row">{name || say('gone')}</Table.Th>
              <Table.Td ta="end">
                <UnstyledButton
                  className="tabular"
                  miw={28}
                  mih={24}
                  fz="inherit"
                  ta="end"
                  c="var(--mantine-color-anchor)"
                  aria-label={say('openNoReceipts', { channel: name || say('gone'), count })}
                  onClick={() => onChoose({ ...noReportSearch, channelId, status: 'SENT', fromDate: oldestDay, toDate })}
                >
                  {formatNumber(count)}
                </UnstyledButton>
              </Table.Td>
              <Table.Td ta="end" className="tabular">
                {formatNumber(handedOver)}
              </Table.Td>
              <Table.Td>{formatDay(oldestDay)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
