import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endpoints } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from './app.ts';
import { testPassword } from './factories.ts';
import { lacking } from './lacking.ts';
import { startProcess } from './processes.ts';
import { upload } from './upload.ts';

/** A disk of its own, so that filling it harms nobody; undefined where nobody may mount one. */
function makeDisk(megabytes: number): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-disk-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'none', folder]).status === 0;
  onTestFinished(() => {
    if (isMounted) spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return isMounted ? folder : undefined;
}

/** Writes until there is no room for another byte. @returns gives the room back */
function fill(disk: string): () => void {
  const ballast = path.join(disk, 'ballast');
  const file = openSync(ballast, 'w');
  for (const size of [1_048_576, 4096, 1]) {
    const block = Buffer.alloc(size);
    try {
      while (writeSync(file, block) === size);
    } catch {
      // No room for another block of this size.
    }
  }
  closeSync(file);
  expect(statfsSync(disk).bavail).toBe(0);
  return () => rmSync(ballast);
}

const readiness = async (url: string) => {
  const answer = await fetch(`${url}/ready`);
  return [answer.status, await answer.json()];
};

test('a file that finds no room is refused with 503, and taken as soon as there is some', lacking.mount, async ({ skip }) => {
  const disk = makeDisk(16);
  if (!disk) return skip();
  const { as, makeUser } = await startApp({ config: { dataDir: disk, minFreeBytes: 1_048_576 } });
  const client = as(await makeUser());
  const send = () => {
    const [body, options] = upload('rows.csv', Buffer.alloc(200_000, 'a'));
    return client.post(endpoints.files.upload.path, body, options);
  };
  expect((await client.get('/ready')).statusCode).toBe(200);
  const empty = fill(disk);
  const refused = await send();
  expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([503, 'server.unavailable', '60']);
  expect((await client.get('/ready')).json()).toMatchObject({
    code: 'server.unavailable',
    message: 'There is too little space left on the disk.',
  });
  empty();
  expect((await send()).statusCode).toBe(200);
  expect((await client.get('/ready')).statusCode).toBe(200);
});

test('an embedded database on a full disk: calls answer 503, /ready says why, SIGTERM stops both, and the next start finds all', {
  ...lacking.mount,
}, async ({ skip }) => {
  const disk = makeDisk(320);
  if (!disk) return skip();
  const environment = { DATA_DIR: path.join(disk, 'data') };
  const server = await startProcess(environment);
  onTestFinished(() => server.kill('SIGKILL'));
  const signUp = (url: string, email: string) =>
    fetch(url + endpoints.account.signup.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: email,
        emailId: email,
        password: testPassword,
        confirmPassword: testPassword,
        termsOfService: true,
        ...{ address: 'x'.repeat(200), city: '', state: '', country: '', pincode: '' },
      }),
    });
  const before = await signUp(server.url, 'before@one.example');
  expect([before.status, await before.text()]).toEqual([200, expect.any(String)]);
  // The account is made by a job, and waits for its activation from then on.
  const signIn = async (url: string) => {
    const body = JSON.stringify({ email: 'before@one.example', password: testPassword });
    const answer = await fetch(url + endpoints.account.login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return ((await answer.json()) as { code: string }).code;
  };
  await expect.poll(() => signIn(server.url)).toBe('login.not_activated');
  const empty = fill(disk);
  const statuses = new Set<number>();
  for (let count = 0; count < 9 && !statuses.has(503); count += 1)
    statuses.add((await signUp(server.url, `a${count}@full${count}.example`)).status);
  expect([...statuses].filter((status) => status !== 200)).toEqual([503]);
  expect(await readiness(server.url)).toMatchObject([503, { code: 'server.unavailable' }]);

  const stoppingAt = Date.now();
  await server.kill('SIGTERM');
  expect(Date.now() - stoppingAt).toBeLessThan(30_000);
  expect(server.child.exitCode).toBe(0);
  expect(existsSync(path.join(disk, 'data/postgres/data/postmaster.pid'))).toBe(false);

  empty();
  const again = await startProcess(environment);
  onTestFinished(() => again.kill('SIGKILL'));
  expect(await signIn(again.url)).toBe('login.not_activated');
  await again.kill('SIGTERM');
});
