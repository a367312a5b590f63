import { defineWords } from '../lib/words.ts';
import en from './en/chat-scenario.json';

/** Words of What-if, which are loaded with it. */
export const chatScenarioWords = defineWords('chat-scenario', en);
