import { defineWords } from '../lib/words.ts';
import en from './en/board.json';

/** Words of boards, which are loaded with them. */
export const boardWords = defineWords('board', en);
