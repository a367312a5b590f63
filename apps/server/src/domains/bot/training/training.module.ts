import { endpoints } from '@parley/contract';
import { intentModelVersion } from '@parley/nlu';
import { sql } from 'kysely';
import { answer, route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Module } from '../../../module.ts';
import { contentDisposition, downloaderOf } from '../../file/door.ts';
import { restorableTest } from '../saved-test/put-back.ts';
import { deleteTest, listBotTests, runTests, saveTest } from '../saved-test/test.service.ts';
import { exportData } from '../training-data/data.export.ts';
import { importData } from '../training-data/data.import.ts';
import { dataRecord } from '../training-data/data.record.ts';
import { checkBot, getBotMap } from './bot.map.ts';
import { trainBot } from './training.jobs.ts';
import { trainingRecord } from './training.record.ts';
import { runTraining } from './training.run.ts';
import {
  decideTraining,
  getCurrentTraining,
  getReport,
  listVersions,
  requestTraining,
  restoreVersion,
  trainAndWait,
} from './training.service.ts';
import { previewVersionData, restoreVersionData } from './version.data.ts';

const sweepMs = 5000;
const { training: calls } = endpoints;

export const training: Module = {
  name: 'training',
  records: [trainingRecord, restorableTest, dataRecord],
  jobs: [trainBot],
  routes(app, deps) {
    route(app, calls.train, async (ctx, { params }) => {
      const { training: made, message } = await trainAndWait(ctx, params.agentId);
      return answer(made, message);
    });
    route(app, calls.current, (ctx, { params }) => getCurrentTraining(ctx, params.agentId));
    route(app, calls.decide, (ctx, { params, body }) => decideTraining(ctx, params.agentId, params.trainingId, body.isAccepted));
    route(app, calls.checks, async (ctx, { params }) => ({ issues: await checkBot(ctx, params.agentId) }));
    route(app, calls.versions, async (ctx, { params }) => ({ versions: await listVersions(ctx, params.agentId) }));
    route(app, calls.report, (ctx, { params }) => getReport(ctx, params.agentId, params.versionId));
    route(app, calls.restore, (ctx, { params }) => restoreVersion(ctx, params.agentId, params.versionId));
    route(app, calls.previewData, (ctx, { params }) => previewVersionData(ctx, params.agentId, params.versionId));
    route(app, calls.restoreData, (ctx, { params }) => restoreVersionData(ctx, params.agentId, params.versionId));
    route(app, calls.tests, async (ctx, { params }) => ({ tests: await listBotTests(ctx, params.agentId) }));
    route(app, calls.saveTest, (ctx, { params, body }) => saveTest(ctx, params.agentId, body));
    route(app, calls.runTests, (ctx, { params }) => runTests(ctx, params.agentId));
    route(app, calls.removeTest, async (ctx, { params }) => {
      await deleteTest(ctx, params.agentId, params.testId);
      return null;
    });
    route(app, calls.importData, (ctx, { params, request }) => importData(ctx, params.agentId, request));
    route(app, calls.exportData, async (_ctx, { params, query, request, reply }) => {
      const actor = await downloaderOf(app, deps, request, query['x-access-id']);
      const file = await exportData(actor && app.contextOf(request, actor), params.agentId, query);
      return reply.type(file.type).header('content-disposition', contentDisposition('document', file.name)).send(file.content);
    });
    route(app, calls.map, (ctx, { params }) => getBotMap(ctx, params.agentId));
  },
  async work(deps) {
    await deps.jobs.handle(trainBot, ({ enterpriseId, botId }) => runTraining(enterpriseContext(deps, enterpriseId), botId));
    // Finds trainings that wait or run without a lease, since their worker was killed or their job lost, and asks for the job again.
    const sweep = async () => {
      const { rows } = await sql<{ enterpriseId: string; botId: string }>`select * from stalled_trainings()`.execute(deps.db);
      for (const row of rows) await enterpriseContext(deps, row.enterpriseId).transaction((tx) => deps.jobs.enqueue(tx, trainBot, row));
    };
    // A model of another format cannot be read. Where nobody has changed the bot since, the same data makes one that can.
    const renew = async () => {
      const { rows } = await sql<{ enterpriseId: string; botId: string }>`select * from outdated_bots(${intentModelVersion})`.execute(
        deps.db,
      );
      for (const { enterpriseId, botId } of rows) await requestTraining(enterpriseContext(deps, enterpriseId), botId, null);
    };
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'a scheduled task of trainings failed');
    const renewed = renew().catch(warn);
    // The sweep runs at the start too: after a crash the program is its own successor.
    const end = scheduleTask(sweepMs, sweep, warn, { atStart: true });
    return async () => {
      await renewed;
      await end();
    };
  },
  tend: ({ db }) => sql`select tend_bots()`.execute(db),
};
