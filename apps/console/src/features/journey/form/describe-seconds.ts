import type { SayOf } from '../../../lib/words.ts';
import type { formWords } from '../../../locales/form.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** Describes how long it took, by the two largest units. @param given null: a dash */
export function describeSeconds(given: number | null, say: SayOf<typeof formWords.answers>): string {
  if (given === null) return '–';
  const seconds = Math.max(0, Math.round(given));
  if (seconds < 60) return say('span_seconds', { seconds });
  if (seconds < 3600) return say('span_minutes', { minutes: Math.floor(seconds / 60), seconds: two(seconds % 60) });
  const hours = Math.floor(seconds / 3600);
  if (hours < 24) return say('span_hours', { hours, minutes: two(Math.floor((seconds % 3600) / 60)) });
  return say('span_days', { days: Math.floor(hours / 24), hours: hours % 24 });
}
