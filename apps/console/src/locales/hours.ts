import { defineWords } from '../lib/words.ts';
import en from './en/hours.json';

/** Words of operational hours. */
export const hoursWords = defineWords('hours', en);
