import { checkSkill, type Skill, type SkillRow, type SkillSave, skillsMax } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { afterCommit } from '#platform/db/transaction.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { assertDepartments, keepDepartments } from '../../account/door.ts';
import { relaxWaiting } from '../clock/clock.repository.ts';
import { askWhereRouted } from '../routing/chat.fit.repository.ts';
import { wakeRouting } from '../routing/routing.wake.ts';
import { assertMayChange } from '../settings/settings.service.ts';
import { skillRecord } from './skill.record.ts';
import {
  type CountedSkill,
  countSkills,
  countUsers,
  deleteSkill,
  findSkill,
  insertSkill,
  listAgentsOf,
  listNeeds,
  listSkills,
  lockSkill,
  type NeedRow,
  type SkillRowOf,
  updateSkill,
  writeSkill,
} from './skill.repository.ts';

const present = (row: CountedSkill, needs: readonly NeedRow[]): SkillRow => ({
  id: row.skillId,
  name: row.name,
  agentCount: row.agentCount,
  needs: needs
    .filter(({ skillId }) => skillId === row.skillId)
    .map(({ deptId, level, seconds }) => ({ deptId: deptId ?? '', level, seconds })),
  version: row.version,
});

export const skillNotFound = () => new DomainError('skill.not_found', 'No such skill.', {});

async function getSkill(tx: Read, enterpriseId: string, skillId: string): Promise<Skill> {
  const row = await findSkill(tx, enterpriseId, skillId);
  if (!row) throw skillNotFound();
  const [needs, agents] = [await listNeeds(tx, enterpriseId, skillId), await listAgentsOf(tx, enterpriseId, skillId)];
  return { ...present(row, needs), agents: agents.map(({ userId, name, level }) => ({ uId: userId, name, level })) };
}

export const readSkills = (ctx: Ctx): Promise<SkillRow[]> =>
  ctx.read(async (tx) => {
    const [rows, needs] = [await listSkills(tx, ctx.enterpriseId), await listNeeds(tx, ctx.enterpriseId)];
    return rows.map((row) => present(row, needs));
  });

/** @throws DomainError skill.not_found */
export const readSkill = (ctx: Ctx, skillId: string): Promise<Skill> => ctx.read((tx) => getSkill(tx, ctx.enterpriseId, skillId));

/** A skill to change, locked. @throws DomainError skill.not_found, or 1403 for users who do not reach the whole enterprise */
async function accessSkill(tx: Tx, { enterpriseId, actor }: Ctx, skillId: string): Promise<SkillRowOf> {
  const row = await lockSkill(tx, enterpriseId, skillId);
  if (!row) throw skillNotFound();
  await assertMayChange(tx, actor, null);
  return row;
}

/** The rows of a save, checked. @throws DomainError request.invalid, user.not_found or department.not_found */
async function planRows(tx: Tx, enterpriseId: string, { agents, needs }: Pick<SkillSave, 'agents' | 'needs'>) {
  const faults = checkSkill({ agents, needs });
  if (faults.length > 0) throw invalidRequest(...faults);
  const userIds = agents.map(({ uId }) => uId);
  if ((await countUsers(tx, enterpriseId, userIds)) < userIds.length) throw new DomainError('user.not_found', 'No such user.', {});
  const departmentIds = needs.map(({ deptId }) => deptId).filter(Boolean);
  await keepDepartments(tx, enterpriseId, departmentIds);
  await assertDepartments(tx, enterpriseId, departmentIds);
  return {
    agents: agents.map(({ uId, level }) => ({ userId: uId, level })),
    needs: needs.map(({ deptId, level, seconds }) => ({ deptId: deptId || null, level, seconds })),
  };
}

/** Chats that wait may fit somebody from now on. */
export async function askForAgents(ctx: Ctx, tx: Tx): Promise<void> {
  await askWhereRouted(tx, ctx.enterpriseId);
  afterCommit(tx, () => wakeRouting(ctx));
}

const nameTaken = (error: unknown): unknown =>
  violatedConstraint(error) === 'skills_by_name' ? new DomainError('skill.name_taken', 'Another skill has this name.', {}) : error;

/** @throws DomainError as `planRows`, skill.name_taken, skill.too_many or 1403 */
export async function createSkill(ctx: Ctx, { name, ...input }: SkillSave): Promise<Skill> {
  const { enterpriseId } = ctx;
  const skillId = newId();
  try {
    return await ctx.transaction(async (tx) => {
      await assertMayChange(tx, ctx.actor, null);
      const rows = await planRows(tx, enterpriseId, input);
      if ((await countSkills(tx, enterpriseId)) >= skillsMax)
        throw new DomainError('skill.too_many', `At most ${skillsMax} skills are possible.`, { maximum: skillsMax });
      await creating(
        ctx,
        tx,
        skillRecord,
        () => skillId,
        async () => {
          await insertSkill(tx, { enterpriseId, skillId, name: name.trim() });
          await writeSkill(tx, enterpriseId, skillId, rows);
        },
      );
      await askForAgents(ctx, tx);
      return getSkill(tx, enterpriseId, skillId);
    });
  } catch (error) {
    throw nameTaken(error);
  }
}

/** @throws DomainError skill.not_found, record.changed, or as `createSkill` */
export async function saveSkill(
  ctx: Ctx,
  skillId: string,
  { name, version, ...input }: SkillSave & { version?: number | undefined },
): Promise<Skill> {
  const { enterpriseId } = ctx;
  try {
    return await ctx.transaction(async (tx) => {
      const row = await accessSkill(tx, ctx, skillId);
      await assertVersion(ctx, tx, skillRecord, { id: skillId, version: row.version }, version);
      const rows = await planRows(tx, enterpriseId, input);
      await changing(ctx, tx, skillRecord, skillId, 'edit', async () => {
        await updateSkill(tx, enterpriseId, skillId, { name: name.trim(), version: row.version + 1 });
        await writeSkill(tx, enterpriseId, skillId, rows);
      });
      await askForAgents(ctx, tx);
      return getSkill(tx, enterpriseId, skillId);
    });
  } catch (error) {
    throw nameTaken(error);
  }
}

/** Deletes a skill. Chats that wait for it find out anew what they ask for. @throws DomainError skill.not_found or 1403 */
export function removeSkill(ctx: Ctx, skillId: string): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessSkill(tx, ctx, skillId);
    await changing(ctx, tx, skillRecord, skillId, 'delete', () => deleteSkill(tx, enterpriseId, skillId));
    await relaxWaiting(tx, enterpriseId, null, ctx.now());
    await askForAgents(ctx, tx);
  });
}
