import { defineWords } from '../lib/words.ts';
import en from './en/encap.json';

/** Words of encaps: their list, launches, links, reports, log and settings. */
export const encapWords = defineWords('encap', en);
