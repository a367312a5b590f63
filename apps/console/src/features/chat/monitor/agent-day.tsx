import { Drawer, Skeleton, Stack, Text } from '@mantine/core';
import type { MonitorAgent, PresenceInterval } from '@parley/contract';
import { DateField } from '@parley/ui/date-field';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatTime } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMonitorWords } from '../../../locales/chat-monitor.ts';
import { describeSpan } from '../shared/elapsed.tsx';
import classes from './monitor.module.css';
import { presenceQuery } from './monitor.queries.ts';
import { nameOfAgentStatus } from './status-words.ts';

type Day = { from: string; to: string; asOf: string };
const endOf = ({ to }: PresenceInterval, { asOf }: Day) => Date.parse(to ?? asOf);
const lengthOf = (interval: PresenceInterval, day: Day) => Math.max(0, endOf(interval, day) - Date.parse(interval.from));

/** Statuses of an agent on one day, drawn and in words. */
export function AgentDay({ agent, onClose }: { agent: MonitorAgent; onClose: () => void }) {
  const say = useWords(chatMonitorWords.monitor);
  const { i18n } = useTranslation();
  const [day, setDay] = useState('');
  const { data, error, refetch } = useQuery(presenceQuery(agent.uId, day));
  const today = useQuery(presenceQuery(agent.uId, '')).data?.day ?? '';
  const nameOf = (interval: PresenceInterval) => nameOfAgentStatus(interval, i18n.language, say);
  return (
    <Drawer opened onClose={onClose} position="right" size="md" title={say('dayTitle', { name: agent.name })}>
      <Stack>
        <DateField label={say('dayPick')} isStrict max={today} value={data?.day ?? day} onChange={setDay} />
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <Skeleton height={120} /> : null}
        {data ? (
          <>
            <Text size="xs" c="dimmed">
              {say('dayZone', { zone: data.timeZone })}
            </Text>
            {data.intervals.length === 0 ? <Text size="sm">{say('dayEmpty')}</Text> : <DayBar day={data} intervals={data.intervals} />}
            <ol className={classes.intervals}>
              {data.intervals.map((interval) => (
                <li key={interval.from} data-status={interval.agentStatus}>
                  {say('dayLine', {
                    from: formatTime(interval.from),
                    to: interval.to === null ? say('dayNow') : formatTime(interval.to),
                    status: nameOf(interval),
                    time: describeSpan(lengthOf(interval, data), say),
                  })}
                  {[interval.reason, interval.by === '' ? '' : say('dayBy', { name: interval.by })].filter(Boolean).map((words) => (
                    <Text key={words} size="xs" c="dimmed">
                      {words}
                    </Text>
                  ))}
                </li>
              ))}
            </ol>
          </>
        ) : null}
      </Stack>
    </Drawer>
  );
}

/** The same as a bar; the words below it say all that it shows. */
function DayBar({ day, intervals }: { day: Day; intervals: readonly PresenceInterval[] }) {
  const span = Date.parse(day.to) - Date.parse(day.from);
  return (
    <svg className={classes.dayBar} viewBox="0 0 1000 24" preserveAspectRatio="none" aria-hidden="true">
      <rect x={0} y={0} width={1000} height={24} className={classes.dayGround} />
      {intervals.map((interval) => (
        <rect
          key={interval.from}
          x={((Date.parse(interval.from) - Date.parse(day.from)) / span) * 1000}
          width={Math.max(1, (lengthOf(interval, day) / span) * 1000)}
          y={0}
          height={24}
          className={classes.dayPart}
          data-status={interval.agentStatus}
        />
      ))}
    </svg>
  );
}
