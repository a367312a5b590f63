import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { lacking } from '../../../test/lacking.ts';
import { findProgram } from './find-program.ts';
import { runLimited } from './limited-program.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'parley-program-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A shell as the program, so that the test says what it does. */
const run = (script: string, more: Partial<Parameters<typeof runLimited>[0]> = {}) =>
  runLimited({
    program: '/bin/sh',
    args: ['-c', script],
    folder,
    processorSeconds: 20,
    timeoutMs: 20_000,
    memoryBytes: 1024 ** 3,
    fileBytes: 1024 ** 2,
    ...more,
  });

const isLinux = process.platform === 'linux';

test.skipIf(!isLinux)(
  'a program runs in its folder with the lowest priority, and sees nothing of the environment',
  lacking.linux,
  async () => {
    const { exitCode, ended, stdout, stderr } = await run('pwd; nice; env | cut -d= -f1 | sort | tr "\\n" " "; echo bad >&2; exit 3');
    expect([exitCode, ended, stderr]).toEqual([3, undefined, 'bad\n']);
    const [where, priority, names = ''] = stdout.split('\n');
    expect([where, priority]).toEqual([folder, '19']);
    // A shell names these two by itself.
    expect(names.split(' ').filter((name) => !['', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))).toEqual(['PATH']);
  },
);

test.skipIf(!isLinux)(
  'a program that takes too long, or is not wanted any more, is ended with all that it has started',
  lacking.linux,
  async () => {
    const forking = 'sleep 600 & echo $! > child; echo $$ > own; wait';
    const pidsOf = () => ['own', 'child'].map((name) => Number(readFileSync(path.join(folder, name), 'utf8')));
    const areGone = () =>
      vi.waitFor(() => {
        for (const pid of pidsOf()) expect(isRunning(pid)).toBe(false);
      });
    expect((await run(forking, { timeoutMs: 500 })).ended).toBe('time');
    await areGone();
    rmSync(path.join(folder, 'own'));
    const stop = new AbortController();
    const stopped = run(forking, { signal: stop.signal });
    await vi.waitFor(() => expect(pidsOf().every((pid) => pid > 0)).toBe(true));
    stop.abort();
    expect((await stopped).ended).toBe('stopped');
    await areGone();
  },
);

test.skipIf(!isLinux)('processor time, memory and the length of a file are bounded by the system', lacking.linux, async () => {
  expect((await run('while :; do :; done', { processorSeconds: 1 })).ended).toBe('time');
  expect(await run('head -c 3000000 /dev/zero > large', { fileBytes: 1024 ** 2 })).not.toMatchObject({ exitCode: 0 });
  expect(statSync(path.join(folder, 'large')).size).toBeLessThanOrEqual(2 * 1024 ** 2);
  const hungry = await run('x=$(head -c 200000000 /dev/zero | tr "\\\\0" a); printf %s "$x" | wc -c', { memoryBytes: 64 * 1024 ** 2 });
  expect([hungry.exitCode === 0, hungry.stdout]).toEqual([false, '']);
});

test('a program is found by its path or its name, and nothing else is one', () => {
  expect(findProgram('sh', `relative${path.delimiter}/nowhere${path.delimiter}/bin`)).toBe('/bin/sh');
  expect(findProgram('/bin/sh')).toBe('/bin/sh');
  for (const named of ['/nowhere/ffmpeg', '/bin', '/etc/passwd', 'sh'])
    expect(findProgram(named, named === 'sh' ? '' : '/bin')).toBeUndefined();
});

/** Also what has ended and waits to be asked for counts as gone. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
