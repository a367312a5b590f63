import { defineWords } from '../lib/words.ts';
import en from './en/outreach.json';

/** Words of broadcasts. */
export const outreachWords = defineWords('outreach', en);
