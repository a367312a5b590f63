import { defineWords } from '../lib/words.ts';
import en from './en/messaging.json';

/** Words of blacklist and deliveries. */
export const messagingWords = defineWords('messaging', en);
