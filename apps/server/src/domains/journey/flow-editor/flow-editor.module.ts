import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { flowKeyRecord, flowRecord } from '../flow/flow.record.ts';
import { deprecateFlow, publishFlow } from './flow.publish.ts';
import { readFlowJson, readFlowList } from './flow.query.ts';
import { makeKey, readKeys } from './flow-key.service.ts';

const { flows } = endpoints;

/** Forms as WhatsApp flows: on which channels, in which state, and by which keys. */
export const flowEditor: Module = {
  name: 'flow-editor',
  records: [flowRecord, flowKeyRecord],
  routes(app, deps) {
    route(app, flows.list, (ctx, { query }) => readFlowList(ctx, query));
    route(app, flows.publish, async (ctx, { params, body }) => {
      const item = await publishFlow(ctx, deps, params.formId, body);
      return answer(
        item,
        item.errors.length > 0 ? 'The vendor finds errors.' : body.isTrial ? 'The vendor finds no errors.' : 'The flow is published.',
      );
    });
    route(app, flows.deprecate, async (ctx, { params, body }) => {
      await deprecateFlow(ctx, deps, { formId: params.formId, ...body });
      return answer(null, 'The flow is out of use.');
    });
    route(app, flows.json, (ctx, { params }) => readFlowJson(ctx, params.formId));
    route(app, flows.keys, (ctx, { params }) => readKeys(ctx, params.channelId));
    route(app, flows.makeKey, async (ctx, { params }) => answer(await makeKey(ctx, deps, params.channelId), 'The key is in use.'));
  },
};
