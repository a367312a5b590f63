import { defineWords } from '../lib/words.ts';
import en from './en/journey.json';

/** Words of streams: workspace, publishing and monitor. */
export const journeyWords = defineWords('journey', en);
