import { Table } from '@mantine/core';
import { reasonTexts } from '@parley/contract';
import { LineChart, MultiBarChart } from '../../../components/chart.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatInstant, formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { messagingWords } from '../../../locales/messaging.ts';

export type Report = {
  failures: readonly { reason: string; vendorCode: string; meaning: string; count: number }[];
  deliveries: readonly { at: string; delivered: number; read: number }[];
  readAfterHours: readonly { hours: number; count: number }[];
};

/** Charts of failures by reason, of deliveries by time, and of the hours from delivery to reading. */
export function ReportCharts({ report: { failures, deliveries, readAfterHours } }: { report: Report }) {
  const say = useWords(campaignWords.report);
  const sayReason = useWords(messagingWords.reasonTexts);
  if (failures.length + deliveries.length + readAfterHours.length === 0)
    return <EmptyState title={say('nothingYet')} text={say('nothingYetText')} />;
  return (
    <>
      {failures.length > 0 ? (
        <Panel title={say('failures')}>
          <Table.ScrollContainer minWidth={300} type="native" tabIndex={0}>
            <Table aria-label={say('failures')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{say('vendorCode')}</Table.Th>
                  <Table.Th>{say('meaning')}</Table.Th>
                  <Table.Th ta="end">{say('count')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {failures.map(({ reason, vendorCode, meaning, count }) => (
                  <Table.Tr key={`${reason} ${vendorCode}`}>
                    <Table.Th scope="row">{vendorCode || '–'}</Table.Th>
                    <Table.Td>{reason in reasonTexts ? sayReason(reason as keyof typeof reasonTexts) : meaning || reason}</Table.Td>
                    <Table.Td ta="end">{formatNumber(count)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Panel>
      ) : null}
      {deliveries.length > 0 ? (
        <LineChart
          title={say('deliveriesOverTime')}
          labelHeader={say('hour')}
          points={deliveries.map(({ at, delivered, read }) => ({ label: formatInstant(at, 'point'), delivered, read }))}
          series={[
            { key: 'delivered', label: say('delivered'), color: 'blue.6' },
            { key: 'read', label: say('read'), color: 'green.6' },
          ]}
        />
      ) : null}
      {readAfterHours.length > 0 ? (
        <MultiBarChart
          title={say('readAfter')}
          labelHeader={say('withinHours')}
          points={readAfterHours.map(({ hours, count }) => ({ label: say('hours', { count: hours }), count }))}
          series={[{ key: 'count', label: say('read'), color: 'green.6' }]}
        />
      ) : null}
    </>
  );
}
