import { Button, Text } from '@mantine/core';
import { errorListPage } from '@parley/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ListPager } from '../../../components/list-pager.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './csv-import.module.css';
import { type EditedLine, type ErrorFilter, errorsQuery, type RowKind, useRepair } from './csv-import.queries.ts';
import { ErrorFilters } from './error-filters.tsx';
import { ErrorTable } from './error-table.tsx';
import { isMendedTogether, KindFixer } from './kind-fixer.tsx';
import { useImportGuard } from './use-import-guard.ts';
import { useLineEdits } from './use-line-edits.ts';

export type ErrorListProps = {
  uploadId: string;
  filter: ErrorFilter;
  isLive: boolean;
  canEdit: boolean;
  onFilter: (change: Partial<ErrorFilter>) => void;
};

const noLines: number[] = [];
const noHeaders: string[] = [];
const noKinds: RowKind[] = [];

/** Refused rows by page, search and message; rows are put right here and resubmitted one by one or all together. */
export function ErrorList({ uploadId, filter, isLive, canEdit, onFilter }: ErrorListProps) {
  const say = useWords(customerWords.csvImport);
  const frame = useRef<HTMLDivElement>(null);
  const list = useQuery(errorsQuery(uploadId, filter, isLive));
  const { edits, edited, open, change, close, settle } = useLineEdits();
  const { mutate: repair, isPending, variables } = useRepair(uploadId);
  const isFiltered = filter.search !== '' || filter.kind !== '';
  const rows = list.data?.customers.customers;
  const chosen = list.data?.kinds.find(({ kind }) => kind === filter.kind);
  useImportGuard(edited.length > 0);

  // The last rows of a page may have been put right; the page before has the rest.
  const isPastEnd = rows?.length === 0 && filter.from > 0 && !list.isPlaceholderData;
  const { from } = filter;
  const goBack = useRef(onFilter);
  goBack.current = onFilter;
  useEffect(() => {
    if (isPastEnd) goBack.current({ from: Math.max(0, from - errorListPage) });
  }, [isPastEnd, from]);

  const handleResubmit = useCallback(
    (lines: EditedLine[]) =>
      repair(lines, {
        onSuccess: ({ acceptedCount, rejected }) => {
          settle(lines, rejected);
          const parts = [
            acceptedCount > 0 ? say('acceptedCount', { count: acceptedCount }) : '',
            rejected.length > 0 ? say('rejectedCount', { count: rejected.length }) : '',
          ];
          showToast(rejected.length > 0 ? 'warning' : 'success', parts.filter(Boolean).join(', '));
          // The fields that had the focus leave with their row.
          if (rejected.length === 0) frame.current?.focus({ preventScroll: true });
        },
      }),
    [repair, settle, say],
  );

  return (
    <div ref={frame} tabIndex={-1} className={classes.listFrame}>
      <ErrorFilters filter={filter} kinds={list.data?.kinds ?? noKinds} onChange={onFilter} />
      {canEdit && chosen && isMendedTogether(chosen) ? (
        <KindFixer
          key={chosen.kind}
          uploadId={uploadId}
          kind={chosen}
          headers={list.data?.customers.headers ?? noHeaders}
          onDone={() => frame.current?.focus({ preventScroll: true })}
        />
      ) : null}
      <ErrorTable
        rows={rows}
        headers={list.data?.customers.headers ?? noHeaders}
        from={from}
        edits={edits}
        savingLines={isPending ? variables.map(({ lineNumber }) => lineNumber) : noLines}
        canEdit={canEdit}
        error={list.error}
        isFetching={list.isPlaceholderData}
        onRetry={() => void list.refetch()}
        isFiltered={isFiltered}
        onClearFilters={() => onFilter({ search: '', kind: '', from: 0 })}
        empty={<EmptyState icon={IconCircleCheck} title={say('noErrors')} text={say(isLive ? 'noErrorsYet' : 'noErrorsText')} />}
        onOpen={open}
        onChange={change}
        onResubmit={handleResubmit}
        onDiscard={close}
      />
      {from > 0 || (rows?.length ?? 0) > 0 ? (
        <ListPager
          from={from}
          perPage={errorListPage}
          rowCount={rows?.length ?? 0}
          hasMore={list.data?.customers.hasMore ?? false}
          onChange={(next) => onFilter({ from: next })}
        />
      ) : null}
      {edited.length > 1 ? (
        <section className={classes.editBar} aria-label={say('editedCount', { count: edited.length })}>
          <Text size="sm" fw={550} role="status">
            {say('editedCount', { count: edited.length })}
          </Text>
          <Button size="xs" variant="default" disabled={isPending} onClick={() => close(edited.map(({ lineNumber }) => lineNumber))}>
            {say('discardAll')}
          </Button>
          <Button size="xs" loading={isPending} onClick={() => handleResubmit(edited)}>
            {say('resubmitAll')}
          </Button>
        </section>
      ) : null}
    </div>
  );
}
