import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../../components/search-box.tsx';
import { useWords } from '../../../lib/words.ts';
import classes from './csv-import.module.css';
import type { ErrorFilter } from './csv-import.queries.ts';
import { importWords } from './csv-import.words.ts';

export type ErrorFiltersProps = {
  filter: ErrorFilter;
  messages: readonly { message: string; count: number }[];
  onChange: (change: Partial<ErrorFilter>) => void;
};

export function ErrorFilters({ filter, messages, onChange }: ErrorFiltersProps) {
  const say = useWords(importWords);
  const { t } = useTranslation();
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
        clearButtonProps={{ 'aria-label': t('common.clear') }}
        nothingFoundMessage={t('common.nothingMatches')}
        onChange={(message) => onChange({ message: message ?? '', from: 0 })}
      />
    </div>
  );
}
