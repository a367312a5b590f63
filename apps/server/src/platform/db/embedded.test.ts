import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../../test/folders.ts';
import { lacking } from '../../../test/lacking.ts';
import { startProcess } from '../../../test/processes.ts';
import { startEmbedded } from './embedded.ts';

function newFolder(): string {
  const folder = makeFolder('pg');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function query(connection: pg.ClientConfig, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const isRoot = process.getuid?.() === 0;
const pidOf = (data: string) => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);

test('the database is made once, stops cleanly, and is found again with its rows', async () => {
  const folder = newFolder();
  const first = await startEmbedded(path.join(folder, 'postgres'));
  expect(await query(first.connection, 'show fsync')).toEqual([{ fsync: 'on' }]);
  await query(first.connection, 'create table kept (id int); insert into kept values (7)');
  await first.stop();
  expect(existsSync(path.join(folder, 'postgres/data/postmaster.pid'))).toBe(false);
  const second = await startEmbedded(path.join(folder, 'postgres'));
  expect(await query(second.connection, 'select id from kept')).toEqual([{ id: 7 }]);
  await second.stop();
});

test('its log is for the owner alone, and holds nothing of what was asked', async () => {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'postgres'));
  const log = path.join(folder, 'postgres/postgres.log');
  writeFileSync(log, '', { mode: 0o644 });
  const { connection, stop } = await startEmbedded(path.join(folder, 'postgres'));
  await query(connection, "create table people (email text primary key); insert into people values ('canary@example.com')");
  for (const text of ["insert into people values ('canary@example.com')", "select 'canary'::int", 'select canary'])
    await expect(query(connection, text)).rejects.toThrow();
  const client = new pg.Client(connection);
  await client.connect();
  await expect(client.query('select $1::int', ['canary'])).rejects.toThrow();
  await client.end();
  await stop();
  expect(statSync(log).mode & 0o777).toBe(0o600);
  const told = readFileSync(log, 'utf8');
  expect(told).toContain('database system is ready');
  expect(told).not.toContain('canary');
});

test('a killed server is started again by itself, and nothing committed is lost', { timeout: 180_000 }, async () => {
  const folder = newFolder();
  const database = await startEmbedded(path.join(folder, 'postgres'));
  onTestFinished(() => database.stop());
  await query(database.connection, 'create table kept (id int); insert into kept values (7)');
  process.kill(pidOf(path.join(folder, 'postgres/data')), 'SIGKILL');
  await expect.poll(() => query(database.connection, 'select id from kept').catch(() => 'down')).toEqual([{ id: 7 }]);
});

test('a second process on the same data folder is refused in words, and the first goes on', { timeout: 180_000 }, async () => {
  const folder = newFolder();
  const first = await startProcess({ DATA_DIR: folder });
  onTestFinished(() => first.kill('SIGKILL'));
  await expect(startProcess({ DATA_DIR: folder })).rejects.toThrow(`Another Parley process (pid ${first.child.pid}) works on ${folder}.`);
  expect((await fetch(`${first.url}/ready`)).status).toBe(200);
  await first.kill('SIGTERM');
  expect(first.child.exitCode).toBe(0);
  expect(existsSync(path.join(folder, 'postgres/data/postmaster.pid'))).toBe(false);
});

test.runIf(isRoot)('files of root below a closed folder go where the server’s user can reach them', lacking.root, async () => {
  const closed = newFolder();
  chmodSync(closed, 0o700);
  mkdirSync(path.join(closed, 'data'));
  const database = await startEmbedded(path.join(closed, 'data/postgres'));
  const base = readFileSync(path.join(closed, 'data/postgres.location'), 'utf8').trim();
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  expect(base).toMatch(/^\/var\/lib\/parley\/[0-9a-f]{16}$/);
  expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await database.stop();
});
