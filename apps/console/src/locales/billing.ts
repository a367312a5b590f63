import { defineWords } from '../lib/words.ts';
import en from './en/billing.json';

/** Words of the account, its wallet and its payments. */
export const billingWords = defineWords('billing', en);
