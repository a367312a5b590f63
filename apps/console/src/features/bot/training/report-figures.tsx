import type { TrainingReport } from '@parley/contract';
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatBytes, formatNumber, formatShare } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './training.module.css';

const passedOf = ({ tests }: TrainingReport) => tests.filter(({ isPassed }) => isPassed).length;

/** The figures of a report, each beside the one before it where there is one. */
export function ReportFigures({ report, before }: { report: TrainingReport; before: TrainingReport | undefined }) {
  const say = useWords(botWords.training);
  const beforeValue = (value: string | number | undefined) => (value === undefined ? null : say('before', { value }));
  const hasPhrases = report.phraseCount > 0;
  return (
    <dl className={classes.figures}>
      {hasPhrases ? (
        <>
          <Figure name={say('accuracy')} value={formatShare(report.accuracy)}>
            {before && before.phraseCount > 0 ? (
              <Change now={report.accuracy} before={before.accuracy} />
            ) : (
              say('accuracyHint', { count: report.foldCount })
            )}
          </Figure>
          <Figure name={say('kept')} value={formatShare(1 - report.falseRejection)}>
            {before && before.phraseCount > 0 ? (
              <Change now={1 - report.falseRejection} before={1 - before.falseRejection} />
            ) : (
              say('keptHint', { threshold: formatNumber(report.threshold, 2) })
            )}
          </Figure>
        </>
      ) : null}
      {report.tests.length > 0 ? (
        <Figure name={say('tests')} value={`${passedOf(report)} / ${report.tests.length}`}>
          {before && before.tests.length > 0 ? beforeValue(`${passedOf(before)} / ${before.tests.length}`) : null}
        </Figure>
      ) : null}
      {hasPhrases ? (
        <>
          <Figure name={say('phrases')} value={report.phraseCount}>
            {beforeValue(before?.phraseCount)}
          </Figure>
          <Figure name={say('intents')} value={report.intentCount}>
            {beforeValue(before?.intentCount)}
          </Figure>
        </>
      ) : null}
      {report.passageCount > 0 ? (
        <Figure name={say('passages')} value={report.passageCount}>
          {beforeValue(before?.passageCount)}
        </Figure>
      ) : null}
      <Figure name={say('size')} value={formatBytes(report.modelBytes)}>
        {beforeValue(before && formatBytes(before.modelBytes))}
      </Figure>
      <Figure name={say('took')} value={say('seconds', { seconds: formatNumber(report.tookMs / 1000, 1) })}>
        {beforeValue(before && say('seconds', { seconds: formatNumber(before.tookMs / 1000, 1) }))}
      </Figure>
    </dl>
  );
}

function Figure({ name, value, children }: { name: string; value: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.figure}>
      <dt>{name}</dt>
      <dd>{value}</dd>
      {children ? <dd>{children}</dd> : null}
    </div>
  );
}

/** Better, worse or the same, in percentage points. */
function Change({ now, before }: { now: number; before: number }) {
  const say = useWords(botWords.training);
  const points = Math.round((now - before) * 1000) / 10;
  const Icon = points > 0 ? IconArrowUpRight : points < 0 ? IconArrowDownRight : IconEqual;
  return (
    <>
      <Icon size={14} aria-hidden />
      {points === 0 ? say('same') : say(points > 0 ? 'better' : 'worse', { points: formatNumber(Math.abs(points), 1) })}
    </>
  );
}
