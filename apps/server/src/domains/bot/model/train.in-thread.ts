import { Worker } from 'node:worker_threads';
import type { BotSnapshot } from '../version/bot.definition.ts';
import type { Step, Trained } from './train.models.ts';
import type { ThreadMessage } from './train.thread.ts';

/** The training could not be done, with a reason for the screen. */
export class TrainingFailed extends Error {}

const mostMemoryMb = 1500;

/**
 * Trains in a thread of its own, so that no request waits for it.
 * @param signal ends the thread at once
 * @throws TrainingFailed with the engine's reason, or when the thread runs out of memory or is stopped
 */
export function trainInThread(
  snapshot: BotSnapshot,
  onProgress: (step: Step, ratio: number) => void,
  signal: AbortSignal,
): Promise<Trained> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./train.thread.ts', import.meta.url), {
      workerData: snapshot,
      resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
    });
    const stop = () => void thread.terminate();
    signal.addEventListener('abort', stop, { once: true });
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', stop);
      settle();
    };
    thread.on('message', (message: ThreadMessage) => {
      if (message.kind === 'progress') onProgress(message.step, message.ratio);
      else if (message.kind === 'failed') end(() => reject(new TrainingFailed(message.reason)));
      else end(() => resolve(message.result));
    });
    thread.on('error', (error: Error & { code?: string }) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end(() => reject(isFull ? new TrainingFailed('There is more to learn than fits into the memory of the training.') : error));
    });
    thread.on('exit', () => end(() => reject(new TrainingFailed('The training was stopped.'))));
  });
}
