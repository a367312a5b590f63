import { endpoints } from '@parley/contract';
import { loginRequired } from '#platform/http/domain-error.ts';
import { assertMay, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { contentDisposition, downloaderOf } from '../../file/door.ts';
import { rateRecord } from '../rate/rate.record.ts';
import { listRates } from '../rate/rate.service.ts';
import { updatePayment } from '../recharge/recharge.service.ts';
import { readAccount } from '../wallet/account.repository.ts';
import { listMovements, noteMovementExport, streamMovements } from '../wallet/movement.service.ts';
import { walletRecord } from '../wallet/wallet.record.ts';
import { getConsumption, getStatus, listConsumption } from './consumption.service.ts';

const calls = endpoints.billing;

export const consumption: Module = {
  name: 'consumption',
  records: [walletRecord, rateRecord],
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
    route(app, calls.exportMovements, async (_ctx, { query, request, reply }) => {
      const { 'x-access-id': accessId, ...filter } = query;
      const actor = await downloaderOf(app, deps, request, accessId);
      if (!actor) throw loginRequired();
      assertMay(actor, calls.movements);
      const ctx = app.contextOf(request, actor);
      await noteMovementExport(ctx, filter);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('document', `wallet_${ctx.now().toISOString().slice(0, 10)}.csv`))
        .send(streamMovements(ctx, filter));
    });
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
