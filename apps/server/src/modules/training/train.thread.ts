import { parentPort, workerData } from 'node:worker_threads';
import type { TrainingIssue } from '@parley/nlu';
import type { BotSnapshot } from '../bot/bot.definition.ts';
import { checkPhrases, type Step, type Trained, trainModels } from './train.models.ts';

export type ThreadTask = { task: 'train' | 'check'; snapshot: BotSnapshot };
/** What the thread says: how far it is, then what it made or found, or why it did not. */
export type ThreadMessage =
  | { kind: 'progress'; step: Step; ratio: number }
  | { kind: 'trained'; result: Trained }
  | { kind: 'checked'; result: TrainingIssue[] }
  | { kind: 'failed'; reason: string };

const say = (message: ThreadMessage) => parentPort?.postMessage(message);
try {
  const { task, snapshot } = workerData as ThreadTask;
  if (task === 'check') say({ kind: 'checked', result: checkPhrases(snapshot) });
  else say({ kind: 'trained', result: trainModels(snapshot, (step, ratio) => say({ kind: 'progress', step, ratio })) });
} catch (error) {
  say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) });
}
