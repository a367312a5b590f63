import { endpoints } from '@parley/contract';
import { assertMay, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, retainedData } from '../../../personal-data.ts';
import { contentDisposition, downloaderOf } from '../../file/door.ts';
import { inboundTakers } from '../../messaging/door.talk.ts';
import { campaignNotFound } from '../row/campaign.access.ts';
import { takeResponses } from './response.inbound.ts';
import { responsesOfPerson, retainedResponses } from './response.personal.ts';
import { exportResponses, listResponses } from './response.query.ts';

const { campaigns } = endpoints;

export const responses: Module = {
  name: 'response',
  extensions: [extend(inboundTakers, takeResponses), extend(personalData, responsesOfPerson), extend(retainedData, retainedResponses)],
  routes(app, deps) {
    route(app, campaigns.responses, (ctx, { params, query }) => listResponses(ctx, params.campaignId, query));
    route(app, campaigns.responsesCsv, async (_ctx, { params, query, request, reply }) => {
      const { 'x-access-id': accessId, ...filter } = query;
      const actor = await downloaderOf(app, deps, request, accessId);
      if (!actor) throw campaignNotFound();
      assertMay(actor, campaigns.responses);
      const { name, rows } = await exportResponses(app.contextOf(request, actor), params.campaignId, filter);
      return reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition('document', name)).send(rows);
    });
  },
};
