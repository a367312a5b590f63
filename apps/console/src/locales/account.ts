import { defineWords } from '../lib/words.ts';
import en from './en/account.json';

/** Words of profile, roles and branding. */
export const accountWords = defineWords('account', en);
