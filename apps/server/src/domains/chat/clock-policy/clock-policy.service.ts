import { type ClockPolicy, type ClockPolicySave, checkPolicy, clockPoliciesMax, endpoints } from '@parley/contract';
import type { Snapshot } from '#platform/audit/record.ts';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { accessDenied, DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { assertDepartments, keepDepartments } from '../../account/door.ts';
import { accessSets, keepSets } from '../../customer/door.ts';
import { retimeOpen } from '../clock/clock.jobs.ts';
import { assertMayChange, reaches } from '../settings/settings.service.ts';
import { clockPolicyRecord } from './clock-policy.record.ts';
import {
  findPolicy,
  insertPolicy,
  listGroupChoices,
  listPolicies,
  lockPolicies,
  type PolicyRow,
  type ShownPolicy,
  updatePolicy,
} from './clock-policy.repository.ts';

const present = (row: ShownPolicy): ClockPolicy => ({
  id: row.policyId,
  deptId: row.deptId ?? '',
  groupId: row.groupId ?? '',
  groupName: row.groupName,
  name: row.name,
  fromPriority: row.fromPriority,
  toPriority: row.toPriority,
  inOpenHours: row.inOpenHours,
  firstAmberSeconds: row.firstAmberSeconds,
  firstRedSeconds: row.firstRedSeconds,
  firstActSeconds: row.firstActSeconds,
  nextAmberSeconds: row.nextAmberSeconds,
  nextRedSeconds: row.nextRedSeconds,
  nextActSeconds: row.nextActSeconds,
  resolutionAmberSeconds: row.resolutionAmberSeconds,
  resolutionRedSeconds: row.resolutionRedSeconds,
  resolutionActSeconds: row.resolutionActSeconds,
  act: row.act,
  actPriority: row.actPriority,
  actDeptId: row.actDeptId ?? '',
  order: row.place,
  version: row.version,
});

export const policyNotFound = () => new DomainError('clock_policy.not_found', 'No such policy.', {});

/** Users who reach departments alone see the policies of their own, and those of all departments, which may come first. */
const sees = ({ actor }: Ctx, { deptId }: Pick<PolicyRow, 'deptId'>): boolean => deptId === null || reaches(actor, deptId);

export const readPolicies = (ctx: Ctx): Promise<{ policies: ClockPolicy[] }> =>
  ctx.read(async (tx) => ({ policies: (await listPolicies(tx, ctx.enterpriseId)).filter((row) => sees(ctx, row)).map(present) }));

/** @throws DomainError clock_policy.not_found */
export const readPolicy = (ctx: Ctx, policyId: string): Promise<ClockPolicy> =>
  ctx.read(async (tx) => {
    const row = await findPolicy(tx, ctx.enterpriseId, policyId);
    if (!row || !sees(ctx, row)) throw policyNotFound();
    return present(row);
  });

export const readGroupChoices = (ctx: Ctx, search: string) =>
  ctx.read(async (tx) => ({ groups: await listGroupChoices(tx, ctx.enterpriseId, containing(search.trim())) }));

/** A policy to change, among all others, which stay as they are until the end of the transaction. @throws DomainError clock_policy.not_found or 1403 */
async function accessPolicy(tx: Tx, ctx: Ctx, policyId: string): Promise<ShownPolicy> {
  await lockPolicies(tx, ctx.enterpriseId);
  const row = await findPolicy(tx, ctx.enterpriseId, policyId);
  if (!row || !sees(ctx, row)) throw policyNotFound();
  await assertMayChange(tx, ctx.actor, row.deptId);
  return row;
}

/** The columns of a save, checked. @throws DomainError request.invalid, department.not_found, group.not_found or 1403 */
async function planSave(ctx: Ctx, tx: Tx, { deptId, groupId, actDeptId, ...values }: ClockPolicySave) {
  const { enterpriseId } = ctx;
  const faults = checkPolicy({ deptId, groupId, actDeptId, ...values });
  if (faults.length > 0) throw invalidRequest(...faults);
  // Another act has no department, whatever the form had before.
  const target = values.act === 'move' ? actDeptId : '';
  await keepDepartments(tx, enterpriseId, [deptId, target].filter(Boolean));
  await assertMayChange(tx, ctx.actor, deptId || null);
  await assertDepartments(tx, enterpriseId, target === '' ? [] : [target]);
  // Nobody deletes the group before the policy names it. A stronger lock would stand in the way of streams that add somebody to it.
  const groups = groupId === '' ? [] : [groupId];
  await keepSets(tx, enterpriseId, groups);
  await accessSets(tx, enterpriseId, 'group', groups);
  return {
    ...values,
    name: values.name.trim(),
    deptId: deptId || null,
    groupId: groupId || null,
    actDeptId: target || null,
  };
}

async function getPolicy(tx: Tx, enterpriseId: string, policyId: string): Promise<ClockPolicy> {
  const row = await findPolicy(tx, enterpriseId, policyId);
  if (!row) throw policyNotFound();
  return present(row);
}

/** Clocks that run follow at once: open chats find out anew which policies they come under. */
export const followPolicies = ({ enterpriseId, jobs }: Ctx, tx: Tx): Promise<void> =>
  jobs.enqueue(tx, retimeOpen, { enterpriseId, departmentId: null, onlyHeld: false });

/** @throws DomainError department.not_found, group.not_found, clock_policy.too_many or 1403 */
export function createPolicy(ctx: Ctx, input: ClockPolicySave): Promise<ClockPolicy> {
  const { enterpriseId } = ctx;
  const policyId = newId();
  return ctx.transaction(async (tx) => {
    await lockPolicies(tx, enterpriseId);
    const columns = await planSave(ctx, tx, input);
    const others = await listPolicies(tx, enterpriseId);
    if (others.length >= clockPoliciesMax)
      throw new DomainError('clock_policy.too_many', `At most ${clockPoliciesMax} policies are possible.`, { maximum: clockPoliciesMax });
    const place = (others.at(-1)?.place ?? -1) + 1;
    await creating(
      ctx,
      tx,
      clockPolicyRecord,
      () => policyId,
      () => insertPolicy(tx, { enterpriseId, policyId, ...columns, place }),
    );
    await followPolicies(ctx, tx);
    return getPolicy(tx, enterpriseId, policyId);
  });
}

type Changed = ClockPolicySave & { version?: number | undefined };

/** @throws DomainError as `createPolicy`, clock_policy.not_found and record.changed */
export function savePolicy(ctx: Ctx, policyId: string, { version, ...input }: Changed): Promise<ClockPolicy> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const row = await accessPolicy(tx, ctx, policyId);
    await assertVersion(ctx, tx, clockPolicyRecord, { id: policyId, version: row.version }, version);
    const columns = await planSave(ctx, tx, input);
    await changing(ctx, tx, clockPolicyRecord, policyId, 'edit', () =>
      updatePolicy(tx, enterpriseId, policyId, { ...columns, version: row.version + 1 }),
    );
    await followPolicies(ctx, tx);
    return getPolicy(tx, enterpriseId, policyId);
  });
}

