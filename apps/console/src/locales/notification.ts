import { defineWords } from '../lib/words.ts';
import en from './en/notification.json';

/** Words of the list of notifications, their kinds, and how one hears of them. */
export const notificationWords = defineWords('notification', en);
