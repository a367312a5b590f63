import { defineWords } from '../lib/words.ts';
import en from './en/bot-tool.json';

/** Words of the tools of a bot, which the other screens of bots do not load. */
export const botToolWords = defineWords('bot-tool', en);
