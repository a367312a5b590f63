import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { downloaderOf } from '../../file/door.ts';
import { definitionOf } from '../export-list/export.open.ts';
import { asFile } from '../export-list/export.route.ts';
import { makeExport } from './export.jobs.ts';
import { exportsOfPerson } from './export.personal.ts';
import { exportRecord } from './export.record.ts';
import { deleteOldExports, listEnterprisesWithEnded, listStalled } from './export.repository.ts';
import { endExports, runExport } from './export.run.ts';
import { cancelExport, exportNotFound, getExport, listExports, openExport, removeExport, startExport } from './export.service.ts';

const { exports: calls } = endpoints;
const sweepMs = 5000;
const endMs = 60_000;

/** Lists as files: short ones at once, long ones in the background, for their maker alone. */
export const exportFiles: Module = {
  name: 'export',
  records: [exportRecord],
  jobs: [makeExport],
  extensions: [extend(personalData, exportsOfPerson)],
  tend: ({ db, now }) => deleteOldExports(db, now()),
  routes(app, deps) {
    route(app, calls.list, (ctx) => listExports(ctx));
    route(app, calls.get, (ctx, { params }) => getExport(ctx, params.exportId));
    route(app, calls.start, async (ctx, { body }) => {
      const definition = definitionOf(ctx, body.kind);
      if (definition.isProved) await app.assertProved(ctx.actor);
      const made = await startExport(ctx, definition, body);
      return answer(made, made.state === 'ready' ? 'The file is ready.' : 'The file is made in the background.');
    });
    route(app, calls.cancel, async (ctx, { params }) => answer(await cancelExport(ctx, params.exportId), 'The export is cancelled.'));
    route(app, calls.remove, async (ctx, { params }) => {
      await removeExport(ctx, params.exportId);
      return answer(null, 'The export is removed.');
    });
    route(app, calls.file, async (_ctx, { params, query, request, reply }) => {
      const actor = await downloaderOf(app, deps, request, query['x-access-id']);
      // A caller without a token gets the answer of an export that nobody has.
      if (!actor) throw exportNotFound();
      const file = await openExport(app.contextOf(request, actor), params.exportId, { isLook: request.method === 'HEAD' });
      return asFile(reply, file.name)
        .header('content-length', file.sizeBytes)
        .send(await deps.files.open(file.sha256));
    });
  },
  async work(deps) {
    await deps.jobs.handle(makeExport, ({ enterpriseId, exportId }) => runExport(enterpriseContext(deps, enterpriseId), exportId));
    const sweep = async () => {
      for (const { enterpriseId, exportId } of await listStalled(deps.db))
        await enterpriseContext(deps, enterpriseId).transaction((tx) => deps.jobs.enqueue(tx, makeExport, { enterpriseId, exportId }));
    };
    const end = async () => {
      for (const enterpriseId of await listEnterprisesWithEnded(deps.db, deps.now()))
        await endExports(enterpriseContext(deps, enterpriseId));
    };
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'exports were not looked after');
    const ends = [scheduleTask(sweepMs, sweep, warn, { atStart: true }), scheduleTask(endMs, end, warn)];
    return async () => {
      for (const stop of ends) await stop();
    };
  },
};
