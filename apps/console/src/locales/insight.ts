import { defineWords } from '../lib/words.ts';
import en from './en/insight.json';

/** Words of dashboard and reports. */
export const insightWords = defineWords('insight', en);
