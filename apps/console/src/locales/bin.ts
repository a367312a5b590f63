import { defineWords } from '../lib/words.ts';
import en from './en/bin.json';

/** Words of the bin; the kinds of records are named by the audit trail's. */
export const binWords = defineWords('bin', en);
