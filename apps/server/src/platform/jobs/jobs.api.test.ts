import { z } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { startApp } from '../../../test/app.ts';
import { cloneDatabase } from '../../../test/database.ts';
import { defineJob, startJobs } from './jobs.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;

beforeAll(async () => {
  database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
});
afterAll(() => database.drop());

test('processes that start at the same moment all declare their jobs', async () => {
  const job = defineJob({ name: 'test.declared', payload: z.object({}), maxAttempts: 2 });
  const errors: unknown[] = [];
  const processes = await Promise.all([1, 2, 3, 4].map(() => startJobs({ connectionString: database.url }, (error) => errors.push(error))));
  try {
    for (let round = 0; round < 5; round += 1) await Promise.all(processes.map((jobs) => jobs.declare([job])));
    expect(errors).toEqual([]);
  } finally {
    await Promise.all(processes.map((jobs) => jobs.stop()));
  }
});

test('a stop waits until the work at hand is done', async () => {
  const { deps, contextOf, makeUser } = await startApp();
  const job = defineJob({ name: 'test.held', payload: z.object({}), maxAttempts: 2 });
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  await deps.jobs.declare([job]);
  await deps.jobs.handle(job, async () => {
    begun.resolve();
    await gate.promise;
  });
  await contextOf(await makeUser()).transaction((tx) => deps.jobs.enqueue(tx, job, {}));
  await begun.promise;
  const stopping = deps.jobs.stop();
  // Trips enough for a stop that does not wait to fail the job.
  for (let count = 0; count < 20; count += 1) await sql`select 1`.execute(deps.db);
  gate.resolve();
  await stopping;
  const { rows } = await sql`select state from pgboss.job where name = ${job.name}`.execute(deps.db);
  expect(rows).toEqual([{ state: 'completed' }]);
});

test('a job that is due later, and one that failed, are done in time though nobody announces them', async () => {
  const { deps, contextOf, makeUser } = await startApp();
  const job = defineJob({ name: 'test.later', payload: z.object({}), maxAttempts: 2, afterSeconds: 1 });
  await deps.jobs.declare([job]);
  const attempts: number[] = [];
  await deps.jobs.handle(job, async () => {
    attempts.push(performance.now());
    if (attempts.length === 1) throw new Error('The first attempt fails.');
  });
  const asked = performance.now();
  await contextOf(await makeUser()).transaction((tx) => deps.jobs.enqueue(tx, job, {}));
  await vi.waitFor(() => expect(attempts).toHaveLength(2));
  // Never before it is due: the database counts the second itself.
  expect((attempts[0] ?? 0) - asked).toBeGreaterThan(900);
});

test('four jobs of a kind run at once, and the others after them', async () => {
  const { deps, contextOf, makeUser } = await startApp();
  const job = defineJob({ name: 'test.crowd', payload: z.object({}), maxAttempts: 2 });
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  let done = 0;
  await deps.jobs.declare([job]);
  await deps.jobs.handle(job, async () => {
    running += 1;
    most = Math.max(most, running);
    await gate.promise;
    running -= 1;
    done += 1;
  });
  await contextOf(await makeUser()).transaction(async (tx) => {
    for (let count = 0; count < 7; count += 1) await deps.jobs.enqueue(tx, job, {});
  });
  await vi.waitFor(() => expect(running).toBe(4));
  gate.resolve();
  await vi.waitFor(() => expect(done).toBe(7));
  expect(most).toBe(4);
});
