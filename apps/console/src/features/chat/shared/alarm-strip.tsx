import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../lib/words.ts';
import { chatMonitorWords } from '../../../locales/chat-monitor.ts';
import classes from './alarm-strip.module.css';
import { describeAlarm } from './alarm-words.ts';
import { alarmsQuery, useAlarmsLive } from './monitor.queries.ts';

const mostShown = 3;

/** Alarms that ring, above every screen of those who look over the departments. */
export function AlarmStrip() {
  useAlarmsLive();
  const { data: alarms } = useQuery(alarmsQuery);
  // The region is there before an alarm is, or nobody would be read it.
  return <div role="status">{alarms && alarms.length > 0 ? <Alarms /> : null}</div>;
}

function Alarms() {
  const say = useWords(chatMonitorWords.monitor);
  const { data: alarms = [] } = useQuery(alarmsQuery);
  return (
    <section className={classes.strip} aria-label={say('alarms')}>
      <IconBell size={15} aria-hidden />
      {alarms.slice(0, mostShown).map((alarm) => (
        <Link
          key={`${alarm.departmentId} ${alarm.kind}`}
          to="/chat/monitor"
          search={{ department: alarm.departmentId || 'none', tab: alarm.kind === 'nobody' ? 'agents' : 'chats', sort: 'waiting' } as never}
        >
          {describeAlarm(alarm, say)}
        </Link>
      ))}
      {alarms.length > mostShown ? <span>{say('alarmMore', { count: alarms.length - mostShown })}</span> : null}
    </section>
  );
}
