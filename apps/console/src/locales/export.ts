import { defineWords } from '../lib/words.ts';
import en from './en/export.json';

/** Words of the list of own exports. */
export const exportWords = defineWords('export', en);
