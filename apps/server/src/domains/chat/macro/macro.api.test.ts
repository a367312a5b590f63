import {
  AnsweredMeanwhile,
  type ChatDetail,
  type ChatLabel,
  chatStates,
  endpoints,
  type Macro,
  type MacroFacts,
  type MacroStep,
  previewMacro,
} from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { freeBill } from '../../../bill.ts';

const vendors = await startVendors();
const app = await startApp({
  config: { simulator: vendors.address },
  // Messages to the simulator cost nothing; for others nobody has money.
  bill: { ...freeBill, draw: () => ({ covered: 0, isShort: false, left: 0 }) },
});
const { as, makeUser } = app;
const { makeScene, connect } = createScenes(app);
const { makeWhatsApp } = createVendorScenes(app, vendors);
const moveChannels = (of: TestUser, environment: 'sandbox' | 'production') =>
  app.contextOf(of).transaction((tx) => tx.updateTable('channels').set({ environment }).execute());
const trail = createTrail(app);
const { macros: calls, chatLabels, departments, chats, blacklist } = endpoints;

const at = (path: string, ids: { macroId?: string; chatId?: string }) =>
  path.replace(':macroId', ids.macroId ?? '').replace(':chatId', ids.chatId ?? '');
const create = async (by: TestUser, name: string, steps: unknown[], more: object = {}) =>
  (await as(by).post(calls.create.path, { name, steps, ...more })).json();
const make = async (...given: Parameters<typeof create>): Promise<Macro> => (await create(...given)).data;
const list = async (by: TestUser, query = ''): Promise<Macro[]> => (await as(by).get(`${calls.list.path}?${query}`)).json().data;
const names = async (by: TestUser, query = '') => (await list(by, query)).map(({ name }) => name);
const update = async (by: TestUser, { id, version, name, steps, letter }: Macro, change: object) =>
  (await as(by).put(at(calls.update.path, { macroId: id }), { version, name, steps, letter, ...change })).json();
const remove = async (by: TestUser, { id }: Macro) => (await as(by).delete(at(calls.remove.path, { macroId: id }))).json();
const makeLabel = async (by: TestUser, name: string, deptId = ''): Promise<ChatLabel> =>
  (await as(by).post(chatLabels.create.path, { name, deptId })).json().data;
const note = (text: string): MacroStep => ({ kind: 'note', text });
const chatOf = async (by: TestUser, chatId: string): Promise<ChatDetail> =>
  (await as(by).get(`${at(chats.get.path, { chatId })}?perPage=200`)).json().data;

type Asked = { requestKey?: string; seen?: number; force?: boolean; version?: number };
const run = async (by: TestUser, chatId: string, { id, version }: Macro, asked: Asked = {}) => {
  const body = { requestKey: newId(), seen: 1000, version, ...asked };
  return (await as(by).post(at(calls.run.path, { chatId, macroId: id }), body)).json();
};

async function chatting() {
  const scene = await makeScene();
  const admin = await makeUser({ enterprise: scene.enterprise, name: 'Ada' });
  const chatId = String((await scene.visitor.say('Where is my parcel?')).chatId);
  await scene.asha.ask('agentPickupChat', { chatId });
  return { ...scene, admin, agent: scene.users.asha, chatId };
}

