import { Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './csv-import.module.css';

export type ListPagerProps = { from: number; perPage: number; rowCount: number; hasMore: boolean; onChange: (from: number) => void };

/** Previous and Next in steps of a fixed size. */
export function ListPager({ from, perPage, rowCount, hasMore, onChange }: ListPagerProps) {
  const say = useWords(customerWords.csvImport);
  if (from === 0 && rowCount === 0) return null;
  return (
    <nav className={classes.pager} aria-label={say('pages')}>
      <Text size="xs" c="dimmed" className="tabular" role="status">
        {rowCount > 0 ? say('range', { from: from + 1, to: from + rowCount }) : ''}
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
          disabled={!hasMore}
          onClick={() => onChange(from + perPage)}
        >
          {say('next')}
        </Button>
      </Group>
    </nav>
  );
}
