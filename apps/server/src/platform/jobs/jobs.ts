import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from '@parley/contract';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { type ConstructorOptions, fromKysely, PgBoss } from 'pg-boss';
import { advisoryLocks } from '../db/advisory-locks.ts';
import { type Tx, withoutJit } from '../db/database.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { scheduleTask } from './scheduled-task.ts';

/** A kind of job. A job is a chunk of work, never one recipient. */
export type JobDefinition<P extends z.ZodType> = {
  name: string;
  payload: P;
  maxAttempts: number;
  /** Jobs with the same key are merged while they wait: enqueueing another one adds none. */
  key?: (payload: z.output<P>) => string;
  /** Delay of work that the caller does at once, and that a job finishes if the caller could not. */
  afterSeconds?: number;
};
export const defineJob = <P extends z.ZodType>(definition: JobDefinition<P>): JobDefinition<P> => definition;

export type Jobs = {
  /** Enqueues the job in the transaction of the change: it exists if and only if the change is committed. */
  enqueue: <P extends z.ZodType>(tx: Tx, job: JobDefinition<P>, payload: z.input<P>) => Promise<void>;
  handle: <P extends z.ZodType>(job: JobDefinition<P>, handler: (payload: z.output<P>) => Promise<void>) => Promise<void>;
  /** Creates the queues. Every process does it at start, in any role. */
  declare: (jobs: readonly JobDefinition<z.ZodType>[]) => Promise<void>;
  stop: () => Promise<void>;
};

const parked = 'parked';
const workersPerJob = 4; // per process
const lookMs = 1_000; // jobs that become due, after a failure or a dead worker, are announced by nobody
const pollSeconds = 600; // a worker looks when it is woken; this is for when nobody wakes it
const drainMs = 5_000; // jobs that still run after it are failed, and tried again by another process

/** Names, in the payload of a job, the span that asked for it. It is no property of the job's own: a handler never sees it. */
const originKey = 'traceparent';

type Batch = { data: { [originKey]?: string } }[];

/** The queues of $1 that have a job to be done now, by the index that a fetch of one job uses. */
const dueQueues = `
  select q.name from unnest($1::text[]) as q (name)
  where exists (
    select 1 from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now()
  )`;

/**
 * Jobs on pg-boss: NOTIFY wakes the workers, a heartbeat finds dead workers and delivers their jobs again, failed jobs are retried with a
 * growing delay and in the end parked with their last error.
 * @param connection of the owner, since pg-boss makes its own tables
 */
export async function startJobs(connection: pg.ClientConfig, onError: (error: Error) => void, tracing?: Tracing): Promise<Jobs> {
  const boss = new PgBoss({
    ...(connection as ConstructorOptions),
    options: withoutJit,
    application_name: 'parley-jobs',
    max: 6,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on('error', onError);
  await boss.start();
  await boss.createQueue(parked);
  const workersOf = new Map<string, string[]>();
  let isStopping = false;
  /** One question for all queues: a poll of each queue by itself cost a tenth of a core. */
  const stopLooking = scheduleTask(
    lookMs,
    async () => {
      if (workersOf.size === 0) return;
      const { rows } = (await boss.getDb().executeSql(dueQueues, [[...workersOf.keys()]])) as { rows: { name: string }[] };
      for (const { name } of rows) for (const worker of workersOf.get(name) ?? []) boss.notifyWorker(worker);
    },
    (error) => onError(error as Error),
  );
  return {
    async declare(jobs) {
      const known = new Set((await boss.getQueues()).map((queue) => queue.name));
      for (const job of jobs.filter(({ name }) => !known.has(name))) {
        await boss.createQueue(job.name, {
          notify: true,
          heartbeatSeconds: 10,
          retryLimit: job.maxAttempts - 1,
          retryDelay: 1,
          retryBackoff: true,
          deadLetter: parked,
          policy: job.key ? 'short' : 'standard',
        });
      }
      // PostgreSQL refuses grants that meet on one table ("tuple concurrently updated"), so processes that start together take turns.
      await boss.getDb().executeSql(
        `do $$ begin
          perform pg_advisory_xact_lock(${advisoryLocks.declaringJobs});
          grant usage on schema pgboss to parley_app;
          grant select, insert, update, delete on all tables in schema pgboss to parley_app;
        end $$`,
        [],
      );
    },
    async enqueue(tx, job, payload) {
      const data = job.payload.parse(payload);
      const origin = tracing?.current();
      await boss.send(
        job.name,
        { ...(data as object), ...(origin ? { [originKey]: origin } : {}) },
        {
          db: fromKysely(tx as unknown as Kysely<unknown>),
          ...(job.key ? { singletonKey: job.key(data) } : {}),
          ...(job.afterSeconds ? { startAfter: job.afterSeconds } : {}),
        },
      );
    },
    async handle(job, handler) {
      const workers: string[] = [];
      workersOf.set(job.name, workers);
      let startedCount = 0;
      const startWorker = async () => {
        const index = startedCount;
        startedCount += 1;
        const polls = { pollingIntervalSeconds: pollSeconds, notifyPollingIntervalSeconds: pollSeconds };
        workers[index] = await boss.work(job.name, { batchSize: 1, ...polls }, (batch: Batch) => {
          // If one job waited, more may wait: another worker looks now, and this one as soon as it is done.
          if (startedCount < workersPerJob && !isStopping) void startWorker().catch(onError);
          for (const worker of [workers[(index + 1) % workersPerJob], workers[index]]) if (worker) boss.notifyWorker(worker);
          return work(batch);
        });
      };
      const work = async (batch: Batch) => {
        for (const { data } of batch) {
          // A process without traces may do what one with them has asked for.
          const { [originKey]: origin, ...payload } = data;
          const run = () => handler(job.payload.parse(payload));
          await (tracing ? tracing.run(`job ${job.name}`, { kind: 'consumer', parent: origin }, run) : run());
        }
      };
      // Each worker asks for a job when it starts. The others start with the first job, so that a process starts with a query for each kind of
      // job and not with four.
      await startWorker();
    },
    async stop() {
      isStopping = true;
      // pg-boss looks every half second whether its workers have ended, and these tell it themselves.
      await stopLooking();
      await Promise.race([Promise.all([...workersOf.keys()].map((name) => boss.offWork(name))), sleep(drainMs, undefined, { ref: false })]);
      await boss.stop({ graceful: false });
    },
  };
}
