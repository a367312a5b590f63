import {
  type ChatDetail,
  type ChatField,
  type ChatFieldValue,
  chatActionTypes,
  endpoints,
  type Macro,
  type MacroFacts,
  previewMacro,
} from '@parley/contract';
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
const { chatFields: calls, departments, chats, inbox, macros } = endpoints;

const at = (path: string, ids: { fieldId?: string; chatId?: string; macroId?: string }) =>
  path
    .replace(':fieldId', ids.fieldId ?? '')
    .replace(':chatId', ids.chatId ?? '')
    .replace(':macroId', ids.macroId ?? '');
const create = async (by: TestUser, name: string, more: object = {}) =>
  (await as(by).post(calls.create.path, { name, kind: 'text', ...more })).json();
const make = async (...given: Parameters<typeof create>): Promise<ChatField> => (await create(...given)).data;
const list = async (by: TestUser, deptId = ''): Promise<ChatField[]> =>
  (await as(by).get(`${calls.list.path}?deptId=${deptId}`)).json().data;
const update = async (by: TestUser, { id, version, name, options, isRequired, isActive }: ChatField, change: object) =>
  (await as(by).put(at(calls.update.path, { fieldId: id }), { version, name, options, isRequired, isActive, ...change })).json();
const remove = async (by: TestUser, { id }: ChatField) => (await as(by).delete(at(calls.remove.path, { fieldId: id }))).json();
const valuesOf = async (by: TestUser, chatId: string): Promise<ChatFieldValue[]> =>
  (await as(by).get(at(calls.ofChat.path, { chatId }))).json().data;
const save = async (by: TestUser, chatId: string, values: Record<string, string>) =>
  (await as(by).put(at(calls.saveOfChat.path, { chatId }), { values })).json();
const chatOf = async (by: TestUser, chatId: string): Promise<ChatDetail> =>
  (await as(by).get(`${at(chats.get.path, { chatId })}?perPage=200`)).json().data;
const close = async (by: TestUser, chatId: string) => (await as(by).post(`/e/enterprise/chat/${chatId}/close`)).json();

async function chatting() {
  const scene = await makeScene();
  const admin = await makeUser({ enterprise: scene.enterprise, name: 'Ada' });
  const chatId = String((await scene.visitor.say('Where is my parcel?')).chatId);
  await scene.asha.ask('agentPickupChat', { chatId });
  const ofDepartment = (deptId: string) =>
    scene.enterprise.ctx.transaction((tx) => tx.updateTable('chats').set({ deptId }).where('chatId', '=', chatId).execute());
  return { ...scene, admin, agent: scene.users.asha, chatId, ofDepartment };
}

