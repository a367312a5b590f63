import { SegmentedControl, Skeleton } from '@mantine/core';
import { anyMilestone, type MilestoneFigures } from '@parley/contract';
import { IconFlag, IconReportAnalytics } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MileStoneChart } from '../../../components/chart.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatInstant, formatNumber, getEnterpriseZone } from '../../../lib/format.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { streamReportWords } from '../../../locales/stream-report.ts';
import cardClasses from '../shared/figure-cards.module.css';
import { lookOf } from '../shared/milestone-colors.ts';
import { LabelDialog } from './label-dialog.tsx';
import { milestonesQuery } from './milestone.queries.ts';
import { MilestoneSearch } from './milestone.search.ts';
import { MilestonePeople } from './milestone-people.tsx';
import { MilestoneSteps } from './milestone-steps.tsx';
import classes from './report.module.css';
import { ReportFilters } from './report-filters.tsx';
import { describeSpan } from './span.ts';
import { useReportSearch } from './use-report-search.ts';
import { walksOf } from './walks.ts';
import { WalksLink } from './walks-link.tsx';

/** Progress of walks by the milestones of their stream (screens 4.6). */
export function MilestonePage() {
  const say = useWords(streamReportWords.report);
  const { search, filter, change } = useAddressState(MilestoneSearch);
  const { choices, shown } = useReportSearch(search);
  return (
    <div>
      <PageHeader
        title={say('milestoneTitle')}
        subtitle={say('milestoneSubtitle', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}
      />
      {choices.error ? (
        <ErrorState error={choices.error} onRetry={() => void choices.refetch()} />
      ) : !choices.data ? (
        <Skeleton height={320} radius="md" />
      ) : choices.data.streams.length === 0 ? (
        <EmptyState icon={IconReportAnalytics} title={say('noStreams')} text={say('noStreamsText')} />
      ) : (
        <>
          <ReportFilters search={shown} choices={choices.data} onChange={(next) => filter({ milestone: '', ...next })}>
            <div className={classes.segments}>
              <SegmentedControl
                aria-label={say('timeType')}
                data={(['HOUR', 'DAY'] as const).map((one) => ({ value: one, label: say(one) }))}
                value={search.timeType}
                onChange={(timeType) => change({ timeType })}
              />
            </div>
          </ReportFilters>
          <Report search={shown} onMilestone={(milestone) => filter({ milestone })} onPage={(from) => change({ from })} />
        </>
      )}
    </div>
  );
}

type ReportProps = { search: MilestoneSearch; onMilestone: (id: string) => void; onPage: (from: number) => void };

function Report({ search, onMilestone, onPage }: ReportProps) {
  const say = useWords(streamReportWords.report);
  const report = useQuery(milestonesQuery(search));
  const [labelling, setLabelling] = useState<{ id: string; name: string }>();
  if (report.error && !report.data) return <ErrorState error={report.error} onRetry={() => void report.refetch()} />;
  if (!report.data) return <Skeleton height={420} radius="md" />;
  const { span, milestones, points } = report.data;
  if (milestones.length === 0) return <EmptyState icon={IconFlag} title={say('noMilestones')} text={say('noMilestonesText')} />;
  const nameOf = ({ name, isRemoved }: { name: string; isRemoved: boolean }) => (isRemoved ? `${name} (${say('removed')})` : name);
  const chosen = milestones.find(({ id }) => id === search.milestone) ?? milestones[0];
  return (
    <div className={classes.stack}>
      <Cards search={search} figures={report.data} />
      <Panel title={say('overTime')}>
        <MileStoneChart
          title={say('milestones')}
          note={`${say('overTimeNote')} · ${span.zone}`}
          labelHeader={say('time')}
          points={points.map(({ from, counts }) => ({
            label: formatInstant(from, search.timeType === 'HOUR' ? 'point' : 'dayOfYear'),
            ...Object.fromEntries(milestones.map(({ id }, place) => [id, counts[place] ?? 0])),
          }))}
          series={milestones.map((one, place) => ({ key: one.id, label: nameOf(one), ...lookOf(place) }))}
        />
      </Panel>
      <MilestoneSteps
        search={search}
        span={span}
        milestones={milestones}
        nameOf={nameOf}
        chosen={chosen?.id ?? ''}
        onChoose={onMilestone}
        onLabel={setLabelling}
      />
      {chosen ? (
        <MilestonePeople search={search} milestone={{ id: chosen.id, name: nameOf(chosen), count: chosen.count }} onPage={onPage} />
      ) : null}
      {labelling ? <LabelDialog search={search} milestone={labelling} onClose={() => setLabelling(undefined)} /> : null}
    </div>
  );
}

function Cards({ search, figures }: { search: MilestoneSearch; figures: MilestoneFigures }) {
  const say = useWords(streamReportWords.report);
  const { cards, before, milestones, span } = figures;
  const last = milestones.findLast(({ isRemoved }) => !isRemoved);
  const all = [
    { key: 'started', value: cards.started, former: before.started, walks: walksOf(search, span) },
    { key: 'reachedAny', value: cards.reachedAny, former: before.reachedAny, walks: walksOf(search, span, { milestone: anyMilestone }) },
    {
      key: 'reachedLast',
      value: cards.reachedLast,
      former: before.reachedLast,
      walks: walksOf(search, span, { milestone: last?.id ?? '' }),
    },
  ] as const;
  return (
    <dl className={cardClasses.cards}>
      {all.map(({ key, value, former, walks }) => (
        <div key={key} className={cardClasses.card}>
          <dt className={cardClasses.cardTitle}>{say(key)}</dt>
          <dd className={cardClasses.figure}>
            <WalksLink count={value} what={say(key)} walks={walks} />
          </dd>
          <dd className={cardClasses.hint}>{say('before', { value: formatNumber(former) })}</dd>
        </div>
      ))}
      <div className={cardClasses.card}>
        <dt className={cardClasses.cardTitle}>{say('medianLast')}</dt>
        <dd className={cardClasses.figure}>{describeSpan(cards.medianLastMs, say)}</dd>
        <dd className={cardClasses.hint}>{say('before', { value: describeSpan(before.medianLastMs, say) })}</dd>
      </div>
    </dl>
  );
}
