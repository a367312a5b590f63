import { ActionIcon, Group, Pagination, Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';
import classes from './data-table.module.css';

/** Give `total` where the server counts, else `more`. */
export type TablePage = {
  from: number;
  perPage: number;
  total?: number;
  more?: boolean;
  /** The page length is the specification's: nothing to choose. */
  isFixed?: boolean;
  onChange: (page: { from: number; perPage: number }) => void;
};

const pageSizes = ['10', '15', '25', '50', '100'];

/** The rows that are shown, how many a page has, and the way to the others. */
export function TablePager({ from, perPage, total, more, isFixed, onChange, rowCount }: TablePage & { rowCount: number }) {
  const say = useWords(commonWords.ui);
  const range = { from: from + 1, to: from + rowCount };
  const pageNumber = Math.floor(from / perPage) + 1;
  return (
    <Group justify="space-between" className={classes.pager}>
      <Text size="xs" c="dimmed" className="tabular" role="status">
        {total === undefined ? say('rowRangeOpen', range) : say('rowRange', { ...range, count: total })}
      </Text>
      <Group gap="sm">
        {isFixed ? null : (
          <Select
            size="xs"
            w={76}
            aria-label={say('rowsPerPage')}
            data={pageSizes.includes(String(perPage)) ? pageSizes : [String(perPage), ...pageSizes]}
            value={String(perPage)}
            onChange={(next) => next && onChange({ from: 0, perPage: Number(next) })}
          />
        )}
        {total === undefined ? (
          <Group gap={4}>
            <ActionIcon
              variant="default"
              aria-label={say('previous')}
              disabled={from === 0}
              onClick={() => onChange({ from: Math.max(0, from - perPage), perPage })}
            >
              <IconChevronLeft size={16} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              aria-label={say('next')}
              disabled={!more}
              onClick={() => onChange({ from: from + perPage, perPage })}
            >
              <IconChevronRight size={16} />
            </ActionIcon>
          </Group>
        ) : (
          <Pagination
            size="sm"
            total={Math.max(1, Math.ceil(total / perPage))}
            value={pageNumber}
            onChange={(next) => onChange({ from: (next - 1) * perPage, perPage })}
            getControlProps={(control) => ({ 'aria-label': control === 'next' ? say('next') : say('previous') })}
          />
        )}
      </Group>
    </Group>
  );
}
