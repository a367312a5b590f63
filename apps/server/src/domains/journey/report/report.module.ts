import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { channelsOf } from '../../../channel-right.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { exportLists, exportRoute } from '../../account/door.ts';
import { listChannels, listPublished } from './choices.repository.ts';
import { listData } from './report.data.ts';
import { streamDataExport } from './report.export.ts';
import { readFigures } from './report.figures.ts';
import { readDrawn, readFunnel } from './report.funnel.ts';
import { streamReportRecord } from './report.record.ts';
import { listRefused } from './report.refused.ts';

const calls = endpoints.streamReports;
const mostChoices = 1000;

/** Reports of streams: how many walks began, what became of them, where they dropped out and what they collected. */
export const streamReport: Module = {
  name: 'stream-report',
  records: [streamReportRecord],
  extensions: [extend(exportLists, streamDataExport)],
  routes(app, deps) {
    route(app, calls.choices, (ctx) =>
      ctx.read(async (tx) => ({
        streams: await listPublished(tx, ctx.enterpriseId, mostChoices),
        channels: await listChannels(tx, ctx.enterpriseId, channelsOf(ctx.actor), mostChoices),
      })),
    );
    route(app, calls.figures, (ctx, { params, query }) => readFigures(ctx, params.journeyId, query));
    route(app, calls.funnel, (ctx, { params, query }) => readFunnel(ctx, params.journeyId, query));
    route(app, calls.version, (ctx, { params }) => readDrawn(ctx, params.journeyId, params.version));
    route(app, calls.refused, (ctx, { params, query }) => listRefused(ctx, params.journeyId, query));
    route(app, calls.data, (ctx, { params, query }) => listData(ctx, params.journeyId, query));
    exportRoute(app, deps, streamDataExport);
  },
};
