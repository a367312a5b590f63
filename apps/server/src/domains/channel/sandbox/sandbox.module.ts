import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Module } from '../../../module.ts';
import { getLoad, inventBatch, inventCustomers, makeLoad } from './sandbox.load.ts';
import { sandboxRecord } from './sandbox.record.ts';
import {
  actOnPhone,
  changeFlow,
  changeQuality,
  changeTemplate,
  getBehaviour,
  getPhone,
  listPhones,
  listSandboxFlows,
  listSandboxTemplates,
  setBehaviour,
} from './sandbox.service.ts';

const calls = endpoints.sandbox;

export const sandbox: Module = {
  name: 'sandbox',
  records: [sandboxRecord],
  jobs: [inventCustomers],
  routes(app, deps) {
    route(app, calls.phones, (ctx, { params, query }) => listPhones(ctx, deps, params.channelId, query.search));
    route(app, calls.phone, (ctx, { params }) => getPhone(ctx, deps, params.channelId, params.address));
    route(app, calls.act, (ctx, { params, body }) => actOnPhone(ctx, deps, params.channelId, params.address, body));
    route(app, calls.behaviour, (ctx, { params }) => getBehaviour(ctx, deps, params.channelId));
    route(app, calls.behave, async (ctx, { params, body }) => answer(await setBehaviour(ctx, deps, params.channelId, body), 'Saved.'));
    route(app, calls.templates, (ctx, { params }) => listSandboxTemplates(ctx, deps, params.channelId));
    route(app, calls.changeTemplate, async (ctx, { params, body }) => {
      await changeTemplate(ctx, deps, params.channelId, body);
      return answer(null, 'The vendor has told it.');
    });
    route(app, calls.flows, (ctx, { params }) => listSandboxFlows(ctx, deps, params.channelId));
    route(app, calls.changeFlow, async (ctx, { params, body }) => {
      await changeFlow(ctx, deps, params.channelId, body);
      return answer(null, 'The vendor has told it.');
    });
    route(app, calls.changeQuality, async (ctx, { params, body }) => {
      await changeQuality(ctx, deps, params.channelId, body);
      return answer(null, 'The vendor has told it.');
    });
    route(app, calls.load, (ctx, { params }) => getLoad(ctx, params.channelId));
    route(app, calls.makeLoad, async (ctx, { params, body }) => {
      await makeLoad(ctx, params.channelId, body.count);
      return answer(null, 'The customers are being made.');
    });
  },
  async work(deps) {
    await deps.jobs.handle(inventCustomers, ({ enterpriseId, ...load }) => inventBatch(enterpriseContext(deps, enterpriseId), load));
    return undefined;
  },
};
