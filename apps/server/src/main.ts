import { ConfigError, readConfig } from './config.ts';
import { type Running, start } from './start.ts';
import { welcome } from './welcome.ts';

const drainMs = 9_000; // ten seconds is what supervisors give between SIGTERM and SIGKILL

let running: Running | undefined;
let isStopping = false;

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(1), drainMs).unref();
  await running?.stop();
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());

try {
  const config = readConfig(process.env, process.argv.slice(2));
  running = await start(config);
  if (isStopping) await running.stop();
  else await welcome(running);
} catch (error) {
  const text =
    error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? `${error.message}${error.cause instanceof Error ? `\n${error.cause.message}` : ''}`
        : String(error);
  console.error(text);
  process.exit(1);
}
