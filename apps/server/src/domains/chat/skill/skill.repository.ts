import type { UserSkill } from '@parley/contract';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { SkillTable } from '#platform/db/schema.chat.ts';

export type SkillRowOf = Selectable<SkillTable>;

/** A need as rows keep it. @property deptId null: of all departments */
export type NeedRow = { skillId: string; deptId: string | null; level: number; seconds: number };
export type AgentLevel = { userId: string; name: string; level: number };

const skills = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('skills as s')
    .selectAll('s')
    .select(
      sql<number>`(select count(*)::integer from agent_skills a where a.enterprise_id = s.enterprise_id and a.skill_id = s.skill_id)`.as(
        'agentCount',
      ),
    )
    .where('s.enterpriseId', '=', enterpriseId);
export type CountedSkill = SkillRowOf & { agentCount: number };

export const listSkills = (tx: Read, enterpriseId: string): Promise<CountedSkill[]> =>
  skills(tx, enterpriseId).orderBy(sql`lower(s.name)`).execute();

export const findSkill = (tx: Read, enterpriseId: string, skillId: string): Promise<CountedSkill | undefined> =>
  skills(tx, enterpriseId).where('s.skillId', '=', skillId).executeTakeFirst();

export const lockSkill = (tx: Tx, enterpriseId: string, skillId: string): Promise<SkillRowOf | undefined> =>
  tx
    .selectFrom('skills')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('skillId', '=', skillId)
    .forUpdate()
    .executeTakeFirst();

export async function countSkills(tx: Tx, enterpriseId: string): Promise<number> {
  // A skill that is made at the same time is no row yet: another one waits here.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`skills ${enterpriseId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('skills')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The departments that need skills, of one skill or of all; departments that lie in the bin are left out. */
export async function listNeeds(tx: Read, enterpriseId: string, skillId?: string): Promise<NeedRow[]> {
  const { rows } = await sql<NeedRow>`
    select n.skill_id, n.dept_id, n.level, n.seconds from skill_needs n
      left join departments d on d.enterprise_id = n.enterprise_id and d.department_id = n.dept_id
    where n.enterprise_id = ${enterpriseId} and ${skillId === undefined ? sql`true` : sql`n.skill_id = ${skillId}`}
      and (n.dept_id is null or d.deleted_at is null)
    order by n.dept_id is not null, lower(d.name), n.dept_id`.execute(tx);
  return rows;
}

/** The agents of a skill by name. */
export const listAgentsOf = (tx: Read, enterpriseId: string, skillId: string): Promise<AgentLevel[]> =>
  tx
    .selectFrom('agentSkills as a')
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'a.enterpriseId').onRef('u.userId', '=', 'a.userId'))
    .select(['a.userId', 'u.name', 'a.level'])
    .where('a.enterpriseId', '=', enterpriseId)
    .where('a.skillId', '=', skillId)
    .orderBy(sql`lower(u.name)`)
    .orderBy('a.userId')
    .execute();

export async function insertSkill(tx: Tx, row: Pick<SkillRowOf, 'enterpriseId' | 'skillId' | 'name'>): Promise<void> {
  await tx.insertInto('skills').values(row).execute();
}

export async function updateSkill(tx: Tx, enterpriseId: string, skillId: string, change: Updateable<SkillTable>): Promise<void> {
  await tx.updateTable('skills').set(change).where('enterpriseId', '=', enterpriseId).where('skillId', '=', skillId).execute();
}

export async function deleteSkill(tx: Tx, enterpriseId: string, skillId: string): Promise<void> {
  await tx.deleteFrom('skills').where('enterpriseId', '=', enterpriseId).where('skillId', '=', skillId).execute();
}

/** Writes who has the skill and who needs it, in place of what stood there. */
export async function writeSkill(
  tx: Tx,
  enterpriseId: string,
  skillId: string,
  { agents, needs }: { agents: readonly Omit<AgentLevel, 'name'>[]; needs: readonly Omit<NeedRow, 'skillId'>[] },
): Promise<void> {
  await tx.deleteFrom('agentSkills').where('enterpriseId', '=', enterpriseId).where('skillId', '=', skillId).execute();
  // A department in the bin is not shown: its need comes back with it.
  await sql`delete from skill_needs n where n.enterprise_id = ${enterpriseId} and n.skill_id = ${skillId}
    and not exists (select from departments d where d.enterprise_id = n.enterprise_id and d.department_id = n.dept_id
      and d.deleted_at is not null)`.execute(tx);
  const inOrder = agents.toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
  if (inOrder.length > 0)
    await tx
      .insertInto('agentSkills')
      .values(inOrder.map(({ userId, level }) => ({ enterpriseId, skillId, userId, level })))
      .execute();
  if (needs.length > 0)
    await tx
      .insertInto('skillNeeds')
      .values(needs.map(({ deptId, level, seconds }) => ({ enterpriseId, skillId, deptId, level, seconds })))
      .execute();
}

/** Counts those of these users who are the enterprise's. */
export async function countUsers(tx: Read, enterpriseId: string, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0;
  const { count } = await tx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', 'in', userIds)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** All skills by name, with the level of one user. */
export const listLevels = (tx: Read, enterpriseId: string, userId: string): Promise<UserSkill[]> =>
  tx
    .selectFrom('skills as s')
    .leftJoin('agentSkills as a', (join) =>
      join.onRef('a.enterpriseId', '=', 's.enterpriseId').onRef('a.skillId', '=', 's.skillId').on('a.userId', '=', userId),
    )
    .select(['s.skillId as id', 's.name', 'a.level'])
    .where('s.enterpriseId', '=', enterpriseId)
    .orderBy(sql`lower(s.name)`)
    .execute();

export async function findLevel(tx: Read, enterpriseId: string, skillId: string, userId: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('agentSkills')
    .select('level')
    .where('enterpriseId', '=', enterpriseId)
    .where('skillId', '=', skillId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.level;
}

export async function countAgents(tx: Read, enterpriseId: string, skillId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('agentSkills')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .where('skillId', '=', skillId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Level = { enterpriseId: string; skillId: string; userId: string; level: number | null };

/** @param row level null: the user has the skill no more */
export async function writeLevel(tx: Tx, { level, ...key }: Level): Promise<void> {
  if (level === null)
    await tx
      .deleteFrom('agentSkills')
      .where('enterpriseId', '=', key.enterpriseId)
      .where('skillId', '=', key.skillId)
      .where('userId', '=', key.userId)
      .execute();
  else
    await tx
      .insertInto('agentSkills')
      .values({ ...key, level })
      .onConflict((conflict) => conflict.columns(['enterpriseId', 'skillId', 'userId']).doUpdateSet({ level }))
      .execute();
}
