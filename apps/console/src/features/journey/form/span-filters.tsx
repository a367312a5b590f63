import { SegmentedControl } from '@mantine/core';
import { formEnvironments } from '@parley/contract';
import { DayRange } from '../../../components/day-range.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { today as todayOf } from '../../../lib/days.ts';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import classes from './form.module.css';
import type { FormSearch } from './form.search.ts';

type SpanFiltersProps = { published: number; search: FormSearch; onChange: (part: Partial<FormSearch>) => void };

/** Filters that answers and figures share: version, days, and whether the sandbox's are meant. */
export function SpanFilters({ published, search, onChange }: SpanFiltersProps) {
  const say = useWords(formWords.answers);
  const numbers = Array.from({ length: published }, (_, place) => published - place);
  return (
    <>
      <FilterSelect
        label={say('version')}
        all={say('allVersions')}
        value={search.number === 0 ? '' : String(search.number)}
        data={numbers.map((number) => ({ value: String(number), label: say('versionOf', { number }) }))}
        onChange={(number) => onChange({ number: Number(number) })}
      />
      <DayRange
        from={say('fromDate')}
        to={say('toDate')}
        zone={getEnterpriseZone()}
        today={todayOf()}
        days={{ first: search.fromDate, last: search.toDate }}
        onChange={onChange}
      />
      <div className={classes.segments}>
        <SegmentedControl
          aria-label={say('environment')}
          data={formEnvironments.map((one) => ({ value: one, label: say(`environment_${one}`) }))}
          value={search.environment}
          onChange={(environment) => onChange({ environment })}
        />
      </div>
    </>
  );
}
