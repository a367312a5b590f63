import { policyTimes } from '@parley/contract';
import { defineRecord } from '#platform/audit/record.ts';
import { findPolicy, type PolicyRow } from './clock-policy.repository.ts';

const plain = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, 'plain' as const])) as Record<Name, 'plain'>;

export const policyFields = [
  'fromPriority',
  'toPriority',
  'inOpenHours',
  ...policyTimes,
  'actPriority',
] as const satisfies readonly (keyof PolicyRow)[];

/** Ids of departments and groups: they are renamed, and named by their own entries. */
export const clockPolicyRecord = defineRecord({
  kind: 'clock_policy',
  module: 'chat',
  tables: ['clockPolicies'],
  fields: plain('name', 'department', 'group', 'order', 'whenDue', 'actDepartment', ...policyFields),
  async read(tx, enterpriseId, id) {
    const row = await findPolicy(tx, enterpriseId, id);
    return (
      row && {
        name: row.name,
        department: row.deptId,
        group: row.groupId,
        order: row.place + 1,
        whenDue: row.act,
        actDepartment: row.actDeptId,
        ...Object.fromEntries(policyFields.map((field) => [field, row[field]])),
      }
    );
  },
  nameOf: ({ name }) => String(name),
  link: () => '/admin/chatConfig/chat-config?section=policies',
});
