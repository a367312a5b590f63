import { Table } from '@mantine/core';
import type { ScenarioDepartment } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { chatScenarioWords } from '../../../locales/chat-scenario.ts';
import { showFigure, shownFigures } from './show-scenario.ts';
import classes from './what-if.module.css';

export type Column = { id: string; name: string; now: NonNullable<ScenarioDepartment['now']> };
type Props = { title: string; was: ScenarioDepartment['was']; columns: readonly Column[] };

/** All figures of several scenarios, beside what happened. */
export function FigureTable({ title, was, columns }: Props) {
  const say = useWords(chatScenarioWords.scenario);
  const label = say('comparisonOf', { name: title, interpolation: { escapeValue: false } });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways is reached by the keyboard
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{say('figure')}</Table.Th>
            <Table.Th scope="col">{say('asItWas')}</Table.Th>
            {columns.map(({ id, name }) => (
              <Table.Th key={id} scope="col">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shownFigures.map((figure) => (
            <Table.Tr key={figure}>
              <Table.Th scope="row">{say(`figure_${figure}`)}</Table.Th>
              <Table.Td>{showFigure(figure, was[figure])}</Table.Td>
              {columns.map(({ id, now }) => (
                <Table.Td key={id}>{showFigure(figure, now.figures[figure].value)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
