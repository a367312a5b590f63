import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { answer, route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, personalTraces } from '../../../personal-data.ts';
import { importFilesOfPerson, refusedRowsOfPerson } from '../csv-import/import.personal.ts';
import { listConsentHistory } from './consent.history.ts';
import { makeCopy } from './copy.run.ts';
import { listCopies, startCopy } from './copy.service.ts';
import { customerData, customerWishes } from './customer.personal.ts';
import { erasureRecord } from './erasure.record.ts';
import { runErasure } from './erasure.run.ts';
import { getCertificate, getHoldings, listErasures, startErasure } from './erasure.service.ts';
import { exportsOfPerson } from './export.personal.ts';
import { copyPerson, erasePerson } from './privacy.jobs.ts';

const calls = endpoints.privacy;
const sweepMs = 2000;

export const privacy: Module = {
  name: 'privacy',
  records: [erasureRecord],
  extensions: [
    ...[...customerData, refusedRowsOfPerson, importFilesOfPerson, exportsOfPerson].map((part) => extend(personalData, part)),
    extend(personalTraces, customerWishes),
  ],
  jobs: [erasePerson, copyPerson],
  routes(app, { auditKeys }) {
    route(app, calls.holdings, (ctx, { params }) => getHoldings(ctx, params.customerId));
    route(app, calls.copy, async (ctx, { params }) =>
      answer({ copy: await startCopy(ctx, params.customerId) }, 'The copy is being made. A notification tells when it is there.'),
    );
    route(app, calls.copies, async (ctx, { params }) => ({ copies: await listCopies(ctx, params.customerId) }));
    route(app, calls.erase, async (ctx, { params, body }) =>
      answer({ erasure: await startErasure(ctx, params.customerId, body) }, 'The person is being erased.'),
    );
    route(app, calls.consentHistory, (ctx, { params, query }) => listConsentHistory(ctx, params.customerId, query));
    route(app, calls.erasures, (ctx, { query }) => listErasures(ctx, query));
    route(app, calls.certificate, (ctx, { params }) => getCertificate(ctx, params.erasureId, auditKeys.publicKey));
  },
  async work(deps) {
    const run = ({ enterpriseId, erasureId }: { enterpriseId: string; erasureId: string }) =>
      runErasure(enterpriseContext(deps, enterpriseId), deps.auditKeys, erasureId);
    await deps.jobs.handle(erasePerson, run);
    await deps.jobs.handle(copyPerson, ({ enterpriseId, copyId }) => makeCopy(enterpriseContext(deps, enterpriseId), copyId));
    // Asks for the job again of erasures that wait for something, or whose job was lost; two at once take turns.
    const sweep = async () => {
      const { rows } = await sql<{ enterpriseId: string; erasureId: string }>`select * from stalled_erasures()`.execute(deps.db);
      for (const row of rows) await enterpriseContext(deps, row.enterpriseId).transaction((tx) => deps.jobs.enqueue(tx, erasePerson, row));
    };
    return scheduleTask(sweepMs, sweep, (error) => deps.log.warn({ err: error }, 'erasures were not looked after'));
  },
};
