import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { exportLists, exportRoute } from '../../account/door.ts';
import { conversationsExport } from './report.export.ts';
import { countBot } from './report.fold.ts';
import { turnGrain } from './report.measures.ts';
import { conversationReportRecord } from './report.record.ts';
import { findBotsToCount } from './report.repository.ts';
import { getGraphs, getSummary, getTopIntents, listGroups, listMessages } from './report.service.ts';

const sweepMs = 60_000;
const botsOfSweep = 100;
const calls = endpoints.botReport;

export const botReport: Module = {
  name: 'bot-report',
  records: [conversationReportRecord],
  extensions: [extend(exportLists, conversationsExport)],
  measures: [turnGrain],
  routes(app, deps) {
    route(app, calls.summary, (ctx, { body }) => getSummary(ctx, body));
    route(app, calls.graph, (ctx, { body }) => getGraphs(ctx, body));
    route(app, calls.topIntent, (ctx, { body }) => getTopIntents(ctx, body));
    route(app, calls.messages, (ctx, { query, body }) => listMessages(ctx, body, query));
    route(app, calls.groups, (ctx, { query, body }) => listGroups(ctx, body, query));
    exportRoute(app, deps, conversationsExport);
  },
  work(deps) {
    const count = async () => {
      for (const { enterpriseId, botId } of await findBotsToCount(deps.db, botsOfSweep)) {
        const ctx = enterpriseContext(deps, enterpriseId);
        while (await countBot(ctx, botId));
      }
    };
    return Promise.resolve(scheduleTask(sweepMs, count, (error) => deps.log.warn({ err: error }, 'counting of bots’ days failed')));
  },
};
