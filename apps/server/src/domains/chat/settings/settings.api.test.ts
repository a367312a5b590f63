import {
  type AuditDetail,
  type ChatAction,
  type ChatConfig,
  chatActionTypes,
  chatSettingKeys,
  type Department,
  defaultChatConfig,
  endpoints,
} from '@parley/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes, webData } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, privateHosts: ['127.0.0.1'] } });
const { as, makeUser, makeEnterprise, contextOf } = app;
const { connect, visit } = createScenes(app);
const { makeWhatsApp } = createVendorScenes(app, vendors);
const trail = createTrail(app);
const { chats, departments, channels, roles, bin } = endpoints;

const at = (path: string, id: string) => path.replace(/:\w+/, id);
const read = async (by: TestUser, deptId = '') => (await as(by).get(`${chats.configuration.path}?deptId=${deptId}`)).json();
const inForce = async (by: TestUser, deptId = ''): Promise<ChatConfig> =>
  (await as(by).get(`${chats.chatConfig.path}?deptId=${deptId}`)).json().data;
const save = async (by: TestUser, body: object) => (await as(by).post(chats.saveConfiguration.path, body)).json();
const makeDepartment = async (by: TestUser, name: string, users: TestUser[] = []): Promise<Department> => {
  const department = (await as(by).post(departments.create.path, { name })).json().data;
  if (users.length > 0) await as(by).put(at(departments.addUsers.path, department.id), { users: users.map(({ userId }) => userId) });
  return department;
};
const makeChannel = async (by: TestUser, deptId: string) =>
  (await as(by).post(channels.create.path, { name: `Website ${deptId}`, type: 12, deptId, isActive: true, data: webData() })).json()
    .response;
const recordOf = async (by: TestUser, chatId: string): Promise<ChatAction[]> =>
  (await as(by).get(at(chats.get.path, chatId))).json().data.messages;

/** Texts to the customer in the enterprise's name, each with the kind of its entry. */
const told = async (by: TestUser, chatId: string) =>
  (await recordOf(by, chatId)).flatMap(({ actionType, authorKind, message }) =>
    message !== '' && authorKind !== 'customer' ? [[actionType, message]] : [],
  );

/** Sales with Sara and a channel of its own; the enterprise around it. */
async function scene() {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise, name: 'Ada' });
  const [sara, omar] = [await makeUser({ enterprise, roles: [3], name: 'Sara' }), await makeUser({ enterprise, roles: [3], name: 'Omar' })];
  const sales = await makeDepartment(admin, 'Sales', [sara]);
  const channel = await makeChannel(admin, sales.id);
  return { enterprise, admin, sara, omar, sales, channel };
}

