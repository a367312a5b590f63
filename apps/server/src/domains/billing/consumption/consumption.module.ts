import { endpoints } from '@parley/contract';
import { loginRequired } from '#platform/http/domain-error.ts';
import { assertMay, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { exportLists, exportRoute } from '../../account/door.ts';
import { rateRecord } from '../rate/rate.record.ts';
import { listRates } from '../rate/rate.service.ts';
import { updatePayment } from '../recharge/recharge.service.ts';
import { readAccount } from '../wallet/account.repository.ts';
import { listMovements, movementsExport } from '../wallet/movement.service.ts';
import { walletRecord } from '../wallet/wallet.record.ts';
import { getConsumption, getStatus, listConsumption } from './consumption.service.ts';

const calls = endpoints.billing;

export const consumption: Module = {
  name: 'consumption',
  records: [walletRecord, rateRecord],
  extensions: [extend(exportLists, movementsExport)],
  routes(app, deps) {
    route(app, calls.call, async (_ctx, { request, body }) => {
      if (body.requestType === 'update_payment_status') return updatePayment(deps, body.request);
      const actor = await app.authenticate(request);
      if (!actor) throw loginRequired();
      assertMay(actor, calls.consumption);
      const ctx = app.contextOf(request, actor);
      return body.requestType === 'get_enterprise_account_status' ? getStatus(ctx) : getConsumption(ctx, body.request);
    });
    route(app, calls.consumption, (ctx, { query }) => listConsumption(ctx, query));
    route(app, calls.movements, (ctx, { query }) => listMovements(ctx, query));
    exportRoute(app, deps, movementsExport);
    route(app, calls.rates, async (ctx) => {
      const { enterpriseId } = ctx;
      const [rates, { currency }] = await Promise.all([
        ctx.read((tx) => listRates(tx, enterpriseId, ctx.now())),
        ctx.read((tx) => readAccount(tx, enterpriseId)),
      ]);
      return { currency, rates };
    });
  },
};
