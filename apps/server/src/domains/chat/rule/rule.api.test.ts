import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type ChatDetail, type ChatRule, type ChatSide, chatStates, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { createScenes } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { actOnDueClocks } from '../chat/chat.clocks.ts';
import { receive } from '../conversation/chat.inbound.ts';

const app = await startApp();
const { as, makeUser, stranger } = app;
const { makeScene, connect } = createScenes(app);
const book = createPhoneBook(app);
const trail = createTrail(app);
const { attributes, chatRules: calls, chatLabels, chats, chatSides, departments, notifications, roles, webhooks } = endpoints;

const at = (path: string, id: string) => path.replace(/:\w+/, id);
const list = async (by: TestUser): Promise<ChatRule[]> => (await as(by).get(calls.list.path)).json().data.rules;
const names = async (by: TestUser) => (await list(by)).map(({ name }) => name);
const note = { kind: 'note', text: 'Look' };
const create = async (by: TestUser, name: string, more: object = {}) =>
  (await as(by).post(calls.create.path, { name, event: 'opened', acts: [note], ...more })).json();
const make = async (by: TestUser, name: string, more: object = {}): Promise<ChatRule> => {
  const answer = await create(by, name, more);
  expect(answer).toMatchObject({ code: '100' });
  return answer.data;
};
const save = async (by: TestUser, { id, names: _names, order: _order, ...rule }: ChatRule, more: object = {}) =>
  (await as(by).put(at(calls.update.path, id), { ...rule, ...more })).json();
const remove = async (by: TestUser, { id }: ChatRule) => (await as(by).delete(at(calls.remove.path, id))).json();
const order = async (by: TestUser, ids: string[]) => (await as(by).put(calls.saveOrder.path, { ids })).json();
const makeDepartment = async (by: TestUser, name: string, manager?: string) =>
  (await as(by).post(departments.create.path, { name, ...(manager ? { manager } : {}) })).json().data as { id: string };
const makeLabel = async (by: TestUser, name: string, more: object = {}) =>
  (await as(by).post(chatLabels.create.path, { name, ...more })).json().data as { id: string; version: number };
const says = (...values: string[]) => [{ match: 'all', conditions: [{ fact: 'message', values }] }];

async function makeRuled() {
  const scene = await makeScene();
  const admin = await makeUser({ enterprise: scene.enterprise, name: 'Ada' });
  return { ...scene, admin };
}
type Scene = Awaited<ReturnType<typeof makeRuled>>;
const chatOf = async ({ admin }: Pick<Scene, 'admin'>, chatId: string): Promise<ChatDetail> =>
  (await as(admin).get(`/e/enterprise/chat/${chatId}`)).json().data;
const linesOf = async (scene: Pick<Scene, 'admin'>, chatId: string) =>
  (await chatOf(scene, chatId)).sides.flatMap((side: ChatSide) => (side.act?.act === 'rule' ? [{ ...side.act, note: side.text }] : []));
const firedOf = async (scene: Pick<Scene, 'admin'>, chatId: string) => (await linesOf(scene, chatId)).map(({ rule }) => rule);
const told = async (user: TestUser) =>
  (await as(user).get(notifications.list.path)).json().data.notifications.map(({ code }: { code: string }) => code);
const ruleClocks = ({ enterprise }: Scene) =>
  app.contextOf(enterprise).read((tx) => tx.selectFrom('chatClocks').select(['chatId', 'dueAt']).where('kind', '=', 'rule').execute());

/** So many minutes of waiting pass for a chat. */
const passMinutes = ({ enterprise }: Scene, chatId: string, minutes: number) =>
  app.contextOf(enterprise).transaction(async (tx) => {
    await sql`update chats set queued_at = queued_at - make_interval(mins => ${minutes}) where chat_id = ${chatId}`.execute(tx);
    await sql`update chat_clocks set started_at = started_at - make_interval(mins => ${minutes}), due_at = due_at - make_interval(mins => ${minutes})
      where chat_id = ${chatId} and kind = 'rule'`.execute(tx);
  });

