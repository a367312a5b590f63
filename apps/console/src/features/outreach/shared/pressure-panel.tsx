import { Alert, Anchor, Group, Loader, Text } from '@mantine/core';
import type { Pressure } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatDayWords, formatNumber, formatTime } from '../../../lib/format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { BookingLink } from './booking-link.tsx';
import { type PressureAsk, pressureQuery } from './pressure.queries.ts';

/** A count of a small audience is there before anybody reads that it is made. */
const progressMs = 1000;

/** Messages that the people of a plan get on its day, and the others who have booked them: a warning, before anything is decided. */
export function PressurePanel({ ask, isReady = true }: { ask: PressureAsk; isReady?: boolean }) {
  const say = useWords(campaignWords.calendar);
  const { data, error, isFetching, refetch } = useQuery(pressureQuery(ask, isReady));
  const isSlow = useDelayed(isFetching, progressMs);
  return (
    <Panel
      title={say('pressure')}
      text={say('pressureText')}
      actions={
        data ? (
          <Anchor size="sm" renderRoot={(props) => <Link to="/campaigns/calendar" search={{ view: 'week', day: data.day }} {...props} />}>
            {say('openCalendar')}
          </Anchor>
        ) : undefined
      }
    >
      <div role="status" aria-busy={isFetching}>
        {data ? (
          <Found pressure={data} />
        ) : error && !isFetching ? (
          <ErrorState error={error} title={say('notCompared')} onRetry={() => void refetch()} />
        ) : isSlow ? (
          <Group gap="xs">
            <Loader size={16} aria-hidden />
            <Text size="sm">{say('comparing')}</Text>
          </Group>
        ) : null}
      </div>
    </Panel>
  );
}

function Found({ pressure }: { pressure: Pressure }) {
  const say = useWords(campaignWords.calendar);
  const { people, limit, overLimit, cap, shared, compared, left } = pressure;
  const day = formatDayWords(pressure.day, { weekday: 'long', day: 'numeric', month: 'long' });
  return (
    <>
      {overLimit > 0 ? (
        <Alert color="orange">{say('overLimit', { count: limit, over: formatNumber(overLimit), people: formatNumber(people), day })}</Alert>
      ) : (
        <Text size="sm">{say('underLimit', { count: limit, people: formatNumber(people), day })}</Text>
      )}
      {cap ? (
        <Text size="sm" mt={6}>
          {say(cap.over > 0 ? 'overCap' : 'underCap', {
            over: formatNumber(cap.over),
            count: cap.count,
            days: say('capDays', { count: cap.days }),
          })}
        </Text>
      ) : null}
      {shared.length > 0 ? (
        <ul aria-label={say('sharedWith')}>
          {shared.map((booking, place) => (
            <li key={booking.id || String(place)}>
              <BookingLink booking={booking} />{' '}
              <Text span size="sm">
                {[
                  booking.startsOn === '' ? say('noTime') : formatTime(booking.startsOn, pressure.timeZone),
                  say('sharedPeople', {
                    count: booking.shared,
                    shared: formatNumber(booking.shared),
                    people: formatNumber(booking.people),
                  }),
                ].join(' · ')}
              </Text>
            </li>
          ))}
        </ul>
      ) : compared > 0 ? (
        <Text size="sm" mt={6}>
          {say('nothingShared', { count: compared })}
        </Text>
      ) : null}
      {left > 0 ? (
        <Text size="xs" c="dimmed">
          {say('notAll', { count: left })}
        </Text>
      ) : null}
    </>
  );
}
