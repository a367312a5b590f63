import { endpoints } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import { loginRequired } from '#platform/http/domain-error.ts';
import { assertMay, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { contentDisposition, downloaderOf } from '../../file/door.ts';
import { readLog } from './log.service.ts';
import { exportData, exportMilestones } from './report.export.ts';
import { readDataCollection, readInstanceCount, readInstances, readMilestoneCount, readMilestoneGraph } from './report.service.ts';

const { encaps, encapReports: calls } = endpoints;
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Reports and log of encaps. */
export const encapReports: Module = {
  name: 'encap-reports',
  routes(app, deps) {
    const downloading = async (
      request: FastifyRequest,
      accessId: string,
      call: typeof calls.dataCollection | typeof calls.milestoneCount,
    ) => {
      const actor = await downloaderOf(app, deps, request, accessId);
      if (!actor) throw loginRequired();
      assertMay(actor, call);
      return app.contextOf(request, actor);
    };
    route(app, encaps.log, (ctx, { params, query }) => readLog(ctx, params.encapId, query));
    route(app, calls.instanceCount, (ctx, { query }) => readInstanceCount(ctx, query));
    route(app, calls.instances, (ctx, { query }) => readInstances(ctx, query));
    route(app, calls.dataCollection, (ctx, { query }) => readDataCollection(ctx, query));
    route(app, calls.dataCollectionCsv, async (_ctx, { query, request, reply }) => {
      const { 'x-access-id': accessId, ...range } = query;
      const { name, body } = await exportData(await downloading(request, accessId, calls.dataCollection), range);
      return reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition('document', name)).send(body);
    });
    route(app, calls.milestoneCount, (ctx, { query }) => readMilestoneCount(ctx, query));
    route(app, calls.milestoneGraph, (ctx, { query }) => readMilestoneGraph(ctx, query));
    route(app, calls.milestones, async (_ctx, { query, request, reply }) => {
      const { 'x-access-id': accessId, ...range } = query;
      const { name, body } = await exportMilestones(await downloading(request, accessId, calls.milestoneCount), range);
      return reply.type(workbook).header('content-disposition', contentDisposition('document', name)).send(body);
    });
  },
};
