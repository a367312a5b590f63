import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

const tickMicros = 10_000; // USER_HZ is 100 on every Linux

/** The numbers of a stat file from its third field on: the second is a name in brackets. */
const statOf = (file: string): number[] => {
  try {
    const text = readFileSync(file, 'utf8');
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return []; // it has ended
  }
};
const [parentField, userField] = [1, 11];
const micros = (stat: number[], fields: number): number =>
  stat.slice(userField, userField + fields).reduce((sum, ticks) => sum + ticks, 0) * tickMicros;

/** CPU of a process until now, in microseconds: its main thread, and all of its threads. */
export const cpuOf = (pid: number): { main: number; all: number } => ({
  main: micros(statOf(`/proc/${pid}/task/${pid}/stat`), 2),
  all: micros(statOf(`/proc/${pid}/stat`), 2),
});

/** CPU of a PostgreSQL cluster on this machine, with the processes that have ended. */
export async function cpuOfDatabase(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ data_directory: string }>('show data_directory');
  const postmaster = Number(readFileSync(`${rows[0]?.data_directory}/postmaster.pid`, 'utf8').split('\n')[0]);
  let sum = micros(statOf(`/proc/${postmaster}/stat`), 4);
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(`/proc/${name}/stat`) : [];
    if (stat[parentField] === postmaster) sum += micros(stat, 2);
  }
  return sum;
}