describe('records', () => {
  test('rules are added at the end, changed by their version, put into an order and deleted', async () => {
    const admin = await makeUser();
    const [first, second] = [await make(admin, 'First'), await make(admin, 'Second', { event: 'message', groups: says('refund') })];
    expect(first).toMatchObject({
      deptId: '',
      event: 'opened',
      waitMinutes: 5,
      isOn: true,
      groups: [],
      acts: [note],
      order: 0,
      version: 1,
    });
    expect((await save(admin, first, { name: 'Begin', isOn: false })).data).toMatchObject({ name: 'Begin', isOn: false, version: 2 });
    expect(await save(admin, first, { name: 'Stale' })).toMatchObject({ code: 'record.changed' });
    expect((await order(admin, [second.id, first.id])).data.rules.map(({ name }: ChatRule) => name)).toEqual(['Second', 'Begin']);
    for (const ids of [[second.id], [second.id, second.id]]) expect((await order(admin, ids)).code).toBe('chat_rule.set_changed');
    const edit = await trail.newest(admin, 'kind=chat_rule&action=edit');
    expect([edit.recordName, changed(edit)]).toEqual(['Begin', { name: ['First', 'Begin'], isOn: [true, false] }]);
    expect(await remove(admin, second)).toMatchObject({ code: '100' });
    expect((await remove(admin, second)).code).toBe('chat_rule.not_found');
    expect((await as(admin).get(at(calls.get.path, second.id))).json().code).toBe('chat_rule.not_found');
    expect(await names(admin)).toEqual(['Begin']);
  });

  test('a faulty rule is refused by its fields', async () => {
    const admin = await makeUser();
    const faultsOf = async (more: object) =>
      (await create(admin, 'Wrong', more)).data.issues.map(({ field, code }: { field: string; code: string }) => [field, code]);
    const one = (fact: string, ...values: string[]) => [{ match: 'all', conditions: [{ fact, values }] }];
    const values = 'groups.0.conditions.0.values';
    expect(await faultsOf({ event: 'message' })).toEqual([['groups', 'rule.words']]);
    expect(await faultsOf({ groups: says('refund') })).toEqual([[values, 'rule.no_message']]);
    expect(await faultsOf({ event: 'message', groups: says('?!') })).toEqual([[values, 'rule.value']]);
    expect(await faultsOf({ groups: one('priority', '10') })).toEqual([[values, 'rule.value']]);
    expect(await faultsOf({ groups: one('channel', randomUUID()) })).toEqual([[values, 'rule.unknown']]);
    expect(await faultsOf({ acts: [note, { kind: 'addLabel', labelId: randomUUID() }] })).toEqual([['acts.1.labelId', 'rule.unknown']]);
    expect((await faultsOf({ acts: [] })).map(([field]: string[]) => field)).toEqual(['acts']);
    expect((await faultsOf({ event: 'waits', waitMinutes: 1441 })).map(([field]: string[]) => field)).toEqual(['waitMinutes']);
    expect(await list(admin)).toEqual([]);
  });

  test('another enterprise’s records are unknown, and what a rule names may go: it can still be switched off', async () => {
    const [admin, foreigner] = [await makeUser(), await makeUser()];
    const [label, theirs] = [await makeLabel(admin, 'Refund'), await makeLabel(foreigner, 'Theirs')];
    const group = await book.makeGroup(admin, 'Gold');
    expect((await create(admin, 'x', { acts: [{ kind: 'addLabel', labelId: theirs.id }] })).data.issues).toMatchObject([
      { code: 'rule.unknown' },
    ]);
    expect((await create(admin, 'x', { deptId: (await makeDepartment(foreigner, 'Theirs')).id })).code).toBe('department.not_found');
    const rule = await make(admin, 'Label', {
      groups: [{ match: 'any', conditions: [{ fact: 'group', values: [group] }] }],
      acts: [{ kind: 'addLabel', labelId: label.id }],
    });
    expect(rule.names).toEqual([
      { id: label.id, name: 'Refund' },
      { id: group, name: 'Gold' },
    ]);
    expect((await as(admin).get(`${calls.choices.path}?search=gol`)).json().data).toEqual({
      channels: [],
      groups: [{ id: group, name: 'Gold' }],
      labels: [{ id: label.id, name: 'Refund' }],
      attributes: [],
    });
    expect((await as(admin).get(`${calls.choices.path}?search=100%25`)).json().data.groups).toEqual([]);
    expect((await as(admin).delete(at(chatLabels.remove.path, label.id))).json().code).toBe('100');
    expect((await save(admin, rule, { isOn: false })).data).toMatchObject({ isOn: false, names: [{ id: group, name: 'Gold' }] });
  });

  test('CHAT_CONFIG makes rules, a role of departments those of its own, and nobody of another enterprise', async () => {
    const [admin, foreigner] = [await makeUser(), await makeUser()];
    const [sales, billing] = [await makeDepartment(admin, 'Sales'), await makeDepartment(admin, 'Billing')];
    const agent = await makeUser({ enterprise: admin, roles: [3] });
    const role = { name: 'Config', permissions: ['CHAT.CHAT_CONFIG'], dataScope: 'department', description: '', maskedFields: [] };
    const keeper = await makeUser({ enterprise: admin, roles: [(await as(admin).put(roles.saveRole.path, role)).json().data.code] });
    await as(admin).put(at(departments.addUsers.path, sales.id), { users: [keeper.userId] });
    const [common, other] = [await make(admin, 'Common'), await make(admin, 'Billing', { deptId: billing.id })];
    expect((await stranger().get(calls.list.path)).statusCode).toBe(401);
    expect((await as(agent).get(calls.list.path)).json().code).toBe('1403');
    const own = await make(keeper, 'Ours', { deptId: sales.id });
    expect(await names(keeper)).toEqual(['Common', 'Ours']);
    for (const answer of [
      await create(keeper, 'All'),
      await save(keeper, common, { name: 'Mine' }),
      await remove(keeper, common),
      await order(keeper, [own.id, common.id, other.id]),
      await save(keeper, own, { deptId: '' }),
    ])
      expect(answer.code).toBe('1403');
    expect((await save(keeper, other, { name: 'Mine' })).code).toBe('chat_rule.not_found');
    expect((await create(keeper, 'x', { deptId: billing.id })).code).toBe('department.not_found');
    expect((await save(keeper, own, { name: 'Ours still' })).code).toBe('100');
    expect(await list(foreigner)).toEqual([]);
    for (const answer of [await save(foreigner, common, { name: 'x' }), await remove(foreigner, common)])
      expect(answer.code).toBe('chat_rule.not_found');
    expect((await order(foreigner, [common.id, other.id, own.id])).code).toBe('chat_rule.set_changed');
  });
});

