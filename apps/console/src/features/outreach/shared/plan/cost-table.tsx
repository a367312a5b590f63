import { Table, Text } from '@mantine/core';
import type { Estimate } from '@parley/contract';
import { useTranslation } from 'react-i18next';
import { formatCost, formatNumber } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { nameCountry } from './breakdown.tsx';

/** Estimated cost by current prices, country by country. */
export function CostTable({ estimate: { units, amount, currency, byCountry, fallback } }: { estimate: Estimate }) {
  const say = useWords(campaignWords.plan);
  const { i18n } = useTranslation();
  return (
    <div>
      <Text size="sm" fw={550}>
        {say('costTotal', { amount: formatCost(amount, currency), count: units })}
      </Text>
      {fallback ? (
        <Text size="sm">{say('fallbackCost', { amount: formatCost(fallback.amount, currency), count: fallback.units })}</Text>
      ) : null}
      {byCountry.length > 0 ? (
        <Table aria-label={say('costByCountry')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('costCountry')}</Table.Th>
              <Table.Th ta="end">{say('costUnits')}</Table.Th>
              <Table.Th ta="end">{say('costAmount')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {byCountry.map((row) => (
              <Table.Tr key={row.country}>
                <Table.Th scope="row">{nameCountry(row.country, i18n.language)}</Table.Th>
                <Table.Td ta="end">{formatNumber(row.units)}</Table.Td>
                <Table.Td ta="end">{formatCost(row.amount, currency)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </div>
  );
}
