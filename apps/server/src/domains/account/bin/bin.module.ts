import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { answer, route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { binOfPerson } from './bin.personal.ts';
import { binRecord } from './bin.record.ts';
import { emptyBin, listBin, purgeFromBin, restoreFromBin } from './bin.service.ts';

const emptyMs = 3_600_000;

/** Days end at other hours for others, so what is due is looked for every hour. */
async function emptyAll(deps: Deps): Promise<void> {
  const { rows } = await sql<{ enterpriseId: string }>`select enterprise_id from enterprises_with_due_bin()`.execute(deps.db);
  for (const { enterpriseId } of rows) {
    const ctx = enterpriseContext(deps, enterpriseId);
    while (await emptyBin(ctx, deps.records)) {
      // A thousand at a time, each in a transaction of its own.
    }
  }
}

export const bin: Module = {
  name: 'bin',
  extensions: [extend(personalData, binOfPerson)],
  records: [binRecord],
  routes(app, deps) {
    route(app, endpoints.bin.list, (ctx, { query }) => listBin(ctx, deps.records, query));
    route(app, endpoints.bin.restore, async (ctx, { params, body }) =>
      answer(await restoreFromBin(ctx, deps, params.entryId, body), 'The record is restored.'),
    );
    route(app, endpoints.bin.purge, async (ctx, { params, query }) => {
      await purgeFromBin(ctx, deps.records, params.entryId, query.name);
      return answer(null, 'The record is deleted for good.');
    });
  },
  work(deps) {
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'the bin could not be emptied');
    return Promise.resolve(scheduleTask(emptyMs, () => emptyAll(deps), warn, { atStart: true }));
  },
};
