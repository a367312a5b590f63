import { z } from '@parley/contract';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
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
