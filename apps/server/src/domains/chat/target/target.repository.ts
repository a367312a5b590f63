import type { TargetValues } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ChatTargetsTable, TargetStep } from '#platform/db/schema.chat.ts';
import { newId } from '#platform/ids.ts';

export type TargetsRow = Selectable<ChatTargetsTable>;

const ofDepartment = (deptId: string | null) => sql<boolean>`dept_id is not distinct from ${deptId}::uuid`;

export const findTargets = (tx: Read, enterpriseId: string, deptId: string | null): Promise<TargetsRow | undefined> =>
  tx.selectFrom('chatTargets').selectAll().where('enterpriseId', '=', enterpriseId).where(ofDepartment(deptId)).executeTakeFirst();

/** Makes the row of a department, so that its next reader can lock it. */
export async function lockTargets(tx: Tx, enterpriseId: string, deptId: string | null): Promise<TargetsRow> {
  await sql`insert into chat_targets (enterprise_id, targets_id, dept_id) values (${enterpriseId}, ${newId()}, ${deptId})
    on conflict (enterprise_id, dept_id) do nothing`.execute(tx);
  return tx
    .selectFrom('chatTargets')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where(ofDepartment(deptId))
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export const updateTargets = (
  tx: Tx,
  enterpriseId: string,
  targetsId: string,
  { steps, version }: { steps: readonly TargetStep[]; version: number },
) =>
  tx
    .updateTable('chatTargets')
    .set({ steps: JSON.stringify(steps), version })
    .where('enterpriseId', '=', enterpriseId)
    .where('targetsId', '=', targetsId)
    .execute();

/** The step that holds on a day; undefined: none does yet. */
export const stepOn = (steps: readonly TargetStep[], day: string): TargetStep | undefined => steps.findLast(({ from }) => from <= day);

/** Targets that hold on a day for figures of a department, where it has any, or else of the enterprise. */
export async function readTargetsOn(tx: Read, enterpriseId: string, deptId: string | null, day: string): Promise<TargetValues> {
  const whole = stepOn((await findTargets(tx, enterpriseId, null))?.steps ?? [], day)?.values ?? {};
  if (deptId === null) return whole;
  return { ...whole, ...stepOn((await findTargets(tx, enterpriseId, deptId))?.steps ?? [], day)?.values };
}
