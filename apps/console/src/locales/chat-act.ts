import { defineWords } from '../lib/words.ts';
import en from './en/chat-act.json';

/** Words of acts on messages: beside the conversation, loaded when a message is acted on. */
export const chatActWords = defineWords('chat-act', en);
