import { defineWords, type SayOf } from '../lib/words.ts';
import en from './en/customer.json';

/** Words of phone book, customers, attributes and imports. */
export const customerWords = defineWords('customer', en);

export type PhoneBookSay = SayOf<typeof customerWords.phoneBook>;