describe('settings by scope', () => {
  test('ADMIN-064 ADMIN-066 ADMIN-067 a department sets its own values, inherits the others, and inherits one again that it gives up', async () => {
    const { admin, sales } = await scene();
    const support = await makeDepartment(admin, 'Support');
    expect(await read(admin)).toMatchObject({
      data: { chat: defaultChatConfig, sources: Object.fromEntries(chatSettingKeys.map((key) => [key, 'default'])), version: 0 },
    });
    expect(defaultChatConfig.maxOpenChats).toBe(5);
    expect(await save(admin, { chat: { maxOpenChats: 8, welcomeMessage: 'Hello' }, version: 0 })).toMatchObject({ message: 'Saved.' });
    const own = (await save(admin, { deptId: sales.id, chat: { maxOpenChats: 2, closeNeedsNote: 'true' }, version: 0 })).data;
    expect(own).toMatchObject({
      chat: { maxOpenChats: 2, welcomeMessage: 'Hello', closeNeedsNote: true },
      sources: { maxOpenChats: 'department', welcomeMessage: 'enterprise', closeNeedsNote: 'department', ratingEnabled: 'default' },
    });
    expect((await read(admin, support.id)).data).toMatchObject({ chat: { maxOpenChats: 8 }, sources: { maxOpenChats: 'enterprise' } });
    expect([(await inForce(admin, sales.id)).maxOpenChats, (await inForce(admin)).maxOpenChats]).toEqual([2, 8]);
    const reset = (await save(admin, { deptId: sales.id, reset: ['maxOpenChats'], version: own.version })).data;
    expect(reset).toMatchObject({ chat: { maxOpenChats: 8, closeNeedsNote: true }, sources: { maxOpenChats: 'enterprise' } });
    expect((await save(admin, { deptId: sales.id, reset: ['nothing'] })).code).toBe('request.invalid');
  });

  test('a reminder that would come too late is refused at its field, by what is in force together, where it is changed', async () => {
    const { admin, sales } = await scene();
    const issuesOf = async (chat: object, deptId = '') =>
      (await save(admin, { chat, deptId })).data.issues?.map(({ field, code }: { field: string; code: string }) => [field, code]);
    const late = ['chat.agentRequeueSeconds', 'clock.order'];
    expect(await issuesOf({ agentRemindSeconds: 60, agentRequeueSeconds: 60 })).toEqual([late]);
    expect(await issuesOf({ customerRemindSeconds: 90, customerEndSeconds: 60, agentRemindSeconds: 9 })).toEqual([
      ['chat.customerEndSeconds', 'clock.order'],
    ]);
    expect((await save(admin, { chat: { agentRemindSeconds: 60, agentRequeueSeconds: 61, customerEndSeconds: 5 } })).code).toBe('100');
    expect(await issuesOf({ agentRemindSeconds: 120 }, sales.id)).toEqual([late]);
    expect((await save(admin, { chat: { agentRequeueSeconds: 200, agentRemindSeconds: 120 }, deptId: sales.id })).code).toBe('100');
    // Something else is saved all the same where it is wrong already.
    expect((await save(admin, { chat: { agentRemindSeconds: 0, agentRequeueSeconds: 0 } })).code).toBe('100');
    expect((await save(admin, { deptId: sales.id, reset: ['agentRemindSeconds'] })).code).toBe('100');
    expect((await save(admin, { chat: { agentRemindSeconds: 300 } })).code).toBe('100');
    expect((await save(admin, { chat: { maxOpenChats: 4 }, deptId: sales.id })).code).toBe('100');
  });

  test('two who save one scope at once: the second is refused with what stands, and another scope is free', async () => {
    const { admin, sales } = await scene();
    const other = await makeUser({ enterprise: admin, name: 'Olga' });
    expect((await save(other, { deptId: sales.id, chat: { maxOpenChats: 3 }, version: 0 })).code).toBe('100');
    expect(await save(admin, { deptId: sales.id, chat: { maxOpenChats: 9, ratingEnabled: false }, version: 0 })).toMatchObject({
      code: 'record.changed',
      data: { changedBy: 'Olga', current: { maxOpenChats: 3, ratingEnabled: null } },
    });
    expect((await save(admin, { chat: { maxOpenChats: 9 }, version: 0 })).code).toBe('100');
    const racing = await Promise.all([1, 2, 3, 4].map((limit) => save(admin, { chat: { maxOpenChats: limit }, version: 2 })));
    expect(racing.filter(({ code }) => code === '100')).toHaveLength(1);
    expect((await read(admin)).data.version).toBe(3);
  });

  test('a text is refused that names what nobody can fill', async () => {
    const { admin } = await scene();
    const refused = await save(admin, {
      chat: { welcomeMessage: 'Hello {{ customer.income }}', closingMessageHi: 'नमस्ते {{', maxOpenChats: 3 },
    });
    expect(refused.code).toBe('request.invalid');
    expect(refused.data.issues).toMatchObject([
      { field: 'chat.welcomeMessage', code: 'text.placeholder', values: { placeholder: 'customer.income' } },
      { field: 'chat.closingMessageHi', code: 'text.placeholder' },
    ]);
    expect((await read(admin)).data.version).toBe(0);
  });

  test('a user whose data scope is departments reads and changes the settings of their own alone', async () => {
    const { enterprise, admin, sales } = await scene();
    const support = await makeDepartment(admin, 'Support');
    const role = { name: 'Config', permissions: ['CHAT.CHAT_CONFIG'], dataScope: 'department', description: '', maskedFields: [] };
    const { code } = (await as(admin).put(roles.saveRole.path, role)).json().data;
    const keeper = await makeUser({ enterprise, roles: [code] });
    await as(admin).put(at(departments.addUsers.path, sales.id), { users: [keeper.userId] });
    expect((await save(keeper, { deptId: sales.id, chat: { maxOpenChats: 3 } })).code).toBe('100');
    expect((await read(keeper)).code).toBe('100');
    expect((await save(keeper, { chat: { maxOpenChats: 3 } })).code).toBe('1403');
    expect((await save(keeper, { deptId: support.id, chat: { maxOpenChats: 3 } })).code).toBe('department.not_found');
    expect((await read(keeper, support.id)).code).toBe('department.not_found');
    // Nor does a role that reaches what is one's own alone, of a member of the department.
    const own = (await as(admin).put(roles.saveRole.path, { ...role, name: 'Own', dataScope: 'own' })).json().data;
    const member = await makeUser({ enterprise, roles: [own.code] });
    await as(admin).put(at(departments.addUsers.path, sales.id), { users: [member.userId] });
    expect((await save(member, { deptId: sales.id, chat: { maxOpenChats: 2 } })).code).toBe('department.not_found');
    const foreigner = await makeUser();
    expect((await save(foreigner, { deptId: sales.id, chat: { maxOpenChats: 3 } })).code).toBe('department.not_found');
    expect((await read(foreigner, sales.id)).code).toBe('department.not_found');
    expect((await as(foreigner).get(`${chats.chatConfig.path}?deptId=${sales.id}`)).json().code).toBe('department.not_found');
  });

  test('a department’s save is an entry of its own, whose values are put back, inherited ones as inherited', async () => {
    const { admin, sales } = await scene();
    await save(admin, { deptId: sales.id, chat: { maxOpenChats: 3 } });
    await save(admin, { deptId: sales.id, chat: { maxOpenChats: 4, closingMessage: 'Bye' } });
    const [second, first] = (await trail.details(admin, `kind=chat_settings&recordId=${sales.id}`)) as [AuditDetail, AuditDetail];
    expect([second.recordName, changed(second)]).toEqual(['Sales', { maxOpenChats: [3, 4], closingMessage: [null, 'Bye'] }]);
    expect(await trail.putBack(admin, second, ['closingMessage'])).toMatchObject({ status: true });
    expect((await read(admin, sales.id)).data).toMatchObject({ chat: { maxOpenChats: 4 }, sources: { closingMessage: 'default' } });
    expect(await trail.putBack(admin, first, ['maxOpenChats'])).toMatchObject({ status: true });
    expect((await read(admin, sales.id)).data.sources.maxOpenChats).toBe('default');
  });

  test('a deleted department’s settings come back with it from the bin, and leave with it for good', async () => {
    const { admin, sara, sales } = await scene();
    await save(admin, { deptId: sales.id, chat: { maxOpenChats: 3 } });
    const kept = async () => {
      const { rows } = await contextOf(admin).read((tx) =>
        sql<{ own: object }>`select own from chat_settings where enterprise_id = ${admin.enterpriseId} and dept_id = ${sales.id}`.execute(
          tx,
        ),
      );
      return rows;
    };
    const support = await makeDepartment(admin, 'Support', [sara]);
    const remove = () => as(admin).delete(`${at(departments.remove.path, sales.id)}?moveTo=${support.id}`);
    const inBin = async () => (await as(admin).get(`${bin.list.path}?kind=department`)).json().data.entries[0];
    await remove();
    expect((await read(admin, sales.id)).code).toBe('department.not_found');
    expect(await as(admin).post(at(bin.restore.path, (await inBin()).id), {})).toMatchObject({ statusCode: 200 });
    expect((await read(admin, sales.id)).data.chat.maxOpenChats).toBe(3);
    await remove();
    await contextOf(admin).transaction((tx) =>
      tx.updateTable('sessions').set({ provedAt: new Date() }).where('enterpriseId', '=', admin.enterpriseId).execute(),
    );
    expect(await kept()).toHaveLength(1);
    await as(admin).delete(`${at(bin.purge.path, (await inBin()).id)}?name=Sales`);
    expect(await kept()).toEqual([]);
  });
});

