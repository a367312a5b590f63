import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { fieldError } from '../faults.ts';
import { formNumber, Id, requiredText, Version } from '../fields.ts';
import { z } from '../z.ts';

/** Skills of an enterprise. */
export const skillsMax = 100;
/** Agents of one skill; departments that need it. */
export const skillAgentsMax = 1000;
export const skillNeedsMax = 100;
/** Levels of agents, and those that a department needs at least. */
export const skillLevels = { lowest: 1, highest: 5 } as const;
/** Seconds for which a chat may wait for a skill, as for a language. */
export const skillSecondsMax = 3600;

const Level = formNumber(skillLevels.lowest, skillLevels.highest);
const Need = z.object({
  /** Empty: chats of all departments that do not say otherwise, and of none */
  deptId: z.union([Id, z.literal('')]).default(''),
  level: Level,
  /** Seconds from the beginning of its wait for which a chat waits for agents of that level alone */
  seconds: formNumber(1, skillSecondsMax),
});
export type SkillNeed = z.output<typeof Need>;

/** A thing that agents can do, and that chats of departments ask for while their time is not over. */
export const SkillRow = z
  .object({ id: Id, name: z.string(), agentCount: z.number(), needs: z.array(Need), version: z.number() })
  .meta({ id: 'SkillRow' });
export type SkillRow = z.infer<typeof SkillRow>;

export const Skill = SkillRow.extend({ agents: z.array(z.object({ uId: Id, name: z.string(), level: z.number() })) }).meta({ id: 'Skill' });
export type Skill = z.infer<typeof Skill>;

export const SkillSave = z.object({
  name: requiredText(60),
  agents: z
    .array(z.object({ uId: Id, level: Level }))
    .max(skillAgentsMax)
    .default([]),
  needs: z.array(Need).max(skillNeedsMax).default([]),
});
export type SkillSave = z.output<typeof SkillSave>;

/** A skill as the form of a user shows it. @property level null: the user does not have it */
export const UserSkill = z.object({ id: Id, name: z.string(), level: z.number().nullable() }).meta({ id: 'UserSkill' });
export type UserSkill = z.infer<typeof UserSkill>;

/** Level by which a skill is taken from a user. */
export const noSkillLevel = 0;
const LevelOrNone = formNumber(noSkillLevel, skillLevels.highest);
/** @property from the level that the caller has read */
const SkillChange = z.object({ skillId: Id, from: LevelOrNone, level: LevelOrNone });

const isTwice = (values: readonly string[]): boolean => new Set(values).size < values.length;

/** Finds what is wrong with a skill as a whole. The form and the server ask it alike. */
export function checkSkill({ agents, needs }: Pick<SkillSave, 'agents' | 'needs'>): ReturnType<typeof fieldError>[] {
  return [
    ...(isTwice(agents.map(({ uId }) => uId)) ? [fieldError('agents', 'skill.agent_twice')] : []),
    ...(isTwice(needs.map(({ deptId }) => deptId)) ? [fieldError('needs', 'skill.department_twice')] : []),
  ];
}

const tag = 'Skills';
const base = '/e/enterprise/skills';
const SkillParams = z.object({ skillId: Id });
const ofUser = '/e/enterprise/users/:userId/skills';
const UserParams = z.object({ userId: Id });
const editors = ['CHAT.CHAT_CONFIG'] as const;

export const skillEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Skills of agents by name, with who needs them',
    tag,
    access: editors,
    answer: z.array(SkillRow),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Add a skill with the agents who have it and the departments whose chats need it',
    audit: leaves('skill', 'create'),
    tag,
    access: editors,
    body: SkillSave,
    answer: Skill,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:skillId`,
    summary: 'One skill with its agents',
    tag,
    access: editors,
    params: SkillParams,
    answer: Skill,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:skillId`,
    summary: 'Change a skill as a whole; agents count at once, needs for chats that begin to wait',
    audit: leaves('skill', 'edit'),
    tag,
    access: editors,
    params: SkillParams,
    body: SkillSave.extend({ version: Version }),
    answer: Skill,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:skillId`,
    summary: 'Delete a skill; chats that wait for it already do so until their time for it is over',
    audit: leaves('skill', 'delete'),
    tag,
    access: editors,
    params: SkillParams,
    answer: z.null(),
  }),
  ofUser: defineEndpoint({
    method: 'GET',
    path: ofUser,
    summary: 'All skills by name, with the level that a user has in each',
    tag,
    access: editors,
    params: UserParams,
    answer: z.array(UserSkill),
  }),
  saveOfUser: defineEndpoint({
    method: 'PUT',
    path: ofUser,
    summary: 'Give a user levels in skills, at once; level 0 takes a skill away or is none yet, and skills that are left out stay',
    audit: leaves('skill', 'edit'),
    tag,
    access: editors,
    params: UserParams,
    body: z.object({
      skills: z
        .array(SkillChange)
        .max(skillsMax)
        .refine((skills) => !isTwice(skills.map(({ skillId }) => skillId)), 'A skill stands here twice.'),
    }),
    answer: z.array(UserSkill),
  }),
};
