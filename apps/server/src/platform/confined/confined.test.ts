import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { defineConfined } from './confined.task.ts';
import { createConfined } from './confined.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'parley-confined-'));
const warned: string[] = [];
const confined = createConfined({ warn: (_fields, text) => warned.push(text) });
afterAll(async () => {
  await confined.close();
  rmSync(folder, { recursive: true, force: true });
});

let made = 0;
/** A task whose work is written by the test. */
function makeTask<O>(work: string, limits: Partial<Parameters<typeof defineConfined>[0]> = {}) {
  made += 1;
  const file = path.join(folder, `work-${made}.mjs`);
  writeFileSync(file, `export default ${work}`);
  return defineConfined<unknown, O>({ module: pathToFileURL(file), ...limits });
}
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: { code?: string; message: string; data?: unknown }) => [error.code, error.message, error.data],
  );

test('work gets its input, gives its result, and a process is used again', async () => {
  const pid = makeTask<[unknown, number]>('(input) => [input, process.pid]');
  const [given, first] = await confined.run(pid, { name: 'x' }, 'one');
  const [, second] = await confined.run(pid, null, 'one');
  expect(given).toEqual({ name: 'x' });
  expect(second).toBe(first);
  expect(first).not.toBe(process.pid);
});

test('the process has no environment, where the secrets of the program are', async () => {
  const read = makeTask<string[]>('() => Object.keys(process.env).filter((name) => !name.startsWith("NODE_CHANNEL"))');
  expect(await confined.run(read, null, 'one')).toEqual([]);
});

test('work without end is ended after its time, and the next finds another process', async () => {
  const endless = makeTask('() => { for (;;); }', { timeoutMs: 200, subject: 'The picture' });
  expect(await refusal(confined.run(endless, null, 'one'))).toEqual([
    'input.too_costly',
    'The picture takes too long to read: the limit is 0.2 seconds.',
    { limit: 'time', value: 0.2 },
  ]);
  expect(await confined.run(makeTask('() => 1'), null, 'one')).toBe(1);
});

test.each([
  ['buffers', '() => { const all = []; for (;;) all.push(new Uint8Array(8e6).fill(1)); }'],
  ['objects', '() => { const all = []; for (;;) all.push(new Array(100_000).fill(0)); }'],
])('work that fills the memory with %s is ended, and takes no more than its limit', async (_name, work) => {
  const peaks: number[] = [];
  const say = makeTask<number>('() => process.pid');
  const pid = await confined.run(say, null, 'one');
  const look = setInterval(() => {
    try {
      peaks.push(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
    } catch {
      // gone, or no Linux
    }
  }, 5);
  const [code, message] = await refusal(confined.run(makeTask(work), null, 'one'));
  clearInterval(look);
  expect([code, message]).toEqual(['input.too_costly', 'The file takes too much memory to read: the limit is 512 MB.']);
  expect(Math.max(0, ...peaks)).toBeLessThan(640);
});

test('a value that is too large on its way in or out is refused, and a failure tells nothing of the program', async () => {
  const echo = makeTask('(input) => input + input', { largestInputBytes: 2048, largestOutputBytes: 1024 });
  expect(await refusal(confined.run(echo, 'x'.repeat(3000), 'one'))).toMatchObject([
    'input.too_costly',
    expect.anything(),
    { limit: 'input' },
  ]);
  expect(await refusal(confined.run(echo, 'x'.repeat(1000), 'one'))).toMatchObject([
    'input.too_costly',
    expect.anything(),
    { limit: 'output' },
  ]);
  const failing = makeTask('() => { throw new RangeError("Maximum call stack size exceeded"); }');
  expect(await refusal(confined.run(failing, null, 'one'))).toEqual([
    'input.too_costly',
    'The file could not be read.',
    { limit: 'work', value: 0 },
  ]);
  expect(warned).toEqual(['confined work failed']);
});

test('a stream is made piece by piece, as it is asked for', async () => {
  const counting = makeTask<number>('async function* () { for (let n = 1; ; n += 1) yield n; }');
  const seen: number[] = [];
  for await (const number of confined.stream(counting, null, 'one')) {
    seen.push(number);
    if (number === 3) break;
  }
  expect(seen).toEqual([1, 2, 3]);
});

test('one enterprise has one task at a time, its queue is bounded, and another enterprise does not wait for it', async () => {
  const gate = path.join(folder, 'gate');
  const held = makeTask(`async () => {
    const { existsSync } = await import('node:fs');
    while (!existsSync(${JSON.stringify(gate)})) await new Promise((resolve) => setTimeout(resolve, 10));
  }`);
  const many = Array.from({ length: 22 }, () => confined.run(held, null, 'greedy'));
  const settled = Promise.allSettled(many);
  expect(await refusal(many.at(-1) as Promise<unknown>)).toMatchObject([
    'request.rate_limited',
    expect.anything(),
    { retryAfterSeconds: 10 },
  ]);
  expect(await confined.run(makeTask('() => 1'), null, 'modest')).toBe(1);
  writeFileSync(gate, '');
  expect((await settled).map(({ status }) => status)).toEqual([...Array(21).fill('fulfilled'), 'rejected']);
});
