import { defineWords } from '../lib/words.ts';
import en from './en/chat-field.json';

/** Words of the own fields of chats, in the settings and beside a conversation. */
export const chatFieldWords = defineWords('chat-field', en);
