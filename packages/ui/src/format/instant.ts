import { type DateForm, type InstantLike, showInstant, showRelative } from '@parley/contract';
import i18next from 'i18next';
import { getEnterpriseZone } from './place.ts';

/** English is written as the specification has it; other languages have their own names of months and halves of the day. */
export const formatInstant = (at: InstantLike, form: DateForm, zone: string = getEnterpriseZone()): string =>
  showInstant(at, form, zone, i18next.language);
/** '05 Jan 2024 10:30 AM': agent cards. */
export const formatCardDate = (at: InstantLike, zone?: string) => formatInstant(at, 'card', zone);
/** '05/01/2024 10:30:AM': the entity list. */
export const formatEntityDate = (at: InstantLike, zone?: string) => formatInstant(at, 'entity', zone);
/** '5 Jan 2024 03:30 PM': reports, broadcasts and the phone book. */
export const formatReportDate = (at: InstantLike, zone?: string) => formatInstant(at, 'instant', zone);
/** 'Jan 05 2024 03:30:00 PM': every other timestamp of the console. */
export const formatTimestamp = (at: InstantLike, zone?: string) => formatInstant(at, 'timestamp', zone);
/** '03:30 PM' */
export const formatTime = (at: InstantLike, zone?: string) => formatInstant(at, 'time', zone);
/** '5 minutes ago' within a week, the report date beyond. */
export const formatRelative = (at: InstantLike, now: InstantLike = Date.now(), language = 'en'): string =>
  showRelative(at, now, getEnterpriseZone(), language);
