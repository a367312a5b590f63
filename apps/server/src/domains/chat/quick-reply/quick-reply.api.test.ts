import { type Department, endpoints, type FilledReply, type QuickReply } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes, webData } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { foundIds, insertReplies, listReplies } from './quick-reply.repository.ts';
import { readSearch } from './quick-reply.rules.ts';

const app = await startApp();
const { as, makeUser, stranger, contextOf } = app;
const { makeScene, visit, connect } = createScenes(app);
const trail = createTrail(app);
const { quickReplies: calls, departments, channels, roles, bin, audit } = endpoints;

const at = (path: string, replyId: string) => path.replace(':replyId', replyId);
const list = async (by: TestUser, query = ''): Promise<{ replies: QuickReply[]; more: boolean }> =>
  (await as(by).get(`${calls.list.path}?${query}`)).json().data;
const shortcuts = async (by: TestUser, query = '') => (await list(by, query)).replies.map(({ shortcut }) => shortcut);
const create = async (by: TestUser, shortcut: string, text: string, more: object = {}) =>
  (await as(by).post(calls.create.path, { shortcut, text, ...more })).json();
const make = async (...given: Parameters<typeof create>): Promise<QuickReply> => (await create(...given)).data;
const update = async (by: TestUser, { id, version }: QuickReply, body: object) =>
  (await as(by).put(at(calls.update.path, id), { version, ...body })).json();
const remove = async (by: TestUser, { id }: QuickReply) => (await as(by).delete(at(calls.remove.path, id))).json();
const load = async (by: TestUser, lines: string, deptId = '') => (await as(by).post(calls.import.path, { csv: lines, deptId })).json();
const fill = async (by: TestUser, { id }: QuickReply, chatId: string) =>
  (await as(by).get(`${at(calls.fill.path, id)}?chatId=${chatId}`)).json();
const read = ({ language, parts }: FilledReply) => [language, parts.map(({ text, isGap }) => (isGap ? `<${text}>` : text)).join('')];
const makeDepartment = async (by: TestUser, name: string): Promise<Department> =>
  (await as(by).post(departments.create.path, { name })).json().data;

/** A keeper whose data reaches a department alone. */
async function makeKeeper(admin: TestUser, department: Department): Promise<TestUser> {
  const role = { name: 'Keeper', permissions: ['CHAT.CHAT_CONFIG', 'CHAT.HANDLE'], dataScope: 'department' };
  const { code } = (await as(admin).put(roles.saveRole.path, role)).json().data;
  const keeper = await makeUser({ enterprise: admin, roles: [code] });
  await as(admin).put(departments.addUsers.path.replace(':departmentId', department.id), { users: [keeper.userId] });
  return keeper;
}

test('a quick reply has a shortcut of its own in its department, and texts that can be filled', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const sales = await makeDepartment(admin, 'Sales');
  const first = await create(admin, ' greet ', 'Hello {{ customer.name ?? "there" }}', { textHi: 'नमस्ते' });
  expect(first).toMatchObject({
    code: '100',
    message: 'The quick reply is added.',
    data: { deptId: '', shortcut: 'greet', textHi: 'नमस्ते', usedCount: 0, version: 1 },
  });
  expect((await create(admin, 'GREET', 'Other')).code).toBe('quick_reply.shortcut_taken');
  expect((await create(admin, 'greet', 'Hello from Sales', { deptId: sales.id })).code).toBe('100');
  const wrong = await create(admin, 'wrong', 'Hello {{ customer.phone }}', { textHi: '{{ hours.next }}' });
  expect([wrong.code, wrong.data.issues.map(({ field, code }: { field: string; code: string }) => [field, code])]).toEqual([
    'request.invalid',
    [
      ['text', 'text.placeholder'],
      ['textHi', 'text.placeholder'],
    ],
  ]);
  for (const [shortcut, text] of [
    ['two words', 'x'],
    ['', 'x'],
    ['x'.repeat(41), 'x'],
    ['long', 'x'.repeat(4097)],
    ['empty', ' '],
  ] as const)
    expect([shortcut, (await create(admin, shortcut, text)).code]).toEqual([shortcut, 'request.invalid']);
  const entry = await trail.newest(admin, `kind=quick_reply&recordId=${first.data.id}`);
  expect([entry.action, entry.recordName, changed(entry)]).toEqual([
    'create',
    'greet',
    {
      shortcut: [null, 'greet'],
      text: [null, 'Hello {{ customer.name ?? "there" }}'],
      textHi: [null, 'नमस्ते'],
    },
  ]);
});

