import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { answer, route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, personalTraces } from '../../../personal-data.ts';
import { makeCopy } from '../copy/copy.run.ts';
import { listCopies, startCopy } from '../copy/copy.service.ts';
import { importFilesOfPerson, refusedRowsOfPerson } from '../csv-import/import.personal.ts';
import { erasureRecord } from '../erasure/erasure.record.ts';
import { runErasure } from '../erasure/erasure.run.ts';
import { getCertificate, getHoldings, listErasures, startErasure } from '../erasure/erasure.service.ts';
import { copyPerson, erasePerson } from '../erasure/privacy.jobs.ts';
import { privacyRecord } from '../retention/privacy.record.ts';
import { runRetention } from '../retention/retention.run.ts';
import { cancelPrivacy, countRetention, getPrivacy, savePrivacy } from '../retention/retention.service.ts';
import { listConsentHistory } from './consent.history.ts';
import { customerData, customerWishes } from './customer.personal.ts';
import { exportsOfPerson } from './export.personal.ts';

const calls = endpoints.privacy;
const sweepMs = 2000;
const retainMs = 3_600_000; // data that another day has made old is dropped in one of its hours

export const privacy: Module = {
  name: 'privacy',
  records: [erasureRecord, privacyRecord],
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
    route(app, calls.settings, (ctx) => getPrivacy(ctx));
    route(app, calls.saveSettings, async (ctx, { body }) => answer(await savePrivacy(ctx, body), 'Saved.'));
    route(app, calls.count, (ctx, { body }) => countRetention(ctx, body.retention));
    route(app, calls.cancel, async (ctx) => answer(await cancelPrivacy(ctx), 'The shorter time is given up.'));
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
    const retain = async () => {
      const { rows } = await sql<{ enterpriseId: string }>`select * from enterprises_with_retention()`.execute(deps.db);
      for (const { enterpriseId } of rows) await runRetention(enterpriseContext(deps, enterpriseId));
    };
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'a scheduled task of privacy failed');
    const ends = [scheduleTask(sweepMs, sweep, warn), scheduleTask(retainMs, retain, warn)];
    return async () => {
      for (const end of ends) await end();
    };
  },
};
