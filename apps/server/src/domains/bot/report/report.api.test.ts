import { endpoints } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import { at, createBots, shopIntents } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { createScenes } from '../../../../test/scene.ts';
import { recordWanted, type WantedTurn } from '../../../../test/turns.ts';
import { countBot } from './report.fold.ts';

/** Noon of Saturday, 28 November 2026 in Kolkata. */
const now = new Date('2026-11-28T06:30:00Z');
const app = await startApp({ now: () => now });
const { as, makeUser } = app;
const { makeScene } = createScenes(app);
const { makeBot, makeTrained, talk } = createBots(app);
const { botReport: calls, bots, apiKeys, files, audit } = endpoints;

let user: TestUser;
let botId: string;
let ctx: ReturnType<typeof app.contextOf>;
const [hours, parcel] = [newId(), newId()].map((intentId, index) => ({ intentId, name: ['Opening hours', 'Track parcel'][index] ?? '' }));
const [first, second, third, sandbox] = [newId(), newId(), newId(), newId()];
const [asha, ravi] = [newId(), newId()];
const range = (more: object = {}) => ({ agentId: botId, startDate: '2026-11-21T12:00:00', endDate: '2026-11-28T12:00:00', ...more });
const ask = async (path: string, more: object = {}, query = '', by: Pick<TestUser, 'token'> = user) =>
  (await as(by).post(`${path}${query}`, range(more))).json();
const data = async (path: string, more: object = {}, query = '') => (await ask(path, more, query)).data;

beforeAll(async () => {
  user = await makeUser({ enterprise: await app.makeEnterprise({ timeZone: 'Asia/Kolkata' }) });
  ctx = app.contextOf(user);
  botId = (await makeBot(user, 'Desk')).id;
  const turn = (more: Partial<WantedTurn> & { at: Date }): WantedTurn => ({
    botId,
    sessionId: first,
    customerId: asha,
    intent: hours ?? null,
    ...more,
  });
  await recordWanted(ctx, [
    // 23:50 of the 24th and 00:10 of the 25th in Kolkata: one conversation over midnight
    turn({ at: new Date('2026-11-24T18:20:00Z'), text: 'कब खुलते हैं', reply: '=HYPERLINK("http://x")' }),
    turn({ at: new Date('2026-11-24T18:40:00Z'), intent: null, text: '+1 -2 qwxyz' }),
    turn({ at: new Date('2026-11-25T09:00:00Z'), sessionId: second, customerId: asha, intent: parcel ?? null }),
    turn({ at: new Date('2026-11-25T10:00:00Z'), sessionId: third, customerId: ravi, intent: parcel ?? null, emotion: 'anger' }),
    turn({ at: new Date('2026-11-28T05:00:00Z'), sessionId: third, customerId: ravi, intent: parcel ?? null }),
    // known from a text, with no intent at all
    turn({ at: new Date('2026-11-28T05:01:00Z'), sessionId: third, customerId: ravi, intent: null, isInScope: true }),
    turn({ at: new Date('2026-11-27T05:00:00Z'), sessionId: sandbox, customerId: ravi, isSandbox: true }),
    turn({ at: new Date('2026-11-01T05:00:00Z'), sessionId: first }),
  ]);
});

test('REPORT-030 REPORT-031 REPORT-033 REPORT-043 REPORT-049 the summary counts conversations, messages and what was not understood', async () => {
  const answer = await ask('/chatbird/api/nlp/conversationsReport');
  expect(answer).toMatchObject({ status: true, code: '100' });
  expect(typeof answer.message).toBe('string');
  expect(answer.data).toEqual({
    totalConversations: 3,
    averageMessages: 2,
    maximumConversations: { maximumConversationsValue: 3, maximumConversationsDate: '2026-11-25' },
    weakUnderstanding: 1,
    totalMessages: 6,
    sandboxMessages: 1,
    timeZone: 'Asia/Kolkata',
  });
  expect(await data(calls.summary.path, { isSandbox: true })).toMatchObject({
    totalConversations: 1,
    totalMessages: 1,
    sandboxMessages: 1,
  });
});

