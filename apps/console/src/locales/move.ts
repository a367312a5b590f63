import { defineWords } from '../lib/words.ts';
import en from './en/move.json';

/** Words of moving in from another product, and of the conversations that came by it. */
export const moveWords = defineWords('move', en);
