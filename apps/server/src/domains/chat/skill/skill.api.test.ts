import { type Department, endpoints, type Skill, type SkillRow, skillsMax, type UserSkill } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { changed, createTrail } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, makeUser, stranger } = app;
const trail = createTrail(app);
const { skills: calls, departments, roles } = endpoints;

const at = (path: string, id: string) => path.replace(/:\w+/, id);
const list = async (by: TestUser): Promise<SkillRow[]> => (await as(by).get(calls.list.path)).json().data;
const get = async (by: TestUser, id: string) => (await as(by).get(at(calls.get.path, id))).json();
const create = async (by: TestUser, name: string, more: object = {}) => (await as(by).post(calls.create.path, { name, ...more })).json();
const make = async (by: TestUser, name: string, more: object = {}): Promise<Skill> => {
  const answer = await create(by, name, more);
  expect(answer).toMatchObject({ code: '100' });
  return answer.data;
};
const save = async (by: TestUser, { id, name, version, needs, agents }: Skill, more: object = {}) =>
  (await as(by).put(at(calls.update.path, id), { name, version, needs, agents, ...more })).json();
const remove = async (by: TestUser, { id }: { id: string }) => (await as(by).delete(at(calls.remove.path, id))).json();
const makeDepartment = async (by: TestUser, name: string): Promise<Department> =>
  (await as(by).post(departments.create.path, { name })).json().data;

test('a skill has agents by name and needs by department, is changed as a whole by its version, and is deleted', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const [zoe, ben] = [await makeUser({ enterprise: admin, name: 'Zoe' }), await makeUser({ enterprise: admin, name: 'Ben' })];
  const sales = await makeDepartment(admin, 'Sales');
  const needs = [
    { deptId: sales.id, level: 3, seconds: 60 },
    { deptId: '', level: 1, seconds: 30 },
  ];
  const agents = [zoe, ben].map(({ userId }, place) => ({ uId: userId, level: place + 2 }));
  const refund = await make(admin, ' Refund ', { agents, needs });
  expect(refund).toEqual({
    id: refund.id,
    name: 'Refund',
    agentCount: 2,
    agents: [
      { uId: ben.userId, name: 'Ben', level: 3 },
      { uId: zoe.userId, name: 'Zoe', level: 2 },
    ],
    needs: needs.toReversed(),
    version: 1,
  });
  expect((await get(admin, refund.id)).data).toEqual(refund);
  const { agents: _agents, ...row } = refund;
  expect(await list(admin)).toEqual([row]);
  expect((await create(admin, 'REFUND')).code).toBe('skill.name_taken');
  const changedTo = [{ uId: zoe.userId, level: 5 }];
  expect((await save(admin, refund, { name: 'Refunds', agents: changedTo, needs: [] })).data).toMatchObject({
    name: 'Refunds',
    agentCount: 1,
    agents: [{ name: 'Zoe', level: 5 }],
    needs: [],
    version: 2,
  });
  expect(await save(admin, refund)).toMatchObject({ code: 'record.changed' });
  const edit = await trail.newest(admin, 'kind=skill&action=edit');
  expect([edit.recordName, changed(edit).name]).toEqual(['Refunds', ['Refund', 'Refunds']]);
  expect(await remove(admin, refund)).toMatchObject({ code: '100', message: 'The skill is deleted.' });
  expect((await get(admin, refund.id)).code).toBe('skill.not_found');
  expect(await list(admin)).toEqual([]);
});

test('an agent and a department stand once in a skill, with levels from 1 to 5 and a time of at most an hour', async () => {
  const admin = await makeUser();
  const agent = { uId: admin.userId, level: 1 };
  const need = { deptId: '', level: 1, seconds: 60 };
  const faultsOf = async (more: object) => (await create(admin, 'x', more)).data.issues.map(({ field }: { field: string }) => field);
  expect(await faultsOf({ agents: [agent, agent], needs: [need, need] })).toEqual(['agents', 'needs']);
  expect(await faultsOf({ agents: [{ ...agent, level: 6 }] })).toEqual(['agents.0.level']);
  expect(await faultsOf({ agents: [{ ...agent, level: 0 }] })).toEqual(['agents.0.level']);
  expect(await faultsOf({ needs: [{ ...need, seconds: 0 }] })).toEqual(['needs.0.seconds']);
  expect(await faultsOf({ needs: [{ ...need, seconds: 3601 }] })).toEqual(['needs.0.seconds']);
  expect(await list(admin)).toEqual([]);
});

