import { Box, Button, Group, Menu, Skeleton, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';
import classes from './data-table.module.css';

export type Sort = { by: string; direction: 'asc' | 'desc' };

/** Shows and hides columns of a table. */
export function ColumnsMenu({ children }: { children: ReactNode }) {
  const say = useWords(commonWords.ui);
  return (
    <Group justify="flex-end" className={classes.tools}>
      <Menu closeOnItemClick={false} position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconColumns3 size={14} />}>
            {say('columns')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>{children}</Menu.Dropdown>
      </Menu>
    </Group>
  );
}

type SortButtonProps = {
  /** Undefined while the table is sorted by another column. */
  direction: Sort['direction'] | undefined;
  children: ReactNode;
  onSort: (direction: Sort['direction']) => void;
};

export function SortButton({ direction, children, onSort }: SortButtonProps) {
  return (
    <UnstyledButton className={classes.sort} onClick={() => onSort(direction === 'asc' ? 'desc' : 'asc')}>
      {children}
      {direction === 'asc' ? (
        <IconArrowUp size={13} aria-hidden />
      ) : direction === 'desc' ? (
        <IconArrowDown size={13} aria-hidden />
      ) : (
        <IconArrowsSort size={13} aria-hidden className={classes.sortIdle} />
      )}
    </UnstyledButton>
  );
}

/** @param isDue false at first: rows that come at once do not flicker */
export function LoadingRows({ columnCount, isDue }: { columnCount: number; isDue: boolean }) {
  return Array.from({ length: 6 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
    <Table.Tr key={row}>
      {Array.from({ length: columnCount }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
        <Table.Td key={cell}>
          {isDue ? <Skeleton height={10} width={`${45 + ((row * 7 + cell * 13) % 45)}%`} radius="xl" /> : <Box h={10} />}
        </Table.Td>
      ))}
    </Table.Tr>
  ));
}

/** Actions on the rows that are ticked. */
export function SelectionBar({ count, children, onClear }: { count: number; children: ReactNode; onClear: () => void }) {
  const say = useWords(commonWords.ui);
  return (
    <section className={classes.bulk} aria-label={say('selectedCount', { count })}>
      <Text size="sm" fw={550}>
        {say('selectedCount', { count })}
      </Text>
      {children}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        {say('clear')}
      </Button>
    </section>
  );
}
