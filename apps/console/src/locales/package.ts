import { defineWords } from '../lib/words.ts';
import en from './en/package.json';

/** Words of packages: the marketplace, plans, and making one. */
export const packageWords = defineWords('package', en);
