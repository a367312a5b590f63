import { defineWords } from '../lib/words.ts';
import en from './en/chat-view.json';

/** Words of saved views: beside the conversation, loaded with it. */
export const chatViewWords = defineWords('chat-view', en);
