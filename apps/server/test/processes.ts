import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Work } from '#platform/jobs/lease.ts';
import type { EnterpriseContext } from '../src/context.ts';
import { freePort } from './ports.ts';

export const main = path.join(import.meta.dirname, '../src/main.ts');
export const supervisor = path.join(import.meta.dirname, '../src/supervise.ts');

const { NODE_COMPILE_CACHE } = process.env;
/**
 * The compile cache of the run (vitest.config.ts): a program of its own in a new data folder would compile everything anew. Given empty,
 * Node would keep it here.
 */
export const compileCache: Record<string, string> = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {};

export type ServerProcess = { url: string; child: ChildProcess; output: () => string; kill: (signal: NodeJS.Signals) => Promise<void> };

/** The program as it is started in earnest; ready when it says so. */
export async function startProcess(
  environment: Record<string, string>,
  args: string[] = [],
  port?: number,
  program = main,
): Promise<ServerProcess> {
  const listensOn = port ?? (await freePort());
  const env = {
    PATH: process.env.PATH ?? '',
    ...compileCache,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    CAPTCHA: 'off',
    DEMO: 'false',
    DEMO_HISTORY: 'off',
    ...environment,
    PORT: String(listensOn),
  };
  return startProgram(process.execPath, [program, ...args], { env }, `http://127.0.0.1:${listensOn}`);
}

/** Any command that starts the program; ready when the program says so. */
export async function startProgram(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'env' | 'cwd' | 'uid' | 'gid'>,
  url: string,
): Promise<ServerProcess> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const until = Date.now() + 120_000;
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The process ended with ${child.exitCode ?? child.signalCode}:\n${output}`);
    const answer = await fetch(`${url}/ready`).catch(() => undefined);
    if (answer?.ok) break;
    if (Date.now() > until) throw new Error(`The process is not ready:\n${output}`);
    await sleep(50);
  }
  return {
    url,
    child,
    output: () => output,
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

/** Expires the lease that a killed worker held; lease.api.test.ts proves that it ends by itself. */
export async function lapseLease(ctx: EnterpriseContext, work: Work['work']): Promise<void> {
  const lapsed = await ctx.transaction((tx) =>
    tx
      .updateTable('leases')
      .set({ heldUntil: new Date(0) })
      .where('work', '=', work)
      .executeTakeFirst(),
  );
  expect(lapsed.numUpdatedRows).toBe(1n);
}

/** REDIS_URL, or a server of the test's own; undefined where there is neither. */
export async function findRedis(): Promise<{ url: string; stop: () => void } | undefined> {
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, stop: () => {} };
  // Valkey is what Redis was; packages put servers where the PATH of a user need not lead.
  const binary = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin']
    .flatMap((folder) => ['redis-server', 'valkey-server'].map((name) => path.join(folder, name)))
    .find((file) => existsSync(file));
  if (!binary) return undefined;
  const port = await freePort();
  const child = spawn(binary, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
  for (let tries = 0; tries < 100 && !(await accepts(port)); tries += 1) await sleep(50);
  return { url: `redis://127.0.0.1:${port}`, stop: () => child.kill('SIGKILL') };
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

export type Gate = {
  port: number;
  shut: () => void;
  open: () => void;
  close: () => void;
  /** The answers of so many commits from now on are lost, with their connections: they have happened, and nobody is told. */
  loseCommits: (count: number) => void;
};

/** The same database behind a gate. */
export async function openGateTo(databaseUrl: string): Promise<Gate & { url: string }> {
  const url = new URL(databaseUrl);
  const gate = await openGate({ host: url.searchParams.get('host') ?? url.hostname, port: Number(url.port || 5432) });
  url.searchParams.delete('host');
  url.hostname = '127.0.0.1';
  url.port = String(gate.port);
  return { ...gate, url: url.href };
}

/** A door to a database that can be shut: what a lost database looks like from the program. */
async function openGate(target: { host: string; port: number }): Promise<Gate> {
  let isOpen = true;
  let lost = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (!isOpen) return void client.destroy();
    const upstream = target.host.startsWith('/') ? connect(`${target.host}/.s.PGSQL.${target.port}`) : connect(target.port, target.host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    upstream.on('data', (answer: Buffer) => {
      if (lost > 0 && answer.includes('COMMIT\0')) {
        lost -= 1;
        client.destroy();
        upstream.destroy();
      } else if (!client.write(answer)) {
        upstream.pause();
        client.once('drain', () => upstream.resume());
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const shut = () => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as { port: number }).port,
    shut,
    open: () => {
      isOpen = true;
    },
    close: () => {
      shut();
      server.close();
    },
    loseCommits: (count) => {
      lost = count;
    },
  };
}
