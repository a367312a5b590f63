import { Table, Text } from '@mantine/core';
import type { ScenarioDepartment } from '@parley/contract';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatScenarioWords } from '../../../locales/chat-scenario.ts';
import { cardFigures, showFigure } from './show-scenario.ts';
import classes from './what-if.module.css';

type Props = { title: string; staffing: NonNullable<ScenarioDepartment['now']>['staffing'] };

/** Figures with agents more or fewer, whenever somebody of the department is online. */
export function StaffingTable({ title, staffing }: Props) {
  const say = useWords(chatScenarioWords.scenario);
  const label = say('staffingOf', { name: title, interpolation: { escapeValue: false } });
  return (
    <div>
      <Text fw={600} size="sm">
        {say('staffing')}
      </Text>
      <Text size="xs" c="dimmed">
        {say('staffingText')}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls sideways is reached by the keyboard */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <Table aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{say('agents')}</Table.Th>
              {cardFigures.map((figure) => (
                <Table.Th key={figure} scope="col">
                  {say(`figure_${figure}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {staffing.map(({ agents, figures }) => (
              <Table.Tr key={agents} data-plain={agents === 0 || undefined}>
                <Table.Th scope="row">
                  {agents === 0 ? say('sameAgents') : `${agents > 0 ? '+' : '−'}${formatNumber(Math.abs(agents))}`}
                </Table.Th>
                {cardFigures.map((figure) => (
                  <Table.Td key={figure}>{showFigure(figure, figures[figure].value)}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </div>
  );
}
