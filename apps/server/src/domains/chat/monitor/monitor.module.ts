import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { alarmChanged } from '../alarm/alarm.events.ts';
import { chatAlarmRecord } from '../alarm/alarm.record.ts';
import { saveLimits } from '../alarm/alarm.service.ts';
import { assign, closeChats, joinAsSupervisor, raise, takeChats, whisper } from './monitor.act.ts';
import { ringAlarms } from './monitor.alarms.ts';
import { chatMonitorRecord } from './monitor.record.ts';
import { getAgents, getAlarms, getChats, getFigures, getPresence } from './monitor.service.ts';
import { setStatuses } from './monitor.status.ts';

const { chatMonitor: calls } = endpoints;

export const chatMonitor: Module = {
  name: 'chat-monitor',
  records: [chatMonitorRecord, chatAlarmRecord],
  events: [alarmChanged],
  routes(app) {
    route(app, calls.figures, (ctx) => getFigures(ctx));
    route(app, calls.alarms, (ctx) => getAlarms(ctx));
    route(app, calls.agents, (ctx, { query }) => getAgents(ctx, query));
    route(app, calls.presence, (ctx, { params, query }) => getPresence(ctx, params.agentId, query.day));
    route(app, calls.chats, (ctx, { query }) => getChats(ctx, query));
    route(app, calls.assign, (ctx, { body }) => assign(ctx, body));
    route(app, calls.takeOver, (ctx, { body }) => takeChats(ctx, body));
    route(app, calls.join, async (ctx, { body }) => {
      await joinAsSupervisor(ctx, body.chatId);
      return answer(null, 'You take part in the chat.');
    });
    route(app, calls.whisper, async (ctx, { body }) => {
      await whisper(ctx, body);
      return answer(null, 'Whispered.');
    });
    route(app, calls.priority, (ctx, { body }) => raise(ctx, body));
    route(app, calls.close, (ctx, { body }) => closeChats(ctx, body));
    route(app, calls.status, (ctx, { body }) => setStatuses(ctx, body));
    route(app, calls.saveLimits, (ctx, { body }) => saveLimits(ctx, body));
  },
  work: async (deps) => ringAlarms(deps),
};
