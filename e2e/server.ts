/** The server of the browser journeys: a data folder of its own, removed afterwards. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-e2e-'));
chmodSync(dataDir, 0o755); // a root process runs the database as another user, who must reach its files
const server = spawn(process.execPath, ['apps/server/src/main.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: process.env.E2E_PORT,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    REDIS_URL: '',
    CAPTCHA: 'off',
    // The journeys stand in front as a proxy would, so that each can sign up from an address of its own.
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
    // The journeys begin with an empty enterprise.
    DEMO_HISTORY: 'off',
    // Nothing moves in it but what the journeys move.
    DEMO_LIFE: 'off',
    // Address of the journeys' own receivers.
    PRIVATE_HOSTS: '127.0.0.1',
  },
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill('SIGTERM'));
server.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 0);
});
