import { defineWords } from '../lib/words.ts';
import en from './en/company.json';

/** Words of the company's screen. */
export const companyWords = defineWords('company', en);
