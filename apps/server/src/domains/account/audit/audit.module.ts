import { type AuditVerification, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { answer, route } from '#platform/http/route.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData } from '../../../personal-data.ts';
import { closeSegment, sealEntries } from '../chain/audit.chain.ts';
import { auditSettingsRecord } from '../chain/audit.record.ts';
import { tendTrails } from '../chain/audit.retention.ts';
import { readAuditSettings, saveAuditSettings } from '../chain/audit.settings.ts';
import { verifyChain } from '../chain/audit.verify.ts';
import { exportLists } from '../export-list/export.definition.ts';
import { exportRoute } from '../export-list/export.route.ts';
import { auditExport } from './audit.export.ts';
import { verifyTrail } from './audit.jobs.ts';
import { auditOfPerson } from './audit.personal.ts';
import { listTrail, noteVerification, putBack, readEntry, readVerification } from './audit.service.ts';
import { watchTrails } from './audit.watch.ts';

const sealMs = 1000;
const tendMs = 3_600_000;
const watchMs = 600_000;
const calls = endpoints.audit;

async function sealAll(deps: Deps): Promise<void> {
  const { rows } = await sql<{ enterpriseId: string }>`select enterprise_id from unsealed_enterprises()`.execute(deps.db);
  for (const { enterpriseId } of rows) {
    const ctx = enterpriseContext(deps, enterpriseId);
    await sealEntries(ctx);
    while (await closeSegment(ctx, deps.auditKeys)) {
      // A segment at a time, until the open one is not full.
    }
  }
}

const running = (now: Date): AuditVerification => ({
  state: 'running',
  mode: 'full',
  entries: 0,
  checked: 0,
  segments: 0,
  erased: 0,
  dropped: 0,
  lastHash: '',
  broken: null,
  startedAt: now.toISOString(),
  finishedAt: null,
});

async function startVerification(ctx: EnterpriseContext): Promise<AuditVerification> {
  const result = running(ctx.now());
  await noteVerification(ctx, result);
  await ctx.transaction((tx) => ctx.jobs.enqueue(tx, verifyTrail, { enterpriseId: ctx.enterpriseId }));
  return result;
}

async function verifyQuickly(ctx: EnterpriseContext, deps: Deps): Promise<AuditVerification> {
  const result = await verifyChain(ctx, deps.auditKeys, 'quick');
  await noteVerification(ctx, result);
  return result;
}

export const audit: Module = {
  tend: ({ db }) => sql`select tend_trail()`.execute(db),
  name: 'audit',
  extensions: [extend(personalData, auditOfPerson), extend(exportLists, auditExport)],
  records: [auditSettingsRecord],
  jobs: [verifyTrail],
  routes(app, deps) {
    route(app, calls.list, (ctx, { query }) => listTrail(ctx, query));
    route(app, calls.get, (ctx, { params }) => readEntry(ctx, deps.records, params.entryId));
    route(app, calls.verification, (ctx) => readVerification(ctx));
    route(app, calls.verify, (ctx, { body }) => (body.mode === 'full' ? startVerification(ctx) : verifyQuickly(ctx, deps)));
    route(app, calls.putBack, (ctx, { params, body }) => putBack(ctx, deps, params.entryId, body.fields));
    route(app, calls.settings, (ctx) => readAuditSettings(ctx, deps.auditKeys));
    route(app, calls.saveSettings, async (ctx, { body }) =>
      answer(await saveAuditSettings(ctx, deps.auditKeys, body), 'The settings of the audit trail are saved.'),
    );
    exportRoute(app, deps, auditExport);
  },
  async work(deps) {
    await deps.jobs.handle(verifyTrail, async ({ enterpriseId }) => {
      const ctx = enterpriseContext(deps, enterpriseId);
      const started = running(ctx.now());
      const tell = (checked: number) => noteVerification(ctx, { ...started, checked });
      await noteVerification(ctx, await verifyChain(ctx, deps.auditKeys, 'full', async ({ checked }) => void (await tell(checked))));
    });
    const warn = (error: unknown) => deps.log.warn({ err: error }, 'a scheduled task of the audit trail failed');
    const ends = [
      scheduleTask(sealMs, () => sealAll(deps), warn, { atStart: true }),
      scheduleTask(watchMs, () => watchTrails(deps), warn, { atStart: true }),
      scheduleTask(tendMs, () => tendTrails(deps), warn, { atStart: true }),
    ];
    return async () => {
      for (const end of ends) await end();
    };
  },
};
