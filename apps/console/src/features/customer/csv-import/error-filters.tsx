import { Select } from '@mantine/core';
import { SearchBox } from '../../../components/search-box.tsx';
import { sayFault } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './csv-import.module.css';
import type { ErrorFilter, RowKind } from './csv-import.queries.ts';

export type ErrorFiltersProps = {
  filter: ErrorFilter;
  kinds: readonly RowKind[];
  onChange: (change: Partial<ErrorFilter>) => void;
};

export function ErrorFilters({ filter, kinds, onChange }: ErrorFiltersProps) {
  const say = useWords(customerWords.csvImport);
  const sayCommon = useWords(commonWords.ui);
  const options = kinds.map((one) => ({ value: one.kind, label: say('messageCount', { message: sayFault(one), count: one.count }) }));
  // The kind in the address may be gone from the list once its last row is corrected.
  if (filter.kind && !kinds.some(({ kind }) => kind === filter.kind)) {
    options.push({ value: filter.kind, label: say('noneOfKind') });
  }
  return (
    <div className={classes.filters}>
      <SearchBox
        className={classes.filterSearch}
        value={filter.search}
        maxLength={120}
        aria-label={say('searchErrors')}
        placeholder={say('searchErrors')}
        onSearch={(search) => onChange({ search, from: 0 })}
      />
      <Select
        className={classes.filterMessage}
        aria-label={say('byMessage')}
        placeholder={say('allMessages')}
        data={options}
        value={filter.kind || null}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': sayCommon('clear') }}
        nothingFoundMessage={sayCommon('nothingMatches')}
        onChange={(kind) => onChange({ kind: kind ?? '', from: 0 })}
      />
    </div>
  );
}
