import { defineWords } from '../lib/words.ts';
import en from './en/chat-later.json';

/** Words of messages that leave later: beside the conversation, loaded with it. */
export const chatLaterWords = defineWords('chat-later', en);
