import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { exportLists, exportRoute } from '../../account/door.ts';
import { markedStreams } from '../../outreach/door.sql.ts';
import { listMarkedStreams, marksOf } from './campaign-marks.repository.ts';
import { listPeople, listReachedCustomers, peopleExport } from './milestone.people.ts';
import { readMilestones } from './milestone.report.ts';

const calls = endpoints.milestoneReports;

/** The report of a stream's milestones. */
export const milestoneReport: Module = {
  name: 'milestone-report',
  extensions: [extend(markedStreams, { marks: marksOf, list: listMarkedStreams }), extend(exportLists, peopleExport)],
  routes(app, deps) {
    route(app, calls.figures, (ctx, { params, query }) => readMilestones(ctx, params.journeyId, query));
    route(app, calls.people, (ctx, { params, query }) => listPeople(ctx, params.journeyId, query));
    route(app, calls.customers, (ctx, { params, query }) => listReachedCustomers(ctx, params.journeyId, query));
    exportRoute(app, deps, peopleExport);
  },
};
