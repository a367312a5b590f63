import { clockPoliciesMax, endpoints } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { keepDepartments } from '../../account/door.ts';
import { accessSets, keepSets } from '../../customer/door.ts';
import { assertMayChange } from '../settings/settings.service.ts';
import { clockPolicyRecord } from './clock-policy.record.ts';
import { deletePolicies, findDeletedPolicy, listPolicies, lockPolicies, updatePolicy } from './clock-policy.repository.ts';
import { followPolicies, policyNotFound } from './clock-policy.service.ts';

export const clockPolicyBin: BinDefinition = {
  edit: endpoints.clockPolicies.update,
  /**
   * It comes back at the end of the order. Where the department that it moves chats to is gone, it moves them to the queue of their own. One
   * for a group that is gone stays where it is: it would be for everybody.
   */
  async restore(ctx, tx, { recordId: policyId }) {
    const { enterpriseId } = ctx;
    await lockPolicies(tx, enterpriseId);
    const row = await findDeletedPolicy(tx, enterpriseId, policyId);
    if (!row) throw policyNotFound();
    const kept = await keepDepartments(
      tx,
      enterpriseId,
      [row.deptId, row.actDeptId].filter((id) => id !== null),
    );
    await assertMayChange(tx, ctx.actor, row.deptId);
    const groups = row.groupId === null ? [] : [row.groupId];
    await keepSets(tx, enterpriseId, groups);
    await accessSets(tx, enterpriseId, 'group', groups);
    const actDeptId = row.actDeptId !== null && kept.includes(row.actDeptId) ? row.actDeptId : null;
    const others = await listPolicies(tx, enterpriseId);
    if (others.length >= clockPoliciesMax) throw new DomainError('bin.full', `At most ${clockPoliciesMax} policies are possible.`, {});
    const place = (others.at(-1)?.place ?? -1) + 1;
    await changing(ctx, tx, clockPolicyRecord, policyId, 'restore', () =>
      updatePolicy(tx, enterpriseId, policyId, { place, actDeptId, deletedAt: null, version: row.version + 1 }),
    );
    await followPolicies(ctx, tx);
    return { name: row.name, missing: actDeptId === row.actDeptId ? [] : [{ kind: 'department', count: 1 }] };
  },
  async purge({ enterpriseId }, tx, entries) {
    await deletePolicies(
      tx,
      enterpriseId,
      entries.map(({ recordId }) => recordId),
    );
  },
};
