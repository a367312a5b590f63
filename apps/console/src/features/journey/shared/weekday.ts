import { formatDayWords } from '../../../lib/format.ts';

/** 1 is Monday. */
export const weekdayNumbers = [1, 2, 3, 4, 5, 6, 7] as const;

/** 5 January 2026 was a Monday. */
export const nameWeekday = (weekday: number, language: string, length: 'long' | 'short'): string =>
  formatDayWords(`2026-01-${String(4 + weekday).padStart(2, '0')}`, { weekday: length }, language);
