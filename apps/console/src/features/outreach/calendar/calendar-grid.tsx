import { Badge, Button, Text } from '@mantine/core';
import type { Booking, BookingState, Calendar } from '@parley/contract';
import { formatDayWords, formatNumber, formatTime, shortenNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { BookingLink } from '../shared/booking-link.tsx';
import classes from './calendar.module.css';
import type { CalendarSearch } from './calendar.search.ts';
import { isInView } from './calendar-days.ts';

const shownOfDay = 4;
const colors: Record<BookingState, string> = {
  submitted: 'blue',
  approved: 'teal',
  scheduled: 'cyan',
  running: 'indigo',
  paused: 'yellow',
  ended: 'gray',
};

type CalendarGridProps = {
  calendar: Calendar;
  view: CalendarSearch['view'];
  days: readonly string[];
  shown: string;
  /** Opens the week with a day. */
  onWeek: (day: string) => void;
};

/** The days of a month or a week with what is booked; where there is no room for a grid, a list of the days that have something. */
export function CalendarGrid({ calendar, view, days, shown, onWeek }: CalendarGridProps) {
  const say = useWords(campaignWords.calendar);
  const byDay = Map.groupBy(calendar.bookings, ({ day }) => day);
  return (
    <>
      <div className={classes.weekdays} aria-hidden>
        {days.slice(0, 7).map((day) => (
          <span key={day}>{formatDayWords(day, { weekday: 'short' })}</span>
        ))}
      </div>
      <ol className={classes.days} data-view={view}>
        {days.map((day) => {
          const bookings = byDay.get(day) ?? [];
          const people = bookings.reduce((sum, one) => sum + one.people, 0);
          const listed = view === 'week' ? bookings : bookings.slice(0, shownOfDay);
          const more = bookings.length - listed.length;
          return (
            <li
              key={day}
              className={classes.day}
              data-empty={bookings.length === 0 || undefined}
              data-outside={!isInView(view, day, shown) || undefined}
              aria-current={day === calendar.today ? 'date' : undefined}
            >
              <h3 className={classes.dayName}>
                <span className={classes.number} aria-hidden>
                  {Number(day.slice(8))}
                </span>
                <span className={classes.fullDay}>{formatDayWords(day, { weekday: 'long', day: 'numeric', month: 'long' })}</span>
              </h3>
              {bookings.length > 0 ? (
                <Text size="xs" c="dimmed">
                  {say('dayTotal', { count: people, people: formatNumber(people) })}
                </Text>
              ) : null}
              <ul className={classes.bookings}>
                {listed.map((booking, place) => (
                  <Entry
                    key={booking.id || `${booking.startsOn} ${place}`}
                    booking={booking}
                    zone={calendar.timeZone}
                    isFull={view === 'week'}
                  />
                ))}
              </ul>
              {more > 0 ? (
                <Button size="compact-xs" variant="subtle" onClick={() => onWeek(day)}>
                  {say('moreOfDay', { count: more })}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Entry({ booking, zone, isFull }: { booking: Booking; zone: string; isFull: boolean }) {
  const say = useWords(campaignWords.calendar);
  const { startsOn, state, people, channelName, maker } = booking;
  return (
    <li className={classes.booking} data-state={state}>
      <BookingLink booking={booking}>
        <span className={classes.time}>{startsOn === '' ? say('noTime') : formatTime(startsOn, zone)}</span>{' '}
      </BookingLink>
      <span className={classes.facts}>
        <Badge component="span" size="xs" variant="light" color={colors[state]}>
          {say(`state_${state}`)}
        </Badge>
        <span title={formatNumber(people)}>{say('people', { count: people, people: shortenNumber(people) })}</span>
      </span>
      {isFull && (channelName !== '' || maker.name !== '') ? (
        <span className={classes.facts}>{[channelName, maker.name].filter((text) => text !== '').join(' · ')}</span>
      ) : null}
    </li>
  );
}
