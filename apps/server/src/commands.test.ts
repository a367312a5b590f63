import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startApp } from '../test/app.ts';
import { testPassword } from '../test/factories.ts';
import { createFactors } from '../test/factors.ts';
import { compileCache } from '../test/processes.ts';

const run = promisify(execFile);
const app = await startApp();

/** A command as it is typed, on the database of the running program. */
async function type(command: string, args: string[]): Promise<{ code: number; output: string }> {
  const { databaseUrl = '', dataDir } = app.deps.config;
  const env = { PATH: process.env.PATH, ...compileCache, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, NODE_NO_WARNINGS: '1' };
  const program = path.join(import.meta.dirname, command);
  return run(process.execPath, [program, ...args], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, output: error.stdout + error.stderr }),
  );
}

const create = (args: string[]) => type('create-enterprise.ts', args);
const unlock = (args: string[]) => type('unlock-enterprise.ts', args);

test('the first administrator of a production installation is made on the command line', async () => {
  const email = `ada-${randomBytes(4).toString('hex')}@acme.example`;
  const { code, output } = await create(['--name', 'Acme', '--email', email, '--administrator', 'Ada']);
  expect(code).toBe(0);
  const password = /Password: (\S+)/.exec(output)?.[1] ?? '';
  expect((await app.signIn(email, password)).statusCode).toBe(200);
  const again = await create(['--name', 'Acme', '--email', email]);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is registered already') });
});

test('a missing or wrong option fails with a message', async () => {
  expect(await create([])).toMatchObject({ code: 1, output: expect.stringContaining('enterprise:create') });
  expect(await create(['--name', 'Acme', '--email', 'nobody'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('Please enter a valid email address'),
  });
});

test('an enterprise that has locked itself out is unlocked on the command line', async () => {
  const admin = await app.makeUser();
  await createFactors(app).addApp(admin);
  expect(await unlock(['--email', admin.email, '--factors'])).toMatchObject({ code: 0, output: expect.stringContaining(admin.name) });
  expect((await app.signIn(admin.email, testPassword)).json().data.token).toEqual(expect.any(String));
  expect(await unlock(['--email', admin.email, '--factors'])).toMatchObject({ code: 0, output: 'There was nothing to clear.\n' });
  expect(await unlock(['--email', 'nobody@example.com', '--sso'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('no active administrator'),
  });
  expect(await unlock(['--email', admin.email])).toMatchObject({ code: 1, output: expect.stringContaining('enterprise:unlock') });
});
