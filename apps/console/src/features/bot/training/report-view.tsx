import type { TrainingReport } from '@parley/contract';
import { LineChart } from '../../../components/chart.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { ConfusionList } from './confusion-list.tsx';
import { IntentTable } from './intent-table.tsx';
import { IssueList } from './issue-list.tsx';
import { SuspectList } from './suspect-list.tsx';
import { TestResults } from './test-results.tsx';
import { ThresholdChart } from './threshold-chart.tsx';
import classes from './training.module.css';

export type ReportViewProps = { botId: string; report: TrainingReport; before: TrainingReport | undefined };

/** Findings of a training, part by part. A bot without phrases has no figures of phrases. */
export function ReportView({ botId, report, before }: ReportViewProps) {
  const say = useWords(botWords.training);
  return (
    <>
      {report.phraseCount > 0 ? (
        <>
          <div className={classes.pair}>
            <Panel title={say('confusions')} text={say('confusionsHint')}>
              <ConfusionList botId={botId} confusions={report.confusions} />
            </Panel>
            <Panel title={say('suspects')} text={say('suspectsHint')}>
              <SuspectList botId={botId} suspects={report.suspects} />
            </Panel>
          </div>
          <Panel title={say('perIntent')} text={say('perIntentHint')}>
            <IntentTable botId={botId} rows={report.intents} />
          </Panel>
          <div className={classes.pair}>
            <ThresholdChart botId={botId} report={report} />
            {report.learningCurve.length > 0 ? (
              <Panel title={say('curve')}>
                <LineChart
                  title={say('accuracy')}
                  note={say('curveNote')}
                  labelHeader={say('curveLabel')}
                  points={report.learningCurve.map(({ phraseCount, accuracy }) => ({
                    label: formatNumber(phraseCount),
                    accuracy: Math.round(accuracy * 1000) / 10,
                  }))}
                  series={[{ key: 'accuracy', label: say('accuracy'), color: 'brand.6' }]}
                />
              </Panel>
            ) : null}
          </div>
        </>
      ) : null}
      <div className={classes.pair}>
        <TestResults report={report} before={before} />
        <Panel title={say('issues')}>
          <IssueList botId={botId} issues={report.issues} />
        </Panel>
      </div>
    </>
  );
}
