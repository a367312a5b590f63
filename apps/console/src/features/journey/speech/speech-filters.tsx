import { NumberInput, Switch } from '@mantine/core';
import { speechSources, speechStates } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { DayRange } from '../../../components/day-range.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { SearchBox } from '../../../components/search-box.tsx';
import { addDays, today as todayOf } from '../../../lib/days.ts';
import { formatLanguage, getEnterpriseZone } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { speechWords } from '../../../locales/speech.ts';
import { ScreenFilters } from '../../account/shared/screen-filters.tsx';
import { speechChoicesQuery } from './speech.queries.ts';
import { noSpeechSearch, type SpeechSearch } from './speech.search.ts';

const shownDays = 7;
type Props = { search: SpeechSearch; onChange: (part: Partial<SpeechSearch>) => void };

/** Filters of the report of speech. */
export function SpeechFilters({ search, onChange }: Props) {
  const say = useWords(speechWords.speech);
  const { data } = useQuery(speechChoicesQuery);
  const today = todayOf();
  const days = { first: search.fromDate || addDays(search.toDate || today, 1 - shownDays), last: search.toDate || today };
  const named = (list: readonly { id: string; name: string }[] = []) => list.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FilterBar>
      <DayRange from={say('fromDate')} to={say('toDate')} zone={getEnterpriseZone()} today={today} days={days} onChange={onChange} />
      <FilterSelect
        label={say('status')}
        all={say('allStates')}
        value={search.status}
        data={speechStates.map((value) => ({ value, label: say(`status_${value}`) }))}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label={say('stream')}
        all={say('allStreams')}
        value={search.journeyId}
        data={named(data?.streams)}
        onChange={(journeyId) => onChange({ journeyId })}
      />
      <FilterSelect
        label={say('channel')}
        all={say('allChannels')}
        value={search.channelId}
        data={named(data?.channels)}
        onChange={(channelId) => onChange({ channelId })}
      />
      <FilterSelect
        label={say('source')}
        all={say('allSources')}
        value={search.source}
        data={speechSources.map((value) => ({ value, label: say(`source_${value}`) }))}
        onChange={(source) => onChange({ source })}
      />
      <FilterSelect
        label={say('language')}
        all={say('allLanguages')}
        value={search.language}
        data={(data?.languages ?? []).map((value) => ({ value, label: formatLanguage(value) }))}
        onChange={(language) => onChange({ language })}
      />
      <NumberInput
        label={say('below')}
        placeholder={say('anyConfidence')}
        min={0}
        max={100}
        allowDecimal={false}
        suffix=" %"
        value={search.below === 0 ? '' : search.below}
        onChange={(value) => onChange({ below: typeof value === 'number' ? value : 0 })}
      />
      <SearchBox label={say('contains')} placeholder="" value={search.text} onSearch={(text) => onChange({ text })} maxLength={200} />
      <ScreenFilters
        screen="speechReport"
        search={search}
        empty={noSpeechSearch}
        onApply={(saved) => onChange(saved as Partial<SpeechSearch>)}
      />
      <Switch label={say('sandbox')} checked={search.sandbox} onChange={(event) => onChange({ sandbox: event.currentTarget.checked })} />
    </FilterBar>
  );
}
