/** 1 is Monday. */
export const weekdayNumbers = [1, 2, 3, 4, 5, 6, 7] as const;

/** 5 January 1970 was a Monday. */
export const nameWeekday = (weekday: number, language: string, length: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' }).format(Date.UTC(1970, 0, 4 + weekday));
