import { endpoints } from '@parley/contract';
import { loginRequired } from '#platform/http/domain-error.ts';
import { assertMay, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { readingOf } from '../../customer/door.ts';
import { contentDisposition, downloaderOf } from '../../file/door.ts';
import { noteExport, streamReport } from './report.export.ts';
import { countSources, getMessage, listStatuses, prepare } from './report.query.ts';
import { readNoReceipts } from './report.receipts.ts';
import { reportRecord } from './report.record.ts';

const calls = endpoints.reports;
export const report: Module = {
  name: 'report',
  records: [reportRecord],
  routes(app, deps) {
    route(app, calls.messageStatus, (ctx, { query }) => listStatuses(ctx, query));
    route(app, calls.messageSource, (ctx, { query }) => countSources(ctx, query));
    route(app, calls.noReceipts, (ctx) => readNoReceipts(ctx));
    route(app, calls.message, (ctx, { params }) => getMessage(ctx, params.messageId));
    route(app, calls.export, async (_ctx, { query, request, reply }) => {
      const actor = await downloaderOf(app, deps, request, query['x-access-id']);
      if (!actor) throw loginRequired();
      assertMay(actor, calls.messageStatus);
      const { enterpriseId } = actor;
      const eyes = readingOf(actor);
      const ctx = app.contextOf(request, actor);
      const prepared = await ctx.read((tx) => prepare(tx, enterpriseId, query, ctx.now(), eyes));
      await noteExport(ctx, prepared);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('document', `messages_${prepared.days.fromDay}_${prepared.days.toDay}.csv`))
        .send(streamReport(ctx, prepared, eyes));
    });
  },
};
