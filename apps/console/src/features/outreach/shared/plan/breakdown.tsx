import { Text } from '@mantine/core';
import type { AudienceBreakdown } from '@parley/contract';
import { useTranslation } from 'react-i18next';
import { FoldedList } from '../../../../components/folded-list.tsx';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import classes from './plan.module.css';

const parts = ['excluded', 'invalid', 'duplicates', 'blocked', 'optedOut', 'capped', 'reachable'] as const;

/** What a country is called; '–' where a number tells none. */
export function nameCountry(code: string, language: string): string {
  if (code === '') return '–';
  try {
    return new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Everybody of an audience by what the gate would say of them; the parts add up to the total. */
export function Breakdown({ breakdown }: { breakdown: AudienceBreakdown }) {
  const say = useWords(campaignWords.plan);
  const { i18n } = useTranslation();
  const sum = parts.map((part) => `${say(part)} ${breakdown[part].toLocaleString()}`).join(' + ');
  return (
    <div className={classes.fields}>
      <Text size="sm">
        {say('total')} {breakdown.total.toLocaleString()} = {sum}
      </Text>
      <ul className={classes.figures} aria-label={say('figures')}>
        {(['total', ...parts] as const).map((part) => (
          <li key={part} className={classes.figure}>
            <strong>{breakdown[part].toLocaleString()}</strong>
            {say(part)}
          </li>
        ))}
      </ul>
      {breakdown.byCountry.length > 0 ? (
        <div>
          <Text size="sm" fw={550}>
            {say('byCountry')}
          </Text>
          <FoldedList
            label={say('byCountry')}
            items={breakdown.byCountry}
            first={5}
            getKey={({ country }) => country}
            render={({ country, count }) => (
              <Text size="sm">
                {nameCountry(country, i18n.language)}: {count.toLocaleString()}
              </Text>
            )}
            showAll={say('allCountries', { count: breakdown.byCountry.length })}
            showLess={say('fewer')}
          />
        </div>
      ) : null}
    </div>
  );
}
