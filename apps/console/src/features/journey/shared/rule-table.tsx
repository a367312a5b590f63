import type { JourneyRule } from '@parley/contract';
import { type ReactNode, Suspense, useState } from 'react';
import { DataTable } from '../../../components/data-table.tsx';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import type { OpenRuleDialog } from './rule-dialog.tsx';
import { useRuleActions } from './use-rule-actions.ts';
import { useRuleColumns } from './use-rule-columns.tsx';

const RuleDialog = late(() => import('./rule-dialog.tsx').then((module) => module.RuleDialog));

type RuleTableProps = {
  rules: readonly JourneyRule[] | undefined;
  error: unknown;
  isFiltered?: boolean;
  /** True for the rules of one stream, whose name stands above already */
  isOfOne?: boolean;
  empty: ReactNode;
  onRetry: () => void;
  onClearFilters?: () => void;
};

/** Rules with their channels and the versions that they begin, and the actions on each. */
export function RuleTable({ rules, error, isFiltered = false, isOfOne = false, empty, onRetry, onClearFilters }: RuleTableProps) {
  const say = useWords(journeyWords.entry);
  const [open, setOpen] = useState<OpenRuleDialog>();
  const columns = useRuleColumns(isOfOne, useRuleActions(setOpen));
  return (
    <>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={rules}
        getRowId={({ id }) => id}
        error={error}
        onRetry={onRetry}
        isFiltered={isFiltered}
        {...(onClearFilters ? { onClearFilters } : {})}
        empty={empty}
      />
      <Suspense>{open ? <RuleDialog open={open} onClose={() => setOpen(undefined)} /> : null}</Suspense>
    </>
  );
}
