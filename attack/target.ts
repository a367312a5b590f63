import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type SimulatorAddress, startSimulator } from '@parley/vendors/simulator';
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
  /** As the owner of the tables, whom no policy binds. */
  ownerUrl: string;
  output: () => string;
  stop: () => Promise<void>;
};

export async function startTarget(more: Record<string, string> = {}): Promise<Target> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-attack-'));
  chmodSync(folder, 0o755); // as root the database runs as another user, who must reach its files
  const database = await startEmbedded(path.join(folder, 'postgres'), { shared_buffers: '256MB' });
  const { host, port: databasePort, user, password } = database.connection;
  const ownerUrl = `postgres://${user}:${password}@localhost:${databasePort}/postgres?host=${encodeURIComponent(host)}`;
  const simulator = await startSimulator();
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
    ...more,
  };
  const inside = await start({ ...readConfig({ ...environment, PORT: '0' }, []), roles: [] });
  const port = await freePort();
  const outputs: string[] = [];
  let running: ServerProcess | undefined = await startProcess(environment, [], port);
  return {
    url: `http://127.0.0.1:${port}`,
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
    ownerUrl,
    output: () => [...outputs, running?.output() ?? ''].join(''),
    async stop() {
      await running?.kill('SIGTERM');
      await inside.stop();
      await simulator.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
