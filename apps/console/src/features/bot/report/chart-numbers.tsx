import { Collapse, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './report.module.css';

type Point = { label: string; date: string; [key: string]: string | number };
export type ChartNumbersProps = {
  title: string;
  points: readonly Point[];
  series: readonly { key: string; label: string }[];
  onOpen: (date: string, key: string) => void;
};

/** The numbers of a chart as a table that folds; each number opens its rows. */
export function ChartNumbers({ title, points, series, onOpen }: ChartNumbersProps) {
  const say = useWords(botWords.report);
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <UnstyledButton className={classes.fold} aria-expanded={isOpen} onClick={toggle}>
        <IconChevronDown size={14} aria-hidden data-open={isOpen || undefined} />
        {say(isOpen ? 'hideNumbers' : 'showNumbers')}
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        {isOpen ? (
          <div className={classes.numbers}>
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
                {points.map((point) => (
                  <tr key={point.date}>
                    <th scope="row">{point.label}</th>
                    {series.map(({ key, label }) => (
                      <td key={key}>
                        {point[key] === 0 ? (
                          '0'
                        ) : (
                          <UnstyledButton
                            className={classes.number}
                            aria-label={say('openNumber', { series: label, day: point.label, count: formatNumber(Number(point[key])) })}
                            onClick={() => onOpen(point.date, key)}
                          >
                            {formatNumber(Number(point[key]))}
                          </UnstyledButton>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : null}
      </Collapse>
    </>
  );
}
