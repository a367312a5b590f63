import { defineConfined } from '#platform/confined/confined.task.ts';
import type { Analysing, Told } from './scenario.analyse.run.ts';

const mega = 1024 * 1024;

/** Replays a range with its changes in a process of its own: minutes of reckoning keep no chat waiting. */
export const analyseTask = defineConfined<Analysing, Told>({
  module: new URL('./scenario.analyse.run.ts', import.meta.url),
  subject: 'The scenario',
  lane: 'job',
  timeoutMs: 120_000,
  largestInputBytes: 128 * mega,
  largestOutputBytes: 16 * mega,
});
