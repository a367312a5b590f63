import { useEffect, useState } from 'react';
import { serverNow } from '../../../lib/server-clock.ts';
import { useWords } from '../../../lib/words.ts';
import { chatMonitorWords, type MonitorSay } from '../../../locales/chat-monitor.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** A span in words, to the second below an hour. */
export function describeSpan(ms: number, say: MonitorSay): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return say('seconds', { seconds });
  if (seconds < 3600) return say('minutes', { minutes: Math.floor(seconds / 60), seconds: two(seconds % 60) });
  const hours = Math.floor(seconds / 3600);
  if (hours < 24) return say('hours', { hours, minutes: two(Math.floor((seconds % 3600) / 60)) });
  return say('days', { days: Math.floor(hours / 24), hours: hours % 24 });
}

/** The server's time, each second anew. */
function useSeconds(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Time since an instant, which goes on; a dash where there is none. */
export function Elapsed({ since }: { since: string | null }) {
  const say = useWords(chatMonitorWords.monitor);
  const now = useSeconds();
  if (since === null) return <>–</>;
  return (
    <time dateTime={since} className="tabular">
      {describeSpan(Math.max(now, serverNow()) - Date.parse(since), say)}
    </time>
  );
}