test('a macro is of a person, a department or all; others change or see none of a person', async () => {
  const { admin, users, chatId, agent } = await chatting();
  const sales = (await as(admin).post(departments.create.path, { name: 'Sales' })).json().data;
  const own = await make(agent, 'Mine', [note('a')], { letter: 'R' });
  expect(own).toMatchObject({ scope: 'own', deptId: '', letter: 'r', order: 0, version: 1 });
  const all = await make(admin, 'All', [note('a')], { scope: 'enterprise', letter: 'r' });
  await make(admin, 'Sales', [note('a')], { scope: 'department', deptId: sales.id });
  expect([await names(agent), await names(users.ben), await names(admin, 'scope=enterprise')]).toEqual([['Mine'], [], ['All']]);
  expect(await names(admin, `scope=department&deptId=${sales.id}`)).toEqual(['Sales']);
  // The chat is of no department.
  expect(await names(agent, `chatId=${chatId}`)).toEqual(['Mine', 'All']);
  for (const scoped of [{ scope: 'enterprise' }, { scope: 'department', deptId: sales.id }])
    expect((await create(agent, 'x', [note('a')], scoped)).code).toBe('1403');
  expect((await update(agent, all, { name: 'x' })).code).toBe('1403');
  for (const other of [users.ben, admin, await makeUser()]) {
    expect((await update(other, own, { name: 'x' })).code).toBe('macro.not_found');
    expect((await remove(other, own)).code).toBe('macro.not_found');
    expect((await as(other).get(at(calls.get.path, { macroId: own.id }))).json().code).toBe('macro.not_found');
  }
  expect((await create(admin, 'x', [note('a')], { scope: 'department' })).code).toBe('department.not_found');
  expect((await create(agent, 'Twice', [note('a')], { letter: 'r' })).code).toBe('macro.letter_taken');
  expect(await update(agent, own, { name: 'Renamed' })).toMatchObject({ code: '100', data: { name: 'Renamed', version: 2 } });
  expect(await update(agent, own, { name: 'Late' })).toMatchObject({ code: 'record.changed' });
  const entry = await trail.newest(admin, `kind=macro&recordId=${own.id}&action=create`);
  expect([entry.recordName, changed(entry)]).toMatchObject(['Mine', { letter: [null, 'r'], user: [null, agent.userId], order: [null, 1] }]);
  expect((await remove(agent, own)).message).toBe('The macro is deleted.');
  expect(await names(agent)).toEqual([]);
});

test('macros keep an order in their scope, and a scope has a hundred at most', async () => {
  const { agent } = await chatting();
  const [a, b, c] = [await make(agent, 'A', [note('x')]), await make(agent, 'B', [note('x')]), await make(agent, 'C', [note('x')])];
  const order = async (...ids: string[]) => (await as(agent).put(calls.saveOrder.path, { scope: 'own', ids })).json();
  expect((await order(c.id, a.id, b.id)).data.map(({ name }: Macro) => name)).toEqual(['C', 'A', 'B']);
  // An order is no change of a macro: who edits one goes on.
  expect((await update(agent, c, { name: 'C2' })).code).toBe('100');
  expect((await order(c.id, a.id)).code).toBe('macro.set_changed');
  expect((await order(c.id, a.id, a.id)).code).toBe('macro.set_changed');
  await app.contextOf(agent).transaction((tx) =>
    tx
      .insertInto('macros')
      .values(
        Array.from({ length: 97 }, (_, place) => ({
          enterpriseId: agent.enterpriseId,
          macroId: newId(),
          userId: agent.userId,
          deptId: null,
          name: `M${place}`,
          steps: '[]',
          place: place + 3,
        })),
      )
      .execute(),
  );
  expect(await create(agent, 'One more', [note('x')])).toMatchObject({ code: 'macro.too_many', data: { maximum: 100 } });
});

