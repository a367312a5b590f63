import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import type { Module } from '../../../module.ts';
import { alertRecord } from './alert.record.ts';
import { listWithAlerts } from './alert.repository.ts';
import { listAlerts, saveAlert, watchBalance } from './alert.service.ts';

const watchMs = 60_000;
const calls = endpoints.billing;

async function watchAll(deps: Deps): Promise<void> {
  for (const enterpriseId of await listWithAlerts(deps.db))
    await watchBalance(enterpriseContext(deps, enterpriseId)).catch((error: unknown) =>
      deps.log.warn({ err: error, enterpriseId }, 'a balance was not looked at'),
    );
}

export const alert: Module = {
  name: 'alert',
  records: [alertRecord],
  routes(app) {
    route(app, calls.alerts, (ctx) => listAlerts(ctx));
    route(app, calls.saveAlerts, async (ctx, { body }) => {
      await saveAlert(ctx, body);
      return listAlerts(ctx);
    });
  },
  work(deps) {
    if (!deps.flags.billing) return Promise.resolve(undefined);
    const stop = scheduleTask(
      watchMs,
      () => watchAll(deps),
      (error) => deps.log.warn({ err: error }, 'balances were not looked at'),
    );
    return Promise.resolve(stop);
  },
};
