import { type ChatLabel, type ChatView, type ChatViewFilter, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeScene } = createScenes(app);
const trail = createTrail(app);
const { chatViews: calls, chatLabels, departments } = endpoints;

const filter: ChatViewFilter = {
  ...{ tab: 'waiting', sort: 'newest', text: '', channel: null, label: '' },
  ...{ department: '', priority: null, unread: false, waiting: false },
};
const at = (path: string, { id }: { id: string }) => path.replace(':viewId', id);
const create = async (by: TestUser, name: string, more: object = {}) =>
  (await as(by).post(calls.create.path, { name, filter: { tab: 'waiting' }, ...more })).json();
const make = async (...given: Parameters<typeof create>): Promise<ChatView> => (await create(...given)).data;
const list = async (by: TestUser): Promise<ChatView[]> => (await as(by).get(calls.list.path)).json().data;
const names = async (by: TestUser) => (await list(by)).map(({ name }) => name);
const update = async (by: TestUser, view: ChatView, change: object) =>
  (await as(by).put(at(calls.update.path, view), { version: view.version, name: view.name, filter: view.filter, ...change })).json();
const remove = async (by: TestUser, view: ChatView) => (await as(by).delete(at(calls.remove.path, view))).json();
const get = async (by: TestUser, view: ChatView) => (await as(by).get(at(calls.get.path, view))).json();
const makeLabel = async (by: TestUser, name: string): Promise<ChatLabel> =>
  (await as(by).post(chatLabels.create.path, { name })).json().data;

async function inbox() {
  const { users, enterprise } = await makeScene();
  return { admin: await makeUser({ enterprise, name: 'Ada' }), asha: users.asha, ben: users.ben, enterprise };
}

test('a view is of a person, a department or all; others change or see none of a person, and shared ones need the right to configure', async () => {
  const { admin, asha, ben, enterprise } = await inbox();
  const sales = (await as(admin).post(departments.create.path, { name: 'Sales' })).json().data;
  const agent = await makeUser({ enterprise, roles: [3] });
  const member = { enterpriseId: agent.enterpriseId, departmentId: sales.id, userId: agent.userId };
  await app.contextOf(admin).transaction((tx) => tx.insertInto('departmentUsers').values(member).execute());
  const carla = { ...agent, ...(await app.makeSession(agent)) };
  const own = await make(asha, ' Mine ', { filter: { tab: 'closed', sort: 'longest', channel: '12', text: 'parcel' } });
  expect(own).toEqual({
    id: own.id,
    ...{ scope: 'own', deptId: '', name: 'Mine', goneLabel: '', isDepartmentGone: false, isChangeable: true, order: 0, version: 1 },
    filter: { ...filter, tab: 'closed', sort: 'longest', channel: 12, text: 'parcel' },
  });
  const all = await make(admin, 'All', { scope: 'enterprise' });
  const ofSales = await make(admin, 'Sales', { scope: 'department', deptId: sales.id });
  expect([await names(asha), await names(ben), await names(carla), await names(admin)]).toEqual([
    ['Mine', 'All'],
    ['All'],
    ['Sales', 'All'],
    ['Sales', 'All'],
  ]);
  expect((await list(carla)).map(({ isChangeable }) => isChangeable)).toEqual([false, false]);
  expect((await list(admin)).map(({ isChangeable }) => isChangeable)).toEqual([true, true]);
  for (const scoped of [{ scope: 'enterprise' }, { scope: 'department', deptId: sales.id }])
    expect((await create(asha, 'x', scoped)).code).toBe('1403');
  expect((await update(asha, all, { name: 'x' })).code).toBe('1403');
  expect((await update(carla, ofSales, { name: 'x' })).code).toBe('1403');
  for (const [other, view] of [
    [ben, own],
    [admin, own],
    [asha, ofSales],
    [await makeUser(), all],
  ] as const) {
    expect((await update(other, view, { name: 'x' })).code).toBe('chat_view.not_found');
    expect((await remove(other, view)).code).toBe('chat_view.not_found');
    expect((await get(other, view)).code).toBe('chat_view.not_found');
  }
  expect((await create(admin, 'x', { scope: 'department' })).code).toBe('department.not_found');
  expect((await create(admin, 'x', { scope: 'department', deptId: newId() })).code).toBe('department.not_found');
  expect(await update(asha, own, { name: 'Renamed' })).toMatchObject({ code: '100', data: { name: 'Renamed', version: 2 } });
  expect(await update(asha, own, { name: 'Late' })).toMatchObject({ code: 'record.changed' });
  const entry = await trail.newest(admin, `kind=chat_view&recordId=${own.id}&action=create`);
  expect([entry.recordName, changed(entry)]).toMatchObject(['Mine', { user: [null, asha.userId], order: [null, 1] }]);
  // A department in the bin shows no views.
  await as(admin).delete(departments.remove.path.replace(':departmentId', sales.id));
  expect(await names(admin)).toEqual(['All']);
  expect((await remove(asha, own)).message).toBe('The view is deleted.');
  expect(await names(asha)).toEqual(['All']);
});

