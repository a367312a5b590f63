import type { JourneyEntry } from '@parley/contract';
import { type ReactNode, Suspense, useState } from 'react';
import { DataTable } from '../../../components/data-table.tsx';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import type { OpenEntryDialog } from './entry-dialog.tsx';
import { useEntryActions } from './use-entry-actions.ts';
import { useEntryColumns } from './use-entry-columns.tsx';

const EntryDialog = late(() => import('./entry-dialog.tsx').then((module) => module.EntryDialog));

type EntryTableProps = {
  entries: readonly JourneyEntry[] | undefined;
  error: unknown;
  isFiltered?: boolean;
  /** True for the rules of one stream, whose name stands above already */
  isOfOne?: boolean;
  empty: ReactNode;
  onRetry: () => void;
  onClearFilters?: () => void;
};

/** Rules with their channels and the versions that they begin, and the actions on each. */
export function EntryTable({ entries, error, isFiltered = false, isOfOne = false, empty, onRetry, onClearFilters }: EntryTableProps) {
  const say = useWords(journeyWords.entry);
  const [open, setOpen] = useState<OpenEntryDialog>();
  const columns = useEntryColumns(isOfOne, useEntryActions(setOpen));
  return (
    <>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={entries}
        getRowId={({ id }) => id}
        error={error}
        onRetry={onRetry}
        isFiltered={isFiltered}
        {...(onClearFilters ? { onClearFilters } : {})}
        empty={empty}
      />
      <Suspense>{open ? <EntryDialog open={open} onClose={() => setOpen(undefined)} /> : null}</Suspense>
    </>
  );
}
