import { Badge, Text } from '@mantine/core';
import { type JourneyTest, journeyInstanceStates, type RehearsalDifference, type RehearsalResult, type z } from '@parley/contract';
import { type Document, patternInWords } from '@parley/journey';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { exitTitleIn, useExitName } from '../shared/exit-name.ts';
import { expectationsOf } from './expectations.ts';
import classes from './stream.module.css';

type Result = z.infer<typeof RehearsalResult>;
export type Played = Result['tests'][number];
type ToName = (nodeId: string) => string;

export function PassBadge({ isPassed }: { isPassed: boolean }) {
  const say = useWords(journeyWords.tests);
  return <Badge color={isPassed ? 'green' : 'red'}>{say(isPassed ? 'passed' : 'failed')}</Badge>;
}

type FailureListProps = { played: Played; test: JourneyTest | undefined; document: Document | undefined; toNodeName: ToName };

/** Expected results that did not come, and differences from the saved record. */
export function FailureList({ played, test, document, toNodeName }: FailureListProps) {
  const say = useWords(journeyWords.tests);
  const sayMonitor = useWords(journeyWords.common);
  const wanted = expectationsOf(test?.test);
  if (played.failures.length + played.differences.length === 0) return null;
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
      {played.differences.map((difference) => (
        <li key={JSON.stringify(difference)}>
          <DifferenceLine difference={difference} document={document} toNodeName={toNodeName} />
        </li>
      ))}
    </ul>
  );
}

type DifferenceLineProps = { difference: RehearsalDifference; document: Document | undefined; toNodeName: ToName };

/** The turn, what was expected of it, and what came. */
function DifferenceLine({ difference: { turn, kind, node, name, expected, found }, document, toNodeName }: DifferenceLineProps) {
  const say = useWords(journeyWords.tests);
  const sayState = useWords(journeyWords.common);
  const toExitName = useExitName();
  const inWords = (pattern: string) =>
    patternInWords(pattern, { anyNumber: say('anyNumber'), anyDate: say('anyDate'), anyTime: say('anyTime'), anyId: say('anyId') });
  const wordsOf = (value: string | null): string => {
    switch (kind) {
      case 'exit':
        if (value === null) return say('stays', { node: toNodeName(node) });
        return say('leaves', { node: toNodeName(node), exit: toExitName(value, exitTitleIn(document, node, value)) });
      case 'node':
        return value === null ? say('goesNowhere') : say('wants_node', { node: toNodeName(value) });
      case 'text':
        return value === null ? say('nothing') : say('wants_message', { text: inWords(value) });
      case 'variable':
        return value === null || value === 'null' ? say('isEmpty', { name }) : say('wants_variable', { name, value: inWords(value) });
      case 'end': {
        const [state = '', ...outcome] = (value ?? '').split(' ');
        const known = journeyInstanceStates.find((one) => one === state);
        return say('wants_end', { state: [known ? sayState(`instance_${known}`) : state, ...outcome].join(' ') });
      }
    }
  };
  return (
    <>
      {turn > 0 ? `${say('afterTurn', { turn })}: ` : ''}
      {wordsOf(expected)}. {say('insteadOf', { found: wordsOf(found) })}
    </>
  );
}

/** Share of the stream that the saved conversations have visited, and the nodes that they missed. */
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
