import { Table, Text } from '@mantine/core';
import type { PackagePlanItem } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { packageWords } from '../../../locales/package.ts';
import classes from './package.module.css';

const most = 100;

/** Places at which a thing differs, folded in. @param other heading of the second side */
export function Differences({ item, other }: { item: Pick<PackagePlanItem, 'name' | 'differences'>; other: string }) {
  const say = useWords(packageWords.update);
  const { differences, name } = item;
  if (differences.length === 0) return null;
  const shown = (text: string) => (text === '' ? <span className={classes.dim}>{say('empty')}</span> : text);
  return (
    <details>
      <summary>{say('differences', { count: differences.length })}</summary>
      <div className={classes.scroll}>
        <Table fz="xs" verticalSpacing={4} aria-label={`${name}: ${say('differences', { count: differences.length })}`}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say('at')}</Table.Th>
              <Table.Th>{say('here')}</Table.Th>
              <Table.Th>{other}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody className={classes.words}>
            {differences.map(({ at, mine, theirs }) => (
              <Table.Tr key={at}>
                <Table.Td>{at === '' ? say('whole') : at}</Table.Td>
                <Table.Td>{shown(mine)}</Table.Td>
                <Table.Td>{shown(theirs)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {differences.length === most ? (
        <Text size="xs" c="dimmed">
          {say('most')}
        </Text>
      ) : null}
    </details>
  );
}
