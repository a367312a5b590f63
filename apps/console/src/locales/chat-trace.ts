import { defineWords } from '../lib/words.ts';
import en from './en/chat-trace.json';

/** Words of what rules have compared and done, which are loaded with the first line of a rule. */
export const chatTraceWords = defineWords('chat-trace', en);
