import { ActionIcon, Button, MultiSelect, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type Audience, audienceResults } from '@parley/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import classes from '../broadcast.module.css';
import { activityQuery, ranActivitiesQuery } from '../campaign.queries.ts';
import plan from './plan.module.css';

type Option = { value: string; label: string };
const searchDelayMs = 300;

/** Iterations that have run: those found by the name of their campaign, and those that are chosen already. */
function useRanActivities(chosen: readonly string[]) {
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search, searchDelayMs);
  const found = useQuery(ranActivitiesQuery(typed));
  const listed = (found.data ?? []).map(({ id, campaignName, number }) => ({ value: id, label: `${campaignName} #${number}` }));
  const missing = found.data ? chosen.filter((id) => id !== '' && !listed.some(({ value }) => value === id)) : [];
  const read = useQueries({ queries: missing.map((id) => ({ ...activityQuery(id), refetchInterval: false as const, retry: false })) });
  const others = read.map(({ data }, index): Option => {
    const id = missing[index] ?? '';
    return { value: id, label: data ? `${data.campaignName} #${data.number}` : id };
  });
  return { options: [...others, ...listed], setSearch };
}

type ActivitiesSelectProps = {
  label: string;
  value: string[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
};

/** Several iterations. */
export function ActivitiesSelect({ value, error, onChange, ...words }: ActivitiesSelectProps) {
  const { options, setSearch } = useRanActivities(value);
  return (
    <MultiSelect
      {...words}
      searchable
      maxValues={20}
      data={options}
      value={value}
      error={error}
      filter={({ options: all }) => all}
      onSearchChange={setSearch}
      onChange={onChange}
    />
  );
}

type Results = Audience['results'];

/** People of earlier iterations by what became of them there, one line each. */
export function ResultRows({
  results,
  error,
  onChange,
}: {
  results: Results;
  error: string | undefined;
  onChange: (results: Results) => void;
}) {
  const say = useWords(campaignWords.plan);
  const sayCommon = useWords(campaignWords.common);
  // A line is an addition to the audience as soon as its iteration is chosen.
  const [hasNew, setNew] = useState(false);
  const { options, setSearch } = useRanActivities(results.map(({ activityId }) => activityId));
  const lines = hasNew ? [...results, { activityId: '', result: 'not_delivered' as const }] : results;
  const put = (index: number, part: Partial<Results[number]>) => {
    const next = lines.map((line, at) => (at === index ? { ...line, ...part } : line)).filter(({ activityId }) => activityId !== '');
    if (index === results.length && part.activityId) setNew(false);
    onChange(next);
  };
  return (
    <fieldset className={classes.group}>
      <legend>{say('results')}</legend>
      {lines.map(({ activityId, result }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place
        <div key={index} className={plan.row}>
          <Select
            aria-label={say('resultOf', { number: index + 1 })}
            placeholder={say('chooseIteration')}
            searchable
            data={options}
            value={activityId === '' ? null : activityId}
            filter={({ options: all }) => all}
            onSearchChange={setSearch}
            onChange={(id) => id && put(index, { activityId: id })}
          />
          <Select
            aria-label={say('resultKind', { number: index + 1 })}
            allowDeselect={false}
            data={audienceResults.map((one) => ({ value: one, label: sayCommon(`result_${one}`) }))}
            value={result}
            disabled={activityId === ''}
            onChange={(one) => put(index, { result: audienceResults.find((known) => known === one) ?? result })}
          />
          <ActionIcon
            size={34}
            aria-label={say('removeResult', { number: index + 1 })}
            onClick={() => (index < results.length ? onChange(results.filter((_line, at) => at !== index)) : setNew(false))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {error ? (
        <span role="alert" className={classes.facts}>
          {error}
        </span>
      ) : null}
      <div>
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={hasNew || results.length >= 20}
          onClick={() => setNew(true)}
        >
          {say('addResult')}
        </Button>
      </div>
    </fieldset>
  );
}
