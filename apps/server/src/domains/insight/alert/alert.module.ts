import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { newId } from '#platform/ids.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { Module } from '../../../module.ts';
import { inTurn } from '../board/board.turn.ts';
import { lookAtAlerts } from './alert.look.ts';
import { reportAlertRecord } from './alert.record.ts';
import { createAlert, readAlert, readAlerts, removeAlert, saveAlert } from './alert.service.ts';

const { reportAlerts: calls } = endpoints;
const lookMs = 10_000;

/** Figures of the last minutes that tell when they cross a value. */
export const reportAlert: Module = {
  name: 'report-alert',
  records: [reportAlertRecord],
  routes(app) {
    route(app, calls.list, (ctx) => readAlerts(ctx));
    route(app, calls.create, async (ctx, { body }) => answer(await createAlert(ctx, body), 'The alert is added.'));
    route(app, calls.get, (ctx, { params }) => readAlert(ctx, params.reportAlertId));
    route(app, calls.update, async (ctx, { params, body }) =>
      answer(await saveAlert(ctx, params.reportAlertId, body), 'The alert is saved.'),
    );
    route(app, calls.remove, async (ctx, { params }) => {
      await removeAlert(ctx, params.reportAlertId);
      return answer(null, 'The alert is deleted.');
    });
  },
  work(deps) {
    const holderId = newId();
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'alerts of figures were not looked at');
    return Promise.resolve(scheduleTask(lookMs, () => inTurn(deps, 'reportAlerts', holderId, () => lookAtAlerts(deps)), warn));
  },
};
