import { Button, Modal, Switch } from '@mantine/core';
import { agentStatuses, type MonitorQueue } from '@parley/contract';
import { IconMaximize } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMonitorWords, type MonitorSay } from '../../../locales/chat-monitor.ts';
import { describeAlarm } from '../shared/alarm-words.ts';
import { Elapsed } from '../shared/elapsed.tsx';
import { figuresQuery, monitorAgentsQuery } from './monitor.queries.ts';
import { NewsLine } from './news-line.tsx';
import { nameOfQueue } from './queue-name.ts';
import classes from './wall.module.css';

type Props = {
  heardAt: number;
  /** Agents are shown by their initials */
  isInitials: boolean;
  department: string;
  onInitials: (isOn: boolean) => void;
  onClose: () => void;
};

/** The figures for a screen on a wall, which whoever passes by can read: no customer is named. */
export function Wall({ heardAt, isInitials, department, onInitials, onClose }: Props) {
  const say = useWords(chatMonitorWords.monitor);
  const { data } = useQuery(figuresQuery);
  const queues = data?.queues.filter(({ departmentId }) => department === '' || (departmentId || 'none') === department) ?? [];
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      title={say('wallTitle')}
      classNames={{ content: classes.wall ?? '', header: classes.head ?? '', body: classes.body ?? '', title: classes.title ?? '' }}
      transitionProps={{ duration: 0 }}
      data-mantine-color-scheme="dark"
    >
      <div className={classes.bar}>
        <NewsLine heardAt={heardAt} />
        <Switch label={say('wallInitials')} checked={isInitials} onChange={({ currentTarget }) => onInitials(currentTarget.checked)} />
        <Button
          variant="default"
          leftSection={<IconMaximize size={16} aria-hidden />}
          onClick={() => void document.documentElement.requestFullscreen?.().catch(() => {})}
        >
          {say('wallFull')}
        </Button>
      </div>
      <div role="status">
        {data && data.alarms.length > 0 ? (
          <ul className={classes.alarms} aria-label={say('alarms')}>
            {data.alarms.map((alarm) => (
              <li key={`${alarm.departmentId} ${alarm.kind}`}>{describeAlarm(alarm, say)}</li>
            ))}
          </ul>
        ) : null}
      </div>
      <div className={classes.queues}>
        {queues.map((queue) => (
          <Card key={queue.departmentId || 'none'} queue={queue} say={say} />
        ))}
      </div>
      <Agents isInitials={isInitials} department={department} />
    </Modal>
  );
}

function Card({ queue, say }: { queue: MonitorQueue; say: MonitorSay }) {
  const small: [string, number][] = [
    [say('queueOffered'), queue.offered],
    [say('queueOpen'), queue.open],
    [say('queueOnline'), queue.online],
    [say('queueAway'), queue.away],
    [say('queueFull'), queue.full],
    [say('queueMissed'), queue.missedToday],
  ];
  return (
    <section className={classes.card} aria-label={nameOfQueue(queue, say)}>
      <h2>{nameOfQueue(queue, say)}</h2>
      <dl className={classes.large}>
        <div>
          <dt>{say('queueWaiting')}</dt>
          <dd>{formatNumber(queue.waiting)}</dd>
        </div>
        <div>
          <dt>{say('queueLongest')}</dt>
          <dd>
            <Elapsed since={queue.longestWaitSince} />
          </dd>
        </div>
        <div>
          <dt>{say('queueUnanswered')}</dt>
          <dd>
            <Elapsed since={queue.longestUnansweredSince} />
          </dd>
        </div>
      </dl>
      <dl className={classes.small}>
        {small.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 3)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');

function Agents({ isInitials, department }: { isInitials: boolean; department: string }) {
  const say = useWords(chatMonitorWords.monitor);
  const { data } = useInfiniteQuery(monitorAgentsQuery({ department, agent: '', agentStatus: agentStatuses.online, desk: '' }));
  const agents = data?.pages.flatMap((page) => page.agents);
  if (!agents) return null;
  if (agents.length === 0) return <p className={classes.nobody}>{say('wallNobody')}</p>;
  return (
    <ul className={classes.agents} aria-label={say('wallAgents')}>
      {agents.map(({ uId, name, load, limit }) => (
        <li key={uId}>
          <span>{isInitials ? initialsOf(name) : name}</span>
          <span className="tabular">{say('loadOf', { load: formatNumber(load / 100), limit: formatNumber(limit) })}</span>
        </li>
      ))}
    </ul>
  );
}
