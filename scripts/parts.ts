/** Runs the parts of the test command, each a program of its own, and keeps the end of what a part printed for the closing words. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

export type Part = { title: string; command: string; args: string[]; environment?: Record<string, string> };
/** @property ending the last lines that the part printed, of both streams in the order in which they came */
export type PartRun = { title: string; isGreen: boolean; seconds: number; ending: string };

/** Lines needed to understand a failure of the attack, of the compiler or of a crash with its stack. */
const endingLineCount = 40;
/** A process that a part leaves behind holds its pipes open; the parts after it must not wait for that one. */
const drainMs = 2000;

export const lastLines = (text: string, count: number) => text.trimEnd().split('\n').slice(-count).join('\n');

/**
 * Runs one part to its end.
 * @param isAside keeps what it prints until it ends, since another part prints meanwhile
 * @param say where its output goes
 */
export async function runPart(
  { title, command, args, environment = {} }: Part,
  isAside = false,
  say: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<PartRun> {
  if (!isAside) say(`\n== ${title}\n`);
  const startedAt = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (!isAside) say(chunk);
    });
  }
  const closed = once(child, 'close').catch(() => undefined);
  const [status] = await once(child, 'exit').catch((error: Error) => {
    output += `${error.message}\n`;
    return [error.message];
  });
  await Promise.race([closed, sleep(drainMs, undefined, { ref: false })]);
  if (isAside) say(`\n== ${title}\n${output}\n`);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return { title, isGreen: status === 0, seconds, ending: lastLines(output, endingLineCount) };
}

/** Says for each thing that skipped tests lack how many want it, with the command that helps; most wanted first. */
function skippedWords(skipped: string[]): string[] {
  const counts = new Map<string, number>();
  for (const reason of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => `skipped: ${count} ${count === 1 ? 'test wants' : 'tests want'} ${reason || 'what it does not say'}`);
}

/**
 * The words behind the last test: how long each part took, what did not run, what failed, and how the output of a failed part ended.
 * @param skipped what each skipped test lacks
 * @param failed one line for each test that failed; a broken part counts as one more
 * @param broken parts that failed without a test of their own to say why
 * @returns lines, of which the last is `N passed, N failed`
 */
export function closingWords(
  runs: PartRun[],
  { passedCount, skipped, failed, broken }: { passedCount: number; skipped: string[]; failed: string[]; broken: PartRun[] },
): string {
  return [
    '',
    ...runs.map(({ seconds, title }) => `${String(seconds).padStart(5)} s  ${title}`),
    ...skippedWords(skipped),
    ...[...failed, ...broken.map(({ title }) => title)].map((line) => `failed: ${line}`),
    ...broken.map(({ title, ending }) => `\n== the end of: ${title}\n${ending}`),
    '',
    `${passedCount} passed, ${failed.length + broken.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
  ].join('\n');
}
