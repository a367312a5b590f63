import { defineWords, type SayOf } from '../lib/words.ts';
import en from './en/chat-history.json';

/** Words of the history of chats, which are loaded with it. */
export const chatHistoryWords = defineWords('chat-history', en);

export type HistorySay = SayOf<typeof chatHistoryWords.history>;