test('fields are made, changed, put into order and retired by those who configure chats; others find none of them', async () => {
  const { admin, agent } = await chatting();
  const order = await make(admin, ' Order ', { isRequired: 'true' });
  expect(order).toEqual({
    id: order.id,
    ...{ deptId: '', name: 'Order', kind: 'text', options: [], isRequired: true, isActive: true, order: 0, version: 1 },
  });
  const plan = await make(admin, 'Plan', { kind: 'choice', options: [' Gold', 'Silver '] });
  expect(plan.options).toEqual(['Gold', 'Silver']);
  expect((await create(agent, 'x')).code).toBe('1403');
  expect((await as(agent).get(calls.list.path)).json().code).toBe('1403');
  const stranger = await makeUser();
  expect((await remove(stranger, order)).code).toBe('chat_field.not_found');
  expect((await as(stranger).get(at(calls.get.path, { fieldId: order.id }))).json().code).toBe('chat_field.not_found');
  expect((await update(stranger, order, { name: 'x' })).code).toBe('chat_field.not_found');
  expect((await create(admin, 'ORDER')).code).toBe('chat_field.name_taken');
  const faults = async (more: object) => (await create(admin, 'x', more)).data.issues.map(({ code }: { code: string }) => code);
  expect(await faults({ kind: 'choice' })).toEqual(['chat_field.no_options']);
  expect(await faults({ kind: 'choice', options: ['a', 'A'] })).toEqual(['chat_field.options_twice']);
  expect((await create(admin, 'x', { kind: 'colour' })).code).toBe('request.invalid');
  expect((await create(admin, 'x', { deptId: newId() })).code).toBe('department.not_found');
  expect(await update(admin, plan, { name: 'Tariff', options: ['Gold'] })).toMatchObject({
    data: { name: 'Tariff', kind: 'choice', options: ['Gold'], version: 2 },
  });
  expect((await update(admin, plan, { name: 'Late' })).code).toBe('record.changed');
  const sorted = async (...ids: string[]) => (await as(admin).put(calls.saveOrder.path, { ids })).json();
  expect((await sorted(plan.id, order.id)).data.map(({ name }: ChatField) => name)).toEqual(['Tariff', 'Order']);
  expect((await sorted(plan.id)).code).toBe('chat_field.set_changed');
  const entry = await trail.newest(admin, `kind=chat_field&recordId=${plan.id}&action=create`);
  expect([entry.recordName, changed(entry)]).toMatchObject(['Plan', { type: [null, 'choice'], order: [null, 2] }]);
  expect(await remove(admin, order)).toMatchObject({ message: 'The field is deleted.', data: { isRetired: false } });
  expect((await list(admin)).map(({ name }) => name)).toEqual(['Tariff']);
});

test('a scope has fifty fields at most', async () => {
  const { admin } = await chatting();
  await app.contextOf(admin).transaction((tx) =>
    tx
      .insertInto('chatFields')
      .values(
        Array.from({ length: 50 }, (_, place) => ({
          ...{ enterpriseId: admin.enterpriseId, fieldId: newId(), deptId: null, name: `F${place}`, kind: 'text' as const },
          ...{ options: '[]', place },
        })),
      )
      .execute(),
  );
  expect(await create(admin, 'One more')).toMatchObject({ code: 'chat_field.too_many', data: { maximum: 50 } });
});

test('a chat has the fields of all and of its department; values are tidied, told by a line, and kept when the field retires or the department changes', async () => {
  const { admin, agent, chatId, ofDepartment } = await chatting();
  const sales = (await as(admin).post(departments.create.path, { name: 'Sales' })).json().data;
  const ofSales = await make(admin, 'Budget', { kind: 'number', deptId: sales.id });
  const plan = await make(admin, 'Plan', { kind: 'choice', options: ['Gold', 'Silver'] });
  const names = async () => (await valuesOf(agent, chatId)).map(({ name, value }) => [name, value]);
  expect([await list(admin, sales.id), await list(admin)].map((rows) => rows.map(({ name }) => name))).toEqual([['Budget'], ['Plan']]);
  expect(await names()).toEqual([['Plan', '']]);
  await ofDepartment(sales.id);
  expect((await save(agent, chatId, { [ofSales.id]: '007.50', [plan.id]: 'gold' })).data.map(({ value }: ChatFieldValue) => value)).toEqual(
    ['Gold', '7.5'],
  );
  expect((await chatOf(agent, chatId)).sides.map(({ act }) => act)).toEqual([
    {
      act: 'fields',
      changes: [
        { name: 'Plan', from: '', to: 'Gold' },
        { name: 'Budget', from: '', to: '7.5' },
      ],
    },
  ]);
  // The same values write no line.
  await save(agent, chatId, { [plan.id]: 'GOLD' });
  expect((await chatOf(agent, chatId)).sides).toHaveLength(1);
  const support = (await as(admin).post(departments.create.path, { name: 'Support' })).json().data;
  await ofDepartment(support.id);
  expect(await names()).toEqual([
    ['Plan', 'Gold'],
    ['Budget', '7.5'],
  ]);
  expect(await remove(admin, plan)).toMatchObject({ data: { isRetired: true } });
  const issues = async (values: Record<string, string>) =>
    (await save(agent, chatId, values)).data.issues.map(({ field, code }: { field: string; code: string }) => [field, code]);
  expect(await issues({ [plan.id]: 'Silver', [ofSales.id]: 'much' })).toEqual([
    [`values.${plan.id}`, 'chat_field.retired'],
    [`values.${ofSales.id}`, 'chat_field.number'],
  ]);
  await save(agent, chatId, { [plan.id]: '' });
  expect(await names()).toEqual([['Budget', '7.5']]);
});

