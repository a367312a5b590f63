import { monitorSilentMs } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatTimestamp } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMonitorWords } from '../../../locales/chat-monitor.ts';
import classes from './monitor.module.css';
import { figuresQuery } from './monitor.queries.ts';

/** Says of what time the figures are, and for how long there was no news. @param heardAt by the browser's clock; 0: never */
export function NewsLine({ heardAt }: { heardAt: number }) {
  const say = useWords(chatMonitorWords.monitor);
  const { data } = useQuery({ ...figuresQuery, enabled: false });
  const [openedAt] = useState(Date.now);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const silentMs = now - (heardAt || openedAt);
  const isSilent = silentMs >= monitorSilentMs;
  return (
    <span className={classes.news} data-silent={isSilent || undefined}>
      <span role="status">{isSilent ? say('noNews', { count: Math.floor(silentMs / 1000) }) : ''}</span>
      {isSilent && data ? ' · ' : null}
      {data ? say('asOf', { time: formatTimestamp(data.asOf) }) : isSilent ? null : say('waiting')}
    </span>
  );
}
