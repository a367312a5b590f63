import { defineWords } from '../lib/words.ts';
import en from './en/screen-filter.json';

/** Words of filters that are saved under names. */
export const screenFilterWords = defineWords('screen-filter', en);
