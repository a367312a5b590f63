import { type DateForm, dateFormat, localeOf, showClock, showDay, showDayWords } from '@parley/contract';
import i18next from 'i18next';
import { getEnterpriseCountry, getLocale } from './place.ts';

/** '5 Jan 2024'. @param day a calendar day, `2024-01-05`, which has no zone */
export const formatDay = (day: string, form?: DateForm): string => showDay(day, form, i18next.language);
/** '09:30 PM' of `21:30`, a time of day. */
export const formatClock = (time: string): string => showClock(time, i18next.language);
/** 'Friday, 5 January', in the reader's language and by the parts asked for. @param day `2024-01-05` */
export const formatDayWords = (day: string, parts: Intl.DateTimeFormatOptions, language: string = getLocale()): string =>
  showDayWords(day, language, parts);

/** Tells whether 05/01/2026 is the first of May where the enterprise is. Where it named no country, the day comes first, as in every form here. */
export const writesMonthFirst = (): boolean =>
  getEnterpriseCountry() !== '' && dateFormat(localeOf('en', getEnterpriseCountry()), {}).formatToParts(0)[0]?.type === 'month';
