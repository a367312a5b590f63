import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, retainedData } from '../../../personal-data.ts';
import { toolRecord } from '../tool/tool.record.ts';
import { deleteTool, listBotTools, saveTool } from '../tool/tool.service.ts';
import { decideByAgent, makeApproved } from '../tool-call/call.decide.ts';
import { callsOfPerson, retainedCalls } from '../tool-call/call.held.repository.ts';
import { callTool } from '../tool-call/call.jobs.ts';
import { findOutOfTime, findStalled } from '../tool-call/call.repository.ts';
import { giveUpCall } from '../tool-call/call.run.ts';
import { giveUpStream, settleStopped } from './stream.end.ts';
import { endStopped, recordUnanswered } from './stream.jobs.ts';

const sweepMs = 5000;
const mostStalled = 100;
const { tools } = endpoints;

/** Tools of bots, and their calls. */
export const botTools: Module = {
  name: 'bot-tools',
  records: [toolRecord],
  jobs: [callTool, endStopped, recordUnanswered],
  extensions: [extend(personalData, callsOfPerson), extend(retainedData, retainedCalls)],
  routes(app) {
    route(app, tools.list, (ctx, { params }) => listBotTools(ctx, params.agentId));
    route(app, tools.save, (ctx, { params, body }) => saveTool(ctx, params.agentId, body));
    route(app, tools.remove, async (ctx, { params }) => {
      await deleteTool(ctx, params.agentId, params.toolId);
      return null;
    });
    route(app, tools.decide, (ctx, { params, body }) => decideByAgent(ctx, params.chatId, params.callId, body.isApproved));
  },
  async work(deps) {
    await deps.jobs.handle(callTool, ({ enterpriseId, callId }) => makeApproved(enterpriseContext(deps, enterpriseId), deps, callId));
    await deps.jobs.handle(endStopped, ({ enterpriseId, instanceIds, reason }) =>
      settleStopped(enterpriseContext(deps, enterpriseId), instanceIds, reason),
    );
    const sweep = async () => {
      for (const { enterpriseId, callId } of await findStalled(deps.db, deps.now(), mostStalled))
        await giveUpCall(enterpriseContext(deps, enterpriseId), callId);
      for (const { enterpriseId, callId } of await findOutOfTime(deps.db, deps.now(), mostStalled))
        await giveUpStream(enterpriseContext(deps, enterpriseId), callId);
    };
    return scheduleTask(sweepMs, sweep, (error) => deps.log.warn({ err: error }, 'a sweep of tool calls failed'), { atStart: true });
  },
};