test('a macro that cannot work is not saved: each fault names its step and field', async () => {
  const { admin } = await chatting();
  const label = await makeLabel(admin, 'Refund');
  const foreign = await makeLabel(await makeUser(), 'Foreign');
  const faults = async (...steps: unknown[]) =>
    (await create(admin, 'x', steps)).data.issues.map(({ field, code }: { field: string; code: string }) => [field, code]);
  expect(await faults({ kind: 'close' }, { kind: 'addLabel', labelId: foreign.id }, { kind: 'reply' })).toEqual([
    ['steps.0.kind', 'macro.last'],
    ['steps.1.labelId', 'macro.unknown'],
    ['steps.2.text', 'quick_reply.empty'],
  ]);
  expect(await faults({ kind: 'reply', text: '{{ customer.phone }}' }, { kind: 'snooze' })).toEqual([
    ['steps.0.text', 'text.placeholder'],
    ['steps.1.seconds', 'macro.snooze'],
  ]);
  expect(
    await faults(
      { kind: 'transferToAgent', userId: newId(), note: 'x' },
      { kind: 'transferToDepartment', departmentId: newId(), note: 'x' },
    ),
  ).toEqual([
    ['steps.0.kind', 'macro.last'],
    ['steps.0.userId', 'macro.unknown'],
    ['steps.1.departmentId', 'macro.unknown'],
  ]);
  for (const steps of [[], Array.from({ length: 13 }, () => note('x')), [{ kind: 'addLabel', labelId: label.id, x: 1 }, { kind: 'fly' }]])
    expect((await create(admin, 'x', steps)).code).toBe('request.invalid');
});

test('a macro does all of its steps once, and a repeat with its key does nothing more', async () => {
  const { admin, agent, chatId, visitor, asha } = await chatting();
  const label = await makeLabel(admin, 'Refund');
  const steps: unknown[] = [
    { kind: 'reply', text: 'Hello {{ customer.name ?? "there" }}, it is {{ agent.name }}.' },
    note('Refund is on its way'),
    { kind: 'addLabel', labelId: label.id },
    { kind: 'priority', priority: 8 },
    { kind: 'close', note: 'Refunded', feedback: 'Fine' },
  ];
  const macro = await make(agent, 'Refund', steps);
  const requestKey = newId();
  const [first, second] = await Promise.all([run(agent, chatId, macro, { requestKey }), run(agent, chatId, macro, { requestKey })]);
  expect([first, second]).toMatchObject([
    { code: '100', data: { done: 5 } },
    { code: '100', data: { done: 5 } },
  ]);
  await visitor.next('entry', ({ entry }) => entry.text.endsWith('it is Asha.'));
  const { state, note: said, priority, labels, messages, sides } = await chatOf(agent, chatId);
  expect([state, said, priority, labels.map(({ name }) => name)]).toEqual([chatStates.closed, 'Refunded', 8, ['Refund']]);
  expect(messages.filter(({ message }) => message.endsWith('it is Asha.'))).toHaveLength(1);
  expect(sides.filter(({ kind }) => kind === 'note').map(({ text }) => text)).toEqual(['Refund is on its way']);
  expect(sides.map(({ act }) => act?.act)).toEqual([undefined, 'labels', 'priority']);
  await asha.next('agentEndChat');
  // Another key in the ended chat is refused, and the key of another chat does not answer for this one.
  expect((await run(agent, chatId, macro)).code).toBe('chat.state_invalid');
});

test('a macro with a step that cannot be done does nothing at all, and names the step', async () => {
  const { admin, agent, chatId } = await chatting();
  const label = await makeLabel(admin, 'Refund');
  await makeLabel(admin, 'Order');
  const macro = await make(agent, 'Refund', [
    { kind: 'reply', text: 'Hello' },
    { kind: 'addLabel', labelId: label.id },
  ]);
  await as(admin).put(chatLabels.update.path.replace(':configId', label.id), { ...label, isActive: false });
  const preview = (await as(agent).get(at(calls.preview.path, { chatId, macroId: macro.id }))).json().data as {
    macro: Macro;
    facts: MacroFacts;
  };
  expect(previewMacro(preview.macro.steps, preview.facts)).toMatchObject([
    { text: 'Hello', problem: null },
    { text: 'Refund', problem: { code: 'label_retired', name: 'Refund' } },
  ]);
  const before = await chatOf(agent, chatId);
  expect(await run(agent, chatId, macro)).toMatchObject({
    code: 'macro.stopped',
    message: 'Step 2: The label Refund is retired. Nothing was done.',
    data: { step: 2, problem: 'label_retired', name: 'Refund' },
  });
  expect((await chatOf(agent, chatId)).lastNumber).toBe(before.lastNumber);
});

