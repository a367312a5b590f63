import { Table, Text } from '@mantine/core';
import type { Holdings } from '@parley/contract';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { privacyWords } from '../../../locales/privacy.ts';

/** Number of records of each kind. */
export function HoldingsTable({ kinds, label }: Pick<Holdings, 'kinds'> & { label: string }) {
  const say = useWords(privacyWords.person);
  const sayKind = useWords(privacyWords.kind);
  if (kinds.length === 0) return <Text size="sm">{say('nothing')}</Text>;
  return (
    <Table aria-label={label} verticalSpacing={4} withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{say('kindHead')}</Table.Th>
          <Table.Th ta="end">{say('countHead')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {kinds.map(({ kind, count }) => (
          <Table.Tr key={kind}>
            <Table.Td>{sayKind(kind)}</Table.Td>
            <Table.Td ta="end" className="tabular">
              {formatNumber(count)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
