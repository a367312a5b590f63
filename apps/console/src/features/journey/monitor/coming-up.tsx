import { Alert, Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { forecast, type JourneyLoad } from '@parley/contract';
import { IconAlertTriangle, IconCalendarTime, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import type { MonitorSearch } from '../shared/monitor.search.ts';
import classes from './coming-up.module.css';
import { useHourName, useLoadTime } from './coming-up.words.ts';
import { forecastQuery } from './monitor.queries.ts';

const mostFirst = 12;
const mostPeaks = 5;
const isPeak = ({ seconds }: JourneyLoad) => seconds > forecast.peakSeconds;
type Narrowed = Pick<MonitorSearch, 'journeyId' | 'channelId'>;

/** Walks that continue by themselves within the next days, hour by hour, and the time that the channels need for them (journeys.md 9). */
export function ComingUp({ narrowed }: { narrowed: Narrowed }) {
  const say = useWords(journeyWords.coming);
  const { data, error, isError, isPlaceholderData, refetch } = useQuery(forecastQuery(narrowed));
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Stack gap="md" aria-busy="true">
        <Skeleton height={56} radius="md" />
        <Skeleton height={320} radius="md" />
      </Stack>
    );
  if (data.hours.length === 0) return <EmptyState icon={IconCalendarTime} title={say('emptyTitle')} text={say('emptyText')} />;
  return (
    <Stack gap="md" opacity={isPlaceholderData ? 0.6 : 1}>
      <Peaks peaks={data.hours.filter(isPeak)} narrowed={narrowed} />
      {data.isCut ? (
        <Alert color="blue" icon={<IconInfoCircle size={16} aria-hidden />}>
          {say('cut', { most: formatNumber(forecast.mostCounted), until: formatReportDate(data.until) })}
        </Alert>
      ) : null}
      <Hours hours={data.hours} zone={data.zone} narrowed={narrowed} />
    </Stack>
  );
}

/** Hours in which a channel is busy for minutes: what else it sends then waits as long. */
function Peaks({ peaks, narrowed }: { peaks: readonly JourneyLoad[]; narrowed: Narrowed }) {
  const say = useWords(journeyWords.coming);
  const toHour = useHourName();
  const toTime = useLoadTime();
  if (peaks.length === 0) return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={16} aria-hidden />} title={say('peaks', { count: peaks.length })}>
      <ul className={classes.peaks}>
        {peaks.slice(0, mostPeaks).map((load) => (
          <li key={keyOf(load)}>
            <Anchor size="sm" renderRoot={(props) => <Link to="/journey/monitor" search={toWalks(load, narrowed)} {...props} />}>
              {say('peak', { hour: toHour(load), due: formatNumber(load.due), channel: load.channelName, time: toTime(load) })}
            </Anchor>
          </li>
        ))}
      </ul>
      {peaks.length > mostPeaks ? <Text size="sm">{say('morePeaks', { count: peaks.length - mostPeaks })}</Text> : null}
    </Alert>
  );
}

function Hours({ hours, zone, narrowed }: { hours: readonly JourneyLoad[]; zone: string; narrowed: Narrowed }) {
  const say = useWords(journeyWords.coming);
  const toHour = useHourName();
  const toTime = useLoadTime();
  const [isAll, setAll] = useState(false);
  const most = Math.max(1, ...hours.map(({ seconds }) => seconds));
  const shown = isAll ? hours.toSorted((one, other) => one.at.localeCompare(other.at)) : hours.slice(0, mostFirst);
  return (
    <Panel
      title={say(isAll ? 'byTime' : 'byLoad')}
      text={say('hoursText', { zone })}
      actions={
        hours.length > mostFirst ? (
          <Button variant="default" size="xs" onClick={() => setAll(!isAll)}>
            {isAll ? say('showPeaks') : say('showAll', { count: hours.length })}
          </Button>
        ) : null
      }
    >
      <ul className={classes.hours} aria-label={say('hours')}>
        {shown.map((load) => (
          <li key={keyOf(load)}>
            <Link to="/journey/monitor" search={toWalks(load, narrowed)} className={classes.hour} data-peak={isPeak(load) || undefined}>
              <span className={classes.when}>
                {toHour(load)}
                <span className={classes.channel}>{load.channelName}</span>
              </span>
              <span className={classes.track} aria-hidden>
                <span className={classes.bar} style={{ inlineSize: `${(load.seconds / most) * 100}%` }} />
              </span>
              <span className={`${classes.figures} tabular`}>
                <span>{toTime(load)}</span>
                <span className={classes.count}>{say('due', { count: load.due, shown: formatNumber(load.due) })}</span>
                {load.unlessHeard > 0 ? (
                  <span className={classes.count}>
                    {load.unlessHeard === load.due ? say('allUnlessHeard') : say('unlessHeard', { shown: formatNumber(load.unlessHeard) })}
                  </span>
                ) : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        {say('assumption')}
      </Text>
    </Panel>
  );
}

const keyOf = ({ at, channelId }: JourneyLoad): string => `${at} ${channelId}`;
/** The rows behind a figure. */
const toWalks = ({ dueFrom, dueTo, channelId }: JourneyLoad, { journeyId }: Narrowed): Partial<MonitorSearch> => ({
  dueFrom,
  dueTo,
  channelId,
  journeyId,
});