test('REPORT-034 REPORT-044 the charts have a point for each day of the enterprise’s clocks, 0 where nothing was said', async () => {
  const { activeUsers, scopeTrend } = await data('/chatbird/api/nlp/graphReport');
  expect(activeUsers).toEqual([
    { date: '2026-11-21', value: 0 },
    { date: '2026-11-22', value: 0 },
    { date: '2026-11-23', value: 0 },
    { date: '2026-11-24', value: 1 },
    { date: '2026-11-25', value: 2 },
    { date: '2026-11-26', value: 0 },
    { date: '2026-11-27', value: 0 },
    { date: '2026-11-28', value: 1 },
  ]);
  expect(scopeTrend.slice(3)).toEqual([
    { date: '2026-11-24', scoped: 1, nonScoped: 0 },
    { date: '2026-11-25', scoped: 2, nonScoped: 1 },
    { date: '2026-11-26', scoped: 0, nonScoped: 0 },
    { date: '2026-11-27', scoped: 0, nonScoped: 0 },
    { date: '2026-11-28', scoped: 2, nonScoped: 0 },
  ]);
});

test('REPORT-045 the top intents count messages; an intent that is gone keeps its last name', async () => {
  expect(await data('/chatbird/api/nlp/topIntent')).toEqual([
    { intentId: parcel?.intentId, intentName: 'Track parcel', count: 3 },
    { intentId: hours?.intentId, intentName: 'Opening hours', count: 1 },
  ]);
});

test('REPORT-035 REPORT-036 REPORT-039 REPORT-040 REPORT-046 REPORT-050 REPORT-054 messages come in pages, the newest first, by scope', async () => {
  const path = '/chatbird/api/nlp/conversations';
  const { messages, more } = await data(path, { scopeType: 0 }, '?from=0&perPage=4');
  expect(more).toBe(true);
  expect(messages.map(({ createdOn }: { createdOn: string }) => createdOn)).toEqual([
    '2026-11-28T05:01:00.000Z',
    '2026-11-28T05:00:00.000Z',
    '2026-11-25T10:00:00.000Z',
    '2026-11-25T09:00:00.000Z',
  ]);
  expect(messages[1]).toMatchObject({
    userMessage: 'hello',
    intentIdentified: true,
    intent: 'Track parcel',
    confidence: 0.75,
    utterance: '',
    botResponse: 'Yes.',
    emotion: 'joy',
    otherIntent: [],
    isErased: false,
  });
  // a text answered: in scope, but no intent was found
  expect(messages[0]).toMatchObject({ intentIdentified: false, intent: '' });
  const rest = await data(path, {}, '?from=4&perPage=4');
  expect([rest.messages.map(({ userMessage }: { userMessage: string }) => userMessage), rest.more]).toEqual([
    ['+1 -2 qwxyz', 'कब खुलते हैं'],
    false,
  ]);
  expect(await data(path, {}, `?perPage=4&after=${messages[3].turnId}`)).toEqual(rest);
  const texts = async (scopeType: number) => (await data(path, { scopeType })).messages.length;
  expect([await texts(0), await texts(1), await texts(2)]).toEqual([6, 5, 1]);
});

test('each figure opens its rows: conversations, people, one conversation, one intent', async () => {
  const groups = async (more: object, query = '') => {
    const answer = await data(calls.groups.path, more, query);
    return [answer.groups.map((group: { id: string; messages: number }) => [group.id, group.messages]), answer.more];
  };
  expect(await groups({})).toEqual([
    [
      [third, 3],
      [second, 1],
      [first, 2],
    ],
    false,
  ]);
  expect(await groups({}, '?perPage=1&from=1')).toEqual([[[second, 1]], true]);
  const day = { startDate: '2026-11-25', endDate: '2026-11-25' };
  expect(await groups(day)).toEqual([
    [
      [third, 1],
      [second, 1],
      [first, 1],
    ],
    false,
  ]);
  expect(await groups({ ...day, by: 'person' })).toEqual([
    [
      [ravi, 1],
      [asha, 2],
    ],
    false,
  ]);
  expect((await data(calls.messages.path, { sessionId: third })).messages).toHaveLength(3);
  expect((await data(calls.messages.path, { ...day, customerId: asha })).messages).toHaveLength(2);
  expect((await data(calls.messages.path, { intentId: parcel?.intentId })).messages).toHaveLength(3);
});

