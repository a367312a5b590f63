import { Alert, Badge, Button, Group, Progress, Text } from '@mantine/core';
import { builderPermissions, type Training, type TrainingReport } from '@parley/contract';
import { IconAlertTriangle, IconCircleCheck, IconClock, IconHelp, IconLoader2, IconPlayerStop } from '@tabler/icons-react';
import { Panel } from '../../../components/panel.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { listFailing } from './report-rules.ts';
import { FailingTest } from './test-results.tsx';
import classes from './training.module.css';
import { useDecide } from './training.queries.ts';

const looks: Record<Training['phase'], { color: string; icon: typeof IconClock }> = {
  QUEUED: { color: 'gray', icon: IconClock },
  RUNNING: { color: 'blue', icon: IconLoader2 },
  ASKING: { color: 'yellow', icon: IconHelp },
  DONE: { color: 'green', icon: IconCircleCheck },
  FAILED: { color: 'red', icon: IconAlertTriangle },
  CANCELLED: { color: 'gray', icon: IconPlayerStop },
};

export type TrainingSummaryProps = {
  botId: string;
  training: Training;
  report: TrainingReport | null;
  /** Ids of the tests that passed before. */
  passedBefore: readonly string[];
};

/** State of the last training, with its actions: stop it, or answer its question. */
export function TrainingSummary({ botId, training, report, passedBefore }: TrainingSummaryProps) {
  const say = useWords(botWords.training);
  const decide = useDecide(botId);
  const { phase, step, progress, reason, requestedBy, startedAt, finishedAt } = training;
  const { color, icon: Icon } = looks[phase];
  const isUnderWay = phase === 'QUEUED' || phase === 'RUNNING';
  const percent = Math.round(progress * 100);
  const stepWords = phase === 'QUEUED' ? say('phase_QUEUED') : say(`step_${step}`);

  const handleDecide = (isAccepted: boolean, said: string) =>
    decide.mutate({ trainingId: training.id, isAccepted }, { onSuccess: () => showToast('success', said) });

  return (
    <Panel
      title={say('lastTraining')}
      actions={
        isUnderWay ? (
          <May any={builderPermissions}>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlayerStop size={15} />}
              loading={decide.isPending}
              onClick={() => handleDecide(false, say('stopped'))}
            >
              {say('stop')}
            </Button>
          </May>
        ) : null
      }
    >
      <div className={classes.facts}>
        <Badge color={color} leftSection={<Icon size={12} aria-hidden />} data-phase={phase}>
          {say(`phase_${phase}`)}
        </Badge>
        <span>{requestedBy ? say('by', { name: requestedBy }) : say('byItself')}</span>
        <time dateTime={startedAt}>{say('started', { time: formatReportDate(startedAt) })}</time>
        {finishedAt ? <time dateTime={finishedAt}>{say('finished', { time: formatReportDate(finishedAt) })}</time> : null}
      </div>
      {isUnderWay ? (
        <div className={classes.running}>
          <div className={classes.runningWords}>
            <span>{stepWords}</span>
            <span className="tabular">{percent} %</span>
          </div>
          <Progress value={Math.max(percent, 2)} animated aria-label={stepWords} />
        </div>
      ) : null}
      {reason && phase !== 'ASKING' ? (
        <Text size="sm" c={phase === 'FAILED' ? 'red' : 'dimmed'} role={phase === 'FAILED' ? 'alert' : undefined}>
          {reason}
        </Text>
      ) : null}
      {phase === 'ASKING' ? (
        <>
          <Alert color="yellow" role="status">
            {botWords.trainingTexts('asks')}
          </Alert>
          <div className={classes.group}>
            <h3 className={classes.groupTitle}>{say('failing')}</h3>
            {listFailing(report?.tests ?? [], passedBefore).map(({ test, isNew }) => (
              <FailingTest key={test.testId} test={test} isNew={isNew} />
            ))}
          </div>
          <May any={builderPermissions}>
            <Group gap="xs">
              <Button loading={decide.isPending} onClick={() => handleDecide(true, say('decided_true'))}>
                {say('takeOver')}
              </Button>
              <Button variant="default" disabled={decide.isPending} onClick={() => handleDecide(false, say('decided_false'))}>
                {say('keepBefore')}
              </Button>
            </Group>
          </May>
        </>
      ) : null}
    </Panel>
  );
}
