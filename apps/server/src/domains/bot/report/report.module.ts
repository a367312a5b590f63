import { endpoints } from '@parley/contract';
import { loginRequired } from '#platform/http/domain-error.ts';
import { assertMay, route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Module } from '../../../module.ts';
import { contentDisposition, downloaderOf } from '../../file/door.ts';
import { fileNameOf, noteExport, streamMessages } from './report.export.ts';
import { countBot } from './report.fold.ts';
import { turnGrain } from './report.measures.ts';
import { conversationReportRecord } from './report.record.ts';
import { findBotsToCount } from './report.repository.ts';
import { filterOf, getGraphs, getSummary, getTopIntents, listGroups, listMessages } from './report.service.ts';

const sweepMs = 60_000;
const botsOfSweep = 100;
const calls = endpoints.botReport;

export const botReport: Module = {
  name: 'bot-report',
  records: [conversationReportRecord],
  measures: [turnGrain],
  routes(app, deps) {
    route(app, calls.summary, (ctx, { body }) => getSummary(ctx, body));
    route(app, calls.graph, (ctx, { body }) => getGraphs(ctx, body));
    route(app, calls.topIntent, (ctx, { body }) => getTopIntents(ctx, body));
    route(app, calls.messages, (ctx, { query, body }) => listMessages(ctx, body, query));
    route(app, calls.groups, (ctx, { query, body }) => listGroups(ctx, body, query));
    route(app, calls.download, async (_ctx, { query, request, reply }) => {
      const actor = await downloaderOf(app, deps, request, query['x-access-id']);
      if (!actor) throw loginRequired();
      assertMay(actor, calls.messages);
      const ctx = app.contextOf(request, actor);
      const { scope, timeZoneOffset, ...range } = query;
      const filter = await filterOf(ctx, { ...range, scopeType: scope });
      await noteExport(ctx, filter);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('document', fileNameOf(ctx.now(), timeZoneOffset)))
        .send(streamMessages(ctx, filter, timeZoneOffset));
    });
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
