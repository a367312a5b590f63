import { defineWords } from '../lib/words.ts';
import en from './en/form.json';

/** Words of forms: their list, answers, figures and versions. */
export const formWords = defineWords('form', en);