test('a change of an old version is refused, a former text is put back, and a deleted reply comes back under a free shortcut', async () => {
  const admin = await makeUser({ name: 'Ada' });
  const reply = await make(admin, 'greet', 'Hello');
  expect(await update(admin, reply, { shortcut: 'greet', text: 'Good day' })).toMatchObject({
    code: '100',
    data: { text: 'Good day', version: 2 },
  });
  expect(await update(admin, reply, { shortcut: 'late', text: 'x' })).toMatchObject({ code: 'record.changed', data: { changedBy: 'Ada' } });
  const { id } = await trail.newest(admin, 'kind=quick_reply&action=edit');
  expect((await as(admin).post(audit.putBack.path.replace(':entryId', id), { fields: ['text'] })).json().code).toBe('100');
  expect((await list(admin)).replies).toMatchObject([{ text: 'Hello', version: 3 }]);
  expect(await shortcuts(admin, 'search=good')).toEqual([]);
  expect((await remove(admin, reply)).message).toBe('The quick reply is deleted.');
  expect((await remove(admin, reply)).code).toBe('quick_reply.not_found');
  await make(admin, 'Greet', 'Another');
  const [entry] = (await as(admin).get(`${bin.list.path}?kind=quick_reply`)).json().data.entries;
  const restored = (await as(admin).post(bin.restore.path.replace(':entryId', entry.id), {})).json();
  expect(restored).toMatchObject({ code: '100', data: { name: 'greet-restored', missing: [] } });
  expect(await shortcuts(admin, 'search=hello')).toEqual(['greet-restored']);
});

test('a search finds the beginning of a shortcut first, then words by their beginnings in both languages', async () => {
  const admin = await makeUser();
  await make(admin, 'refund-late', 'Your money is on its way.');
  await make(admin, 'pay', 'A refund takes three days.', { textHi: 'धनवापसी में तीन दिन लगते हैं' });
  await make(admin, 'Café', 'We open at nine.');
  expect(await shortcuts(admin)).toEqual(['Café', 'pay', 'refund-late']);
  expect(await shortcuts(admin, 'search=refun')).toEqual(['refund-late', 'pay']);
  expect(await shortcuts(admin, 'search=%2Fcafe')).toEqual(['Café']);
  expect(await shortcuts(admin, 'search=late')).toEqual(['refund-late']);
  expect(await shortcuts(admin, 'search=days%20ref')).toEqual(['pay']);
  expect(await shortcuts(admin, `search=${encodeURIComponent('धनवा')}`)).toEqual(['pay']);
  for (const none of ['days%20money', 'efund', '%25', '_', "'"])
    expect([none, await shortcuts(admin, `search=${none}`)]).toEqual([none, []]);
  expect(await list(admin, 'perPage=2')).toMatchObject({ replies: [{ shortcut: 'Café' }, { shortcut: 'pay' }], more: true });
  expect(await list(admin, 'perPage=2&from=2')).toMatchObject({ replies: [{ shortcut: 'refund-late' }], more: false });
});

