import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { Module } from '../../../module.ts';
import { checkGatewayDaily } from './gateway.check.ts';
import { paymentHook } from './recharge.hook.ts';
import { pollRecharges } from './recharge.poll.ts';
import { rechargeRecord } from './recharge.record.ts';
import { createRecharge, listRecharges } from './recharge.service.ts';

const pollMs = 30_000;
const compareMs = 3_600_000;
const calls = endpoints.billing;

export const recharge: Module = {
  name: 'recharge',
  records: [rechargeRecord],
  routes(app, deps) {
    route(app, calls.recharges, (ctx, { query }) => listRecharges(deps, ctx, query));
    route(app, calls.recharge, (ctx, { body }) => createRecharge(deps, ctx, body));
    paymentHook(app, deps);
  },
  work(deps) {
    const warn = (what: string) => (error: unknown) => deps.log.warn({ err: error }, what);
    const stops = [
      scheduleTask(pollMs, () => pollRecharges(deps), warn('recharges were not looked up')),
      scheduleTask(compareMs, () => checkGatewayDaily(deps), warn('payments were not compared')),
    ];
    return Promise.resolve(async () => {
      for (const stop of stops) await stop();
    });
  },
};
