import type { ErrorCode, ErrorData } from '@parley/contract';
import { DomainError } from '../http/domain-error.ts';
import { type Child, processLimitBytes, startChild } from './confined.child.ts';
import type { ConfinedTask, Lane, Limits, Report } from './confined.task.ts';

/** Number of processes of a lane: a process takes `processLimitBytes` at most. */
const processCounts: Record<Lane, number> = { request: 2, job: 1, mail: 1 };
const mostWaiting = 100;
const mostWaitingOfOne = 20;
const longestWaitMs: Record<Lane, number> = { request: 30_000, job: 15 * 60_000, mail: 5 * 60_000 };
const idleMs = 60_000;
const startMs = 30_000;
/** A process that has grown so far is replaced instead of being used again. */
const largestReusedBytes = 256 * 1024 ** 2;

export type Confined = {
  /** @throws DomainError input.too_costly, server.unavailable or request.rate_limited for a full queue, or what the work refuses */
  run: <I, O>(task: ConfinedTask<I, O>, input: I, owner: string) => Promise<O>;
  /** The same for work that yields its result piece by piece; the next piece is made when the caller asks for it. */
  stream: <I, O>(task: ConfinedTask<I, O>, input: I, owner: string) => AsyncGenerator<O>;
  close: () => Promise<void>;
};

