import { defineWords } from '../lib/words.ts';
import en from './en/chat-trace.json';

/** Words of what rules have compared and done, and of calls of tools, which are loaded with the first line of one. */
export const chatTraceWords = defineWords('chat-trace', en);
