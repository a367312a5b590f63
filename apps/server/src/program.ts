import { ConfigError, readConfig } from './config.ts';
import { configurationExit } from './exit-codes.ts';
import { type Running, start } from './start.ts';
import { welcome } from './welcome.ts';

const drainMs = 9_000; // starts after the time of leaving; supervisors give ten seconds between SIGTERM and SIGKILL

/** The message to the supervisor of `npm start`. */
export type Started = { stopsWithinMs: number };

let running: Running | undefined;
let starting: Promise<Running> | undefined;
let isStopping = false;

/** @param isBroken nobody may be served any more, so that it does not wait until a proxy has seen it */
function stop(code: number, isBroken = false): void {
  if (isStopping) {
    // Asked twice: the second caller does not wait for the proxy either.
    running?.leave().catch(() => undefined);
    return;
  }
  isStopping = true;
  const leaveMs = isBroken ? 0 : (running?.deps.config.leaveMs ?? 0);
  setTimeout(() => process.exit(code || 1), leaveMs + drainMs).unref();
  // A start under way is waited for: it may have started the database.
  Promise.resolve(starting)
    .catch(() => undefined)
    .then(async (started) => {
      if (!isBroken) await started?.leave();
      await started?.stop();
    })
    .then(
      () => process.exit(code),
      (error: unknown) => {
        note('stop', error);
        process.exit(1);
      },
    );
}

function note(kind: 'rejection' | 'exception' | 'stop', error: unknown): void {
  running?.deps.metrics.unhandled.inc({ kind });
  if (running) running.deps.log[kind === 'exception' ? 'fatal' : 'error']({ err: error, kind }, 'a failure that nobody waited for');
  else console.error(error);
}

process.on('SIGTERM', () => stop(0));
process.on('SIGINT', () => stop(0));
// Stops when the supervisor of `npm start` is gone: nobody would start this process again or stop it.
process.on('disconnect', () => stop(0));
// A request, a job and a timer end by themselves, so a rejection that none of them waits for ends nothing else. After an exception that
// nobody caught the state may be broken: this process drains and goes, and its supervisor starts another (docs/decisions/0017).
process.on('unhandledRejection', (error) => note('rejection', error));
process.on('uncaughtException', (error) => {
  note('exception', error);
  stop(1, true);
});

try {
  const config = readConfig(process.env, process.argv.slice(2));
  starting = start(config);
  running = await starting;
  process.send?.({ stopsWithinMs: running.deps.config.leaveMs + drainMs } satisfies Started);
  if (!isStopping) await welcome(running);
} catch (error) {
  const text =
    error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? `${error.message}${error.cause instanceof Error ? `\n${error.cause.message}` : ''}`
        : String(error);
  console.error(text);
  if (!isStopping) process.exit(error instanceof ConfigError ? configurationExit : 1);
}
