import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '../apps/server/src/platform/db/embedded.ts';
import { startProcess } from '../apps/server/test/processes.ts';
import { type Figure, median } from './table.ts';

const rounds = 3;

const makeFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-start-'));
  chmodSync(folder, 0o755);
  return folder;
};

async function timed(work: () => Promise<() => Promise<void>>): Promise<number> {
  const started = performance.now();
  const end = await work();
  const took = performance.now() - started;
  await end();
  return took;
}

/**
 * Measures a start in an empty folder and a second one in the same folder: the database alone, then the program with migrations and the
 * demo enterprise.
 */
export async function benchStart(): Promise<Figure[]> {
  const runs: Record<'dbFirst' | 'dbSecond' | 'first' | 'second', number[]> = { dbFirst: [], dbSecond: [], first: [], second: [] };
  for (let index = 0; index < rounds; index += 1) {
    const [base, folder] = [makeFolder(), makeFolder()];
    const database = () =>
      timed(async () => (await startEmbedded(path.join(base, 'postgres'), { shared_buffers: '256MB', max_connections: '100' })).stop);
    const program = () =>
      timed(async () => {
        const server = await startProcess({ DATA_DIR: folder, DEMO: 'true' });
        return () => server.kill('SIGTERM');
      });
    runs.dbFirst.push(await database());
    runs.dbSecond.push(await database());
    runs.first.push(await program());
    runs.second.push(await program());
    for (const made of [base, folder]) rmSync(made, { recursive: true, force: true });
  }
  const figure = (name: string, ours: number[], reference: number[], most: number): Figure => {
    const ratio = median(ours.map((value, index) => value / (reference[index] ?? Number.NaN)));
    return {
      name,
      ours: `${Math.round(median(ours))} ms`,
      reference: `${Math.round(median(reference))} ms, the embedded database alone`,
      ratio,
      goal: `told; at most ${most}`,
      isMet: ratio <= most,
    };
  };
  return [
    figure('empty folder to ready, demo enterprise included', runs.first, runs.dbFirst, 8),
    figure('second start', runs.second, runs.dbSecond, 20),
  ];
}
