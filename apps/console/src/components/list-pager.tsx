import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';
import classes from './list-pager.module.css';

export type ListPagerProps = {
  /** Number of rows before this page. */
  from: number;
  perPage: number;
  rowCount: number;
  hasMore: boolean;
  /** The next page is on its way: it cannot be asked for twice. */
  isFetching?: boolean;
  /** Names the pager where a screen has several. */
  label?: string;
  /** Stands before the buttons; the numbers of the rows when it is left out. */
  note?: ReactNode;
  onChange: (from: number) => void;
};

/** Previous and Next in steps of a fixed size, for lists whose rows are not counted. */
export function ListPager({ from, perPage, rowCount, hasMore, isFetching = false, label, note, onChange }: ListPagerProps) {
  const say = useWords(commonWords.ui);
  const range = rowCount > 0 ? say('rowRangeOpen', { from: from + 1, to: from + rowCount }) : '';
  return (
    <nav className={classes.pager} aria-label={label ?? say('pages')}>
      <Text size="xs" c="dimmed" className="tabular" role="status">
        {note === undefined ? range : note}
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          disabled={from === 0}
          onClick={() => onChange(Math.max(0, from - perPage))}
        >
          {say('previous')}
        </Button>
        <Button
          size="xs"
          variant="default"
          rightSection={<IconChevronRight size={14} aria-hidden />}
          disabled={!hasMore || isFetching}
          onClick={() => onChange(from + perPage)}
        >
          {say('next')}
        </Button>
      </Group>
    </nav>
  );
}
