import { ActionIcon, Alert, Button, Group, SegmentedControl, Skeleton } from '@mantine/core';
import { IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { today } from '../../../lib/days.ts';
import { formatDayWords } from '../../../lib/format.ts';
import { useTellFailure } from '../../../lib/tell-failure.tsx';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import classes from './calendar.module.css';
import { calendarQuery } from './calendar.queries.ts';
import { CalendarSearch } from './calendar.search.ts';
import { daysOf, stepFrom } from './calendar-days.ts';
import { CalendarGrid } from './calendar-grid.tsx';

/** Number of recipients by day: everybody's campaigns and broadcasts, those of others without their names. */
export function CalendarPage() {
  const say = useWords(campaignWords.calendar);
  const { search, change } = useAddressState(CalendarSearch);
  const { view } = search;
  const shown = search.day === '' ? today() : search.day;
  const days = daysOf(view, shown);
  const [first = shown, last = shown] = [days[0], days.at(-1)];
  const { data, error, isPlaceholderData, refetch } = useQuery(calendarQuery(first, last));
  useTellFailure(data ? error : null);
  const title =
    view === 'month'
      ? formatDayWords(shown, { month: 'long', year: 'numeric' })
      : `${formatDayWords(first, { day: 'numeric', month: 'short' })} – ${formatDayWords(last, { day: 'numeric', month: 'short', year: 'numeric' })}`;
  return (
    <div>
      <PageHeader title={say('title')} subtitle={data ? say('subtitleZone', { zone: data.timeZone }) : say('subtitle')} />
      <div className={classes.bar}>
        <Group gap="xs">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={say(`before_${view}`)}
            onClick={() => change({ day: stepFrom(view, shown, -1) })}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <Button variant="default" onClick={() => change({ day: '' })}>
            {say('today')}
          </Button>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={say(`after_${view}`)}
            onClick={() => change({ day: stepFrom(view, shown, 1) })}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
          <h2 aria-live="polite">{title}</h2>
        </Group>
        <SegmentedControl
          aria-label={say('view')}
          value={view}
          onChange={(next) => change({ view: next as CalendarSearch['view'], day: shown })}
          data={[
            { value: 'month', label: say('month') },
            { value: 'week', label: say('week') },
          ]}
        />
      </div>
      {data ? (
        <div aria-busy={isPlaceholderData}>
          {data.more ? <Alert color="yellow">{say('tooMany')}</Alert> : null}
          {data.bookings.length === 0 && !isPlaceholderData ? (
            <EmptyState icon={IconCalendarOff} title={say(`empty_${view}`)} text={say('emptyText')} />
          ) : null}
          <CalendarGrid calendar={data} view={view} days={days} shown={shown} onWeek={(day) => change({ view: 'week', day })} />
        </div>
      ) : error ? (
        <ErrorState error={error} title={say('couldNotLoad')} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={420} radius="md" />
      )}
    </div>
  );
}
