import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { skillRecord } from './skill.record.ts';
import { createSkill, readSkill, readSkills, removeSkill, saveSkill } from './skill.service.ts';
import { readUserSkills, saveUserSkills } from './skill.user.ts';

const { skills: calls } = endpoints;

export const skill: Module = {
  name: 'skill',
  records: [skillRecord],
  routes(app) {
    route(app, calls.list, (ctx) => readSkills(ctx));
    route(app, calls.create, async (ctx, { body }) => answer(await createSkill(ctx, body), 'The skill is added.'));
    route(app, calls.get, (ctx, { params }) => readSkill(ctx, params.skillId));
    route(app, calls.update, async (ctx, { params, body }) => answer(await saveSkill(ctx, params.skillId, body), 'The skill is saved.'));
    route(app, calls.remove, async (ctx, { params }) => {
      await removeSkill(ctx, params.skillId);
      return answer(null, 'The skill is deleted.');
    });
    route(app, calls.ofUser, (ctx, { params }) => readUserSkills(ctx, params.userId));
    route(app, calls.saveOfUser, async (ctx, { params, body }) =>
      answer(await saveUserSkills(ctx, params.userId, body.skills), 'The skills are saved.'),
    );
  },
};
