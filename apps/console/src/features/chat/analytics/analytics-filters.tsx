import { Select, Switch } from '@mantine/core';
import { analyticsComparisons, analyticsHours, noDepartment } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { DayRange } from '../../../components/day-range.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { addDays, today as todayOf } from '../../../lib/days.ts';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../locales/chat-analytics.ts';
import { ScreenFilters } from '../../account/shared/screen-filters.tsx';
import { figureChoicesQuery } from '../shared/figures/figure-choices.ts';
import classes from './analytics.module.css';
import { type AnalyticsSearch, noAnalyticsSearch } from './analytics.search.ts';

const usualDays = 7;
const options = (list: readonly { id: string; name: string }[] | undefined) =>
  (list ?? []).map(({ id, name }) => ({ value: id, label: name }));

type Props = { search: AnalyticsSearch; onChange: (part: Partial<AnalyticsSearch>) => void };

export function AnalyticsFilters({ search, onChange }: Props) {
  const say = useWords(chatAnalyticsWords.analytics);
  const { data: choices } = useQuery(figureChoicesQuery);
  const today = todayOf();
  const last = search.toDate || today;
  return (
    <FilterBar>
      <DayRange
        from={say('fromDate')}
        to={say('toDate')}
        zone={getEnterpriseZone()}
        today={today}
        days={{ first: search.fromDate || addDays(last, 1 - usualDays), last }}
        onChange={onChange}
      />
      <FilterSelect
        label={say('department')}
        all={say('allDepartments')}
        value={search.departmentId}
        data={[...options(choices?.departments), { value: noDepartment, label: say('noDepartment') }]}
        onChange={(departmentId) => onChange({ departmentId })}
      />
      {choices && choices.agents.length === 0 ? null : (
        <FilterSelect
          label={say('agent')}
          all={say('allAgents')}
          value={search.agentId}
          data={options(choices?.agents)}
          onChange={(agentId) => onChange({ agentId })}
        />
      )}
      <FilterSelect
        label={say('channel')}
        all={say('allChannels')}
        value={search.channelId}
        data={options(choices?.channels)}
        onChange={(channelId) => onChange({ channelId })}
      />
      <FilterSelect
        label={say('label')}
        all={say('allLabels')}
        value={search.labelId}
        data={options(choices?.labels)}
        onChange={(labelId) => onChange({ labelId })}
      />
      <FilterSelect
        label={say('openHours')}
        all={say('allHours')}
        value={search.hours}
        data={analyticsHours.map((value) => ({ value, label: say(`hours_${value}`) }))}
        onChange={(hours) => onChange({ hours })}
      />
      <Select
        label={say('compare')}
        allowDeselect={false}
        data={analyticsComparisons.map((value) => ({ value, label: say(`compare_${value}`) }))}
        value={search.compare}
        onChange={(compare) => onChange({ compare: (compare ?? 'before') as AnalyticsSearch['compare'] })}
      />
      <Switch
        className={classes.switch}
        label={say('sandbox')}
        checked={search.sandbox}
        onChange={(event) => onChange({ sandbox: event.currentTarget.checked })}
      />
      <ScreenFilters
        screen="chatAnalytics"
        search={search}
        empty={noAnalyticsSearch}
        onApply={(saved) => onChange(saved as Partial<AnalyticsSearch>)}
      />
    </FilterBar>
  );
}
