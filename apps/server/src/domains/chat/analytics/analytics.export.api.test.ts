import { type AnalyticsReport, type AnalyticsRows, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { createScenes } from '../../../../test/scene.ts';

const app = await sharedApp();
const { makeScene, visit } = createScenes(app);
const calls = endpoints.chatAnalytics;

test('the files have the chats and figures that the screen has, by its filters, and the sandbox is counted apart', async () => {
  const scene = await makeScene();
  const { enterprise, asha, visitor, users } = scene;
  const admin = await app.makeUser({ enterprise });
  const had = String((await visitor.say('Where is my order?')).chatId);
  await asha.ask('agentPickupChat', { chatId: had });
  await asha.ask('agentReply', { chatId: had, key: 'k1', message: 'On its way' });
  await app.as(users.asha).post(endpoints.chats.close.path.replace(':chatId', had));
  const other = await visit(scene.channel.widgetKey);
  const waits = String((await other.say('Hello')).chatId);
  const tried = String((await (await visit(scene.channel.widgetKey)).say('Only a try')).chatId);
  // A chat is of the sandbox by its channel when it begins.
  await enterprise.ctx.transaction((tx) => sql`update chat_facts set is_sandbox = true where chat_id = ${tried}`.execute(tx));

  const get = async <T>(path: string, query: Record<string, string>): Promise<T> => {
    const answer = await app.as(admin).get(`${path}?${new URLSearchParams(query)}`);
    expect([path, query, answer.statusCode]).toEqual([path, query, 200]);
    return answer.json().data;
  };
  const incoming = async (query: Record<string, string>) => {
    const { figures } = await get<AnalyticsReport>(calls.report.path, query);
    const { rows } = await get<AnalyticsRows>(calls.rows.path, { ...query, measure: 'chat.incoming' });
    return [figures['chat.incoming']?.count, rows.map(({ chatId }) => chatId)];
  };
  expect(await incoming({})).toEqual([2, [waits, had]]);
  expect(await incoming({ sandbox: 'true' })).toEqual([1, [tried]]);
  expect(await incoming({ agentId: users.asha.userId })).toEqual([1, [had]]);
  expect(await incoming({ lastAgentId: users.asha.userId })).toEqual([1, [had]]);
  expect(await incoming({ agentId: users.ben.userId })).toEqual([0, []]);

  const file = async (query: Record<string, string>, path: string = calls.download.path): Promise<string[][]> => {
    const { id } = (await app.as(admin).get(endpoints.files.downloadToken.path)).json().data;
    const answer = await app.stranger().get(`${path}?${new URLSearchParams({ ...query, 'x-access-id': id })}`);
    expect([query, answer.statusCode, answer.headers['content-type']]).toEqual([query, 200, 'text/csv; charset=utf-8']);
    const lines = answer.body.replace('\uFEFF', '').trim().split('\r\n');
    return lines.map((line) => line.split(',').map((value) => value.replace(/^"|"$/g, '')));
  };
  const column = (lines: string[][], name: string) => lines.slice(1).map((line) => line[lines[0]?.indexOf(name) ?? -1]);
  const rowsOf = async (query: Record<string, string>) => column(await file(query, calls.rowsDownload.path), 'Agents');
  expect(await rowsOf({ measure: 'chat.incoming', agentId: users.asha.userId })).toEqual(['Asha']);
  expect(await rowsOf({ measure: 'chat.incoming', sandbox: 'true' })).toEqual(['']);
  expect((await rowsOf({ measure: 'chat.incoming' })).toSorted()).toEqual(['', 'Asha']);
  const all = await file({ kind: 'chats' });
  expect(column(all, 'State').toSorted()).toEqual(['closed', 'open']);
  expect(column(await file({ kind: 'chats', agentId: users.asha.userId }), 'Agents')).toEqual(['Asha']);
  expect(column(await file({ kind: 'chats', sandbox: 'true' }), 'State')).toEqual(['open']);
  const figures = await file({ kind: 'summary', agentId: users.asha.userId });
  expect(figures.find(([part, , measure]) => part === 'all' && measure === 'chat.closedByAgent')?.slice(4)).toEqual(['1', '1']);
  expect(figures.filter(([part, , measure]) => part === 'agent' && measure === 'chat.incoming').map((line) => [line[1], line[4]])).toEqual([
    ['Asha', '1'],
  ]);

  // Nobody has a calendar here, so chats begin in open hours; that of the visitor who waits is made one from outside of them.
  await enterprise.ctx.transaction((tx) => sql`update chat_facts set in_open_hours = false where chat_id = ${waits}`.execute(tx));
  expect([await incoming({ hours: 'open' }), await incoming({ hours: 'closed' })]).toEqual([
    [1, [had]],
    [1, [waits]],
  ]);
  expect(column(await file({ kind: 'chats', hours: 'closed' }), 'In open hours')).toEqual(['no']);
  const outside = await file({ kind: 'summary', hours: 'closed' });
  expect(outside.find(([part, , measure]) => part === 'all' && measure === 'chat.incoming')?.slice(4)).toEqual(['1', '1']);
  expect((await app.as(admin).get(`${calls.report.path}?hours=night`)).statusCode).toBe(400);

  const refused = await app.stranger().get(`${calls.download.path}?kind=chats&x-access-id=nobody`);
  expect(refused.json()).toMatchObject({ status: false, code: 'login_required' });
});
