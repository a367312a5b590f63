import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/**
 * Two figures of the program under attack, taken all the time: the memory of its process with its children, and the longest delay of its
 * main thread. A machine of two cores that attacker, program and database share delays everybody now and then; so a bystander, a process
 * that does nothing but measure its own delays, tells what the machine itself took, and that is subtracted.
 */
export type Delay = { measuredMs: number; ownMs: number };

export type Watch = {
  /**
   * Delays since the last call, milliseconds: the largest as measured, and the largest of what is left of each after the bystander's delay
   * at the same time is taken away, and not more than the main thread worked meanwhile: the rest is time in which it was not let run.
   */
  takeDelay: () => Delay;
  /** The same, counted apart: of a whole assault, while `takeDelay` tells of each file. */
  takeAssaultDelay: () => Delay;
  /** Largest memory since the last call. */
  takeMemoryMb: () => number;
  memoryMb: () => number;
  stop: () => void;
};

const everyMs = 250;
const bystander = `
  const { monitorEventLoopDelay } = require('node:perf_hooks');
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  setInterval(() => { console.log((delay.max / 1e6 - 10).toFixed(1)); delay.reset(); }, ${everyMs});`;

/** Processes below one, by /proc: readers of files are children of the program. */
function familyOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // It ended in between.
    }
  }
  const family = [pid];
  for (const member of family) family.push(...(children.get(member) ?? []));
  return family;
}

function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const tickMs = 10; // of the kernel's account of processor time, USER_HZ is 100 on Linux

/** Processor time of the main thread so far, milliseconds. */
function workedMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return 0;
  }
}

/** @param find the process that is watched now; undefined while it is being started again */
export function startWatch(find: () => { pid: number; url: string } | undefined): Watch {
  const helper: ChildProcess = spawn(process.execPath, ['-e', bystander], { stdio: ['ignore', 'pipe', 'ignore'] });
  let machineDelay = 0;
  if (helper.stdout) createInterface({ input: helper.stdout }).on('line', (line) => (machineDelay = Math.max(machineDelay, Number(line))));
  const none: Delay = { measuredMs: 0, ownMs: 0 };
  let since = none;
  let sinceAssault = none;
  let largestMemory = 0;
  let memory = 0;
  let known = 0;
  let worked = 0;
  let isStopped = false;

  async function look(): Promise<void> {
    const target = find();
    if (!target) return;
    memory = familyOf(target.pid).reduce((sum, pid) => sum + memoryOf(pid), 0);
    largestMemory = Math.max(largestMemory, memory);
    // The maximum since it was last asked, in seconds; an answer that does not come within five is itself a delay.
    const started = performance.now();
    const text = await fetch(`${target.url}/metrics`, { signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.text(),
      () => undefined,
    );
    if (find()?.pid !== target.pid) return;
    if (known !== target.pid) {
      // What it says first of all is how long its own start took.
      known = target.pid;
      worked = workedMs(target.pid);
      return;
    }
    const told = /^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text ?? '')?.[1];
    const workedNow = workedMs(target.pid);
    const workedSince = workedNow - worked;
    worked = workedNow;
    const delay = told === undefined ? performance.now() - started : Number(told) * 1000 - 10;
    const own = Math.max(0, Math.min(delay - machineDelay, workedSince + tickMs));
    machineDelay = 0;
    const larger = (one: Delay): Delay => ({
      measuredMs: Math.max(one.measuredMs, Math.round(delay)),
      ownMs: Math.max(one.ownMs, Math.round(own)),
    });
    since = larger(since);
    sinceAssault = larger(sinceAssault);
  }
  const ended = (async () => {
    while (!isStopped) {
      await look().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  return {
    takeDelay() {
      const taken = since;
      since = none;
      return taken;
    },
    takeAssaultDelay() {
      const taken = sinceAssault;
      sinceAssault = none;
      return taken;
    },
    takeMemoryMb() {
      const largest = largestMemory;
      largestMemory = memory;
      return Math.round(largest);
    },
    memoryMb: () => Math.round(memory),
    stop() {
      isStopped = true;
      helper.kill();
      void ended;
    },
  };
}
