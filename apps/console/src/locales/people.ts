import { defineWords } from '../lib/words.ts';
import en from './en/people.json';

/** Words of users, invitations and departments. */
export const peopleWords = defineWords('people', en);