describe('settings in a chat', () => {
  test('a limit of the department holds for its agents at once, and NOTIF-010 a choice that it allows', async () => {
    const { admin, sara, omar, sales, channel } = await scene();
    await save(admin, { chat: { maxOpenChats: 2, customChatSelection: false } });
    await save(admin, { deptId: sales.id, chat: { maxOpenChats: 1, customChatSelection: true } });
    const agent = await connect(sara);
    for (const text of ['One', 'Two']) await (await visit(channel.widgetKey)).say(text);
    expect((await agent.ask('agentPickupChat', {})).status).toBe(true);
    expect(await agent.ask('agentPickupChat', {})).toMatchObject({ code: 'chat.agent_full', data: { maxOpenChats: 1 } });
    const limits = (await as(admin).get(`${chats.agents.path}?perPage=-1`)).json().response.users;
    expect(limits.map(({ name, maxChats }: { name: string; maxChats: number }) => [name, maxChats]).sort()).toEqual(
      [
        ['Ada', 2],
        ['Omar', 2],
        ['Sara', 1],
      ].sort(),
    );
    expect([(await inForce(sara)).customChatSelection, (await inForce(omar)).customChatSelection]).toEqual([true, false]);
    await save(admin, { deptId: sales.id, reset: ['maxOpenChats'] });
    expect((await agent.ask('agentPickupChat', {})).status).toBe(true);
  });

  test('the customer is told what the department says, in their language, filled; empty is not said', async () => {
    const { admin, sara, sales, channel } = await scene();
    const welcome = { welcomeMessage: 'Welcome to {{ department.name }}', welcomeMessageHi: '{{ department.name }} में स्वागत है' };
    const texts = {
      ...welcome,
      joinedMessage: '{{ agent.name }} is here',
      ratingMessage: 'How was {{ agent.name }}?',
      closingMessage: 'Bye {{ customer.name ?? "friend" }}',
    };
    await save(admin, { deptId: sales.id, chat: texts });
    const agent = await connect(sara);
    const [english, hindi] = [await visit(channel.widgetKey), await visit(channel.widgetKey, { language: 'hi-IN' })];
    const [one, other] = [(await english.say('Hello')).chatId, (await hindi.say('नमस्ते')).chatId];
    expect(await told(admin, other)).toEqual([[chatActionTypes.agentReply, 'Sales में स्वागत है']]);
    await agent.ask('agentPickupChat', { chatId: one });
    await agent.ask('agentPickupChat', { chatId: other });
    // The Hindi of this text is empty: the widget's own words stand.
    expect((await hindi.next('entry', ({ entry }) => entry.text.includes('Sara'))).entry.text).toBe('Sara joined the conversation.');
    expect((await english.next('entry', ({ entry }) => entry.text.includes('Sara'))).entry).toMatchObject({
      author: 'system',
      text: 'Sara is here',
    });
    await as(sara).post(at(chats.close.path, one), {});
    expect((await told(admin, one)).map(([type]) => type)).toEqual([
      chatActionTypes.agentReply,
      chatActionTypes.agentPickedUp,
      chatActionTypes.agentReply,
      chatActionTypes.agentClosedChat,
    ]);
    expect((await told(admin, one)).slice(2).map(([, text]) => text)).toEqual(['How was Sara?', expect.stringMatching(/^Bye /)]);
  });

  test('a chat keeps the texts of its queueing, and a rule of closing holds at once', async () => {
    const { admin, sara, sales, channel } = await scene();
    await save(admin, { deptId: sales.id, chat: { closingMessage: 'Old' } });
    const agent = await connect(sara);
    const first = (await (await visit(channel.widgetKey)).say('Hello')).chatId;
    await save(admin, { deptId: sales.id, chat: { closingMessage: 'New', closeNeedsLabel: true, closeNeedsNote: true } });
    const second = (await (await visit(channel.widgetKey)).say('Hello')).chatId;
    const close = async (chatId: string) => (await as(sara).post(at(chats.close.path, chatId), {})).json().code;
    const tag = (chatId: string, body: object) => as(sara).put(at(chats.updateTag.path, chatId), body);
    for (const [chatId, text] of [
      [first, 'Old'],
      [second, 'New'],
    ] as const) {
      await agent.ask('agentPickupChat', { chatId });
      expect(await close(chatId)).toBe('chat.label_needed');
      await tag(chatId, { tag: 'Order', note: '' });
      expect(await close(chatId)).toBe('chat.note_needed');
      await tag(chatId, { tag: 'Order', note: 'Sent again' });
      expect(await close(chatId)).toBe('100');
      expect((await told(admin, chatId)).at(-1)).toEqual([chatActionTypes.agentClosedChat, text]);
    }
  });

  test('a transfer to another department is said in its words, and a chat that nobody takes is missed in them', async () => {
    const { enterprise, admin, sara, omar, sales, channel } = await scene();
    const support = await makeDepartment(admin, 'Support', [omar]);
    await save(admin, {
      deptId: support.id,
      chat: { transferredMessage: 'Now with {{ department.name }}', missedMessage: 'Nobody of {{ department.name }}' },
    });
    await save(admin, { deptId: sales.id, chat: { transferredMessage: 'Wrong', missedMessage: 'Wrong' } });
    const agent = await connect(sara);
    const { chatId } = await (await visit(channel.widgetKey)).say('Hello');
    await agent.ask('agentPickupChat', { chatId });
    await agent.ask('agentTransferChat', { chatId, departmentId: support.id, note: 'Theirs' });
    expect((await told(admin, chatId)).at(-1)).toEqual([chatActionTypes.agentReply, 'Now with Support']);
    const watching = await connect(omar);
    await contextOf(enterprise).transaction((tx) =>
      tx
        .updateTable('chats')
        .set({ deadlineAt: new Date(Date.now() - 1) })
        .where('enterpriseId', '=', enterprise.enterpriseId)
        .where('chatId', '=', chatId)
        .execute(),
    );
    await watching.next('missedWaiting');
    expect((await told(admin, chatId)).at(-1)).toEqual([chatActionTypes.agentMissedChat, 'Nobody of Support']);
  });

  test('a rating is asked for, with words and for a time, as the chat’s department says', async () => {
    const { enterprise, admin, sara, sales, channel } = await scene();
    await save(admin, { deptId: sales.id, chat: { ratingEnabled: false } });
    const agent = await connect(sara);
    const served = async () => {
      const visitor = await visit(channel.widgetKey);
      const { chatId } = await visitor.say('Hello');
      await agent.ask('agentPickupChat', { chatId });
      await as(sara).post(at(chats.close.path, chatId), {});
      return { visitor, chatId, thread: await visitor.next('thread', ({ isOpen }) => !isOpen) };
    };
    const unasked = await served();
    expect(unasked.thread.canRate).toBe(false);
    unasked.visitor.tell('rate', { chatId: unasked.chatId, stars: 5 });
    expect((await unasked.visitor.next('refused')).code).toBe('chat.state_invalid');

    await save(admin, { deptId: sales.id, chat: { ratingCommentEnabled: false, ratingWithinHours: 2 }, reset: ['ratingEnabled'] });
    const rated = await served();
    expect(rated.thread).toMatchObject({ canRate: true, asksComment: false });
    rated.visitor.tell('rate', { chatId: rated.chatId, stars: 4, comment: 'Not asked for' });
    await rated.visitor.next('rated');
    const history = (await as(sara).get(chats.history.path)).json().data.chats;
    expect(history.find((chat: { chatId: string }) => chat.chatId === rated.chatId)).toMatchObject({ rating: 4 });
    expect((await recordOf(admin, rated.chatId)).at(-1)).toMatchObject({ message: '', detail: { stars: 4 } });

    const late = await served();
    const again = () => visit(channel.widgetKey, { visitorToken: late.visitor.token });
    expect((await again()).welcome.thread).toMatchObject({ canRate: true, asksComment: false });
    await contextOf(enterprise).transaction((tx) =>
      sql`update chats set closed_at = closed_at - interval '2 hours' where enterprise_id = ${enterprise.enterpriseId} and chat_id = ${late.chatId}`.execute(
        tx,
      ),
    );
    const visitor = await again();
    expect(visitor.welcome.thread.canRate).toBe(false);
    visitor.tell('rate', { chatId: late.chatId, stars: 1 });
    expect((await visitor.next('refused')).code).toBe('chat.state_invalid');
  });

  test('a customer of a vendor’s channel gets what is said at the end as a message', async () => {
    const admin = await makeUser();
    const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Asha' });
    await save(admin, { chat: { joinedMessage: '{{ agent.name }} is here', ratingMessage: 'Stars?' } });
    const { channelId } = await makeWhatsApp(admin);
    const socket = await connect(agent);
    await vendors.control.act(channelId, '+919876512345', { kind: 'text', text: 'Hello' });
    const { chatId } = await socket.next('customerStartChat');
    await socket.ask('agentPickupChat', { chatId });
    await as(agent).post(at(chats.close.path, chatId), {});
    expect(await told(admin, chatId)).toEqual([
      [chatActionTypes.agentReply, defaultChatConfig.welcomeMessage],
      [chatActionTypes.agentReply, 'Asha is here'],
      [chatActionTypes.agentReply, defaultChatConfig.closingMessage],
    ]);
  });
});