test('a view follows a label that is renamed, and says so when it has gone; words of an agent’s own never go', async () => {
  const { admin, asha } = await inbox();
  const free = await make(asha, 'Free', { filter: { tab: 'waiting', label: 'Parcel' } });
  const label = await makeLabel(admin, 'Refund');
  const view = await make(asha, 'Refunds', { filter: { tab: 'waiting', label: 'Refund', sort: 'longest' } });
  const path = chatLabels.update.path.replace(':configId', label.id);
  await as(admin).put(path, { name: 'Money back', version: label.version });
  expect((await get(asha, view)).data.filter.label).toBe('Money back');
  await as(admin).delete(path);
  expect((await get(asha, view)).data).toMatchObject({ goneLabel: 'Refund', filter: { ...filter, sort: 'longest' } });
  expect((await get(asha, free)).data).toMatchObject({ goneLabel: '', filter: { label: 'Parcel' } });
  expect((await update(asha, view, { filter: { tab: 'closed' } })).data).toMatchObject({ goneLabel: '', filter: { tab: 'closed' } });
});

test('a view keeps department and priority, says so when the department has gone, and one of before these filters has none', async () => {
  const { admin, asha, enterprise } = await inbox();
  const { id } = (await as(admin).post(departments.create.path, { name: 'Sales' })).json().data;
  const view = await make(asha, 'Sales', { filter: { tab: 'waiting', department: id, priority: '8' } });
  expect(view).toMatchObject({ isDepartmentGone: false, filter: { ...filter, department: id, priority: 8 } });
  const ofNone = await make(asha, 'None', { filter: { tab: 'waiting', department: 'none' } });
  await as(admin).delete(departments.remove.path.replace(':departmentId', id));
  expect((await get(asha, view)).data).toMatchObject({ isDepartmentGone: true, filter: { ...filter, priority: 8 } });
  expect((await get(asha, ofNone)).data).toMatchObject({ isDepartmentGone: false, filter: { ...filter, department: 'none' } });
  for (const department of [id, newId()])
    expect((await create(asha, 'x', { filter: { tab: 'waiting', department } })).code).toBe('department.not_found');
  const before = JSON.stringify({ tab: 'closed', sort: 'newest', text: '', channel: null, label: '', unread: false, waiting: false });
  await enterprise.ctx.transaction((tx) => tx.updateTable('chatViews').set({ filter: before }).where('viewId', '=', view.id).execute());
  expect((await get(asha, view)).data).toMatchObject({ isDepartmentGone: false, filter: { ...filter, tab: 'closed' } });
});

test('views keep an order in their scope, and a scope has fifty at most', async () => {
  const { asha } = await inbox();
  const [a, b, c] = [await make(asha, 'A'), await make(asha, 'B'), await make(asha, 'C')];
  const order = async (...ids: string[]) => (await as(asha).put(calls.saveOrder.path, { scope: 'own', ids })).json();
  expect((await order(c.id, a.id, b.id)).data.map(({ name }: ChatView) => name)).toEqual(['C', 'A', 'B']);
  expect(await names(asha)).toEqual(['C', 'A', 'B']);
  // An order is no change of a view: who edits one goes on.
  expect((await update(asha, c, { name: 'C2' })).code).toBe('100');
  expect((await order(c.id, a.id)).code).toBe('chat_view.set_changed');
  expect((await order(c.id, a.id, a.id)).code).toBe('chat_view.set_changed');
  await app.contextOf(asha).transaction((tx) =>
    tx
      .insertInto('chatViews')
      .values(
        Array.from({ length: 47 }, (_, place) => ({
          ...{ enterpriseId: asha.enterpriseId, viewId: newId(), userId: asha.userId, deptId: null, labelId: null },
          ...{ name: `V${place}`, filter: JSON.stringify(filter), place: place + 3 },
        })),
      )
      .execute(),
  );
  expect(await create(asha, 'One more')).toMatchObject({ code: 'chat_view.too_many', data: { maximum: 50 } });
});

test('a view without a name, of a tab that there is not, or of mentions is refused', async () => {
  const { asha } = await inbox();
  for (const body of [
    { name: ' ' },
    { filter: { tab: 'mentions' } },
    { filter: {} },
    { filter: { tab: 'waiting', text: 'x'.repeat(121) } },
  ])
    expect((await create(asha, 'x', body)).code).toBe('request.invalid');
});
