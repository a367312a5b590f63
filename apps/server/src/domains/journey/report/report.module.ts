import { endpoints } from '@parley/contract';
import { assertMay, route } from '#platform/http/route.ts';
import { channelsOf } from '../../../channel-right.ts';
import type { Module } from '../../../module.ts';
import { contentDisposition, downloaderOf } from '../../file/door.ts';
import { journeyNotFound } from '../document/journey.access.ts';
import { listChannels, listPublished } from './choices.repository.ts';
import { listData } from './report.data.ts';
import { exportData } from './report.export.ts';
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
    route(app, calls.dataExport, async (_ctx, { params, query, request, reply }) => {
      const { 'x-access-id': accessId, ...range } = query;
      const actor = await downloaderOf(app, deps, request, accessId);
      // A caller without a token gets the answer of a stream that nobody has.
      if (!actor) throw journeyNotFound();
      assertMay(actor, calls.data);
      const { name, body } = await exportData(app.contextOf(request, actor), params.journeyId, range);
      return reply.type('text/csv; charset=utf-8').header('content-disposition', contentDisposition('document', name)).send(body);
    });
  },
};
