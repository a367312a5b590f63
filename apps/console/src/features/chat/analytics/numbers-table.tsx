import { Collapse, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AnalyticsMeasure, AnalyticsReport } from '@parley/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { formatDay } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../locales/chat-analytics.ts';
import { NumberButton } from '../shared/figures/number-button.tsx';
import { countOf, showValue, type Unit } from '../shared/figures/show-figure.ts';
import classes from './analytics.module.css';
import type { OpenRows } from './analytics.search.ts';

type Props = {
  title: string;
  days: AnalyticsReport['days'];
  series: readonly { key: AnalyticsMeasure; label: string }[];
  unit: Unit;
  onOpen: OpenRows;
};

/** The numbers of a chart as a table that folds; each one opens its chats, by the keyboard too. */
export function NumbersTable({ title, days, series, unit, onOpen }: Props) {
  const say = useWords(chatAnalyticsWords.analytics);
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <UnstyledButton className={classes.fold} aria-expanded={isOpen} onClick={toggle}>
        <IconChevronDown size={14} aria-hidden data-open={isOpen || undefined} />
        {say(isOpen ? 'hideNumbers' : 'showNumbers')}
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        {isOpen ? (
          <section className={classes.numbers} aria-label={say('numbersOf', { title })}>
            <table aria-label={say('numbersOf', { title })}>
              <thead>
                <tr>
                  <th scope="col">{say('day')}</th>
                  {series.map(({ key, label }) => (
                    <th key={key} scope="col">
                      {label}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days.map(({ day, figures }) => (
                  <tr key={day}>
                    <th scope="row">{formatDay(day)}</th>
                    {series.map(({ key, label }) => (
                      <td key={key}>
                        <NumberButton
                          count={countOf(figures, key)}
                          what={`${label}, ${formatDay(day)}`}
                          shown={showValue(unit, figures[key]?.value)}
                          onOpen={() => onOpen(key, { ofDay: day })}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ) : null}
      </Collapse>
    </>
  );
}
