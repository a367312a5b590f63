import { defineWords, type SayOf, type WordOf } from '../lib/words.ts';
import en from './en/chat.json';

/** Words of conversations and their notifications. */
export const chatWords = defineWords('chat', en);

export type ChatSay = SayOf<typeof chatWords.conversation>;
export type ChatWord = WordOf<typeof chatWords.conversation>;
export type NotificationWord = WordOf<typeof chatWords.notification>;
