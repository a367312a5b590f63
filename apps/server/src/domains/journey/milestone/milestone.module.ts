import { endpoints } from '@parley/contract';
import { assertMay, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { contentDisposition, downloaderOf } from '../../file/door.ts';
import { markedStreams } from '../../outreach/door.sql.ts';
import { journeyNotFound } from '../document/journey.access.ts';
import { listMarkedStreams, marksOf } from './campaign-marks.repository.ts';
import { exportPeople, listPeople, listReachedCustomers } from './milestone.people.ts';
import { readMilestones } from './milestone.report.ts';

const calls = endpoints.milestoneReports;

/** The report of a stream's milestones. */
export const milestoneReport: Module = {
  name: 'milestone-report',
  extensions: [extend(markedStreams, { marks: marksOf, list: listMarkedStreams })],
  routes(app, deps) {
    route(app, calls.figures, (ctx, { params, query }) => readMilestones(ctx, params.journeyId, query));
    route(app, calls.people, (ctx, { params, query }) => listPeople(ctx, params.journeyId, query));
    route(app, calls.customers, (ctx, { params, query }) => listReachedCustomers(ctx, params.journeyId, query));
    route(app, calls.export, async (_ctx, { params, query, request, reply }) => {
      const { 'x-access-id': accessId, ...reached } = query;
      const actor = await downloaderOf(app, deps, request, accessId);
      // A caller without a token gets the answer of a stream that nobody has.
      if (!actor) throw journeyNotFound();
      assertMay(actor, calls.people);
      const { name, body } = await exportPeople(app.contextOf(request, actor), params.journeyId, reached);
      return reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition('document', name)).send(body);
    });
  },
};
