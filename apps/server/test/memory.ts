import { readFileSync } from 'node:fs';

const residentOf = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0; // gone
  }
};
const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

/** Measures the memory of this process and of those that it has started a hundred times a second: Linux alone. */
export function watchMemory() {
  const total = () => [process.pid, ...childrenOf(process.pid)].reduce((sum, pid) => sum + residentOf(pid), 0);
  const before = total();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, total());
  }, 10);
  return {
    /** @returns by how much it grew at most */
    end: () => {
      clearInterval(timer);
      return highest - before;
    },
  };
}
