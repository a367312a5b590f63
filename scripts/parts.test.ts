import { expect, test } from 'vitest';
import { closingWords, type Part, runPart } from './parts.ts';

const node = (script: string): Part => ({ title: 'a part', command: process.execPath, args: ['-e', script] });

test('the end of what a failed part printed stands once more behind the failures, and the closing line stays the last', async () => {
  const said: string[] = [];
  const noisy = "for (let line = 1; line <= 100; line += 1) console.log('line ' + line); console.error('the reason'); process.exitCode = 1";
  const run = await runPart(node(noisy), true, (text) => void said.push(text));
  expect(run.isGreen).toBe(false);
  expect(said.join('')).toContain('line 1\n');
  const words = closingWords([{ ...run, seconds: 7 }], {
    passedCount: 3,
    skipped: ['a shell', 'Redis: apt', 'Redis: apt'],
    failed: ['a.test.ts > b: c'],
    broken: [run],
  });
  const ended = words.slice(words.indexOf('== the end of: a part'));
  expect(
    words.startsWith(
      '\n    7 s  a part\nskipped: 2 tests want Redis: apt\nskipped: 1 test wants a shell\nfailed: a.test.ts > b: c\nfailed: a part\n\n== the end of: a part\n',
    ),
  ).toBe(true);
  expect(ended).toMatch(/line 100\n/);
  expect(ended).toContain('the reason');
  expect(ended).not.toMatch(/line 60\n/);
  expect(words.split('\n').at(-1)).toBe('3 passed, 2 failed, 3 skipped');
});

test('a part that runs alone is heard as it goes; one that cannot start is broken and says so', async () => {
  const said: string[] = [];
  const run = await runPart(node("console.log('green')"), false, (text) => void said.push(text));
  expect([said.join(''), run.isGreen]).toEqual(['\n== a part\ngreen\n', true]);
  const missing = await runPart({ title: 'absent', command: '/nowhere/at/all', args: [] }, true, () => {});
  expect(missing).toMatchObject({ isGreen: false, ending: 'spawn /nowhere/at/all ENOENT' });
});

test('a process that a part leaves behind does not hold the parts after it', async () => {
  const script = `
    const { spawn } = require('node:child_process');
    const left = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { detached: true, stdio: 'inherit' });
    left.unref();
    console.log(left.pid);
  `;
  const run = await runPart(node(script), true, () => {});
  process.kill(Number(run.ending));
  expect(run.isGreen).toBe(true);
});
