import { defineWords } from '../lib/words.ts';
import en from './en/stream-report.json';

/** Words of the reports of streams and of their milestones. */
export const streamReportWords = defineWords('stream-report', en);
