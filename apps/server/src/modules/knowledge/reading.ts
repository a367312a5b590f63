import { Worker } from 'node:worker_threads';
import type { ReadPage } from './page.text.ts';
import { Unreadable } from './pdf.text.ts';
import type { ReadRequest } from './read.thread.ts';

const mostMemoryMb = 700;
const longestMs = 120_000;

/** A thread that reads pages and documents one after the other, and can be ended whatever it is busy with. */
export function openReading() {
  const thread = new Worker(new URL('./read.thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb } });
  const ask = <T>(request: ReadRequest): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => settle(() => reject(new Unreadable('Reading took too long.'))), longestMs);
      const settle = (done: () => void) => {
        clearTimeout(timer);
        thread.off('message', onMessage).off('error', onError).off('exit', onExit);
        done();
      };
      const onMessage = ({ result, reason }: { result?: T; reason?: string }) =>
        settle(() => (reason === undefined ? resolve(result as T) : reject(new Unreadable(reason))));
      const onError = () => settle(() => reject(new Unreadable('Reading took more memory than there is.')));
      const onExit = () => settle(() => reject(new Unreadable('Reading was stopped.')));
      thread.on('message', onMessage).on('error', onError).on('exit', onExit);
      thread.postMessage(request);
    });
  return {
    readHtml: (html: string, url: string) => ask<ReadPage>({ kind: 'html', html, url }),
    readPdf: (bytes: Uint8Array) => ask<string[]>({ kind: 'pdf', bytes }),
    close: () => thread.terminate(),
  };
}
export type Reading = ReturnType<typeof openReading>;
