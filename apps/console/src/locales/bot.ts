import { defineWords } from '../lib/words.ts';
import en from './en/bot.json';

/** Words of the builder of bots. */
export const botWords = defineWords('bot', en);
