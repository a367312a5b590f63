import { defineWords } from '../lib/words.ts';
import en from './en/flow.json';

/** Words of flow screens: their list, their publishing, and the keys of channels. */
export const flowWords = defineWords('flow', en);
