import { endpoints } from '@parley/contract';
import { loginRequired } from '#platform/http/domain-error.ts';
import { assertMay, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { exportLists, exportRoute } from '../../account/door.ts';
import { contentDisposition, downloaderOf } from '../../file/door.ts';
import { readLog } from './log.service.ts';
import { encapDataExport, exportMilestones } from './report.export.ts';
import { readDataCollection, readInstanceCount, readInstances, readMilestoneCount, readMilestoneGraph } from './report.service.ts';

const { encaps, encapReports: calls } = endpoints;
const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Reports and log of encaps. */
export const encapReports: Module = {
  name: 'encap-reports',
  extensions: [extend(exportLists, encapDataExport)],
  routes(app, deps) {
    route(app, encaps.log, (ctx, { params, query }) => readLog(ctx, params.encapId, query));
    route(app, calls.instanceCount, (ctx, { query }) => readInstanceCount(ctx, query));
    route(app, calls.instances, (ctx, { query }) => readInstances(ctx, query));
    route(app, calls.dataCollection, (ctx, { query }) => readDataCollection(ctx, query));
    exportRoute(app, deps, encapDataExport);
    route(app, calls.milestoneCount, (ctx, { query }) => readMilestoneCount(ctx, query));
    route(app, calls.milestoneGraph, (ctx, { query }) => readMilestoneGraph(ctx, query));
    route(app, calls.milestones, async (_ctx, { query, request, reply }) => {
      const { 'x-access-id': accessId, ...range } = query;
      const actor = await downloaderOf(app, deps, request, accessId);
      if (!actor) throw loginRequired();
      assertMay(actor, calls.milestoneCount);
      const { name, body } = await exportMilestones(app.contextOf(request, actor), range);
      return reply.type(workbook).header('content-disposition', contentDisposition('document', name)).send(body);
    });
  },
};
