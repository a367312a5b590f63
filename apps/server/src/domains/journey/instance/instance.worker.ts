import { randomUUID } from 'node:crypto';
import { createBatcher } from '#platform/jobs/batcher.ts';
import { renewalMs } from '#platform/jobs/lease.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { shardOf, shards } from '../row/instance.keys.ts';
import { holdMs, holdShards, leaveShards } from '../row/instance.shards.ts';
import { VersionCache } from '../row/instance.versions.ts';
import { onWake } from '../row/instance.wake.ts';
import { startBeginnings } from '../start/instance.begin.ts';
import { type Engine, stepInstances } from '../step/instance.batch.ts';
import { type DueWalk, findBusyWalks, findDueWaits, findUnreadInputs, foldCounts, foldCountsToDays } from './due.repository.ts';

const batch = 100;
const sweepMs = 1000;
const renewMs = 3000;
const foldMs = 2000;
/** Batches of one enterprise that are written side by side. */
const lines = 2;
const lineOf = (shard: number): number => shard % lines;
/** Most due walks of one enterprise in one round of a line: no enterprise waits for the thousands of another. */
const mostDue = 500;
const mostFolded = 10_000;
const foldDaysMs = 3_600_000;

/** Starts the walks of this process: those that are woken, those for which something is due, and those whose wake was lost. */
export async function startInstances(deps: Deps): Promise<() => Promise<void>> {
  const workerId = randomUUID();
  const engine: Engine = { versions: new VersionCache(), secrets: deps.secrets };
  const tell = (what: string) => (error: unknown) => deps.log.warn({ err: error }, what);
  let held = new Set<number>();
  let isStopping = false;
  const under = new Set<Promise<unknown>>();

  const steps = createBatcher<DueWalk, null>(
    async (found) => {
      const [{ enterpriseId }] = found as [DueWalk];
      const ctx = enterpriseContext(deps, enterpriseId);
      const ids = [...new Set(found.map(({ instanceId }) => instanceId))];
      // Repeats until nothing is left to read: inputs that came meanwhile have not woken a worker that was busy with the walk.
      for (let more = true; more && !isStopping; ) more = await stepInstances(ctx, engine, ids);
      return found.map(() => null);
    },
    { group: ({ enterpriseId, instanceId }) => `${enterpriseId}:${lineOf(shardOf(instanceId))}`, most: batch },
  );
  /** Ends when the step is taken, or could not be. */
  const step = (found: DueWalk): Promise<unknown> => {
    if (isStopping || !held.has(shardOf(found.instanceId))) return Promise.resolve();
    const done: Promise<unknown> = steps
      .add(found)
      .catch(tell('a walk could not take its step'))
      .then(() => under.delete(done));
    under.add(done);
    return done;
  };
  const run = (found: DueWalk): void => void step(found);

  const renew = async () => {
    held = new Set(await holdShards(deps, workerId, shards));
  };
  await renew();
  onWake(deps.bus, ({ enterpriseId, instanceIds }) => {
    for (const instanceId of instanceIds) run({ enterpriseId, instanceId });
  });

  const readDue = (now: Date, line: number) =>
    findDueWaits(
      deps.db,
      [...held].filter((shard) => lineOf(shard) === line),
      now,
      mostDue,
    );
  /** Round after round, as long as many are due; a round that begins like the one before has brought nothing on, and waits for the next sweep. */
  const takeDue = async (line: number) => {
    let before = '';
    for (let more = true; more && !isStopping; ) {
      const due = await readDue(deps.now(), line);
      await Promise.all(due.map(step));
      more = due.length >= mostDue && due[0]?.instanceId !== before;
      before = due[0]?.instanceId ?? '';
    }
  };
  const sweep = async () => {
    if (held.size === 0) return;
    for (const found of await findUnreadInputs(deps.db, new Date(deps.now().getTime() - sweepMs), mostDue)) run(found);
    for (const found of await findBusyWalks(deps.db, deps.now(), mostDue)) run(found);
    // Each line looks for itself: neither waits for the other's last batch.
    await Promise.all(Array.from({ length: lines }, (_, line) => takeDue(line)));
  };
  const fold = () => foldCounts(deps.db, mostFolded);
  /** Folds in steps: another fold waits for one step, not for all. */
  const foldDays = async () => {
    for (let more = true; more && !isStopping; ) {
      more = (await foldCountsToDays(deps.db, deps.now(), mostFolded)) >= mostFolded;
    }
  };
  const stops = [
    scheduleTask(sweepMs, sweep, tell('a sweep of the waits failed')),
    startBeginnings(deps),
    scheduleTask(Math.min(renewMs, renewalMs(holdMs(deps))), renew, tell('the leases of the waits were not renewed')),
    scheduleTask(foldMs, fold, tell('counts of streams were not folded')),
    scheduleTask(foldDaysMs, foldDays, tell('counts of streams were not folded to days'), { atStart: true }),
  ];
  return async () => {
    isStopping = true;
    await Promise.all(stops.map((stop) => stop()));
    await Promise.all(under);
    await leaveShards(deps, workerId);
  };
}
