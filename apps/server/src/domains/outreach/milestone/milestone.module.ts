import { endpoints } from '@parley/contract';
import { answer, assertMay, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { contentDisposition, downloaderOf } from '../../file/door.ts';
import { campaignNotFound } from '../row/campaign.access.ts';
import { milestoneGrain } from './milestone.measures.ts';
import { milestoneRecord } from './milestone.record.ts';
import { explainMilestone, readReport } from './milestone.report.ts';
import { exportRecipients, listCellCustomers, listRecipients } from './milestone.rows.ts';
import { createMilestone, getMilestones, listChoices, removeMilestone, updateMilestone } from './milestone.service.ts';

const calls = endpoints.campaignMilestones;

/** Milestones of campaigns, and how many recipients have reached them. */
export const campaignMilestones: Module = {
  name: 'campaign-milestone',
  records: [milestoneRecord],
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
    route(app, calls.csv, async (_ctx, { params, query, request, reply }) => {
      const { 'x-access-id': accessId, ...cell } = query;
      const actor = await downloaderOf(app, deps, request, accessId);
      if (!actor) throw campaignNotFound();
      assertMay(actor, calls.rows);
      const { name, body } = await exportRecipients(app.contextOf(request, actor), params.campaignId, cell);
      return reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition('document', name)).send(body);
    });
  },
};
