import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PaymentSimulator, type SimulatorAddress, startPaymentSimulator, startSimulator } from '@parley/vendors/simulator';
import { readConfig } from '../apps/server/src/config.ts';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { type Running, start } from '../apps/server/src/start.ts';
import { freePort } from '../apps/server/test/ports.ts';
import { type ServerProcess, startProcess } from '../apps/server/test/processes.ts';

/**
 * The program under attack: a process of its own, as it is built, on an empty database with real durability. The attacker stands behind a
 * proxy that the program trusts, so that each caller can have an address of its own; limits by session and in general are lifted far
 * enough that they do not hide what lies behind them, and those of single calls stay.
 */
export type Target = {
  url: string;
  /** The process of now; undefined while it is down. */
  process: () => ServerProcess | undefined;
  kill: (signal: NodeJS.Signals) => Promise<void>;
  startAgain: () => Promise<void>;
  /** A part of the program without duties on the same database: makes enterprises and users, and looks at rows. */
  inside: Running;
  /** The vendors' side of sandbox channels, which outlives the program: a broadcast can be compared after a kill. */
  simulator: SimulatorAddress;
  /** The payment gateway of the installation. */
  payments: PaymentSimulator;
  /** Connects as the owner of the tables, who is exempt from every policy. */
  ownerUrl: string;
  output: () => string;
  stop: () => Promise<void>;
};

export async function startTarget(more: Record<string, string> = {}): Promise<Target> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-attack-'));
  chmodSync(folder, 0o755); // a root process runs the database as another user, who must reach its files
  const database = await startEmbedded(path.join(folder, 'postgres'), { shared_buffers: '256MB' });
  const { host, port: databasePort, user, password } = database.connection;
  const ownerUrl = `postgres://${user}:${password}@localhost:${databasePort}/postgres?host=${encodeURIComponent(host)}`;
  const simulator = await startSimulator();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const payments = await startPaymentSimulator({ webhookUrl: () => `${url}/hooks/payments` });
  const environment: Record<string, string> = {
    NODE_ENV: 'test',
    SIMULATOR_URL: simulator.url,
    SIMULATOR_CONTROL_URL: simulator.controlUrl,
    SIMULATOR_SECRET: simulator.secret,
    DATA_DIR: folder,
    DATABASE_URL: ownerUrl,
    CAPTCHA: 'off',
    DEMO: 'false',
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    REQUESTS_PER_MINUTE: '100000000',
    // A name of the probe's: where the attacker's own provider stands.
    PRIVATE_HOSTS: 'outside.attack.test',
    FEATURES: 'all,billing',
    RAZORPAY_URL: payments.gateway.url,
    RAZORPAY_KEY_ID: payments.gateway.keyId,
    RAZORPAY_KEY_SECRET: payments.gateway.keySecret,
    RAZORPAY_WEBHOOK_SECRET: payments.gateway.webhookSecret,
    ...more,
  };
  const inside = await start({ ...readConfig({ ...environment, PORT: '0' }, []), roles: [] });
  const outputs: string[] = [];
  let running: ServerProcess | undefined = await startProcess(environment, [], port);
  return {
    url,
    process: () => running,
    async kill(signal) {
      const victim = running;
      running = undefined;
      await victim?.kill(signal);
      outputs.push(victim?.output() ?? '');
    },
    async startAgain() {
      running = await startProcess(environment, [], port);
    },
    inside,
    simulator,
    payments,
    ownerUrl,
    output: () => [...outputs, running?.output() ?? ''].join(''),
    async stop() {
      await running?.kill('SIGTERM');
      await inside.stop();
      await simulator.stop();
      await payments.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
