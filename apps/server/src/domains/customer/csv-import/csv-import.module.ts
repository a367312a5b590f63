import { endpoints, importLimitBytes } from '@parley/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { loginRequired } from '#platform/http/domain-error.ts';
import { answer, assertMay, route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { Ctx } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { exportLists, exportRoute } from '../../account/door.ts';
import { contentDisposition, downloaderOf, readFilePart } from '../../file/door.ts';
import { phoneBookUses } from '../attribute/uses.ts';
import { receiveCsv } from '../import/import.file.ts';
import { runImports } from '../import/import.jobs.ts';
import { importRecord } from '../import/import.record.ts';
import { assertSeesAll, importErrorsExport, listErrors } from './import.errors.ts';
import { repairKind, repairLines } from './import.repair.ts';
import { workOnImports } from './import.run.ts';
import { makeSample } from './import.sample.ts';
import {
  cancelUpload,
  foreseeUploadUndo,
  getUpload,
  listImportUses,
  listUploads,
  parseUpload,
  submitUpload,
  undoUpload,
} from './import.service.ts';
import { mappingRecord } from './mapping.record.ts';
import { removeMapping } from './mapping.service.ts';

const sweepMs = 5000;
const { imports } = endpoints;

/** Links that a browser follows carry a download token of the session instead of its header. */
async function downloadingContext(app: FastifyInstance, deps: Deps, request: FastifyRequest, accessId: string): Promise<Ctx | undefined> {
  const actor = await downloaderOf(app, deps, request, accessId);
  if (!actor) return undefined;
  assertMay(actor, imports.get);
  assertSeesAll(actor);
  return app.contextOf(request, actor);
}

export const csvImport: Module = {
  name: 'csv-import',
  records: [importRecord, mappingRecord],
  extensions: [extend(phoneBookUses, listImportUses), extend(exportLists, importErrorsExport)],
  jobs: [runImports],
  routes(app, deps) {
    route(app, imports.uploadFile, async (ctx, { request }) => receiveCsv(ctx, await readFilePart(request, importLimitBytes)));
    route(app, imports.submit, async (ctx, { body }) => {
      if (!body.uploadId) return parseUpload(ctx, body);
      return answer({ customerCSV: await submitUpload(ctx, body.uploadId, body) }, 'Uploaded Succesfully');
    });
    route(app, imports.list, (ctx, { query }) => listUploads(ctx, query));
    route(app, imports.get, async (ctx, { params }) => ({ customerCSV: await getUpload(ctx, params.uploadId) }));
    route(app, imports.errors, (ctx, { params, query }) => listErrors(ctx, params.uploadId, query));
    route(app, imports.repairKind, (ctx, { params, body }) => repairKind(ctx, params.uploadId, body));
    route(app, imports.repair, (ctx, { params, body }) => repairLines(ctx, params.uploadId, body.lines));
    route(app, imports.cancel, async (ctx, { params }) =>
      answer({ customerCSV: await cancelUpload(ctx, params.uploadId) }, 'The import is cancelled.'),
    );
    route(app, imports.foreseeUndo, async (ctx, { params }) => ({ undo: await foreseeUploadUndo(ctx, params.uploadId) }));
    route(app, imports.undo, async (ctx, { params }) =>
      answer({ customerCSV: await undoUpload(ctx, params.uploadId) }, 'The import is being undone.'),
    );
    route(app, imports.removeMapping, async (ctx, { params }) => {
      await removeMapping(ctx, params.mappingId);
      return answer(null, 'The mapping is deleted.');
    });
    exportRoute(app, deps, importErrorsExport);
    route(app, imports.sample, async (_ctx, { query, request, reply }) => {
      const ctx = await downloadingContext(app, deps, request, query['x-access-id']);
      if (!ctx) throw loginRequired();
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', contentDisposition('document', 'sample.csv'))
        .send(await ctx.read((tx) => makeSample(tx, ctx.enterpriseId)));
    });
  },
  async work(deps) {
    await deps.jobs.handle(runImports, ({ enterpriseId }) => workOnImports(enterpriseContext(deps, enterpriseId)));
    // Finds imports that wait without a lease, since their worker was killed or their job lost, and asks for the job again.
    const sweep = async () => {
      const { rows } = await sql<{ enterpriseId: string }>`select * from stalled_imports()`.execute(deps.db);
      for (const { enterpriseId } of rows)
        await enterpriseContext(deps, enterpriseId).transaction((tx) => deps.jobs.enqueue(tx, runImports, { enterpriseId }));
    };
    // Runs at the start too: after a crash the program is its own successor.
    return scheduleTask(sweepMs, sweep, (error) => deps.log.warn({ err: error }, 'a sweep of imports failed'), { atStart: true });
  },
};