test('fields of a chat are set by those who take part; others, and ids of others, are not found', async () => {
  const { admin, agent, users, chatId } = await chatting();
  const field = await make(admin, 'Order');
  const foreign = await make(await makeUser(), 'Foreign');
  for (const other of [users.ben, await makeUser({ roles: [3] })])
    expect((await save(other, chatId, { [field.id]: 'x' })).code).toBe('chat.not_found');
  expect((await save(agent, chatId, { [foreign.id]: 'x' })).code).toBe('chat_field.not_found');
  expect((await save(agent, newId(), { [field.id]: 'x' })).code).toBe('chat.not_found');
  expect((await save(agent, chatId, { [field.id]: 'x'.repeat(501) })).code).toBe('request.invalid');
  expect((await save(agent, chatId, { [field.id]: '4711' })).code).toBe('100');
  expect((await valuesOf(admin, chatId)).map(({ value }) => value)).toEqual(['4711']);
});

test('a chat without a needed value is closed by no agent, act on many or macro; its end tells the values', async () => {
  const { admin, agent, chatId, visitor } = await chatting();
  const order = await make(admin, 'Order', { isRequired: true });
  const done = await make(admin, 'Solved', { kind: 'yes_no', isRequired: true });
  await make(admin, 'Retired', { isRequired: true, isActive: false });
  const macro: Macro = (await as(agent).post(macros.create.path, { name: 'End', steps: [{ kind: 'close' }] })).json().data;
  const runPath = at(macros.run.path, { chatId, macroId: macro.id });
  const preview = async () => {
    const { facts } = (await as(agent).get(runPath)).json().data as { facts: MacroFacts };
    return previewMacro(macro.steps, facts).map(({ problem }) => problem);
  };
  expect(await close(agent, chatId)).toMatchObject({ code: 'chat.field_needed', data: { name: 'Order, Solved' } });
  const many = await as(agent).post(inbox.bulk.path, { chatIds: [chatId], act: { kind: 'close' } });
  expect(many.json().data.refused).toMatchObject([{ chatId, code: 'chat.field_needed' }]);
  expect(await preview()).toEqual([{ code: 'field_needed', name: 'Order, Solved' }]);
  const run = await as(agent).post(runPath, { requestKey: newId(), seen: 1000, version: macro.version });
  expect(run.json()).toMatchObject({ code: 'macro.stopped', data: { step: 1, problem: 'field_needed', name: 'Order, Solved' } });
  await save(agent, chatId, { [order.id]: '4711', [done.id]: 'false' });
  expect(await preview()).toEqual([null]);
  expect((await close(agent, chatId)).code).toBe('100');
  const { messages } = await chatOf(agent, chatId);
  expect(messages.find(({ actionType }) => actionType === chatActionTypes.agentClosedChat)?.detail).toEqual({
    feedback: '',
    fields: [
      { id: order.id, name: 'Order', value: '4711' },
      { id: done.id, name: 'Solved', value: 'false' },
    ],
  });
  // The customer reads none of it.
  expect(JSON.stringify(await visitor.next('thread', ({ isOpen }) => !isOpen))).not.toContain('4711');
});

test('the end of a chat without fields tells none', async () => {
  const { agent, chatId } = await chatting();
  await close(agent, chatId);
  const { messages } = await chatOf(agent, chatId);
  expect(messages.at(-1)?.detail).toEqual({ feedback: '' });
});
