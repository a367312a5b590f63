import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, retainedData } from '../../../personal-data.ts';
import { exportLists, exportRoute } from '../../account/door.ts';
import { inboundTakers } from '../../messaging/door.talk.ts';
import { takeResponses } from './response.inbound.ts';
import { responsesOfPerson, retainedResponses } from './response.personal.ts';
import { listResponses, responsesExport } from './response.query.ts';

const { campaigns } = endpoints;

export const responses: Module = {
  name: 'response',
  extensions: [
    extend(inboundTakers, takeResponses),
    extend(personalData, responsesOfPerson),
    extend(retainedData, retainedResponses),
    extend(exportLists, responsesExport),
  ],
  routes(app, deps) {
    route(app, campaigns.responses, (ctx, { params, query }) => listResponses(ctx, params.campaignId, query));
    exportRoute(app, deps, responsesExport);
  },
};
