import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureSlowness } from './slowness.ts';

/**
 * Two figures of the program under attack, taken all the time: the memory of its process with its children, and the longest turn of its event
 * loop. The program's own probe (probe.ts) measures turns in processor time of the main thread: a machine of two cores that attacker, program
 * and database share delays everybody now and then, and that is no fault of the program.
 */
export type Watch = {
  /** The longest turn since the last call, milliseconds. */
  takeHeldMs: () => number;
  /** The same, counted apart: of a whole assault, while `takeHeldMs` tells of each file. */
  takeAssaultHeldMs: () => number;
  /** Largest memory since the last call. */
  takeMemoryMb: () => number;
  memoryMb: () => number;
  stop: () => void;
};

/** A turn of the event loop above this is felt by everybody who is connected: 200 ms of the reference machine. */
export const mostHeldMs = Math.round(200 * measureSlowness());
const everyMs = 250;

/** Makes the file that the program's probe writes to, and the options that load it. */
export function makeProbe() {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-attack-probe-'));
  const file = path.join(folder, 'held');
  writeFileSync(file, '');
  return {
    file,
    environment: { ATTACK_HELD_FILE: file, NODE_OPTIONS: `--import=${new URL('./probe.ts', import.meta.url).href}` },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
export type Probe = ReturnType<typeof makeProbe>;

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

/** Lines that the probe has written, each read once. */
function createReader(file: string) {
  let read = statSync(file).size;
  return {
    skip: () => {
      read = statSync(file).size;
    },
    largest(): number {
      const text = readFileSync(file, 'latin1').slice(read);
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      read += whole.length;
      return Math.max(0, ...whole.split('\n').map(Number));
    },
  };
}

/** @param find the process that is watched now; undefined while it is being started again */
export function startWatch(probe: Probe, find: () => { pid: number } | undefined): Watch {
  const turns = createReader(probe.file);
  let held = 0;
  let heldInAssault = 0;
  let largestMemory = 0;
  let memory = 0;
  let known = find()?.pid;

  function look(): void {
    const target = find();
    if (!target) return;
    if (known !== target.pid) {
      // Delays during its own start are skipped: nobody waited for them.
      known = target.pid;
      turns.skip();
    }
    const longest = turns.largest();
    held = Math.max(held, longest);
    heldInAssault = Math.max(heldInAssault, longest);
    memory = familyOf(target.pid).reduce((sum, pid) => sum + memoryOf(pid), 0);
    largestMemory = Math.max(largestMemory, memory);
  }
  const timer = setInterval(look, everyMs);
  return {
    takeHeldMs() {
      look();
      const taken = held;
      held = 0;
      return taken;
    },
    takeAssaultHeldMs() {
      look();
      const taken = heldInAssault;
      heldInAssault = 0;
      return taken;
    },
    takeMemoryMb() {
      const largest = largestMemory;
      largestMemory = memory;
      return Math.round(largest);
    },
    memoryMb: () => Math.round(memory),
    stop() {
      clearInterval(timer);
      probe.remove();
    },
  };
}
