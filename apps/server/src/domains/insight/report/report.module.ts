import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { exportLists, exportRoute } from '../../account/door.ts';
import { messagesExport } from './report.export.ts';
import { countSources, getMessage, listStatuses } from './report.query.ts';
import { readNoReceipts } from './report.receipts.ts';
import { reportRecord } from './report.record.ts';

const calls = endpoints.reports;
export const report: Module = {
  name: 'report',
  records: [reportRecord],
  extensions: [extend(exportLists, messagesExport)],
  routes(app, deps) {
    route(app, calls.messageStatus, (ctx, { query }) => listStatuses(ctx, query));
    route(app, calls.messageSource, (ctx, { query }) => countSources(ctx, query));
    route(app, calls.noReceipts, (ctx) => readNoReceipts(ctx));
    route(app, calls.message, (ctx, { params }) => getMessage(ctx, params.messageId));
    exportRoute(app, deps, messagesExport);
  },
};
