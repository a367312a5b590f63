import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#platform/db/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { startJobs } from '#platform/jobs/jobs.ts';
import { modules } from '../src/domains.ts';
import { databaseUrl } from './database.ts';
import { makeFolder } from './folders.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server's maintenance database, and the migrated database that every test file copies. */
    testServerUrl: string;
    templateName: string;
  }
}

/** Data lost in a crash does not matter here, and waiting for the disk would take most of the time. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '128MB' };

/** A server for the run: TEST_DATABASE_URL, whose databases of the run are dropped afterwards, or an embedded one that is removed as a whole. */
async function openServer(templateName: string): Promise<{ url: string; close: () => Promise<void> }> {
  const named = process.env.TEST_DATABASE_URL;
  if (named) return { url: named, close: () => onServer(named, (client) => dropAll(client, templateName)) };
  const folder = makeFolder('test');
  const server = await startEmbedded(folder, settings);
  const { host, port, user, password, database } = server.connection;
  const url = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  // Thousands of connections are made in a run, and each would hash the password thousands of times.
  await onServer(url, async (client) => {
    await client.query('set scram_iterations = 1');
    await client.query(`alter role ${user} password '${password}'`);
  });
  return {
    url,
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function onServer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function dropAll(client: pg.Client, prefix: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>('select datname from pg_database where starts_with(datname, $1)', [prefix]);
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
}

async function makeTemplate(serverUrl: string, templateName: string): Promise<void> {
  const templateUrl = databaseUrl(serverUrl, templateName);
  await onServer(serverUrl, async (client) => {
    await client.query(`create database ${templateName}`);
  });
  await onServer(templateUrl, async (client) => {
    await migrate(client);
  });
  // The job tables belong to the template too: making them costs more than copying them.
  const jobs = await startJobs({ connectionString: templateUrl }, () => {});
  await jobs.declare(modules.flatMap((module) => module.jobs ?? []));
  await jobs.stop();
}

export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const templateName = `parley_template_${randomBytes(4).toString('hex')}`;
  const server = await openServer(templateName);
  try {
    await makeTemplate(server.url, templateName);
  } catch (error) {
    // The runner calls no teardown after a setup that failed, and the server would stay.
    await server.close();
    throw error;
  }
  provide('testServerUrl', server.url);
  provide('templateName', templateName);
  return server.close;
}
