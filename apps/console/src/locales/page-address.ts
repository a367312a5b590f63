import { defineWords } from '../lib/words.ts';
import en from './en/page-address.json';

/** Words of the address of a page. */
export const pageAddressWords = defineWords('page-address', en);
