import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { chatSentiments } from '../../chat/door.ts';
import {
  deleteRule,
  getClassification,
  listClassified,
  rerunClassification,
  saveRule,
  tryClassification,
} from './classification.service.ts';
import { finishConversation } from './collect.ts';
import { finishSession } from './insight.jobs.ts';
import { restorableClass, restorableSentiment } from './put-back.ts';
import { findLevelsOfChats } from './sentiment.repository.ts';
import { getSentiment, markWrongEmotion, saveSentiment } from './sentiment.service.ts';
import { unansweredRecord } from './unanswered.record.ts';
import { listUnanswered, resolveUnanswered } from './unanswered.service.ts';

const sweepMs = 10_000;
const { insights: calls, training } = endpoints;

export const botInsight: Module = {
  name: 'bot-insight',
  records: [restorableSentiment, restorableClass, unansweredRecord],
  jobs: [finishSession],
  extensions: [extend(chatSentiments, findLevelsOfChats)],
  routes(app) {
    route(app, calls.sentiment, (ctx, { params, query }) => getSentiment(ctx, params.agentId, query));
    route(app, calls.saveSentiment, (ctx, { params, body }) => saveSentiment(ctx, params.agentId, body));
    route(app, calls.markWrong, async (ctx, { params, body }) => {
      await markWrongEmotion(ctx, params.agentId, params.turnId, body.isWrong);
      return null;
    });
    route(app, training.unanswered, (ctx, { params, query }) => listUnanswered(ctx, params.agentId, query));
    route(app, training.resolve, (ctx, { params, body }) => resolveUnanswered(ctx, params.agentId, body));
    route(app, calls.rules, (ctx, { params, query }) => getClassification(ctx, params.agentId, query));
    route(app, calls.saveRule, (ctx, { params, body }) => saveRule(ctx, params.agentId, body));
    route(app, calls.removeRule, async (ctx, { params }) => {
      await deleteRule(ctx, params.agentId, params.ruleId);
      return null;
    });
    route(app, calls.classify, (ctx, { params, body }) => tryClassification(ctx, params.agentId, body.text));
    route(app, calls.rerun, (ctx, { params, body }) => rerunClassification(ctx, params.agentId, body));
    route(app, calls.conversations, (ctx, { params, query }) => listClassified(ctx, params.agentId, query));
  },
  async work(deps) {
    await deps.jobs.handle(finishSession, ({ enterpriseId, botId, sessionId }) =>
      finishConversation(enterpriseContext(deps, enterpriseId), deps, botId, sessionId),
    );
    const sweep = async () => {
      const { rows } = await sql<{ enterpriseId: string; botId: string; sessionId: string }>`select * from ended_bot_sessions()`.execute(
        deps.db,
      );
      for (const row of rows)
        await enterpriseContext(deps, row.enterpriseId).transaction((tx) => deps.jobs.enqueue(tx, finishSession, row));
    };
    // The sweep runs at the start too: conversations may have ended while no program ran.
    return scheduleTask(sweepMs, sweep, (error) => deps.log.warn({ err: error }, 'a sweep of conversations failed'), { atStart: true });
  },
};