describe('acts of rules', () => {
  test('a message that matches labels and raises the chat, once, and the trace tells agents what was compared', async () => {
    const scene = await makeRuled();
    const label = await makeLabel(scene.admin, 'Refund');
    const acts = [
      { kind: 'addLabel', labelId: label.id },
      { kind: 'priority', priority: 8 },
      { kind: 'note', text: 'Ask for the number' },
    ];
    await make(scene.admin, 'Refunds', { event: 'message', groups: says('money back', 'refund'), acts });
    const { chatId } = await scene.visitor.say('Hello');
    expect(await firedOf(scene, chatId)).toEqual([]);
    await scene.visitor.say('I want a REFUND');
    expect(await linesOf(scene, chatId)).toEqual([
      {
        act: 'rule',
        rule: 'Refunds',
        event: 'message',
        checks: [{ fact: 'message', isNot: false, wanted: ['money back', 'refund'], found: ['refund'], holds: true }],
        deeds: [
          { kind: 'addLabel', value: 'Refund', problem: '' },
          { kind: 'priority', value: '8', problem: '' },
          { kind: 'note', value: '', problem: '' },
        ],
        note: 'Ask for the number',
      },
    ]);
    const chat = await chatOf(scene, chatId);
    expect(chat).toMatchObject({ priority: 8, labels: [{ name: 'Refund' }], tag: 'Refund' });
    expect(chat.sides.at(-1)).toMatchObject({ kind: 'rule', authorId: '', authorName: '' });
  });

  test('a repeated message fires nothing more, and a rule that finds all as it wants it says nothing', async () => {
    const scene = await makeRuled();
    await make(scene.admin, 'Urgent', { event: 'message', groups: says('urgent'), acts: [{ kind: 'priority', priority: 9 }] });
    const key = randomUUID();
    const { chatId } = await scene.visitor.say('Urgent!', key as never);
    await scene.visitor.say('Urgent!', key as never);
    await scene.visitor.say('Very urgent');
    expect(await firedOf(scene, chatId)).toEqual(['Urgent']);
  });

  test('acts of a rule fire no rule, and those of an agent do', async () => {
    const scene = await makeRuled();
    const [refund, seen] = [await makeLabel(scene.admin, 'Refund'), await makeLabel(scene.admin, 'Seen')];
    const isLabelled = [{ match: 'all', conditions: [{ fact: 'label', values: [refund.id] }] }];
    await make(scene.admin, 'Label', { acts: [{ kind: 'addLabel', labelId: refund.id }] });
    await make(scene.admin, 'Labelled', { event: 'labelled', groups: isLabelled, acts: [{ kind: 'addLabel', labelId: seen.id }] });
    const { chatId } = await scene.visitor.say('Hello');
    expect(await firedOf(scene, chatId)).toEqual(['Label']);
    await scene.asha.ask('agentPickupChat', { chatId });
    const path = at(chatSides.saveLabels.path, chatId);
    expect((await as(scene.users.asha).put(path, { labelIds: [] })).json()).toMatchObject({ status: true });
    expect(await firedOf(scene, chatId)).toEqual(['Label']);
    const answer = (await as(scene.users.asha).put(path, { labelIds: [refund.id] })).json();
    expect(answer.data.map(({ name }: { name: string }) => name)).toEqual(['Refund', 'Seen']);
    expect(await firedOf(scene, chatId)).toEqual(['Label', 'Labelled']);
  });

  test('a chat is moved where it is queued, and a later rule of that department sees it there', async () => {
    const scene = await makeRuled();
    const billing = await makeDepartment(scene.admin, 'Billing');
    await as(scene.admin).put(at(departments.addUsers.path, billing.id), { users: [scene.users.ben.userId] });
    await make(scene.admin, 'Move', { event: 'queued', acts: [{ kind: 'department', departmentId: billing.id }] });
    await make(scene.admin, 'There', { event: 'queued', deptId: billing.id, acts: [{ kind: 'priority', priority: 7 }] });
    const [asha, ben] = [await connect(scene.users.asha), await connect(scene.users.ben)];
    const { chatId } = await scene.visitor.say('Hello');
    expect(await firedOf(scene, chatId)).toEqual(['Move', 'There']);
    expect(await chatOf(scene, chatId)).toMatchObject({ deptId: billing.id, priority: 7, handledBy: 'queue', state: chatStates.created });
    expect(await asha.ask('agentPickupChat', { chatId })).toMatchObject({ status: false });
    expect(await ben.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
  });

  test('a retired label, a deleted department and a chat that an agent has are skipped, and the trace says so', async () => {
    const scene = await makeRuled();
    const label = await makeLabel(scene.admin, 'Old');
    const [gone, there] = [await makeDepartment(scene.admin, 'Gone'), await makeDepartment(scene.admin, 'There')];
    await make(scene.admin, 'Broken', {
      event: 'message',
      groups: says('help'),
      acts: [
        { kind: 'addLabel', labelId: label.id },
        { kind: 'department', departmentId: gone.id },
        { kind: 'department', departmentId: there.id },
        { kind: 'tell', who: 'owner' },
      ],
    });
    await as(scene.admin).put(at(chatLabels.update.path, label.id), { ...label, isActive: false });
    expect((await as(scene.admin).delete(at(departments.remove.path, gone.id))).json().code).toBe('100');
    const { chatId } = await scene.visitor.say('Hello');
    await scene.asha.ask('agentPickupChat', { chatId });
    await scene.visitor.say('Help');
    expect((await linesOf(scene, chatId))[0]?.deeds.map(({ problem }) => problem)).toEqual(['retired', 'gone', 'owned', '']);
    expect(await told(scene.users.asha)).toEqual(['chat.rule']);
  });

  test('the end of a chat tells its managers and own systems, which hear no note', async () => {
    const scene = await makeRuled();
    const hook = { name: 'Hook', url: 'https://hooks.example.com/', events: ['chat.rule'] };
    expect((await as(scene.admin).post(webhooks.create.path, hook)).json()).toMatchObject({ code: '100' });
    await make(scene.admin, 'Ended', { event: 'closed', acts: [{ kind: 'tell', who: 'managers' }, { kind: 'webhook' }, note] });
    const { chatId } = await scene.visitor.say('Hello');
    await scene.asha.ask('agentPickupChat', { chatId });
    expect((await as(scene.users.asha).post(at(chats.close.path, chatId), {})).json()).toMatchObject({ status: true });
    expect((await linesOf(scene, chatId))[0]).toMatchObject({
      event: 'closed',
      deeds: [{ value: 'managers' }, { kind: 'webhook' }, { kind: 'note' }],
    });
    expect(await told(scene.admin)).toContain('chat.rule');
    const sent = await app
      .contextOf(scene.enterprise)
      .read((tx) => sql<{ data: object }>`select body::jsonb->'data' as data from webhook_events where type = 'chat.rule'`.execute(tx));
    expect(sent.rows.map(({ data }) => data)).toMatchObject([{ chatId, detail: { rule: 'Ended', event: 'closed' } }]);
    expect(JSON.stringify(sent.rows)).not.toContain(note.text);
  });

  test('a transaction that fails leaves nothing of a rule', async () => {
    const scene = await makeRuled();
    await make(scene.admin, 'Urgent', { event: 'message', groups: says('urgent'), acts: [{ kind: 'priority', priority: 9 }] });
    const { chatId } = await scene.visitor.say('Hello');
    const ctx = app.contextOf(scene.enterprise);
    const message = await messageOf(scene, chatId, 'Urgent');
    await expect(
      ctx.transaction(async (tx) => {
        await receive(ctx, tx, [message]);
        throw new Error('The process ends');
      }),
    ).rejects.toThrow('The process ends');
    expect([await firedOf(scene, chatId), (await chatOf(scene, chatId)).priority]).toEqual([[], 5]);
    await ctx.transaction((tx) => receive(ctx, tx, [message]));
    expect([await firedOf(scene, chatId), (await chatOf(scene, chatId)).priority]).toEqual([['Urgent'], 9]);
  });
});

/** A message of the chat's customer, as its channel brings it. */
async function messageOf({ enterprise }: Pick<Scene, 'enterprise'>, chatId: string, text: string) {
  const chat = await app
    .contextOf(enterprise)
    .read((tx) => tx.selectFrom('chats').selectAll().where('chatId', '=', chatId).executeTakeFirstOrThrow());
  const { enterpriseId, channelId, address, customerId } = chat;
  const customer = { customerId, name: '' };
  return { enterpriseId, channelId, address, entry: 'queue', visit: {}, attachment: null, customer, text, key: randomUUID() } as never;
}

describe('rules of the wait', () => {
  test('each fires once when its minutes have passed, whatever number of workers look', async () => {
    const scene = await makeRuled();
    await make(scene.admin, 'Ten', { event: 'waits', waitMinutes: 10, acts: [{ kind: 'priority', priority: 9 }] });
    await make(scene.admin, 'Five', { event: 'waits', waitMinutes: 5, acts: [{ kind: 'priority', priority: 7 }] });
    const { chatId } = await scene.visitor.say('Hello');
    expect(await ruleClocks(scene)).toHaveLength(1);
    await passMinutes(scene, chatId, 5);
    await Promise.all([actOnDueClocks(app.deps), actOnDueClocks(app.deps)]);
    await expect.poll(() => firedOf(scene, chatId)).toEqual(['Five']);
    expect(await ruleClocks(scene)).toHaveLength(1);
    await passMinutes(scene, chatId, 5);
    await actOnDueClocks(app.deps);
    await expect.poll(() => firedOf(scene, chatId)).toEqual(['Five', 'Ten']);
    expect((await chatOf(scene, chatId)).priority).toBe(9);
    expect(await ruleClocks(scene)).toEqual([]);
  });

  test('a worker that slept fires all that have passed, in their order, and a chat that an agent has is left alone', async () => {
    const scene = await makeRuled();
    await make(scene.admin, 'Ten', { event: 'waits', waitMinutes: 10, acts: [{ kind: 'priority', priority: 9 }] });
    await make(scene.admin, 'Five', { event: 'waits', waitMinutes: 5, acts: [{ kind: 'priority', priority: 7 }] });
    const { chatId } = await scene.visitor.say('Hello');
    await passMinutes(scene, chatId, 60);
    await actOnDueClocks(app.deps);
    await expect.poll(() => firedOf(scene, chatId)).toEqual(['Ten', 'Five']);
    const other = await makeRuled();
    await make(other.admin, 'Five', { event: 'waits', acts: [{ kind: 'priority', priority: 7 }] });
    const { chatId: owned } = await other.visitor.say('Hello');
    await other.asha.ask('agentPickupChat', { chatId: owned });
    await passMinutes(other, owned, 6);
    await actOnDueClocks(app.deps);
    await expect.poll(() => ruleClocks(other)).toEqual([]);
    expect(await firedOf(other, owned)).toEqual([]);
  });

  test('a chat of another department, or without such a rule, has no clock, and one that waits follows a new rule', async () => {
    const scene = await makeRuled();
    const billing = await makeDepartment(scene.admin, 'Billing');
    await make(scene.admin, 'Elsewhere', { event: 'waits', deptId: billing.id });
    const { chatId } = await scene.visitor.say('Hello');
    expect(await ruleClocks(scene)).toEqual([]);
    await make(scene.admin, 'Here', { event: 'waits', waitMinutes: 3 });
    await expect.poll(async () => (await ruleClocks(scene)).map((clock) => clock.chatId)).toEqual([chatId]);
  });

  test('a chat on offer is taken back from the agent and moved', async () => {
    const scene = await makeRuled();
    const billing = await makeDepartment(scene.admin, 'Billing');
    await as(scene.admin).put(at(departments.addUsers.path, billing.id), { users: [scene.users.ben.userId] });
    await make(scene.admin, 'Overflow', { event: 'waits', acts: [{ kind: 'department', departmentId: billing.id }] });
    await make(scene.admin, 'Words', { event: 'message', groups: says('bill'), acts: [{ kind: 'department', departmentId: billing.id }] });
    await as(scene.admin).post(chats.saveConfiguration.path, { chat: { routingMode: 'automatic', acceptMode: 'offer' } });
    const { chatId } = await scene.visitor.say('Hello');
    const offers = async () =>
      (
        await app
          .contextOf(scene.enterprise)
          .read((tx) => tx.selectFrom('chatOffers').select('state').where('chatId', '=', chatId).execute())
      ).map(({ state }) => state);
    await expect.poll(offers).toEqual(['waiting']);
    // A message takes no offer back, and says nothing of what could not be done: it would at each message.
    await scene.visitor.say('About my bill');
    expect([await linesOf(scene, chatId), await offers()]).toEqual([[], ['waiting']]);
    await passMinutes(scene, chatId, 5);
    await actOnDueClocks(app.deps);
    await expect.poll(() => firedOf(scene, chatId)).toEqual(['Overflow']);
    expect(await offers()).toContain('withdrawn');
    expect(await chatOf(scene, chatId)).toMatchObject({ deptId: billing.id, handledBy: 'queue' });
  });
});

describe('attributes of customers', () => {
  const asks = (attributeId: string, operator: string, ...values: string[]) => [
    { match: 'all', conditions: [{ fact: 'attribute', attributeId, operator, values }] },
  ];
  const priority = [{ kind: 'priority', priority: 9 }];

  async function makeAttributed() {
    const scene = await makeRuled();
    const { admin } = scene;
    const fields = {
      text: await book.makeAttribute(admin, 'City'),
      number: await book.makeAttribute(admin, 'Income', { inputType: 'number' }),
      date: await book.makeAttribute(admin, 'Since', { fieldType: 'date', inputType: '' }),
      choice: await book.makeAttribute(admin, 'Tier', { fieldType: 'selectbox-singlevalue', inputType: '', defaultValue: 'Gold,Silver' }),
      yes: await book.makeAttribute(admin, 'Insured', { fieldType: 'boolean', inputType: '' }),
    };
    const { chatId } = await scene.visitor.say('Hello');
    // A visitor of a page has no number, without which no form saves a customer. Attributes are kept by their slots, in the order in which they were made.
    const data = { 1: 'Pune', 2: '25000', 3: '2026-03-01', 4: 'Gold', 5: 'true' };
    await app
      .contextOf(scene.enterprise)
      .transaction((tx) =>
        sql`update customers set data = ${JSON.stringify(data)} where customer_id = (select customer_id from chats where chat_id = ${chatId})`.execute(
          tx,
        ),
      );
    return { ...scene, chatId, fields };
  }

  test('each kind is compared as in the phone book, and the record of the chat tells no value', async () => {
    const scene = await makeAttributed();
    const { admin, chatId, fields } = scene;
    const on = (name: string, groups: object) => make(admin, name, { event: 'labelled', groups, acts: [note] });
    await on('City', asks(fields.text._id, 'startsWith', 'pu'));
    await on('Income', asks(fields.number._id, 'between', '20000', '30000'));
    await on('Since', asks(fields.date._id, 'after', '2026-02-28'));
    await on('Tier', asks(fields.choice._id, 'noneOf', 'Silver'));
    await on('Insured', asks(fields.yes._id, 'is', 'true'));
    await on('Empty', asks(fields.text._id, 'isEmpty'));
    await on('Poor', asks(fields.number._id, 'atMost', '9000'));
    const label = await makeLabel(admin, 'Seen');
    await scene.asha.ask('agentPickupChat', { chatId });
    await as(scene.users.asha).put(at(chatSides.saveLabels.path, chatId), { labelIds: [label.id] });
    const lines = await linesOf(scene, chatId);
    expect(lines.map(({ rule }) => rule)).toEqual(['City', 'Income', 'Since', 'Tier', 'Insured']);
    expect(lines[1]?.checks).toEqual([{ fact: 'attribute', attribute: 'Income', isNot: false, wanted: [], found: [], holds: true }]);
    expect(JSON.stringify(lines)).not.toMatch(/25000|20000|Pune|Gold/);
  });

  test('a deleted attribute holds no more, and its rule can still be renamed; wrong values, and those of others, are refused', async () => {
    const { admin, fields, chatId, ...scene } = await makeAttributed();
    const foreigner = await makeUser();
    const theirs = await book.makeAttribute(foreigner, 'Theirs');
    const faultOf = async (groups: object) => (await create(admin, 'x', { groups })).data.issues[0];
    const field = 'groups.0.conditions.0.values';
    expect(await faultOf(asks(theirs._id, 'is', 'x'))).toMatchObject({ field, code: 'rule.unknown' });
    expect(await faultOf(asks(fields.number._id, 'startsWith', '2'))).toMatchObject({ field, code: 'filter.operator' });
    expect(await faultOf(asks(fields.number._id, 'is', 'many'))).toMatchObject({ field, code: 'filter.number' });
    expect(await faultOf(asks(fields.number._id, 'between', '1'))).toMatchObject({ field, code: 'rule.value' });
    const groups = asks(fields.text._id, 'isNot', 'Delhi');
    const rule = await make(admin, 'Elsewhere', { event: 'message', groups: [...groups, ...says('hi')], acts: priority });
    expect(rule.names).toEqual([{ id: fields.text._id, name: 'City' }]);
    expect((await as(admin).delete(at(attributes.remove.path, fields.text._id))).json().code).toBe('100');
    expect(await save(admin, rule, { name: 'Renamed' })).toMatchObject({ code: '100', data: { names: [] } });
    await scene.visitor.say('Hi');
    expect(await firedOf({ admin }, chatId)).toEqual([]);
    const { chatNumber } = await chatOf({ admin }, chatId);
    const { trials } = (await as(admin).get(`${calls.trial.path}?chatNumber=${chatNumber}`)).json().data;
    expect(trials[0]).toMatchObject({ fires: false, checks: [{ attribute: '', holds: false }, { holds: true }] });
  });

  test('a user who may not read customers asks no attribute, keeps what others ask, and is not told with what a trial compares', async () => {
    const { admin, enterprise, fields, chatId } = await makeAttributed();
    const permissions = ['CHAT.CHAT_CONFIG', 'CHAT.VIEW_CHATHISTORY', 'CHAT.VIEW_MONITOR'];
    const role = { name: 'Config', permissions, dataScope: 'enterprise', description: '', maskedFields: [] };
    const code = (await as(admin).put(roles.saveRole.path, role)).json().data.code;
    const keeper = await makeUser({ enterprise, roles: [code] });
    const choicesOf = async (by: TestUser) => (await as(by).get(calls.choices.path)).json().data.attributes;
    expect((await choicesOf(admin)).slice(0, 2)).toEqual([
      { id: fields.text._id, name: 'City', kind: 'text', options: [] },
      { id: fields.number._id, name: 'Income', kind: 'number', options: [] },
    ]);
    expect(await choicesOf(keeper)).toEqual([]);
    const groups = asks(fields.number._id, 'atLeast', '20000');
    expect((await create(keeper, 'Mine', { groups })).data.issues).toMatchObject([{ code: 'rule.unknown' }]);
    const rule = await make(admin, 'Rich', { groups, acts: priority });
    expect(await save(keeper, rule, { name: 'Wealthy' })).toMatchObject({ code: '100', data: { name: 'Wealthy', version: 2 } });
    const other = asks(fields.number._id, 'atLeast', '24999');
    expect((await save(keeper, rule, { groups: other, version: 2 })).data.issues).toMatchObject([{ code: 'rule.unknown' }]);
    const { chatNumber } = await chatOf({ admin }, chatId);
    const checksOf = async (by: TestUser) =>
      (await as(by).get(`${calls.trial.path}?chatNumber=${chatNumber}`)).json().data.trials[0].checks;
    const told = { fact: 'attribute', attribute: 'Income', operator: 'atLeast', isNot: false, wanted: ['20000'], found: [] };
    expect(await checksOf(admin)).toEqual([{ ...told, holds: true }]);
    expect(await checksOf(keeper)).toEqual([told]);
  });
});

describe('trying', () => {
  test('a chat shows which rules would fire, with the values compared, and nothing is done', async () => {
    const scene = await makeRuled();
    const { chatId } = await scene.visitor.say('Hello');
    await scene.visitor.say('A refund, please');
    await make(scene.admin, 'Refunds', {
      event: 'message',
      isOn: false,
      groups: says('refund'),
      acts: [{ kind: 'priority', priority: 9 }],
    });
    await make(scene.admin, 'Hindi', { groups: [{ match: 'all', conditions: [{ fact: 'language', values: ['hi'] }] }] });
    const { chatNumber } = await chatOf(scene, chatId);
    const tryOn = async (by: TestUser, number: string) =>
      (await as(by).get(`${calls.trial.path}?chatNumber=${encodeURIComponent(number)}`)).json();
    const { trials } = (await tryOn(scene.admin, `#${chatNumber}`)).data;
    expect(trials).toMatchObject([
      { name: 'Refunds', isOn: false, fires: true, number: 4, deeds: [{ value: '9', problem: '' }], checks: [{ found: ['refund'] }] },
      { name: 'Hindi', isOn: true, fires: false, number: null, deeds: [], checks: [{ wanted: ['hi'], holds: false }] },
    ]);
    expect(await chatOf(scene, chatId)).toMatchObject({ priority: 5, sides: [] });
    expect((await tryOn(scene.admin, 'nothing')).code).toBe('chat.not_found');
    expect((await tryOn(await makeUser(), chatNumber)).code).toBe('chat.not_found');
    const role = { name: 'Config', permissions: ['CHAT.CHAT_CONFIG'], dataScope: 'enterprise', description: '', maskedFields: [] };
    const code = (await as(scene.admin).put(roles.saveRole.path, role)).json().data.code;
    expect((await tryOn(await makeUser({ enterprise: scene.enterprise, roles: [code] }), chatNumber)).code).toBe('chat.not_found');
  });
});

describe('cost of a message', () => {
  const counting = new AsyncLocalStorage<string[]>();
  const seen = new WeakSet<object>();
  app.deps.pool.on('acquire', (client) => {
    if (seen.has(client)) return;
    seen.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      counting.getStore()?.push('');
      return query(...args);
    }) as typeof client.query;
  });

  async function countOf(...rules: object[]): Promise<number> {
    const scene = await makeRuled();
    const { id: departmentId } = await makeDepartment(scene.admin, 'Billing');
    for (const rule of rules)
      await make(
        scene.admin,
        'Rule',
        'moves' in rule ? { event: 'message', groups: rule.moves, acts: [{ kind: 'department', departmentId }] } : rule,
      );
    const { chatId } = await scene.visitor.say('Hello');
    const ctx = app.contextOf(scene.enterprise);
    const message = await messageOf(scene, chatId, 'Where is it?');
    const store: string[] = [];
    await counting.run(store, () => ctx.transaction((tx) => receive(ctx, tx, [message])));
    return store.length;
  }

  test('rules of other events, of other departments and those that are off cost no statement', async () => {
    const none = await countOf();
    const others = [{ event: 'closed' }, { event: 'waits' }, { event: 'labelled' }];
    expect(await countOf(...others, { event: 'message', isOn: false, groups: says('refund') })).toBe(none);
    // The rules, and the facts of the chat.
    expect(await countOf({ event: 'message', groups: says('refund') })).toBe(none + 2);
    // Nobody asks who handles the chats of departments to which no chat would go.
    expect(await countOf({ moves: says('refund') }, { moves: says('money') })).toBe(none + 2);
  });
});
