import { Alert, Anchor, Text } from '@mantine/core';
import { type ScenarioDepartment, type ScenarioFull, type ScenarioReasonTold, screens } from '@parley/contract';
import { IconHelpCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../../components/panel.tsx';
import { formatInstant, formatNumber, formatShare } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatScenarioWords } from '../../../locales/chat-scenario.ts';
import { useCan } from '../../account/shared/me.ts';
import { FigureCards } from './figure-cards.tsx';
import { FigureTable } from './figure-table.tsx';
import { HourChart } from './hour-chart.tsx';
import { nameOf, type ScenarioSay, showFigure } from './show-scenario.ts';
import { StaffingTable } from './staffing-table.tsx';
import classes from './what-if.module.css';

const showReason = ({ code, count, figure, was, replayed }: ScenarioReasonTold, say: ScenarioSay): string =>
  code === 'notMet' && figure !== null
    ? say('reason_notMet', { figure: say(`figure_${figure}`), was: showFigure(figure, was), replayed: showFigure(figure, replayed) })
    : say(`reason_${code}`, { count, number: formatNumber(count) });

/** The shown share is never less than what was measured. */
const leastShown = 0.01;

type Props = { department: ScenarioDepartment /** The chosen one first, then those beside it */; scenarios: readonly ScenarioFull[] };

/** Figures of a department beside what happened, or why nothing is told of it. */
export function DepartmentResult({ department, scenarios }: Props) {
  const say = useWords(chatScenarioWords.scenario);
  const mayRead = useCan(screens.chatHistory.permissions);
  const { departmentId, reasons, now, deviation } = department;
  const title = nameOf(departmentId, new Map([[departmentId, department.name]]), say);
  if (!now)
    return (
      <Panel title={title}>
        <Alert color="orange" variant="light" icon={<IconHelpCircle size={18} aria-hidden />} title={say('cannotTell')}>
          <ul className={classes.changes}>
            {reasons.map((reason) => (
              <li key={`${reason.code} ${reason.figure}`}>{showReason(reason, say)}</li>
            ))}
          </ul>
        </Alert>
      </Panel>
    );
  const columns = scenarios.flatMap(({ id, name, departments }) => {
    const own = departments.find((one) => one.departmentId === departmentId);
    return own?.now ? [{ id, name, now: own.now }] : [];
  });
  return (
    <Panel title={title} text={say('metWithin', { share: formatShare(Math.max(leastShown, deviation)), count: scenarios[0]?.runs ?? 0 })}>
      <div className={classes.result}>
        <FigureCards was={department.was} now={now} />
        {columns.length > 1 ? <FigureTable title={title} was={department.was} columns={columns} /> : null}
        <HourChart title={title} was={department.was} columns={columns} />
        <StaffingTable title={title} staffing={now.staffing} />
        {now.saved.length > 0 ? (
          <section aria-label={say('savedOf', { name: title, interpolation: { escapeValue: false } })}>
            <Text fw={600} size="sm">
              {say('saved', { count: now.saved.length })}
            </Text>
            <ul className={classes.saved}>
              {now.saved.map(({ chatId, chatNumber, at }) => (
                <li key={chatId}>
                  {mayRead ? (
                    <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/chat/history/$chatId" params={{ chatId }} />}>
                      {chatNumber || say('chat')}
                    </Anchor>
                  ) : (
                    chatNumber || say('chat')
                  )}
                  <Text component="span" size="xs" c="dimmed">
                    {formatInstant(at, 'day')}
                  </Text>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </Panel>
  );
}
