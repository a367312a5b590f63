import { startSimulator } from '@parley/vendors/simulator';

/** The simulator of vendors as a process of its own, for installations of several: `node apps/server/src/simulator.ts [port] [host]`. */
const [port = '4010', host = '127.0.0.1'] = process.argv.slice(2);
const simulator = await startSimulator({ port: Number(port), host });
console.log(`The simulator listens on ${simulator.url}; give it to the other processes as SIMULATOR_URL.`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.stop().then(() => process.exit(0)));
