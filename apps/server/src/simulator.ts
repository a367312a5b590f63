import { startSimulator } from '@parley/vendors/simulator';
import { ConfigError, readSimulatorConfig } from './config.ts';

/**
 * The simulator of vendors as a process of its own, for installations of several:
 * `SIMULATOR_SECRET=… node apps/server/src/simulator.ts [port] [host] [control port] [control host]`.
 */
try {
  const simulator = await startSimulator(readSimulatorConfig(process.env, process.argv.slice(2)));
  console.log(
    `The simulator listens. Give the other processes SIMULATOR_URL=${simulator.url}, SIMULATOR_CONTROL_URL=${simulator.controlUrl} and its SIMULATOR_SECRET.`,
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.stop().then(() => process.exit(0)));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exit(1);
}
