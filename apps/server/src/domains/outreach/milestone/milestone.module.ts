import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { exportLists, exportRoute } from '../../account/door.ts';
import { milestoneGrain } from './milestone.measures.ts';
import { milestoneRecord } from './milestone.record.ts';
import { explainMilestone, readReport } from './milestone.report.ts';
import { listCellCustomers, listRecipients, milestonesExport } from './milestone.rows.ts';
import { createMilestone, getMilestones, listChoices, removeMilestone, updateMilestone } from './milestone.service.ts';

const calls = endpoints.campaignMilestones;

/** Milestones of campaigns, and how many recipients have reached them. */
export const campaignMilestones: Module = {
  name: 'campaign-milestone',
  records: [milestoneRecord],
  extensions: [extend(exportLists, milestonesExport)],
  measures: [milestoneGrain],
  routes(app, deps) {
    route(app, calls.list, (ctx, { params }) => getMilestones(ctx, params.campaignId));
    route(app, calls.choices, (ctx, { params }) => listChoices(ctx, params.campaignId));
    route(app, calls.create, async (ctx, { params, body }) =>
      answer(await createMilestone(ctx, params.campaignId, body), 'The milestone is saved.'),
    );
    route(app, calls.update, async (ctx, { params, body }) =>
      answer(await updateMilestone(ctx, params.campaignId, params.milestoneId, body), 'The milestone is saved.'),
    );
    route(app, calls.remove, async (ctx, { params }) => {
      await removeMilestone(ctx, params.campaignId, params.milestoneId);
      return answer(null, 'The milestone is removed.');
    });
    route(app, calls.report, (ctx, { params, query }) => readReport(ctx, params.campaignId, query));
    route(app, calls.rows, (ctx, { params, query }) => listRecipients(ctx, params.campaignId, query));
    route(app, calls.customers, (ctx, { params, query }) => listCellCustomers(ctx, params.campaignId, query));
    route(app, calls.explain, (ctx, { params, query }) => explainMilestone(ctx, params.campaignId, query));
    exportRoute(app, deps, milestonesExport);
  },
};