test('counted days give the figures that rows gave, and a late message is counted too', async () => {
  const all = async () => [
    await data(calls.summary.path),
    await data(calls.graph.path),
    await data(calls.topIntent.path),
    await data(calls.summary.path, { isSandbox: true }),
    await data(calls.summary.path, { startDate: '2026-10-28' }),
  ];
  const before = await all();
  while (await countBot(ctx, botId));
  expect(await all()).toEqual(before);
  expect(before[4]).toMatchObject({ totalConversations: 3, totalMessages: 7 });
  await recordWanted(ctx, [{ botId, sessionId: newId(), customerId: ravi, at: new Date('2026-11-22T05:00:00Z'), intent: hours ?? null }]);
  expect((await all())[0]).toMatchObject({ totalConversations: 4, totalMessages: 7 });
  while (await countBot(ctx, botId));
  expect((await all())[0]).toMatchObject({ totalConversations: 4, totalMessages: 7 });
});

test('REPORT-005 days that are backwards, too many, to come or no dates are refused by name; a last day to come is today', async () => {
  const fault = async (more: object) => {
    const { code, data: found } = await ask(calls.summary.path, more);
    return [code, found?.issues?.[0]?.field, found?.issues?.[0]?.code];
  };
  expect(await fault({ startDate: '2026-11-28', endDate: '2026-11-27' })).toEqual(['request.invalid', 'startDate', 'days.backwards']);
  expect(await fault({ startDate: '2025-11-27' })).toEqual(['request.invalid', 'startDate', 'days.too_many']);
  expect(await fault({ startDate: '2026-11-29', endDate: '2026-11-30' })).toEqual(['request.invalid', 'startDate', 'days.future']);
  expect((await fault({ startDate: 'yesterday' })).slice(0, 2)).toEqual(['request.invalid', 'startDate']);
  expect((await ask(calls.messages.path, { scopeType: 3 })).data.issues[0].field).toBe('scopeType');
  expect((await data(calls.graph.path, { startDate: '2026-11-28', endDate: '2026-12-24' })).activeUsers).toHaveLength(1);
  // 20:00 in UTC is the next day in Kolkata
  expect((await data(calls.graph.path, { startDate: '2026-11-24T20:00:00Z', endDate: '2026-11-25' })).activeUsers).toHaveLength(1);
  expect((await data(calls.graph.path, { startDate: '2026-11-24T20:00:00', endDate: '2026-11-25' })).activeUsers).toHaveLength(2);
});

test('REPORT-017 all figures are 0 without messages', async () => {
  const { id } = await makeBot(user, 'Silent');
  expect(await data(calls.summary.path, { agentId: id })).toEqual({
    totalConversations: 0,
    averageMessages: 0,
    maximumConversations: { maximumConversationsValue: 0, maximumConversationsDate: '' },
    weakUnderstanding: 0,
    totalMessages: 0,
    sandboxMessages: 0,
    timeZone: 'Asia/Kolkata',
  });
  expect(await data(calls.messages.path, { agentId: id })).toEqual({ messages: [], more: false });
});

test('people bear their names for those who may see names; a visitor has none', async () => {
  const { id } = await makeBot(user, 'Names');
  const meera = await createPhoneBook(app).makeCustomer(user, { name: 'Meera Nair', phoneNumber: '+919820000003' });
  const turn = (customerId: string, at: string): WantedTurn => ({
    botId: id,
    sessionId: newId(),
    customerId,
    intent: null,
    at: new Date(at),
  });
  await recordWanted(ctx, [turn(meera.id, '2026-11-25T09:00:00Z'), turn(newId(), '2026-11-25T08:00:00Z')]);
  const role = { name: 'Reports', description: '', permissions: ['NLP.VIEW'], dataScope: 'enterprise', maskedFields: [] };
  const { code } = (await as(user).put(endpoints.roles.saveRole.path, role)).json().data;
  const blind = await makeUser({ enterprise: user, roles: [code] });
  const namesFor = async (by: TestUser) =>
    (await ask(calls.groups.path, { agentId: id, by: 'person' }, '', by)).data.groups.map((group: { name: string }) => group.name);
  expect([await namesFor(user), await namesFor(blind)]).toEqual([
    ['Meera Nair', ''],
    ['', ''],
  ]);
});

const paths = [calls.summary.path, calls.graph.path, calls.topIntent.path, calls.messages.path, calls.groups.path];

test('MENU-028 the calls ask for NLP.VIEW, and for a bot of the own enterprise', async () => {
  const stranger = await makeUser();
  const agent = await makeUser({ enterprise: user, roles: [3] });
  const link = `${calls.download.path}?agentId=${botId}&startDate=2026-11-21&endDate=2026-11-28&scope=0`;
  for (const path of paths) {
    expect([path, (await ask(path, {}, '', stranger)).code]).toEqual([path, 'bot.not_found']);
    expect([path, (await as(agent).post(path, range())).json().code]).toEqual([path, '1403']);
    expect([path, (await app.stranger().post(path, range())).statusCode]).toEqual([path, 401]);
  }
  expect((await as(agent).get(link)).json().code).toBe('1403');
  expect((await as(stranger).get(link)).json()).toMatchObject({ code: 'bot.not_found' });
  expect((await app.stranger().get(link)).statusCode).toBe(401);
});

