import { Badge, Text } from '@mantine/core';
import { type TestResult, type TrainingReport, testOutOfScope } from '@parley/contract';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { listFailing, listPassed } from './report-rules.ts';
import classes from './training.module.css';

/** Passed or failed, by word and sign. */
export function TestBadge({ isPassed }: { isPassed: boolean }) {
  const say = useWords(botWords.training);
  const Icon = isPassed ? IconCircleCheck : IconCircleX;
  return (
    <Badge size="sm" color={isPassed ? 'green' : 'red'} leftSection={<Icon size={12} aria-hidden />}>
      {say(isPassed ? 'passed' : 'failed')}
    </Badge>
  );
}

/** Expected and actual result of a line. */
export function WantedGot({ turn: { wanted, got, confidence } }: { turn: TestResult['turns'][number] }) {
  const say = useWords(botWords.training);
  const nameOf = (intent: string) => (intent === testOutOfScope ? say('outOfScope') : intent || say('nothing'));
  return <>{say('wantedGot', { wanted: nameOf(wanted), got: nameOf(got), confidence: formatNumber(confidence, 2) })}</>;
}

/** A test that failed, with the lines that did not come out as wanted. */
export function FailingTest({ test, isNew }: { test: TestResult; isNew: boolean }) {
  const say = useWords(botWords.training);
  return (
    <div className={classes.row}>
      <TestBadge isPassed={false} />
      <strong>{test.name}</strong>
      {isNew ? (
        <Badge size="sm" color="yellow">
          {say('passedBefore')}
        </Badge>
      ) : null}
      {test.turns
        .filter(({ isPassed }) => !isPassed)
        .map((turn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be said twice
          <Text key={index} size="xs" c="dimmed" w="100%">
            “{turn.say}” – <WantedGot turn={turn} />
          </Text>
        ))}
    </div>
  );
}

/** Results of the saved tests. */
export function TestResults({ report, before }: { report: TrainingReport; before: TrainingReport | undefined }) {
  const say = useWords(botWords.training);
  const { tests } = report;
  const failing = listFailing(tests, listPassed(before?.tests ?? []));
  return (
    <Panel
      title={say('testResults')}
      text={tests.length === 0 ? say('noTestResults') : say('testsSummary', { passed: tests.length - failing.length, total: tests.length })}
    >
      {failing.map(({ test, isNew }) => (
        <FailingTest key={test.testId} test={test} isNew={isNew} />
      ))}
    </Panel>
  );
}
