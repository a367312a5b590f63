import { spawn } from 'node:child_process';

/** Reasons for ending a program: it passed a limit, or its starter did not want it any more. */
export type Ended = 'time' | 'output' | 'stopped';
export type ProgramResult = { exitCode: number; ended: Ended | undefined; stdout: string; stderr: string };

export type LimitedProgram = {
  /** Absolute path. */
  program: string;
  args: readonly string[];
  /** The only folder that it is told of; it starts there. */
  folder: string;
  /** Processor time, and as the clock goes: a machine with other things to do lets it wait. */
  processorSeconds: number;
  timeoutMs: number;
  memoryBytes: number;
  /** Limit of each file that it writes. */
  fileBytes: number;
  /** Ends it. */
  signal?: AbortSignal;
};

/** Kept length of each of its streams, counted from the end. */
const keptCharacters = 64 * 1024;
const kb = 1024;

// POSIX: -t seconds, -v kB, -f blocks of 512 bytes (1024 in some shells, so twice as much there). A limit that this system does not know is left out.
const limited = 'for limit in "$1" "$2" "$3" "-n 64" "-c 0"; do ulimit $limit 2>/dev/null; done; shift 3; exec nice -n 19 "$@"';

/**
 * Runs a program of the machine on what a user gave, under limits that the system holds: they end it also when this process is gone. It has no
 * environment, no input, the lowest priority, and a process group of its own, so that it is ended whole.
 */
export function runLimited(given: LimitedProgram): Promise<ProgramResult> {
  const { program, args, folder, processorSeconds, timeoutMs, memoryBytes, fileBytes, signal } = given;
  const limits = [`-t ${processorSeconds}`, `-v ${Math.ceil(memoryBytes / kb)}`, `-f ${Math.ceil(fileBytes / 512)}`];
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', limited, 'sh', ...limits, program, ...args], {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin' },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] = (said[name] + text).slice(-keptCharacters);
      });
    let ended: Ended | undefined;
    const end = (why: Ended) => {
      ended ??= why;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It has ended already.
      }
    };
    const timer = setTimeout(end, timeoutMs, 'time');
    const stop = () => end('stopped');
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    child.once('error', (error) => {
      settle();
      reject(error);
    });
    child.once('close', (code, endedBy) => {
      settle();
      resolve({ exitCode: code ?? -1, ended: ended ?? endedByLimit(endedBy), ...said });
    });
  });
}

/** The system ends what has used up its processor time, or writes too large a file, by a signal of its own. */
function endedByLimit(signal: NodeJS.Signals | null): Ended | undefined {
  if (signal === 'SIGXCPU' || signal === 'SIGKILL') return 'time';
  return signal === 'SIGXFSZ' ? 'output' : undefined;
}
