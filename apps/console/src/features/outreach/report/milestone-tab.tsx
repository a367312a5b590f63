import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import type { CampaignMilestoneReport, MilestoneMeasure } from '@parley/contract';
import { IconFlag, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MileStoneChart } from '../../../components/chart.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { DayFilter } from '../shared/day-filter.tsx';
import { FigureButton } from './figure-button.tsx';
import classes from './milestone.module.css';
import { milestoneReportQuery, milestonesQuery } from './milestone.queries.ts';
import { AddMilestone } from './milestone-dialogs.tsx';
import { MilestonePeople } from './milestone-people.tsx';
import { MilestoneSteps } from './milestone-steps.tsx';
import { MilestoneIterations, MilestoneTimes } from './milestone-tables.tsx';
import { describeTime, lookOf, nameOfPoint } from './milestone-words.ts';
import type { CampaignReportSearch } from './report.search.ts';

type MilestoneTabProps = {
  campaignId: string;
  search: CampaignReportSearch;
  onChange: (part: Partial<CampaignReportSearch>) => void;
};
/** Progress of a campaign's recipients by its milestones (screens 3.6); each number opens exactly its recipients. */
export function MilestoneTab({ campaignId, search, onChange }: MilestoneTabProps) {
  const say = useWords(campaignWords.milestone);
  const list = useQuery(milestonesQuery(campaignId));
  const report = useQuery(milestoneReportQuery(campaignId, search));
  const [isAdding, setAdding] = useState(false);
  const failed = list.error ?? report.error;
  if (failed && !(list.data && report.data))
    return <ErrorState error={failed} onRetry={() => void Promise.all([list.refetch(), report.refetch()])} />;
  if (!list.data || !report.data) return <Skeleton height={320} radius="md" />;
  const { mayEdit, milestones: defined } = list.data;
  const add = mayEdit ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {say('add')}
    </Button>
  ) : null;
  const open = (measure: MilestoneMeasure, milestone: string, then: { day: string; hour: number | null } = { day: '', hour: null }) =>
    onChange({ measure, milestone, day: then.day, hour: then.hour ?? undefined, from: 0 });
  return (
    <Stack gap="md">
      {report.data.milestones.length === 0 ? (
        <EmptyState icon={IconFlag} title={say('none')} text={say(mayEdit ? 'noneText' : 'noneReader')} action={add} />
      ) : (
        <>
          <Group align="end" gap="sm">
            <DayFilter days={search} onChange={(days) => onChange({ ...days, day: '', hour: undefined, from: 0 })} />
            <SegmentedControl
              aria-label={say('timeType')}
              data={(['HOUR', 'DAY'] as const).map((one) => ({ value: one, label: say(one) }))}
              value={search.timeType}
              onChange={(timeType) => onChange({ timeType, day: '', hour: undefined, from: 0 })}
            />
            <div className={classes.end}>{add}</div>
          </Group>
          <Text size="sm" c="dimmed">
            {say('text')}
          </Text>
          <Cards report={report.data} onOpen={open} />
          <Chart report={report.data} onOpen={open} />
          <MilestoneSteps
            campaignId={campaignId}
            activityId={search.activity}
            report={report.data}
            defined={defined}
            mayEdit={mayEdit}
            onOpen={open}
          />
          {report.data.activities.length > 1 ? (
            <MilestoneIterations
              report={report.data}
              onOpen={(activity, milestone) =>
                onChange({ activity, measure: 'milestone.reached', milestone, day: '', hour: undefined, from: 0 })
              }
            />
          ) : null}
          <MilestonePeople campaignId={campaignId} search={search} report={report.data} onChange={onChange} />
        </>
      )}
      {isAdding ? <AddMilestone campaignId={campaignId} onClose={() => setAdding(false)} /> : null}
    </Stack>
  );
}

type Open = (measure: MilestoneMeasure, milestone: string, then?: { day: string; hour: number | null }) => void;

function Cards({ report: { figures, milestones, before }, onOpen }: { report: CampaignMilestoneReport; onOpen: Open }) {
  const say = useWords(campaignWords.milestone);
  const last = milestones.findLast(({ removedOn }) => removedOn === '');
  const cards = [
    { key: 'recipients', measure: 'milestone.recipients', milestone: '', now: figures, former: before?.figures },
    { key: 'reachedAny', measure: 'milestone.reachedAny', milestone: '', now: figures, former: before?.figures },
    ...(last
      ? ([
          { key: 'reachedLast', measure: 'milestone.reached', milestone: last.id, now: last.figures, former: before?.milestones[last.id] },
          {
            key: 'timeMedian',
            measure: 'milestone.timeMedian',
            milestone: last.id,
            now: last.figures,
            former: before?.milestones[last.id],
          },
        ] as const)
      : []),
  ] as const;
  const show = (measure: MilestoneMeasure, figure: { value: number | null; count: number } | undefined) =>
    measure === 'milestone.timeMedian' ? describeTime(figure?.value, say) : formatNumber(figure?.count ?? 0);
  return (
    <dl className={classes.cards}>
      {cards.map(({ key, measure, milestone, now, former }) => (
        <div key={key} className={classes.card}>
          <dt>{say(`card_${key}`)}</dt>
          <dd className={classes.figure}>
            <FigureButton
              what={say(`card_${key}`)}
              shown={show(measure, now[measure])}
              count={now[measure]?.count ?? 0}
              onOpen={() => onOpen(measure, milestone)}
            />
          </dd>
          {before ? (
            <dd className={classes.hint}>{say('before', { number: before.number, value: show(measure, former?.[measure]) })}</dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}

function Chart({ report: { points, milestones, zone }, onOpen }: { report: CampaignMilestoneReport; onOpen: Open }) {
  const say = useWords(campaignWords.milestone);
  return (
    <Panel title={say('overTime')}>
      <MileStoneChart
        title={say('title')}
        note={`${say('overTimeNote')} · ${zone}`}
        labelHeader={say('when')}
        points={points.map((point) => ({
          label: nameOfPoint(point),
          ...Object.fromEntries(milestones.map(({ id }, place) => [id, point.counts[place] ?? 0])),
        }))}
        series={milestones.map(({ id, name }, place) => ({ key: id, label: name, ...lookOf(place) }))}
        onOpen={(label, milestone) => {
          const point = points.find((one) => nameOfPoint(one) === label);
          if (point) onOpen('milestone.reached', milestone, point);
        }}
      />
      <MilestoneTimes
        points={points}
        milestones={milestones}
        onOpen={(point, milestone) => onOpen('milestone.reached', milestone, point)}
      />
    </Panel>
  );
}
