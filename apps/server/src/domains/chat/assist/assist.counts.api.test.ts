import { type AssistCount, type AssistKind, type AssistReply, type ChatDetail, type Department, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes, webData } from '../../../../test/scene.ts';
import { retentionText } from '../../../personal-data.ts';
import { entriesHeld } from '../chat/chat.personal.ts';
import { retainedChats } from '../chat/chat.retention.ts';
import { changeEntry } from '../conversation/chat.notes.ts';
import { findAction, lockChats } from '../record/chat.repository.ts';
import { signDraft } from './assist.proof.ts';
import { keepTranslations, listTranslations } from './translation.repository.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeScene, connect, visit } = createScenes(app);
const { assist: calls, chats, channels, departments } = endpoints;

const period = `from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date(Date.now() + 3_600_000).toISOString()}`;
const counts = async (by: TestUser, query = ''): Promise<AssistCount[]> =>
  (await as(by).get(`${calls.counts.path}?${period}${query}`)).json().data;
const replies = async (by: TestUser, query: string): Promise<{ replies: AssistReply[]; more: boolean }> =>
  (await as(by).get(`${calls.replies.path}?${period}${query}`)).json().data;
const read = async (by: TestUser, chatId: string): Promise<ChatDetail> =>
  (await as(by).get(chats.get.path.replace(':chatId', chatId))).json().data;

/** Asha owns a chat of no department. */
async function chatting() {
  const scene = await makeScene();
  const admin = await makeUser({ enterprise: scene.enterprise, name: 'Ada' });
  const said = await scene.visitor.say('How long is the warranty?');
  const chatId = String(said.chatId);
  await scene.asha.ask('agentPickupChat', { chatId });
  const sourceId = newId();
  const offer = (text: string, more: { kind?: AssistKind; chatId?: string; sourceId?: string } = {}) => {
    const draft = { chatId, kind: 'passage' as const, sourceId, name: 'Warranty', text, ...more };
    return { kind: draft.kind, sourceId: draft.sourceId, proof: signDraft(app.deps.secrets, draft, new Date()) };
  };
  const reply = (message: string, assist?: object, more: object = {}) =>
    scene.asha.ask('agentReply', { chatId, key: newId(), message, ...(assist ? { assist } : {}), ...more } as never);
  return { ...scene, admin, chatId, number: said.entry.number, sourceId, offer, reply };
}

test('a reply that began with a draft is kept as unchanged or edited, and one whose draft was never offered there is not', async () => {
  const { users, asha, visitor, chatId, sourceId, offer, reply } = await chatting();
  const sent = await reply(' Two  years. ', offer('Two years.'));
  const { number } = sent.data.action as { number: number };
  const line = { act: 'assist', kind: 'passage', sourceId, name: 'Warranty', outcome: 'unchanged', number, deptId: '' };
  expect((await asha.next('chatSide')).side).toMatchObject({ kind: 'assist', authorName: 'Asha', text: '', act: line });
  await reply('Two years, from the day of delivery.', offer('Two years.'));
  // A reply whose proof does not fit counts for nothing, and leaves all the same.
  const outsider = offer('Two years.', { chatId: newId() });
  for (const wrong of [
    outsider,
    { ...offer('Two years.'), kind: 'intent' },
    { ...offer('Two years.'), sourceId: newId() },
    { ...offer('Two years.'), proof: 'x.y.z' },
    { ...offer('Two years.'), proof: app.deps.secrets.sign('assist:{}', new Date(Date.now() + 60_000)) },
    { ...offer('Two years.'), proof: app.deps.secrets.sign('assist:no', new Date(Date.now() + 60_000)) },
  ])
    expect((await reply('Two years.', wrong)).status).toBe(true);
  expect((await reply('Two years.')).status).toBe(true);
  const { sides } = await read(users.asha, chatId);
  expect(sides.map(({ act }) => act)).toEqual([line, { ...line, outcome: 'edited', number: number + 1 }]);
  // A proof of a version before may name half a character.
  const claims = { c: chatId, k: 'passage', s: sourceId, n: 'Half \ud83d', h: '' };
  const proof = app.deps.secrets.sign(`assist:${JSON.stringify(claims)}`, new Date(Date.now() + 60_000));
  expect((await reply('Two years.', { kind: 'passage', sourceId, proof })).status).toBe(true);
  expect((await read(users.asha, chatId)).sides.at(-1)?.act).toMatchObject({ name: 'Half \ufffd' });
  // A repeat under the same key is the same reply, and no second line.
  const key = newId();
  for (const _ of [1, 2]) await asha.ask('agentReply', { chatId, key, message: 'Two years.', assist: offer('Two years.') } as never);
  expect((await read(users.asha, chatId)).lastSide).toBe(4);
  expect(visitor.talker.received.filter(({ type }) => type === 'chatSide')).toEqual([]);
});

