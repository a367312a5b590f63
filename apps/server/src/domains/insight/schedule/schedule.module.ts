import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { answer, route } from '#platform/http/route.ts';
import { newId } from '#platform/ids.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { Module } from '../../../module.ts';
import { inTurn } from '../board/board.turn.ts';
import { sendReports } from './schedule.deliver.ts';
import { outRoutes } from './schedule.out.routes.ts';
import { reportScheduleRecord } from './schedule.record.ts';
import {
  createSchedule,
  leaveSchedule,
  readDeliveries,
  readSchedule,
  readSchedules,
  removeSchedule,
  saveSchedule,
  sendToCaller,
} from './schedule.service.ts';

const { reportSchedules: calls } = endpoints;
const lookMs = 5_000;

/** Boards that are mailed at a time. */
export const reportSchedule: Module = {
  name: 'report-schedule',
  records: [reportScheduleRecord],
  routes(app, deps) {
    outRoutes(app, deps);
    route(app, calls.list, (ctx) => readSchedules(ctx));
    route(app, calls.create, async (ctx, { body }) => answer(await createSchedule(ctx, body), 'The schedule is added.'));
    route(app, calls.get, (ctx, { params }) => readSchedule(ctx, params.scheduleId));
    route(app, calls.update, async (ctx, { params, body }) =>
      answer(await saveSchedule(ctx, params.scheduleId, body), 'The schedule is saved.'),
    );
    route(app, calls.remove, async (ctx, { params }) => {
      await removeSchedule(ctx, params.scheduleId);
      return answer(null, 'The schedule is deleted.');
    });
    route(app, calls.leave, async (ctx, { params }) => {
      await leaveSchedule(ctx, params.scheduleId);
      return answer(null, 'You get no more of these mails.');
    });
    route(app, calls.send, async (ctx, { params }) => {
      await sendToCaller(ctx, params.scheduleId);
      return answer(null, 'The mail is on its way to you.');
    });
    route(app, calls.deliveries, (ctx, { params, query }) => readDeliveries(ctx, params.scheduleId, query));
  },
  work(deps) {
    const holderId = newId();
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'mails of boards were not sent');
    return Promise.resolve(scheduleTask(lookMs, () => inTurn(deps, 'reportMails', holderId, () => sendReports(deps)), warn));
  },
  tend: ({ db }) => sql`select tend_insight()`.execute(db),
};
