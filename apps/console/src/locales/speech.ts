import { defineWords } from '../lib/words.ts';
import en from './en/speech.json';

/** Words of the report of recordings that were written down. */
export const speechWords = defineWords('speech', en);
