import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Ctx } from '../../../context.ts';
import type { Module } from '../../../module.ts';
import { alarmChanged } from '../alarm/alarm.events.ts';
import { chatAlarmRecord } from '../alarm/alarm.record.ts';
import { saveLimits } from '../alarm/alarm.service.ts';
import { assign, closeChats, joinAsSupervisor, raise, takeChats, whisper } from './monitor.act.ts';
import { ringAlarms } from './monitor.alarms.ts';
import { chatMonitorRecord } from './monitor.record.ts';
import { getAgents, getAlarms, getChats, getFigures, getPresence } from './monitor.service.ts';
import { createRowShare } from './monitor.share.ts';
import { setStatuses } from './monitor.status.ts';

const { chatMonitor: calls } = endpoints;

export const chatMonitor: Module = {
  name: 'chat-monitor',
  records: [chatMonitorRecord, chatAlarmRecord],
  events: [alarmChanged],
  routes(app, { bus }) {
    const share = createRowShare(bus);
    /** The rows that a supervisor reads behind an act have it. */
    const acted = async <T>({ enterpriseId }: Ctx, act: Promise<T>): Promise<T> => {
      const outcome = await act;
      share.forget(enterpriseId);
      return outcome;
    };
    route(app, calls.figures, (ctx) => getFigures(ctx));
    route(app, calls.alarms, (ctx) => getAlarms(ctx));
    route(app, calls.agents, (ctx, { query }) => getAgents(ctx, share, query));
    route(app, calls.presence, (ctx, { params, query }) => getPresence(ctx, params.agentId, query.day));
    route(app, calls.chats, (ctx, { query }) => getChats(ctx, share, query));
    route(app, calls.assign, (ctx, { body }) => acted(ctx, assign(ctx, body)));
    route(app, calls.takeOver, (ctx, { body }) => acted(ctx, takeChats(ctx, body)));
    route(app, calls.join, async (ctx, { body }) => {
      await acted(ctx, joinAsSupervisor(ctx, body.chatId));
      return answer(null, 'You take part in the chat.');
    });
    route(app, calls.whisper, async (ctx, { body }) => {
      await whisper(ctx, body);
      return answer(null, 'Whispered.');
    });
    route(app, calls.priority, (ctx, { body }) => acted(ctx, raise(ctx, body)));
    route(app, calls.close, (ctx, { body }) => acted(ctx, closeChats(ctx, body)));
    route(app, calls.status, (ctx, { body }) => acted(ctx, setStatuses(ctx, body)));
    route(app, calls.saveLimits, (ctx, { body }) => saveLimits(ctx, body));
  },
  work: async (deps) => ringAlarms(deps),
};
