import { Badge, Group, Select, SimpleGrid, Skeleton, Text } from '@mantine/core';
import type { CalendarCheck } from '@parley/contract';
import { DateTimeField } from '@parley/ui/date-field';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatDay, formatReportDate, getEnterpriseZone } from '../../../lib/format.ts';
import { parseWallTime } from '../../../lib/wall-time.ts';
import { useWords } from '../../../lib/words.ts';
import { hoursWords } from '../../../locales/hours.ts';
import { calendarChoicesQuery } from '../shared/calendars.ts';
import { departmentsQuery } from '../shared/departments.ts';
import { type HoursSay, showSlots } from './calendar.draft.ts';
import { checkQuery } from './calendar.queries.ts';
import type { CalendarSearch } from './calendar.search.ts';

type CheckPanelProps = { search: Pick<CalendarSearch, 'at' | 'deptId'>; onChange: (part: Partial<CalendarSearch>) => void };

/** Asks whether a department is open at a time on its own wall: the answer, the rule that decided and what comes next. */
export function CheckPanel({ search: { at, deptId }, onChange }: CheckPanelProps) {
  const say = useWords(hoursWords.calendar);
  const departments = useQuery(departmentsQuery);
  const choices = useQuery(calendarChoicesQuery);
  const [openedAt] = useState(() => new Date().toISOString());
  const own = departments.data?.find(({ id }) => id === deptId)?.calendar?.id;
  const used = choices.data?.find(({ id, isDefault }) => (own ? id === own : isDefault));
  const zone = used?.timeZone ?? getEnterpriseZone();
  const instant = at === '' ? openedAt : parseWallTime(`${at.replaceAll('-', '/').replace('T', ' ')}:00`, zone)?.toISOString();
  const isKnown = departments.data !== undefined && choices.data !== undefined;
  const answer = useQuery({ ...checkQuery(instant ?? openedAt, deptId), enabled: instant !== undefined && isKnown });
  return (
    <Panel title={say('check')} text={say('checkHint')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <DateTimeField
          label={say('checkAt')}
          description={say('checkZone', { zone })}
          placeholder={say('now')}
          isStrict
          value={at}
          onChange={(next) => onChange({ at: next })}
        />
        <Select
          label={say('department')}
          description={used ? say('usesCalendar', { name: used.name }) : say('usesNone')}
          placeholder={say('noDepartment')}
          clearable
          searchable={(departments.data?.length ?? 0) > 10}
          data={(departments.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={deptId === '' ? null : deptId}
          onChange={(next) => onChange({ deptId: next ?? '' })}
        />
      </SimpleGrid>
      <div role="status">
        {answer.data ? (
          <Answer check={answer.data} zone={zone} />
        ) : answer.isError ? (
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <Skeleton height={64} mt="md" radius="md" />
        )}
      </div>
    </Panel>
  );
}

function ruleWords({ rule, open }: CalendarCheck, say: HoursSay): string {
  if (rule.kind === 'always') return say('ruleAlways');
  const day = formatDay(rule.day);
  const slots = rule.slot ? showSlots([rule.slot], say) : '';
  if (rule.kind === 'exception') return say(open ? 'ruleExceptionOpen' : 'ruleExceptionClosed', { name: rule.exception, day, slots });
  return say(open ? 'ruleWeekOpen' : 'ruleWeekClosed', { day, slots });
}

function Answer({ check, zone }: { check: CalendarCheck; zone: string }) {
  const say = useWords(hoursWords.calendar);
  const { open, nextChange, reason } = check;
  return (
    <>
      <Group gap="xs" mt="md">
        <Badge size="lg" variant="light" color={open ? 'green' : 'red'}>
          {say(open ? 'open' : 'closed')}
        </Badge>
        <Text size="sm">{ruleWords(check, say)}</Text>
      </Group>
      <Text size="sm" mt={6}>
        {nextChange === null ? say('neverChanges') : say(open ? 'closesAt' : 'opensAt', { time: formatReportDate(nextChange, zone) })}
      </Text>
      {reason === null ? null : (
        <Text size="sm" c="dimmed" mt={2}>
          {say(reason === 0 ? 'reasonBefore' : 'reasonAfter')}
        </Text>
      )}
    </>
  );
}
