import { randomUUID } from 'node:crypto';
import type { AuditVerification } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { holdLease, renewLease, takeLease } from '#platform/jobs/lease.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { verifyChain } from '../chain/audit.verify.ts';
import { listAdministrators } from '../notification/administrators.ts';
import { notify } from '../notification/notification.service.ts';
import { noteVerification } from './audit.service.ts';

const everyMs = 24 * 3_600_000;
const heldMs = 60_000;
const atOnce = 100;

/** Names a break: the same one is told once. */
const nameOf = ({ broken }: AuditVerification): string => (broken ? `${broken.number} ${broken.entryId} ${broken.fault}` : '');

/** Writes down what was found, and tells the administrators of a break that they have not been told of. */
async function noteCheck(ctx: EnterpriseContext, tx: Tx, result: AuditVerification): Promise<void> {
  const { enterpriseId } = ctx;
  const former = await tx.selectFrom('auditChecks').select('told').where('enterpriseId', '=', enterpriseId).forUpdate().executeTakeFirst();
  const told = nameOf(result);
  const checkedAt = ctx.now();
  await tx
    .insertInto('auditChecks')
    .values({ enterpriseId, checkedAt, told })
    .onConflict((conflict) => conflict.column('enterpriseId').doUpdateSet({ checkedAt, told }))
    .execute();
  if (!result.broken || former?.told === told) return;
  await notify(ctx, tx, await listAdministrators(tx, enterpriseId), {
    kind: 'audit_broken',
    code: 'audit.broken',
    values: { number: result.broken.number },
    link: '/admin/audit_trail',
    cause: told,
  });
}

/** Checks a trail as the quick check of its screen does, while no other worker does. */
async function watchTrail(deps: Deps, enterpriseId: string): Promise<void> {
  const ctx = enterpriseContext(deps, enterpriseId);
  const lease = await ctx.transaction((tx) => takeLease(tx, { enterpriseId, work: 'audit', workId: enterpriseId }, heldMs, randomUUID()));
  if (!lease) return;
  await holdLease(ctx, lease, async () => {
    const result = await verifyChain(ctx, deps.auditKeys, 'quick');
    const isOurs = await ctx.transaction(async (tx) => {
      if (!(await renewLease(tx, lease))) return false;
      await noteCheck(ctx, tx, result);
      return true;
    });
    // A quick check that finds nothing must not cover a fault that a full check has found.
    if (isOurs && result.broken) await noteVerification(ctx, result);
  });
}

/** The trails that were not checked for a day, the one that waits longest first. */
export async function watchTrails(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - everyMs);
  const { rows } = await sql<{ enterpriseId: string }>`
    select enterprise_id from audits_to_check(${before}::timestamptz, ${atOnce}::integer)`.execute(deps.db);
  for (const { enterpriseId } of rows) await watchTrail(deps, enterpriseId);
}
