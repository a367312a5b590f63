import { defineWords } from '../lib/words.ts';
import en from './en/two-factor.json';

/** Words of the second factor: at sign-in, in the profile, and where a fresh proof is asked for. */
export const twoFactorWords = defineWords('two-factor', en);
