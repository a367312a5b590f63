import { defineWords } from '../lib/words.ts';
import en from './en/sql.json';

/** Words of reading by SQL. */
export const sqlWords = defineWords('sql', en);