test('REPORT-037 REPORT-047 REPORT-048 the file has the filtered messages, at the offset, safe for spreadsheets, and leaves an entry', async () => {
  const { id } = (await as(user).get(files.downloadToken.path)).json().data;
  const query = `agentId=${botId}&startDate=2026-11-24&endDate=2026-11-25&scope=0&timeZoneOffset=330&x-access-id=${encodeURIComponent(id)}`;
  const answer = await app.stranger().get(`/chatbird/api/nlp/download/conversations/csv?${query}`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toContain('filename="conversation_report_28-11-2026 12:00.csv"');
  expect(answer.body.split('\r\n')).toEqual([
    '\ufeff"Message","Date (UTC+05:30)","Intent Identified","Intent","Confidence","Training Phrase","Response","Emotion"',
    '"hello","2026-11-25 15:30:00","Yes","Track parcel","0.75",,"Yes.","anger"',
    '"hello","2026-11-25 14:30:00","Yes","Track parcel","0.75",,"Yes.","joy"',
    `"'+1 -2 qwxyz","2026-11-25 00:10:00","No",,"0.75",,"Yes.","joy"`,
    `"कब खुलते हैं","2026-11-24 23:50:00","Yes","Opening hours","0.75",,"'=HYPERLINK(""http://x"")","joy"`,
    '',
  ]);
  const lines = async (scope: number) =>
    (
      await as(user).get(
        `${calls.download.path}?agentId=${botId}&startDate=2026-11-24&endDate=2026-11-25&scope=${scope}&timeZoneOffset=-90`,
      )
    ).body.split('\r\n');
  expect((await lines(2)).slice(1, -1)).toEqual([`"'+1 -2 qwxyz","2026-11-24 17:10:00","No",,"0.75",,"Yes.","joy"`]);
  expect((await lines(2))[0]).toContain('Date (UTC-01:30)');
  expect((await lines(1)).slice(1, -1)).toHaveLength(3);
  const { entries } = (await as(user).get(`${audit.list.path}?kind=conversation_report`)).json().data;
  expect(entries).toHaveLength(4);
  expect(entries[0]).toMatchObject({ action: 'export', recordId: botId, recordName: 'Desk' });
});

test('keys of the scope reports read figures and rows; others, and those of some channels, do not', async () => {
  const key = async (scopes: string[], more: object = {}) =>
    (await as(user).post(apiKeys.add.path, { name: newId(), scopes, ...more })).json().data.secret as string;
  const status = async (token: string) => {
    const found: number[] = [];
    for (const path of paths) found.push((await as({ token }).post(path, range())).statusCode);
    return [...new Set(found)];
  };
  expect(await status(await key(['reports']))).toEqual([200]);
  expect(await status(await key(['send']))).toEqual([403]);
});

test('a chat and its training phrases get into the report, Try it does not', async () => {
  const scene = await makeScene('bot');
  const admin = await makeUser({ enterprise: scene.enterprise });
  const { botId: agentId } = await makeTrained(admin, shopIntents, 'Desk');
  await as(admin).put(at(bots.connect.path, { agentId }), { channelIds: [scene.channel.id] });
  await talk(admin, agentId)('where is my parcel');
  await scene.visitor.say('where is my parcel please');
  await scene.visitor.next('entry', ({ entry }) => entry.author === 'bot');
  const { messages } = (await as(admin).post(calls.messages.path, range({ agentId }))).json().data;
  expect(messages).toMatchObject([
    { userMessage: 'where is my parcel please', intentIdentified: true, intent: 'Track parcel', utterance: 'where is my parcel' },
  ]);
  const { otherIntent } = messages[0];
  expect(otherIntent.map(({ intent }: { intent: string }) => intent).sort()).toEqual(['Opening hours', 'Return goods']);
  for (const { confidence } of otherIntent) expect(confidence).toBeLessThan(messages[0].confidence);
  expect((await as(admin).post(calls.summary.path, range({ agentId }))).json().data).toMatchObject({
    totalMessages: 1,
    totalConversations: 1,
  });
});
