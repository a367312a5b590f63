import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { cloneDatabase } from './database.ts';
import { makeFolder } from './folders.ts';
import { startProcess, supervisor } from './processes.ts';

const folder = () => {
  const made = makeFolder('supervised');
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};
const childOf = (pid: number | undefined) => Number(execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' }).split('\n')[0]);
const isReady = async (url: string) => (await fetch(`${url}/ready`).catch(() => undefined))?.ok ?? false;

/** Failures that nobody waits for, on signal. */
const failing =
  "process.on('SIGHUP',()=>{Promise.reject(new Error('left'))});process.on('SIGUSR2',()=>setImmediate(()=>{throw new Error('thrown')}))";

test('npm start brings a killed program back, which finds its database still running, and stops both', async () => {
  const dataDir = folder();
  const server = await startProcess({ DATA_DIR: dataDir }, [], undefined, supervisor);
  onTestFinished(() => server.kill('SIGKILL'));
  const postmaster = path.join(dataDir, 'postgres/data/postmaster.pid');
  const databaseOf = () => readFileSync(postmaster, 'utf8').split('\n')[0];
  const before = { child: childOf(server.child.pid), database: databaseOf() };
  process.kill(before.child, 'SIGKILL');
  await expect.poll(() => isReady(server.url)).toBe(false);
  await expect.poll(() => isReady(server.url)).toBe(true); // the time that any start is given
  const child = childOf(server.child.pid);
  expect(child).not.toBe(before.child);
  expect(databaseOf()).toBe(before.database);
  expect(server.output()).toContain('Parley ended with SIGKILL and is started again in 1 s.');

  const stoppingAt = Date.now();
  await server.kill('SIGTERM');
  expect(Date.now() - stoppingAt).toBeLessThan(30_000);
  expect(server.child.exitCode).toBe(0);
  expect(() => process.kill(child, 0)).toThrow('ESRCH');
  expect(existsSync(postmaster)).toBe(false);
});

test('npm start tells a wrong configuration once, and keeps its compiled code in the data folder', () => {
  const dataDir = folder();
  const { status, stderr } = spawnSync(process.execPath, [supervisor], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: 'none', HOST: '127.0.0.1' },
    encoding: 'utf8',
  });
  expect(status).toBe(78);
  expect(stderr.match(/The configuration is not valid/g)).toHaveLength(1);
  expect(stderr).toContain('PORT: ');
  expect(readdirSync(path.join(dataDir, 'compile-cache'))).toHaveLength(1);
});

test('a rejection that nobody waits for is logged and counted, an exception ends the process in order', async () => {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  onTestFinished(() => database.drop());
  const server = await startProcess({
    DATA_DIR: folder(),
    DATABASE_URL: database.url,
    NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(failing)}"`,
  });
  onTestFinished(() => server.kill('SIGKILL'));
  const counted = async () => (await (await fetch(`${server.url}/metrics`)).text()).match(/^parley_unhandled_total.*$/gm);
  server.child.kill('SIGHUP');
  await expect.poll(counted).toEqual(['parley_unhandled_total{kind="rejection"} 1']);
  await expect.poll(server.output).toMatch(/"level":50.*"message":"left","stack":/);
  expect(await isReady(server.url)).toBe(true);

  const ended = once(server.child, 'close');
  server.child.kill('SIGUSR2');
  expect(await ended).toEqual([1, null]);
  expect(server.output()).toMatch(/"level":60.*"message":"thrown","stack":/);
});
