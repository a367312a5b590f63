import { defineWords, type SayOf } from '../lib/words.ts';
import en from './en/chat-mail.json';

/** Words of mails in conversations: beside the conversation, loaded with it. */
export const chatMailWords = defineWords('chat-mail', en);

export type ChatMailSay = SayOf<typeof chatMailWords.mail>;
