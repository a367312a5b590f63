import { Button, type ButtonProps, type MantineRadius, Skeleton, Text } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { useDelayed } from '../lib/use-delayed.ts';
import { ErrorState } from './error-state.tsx';
import { NothingMatches } from './nothing-matches.tsx';

/** A list's query, whole or page by page. */
type ListQuery = {
  error: unknown;
  refetch: () => unknown;
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => unknown;
};

export type CardListProps<Row> = {
  /** Names the list for assistive technology. */
  label: string;
  query: ListQuery;
  rows: readonly Row[] | undefined;
  getRowId: (row: Row) => string;
  getRowProps?: (row: Row) => ComponentProps<'li'> & { [data: `data-${string}`]: unknown };
  card: (row: Row) => ReactNode;
  /** Class of the list and of the box that holds its placeholders. */
  className: string | undefined;
  /** Shown until the first rows arrive: boxes, or words. */
  loading: BoxesProps | string;
  errorTitle?: string;
  /** Replaces the usual error state. */
  failure?: (error: unknown, onRetry: () => void) => ReactNode;
  isFetching?: boolean;
  empty: ReactNode;
  isFiltered?: boolean;
  onClearFilters?: () => void;
  /** The button for the next page of a list that is read page by page. */
  more?: Omit<MoreProps, 'query'>;
};

/** Cards with the states that the rows of a table have: loading, empty, nothing matches, failed, and data. */
export function CardList<Row>(props: CardListProps<Row>) {
  const { label, query, rows, getRowId, getRowProps, card, className, loading, errorTitle, isFetching, empty, more } = props;
  const handleRetry = () => void query.refetch();
  if (!rows) {
    if (!query.error)
      return typeof loading === 'string' ? <Text role="status">{loading}</Text> : <Boxes {...loading} className={className} />;
    if (props.failure) return props.failure(query.error, handleRetry);
    return <ErrorState error={query.error} onRetry={handleRetry} {...(errorTitle ? { title: errorTitle } : {})} />;
  }
  if (rows.length === 0) return props.isFiltered ? <NothingMatches onClear={props.onClearFilters} /> : empty;
  return (
    <>
      <ul className={className} aria-label={label} aria-busy={isFetching}>
        {rows.map((row) => (
          <li key={getRowId(row)} {...getRowProps?.(row)}>
            {card(row)}
          </li>
        ))}
      </ul>
      {more ? <More query={query} {...more} /> : null}
    </>
  );
}

type BoxesProps = { count: number; height: number; radius?: MantineRadius };

function Boxes({ count, height, radius = 'md', className }: BoxesProps & { className: string | undefined }) {
  const isDue = useDelayed(true);
  return (
    <div className={className} aria-busy>
      {isDue
        ? Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else
            <Skeleton key={index} height={height} radius={radius} />
          ))
        : null}
    </div>
  );
}

type MoreProps = {
  query: ListQuery;
  label: string;
  /** Class of the box around the button. */
  className?: string | undefined;
  button?: ButtonProps;
  /** Shown behind the last page. */
  end?: ReactNode;
};

function More({ query, label, className, button, end }: MoreProps) {
  if (!query.hasNextPage && !end) return null;
  return (
    <div className={className}>
      {query.hasNextPage ? (
        <Button variant="default" loading={query.isFetchingNextPage ?? false} onClick={() => void query.fetchNextPage?.()} {...button}>
          {label}
        </Button>
      ) : (
        end
      )}
    </div>
  );
}