test('a step that is refused by itself takes the others with it', async () => {
  const { agent, chatId, enterprise } = await chatting();
  const macro = await make(agent, 'Late', [{ kind: 'reply', text: 'Hello' }, { kind: 'priority', priority: 9 }, note('x')]);
  // Stored by an earlier version, which took empty notes: the preview finds nothing, and the act refuses.
  const empty = JSON.stringify([...macro.steps.slice(0, 2), note(' ')]);
  await app
    .contextOf(enterprise)
    .transaction((tx) => tx.updateTable('macros').set({ steps: empty }).where('macroId', '=', macro.id).execute());
  const before = await chatOf(agent, chatId);
  expect(await run(agent, chatId, macro)).toMatchObject({ code: 'chat.empty_message' });
  const after = await chatOf(agent, chatId);
  expect([after.lastNumber, after.priority, after.state]).toEqual([before.lastNumber, 5, before.state]);
});

test('a macro is held like a reply when a colleague has answered since, and runs by force', async () => {
  const { agent, ben, users, asha, chatId } = await chatting();
  await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
  await ben.ask('acceptInvite', { chatId });
  const macro = await make(agent, 'Urgent', [{ kind: 'priority', priority: 9 }]);
  const seen = (await chatOf(agent, chatId)).lastNumber;
  await ben.ask('agentReply', { chatId, key: 'b1', message: 'It left our store today.' });
  const held = await run(agent, chatId, macro, { seen });
  expect([held.code, AnsweredMeanwhile.parse(held.data).entries.map(({ message }) => message)]).toEqual([
    'chat.answered_meanwhile',
    ['It left our store today.'],
  ]);
  expect((await chatOf(agent, chatId)).priority).toBe(5);
  expect((await run(agent, chatId, macro, { seen, force: true })).data).toEqual({ done: 1 });
  expect((await chatOf(agent, chatId)).priority).toBe(9);
  // An invited agent closes nothing.
  const close = await make(users.ben, 'Close', [{ kind: 'close' }]);
  expect(await run(users.ben, chatId, close)).toMatchObject({ code: 'macro.stopped', data: { step: 1, problem: 'not_owner' } });
});

test('a macro that ends with the chat is held when the customer has written since, and runs by force; another one runs', async () => {
  const { agent, users, chatId, visitor } = await chatting();
  const seen = (await chatOf(agent, chatId)).lastNumber;
  await visitor.say('One more thing');
  const [close, give, snooze] = [
    await make(agent, 'Close', [{ kind: 'reply', text: 'Bye' }, { kind: 'close' }]),
    await make(agent, 'To Ben', [{ kind: 'transferToAgent', userId: users.ben.userId, note: 'Yours' }]),
    await make(agent, 'Later', [{ kind: 'snooze', seconds: 3600 }]),
  ];
  for (const macro of [close, give, snooze]) {
    const held = await run(agent, chatId, macro, { seen });
    expect([held.code, AnsweredMeanwhile.parse(held.data).entries.map(({ message }) => message)]).toEqual([
      'chat.answered_meanwhile',
      ['One more thing'],
    ]);
  }
  expect((await run(agent, chatId, await make(agent, 'Urgent', [{ kind: 'priority', priority: 9 }]), { seen })).code).toBe('100');
  expect((await run(agent, chatId, snooze, { seen: (await chatOf(agent, chatId)).lastNumber })).code).toBe('100');
  expect((await run(agent, chatId, close, { seen, force: true })).code).toBe('100');
  expect((await chatOf(agent, chatId)).state).toBe(chatStates.closed);
});

