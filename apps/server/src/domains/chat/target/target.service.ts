import { type ChatTargets, checkTargets, type TargetValues } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import { invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { dayOf } from '#platform/zone/zone-days.ts';
import type { Ctx } from '../../../context.ts';
import { assertMayChange, assertScope } from '../settings/settings.service.ts';
import { chatTargetsRecord } from './target.record.ts';
import { findTargets, lockTargets, type TargetsRow, updateTargets } from './target.repository.ts';

/** Two steps a week for four years. */
const stepsMax = 400;

function present(departmentId: string, row: TargetsRow | undefined): ChatTargets {
  const step = row?.steps.at(-1);
  return { departmentId, values: step?.values ?? {}, since: step?.from ?? null, version: row?.version ?? 0 };
}

/** @throws DomainError department.not_found */
export const getTargets = (ctx: Ctx, departmentId: string): Promise<ChatTargets> =>
  ctx.read(async (tx) => {
    if (departmentId !== '' && ctx.actor.dataScope !== 'own') await assertScope(tx, ctx.actor, departmentId);
    return present(departmentId, await findTargets(tx, ctx.enterpriseId, departmentId || null));
  });

type Save = { departmentId: string; values: TargetValues; version: number };

/** Sets them from today on. @throws DomainError department.not_found, record.changed, request.invalid or 1403 */
export function saveTargets(ctx: Ctx, { departmentId, values, version }: Save): Promise<ChatTargets> {
  const { enterpriseId, actor } = ctx;
  const faults = checkTargets(values);
  if (faults.length > 0) throw invalidRequest(...faults);
  const deptId = departmentId || null;
  return ctx.transaction(async (tx) => {
    await assertMayChange(tx, actor, deptId);
    const row = await lockTargets(tx, enterpriseId, deptId);
    const id = deptId ?? enterpriseId;
    await assertVersion(ctx, tx, chatTargetsRecord, { id, version: row.version }, version);
    const from = dayOf(ctx.now(), await ctx.readTimeZone(tx));
    const steps = [...row.steps.filter((step) => step.from < from), { from, values }].slice(-stepsMax);
    const saved = { steps, version: row.version + 1 };
    await changing(ctx, tx, chatTargetsRecord, id, 'edit', () => updateTargets(tx, enterpriseId, row.targetsId, saved));
    return present(departmentId, { ...row, ...saved });
  });
}
