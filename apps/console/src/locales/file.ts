import { defineWords } from '../lib/words.ts';
import en from './en/file.json';

/** Words of libraries and the picker of attachments. */
export const fileWords = defineWords('file', en);
