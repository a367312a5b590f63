import { defineWords } from '../lib/words.ts';
import en from './en/common.json';

/** Words of the building blocks in components/ and lib/. */
export const commonWords = defineWords('common', en);
