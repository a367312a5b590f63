import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Order, Report } from './confined.task.ts';

const entry = fileURLToPath(new URL('./confined.process.ts', import.meta.url));
/** Memory limit of the process, buffers and code included. Node itself is 60 MB of it. */
export const processLimitBytes = 512 * 1024 ** 2;
const heapLimitMb = 384;

export type Child = {
  process: ChildProcess;
  /** Resolves once the process takes orders. @throws when it ends before that */
  ready: Promise<void>;
  send: (order: Order) => void;
  /** Sets the listener for reports of the task at hand; undefined: the process has ended. */
  listen: (heard: (report: Report | undefined) => void) => void;
  kill: () => void;
};

/** Starts a process for confined work. It gets no environment: its input may not find out a secret by any fault of a parser. */
export function startChild(): Child {
  const child = fork(entry, [String(processLimitBytes)], {
    env: {},
    // Drops the flags of our own process: a test runner's or a debugger's are not meant for it.
    execArgv: [`--max-old-space-size=${heapLimitMb}`, '--max-semi-space-size=16', '--no-warnings'],
    // A heap that is full writes pages of addresses; that it was full is told by how it ended.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let heard: (report: Report | undefined) => void = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    child.on('message', (report: Report) => (report.kind === 'ready' ? resolve() : heard(report)));
    const end = () => {
      reject(new Error('The process for confined work did not start.'));
      heard(undefined);
    };
    child.once('exit', end);
    child.once('error', end);
  });
  ready.catch(() => {}); // the caller that awaits it gets the error
  // An idle process must not keep this one running.
  child.unref();
  child.channel?.unref();
  return {
    process: child,
    ready,
    send: (order) => {
      // If the process is gone, its 'exit' event reports that.
      if (child.connected) child.send(order, () => {});
    },
    listen: (listener) => {
      heard = listener;
    },
    kill: () => child.kill('SIGKILL'),
  };
}
