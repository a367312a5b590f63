import { defineConfined } from '#platform/confined/confined.task.ts';
import type { DrawnTranscript, TranscriptOrder } from './transcript.order.ts';

const mega = 1024 * 1024;

/** Draws a transcript: its words are of anybody, and its pictures too. */
export const drawTranscript = defineConfined<TranscriptOrder, DrawnTranscript>({
  module: new URL('./transcript.draw.ts', import.meta.url),
  subject: 'The transcript',
  timeoutMs: 120_000, // 1,000 entries of 300 characters take some 3 s, of 4,000 distinct ones 40 s on a busy machine
  largestInputBytes: 64 * mega, // 1,000 entries of 4,096 characters, and notes
});
