import { defineWords } from '../lib/words.ts';
import en from './en/first-step.json';

/** Words of the first steps of an enterprise, and of its sample data. */
export const firstStepWords = defineWords('first-step', en);
