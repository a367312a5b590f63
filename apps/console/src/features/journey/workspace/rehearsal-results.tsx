import { Badge, Text } from '@mantine/core';
import type { JourneyTest, RehearsalResult, z } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { expectationsOf } from './expectations.ts';
import classes from './workspace.module.css';

type Result = z.infer<typeof RehearsalResult>;
export type Played = Result['tests'][number];
type ToName = (nodeId: string) => string;

export function PassBadge({ isPassed }: { isPassed: boolean }) {
  const say = useWords(journeyWords.tests);
  return <Badge color={isPassed ? 'green' : 'red'}>{say(isPassed ? 'passed' : 'failed')}</Badge>;
}

/** What was expected and did not come. */
export function FailureList({ played, test, toNodeName }: { played: Played; test: JourneyTest | undefined; toNodeName: ToName }) {
  const say = useWords(journeyWords.tests);
  const sayMonitor = useWords(journeyWords.common);
  const wanted = expectationsOf(test?.test);
  if (played.failures.length === 0) return null;
  return (
    <ul className={classes.failures}>
      {played.failures.map(({ expectation, found }) => {
        const want = wanted[expectation];
        const words = want
          ? say(`wants_${want.kind}`, {
              text: want.text,
              name: want.name,
              value: want.value,
              node: toNodeName(want.node),
              state: want.state === '' ? '' : sayMonitor(`instance_${want.state}`),
            })
          : say('expectation', { number: expectation + 1 });
        return (
          <li key={`${expectation} ${found}`}>
            {want && want.after > 0 ? `${say('afterTurn', { turn: want.after })}: ` : ''}
            {words}. {say('insteadOf', { found: found === '' ? say('nothing') : found })}
          </li>
        );
      })}
    </ul>
  );
}

/** How much of the stream the saved conversations have been to, and what they have not. */
export function CoverageNote({ coverage, toNodeName }: { coverage: Result['coverage']; toNodeName: ToName }) {
  const say = useWords(journeyWords.tests);
  const missed = coverage.missed.filter((key) => !key.includes(' ')).map(toNodeName);
  return (
    <Text size="sm" c="dimmed">
      {say('coverage', {
        nodes: coverage.nodesCovered,
        allNodes: coverage.nodes,
        exits: coverage.exitsCovered,
        allExits: coverage.exits,
      })}
      {missed.length > 0 ? ` ${say('untested', { names: missed.join(', ') })}` : ''}
    </Text>
  );
}
