import { Select } from '@mantine/core';
import { SearchBox } from '../../../components/search-box.tsx';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './csv-import.module.css';
import type { ErrorFilter } from './csv-import.queries.ts';

export type ErrorFiltersProps = {
  filter: ErrorFilter;
  messages: readonly { message: string; count: number }[];
  onChange: (change: Partial<ErrorFilter>) => void;
};

export function ErrorFilters({ filter, messages, onChange }: ErrorFiltersProps) {
  const say = useWords(customerWords.csvImport);
  const sayCommon = useWords(commonWords.ui);
  const options = messages.map(({ message, count }) => ({ value: message, label: say('messageCount', { message, count }) }));
  // What the address asks for may be gone from the list, its last row put right.
  if (filter.message && !messages.some(({ message }) => message === filter.message)) {
    options.push({ value: filter.message, label: say('messageCount', { message: filter.message, count: 0 }) });
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
        value={filter.message || null}
        clearable
        searchable
        clearButtonProps={{ 'aria-label': sayCommon('clear') }}
        nothingFoundMessage={sayCommon('nothingMatches')}
        onChange={(message) => onChange({ message: message ?? '', from: 0 })}
      />
    </div>
  );
}
