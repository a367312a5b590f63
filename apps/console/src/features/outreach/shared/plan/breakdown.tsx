import { Text } from '@mantine/core';
import type { AudienceBreakdown } from '@parley/contract';
import { useTranslation } from 'react-i18next';
import { FoldedList } from '../../../../components/folded-list.tsx';
import { formatCountry, formatNumber } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import classes from './plan.module.css';

const parts = ['excluded', 'invalid', 'duplicates', 'blocked', 'optedOut', 'missing', 'capped', 'reachable'] as const;

/** Returns the name of a country; '–' if a number tells none. */
export const nameCountry = (code: string, language: string): string => (code === '' ? '–' : formatCountry(code, language));

/** Everybody of an audience by what the gate would say of them; the parts add up to the total. Values are asked for once there is a message. */
export function Breakdown({ breakdown }: { breakdown: AudienceBreakdown }) {
  const say = useWords(campaignWords.plan);
  const { i18n } = useTranslation();
  const figures = parts.flatMap((part) => {
    const count = breakdown[part];
    return count === undefined ? [] : [{ part, count }];
  });
  const sum = figures.map(({ part, count }) => `${say(part)} ${formatNumber(count)}`).join(' + ');
  return (
    <div className={classes.fields}>
      <Text size="sm">
        {say('total')} {formatNumber(breakdown.total)} = {sum}
      </Text>
      <ul className={classes.figures} aria-label={say('figures')}>
        {[{ part: 'total' as const, count: breakdown.total }, ...figures].map(({ part, count }) => (
          <li key={part} className={classes.figure}>
            <strong>{formatNumber(count)}</strong>
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
                {nameCountry(country, i18n.language)}: {formatNumber(count)}
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
