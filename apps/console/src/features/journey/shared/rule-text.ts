import { type JourneyRule, type JourneySchedule, watchedFields } from '@parley/contract';
import { useTranslation } from 'react-i18next';
import { formatClock, formatDay } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { nameWeekday } from './weekday.ts';

type Rule = Pick<JourneyRule, 'kind' | 'word' | 'about' | 'settings'>;

/** Returns the function that describes a rule in words. */
export function useRuleText(): (rule: Rule) => string {
  const say = useWords(journeyWords.common);
  const { i18n } = useTranslation();
  const sayWhen = ({ repeat, time, timeZone, date = '', weekdays = [], day = 1 }: JourneySchedule, about: string) => {
    const days = weekdays.map((one) => nameWeekday(one, i18n.language, 'short')).join(', ');
    const clock = timeZone === '' ? formatClock(time) : `${formatClock(time)} (${timeZone})`;
    return say(`rule_${repeat}`, { about: about || say('audienceGone'), time: clock, date: formatDay(date), days, day });
  };
  return ({ kind, word, about: told, settings: { change, value = '', schedule } }) => {
    const field = watchedFields.find((one) => kind === 'attribute' && one === word);
    const about = field ? say(`field_${field}`) : told;
    if (kind === 'schedule') return schedule ? sayWhen(schedule, about) : '';
    if ((kind === 'campaign' || kind === 'attribute') && about === '') return say(`ruleHidden_${kind}`);
    if (kind === 'attribute' && (change === 'became' || change === 'emptied')) return say(`rule_${change}`, { about, value });
    return say(`rule_${kind}`, { word, about });
  };
}
