import { statfs } from 'node:fs/promises';
import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { isBearer } from '#platform/http/bearer.ts';
import { isFromThisMachine } from '#platform/http/caller-address.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { Deps } from '../deps.ts';
import type { Module } from '../module.ts';
import { tellOfParkedJobs } from './parked.jobs.ts';

const parkedMs = 3000;
const lapsedMs = 3_600_000;

/** A full disk fails in many ways, so /ready reports it before the last byte is used. */
async function assertRoom({ dataFolders, config }: Deps): Promise<void> {
  for (const folder of dataFolders) {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < config.minFreeBytes)
      throw new DomainError('server.unavailable', 'There is too little space left on the disk.', { retryAfterSeconds: 60 });
  }
}

export const operations: Module = {
  name: 'operations',
  routes(app, deps) {
    route(app, endpoints.operations.health, async () => ({ status: 'ok' }));
    route(app, endpoints.operations.ready, async () => {
      if (deps.isLeaving()) throw new DomainError('server.unavailable', 'This process is stopping.', { retryAfterSeconds: 1 });
      await sql`select 1`.execute(deps.db);
      await assertRoom(deps);
      return { status: 'ready' };
    });
    route(app, endpoints.operations.metrics, async (_ctx, { request, reply }) => {
      if (!isFromThisMachine(request.raw) && !isBearer(request.headers.authorization, deps.config.metricsToken))
        throw new DomainError('route.not_found', 'The API has no such call.', {});
      reply.type(deps.metrics.registry.contentType);
      return deps.metrics.registry.metrics();
    });
  },
  work(deps) {
    const warn = (what: string) => (error: unknown) => deps.log.warn({ err: error }, what);
    const deleteLapsed = () => sql`select delete_lapsed_leases()`.execute(deps.db);
    const stops = [
      scheduleTask(parkedMs, () => tellOfParkedJobs(deps), warn('parked jobs could not be looked at')),
      scheduleTask(lapsedMs, deleteLapsed, warn('lapsed leases were not deleted')),
    ];
    return Promise.resolve(async () => {
      for (const stop of stops) await stop();
    });
  },
};
