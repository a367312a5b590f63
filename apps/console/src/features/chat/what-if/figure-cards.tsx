import { Text } from '@mantine/core';
import type { ScenarioDepartment, ScenarioFigure } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { chatScenarioWords } from '../../../locales/chat-scenario.ts';
import { cardFigures, showFigure } from './show-scenario.ts';
import classes from './what-if.module.css';

type Props = { was: ScenarioDepartment['was']; now: NonNullable<ScenarioDepartment['now']> };

/** The figures that matter most, each beside what happened. */
export function FigureCards({ was, now }: Props) {
  const say = useWords(chatScenarioWords.scenario);
  return (
    <dl className={classes.cards}>
      {cardFigures.map((figure) => {
        const { value, low, high } = now.figures[figure];
        const [from, to] = [showFigure(figure, low), showFigure(figure, high)];
        return (
          <div key={figure} className={classes.card}>
            <dt>{say(`figure_${figure}`)}</dt>
            <dd>
              <span className={classes.value} data-change={changeOf(figure, was[figure], value)}>
                {showFigure(figure, value)}
              </span>
              <Text component="span" size="xs" c="dimmed" display="block">
                {say('wasBefore', { value: showFigure(figure, was[figure]) })}
              </Text>
              <Text component="span" size="xs" c="dimmed" display="block">
                {from === to ? say('sameInAll') : say('band', { from, to })}
              </Text>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Less of each of these is for the better, but of the load, of which nobody can say so. */
function changeOf(figure: ScenarioFigure, was: number | null, now: number | null): 'better' | 'worse' | undefined {
  if (figure === 'load' || was === null || now === null || showFigure(figure, was) === showFigure(figure, now)) return undefined;
  return now < was ? 'better' : 'worse';
}
