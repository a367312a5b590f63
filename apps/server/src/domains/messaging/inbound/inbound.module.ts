import { sql } from 'kysely';
import { oneAtATime } from '#platform/jobs/one-at-a-time.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, retainedData } from '../../../personal-data.ts';
import { processRawEvents } from './events.process.ts';
import { hookRoutes } from './hook.routes.ts';
import { rawEventsOfPerson, receiptsOfPerson } from './inbound.personal.ts';
import { retainedRawEvents } from './inbound.retention.ts';
import { readRawEvents } from './raw-events.ts';

const sweepMs = 2000;

export const inbound: Module = {
  name: 'inbound',
  extensions: [extend(retainedData, retainedRawEvents), extend(personalData, receiptsOfPerson), extend(personalData, rawEventsOfPerson)],
  jobs: [readRawEvents],
  routes: hookRoutes,
  async work(deps) {
    // A second reader of a channel would parse the same events and find them gone.
    const read = oneAtATime((key) => {
      const [enterpriseId = '', channelId = ''] = key.split(' ');
      return processRawEvents(deps, enterpriseId, channelId);
    });
    await deps.jobs.handle(readRawEvents, ({ enterpriseId, channelId }) => read(`${enterpriseId} ${channelId}`));
    // Reads postponed events, and events whose job was lost.
    const sweep = async () => {
      const { rows } = await sql<{ enterpriseId: string; channelId: string }>`select * from channels_with_raw_events()`.execute(deps.db);
      for (const row of rows) await read(`${row.enterpriseId} ${row.channelId}`);
    };
    return scheduleTask(sweepMs, sweep, (error) => deps.log.warn({ err: error }, 'a sweep of raw events failed'));
  },
};
