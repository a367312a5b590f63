import { type SayOf, useWords } from '../../../lib/words.ts';
import { chatHistoryWords } from '../../../locales/chat-history.ts';

/** Says a length of time in whole seconds, minutes and hours: '4 minutes 5 seconds'. Parts that are zero before the first other one are left out. */
export function sayDuration(say: SayOf<typeof chatHistoryWords.duration>, seconds: number): string {
  const parts = [
    ['hours', Math.floor(seconds / 3600)],
    ['minutes', Math.floor(seconds / 60) % 60],
    ['seconds', seconds % 60],
  ] as const;
  const first = parts.findIndex(([unit, count]) => count > 0 || unit === 'seconds');
  return parts
    .slice(first)
    .map(([unit, count]) => say(unit, { count }))
    .join(' ');
}

export function useDuration(): (seconds: number) => string {
  const say = useWords(chatHistoryWords.duration);
  return (seconds) => sayDuration(say, seconds);
}