test('counts are sums of these lines, each opens its replies, and departments are for those who reach them', async () => {
  const { enterprise, admin, chatId, sourceId, offer, reply } = await chatting();
  const sales: Department = (await as(admin).post(departments.create.path, { name: 'Sales' })).json().data;
  const form = { name: 'Shop', type: 12, deptId: sales.id, isActive: true, data: webData() };
  const { widgetKey } = (await as(admin).post(channels.create.path, form)).json().response;
  const seller = await makeUser({ enterprise, roles: [3], name: 'Sara' });
  await as(admin).put(departments.addUsers.path.replace(':departmentId', sales.id), { users: [seller.userId] });
  const [hers, customer] = [await connect(seller), await visit(widgetKey)];
  const shopChat = String((await customer.say('Hello')).chatId);
  await hers.ask('agentPickupChat', { chatId: shopChat });
  await hers.ask('agentReply', {
    chatId: shopChat,
    key: newId(),
    message: 'Two years!',
    assist: offer('Two years.', { chatId: shopChat }),
  } as never);
  const sent: number[] = [];
  for (const message of ['Two years.', 'Two years.', 'Three years.'])
    sent.push(((await reply(message, offer('Two years.'))).data.action as { number: number }).number);
  await reply('Hello', offer('Hello', { kind: 'intent', sourceId: chatId }));
  const none = { kind: 'passage', sourceId, name: 'Warranty', deptId: '', department: '' };
  const ofSales = { ...none, deptId: sales.id, department: 'Sales', unchanged: 0, edited: 1 };
  const greeting = { ...none, kind: 'intent', sourceId: chatId, unchanged: 1, edited: 0 };
  const sortBySource = (rows: AssistCount[]) =>
    rows.toSorted((one, other) => (one.kind + one.deptId).localeCompare(other.kind + other.deptId));
  expect(sortBySource(await counts(admin))).toEqual([greeting, { ...none, unchanged: 2, edited: 1 }, ofSales]);
  expect(await counts(admin, `&deptId=${sales.id}`)).toEqual([ofSales]);

  const page = await replies(admin, `&kind=passage&sourceId=${sourceId}&perPage=2`);
  const rest = await replies(admin, `&kind=passage&sourceId=${sourceId}&perPage=2&before=${page.replies[1]?.id}`);
  const all = [...page.replies, ...rest.replies];
  expect([page.more, rest.more, all.map(({ outcome, number: at }) => [outcome, at])]).toEqual([
    true,
    false,
    [
      ['edited', sent[2]],
      ['unchanged', sent[1]],
      ['unchanged', sent[0]],
    ],
  ]);
  expect(new Set(all.map((one) => [one.chatId, one.agentName].join())).size).toBe(1);
  const edited = await replies(admin, `&kind=passage&sourceId=${sourceId}&outcome=edited&deptId=${sales.id}`);
  expect(edited.replies).toMatchObject([{ chatId: shopChat, agentName: 'Sara', outcome: 'edited' }]);

  // A user who reaches a department alone counts its replies; agents and others count none.
  const role = { name: 'Keeper', permissions: ['CHAT.CHAT_CONFIG'], dataScope: 'department', description: '', maskedFields: [] };
  const { code } = (await as(admin).put(endpoints.roles.saveRole.path, role)).json().data;
  const keeper = await makeUser({ enterprise, roles: [code], name: 'Kim' });
  await as(admin).put(departments.addUsers.path.replace(':departmentId', sales.id), { users: [keeper.userId] });
  expect(await counts(keeper)).toEqual([ofSales]);
  expect((await as(keeper).get(`${calls.counts.path}?${period}&deptId=${newId()}`)).json().code).toBe('department.not_found');
  expect((await as(seller).get(`${calls.counts.path}?${period}`)).json().code).toBe('1403');
  const stranger = await makeUser();
  expect([await counts(stranger), (await replies(stranger, `&kind=passage&sourceId=${sourceId}`)).replies]).toEqual([[], []]);
});

