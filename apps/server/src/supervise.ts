import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { configurationExit } from './exit-codes.ts';
import type { Started } from './program.ts';

/**
 * `npm start`: runs main.ts as a child and starts it again when it dies, after 1 s at first and 30 s at the most. A first start that fails
 * is told and ends, since a person or a script waits for it. Where systemd, Kubernetes or the like watch the process, run main.ts itself.
 */
const main = path.join(import.meta.dirname, 'main.ts');
const firstDelayMs = 1_000;
const mostDelayMs = 30_000;
const steadyMs = 60_000; // a process that ran this long is restarted with the first delay again
const graceMs = 700; // a child that is stuck is ended a moment after the time that it gives itself

/** The nine seconds of program.ts, until it says what it has on top of them. */
let stopsWithinMs = 9_000;
let child: ChildProcess | undefined;
let isStopping = false;
let hasRun = false;
let delayMs = firstDelayMs;
let restart: NodeJS.Timeout | undefined;

function run(): void {
  const startedAt = Date.now();
  child = fork(main, process.argv.slice(2), { stdio: 'inherit' });
  child.once('message', (started: Started) => {
    hasRun = true;
    ({ stopsWithinMs } = started);
  });
  child.once('exit', (code, signal) => {
    child = undefined;
    if (isStopping || code === 0 || code === configurationExit || !hasRun) process.exit(code ?? (isStopping ? 0 : 1));
    if (Date.now() - startedAt > steadyMs) delayMs = firstDelayMs;
    console.error(`Parley ended with ${signal ?? `code ${code}`} and is started again in ${delayMs / 1000} s.`);
    restart = setTimeout(run, delayMs);
    delayMs = Math.min(2 * delayMs, mostDelayMs);
  });
}

function stop(signal: NodeJS.Signals): void {
  isStopping = true;
  clearTimeout(restart);
  if (!child) process.exit(0);
  child.kill(signal);
  setTimeout(() => child?.kill('SIGKILL'), stopsWithinMs + graceMs).unref();
}

process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGINT', () => stop('SIGINT'));
run();
