import { defineWords } from '../lib/words.ts';
import en from './en/sign-in.json';

/** Words of the screens before the login; apart from account, so that the first screen does not carry the profile. */
export const signInWords = defineWords('sign-in', en);
