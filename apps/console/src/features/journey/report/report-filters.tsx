import { SegmentedControl, Select } from '@mantine/core';
import { type CallAnswer, type endpoints, reportEnvironments } from '@parley/contract';
import type { ReactNode } from 'react';
import { DayRange } from '../../../components/day-range.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { addDays, today as todayOf } from '../../../lib/days.ts';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { streamReportWords } from '../../../locales/stream-report.ts';
import classes from './report.module.css';
import type { StreamSearch } from './report.search.ts';

export type Choices = CallAnswer<(typeof endpoints)['streamReports']['choices']>;
const shownDays = 7;

type ReportFiltersProps = {
  search: StreamSearch;
  choices: Choices;
  /** Fields beside the version, such as a second one */
  versions?: ReactNode;
  children?: ReactNode;
  onChange: (change: Partial<StreamSearch>) => void;
};

/** Filters of every report of streams. */
export function ReportFilters({ search, choices, versions, children, onChange }: ReportFiltersProps) {
  const say = useWords(streamReportWords.report);
  const stream = choices.streams.find(({ id }) => id === search.journeyId);
  const today = todayOf();
  const days = { first: search.fromDate || addDays(search.toDate || today, 1 - shownDays), last: search.toDate || today };
  return (
    <FilterBar>
      <Select
        label={say('stream')}
        placeholder={say('chooseStream')}
        allowDeselect={false}
        searchable={choices.streams.length > 10}
        data={choices.streams.map(({ id, name }) => ({ value: id, label: name }))}
        value={search.journeyId || null}
        onChange={(journeyId) => onChange({ journeyId: journeyId ?? '', version: 0 })}
      />
      <FilterSelect
        label={say('version')}
        all={say('allVersions')}
        value={search.version === 0 ? '' : String(search.version)}
        data={(stream?.versions ?? []).map((version) => ({ value: String(version), label: say('versionOf', { version }) }))}
        onChange={(version) => onChange({ version: Number(version) })}
      />
      {versions}
      <DayRange from={say('fromDate')} to={say('toDate')} zone={getEnterpriseZone()} today={today} days={days} onChange={onChange} />
      <FilterSelect
        label={say('channel')}
        all={say('allChannels')}
        value={search.channelId}
        data={choices.channels
          .filter(({ environment }) => environment === search.environment)
          .map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(channelId) => onChange({ channelId })}
      />
      <div className={classes.segments}>
        <SegmentedControl
          aria-label={say('environment')}
          data={reportEnvironments.map((one) => ({ value: one, label: say(`environment_${one}`) }))}
          value={search.environment}
          onChange={(environment) => onChange({ environment, channelId: '' })}
        />
      </div>
      {children}
    </FilterBar>
  );
}
