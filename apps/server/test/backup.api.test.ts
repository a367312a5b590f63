import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@parley/contract';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startEmbedded } from '#platform/db/embedded.ts';
import { makeBackup, restoreBackup } from '../../../scripts/backup.ts';
import { start } from '../src/start.ts';
import { startApp } from './app.ts';
import { testPassword } from './factories.ts';
import { makeFolder } from './folders.ts';
import { lacking } from './lacking.ts';
import { upload } from './upload.ts';

const folder = (name: string) => {
  const made = makeFolder(name);
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

/** The tools of a server dump no newer one. */
async function canDump(): Promise<boolean> {
  try {
    const tools = Number(/(\d+)/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[1]);
    const client = new pg.Client({ connectionString: inject('testServerUrl') });
    await client.connect();
    const { rows } = await client.query<{ version: number }>("select current_setting('server_version_num')::int / 10000 as version");
    await client.end();
    return tools >= (rows[0]?.version ?? Number.POSITIVE_INFINITY);
  } catch {
    return false;
  }
}

/** A PostgreSQL that nobody has used, and a login of it that may make roles and owns one empty database. */
async function makeNewServer() {
  const server = await startEmbedded(path.join(folder('restored'), 'postgres'), { fsync: 'off' });
  onTestFinished(() => server.stop());
  const { host, port, user, password, database } = server.connection;
  const client = new pg.Client(server.connection);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("create role keeper login createrole password 'Keeper-1'");
  await client.query('create database restored owner keeper');
  const url = (login: string, secret: string, name: string) =>
    `postgres://${login}:${secret}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  return { url: url('keeper', 'Keeper-1', 'restored'), ofOwner: url(user, password, database) };
}

test.skipIf(!(await canDump()))(
  'a backup is restored into a new PostgreSQL, where the program starts and everything is there; what does not fit is refused before',
  lacking.pgDump,
  async () => {
    const app = await startApp();
    const user = await app.makeUser({ name: 'Asha of the backup' });
    const [body, options] = upload('rows.csv', Buffer.from('a,b\r\n1,2\r\n'));
    const file = await app.as(user).post(endpoints.files.upload.path, body, options);
    expect(file.statusCode).toBe(200);
    const { config } = app.deps;
    const backup = path.join(folder('backup'), 'whole');
    // The key stands in a setting, which is kept where settings are kept.
    expect(await makeBackup(config, backup)).toEqual({ hasFiles: true, hasKey: false });
    await expect(makeBackup(config, backup)).rejects.toThrow('is not empty');

    const { url, ofOwner } = await makeNewServer();
    const restored = { ...config, databaseUrl: url, dataDir: path.join(folder('data'), 'new') };
    await expect(restoreBackup({ ...restored, secretsKey: 'cd'.repeat(32) }, backup)).rejects.toThrow('is not the key of this backup');
    await expect(restoreBackup({ ...restored, databaseUrl: config.databaseUrl }, backup)).rejects.toThrow('is not empty');
    expect((await restoreBackup(restored, backup)).migration).toMatch(/^\d{4}_/);
    await expect(restoreBackup(restored, backup)).rejects.toThrow('is not empty');

    const running = await start(restored);
    onTestFinished(() => running.stop());
    const signedIn = await running.app.inject({
      method: 'POST',
      url: endpoints.account.login.path,
      payload: { email: user.email, password: testPassword, removeExistingSession: true },
    });
    const { token } = signedIn.json<{ data: { token: string } }>().data;
    const me = await running.app.inject({ url: endpoints.users.me.path, headers: { 'authentication-token': token } });
    expect(me.json()).toMatchObject({ data: { name: 'Asha of the backup' } });
    expect(existsSync(path.join(restored.dataDir, 'files'))).toBe(true);
    // The login owns the tables and is nothing more.
    const client = new pg.Client({ connectionString: ofOwner });
    await client.connect();
    const { rows } = await client.query(
      "select rolsuper, rolbypassrls from pg_roles where rolname in ('keeper', 'parley_app') order by rolname",
    );
    await client.end();
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: false },
      { rolsuper: false, rolbypassrls: false },
    ]);
  },
);

test('a folder without the end of a backup, and an embedded database, are refused in words', async () => {
  const app = await startApp();
  const broken = folder('broken');
  writeFileSync(path.join(broken, 'database.dump'), '');
  await expect(restoreBackup(app.deps.config, broken)).rejects.toThrow('holds no whole backup');
  await expect(makeBackup({ ...app.deps.config, databaseUrl: undefined }, path.join(broken, 'x'))).rejects.toThrow('copy of DATA_DIR');
});
