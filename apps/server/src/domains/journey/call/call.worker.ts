import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { Deps } from '../../../deps.ts';
import { type CallKey, findDueCalls } from './call.repository.ts';
import { runCall } from './call.run.ts';
import { onCalls } from './call.wake.ts';

const sweepMs = 1000;
/** Calls of this process that are under way at once. */
const mostAtOnce = 64;

/** Makes the calls of streams: those that a turn has just asked for, and by the second those that are due again or whose worker went silent. */
export function startCalls(deps: Deps): Promise<() => Promise<void>> {
  const tell = (what: string) => (error: unknown) => deps.log.warn({ err: error }, what);
  const under = new Map<string, Promise<void>>();
  let isStopping = false;
  const run = (key: CallKey): void => {
    const id = `${key.instanceId} ${key.call}`;
    if (isStopping || under.has(id) || under.size >= mostAtOnce) return;
    const done = runCall(deps, key)
      .catch(tell('a call of a stream failed'))
      .then(() => void under.delete(id));
    under.set(id, done);
  };
  onCalls(deps.bus, (calls) => {
    for (const key of calls) run(key);
  });
  const sweep = async () => {
    if (under.size >= mostAtOnce) return;
    for (const key of await findDueCalls(deps.db, deps.now(), mostAtOnce - under.size)) run(key);
  };
  const stop = scheduleTask(sweepMs, sweep, tell('a sweep of calls failed'));
  return Promise.resolve(async () => {
    isStopping = true;
    await stop();
    await Promise.all(under.values());
  });
}
