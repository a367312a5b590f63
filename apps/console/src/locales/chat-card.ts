import { defineWords } from '../lib/words.ts';
import en from './en/chat-card.json';

/** Words of places, people and voice notes: beside the conversation, loaded with it. */
export const chatCardWords = defineWords('chat-card', en);