test('ten thousand quick replies are searched by ranges of an index', async () => {
  const admin = await makeUser();
  const ctx = contextOf(admin);
  const { enterpriseId } = admin;
  await ctx.transaction((tx) =>
    insertReplies(
      tx,
      enterpriseId,
      Array.from({ length: 2_000 }, (_, index) => ({
        replyId: newId(),
        deptId: null,
        shortcut: `reply-${index}`,
        shortcutKey: `reply-${index}`,
        textEn: `Answer number n${index} of many`,
        textHi: '',
      })),
    ),
  );
  const search = readSearch('n1999');
  if (!search) throw new Error('no search');
  const plan = await ctx.read(async (tx) => {
    const { rows } = await sql<Record<string, string>>`explain ${foundIds(enterpriseId, search)}`.execute(tx);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
  expect(plan).toMatch(/quick_reply_words_pkey/);
  expect(plan).toMatch(/word >= 'n1999'/);
  expect(plan).not.toMatch(/Seq Scan/);
  const found = await ctx.read((tx) => listReplies(tx, enterpriseId, { departmentIds: [null], search, sort: 'used', from: 0, limit: 5 }));
  expect(found.map(({ shortcut }) => shortcut)).toEqual(['reply-1999']);
});

test('a file adds its good lines, a language a line, and says what is wrong with the others', async () => {
  const admin = await makeUser();
  const sales = await makeDepartment(admin, 'Sales');
  await make(admin, 'taken', 'There already');
  const answer = await load(
    admin,
    [
      'shortcut,language,text,department',
      '/bye,en,"Goodbye {{ customer.name ?? ""friend"" }}",',
      'bye,hi,अलविदा,',
      'lead,English,Hello from Sales,sales',
      'bye,en,Twice,',
      'two words,en,x,',
      'french,fr,Bonjour,',
      'phone,en,{{ customer.phone }},',
      `long,en,${'x'.repeat(4097)},`,
      'nowhere,en,x,Billing',
      'Taken,en,x,',
      'cells,en',
      'empty,en,,',
    ].join('\n'),
  );
  expect(answer.data.added).toBe(2);
  expect(answer.data.faults.map(({ line, code }: { line: number; code: string }) => [line, code])).toEqual([
    [5, 'quick_reply.repeated'],
    [6, 'quick_reply.shortcut'],
    [7, 'value.choice'],
    [8, 'text.placeholder'],
    [9, 'text.too_long'],
    [10, 'quick_reply.department'],
    [11, 'quick_reply.taken'],
    [12, 'row.cells'],
    [13, 'value.required'],
  ]);
  expect((await list(admin, 'search=bye')).replies).toMatchObject([{ shortcut: 'bye', textHi: 'अलविदा' }]);
  expect(await shortcuts(admin, `deptId=${sales.id}`)).toEqual(['lead']);
  expect((await trail.details(admin, 'kind=quick_reply&action=import')).length).toBe(2);
  for (const [file, code] of [
    ['word,text\na,b', 'mapping.no_column'],
    ['shortcut,text\n"a,b', 'row.quote'],
  ] as const)
    expect((await load(admin, file)).data).toMatchObject({ added: 0, faults: [{ line: expect.any(Number), code }] });
});

test('a chat uses the replies of its department and those of all, filled in its customer’s language, with gaps for what nobody knows', async () => {
  const { enterprise, users, asha, visitor } = await makeScene();
  const admin = await makeUser({ enterprise, name: 'Ada' });
  const sales = await makeDepartment(admin, 'Sales');
  const common = await make(admin, 'greet', 'Hello {{ customer.name }}, I am {{ agent.name }} of {{ department.name }}.', {
    textHi: 'नमस्ते',
  });
  const own = await make(admin, 'own', 'Sales {{ department.name ?? "none" }}', { deptId: sales.id });
  const chatId = String((await visitor.say('Hello')).chatId);
  await asha.ask('agentPickupChat', { chatId });
  expect(await shortcuts(users.asha, `chatId=${chatId}`)).toEqual(['greet']);
  const filled = (await fill(users.asha, common, chatId)).data;
  expect(read(filled)).toEqual(['en', expect.stringMatching(/^Hello Visitor.*, I am Asha of <department\.name>\.$/)]);
  expect((await fill(users.asha, own, chatId)).code).toBe('quick_reply.not_found');
  expect((await fill(users.asha, common, newId())).code).toBe('chat.not_found');

  const form = { name: 'Sales', type: 12, deptId: sales.id, isActive: true, data: webData() };
  const channel = (await as(admin).post(channels.create.path, form)).json().response;
  await as(admin).put(departments.addUsers.path.replace(':departmentId', sales.id), { users: [users.asha.userId] });
  const hindi = await visit(channel.widgetKey, { language: 'hi-IN' });
  const second = String((await hindi.say('नमस्ते')).chatId);
  const socket = await connect(users.asha);
  await socket.ask('agentPickupChat', { chatId: second });
  expect((await shortcuts(users.asha, `chatId=${second}`)).sort()).toEqual(['greet', 'own']);
  expect(read((await fill(users.asha, common, second)).data)).toEqual(['hi', 'नमस्ते']);
  // The English text is better than none where there is no Hindi one.
  expect(read((await fill(users.asha, own, second)).data)).toEqual(['en', 'Sales Sales']);

  // The count rises with the reply that used it, once for its key, and not in a chat that could not have used it.
  const reply = { chatId: second, key: 'q1', message: 'नमस्ते', quickReplyIds: [common.id, own.id, common.id] };
  for (let round = 0; round < 2; round += 1) expect(await socket.ask('agentReply', reply)).toMatchObject({ status: true });
  await socket.ask('agentReply', { chatId, key: 'q2', message: 'Hello', quickReplyIds: [common.id, own.id, newId()] });
  const counts = async (deptId: string) =>
    (await list(admin, `deptId=${deptId}`)).replies.map(({ usedCount, version }) => [usedCount, version]);
  expect([await counts(''), await counts(sales.id)]).toEqual([[[2, 1]], [[1, 1]]]);
  await make(admin, 'aaa', 'Never used');
  expect(await shortcuts(users.asha, `chatId=${second}&sort=used`)).toEqual(['greet', 'own', 'aaa']);
});

test('agents read quick replies, CHAT_CONFIG changes them, a role of departments those of its own, and nobody of another enterprise', async () => {
  const [admin, foreigner] = [await makeUser(), await makeUser()];
  const [sales, billing] = [await makeDepartment(admin, 'Sales'), await makeDepartment(admin, 'Billing')];
  const [agent, viewer] = [await makeUser({ enterprise: admin, roles: [3] }), await makeUser({ enterprise: admin, roles: [6] })];
  const keeper = await makeKeeper(admin, sales);
  const common = await make(admin, 'greet', 'Hello');
  const other = await make(admin, 'bill', 'Your bill', { deptId: billing.id });
  expect((await stranger().get(calls.list.path)).statusCode).toBe(401);
  expect(await shortcuts(agent)).toEqual(['greet']);
  expect((await as(viewer).get(calls.list.path)).json().code).toBe('1403');
  for (const answer of [
    await create(agent, 'mine', 'x'),
    await update(agent, common, { shortcut: 'mine', text: 'x' }),
    await remove(agent, common),
    await load(agent, 'shortcut,text\na,b'),
    // One of all departments is read, and not changed.
    await create(keeper, 'mine', 'x'),
    await update(keeper, common, { shortcut: 'mine', text: 'x' }),
    await load(keeper, 'shortcut,text\na,b'),
  ])
    expect(answer.code).toBe('1403');
  const own = await make(keeper, 'lead', 'Hello', { deptId: sales.id });
  expect(own.deptId).toBe(sales.id);
  expect((await update(keeper, own, { shortcut: 'lead', text: 'Good day' })).code).toBe('100');
  expect((await update(keeper, other, { shortcut: 'x', text: 'x' })).code).toBe('quick_reply.not_found');
  expect((await remove(keeper, other)).code).toBe('quick_reply.not_found');
  expect((await as(keeper).get(at(calls.get.path, other.id))).json().code).toBe('quick_reply.not_found');
  expect((await as(keeper).get(`${calls.list.path}?deptId=${billing.id}`)).json().code).toBe('department.not_found');
  expect((await create(keeper, 'x', 'x', { deptId: billing.id })).code).toBe('department.not_found');
  const file = await load(keeper, 'shortcut,text,department\nfine,b,Sales\nfar,b,Billing', sales.id);
  expect(file.data).toMatchObject({ added: 1, faults: [{ line: 3, code: 'quick_reply.department' }] });
  expect(await shortcuts(foreigner)).toEqual([]);
  expect((await update(foreigner, common, { shortcut: 'x', text: 'x' })).code).toBe('quick_reply.not_found');
  expect((await remove(foreigner, common)).code).toBe('quick_reply.not_found');
  expect((await as(foreigner).get(at(calls.get.path, common.id))).json().code).toBe('quick_reply.not_found');
});
