import { Text } from '@mantine/core';
import type { LateChanges } from '@parley/contract';
import { formatNumber } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../../locales/chat-analytics.ts';
import { NumberButton } from '../../shared/figures/number-button.tsx';
import { showValue } from '../../shared/figures/show-figure.ts';
import type { AnalyticsSearch } from '../analytics.search.ts';
import { showChange } from '../show-change.ts';
import classes from './late-changes.module.css';
import { type FigureName, nameFigure } from './name-figure.ts';

type Props = { found: LateChanges; onOpen: (of: AnalyticsSearch['lateOf']) => void };

/** Figures that are another now, and the reasons, each with the chats that it is of. */
export function LateFigures({ found, onOpen }: Props) {
  const say = useWords(chatAnalyticsWords.analytics);
  return (
    <>
      {found.figures.length === 0 ? <Text c="dimmed">{say('lateSame')}</Text> : <Figures found={found} onOpen={onOpen} />}
      <section aria-label={say('lateCauses')}>
        <Text component="h3" fw={620} mb="xs">
          {say('lateCauses')}
        </Text>
        <ul className={classes.causes}>
          {found.causes.map(({ cause, chats }) => (
            <li key={cause}>
              {say(`cause_${cause}`)}{' '}
              <NumberButton count={chats} what={say(`cause_${cause}`)} shown={formatNumber(chats)} onOpen={() => onOpen(cause)} />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Figures({ found, onOpen }: Props) {
  const say = useWords(chatAnalyticsWords.analytics);
  return (
    <div className={classes.scroll}>
      <table className={classes.figures} aria-label={say('lateFigures')}>
        <thead>
          <tr>
            <th scope="col">{say('lateFigure')}</th>
            <th scope="col">{say('lateWas')}</th>
            <th scope="col">{say('lateIs')}</th>
            <th scope="col">{say('lateChange')}</th>
            <th scope="col">{say('lateMade')}</th>
          </tr>
        </thead>
        <tbody>
          {found.figures.map(({ measure, unit, was, is, chats }) => {
            const name = measure.slice('chat.'.length) as FigureName;
            const title = nameFigure(say, name);
            return (
              <tr key={measure}>
                <th scope="row">{title}</th>
                <td>{showValue(unit, was.value)}</td>
                <td>{showValue(unit, is.value)}</td>
                <td>{was.value === null || is.value === null ? '–' : showChange(unit, is.value - was.value)}</td>
                <td>
                  <NumberButton count={chats} what={title} shown={formatNumber(chats)} onOpen={() => onOpen(measure)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
