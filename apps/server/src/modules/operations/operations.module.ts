import { timingSafeEqual } from 'node:crypto';
import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { DomainError } from '#platform/http/domain-error.ts';
import { route } from '#platform/http/route.ts';
import type { Module } from '../index.ts';

const isLocal = (address: string) => address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';

function isToken(given: string | undefined, wanted: string | undefined): boolean {
  const [offered, expected] = [Buffer.from(given ?? ''), Buffer.from(`Bearer ${wanted ?? ''}`)];
  return wanted !== undefined && offered.length === expected.length && timingSafeEqual(offered, expected);
}

export const operations: Module = {
  name: 'operations',
  routes(app, deps) {
    route(app, endpoints.operations.health, async () => ({ status: 'ok' }));
    route(app, endpoints.operations.ready, async () => {
      await sql`select 1`.execute(deps.db);
      return { status: 'ready' };
    });
    route(app, endpoints.operations.metrics, async (_ctx, { request, reply }) => {
      if (!isLocal(request.ip) && !isToken(request.headers.authorization, deps.config.metricsToken))
        throw new DomainError('route.not_found', 'There is no such call.', {});
      reply.type(deps.metrics.registry.contentType);
      return deps.metrics.registry.metrics();
    });
  },
};
