import { Button } from '@mantine/core';
import { noDepartment } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DayRange } from '../../../components/day-range.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { formatInstant, getEnterpriseZone } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatHistoryWords } from '../../../locales/chat-history.ts';
import { ScreenFilters } from '../../account/shared/screen-filters.tsx';
import { historyChoicesQuery } from '../shared/history.queries.ts';
import { type HistorySearch, noHistorySearch } from '../shared/history.search.ts';

type Props = { search: HistorySearch; onChange: (part: Partial<HistorySearch>, options?: { isReplacing?: boolean }) => void };

const rare = ['phone', 'number', 'agentId', 'channelId', 'missedReason', 'labelId', 'rating'] as const;
const options = (list: readonly { id: string; name: string }[] | undefined) =>
  (list ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** Filters of the history: the usual ones, and those that are seldom asked for behind a button. */
export function HistoryFilters({ search, onChange }: Props) {
  const say = useWords(chatHistoryWords.history);
  const { data: choices } = useQuery(historyChoicesQuery);
  const [isWide, setWide] = useState(() => rare.some((name) => search[name] !== noHistorySearch[name]));
  const type = (name: 'text' | 'name' | 'phone' | 'number', most: number) => ({
    label: say(name),
    'aria-label': say(name),
    maxLength: most,
    value: search[name],
    onSearch: (value: string) => onChange({ [name]: value }, { isReplacing: true }),
  });
  const numbers = (from: readonly number[], word: (value: number) => string) =>
    from.map((value) => ({ value: String(value), label: word(value) }));
  const shown = (value: number) => (value === -1 ? '' : String(value));
  const read = (value: string) => (value === '' ? -1 : Number(value));
  return (
    <FilterBar>
      <SearchBox {...type('text', 200)} />
      <SearchBox {...type('name', 120)} />
      <DayRange
        from={say('fromDate')}
        to={say('toDate')}
        zone={getEnterpriseZone()}
        today={formatInstant(Date.now(), 'isoDay')}
        days={{ first: search.fromDate, last: search.toDate }}
        onChange={onChange}
      />
      <FilterSelect
        label={say('state')}
        all={say('allStates')}
        value={shown(search.state)}
        data={numbers([3, 4], (state) => say(`state_${state as 3 | 4}`))}
        onChange={(state) => onChange({ state: read(state) })}
      />
      <FilterSelect
        label={say('origin')}
        all={say('allOrigins')}
        value={search.origin === 'all' ? '' : search.origin}
        data={(['here', 'moved'] as const).map((origin) => ({ value: origin, label: say(`origin_${origin}`) }))}
        onChange={(origin) => onChange({ origin: origin === '' ? 'all' : (origin as HistorySearch['origin']) })}
      />
      <FilterSelect
        label={say('department')}
        all={say('allDepartments')}
        value={search.departmentId}
        data={[...options(choices?.departments), { value: noDepartment, label: say('noDepartment') }]}
        onChange={(departmentId) => onChange({ departmentId })}
      />
      {isWide ? (
        <>
          <SearchBox {...type('phone', 32)} placeholder="+919820012345" />
          <SearchBox {...type('number', 20)} placeholder="#10482-7" />
          <FilterSelect
            label={say('agent')}
            all={say('allAgents')}
            value={search.agentId}
            data={options(choices?.agents)}
            onChange={(agentId) => onChange({ agentId })}
          />
          <FilterSelect
            label={say('channel')}
            all={say('allChannels')}
            value={search.channelId}
            data={options(choices?.channels)}
            onChange={(channelId) => onChange({ channelId })}
          />
          <FilterSelect
            label={say('missedReason')}
            all={say('allReasons')}
            value={shown(search.missedReason)}
            data={numbers([0, 1], (reason) => say(`reason_${reason as 0 | 1}`))}
            onChange={(missedReason) => onChange({ missedReason: read(missedReason) })}
          />
          <FilterSelect
            label={say('label')}
            all={say('allLabels')}
            value={search.labelId}
            data={options(choices?.labels)}
            onChange={(labelId) => onChange({ labelId })}
          />
          <FilterSelect
            label={say('rating')}
            all={say('allRatings')}
            value={shown(search.rating)}
            data={numbers([5, 4, 3, 2, 1], (count) => say('stars', { count }))}
            onChange={(rating) => onChange({ rating: read(rating) })}
          />
        </>
      ) : null}
      <ScreenFilters
        screen="chatHistory"
        search={search}
        empty={noHistorySearch}
        onApply={(saved) => onChange(saved as Partial<HistorySearch>)}
      />
      <Button variant="subtle" aria-expanded={isWide} onClick={() => setWide(!isWide)} style={{ alignSelf: 'end' }}>
        {say(isWide ? 'fewerFilters' : 'moreFilters')}
      </Button>
    </FilterBar>
  );
}
