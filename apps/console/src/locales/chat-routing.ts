import { defineWords } from '../lib/words.ts';
import en from './en/chat-routing.json';

/** Words of why an agent has a chat, or why it waits: beside the conversation, loaded with it. */
export const chatRoutingWords = defineWords('chat-routing', en);
