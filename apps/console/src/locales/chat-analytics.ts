import { defineWords } from '../lib/words.ts';
import en from './en/chat-analytics.json';

/** Words of the analysis of chats, which are loaded with it. */
export const chatAnalyticsWords = defineWords('chat-analytics', en);
