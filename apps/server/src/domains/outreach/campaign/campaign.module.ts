import { endpoints } from '@parley/contract';
import { withBin } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { exportLists, sendExport } from '../../account/door.ts';
import { campaignRecord } from '../row/campaign.record.ts';
import { estimateCost, listVariables, validateCampaign } from './campaign.check.ts';
import { campaignBin, deleteCampaign } from './campaign.delete.ts';
import { campaignsExport, listExternal } from './campaign.external.ts';
import { getCampaign, listCampaigns } from './campaign.query.ts';
import { listFallbacks, readReport, readStats } from './campaign.report.ts';
import { cloneCampaign, createCampaign, exportCampaign, importCampaign, updateCampaign } from './campaign.service.ts';

const { campaigns } = endpoints;

export const campaign: Module = {
  name: 'campaign',
  records: [withBin(campaignRecord, campaignBin)],
  extensions: [extend(exportLists, campaignsExport)],
  routes(app) {
    route(app, campaigns.list, (ctx, { query }) => listCampaigns(ctx, query));
    route(app, campaigns.get, (ctx, { params }) => getCampaign(ctx, params.campaignId));
    route(app, campaigns.create, async (ctx, { body }) => answer(await createCampaign(ctx, body), 'The campaign is saved.'));
    route(app, campaigns.update, async (ctx, { params, body }) =>
      answer(await updateCampaign(ctx, params.campaignId, body), 'The campaign is saved.'),
    );
    route(app, campaigns.accessType, async (ctx, { params, body }) =>
      answer(await updateCampaign(ctx, params.campaignId, body), 'The access is changed.'),
    );
    route(app, campaigns.remove, async (ctx, { params }) => {
      await deleteCampaign(ctx, params.campaignId);
      return answer(null, 'The campaign is in the bin.');
    });
    route(app, campaigns.stats, (ctx, { params }) => readStats(ctx, params.campaignId));
    route(app, campaigns.variables, async (ctx, { params, query }) => ({
      variables: await listVariables(ctx, params.campaignId, query.content),
    }));
    route(app, campaigns.fallbackStats, (ctx, { params }) => listFallbacks(ctx, params.campaignId));
    route(app, campaigns.estimatecost, (ctx, { body }) => estimateCost(ctx, body));
    route(app, campaigns.validate, (ctx, { body }) => validateCampaign(ctx, body));
    route(app, campaigns.report, (ctx, { params, query }) => readReport(ctx, params.campaignId, query.activityId));
    route(app, campaigns.externalStats, (ctx, { query }) => listExternal(ctx, query));
    route(app, campaigns.externalCsv, (ctx, { query, request, reply }) => sendExport(ctx, { request, reply }, campaignsExport, query));
    route(app, campaigns.clone, async (ctx, { params, body }) =>
      answer(await cloneCampaign(ctx, params.campaignId, body), 'The campaign is copied.'),
    );
    route(app, campaigns.export, (ctx, { params }) => exportCampaign(ctx, params.campaignId));
    route(app, campaigns.import, async (ctx, { body }) => answer(await importCampaign(ctx, body), 'The campaign is imported.'));
  },
};
