import { noSkillLevel, skillAgentsMax, type UserSkill } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { assertMayChange } from '../settings/settings.service.ts';
import { skillRecord } from './skill.record.ts';
import { countAgents, countUsers, findLevel, listLevels, lockSkill, updateSkill, writeLevel } from './skill.repository.ts';
import { askForAgents, skillNotFound } from './skill.service.ts';

/** @throws DomainError user.not_found */
async function assertUser(tx: Read, enterpriseId: string, userId: string): Promise<void> {
  if ((await countUsers(tx, enterpriseId, [userId])) === 0) throw new DomainError('user.not_found', 'No such user.', {});
}

/** The skills of an enterprise with the levels of one user. @throws DomainError user.not_found */
export const readUserSkills = (ctx: Ctx, userId: string): Promise<UserSkill[]> =>
  ctx.read(async (tx) => {
    await assertUser(tx, ctx.enterpriseId, userId);
    return listLevels(tx, ctx.enterpriseId, userId);
  });

/** @property from the level that the caller has read */
type Change = { skillId: string; from: number; level: number };

/** @returns whether the level is another one now. @throws DomainError skill.not_found, skill.level_changed or skill.too_many_agents */
async function giveLevel(ctx: Ctx, tx: Tx, userId: string, { skillId, from, level }: Change): Promise<boolean> {
  const { enterpriseId } = ctx;
  const row = await lockSkill(tx, enterpriseId, skillId);
  if (!row) throw skillNotFound();
  const before = (await findLevel(tx, enterpriseId, skillId, userId)) ?? noSkillLevel;
  if (before === level) return false;
  if (before !== from)
    throw new DomainError('skill.level_changed', 'Somebody else has changed this level meanwhile. Look at it again.', { name: row.name });
  if (before === noSkillLevel && (await countAgents(tx, enterpriseId, skillId)) >= skillAgentsMax)
    throw new DomainError('skill.too_many_agents', `At most ${skillAgentsMax} agents can have a skill.`, { maximum: skillAgentsMax });
  await changing(ctx, tx, skillRecord, skillId, 'edit', async () => {
    await writeLevel(tx, { enterpriseId, skillId, userId, level: level === noSkillLevel ? null : level });
    // A form of the skill that somebody has open does not save the former agents over these.
    await updateSkill(tx, enterpriseId, skillId, { version: row.version + 1 });
  });
  return true;
}

/**
 * Gives a user levels in skills; those that are left out stay. Chats that wait may fit the user at once.
 * @throws DomainError user.not_found, skill.not_found, skill.level_changed, skill.too_many_agents, or 1403 for users who do not reach the whole enterprise
 */
export const saveUserSkills = (ctx: Ctx, userId: string, skills: readonly Change[]): Promise<UserSkill[]> =>
  ctx.transaction(async (tx) => {
    await assertMayChange(tx, ctx.actor, null);
    await assertUser(tx, ctx.enterpriseId, userId);
    let hasChanged = false;
    // Locked in one order: two who change several skills at once do not wait for each other.
    for (const skill of skills.toSorted((one, other) => (one.skillId < other.skillId ? -1 : 1)))
      hasChanged = (await giveLevel(ctx, tx, userId, skill)) || hasChanged;
    if (hasChanged) await askForAgents(ctx, tx);
    return listLevels(tx, ctx.enterpriseId, userId);
  });
