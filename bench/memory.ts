import { readdirSync, readFileSync } from 'node:fs';

const readOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // it has ended
  }
};
const field = (status: string, name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);

type Running = { pid: number; parent: number; bytes: number };
const listRunning = (): Running[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readOf(`/proc/${name}/status`))
    .map((status) => ({ pid: field(status, 'Pid'), parent: field(status, 'PPid'), bytes: field(status, 'VmRSS') * 1024 }));
const withChildren = (all: readonly Running[], of: number): Running[] =>
  all.flatMap((one) => [...(one.pid === of ? [one] : []), ...(one.parent === of ? withChildren(all, one.pid) : [])]);

/** A process and those that it has started. */
export const familyOf = (pid: number): number[] => withChildren(listRunning(), pid).map((one) => one.pid);

/** Resident bytes of a process and of those that it has started. */
export const residentOf = (pid: number): number => withChildren(listRunning(), pid).reduce((sum, { bytes }) => sum + bytes, 0);

/** Looks at the resident bytes of a process until it is stopped. @returns looks, in their order */
export function watchResident(pid: number, everyMs = 100): () => number[] {
  const looks: number[] = [];
  const timer = setInterval(() => looks.push(residentOf(pid)), everyMs);
  return () => {
    clearInterval(timer);
    return looks.filter((bytes) => bytes > 0);
  };
}
