import { parentPort, workerData } from 'node:worker_threads';
import type { BotSnapshot } from '../version/bot.definition.ts';
import { type Step, type Trained, trainModels } from './train.models.ts';

/** Messages of the thread: its progress, then the result or the error. */
export type ThreadMessage =
  | { kind: 'progress'; step: Step; ratio: number }
  | { kind: 'trained'; result: Trained }
  | { kind: 'failed'; reason: string };

const say = (message: ThreadMessage) => parentPort?.postMessage(message);
try {
  say({ kind: 'trained', result: trainModels(workerData as BotSnapshot, (step, ratio) => say({ kind: 'progress', step, ratio })) });
} catch (error) {
  say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
}
