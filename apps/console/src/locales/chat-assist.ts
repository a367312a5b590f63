import { defineWords } from '../lib/words.ts';
import en from './en/chat-assist.json';

/** Words of the help for agents: beside the conversation, loaded with it. */
export const chatAssistWords = defineWords('chat-assist', en);