test('a reply that the gate refuses stops a macro: in the preview, and for lack of money when it is written', async () => {
  const enterprise = await app.makeEnterprise();
  const [admin, agent] = [await makeUser({ enterprise }), await makeUser({ enterprise, roles: [3], name: 'Asha' })];
  const asha = await connect(agent);
  const { channelId } = await makeWhatsApp(enterprise);
  await vendors.control.act(channelId, '+919820001234', { kind: 'text', text: 'Hello' });
  const { chatId } = await asha.next('customerStartChat');
  await asha.ask('agentPickupChat', { chatId });
  const macro = await make(agent, 'Bye', [{ kind: 'priority', priority: 9 }, { kind: 'reply', text: 'Bye' }, { kind: 'close' }]);
  const before = await chatOf(agent, chatId);
  const isAsBefore = async () => {
    const { priority, state, messages } = await chatOf(agent, chatId);
    expect([priority, state, messages.length]).toEqual([5, before.state, before.messages.length]);
  };
  await moveChannels(agent, 'production');
  const stopped = (name: string) => ({ code: 'macro.stopped', data: { step: 2, problem: 'refused', name } });
  expect(await run(agent, chatId, macro)).toMatchObject(stopped('NO_BALANCE'));
  await isAsBefore();
  await moveChannels(agent, 'sandbox');
  await as(admin).post(blacklist.create.path, { numbers: ['+919820001234'], reason: 'Asked' });
  const { facts } = (await as(agent).get(at(calls.preview.path, { chatId, macroId: macro.id }))).json().data;
  expect(previewMacro(macro.steps, facts)[1]?.problem).toEqual({ code: 'refused', name: 'BLOCKED' });
  expect(await run(agent, chatId, macro)).toMatchObject({
    ...stopped('BLOCKED'),
    message: 'Step 2: The channel does not take this message now. The number is on the blacklist. Nothing was done.',
  });
  await isAsBefore();
});

test('a macro hands a chat on to an agent or a department; who has no chat of it runs none', async () => {
  const { admin, agent, users, ben, asha, chatId } = await chatting();
  const give = await make(agent, 'To Ben', [{ kind: 'transferToAgent', userId: users.ben.userId, note: 'Yours' }]);
  expect((await run(agent, chatId, give)).data).toEqual({ done: 1 });
  expect(await ben.next('transferWaiting')).toMatchObject({ chatId });
  const sales = (await as(admin).post(departments.create.path, { name: 'Sales' })).json().data;
  const hand = await make(agent, 'To Sales', [{ kind: 'transferToDepartment', departmentId: sales.id, note: 'Yours' }]);
  expect(await run(agent, chatId, hand)).toMatchObject({ code: 'macro.stopped', data: { problem: 'department_empty', name: 'Sales' } });
  await as(admin).put(departments.addUsers.path.replace(':departmentId', sales.id), { users: [users.ben.userId] });
  expect((await run(agent, chatId, hand)).data).toEqual({ done: 1 });
  await asha.next('youTransferredChat');
  for (const stranger of [agent, admin, await makeUser()]) expect((await run(stranger, chatId, hand)).code).toBe('chat.not_found');
});

test('a macro that was changed since it was looked at does not run; one of others or of another department is not found', async () => {
  const { admin, agent, users, chatId } = await chatting();
  const macro = await make(agent, 'Urgent', [{ kind: 'priority', priority: 9 }]);
  await update(agent, macro, { steps: [{ kind: 'priority', priority: 1 }] });
  expect((await run(agent, chatId, macro)).code).toBe('record.changed');
  const sales = (await as(admin).post(departments.create.path, { name: 'Sales' })).json().data;
  const ofSales = await make(admin, 'Sales', [note('x')], { scope: 'department', deptId: sales.id });
  for (const other of [await make(users.ben, 'Bens', [note('x')]), ofSales, await make(await makeUser(), 'x', [note('x')])])
    expect((await run(agent, chatId, other)).code).toBe('macro.not_found');
  expect((await chatOf(agent, chatId)).priority).toBe(5);
});
