import { Button, Skeleton } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';
import { EmptyState } from './empty-state.tsx';
import { ErrorState } from './error-state.tsx';

export type CardListProps<Row> = {
  /** What the cards are; names the list for those who do not see it. */
  label: string;
  rows: readonly Row[] | undefined;
  getRowId: (row: Row) => string;
  card: (row: Row) => ReactNode;
  /** Of the list, and of the box that its placeholders stand in. */
  className: string | undefined;
  placeholder: { count: number; height: number };
  error?: unknown;
  errorTitle?: string;
  isFetching?: boolean;
  onRetry: () => void;
  empty: ReactNode;
  isFiltered?: boolean;
  onClearFilters?: () => void;
};

/** Cards with the states that the rows of a table have: loading, empty, nothing matches, failed, and data. Fetches nothing itself. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { label, rows, getRowId, card, className, placeholder, error, errorTitle, isFetching, onRetry, empty, isFiltered } = props;
  if (!rows && error) return <ErrorState error={error} onRetry={onRetry} {...(errorTitle ? { title: errorTitle } : {})} />;
  if (!rows)
    return (
      <div className={className}>
        {Array.from({ length: placeholder.count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
          <Skeleton key={index} height={placeholder.height} radius="md" />
        ))}
      </div>
    );
  if (rows.length === 0) return isFiltered ? <NothingMatches onClear={props.onClearFilters} /> : empty;
  return (
    <ul className={className} aria-label={label} aria-busy={isFetching}>
      {rows.map((row) => (
        <li key={getRowId(row)}>{card(row)}</li>
      ))}
    </ul>
  );
}

/** No row fits the filters: says so, and takes them away. */
export function NothingMatches({ onClear }: { onClear?: (() => void) | undefined }) {
  const say = useWords(commonWords.ui);
  return (
    <EmptyState
      icon={IconFilterOff}
      title={say('nothingMatches')}
      text={say('nothingMatchesHint')}
      action={
        onClear ? (
          <Button variant="default" onClick={onClear}>
            {say('clearFilters')}
          </Button>
        ) : undefined
      }
    />
  );
}
