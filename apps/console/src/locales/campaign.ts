import { defineWords } from '../lib/words.ts';
import en from './en/campaign.json';

/** Words of campaigns, their iterations and their report. */
export const campaignWords = defineWords('campaign', en);
