import { defineWords } from '../lib/words.ts';
import en from './en/call.json';

/** Words of video calls: loaded with the first call, or with the history of calls. */
export const callWords = defineWords('call', en);