test('a user gets levels in skills from the form of users: left-out skills stay, a level of 0 takes one away, and the skill tells it', async () => {
  const admin = await makeUser();
  const ben = await makeUser({ enterprise: admin, name: 'Ben', roles: [3] });
  const [refund, french, old] = [
    await make(admin, 'Refund'),
    await make(admin, 'French', { agents: [{ uId: ben.userId, level: 2 }] }),
    await make(admin, 'Old', { agents: [{ uId: ben.userId, level: 1 }] }),
  ];
  const path = at(calls.ofUser.path, ben.userId);
  const give = async (by: TestUser, ...skills: { skillId: string; from: number; level: number }[]) =>
    (await as(by).put(path, { skills })).json();
  const levels = async () => (await as(admin).get(path)).json().data.map(({ name, level }: UserSkill) => [name, level]);
  expect(await levels()).toEqual([
    ['French', 2],
    ['Old', 1],
    ['Refund', null],
  ]);
  const changes = [
    { skillId: refund.id, from: 0, level: 5 },
    { skillId: old.id, from: 1, level: 0 },
  ];
  expect(await give(admin, ...changes)).toMatchObject({ code: '100', message: 'The skills are saved.' });
  expect(await levels()).toEqual([
    ['French', 2],
    ['Old', null],
    ['Refund', 5],
  ]);
  expect((await get(admin, refund.id)).data).toMatchObject({ agents: [{ name: 'Ben', level: 5 }], version: 2 });
  // The same again changes nothing, so that nobody who has the skill open is refused.
  expect((await give(admin, ...changes, { skillId: french.id, from: 2, level: 2 })).code).toBe('100');
  for (const { id } of [refund, old]) expect((await get(admin, id)).data.version).toBe(2);
  expect((await get(admin, french.id)).data.version).toBe(1);
  expect(await save(admin, refund)).toMatchObject({ code: 'record.changed' });
  const entry = await trail.newest(admin, `kind=skill&action=edit&recordId=${refund.id}`);
  expect(changed(entry)).toEqual({ agentLevels: ['', `${ben.userId} 5`] });
  // Somebody who has read another level hears of it, and nothing is changed.
  const stale = await give(admin, { skillId: old.id, from: 0, level: 3 }, { skillId: french.id, from: 1, level: 4 });
  expect(stale).toMatchObject({ code: 'skill.level_changed', data: { name: 'French' } });
  expect((await give(admin, { skillId: old.id, from: 0, level: 3 }, { skillId: ben.userId, from: 0, level: 3 })).code).toBe(
    'skill.not_found',
  );
  expect((await give(admin, { skillId: old.id, from: 0, level: 3 }, { skillId: old.id, from: 0, level: 4 })).code).toBe('request.invalid');
  expect((await give(admin, { skillId: old.id, from: 0, level: 6 })).code).toBe('request.invalid');
  expect((await give(ben, { skillId: old.id, from: 0, level: 3 })).code).toBe('1403');
  const foreigner = await makeUser();
  for (const answer of [(await as(foreigner).get(path)).json(), await give(foreigner)]) expect(answer.code).toBe('user.not_found');
  expect(await levels()).toEqual([
    ['French', 2],
    ['Old', null],
    ['Refund', 5],
  ]);
});

test('an enterprise has so many skills at the most', async () => {
  const admin = await makeUser();
  for (let place = 0; place < skillsMax; place++) await make(admin, `Skill ${place}`);
  expect(await create(admin, 'One more')).toMatchObject({ code: 'skill.too_many', data: { maximum: skillsMax } });
});

test('skills are for those who configure chats, changed by those who reach all of it, and no other enterprise’s', async () => {
  const [admin, foreigner] = [await makeUser(), await makeUser()];
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const role = { name: 'Config', permissions: ['CHAT.CHAT_CONFIG'], dataScope: 'department', description: '', maskedFields: [] };
  const keeper = await makeUser({ enterprise: admin, roles: [(await as(admin).put(roles.saveRole.path, role)).json().data.code] });
  const refund = await make(admin, 'Refund');
  expect((await stranger().get(calls.list.path)).statusCode).toBe(401);
  expect((await as(agent).get(calls.list.path)).json().code).toBe('1403');
  expect((await list(keeper)).map(({ name }) => name)).toEqual(['Refund']);
  for (const answer of [await create(keeper, 'x'), await save(keeper, refund), await remove(keeper, refund)])
    expect(answer.code).toBe('1403');
  expect(await list(foreigner)).toEqual([]);
  for (const answer of [await get(foreigner, refund.id), await save(foreigner, refund), await remove(foreigner, refund)])
    expect(answer.code).toBe('skill.not_found');
  const theirs = await makeDepartment(foreigner, 'Theirs');
  expect((await save(admin, refund, { agents: [{ uId: foreigner.userId, level: 1 }] })).code).toBe('user.not_found');
  expect((await save(admin, refund, { needs: [{ deptId: theirs.id, level: 1, seconds: 60 }] })).code).toBe('department.not_found');
});
