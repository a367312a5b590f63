import { defineWords } from '../lib/words.ts';
import en from './en/sso.json';

/** Words of single sign-on: its settings, and where people come back. */
export const ssoWords = defineWords('sso', en);
