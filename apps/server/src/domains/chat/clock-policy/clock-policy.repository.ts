import { type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ClockPolicyTable } from '#platform/db/schema.chat.ts';

export type PolicyRow = Selectable<ClockPolicyTable>;
export type ShownPolicy = PolicyRow & { groupName: string };

/** Policies of an enterprise are changed one after the other: their order is one row of places, and their number has a limit. */
export async function lockPolicies(tx: Tx, enterpriseId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`clock_policies ${enterpriseId}`}, 0))`.execute(tx);
}

const active = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('clockPolicies as p')
    .selectAll('p')
    .select(
      sql<string>`coalesce((select s.name from customer_sets s where s.enterprise_id = p.enterprise_id and s.set_id = p.group_id), '')`.as(
        'groupName',
      ),
    )
    .where('p.enterpriseId', '=', enterpriseId)
    .where('p.deletedAt', 'is', null);

/** All of the enterprise in their order. */
export const listPolicies = (tx: Read, enterpriseId: string): Promise<ShownPolicy[]> =>
  active(tx, enterpriseId).orderBy('p.place').orderBy('p.policyId').execute();

export const findPolicy = (tx: Read, enterpriseId: string, policyId: string): Promise<ShownPolicy | undefined> =>
  active(tx, enterpriseId).where('p.policyId', '=', policyId).executeTakeFirst();

export const findDeletedPolicy = (tx: Tx, enterpriseId: string, policyId: string): Promise<PolicyRow | undefined> =>
  tx
    .selectFrom('clockPolicies')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('policyId', '=', policyId)
    .where('deletedAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst();

/** Names of the policies that a department or a group is chosen in. */
export async function listPoliciesNaming(tx: Read, enterpriseId: string, { deptId, groupId }: { deptId?: string; groupId?: string }) {
  const rows = await active(tx, enterpriseId)
    .where((eb) =>
      eb.or([eb('p.deptId', '=', deptId ?? null), eb('p.actDeptId', '=', deptId ?? null), eb('p.groupId', '=', groupId ?? null)]),
    )
    .orderBy('p.place')
    .execute();
  return rows.map(({ name }) => name);
}

export async function insertPolicy(tx: Tx, row: Omit<PolicyRow, 'version' | 'createdAt' | 'deletedAt'>): Promise<void> {
  await tx.insertInto('clockPolicies').values(row).execute();
}

export async function updatePolicy(tx: Tx, enterpriseId: string, policyId: string, change: Updateable<ClockPolicyTable>): Promise<void> {
  await tx.updateTable('clockPolicies').set(change).where('enterpriseId', '=', enterpriseId).where('policyId', '=', policyId).execute();
}

export async function deletePolicies(tx: Tx, enterpriseId: string, policyIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('clockPolicies')
    .where('enterpriseId', '=', enterpriseId)
    .where('policyId', 'in', policyIds)
    .where('deletedAt', 'is not', null)
    .execute();
}

const mostGroups = 50;

/** Groups whose name has these words, by name. */
export const listGroupChoices = (tx: Read, enterpriseId: string, containing: string): Promise<{ id: string; name: string }[]> =>
  tx
    .selectFrom('customerSets')
    .select(['setId as id', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .where('kind', '=', 'group')
    .where('name', 'ilike', containing)
    .orderBy(sql`lower(name)`)
    .limit(mostGroups)
    .execute();

/** Those of these customers that are in these groups, as `customer group`. */
export async function findMemberships(
  tx: Read,
  enterpriseId: string,
  customerIds: readonly string[],
  groupIds: readonly string[],
): Promise<Set<string>> {
  if (customerIds.length === 0 || groupIds.length === 0) return new Set();
  const { rows } = await sql<{ customerId: string; setId: string }>`select m.customer_id, m.set_id from customer_set_members m
    where m.enterprise_id = ${enterpriseId} and m.customer_id = any(${[...customerIds]}::uuid[])
      and m.set_id = any(${[...groupIds]}::uuid[])`.execute(tx);
  return new Set(rows.map(({ customerId, setId }) => `${customerId} ${setId}`));
}

/** The manager of a department, if it has one. */
export async function findManager(tx: Read, enterpriseId: string, departmentId: string | null): Promise<string | null> {
  if (departmentId === null) return null;
  const row = await tx
    .selectFrom('departments')
    .select('managerId')
    .where('enterpriseId', '=', enterpriseId)
    .where('departmentId', '=', departmentId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.managerId ?? null;
}
