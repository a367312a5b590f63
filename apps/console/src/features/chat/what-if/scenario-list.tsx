import { Badge, Progress, Text } from '@mantine/core';
import type { ScenarioSummary } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { formatDay, formatInstant } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatScenarioWords } from '../../../locales/chat-scenario.ts';
import { isUnderWay } from './scenario.queries.ts';
import classes from './what-if.module.css';

const colours = { waiting: 'gray', running: 'blue', done: 'teal', cannotTell: 'orange', failed: 'red' } as const;

type Props = { scenarios: readonly ScenarioSummary[]; chosenId: string };

/** Scenarios, the newest first; each opens beside the list. */
export function ScenarioList({ scenarios, chosenId }: Props) {
  const say = useWords(chatScenarioWords.scenario);
  return (
    <nav aria-label={say('scenarios')}>
      <ul className={classes.list}>
        {scenarios.map((scenario) => (
          <li key={scenario.id}>
            <Link
              to="."
              search={(before: Record<string, unknown>) => ({ ...before, scenario: scenario.id, beside: [] }) as never}
              className={classes.item}
              aria-current={scenario.id === chosenId ? 'true' : undefined}
            >
              <span className={classes.itemHead}>
                <span className={classes.itemName}>{scenario.name}</span>
                <Badge size="sm" variant="light" color={colours[scenario.state]}>
                  {say(`state_${scenario.state}`)}
                </Badge>
              </span>
              <Text component="span" size="xs" c="dimmed">
                {say('rangeOf', { from: formatDay(scenario.fromDate), to: formatDay(scenario.toDate) })}
              </Text>
              <Text component="span" size="xs" c="dimmed">
                {say('by', {
                  name: scenario.createdBy,
                  time: formatInstant(scenario.createdAt, 'day'),
                  interpolation: { escapeValue: false },
                })}
              </Text>
              {isUnderWay(scenario.state) ? (
                <Progress size="xs" aria-label={say('progress')} value={scenario.of > 0 ? (100 * scenario.done) / scenario.of : 0} />
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
