import { ActionIcon, Button, Group, Skeleton, VisuallyHidden } from '@mantine/core';
import type { CalendarSlot, CalendarStripRow } from '@parley/contract';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { addDays, isDay, today } from '../../../lib/days.ts';
import { formatDayWords } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { hoursWords } from '../../../locales/hours.ts';
import { showSlots } from './calendar.draft.ts';
import classes from './calendar.module.css';
import { stripQuery } from './calendar.queries.ts';
import { stripDays } from './calendar.search.ts';

/** Thirty days of all calendars: a bar of each day, with its words for who cannot see it. */
export function StripPanel({ from, onChange }: { from: string; onChange: (from: string) => void }) {
  const say = useWords(hoursWords.calendar);
  const first = isDay(from) ? from : today();
  const strip = useQuery(stripQuery(first));
  const actions = (
    <Group gap={4} wrap="nowrap">
      <ActionIcon variant="default" aria-label={say('earlier')} onClick={() => onChange(addDays(first, -stripDays))}>
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <Button size="xs" variant="default" onClick={() => onChange('')}>
        {say('today')}
      </Button>
      <ActionIcon variant="default" aria-label={say('later')} onClick={() => onChange(addDays(first, stripDays))}>
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
  return (
    <Panel title={say('strip')} text={say('stripHint')} actions={actions}>
      {strip.data ? (
        <StripTable rows={strip.data} isOld={strip.isPlaceholderData} />
      ) : strip.isError ? (
        <ErrorState error={strip.error} onRetry={() => void strip.refetch()} />
      ) : (
        <Skeleton height={120} radius="md" />
      )}
    </Panel>
  );
}

function StripTable({ rows, isOld }: { rows: readonly CalendarStripRow[]; isOld: boolean }) {
  const say = useWords(hoursWords.calendar);
  const days = rows[0]?.days ?? [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={classes.scroll} aria-label={say('stripScroll')} tabIndex={0} aria-busy={isOld}>
      <table className={classes.strip} aria-label={say('strip')}>
        <thead>
          <tr>
            <th scope="col">{say('calendarColumn')}</th>
            {days.map(({ day }) => (
              <th key={day} scope="col">
                <span aria-hidden>
                  {formatDayWords(day, { weekday: 'narrow' })}
                  <br />
                  {Number(day.slice(8))}
                </span>
                <VisuallyHidden>{formatDayWords(day, { weekday: 'long', day: 'numeric', month: 'long' })}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ calendar, days: own }) => (
            <tr key={calendar.id}>
              <th scope="row">{calendar.name}</th>
              {own.map(({ day, exception, slots }) => {
                const words = exception === '' ? showSlots(slots, say) : `${exception}: ${showSlots(slots, say)}`;
                return (
                  <td key={day} title={words}>
                    <DayBar slots={slots} isException={exception !== ''} />
                    <VisuallyHidden>{words}</VisuallyHidden>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const dayMinutes = 1440;
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Open time as filled parts of the day from top to bottom; a cross says closed, and a dot that an exception decides. */
function DayBar({ slots, isException }: { slots: readonly CalendarSlot[]; isException: boolean }) {
  return (
    <svg className={classes.bar} viewBox="0 0 12 34" aria-hidden focusable="false">
      <rect x="1" y="1" width="10" height="24" rx="2" className={classes.ground} />
      {slots.map(({ from, to }) => {
        const [first, last] = [minuteOf(from), minuteOf(to)];
        const end = last > first ? last : dayMinutes;
        return (
          <rect
            key={from}
            x="1"
            y={1 + (first / dayMinutes) * 24}
            width="10"
            height={((end - first) / dayMinutes) * 24}
            className={classes.filled}
          />
        );
      })}
      {slots.length === 0 ? <path d="M3.5 10.5l5 5m0-5l-5 5" className={classes.cross} /> : null}
      {isException ? <circle cx="6" cy="30" r="2" className={classes.dot} /> : null}
    </svg>
  );
}
