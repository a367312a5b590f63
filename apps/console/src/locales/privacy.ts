import { defineWords } from '../lib/words.ts';
import en from './en/privacy.json';

/** Words of a person's rights and of retention; the customer's screen and the company's say them. */
export const privacyWords = defineWords('privacy', en);
