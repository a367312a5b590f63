import { Button, Drawer, Skeleton, Tabs } from '@mantine/core';
import type { DashboardMeasure } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { LineChart, MultiBarChart } from '../../../components/chart.tsx';
import type { ChartPoint } from '../../../components/chart.types.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { insightWords } from '../../../locales/insight.ts';
import { useCan } from '../../account/shared/me.ts';
import classes from './dashboard.module.css';
import { type TimingCell, timingQuery } from './dashboard.queries.ts';
import { type DashboardPeriod, dashboardPeriods, toPointLabel } from './dashboard-periods.ts';
import { TimingFigures } from './timing-figures.tsx';

// The table's script comes when somebody opens the chats of a figure.
const TimingRows = lazy(() => import('./timing-rows.tsx').then((rows) => ({ default: rows.TimingRows })));

/** Measures of the charts by the keys of their series. */
const measures: Readonly<Record<string, DashboardMeasure>> = {
  chatCount: 'chat.incoming',
  attended: 'chat.attended',
  missed: 'chat.missed',
};

type TimingOverviewProps = {
  /** The pickup time counts in open hours alone */
  isOpenHours: boolean;
  onOpenHours: (isOpenHours: boolean) => void;
};

/** 'Converse Timing Overview': chats as bars, average pickup seconds as a line, attended beside missed chats. */
export function TimingOverview({ isOpenHours, onOpenHours }: TimingOverviewProps) {
  const say = useWords(insightWords.dashboard);
  const [period, setPeriod] = useState<DashboardPeriod>('MONTH');
  const timing = useQuery(timingQuery(period, isOpenHours ? 'open' : 'all'));
  const isSkeletonDue = useDelayed(timing.isPending);
  const points: ChartPoint[] = (timing.data?.rows ?? []).map((row) => ({
    label: toPointLabel(row.date, timing.data?.timeType ?? 'DAY', getEnterpriseZone()),
    chatCount: row.chatCount,
    pickup: row.avgPickedUpInterval === null ? null : Math.round(row.avgPickedUpInterval * 10) / 10,
    attended: row.noOfAttendedChats,
    missed: row.noOfMissedChats,
  }));
  const mayOpen = useCan(['CHAT.HANDLE', 'CHAT.VIEW_ANALYTICS']);
  const [opened, setOpened] = useState<TimingCell>();
  // The chats that were open stay drawn while the drawer closes.
  const [drawn, setDrawn] = useState<TimingCell>();
  const open = (cell: TimingCell) => {
    setOpened(cell);
    setDrawn(cell);
  };
  const openPoint = (label: string, key: string) => {
    const row = (timing.data?.rows ?? [])[points.findIndex((point) => point.label === label)];
    const measure = key === 'pickup' ? (isOpenHours ? 'chat.openWait' : 'chat.wait') : measures[key];
    if (row && measure) open({ measure, slot: row.date, former: false });
  };
  const common = {
    points,
    ...(mayOpen ? { onOpen: openPoint } : {}),
    labelHeader: say('date'),
    note: `${say(period)} · ${getEnterpriseZone()}`,
  };

  return (
    <section className={classes.panel} aria-labelledby="timing-title">
      <div className={classes.panelHead}>
        <h2 id="timing-title" className={classes.panelTitle}>
          {say('timing')}
        </h2>
        <Tabs value={period} onChange={(next) => next && setPeriod(next as DashboardPeriod)} variant="pills" className={classes.periods}>
          <Tabs.List aria-label={say('period')}>
            {dashboardPeriods.map((entry) => (
              <Tabs.Tab key={entry} value={entry} aria-controls="timing-charts">
                {say(entry)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      </div>
      <TimingFigures period={period} isOpenHours={isOpenHours} onOpen={mayOpen ? open : undefined} />
      <div id="timing-charts" role="tabpanel" aria-label={say(period)} className={classes.charts}>
        {timing.isError && !timing.data ? (
          <ErrorState error={timing.error} onRetry={() => void timing.refetch()} />
        ) : timing.isPending ? (
          isSkeletonDue ? (
            <>
              <Skeleton height={270} radius="md" />
              <Skeleton height={270} radius="md" />
            </>
          ) : (
            <div style={{ minBlockSize: 270 }} />
          )
        ) : (
          <>
            <MultiBarChart
              {...common}
              title={say('chatCountTitle')}
              series={[{ key: 'chatCount', label: say('chatCount'), color: 'brand.6' }]}
            />
            <LineChart
              {...common}
              title={say('pickup')}
              note={isOpenHours ? `${common.note} · ${say('openHoursNote')}` : common.note}
              actions={
                <Button
                  size="compact-xs"
                  variant={isOpenHours ? 'filled' : 'default'}
                  aria-pressed={isOpenHours}
                  onClick={() => onOpenHours(!isOpenHours)}
                >
                  {say('openHours')}
                </Button>
              }
              series={[{ key: 'pickup', label: say('pickupShort'), color: 'orange.6' }]}
            />
            <MultiBarChart
              {...common}
              title={say('attended')}
              series={[
                { key: 'attended', label: say('attendedChats'), color: 'brand.6' },
                { key: 'missed', label: say('missedChats'), color: 'red.6' },
              ]}
            />
          </>
        )}
      </div>
      <Drawer opened={opened !== undefined} onClose={() => setOpened(undefined)} position="right" size={980} title={say('chatsOf')}>
        {drawn ? (
          <Suspense fallback={<Skeleton height={220} />}>
            <TimingRows
              period={period}
              cell={drawn}
              of={drawn.slot === '' ? '' : toPointLabel(drawn.slot, timing.data?.timeType ?? 'DAY', getEnterpriseZone())}
            />
          </Suspense>
        ) : null}
      </Drawer>
    </section>
  );
}
