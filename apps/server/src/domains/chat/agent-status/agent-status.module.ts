import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { agentStatusKindRecord } from './agent-status.record.ts';
import { createKind, orderKinds, readKind, readKinds, removeKind, saveKind } from './agent-status.service.ts';

const { agentStatuses: calls } = endpoints;

export const agentStatus: Module = {
  name: 'agentStatus',
  records: [agentStatusKindRecord],
  routes(app) {
    route(app, calls.list, (ctx) => readKinds(ctx));
    route(app, calls.create, async (ctx, { body }) => answer(await createKind(ctx, body), 'The status is added.'));
    route(app, calls.saveOrder, async (ctx, { body }) => answer(await orderKinds(ctx, body.ids), 'The order is saved.'));
    route(app, calls.get, (ctx, { params }) => readKind(ctx, params.statusId));
    route(app, calls.update, async (ctx, { params, body }) => answer(await saveKind(ctx, params.statusId, body), 'The status is saved.'));
    route(app, calls.remove, async (ctx, { params }) => {
      const removed = await removeKind(ctx, params.statusId);
      return answer(removed, removed.isRetired ? 'Agents have the status, so it is retired.' : 'The status is deleted.');
    });
  },
};