test('the words before a translation are for agents, and translations go with their message', async () => {
  const { enterprise, users, visitor, chatId, number, offer, reply } = await chatting();
  const original = { text: 'Two years.', language: 'en' };
  await reply('Zwei Jahre.', offer('Zwei Jahre.', { kind: 'translation' }), { original });
  expect((await visitor.next('entry', ({ entry }) => entry.text === 'Zwei Jahre.')).entry).not.toHaveProperty('original');
  expect((await read(users.asha, chatId)).messages.at(-1)?.detail).toEqual({ original });
  // Other words than those that were translated have no original, and neither has a reply that no model has translated.
  for (const [message, kind] of [
    ['Drei Jahre.', 'translation'],
    ['Zwei Jahre.', 'draft'],
  ] as const) {
    await reply(message, offer('Zwei Jahre.', { kind }), { original });
    expect((await read(users.asha, chatId)).messages.at(-1)?.detail).toEqual({});
  }

  const ctx = app.contextOf(enterprise);
  const { enterpriseId } = enterprise;
  const keep = (source: string) =>
    ctx.transaction((tx) =>
      keepTranslations(tx, { enterpriseId, userId: users.asha.userId }, chatId, [{ number, language: 'de', text: 'Wie lange?', source }]),
    );
  const list = () => ctx.read((tx) => listTranslations(tx, enterpriseId, chatId, 'de'));
  // Words that have changed while a model wrote have no translation.
  await keep('How long was the warranty?');
  expect(await list()).toEqual([]);
  await keep('How long is the warranty?');
  expect(await list()).toEqual([{ number, language: 'de', text: 'Wie lange?' }]);
  // An edit and a take-back leave neither a translation nor the words before one.
  const kept = () => ctx.read((tx) => tx.selectFrom('chatTranslations').select('number').where('chatId', '=', chatId).execute());
  const change = (of: number, change: Parameters<typeof changeEntry>[4]) =>
    ctx.transaction(async (tx) => {
      const [chat] = await lockChats(tx, enterpriseId, [chatId]);
      const row = await findAction(tx, enterpriseId, chatId, of);
      if (chat && row) await changeEntry(ctx as never, tx, chat, row, change);
    });
  const translated = (await read(users.asha, chatId)).messages.find(({ detail }) => detail.original)?.number ?? 0;
  await change(translated, { message: 'Drei Jahre.' });
  expect((await read(users.asha, chatId)).messages.filter(({ detail }) => detail.original)).toEqual([]);
  await change(number, { message: 'How long?' });
  expect(await kept()).toEqual([]);
  await change(number, { message: 'How long is the warranty?' });
  await keep('How long is the warranty?');
  expect(await kept()).toEqual([{ number }]);
  await change(number, { detail: { revoked: { at: new Date().toISOString() } } });
  await keep('How long is the warranty?');
  expect(await kept()).toEqual([]);
  await change(number, { without: ['revoked'] });
  await keep('How long is the warranty?');
  await reply('Zwei Jahre.', offer('Zwei Jahre.', { kind: 'translation' }), { original });
  const person = { enterpriseId, chatIds: [chatId], customerIds: [], addresses: [] } as never;
  const held = async () => JSON.stringify(await ctx.read((tx) => entriesHeld.read(tx, person, '')));
  expect(await held()).toContain('"translations":{"de":"Wie lange?"}');
  expect(await held()).toContain('Two years.');
  await ctx.transaction((tx) => entriesHeld.erase(ctx as never, tx, person, { limit: 100, cursor: '' }));
  expect([await held()].filter((text) => /Wie lange|Two years/.test(text))).toEqual([]);
  const rows = await ctx.read((tx) => tx.selectFrom('chatTranslations').select('text').where('chatId', '=', chatId).execute());
  expect(rows).toEqual([]);
});

test('the rule of retention takes translations, and leaves the counts', async () => {
  const { enterprise, admin, users, chatId, number, sourceId, offer, reply } = await chatting();
  const ctx = app.contextOf(enterprise);
  const { enterpriseId } = enterprise;
  await reply('Two years.', offer('Two years.'));
  const kept = { number, language: 'de' as const, text: 'Wie lange?', source: 'How long is the warranty?' };
  await ctx.transaction((tx) => keepTranslations(tx, { enterpriseId, userId: users.asha.userId }, chatId, [kept]));
  const words = { chatId, key: newId(), text: 'Be kind' };
  expect((await as(admin).post(endpoints.chatMonitor.whisper.path, words)).json()).toMatchObject({ status: true });
  expect((await read(admin, chatId)).sides.at(-1)).toMatchObject({ kind: 'whisper', text: 'Be kind' });
  await as(users.asha).post(chats.close.path.replace(':chatId', chatId));
  await ctx.transaction((tx) => retainedChats.erase(ctx as never, tx, new Date(Date.now() + 60_000), undefined as never));
  const rows = await ctx.read((tx) => tx.selectFrom('chatTranslations').select('text').where('chatId', '=', chatId).execute());
  expect([rows, await counts(admin)]).toMatchObject([[], [{ sourceId, unchanged: 1, edited: 0 }]]);
  const lines = await ctx.read((tx) =>
    tx.selectFrom('chatSides').select(['kind', 'text', 'detail']).where('chatId', '=', chatId).execute(),
  );
  // A process of the version before knows no kind of line of a draft.
  expect(lines).toMatchObject([
    { kind: 'act', text: '', detail: { assist: { sourceId } } },
    { kind: 'act', text: retentionText, detail: {} },
  ]);
  expect(JSON.stringify(lines)).not.toContain('Be kind');
});