const mega = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`;
const refuse = (subject: string, words: string, limit: 'time' | 'memory' | 'input' | 'output' | 'work', value: number) =>
  new DomainError('input.too_costly', `${subject} ${words}`, { limit, value });

const tooLong = ({ subject, timeoutMs }: Limits) =>
  refuse(subject, `takes too long to read: the limit is ${timeoutMs / 1000} seconds.`, 'time', timeoutMs / 1000);
const tooLarge = ({ subject }: Limits) =>
  refuse(subject, `takes too much memory to read: the limit is ${mega(processLimitBytes)}.`, 'memory', processLimitBytes);
const tooMuch = ({ subject, largestOutputBytes }: Limits) =>
  refuse(subject, `holds too much: the limit is ${mega(largestOutputBytes)}.`, 'output', largestOutputBytes);
const tooWide = ({ subject, largestInputBytes }: Limits) =>
  refuse(subject, `is too large to read: the limit is ${mega(largestInputBytes)}.`, 'input', largestInputBytes);

const unreadable = ({ subject }: Limits) => refuse(subject, 'could not be read.', 'work', 0);
const closing = () =>
  new DomainError('server.unavailable', 'The service is briefly unavailable. Please try again.', { retryAfterSeconds: 5 });
/** Signals of a crashed library; any other end of a process has to do with its memory. */
const crashes = new Set<string>(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE']);

type Waiting = { owner: string; begin: (child: Child) => void; refuse: (error: Error) => void };

/**
 * Runs what reads users' files and patterns outside of this process: a small number of processes for each lane, one task of an enterprise at
 * a time, the rest waits in a bounded queue. A process that exceeds a limit is killed and replaced.
 */
export function createConfined(log: { warn: (fields: object, text: string) => void }): Confined {
  const lanes: Record<Lane, { idle: Map<Child, NodeJS.Timeout>; running: Map<Child, string>; queue: Waiting[] }> = {
    request: { idle: new Map(), running: new Map(), queue: [] },
    job: { idle: new Map(), running: new Map(), queue: [] },
    mail: { idle: new Map(), running: new Map(), queue: [] },
  };
  let isClosed = false;

  function assign(name: Lane): void {
    const lane = lanes[name];
    while (!isClosed && lane.running.size < processCounts[name]) {
      const busy = new Set(lane.running.values());
      const at = lane.queue.findIndex(({ owner }) => !busy.has(owner));
      const [next] = at === -1 ? [] : lane.queue.splice(at, 1);
      if (!next) return;
      const [child = startChild()] = lane.idle.keys();
      clearTimeout(lane.idle.get(child));
      lane.idle.delete(child);
      lane.running.set(child, next.owner);
      next.begin(child);
    }
  }

  function acquire(name: Lane, owner: string): Promise<Child> {
    const lane = lanes[name];
    if (lane.queue.length >= mostWaiting)
      throw new DomainError('server.unavailable', 'Too many files are being read. Please try again in a moment.', {
        retryAfterSeconds: 10,
      });
    if (lane.queue.filter((waiting) => waiting.owner === owner).length >= mostWaitingOfOne)
      throw new DomainError('request.rate_limited', 'Too many of your files are being read. Please wait a moment.', {
        retryAfterSeconds: 10,
      });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        lane.queue = lane.queue.filter((each) => each !== waiting);
        reject(new DomainError('server.unavailable', 'Too many files are being read. Please try again later.', { retryAfterSeconds: 30 }));
      }, longestWaitMs[name]);
      const settle = (done: () => void) => {
        clearTimeout(timer);
        done();
      };
      const waiting: Waiting = {
        owner,
        begin: (child) => settle(() => resolve(child)),
        refuse: (error) => settle(() => reject(error)),
      };
      lane.queue.push(waiting);
      assign(name);
    });
  }

  function release(name: Lane, child: Child, isReusable: boolean): void {
    const lane = lanes[name];
    lane.running.delete(child);
    if (isReusable && !isClosed) {
      const timer = setTimeout(() => {
        lane.idle.delete(child);
        child.kill();
      }, idleMs);
      timer.unref();
      lane.idle.set(child, timer);
      child.listen(() => {
        clearTimeout(timer);
        lane.idle.delete(child);
      });
    } else child.kill();
    assign(name);
  }

  /** Runs the task in a process and yields its messages. When the caller stops early, the process is ended. */
  async function* perform<O>(task: Limits, input: unknown, owner: string, isStream: boolean): AsyncGenerator<O> {
    const json = JSON.stringify(input);
    if (json.length > task.largestInputBytes) throw tooWide(task);
    const child = await acquire(task.lane, owner);
    let isReusable = false;
    const reports: (Report | undefined)[] = [];
    let wake: () => void = () => {};
    child.listen((report) => {
      reports.push(report);
      wake();
    });
    let isLate = false;
    let timer: NodeJS.Timeout | undefined;
    const limit = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        isLate = true;
        child.kill();
      }, ms);
    };
    try {
      limit(startMs);
      await child.ready.catch((cause: unknown) => {
        throw new DomainError(
          'server.unavailable',
          'Files cannot be read just now. Please try again.',
          { retryAfterSeconds: 10 },
          { cause },
        );
      });
      child.send({ module: task.module.href, input: json, isStream, largestOutputBytes: task.largestOutputBytes });
      for (;;) {
        const report =
          reports.length > 0
            ? reports.shift()
            : await new Promise<Report | undefined>((resolve) => {
                wake = () => resolve(reports.shift());
              });
        if (!report)
          throw isClosed
            ? closing()
            : isLate
              ? tooLong(task)
              : crashes.has(child.process.signalCode ?? '')
                ? unreadable(task)
                : tooLarge(task);
        if (report.kind === 'ready') continue;
        if (report.kind === 'started') {
          // Starting the process and loading the module is ours to pay.
          limit(task.timeoutMs);
          child.send({ goesOn: true });
          continue;
        }
        if (report.kind === 'item') {
          yield JSON.parse(report.json) as O;
          child.send({ goesOn: true });
          continue;
        }
        isReusable = report.residentBytes < largestReusedBytes && report.kind !== 'too_much';
        if (report.kind === 'refused') throw new DomainError(report.code as ErrorCode, report.message, report.data as ErrorData<ErrorCode>);
        if (report.kind === 'too_much') throw tooMuch(task);
        if (report.kind === 'failed') {
          log.warn({ task: task.module.pathname.split('/').at(-1), reason: report.message, stack: report.stack }, 'confined work failed');
          throw unreadable(task);
        }
        if (!isStream) yield JSON.parse(report.json) as O;
        return;
      }
    } finally {
      clearTimeout(timer);
      release(task.lane, child, isReusable);
    }
  }

  return {
    async run<I, O>(task: ConfinedTask<I, O>, input: I, owner: string) {
      for await (const result of perform<O>(task, input, owner, false)) return result;
      throw new Error('Confined work ended without a result.');
    },
    stream: <I, O>(task: ConfinedTask<I, O>, input: I, owner: string) => perform<O>(task, input, owner, true),
    close() {
      isClosed = true;
      for (const { idle, running, queue } of Object.values(lanes)) {
        for (const waiting of queue.splice(0)) waiting.refuse(closing());
        for (const child of [...idle.keys(), ...running.keys()]) child.kill();
      }
      return Promise.resolve();
    },
  };
}
