/**
 * Screens of tests are drawn by React's production build, as they are for people. The development build checks each property of each element once
 * more and traces who made it, for warnings that no test reads: a fifth of the processor time of screens. The production build has no `act`, by
 * which the testing library lets a page come to rest after each event. So it is given one, made of the two queues that React works from: microtasks
 * and the tasks of its scheduler. Loaded first: whatever draws takes the React that it finds.
 */
import { createRequire } from 'node:module';

type Work = (isLate: boolean) => unknown;
type Task = { callback: Work | null };
type Scheduler = {
  unstable_scheduleCallback: (priority: number, run: Work, options?: object) => Task;
  unstable_shouldYield: () => boolean;
};

// The page's own: a test may replace them.
const { queueMicrotask: queueOwn, setImmediate: immediately } = globalThis;
const microtasks = new Set<() => void>();
const tasks = new Set<Task>();
let isFlushing = false;
let depth = 0;
/** Counts what React has put off. */
let putOff = 0;

/** Keeps every task that React gives to the scheduler until it has run. */
function watchTasks(scheduler: Scheduler): void {
  const { unstable_scheduleCallback: schedule, unstable_shouldYield: shouldYield } = scheduler;
  scheduler.unstable_scheduleCallback = (priority, run, options) => {
    const work: Work = (isLate) => {
      tasks.delete(task);
      return run(isLate);
    };
    const task = schedule(priority, work, options);
    tasks.add(task);
    putOff += 1;
    return task;
  };
  scheduler.unstable_shouldYield = () => !isFlushing && shouldYield();
}

/** A `queueMicrotask` whose work may be done before its time, and then is not done again. */
function queueWatched(run: () => void): void {
  const once = () => {
    if (microtasks.delete(once)) run();
  };
  microtasks.add(once);
  putOff += 1;
  queueOwn(once);
}

/** Does at once what React has put off. Each set grows while it is gone through, and what is added is done too. */
function flush(): void {
  if (isFlushing) return;
  isFlushing = true;
  try {
    while (microtasks.size > 0 || tasks.size > 0) {
      for (const run of microtasks) run();
      for (const task of tasks) {
        tasks.delete(task);
        const { callback } = task;
        // A task without work was called off.
        if (!callback) continue;
        task.callback = null;
        const rest = callback(false);
        // Nothing yields here, so that what is left waits for a promise: the scheduler comes back to it.
        if (typeof rest === 'function') task.callback = rest as Work;
      }
    }
  } finally {
    isFlushing = false;
  }
}

/** Goes on until nothing is put off for a whole turn: what an answer changes is drawn, and what that asks for is begun. */
async function settle(result: PromiseLike<unknown>): Promise<unknown> {
  try {
    return await result;
  } finally {
    depth -= 1;
    for (let before = -1; depth === 0 && before !== putOff; ) {
      flush();
      before = putOff;
      await new Promise((resolve) => immediately(resolve));
    }
  }
}

function act(run: () => unknown): PromiseLike<unknown> {
  depth += 1;
  let isAwaited = false;
  try {
    const result = run();
    isAwaited = typeof result === 'object' && result !== null && 'then' in result;
    return isAwaited ? settle(result as PromiseLike<unknown>) : Promise.resolve(result);
  } finally {
    if (!isAwaited) {
      depth -= 1;
      if (depth === 0) flush();
    }
  }
}

// Once in each worker: its files share their modules.
const prepared = Symbol.for('parley.test.react');
if (!Reflect.has(globalThis, prepared)) {
  Reflect.set(globalThis, prepared, true);
  const load = createRequire(import.meta.url);
  const environment = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  globalThis.queueMicrotask = queueWatched;
  watchTasks(createRequire(load.resolve('react-dom'))('scheduler') as Scheduler);
  Reflect.set(load('react') as object, 'act', act);
  load('react-dom/client');
  // Sources are compiled for the development build, whose runtime is empty in production.
  Reflect.set(load('react/jsx-dev-runtime') as object, 'jsxDEV', Reflect.get(load('react/jsx-runtime') as object, 'jsx'));
  globalThis.queueMicrotask = queueOwn;
  if (environment === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = environment;
}
