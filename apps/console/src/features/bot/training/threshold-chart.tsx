import { Button, Group, Slider, Text } from '@mantine/core';
import { builderPermissions, type TrainingReport, thresholdInEffect } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { MultiBarChart } from '../../../components/chart.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber, formatShare } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { botQuery } from '../shared/bot.queries.ts';
import { judgeThreshold, stepOfThreshold, toEdge, toShares } from './report-rules.ts';
import classes from './training.module.css';
import { useApplyThreshold } from './training.queries.ts';

export type ThresholdChartProps = { botId: string; report: Pick<TrainingReport, 'histogram' | 'threshold' | 'outsiderCount'> };

/** The confidence of the bot for its own phrases and for outsiders, and the effect of a threshold on both. */
export function ThresholdChart({ botId, report }: ThresholdChartProps) {
  const say = useWords(botWords.training);
  const id = useId();
  const [threshold, setThreshold] = useState(() => toEdge(report.threshold));
  const { kept, letThrough } = judgeThreshold(report.histogram, threshold);
  const share = (ratio: number | undefined) => (ratio === undefined ? say('noShare') : formatShare(ratio));
  const hasOutsiders = report.outsiderCount > 0;
  return (
    <Panel title={say('confidence')} text={hasOutsiders ? say('outsidersHint', { count: report.outsiderCount }) : undefined}>
      <MultiBarChart
        title={say('histogram')}
        note={say('confidenceNote')}
        labelHeader={say('confidenceFrom')}
        labelInterval={3}
        points={toShares(report.histogram).map(({ from, inScope, outOfScope }) => ({ label: formatNumber(from, 2), inScope, outOfScope }))}
        series={[
          { key: 'inScope', label: say('inScope'), color: 'brand.6' },
          ...(hasOutsiders ? [{ key: 'outOfScope', label: say('outsiders'), color: 'orange.6' }] : []),
        ]}
      />
      <div>
        <Text size="sm" fw={550} id={`${id}-label`} mb={6}>
          {say('threshold')}: <span className="tabular">{formatNumber(threshold, 2)}</span>
        </Text>
        <Slider
          min={0}
          max={1}
          step={stepOfThreshold}
          label={(value) => formatNumber(value, 2)}
          value={threshold}
          onChange={setThreshold}
          thumbProps={{ 'aria-labelledby': `${id}-label` }}
        />
      </div>
      <output className={classes.verdict}>
        <span>{say('thresholdKept', { share: share(kept) })}</span>
        {hasOutsiders ? <span>{say('thresholdThrough', { share: share(letThrough) })}</span> : null}
        <span className={classes.quiet}>{say('thresholdNow', { threshold: formatNumber(report.threshold, 2) })}</span>
      </output>
      <ApplyThreshold botId={botId} threshold={threshold} />
    </Panel>
  );
}

/** Puts the tried threshold into the configuration. SVM goes by its own, so there is none to choose. */
function ApplyThreshold({ botId, threshold }: { botId: string; threshold: number }) {
  const say = useWords(botWords.training);
  const config = useQuery(botQuery(botId)).data?.config;
  const apply = useApplyThreshold(botId);
  if (!config) return null;
  if (config.modelType === 'SVM') return <Text size="xs">{say('thresholdOfModel')}</Text>;
  const isStored = Math.abs(thresholdInEffect(config.confidenceThreshold) - threshold) < 1e-9;
  return (
    <May any={builderPermissions}>
      <Group gap="sm">
        <Button
          size="xs"
          variant="default"
          disabled={isStored}
          loading={apply.isPending}
          onClick={() =>
            apply.mutate(Math.round(threshold * 100) / 100, {
              onSuccess: () => showToast('success', say('thresholdApplied', { threshold: formatNumber(threshold, 2) })),
            })
          }
        >
          {say('applyThreshold')}
        </Button>
        {isStored ? (
          <Text size="xs" c="dimmed">
            {say('thresholdStored')}
          </Text>
        ) : null}
      </Group>
    </May>
  );
}