/** @throws DomainError clock_policy.not_found or 1403 */
export function removePolicy(ctx: Ctx, policyId: string): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const { name } = await accessPolicy(tx, ctx, policyId);
    await ctx.bin.put(tx, ctx.actor.userId, [{ kind: 'clock_policy', recordId: policyId, name, contains: {} }]);
    await changing(ctx, tx, clockPolicyRecord, policyId, 'delete', () =>
      updatePolicy(tx, enterpriseId, policyId, { deletedAt: ctx.now() }),
    );
    await followPolicies(ctx, tx);
  });
}

/** @throws DomainError 1403, or clock_policy.set_changed when the ids are not those of all policies, each once */
export function orderPolicies(ctx: Ctx, ids: readonly string[]): Promise<{ policies: ClockPolicy[] }> {
  const { enterpriseId, actor } = ctx;
  if (actor.dataScope !== 'enterprise') throw accessDenied(endpoints.clockPolicies.saveOrder.access);
  return ctx.transaction(async (tx) => {
    await lockPolicies(tx, enterpriseId);
    const rows = await listPolicies(tx, enterpriseId);
    const places = new Map(ids.map((id, place) => [id, place]));
    if (places.size !== ids.length || ids.length !== rows.length || rows.some(({ policyId }) => !places.has(policyId)))
      throw new DomainError('clock_policy.set_changed', 'The policies have changed. Load them again.', {});
    for (const { policyId, place, version } of rows) {
      const next = places.get(policyId) ?? place;
      if (next !== place)
        await changing(ctx, tx, clockPolicyRecord, policyId, 'move', () =>
          updatePolicy(tx, enterpriseId, policyId, { place: next, version: version + 1 }),
        );
    }
    await followPolicies(ctx, tx);
    return { policies: (await listPolicies(tx, enterpriseId)).map(present) };
  });
}

/** Puts former values back. @throws DomainError as `savePolicy` */
export async function putPolicyBack(ctx: Ctx, policyId: string, values: Snapshot): Promise<void> {
  assertMay(ctx.actor, endpoints.clockPolicies.update);
  const { id: _id, groupName: _name, order: _order, ...now } = await readPolicy(ctx, policyId);
  const { department, group, whenDue, actDepartment, ...plain } = values;
  await savePolicy(ctx, policyId, {
    ...now,
    ...(plain as Partial<ClockPolicySave>),
    ...(whenDue === undefined ? {} : { act: whenDue as ClockPolicySave['act'] }),
    ...(department === undefined ? {} : { deptId: String(department ?? '') }),
    ...(group === undefined ? {} : { groupId: String(group ?? '') }),
    ...(actDepartment === undefined ? {} : { actDeptId: String(actDepartment ?? '') }),
  });
}
