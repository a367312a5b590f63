import { useEffect, useState } from 'react';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';

/** The time now, every second anew. */
export function useSeconds(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

/** @param secondsLeft what was left at `readAt`; null for what may wait for ever */
export const leftAt = (secondsLeft: number | null, readAt: number, now: number): number =>
  secondsLeft === null ? Number.POSITIVE_INFINITY : secondsLeft - Math.floor(Math.max(0, now - readAt) / 1_000);

/** Time left to accept an offered chat. */
export function TimeLeft({ seconds }: { seconds: number }) {
  const t = useWords(chatWords.notification);
  return <span className="tabular">{t('secondsLeft', { count: seconds })}</span>;
}
