import { type Board, type BoardFigures, type ConversationSummary, endpoints, type ReportAlert, type TileFigure } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { addDays, dayOf } from '#platform/zone/zone-days.ts';
import { sharedApp } from '../../../../test/app.ts';
import { createBots } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { recordWanted, type WantedTurn } from '../../../../test/turns.ts';
import { lookAtAlerts } from '../alert/alert.look.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeBot } = createBots(app);
const { boards: calls, botReport, reportAlerts, roles } = endpoints;
const timeZone = 'Asia/Kolkata';
const at = (path: string, boardId: string) => path.replace(':boardId', boardId);

/** A bot that was asked in the last days, and another one that was asked as well. */
async function makeWorld() {
  const enterprise = await app.makeEnterprise({ timeZone });
  const ada = await makeUser({ enterprise, name: 'Ada' });
  const [bot, other] = [await makeBot(ada, 'Helper'), await makeBot(ada, 'Other')];
  const intents = [
    { intentId: newId(), name: 'Order' },
    { intentId: newId(), name: 'Return' },
  ];
  const sessions = [newId(), newId(), newId()];
  const people = [newId(), newId()];
  const now = Date.now();
  const turn = (place: number, botId: string): WantedTurn => ({
    botId,
    sessionId: sessions[place % 3] as string,
    customerId: people[place % 2] as string,
    at: new Date(now - place * 5 * 3_600_000 - 1000),
    intent: place % 4 === 3 ? null : (intents[place % 2] ?? null),
    isInScope: place % 4 !== 3,
    isSandbox: place === 7,
  });
  const turns = Array.from({ length: 24 }, (_, place) => turn(place, bot.id));
  await recordWanted(enterprise.ctx, [...turns, turn(1, other.id)]);
  return { enterprise, ada, bot, other, intents, turns: turns.filter(({ isSandbox }) => !isSandbox) };
}

const tile = (botId: string | undefined, measure: string, change: object = {}) => ({
  ...{ key: measure.replace('.', '-').toLowerCase(), measure, filter: { botId }, range: 'last7' },
  ...change,
});
const create = async (by: TestUser, tiles: object[]) =>
  (await as(by).post(calls.create.path, { name: 'Bots', tiles, audience: 'everybody' })).json();
const figuresOf = async (by: TestUser, { id }: Board): Promise<Map<string, TileFigure>> => {
  const figures: BoardFigures = (await as(by).get(at(calls.figures.path, id))).json().data;
  return new Map(figures.tiles.map((figure) => [figure.key, figure]));
};

test('figures of a bot on a board are those of its report, whole, by day and by intent, and each number is that of the rows that the report lists', async () => {
  const { ada, bot, intents, turns } = await makeWorld();
  const counts = ['turn.messages', 'turn.scoped', 'turn.weak', 'turn.conversations', 'turn.averageMessages'];
  const tiles = [
    ...counts.map((measure) => tile(bot.id, measure)),
    tile(bot.id, 'turn.dayPeople', { by: 'day', chart: 'line' }),
    tile(bot.id, 'turn.messages', { key: 'days', by: 'day', chart: 'bars', compare: 'before' }),
    tile(bot.id, 'turn.scoped', { key: 'intents', by: 'intent', chart: 'table' }),
  ];
  const board = (await create(ada, tiles)).data as Board;
  const figures = await figuresOf(ada, board);
  const last = dayOf(new Date(), timeZone);
  const first = addDays(last, -6);
  const range = { agentId: bot.id, startDate: `${first}T00:00:00`, endDate: `${last}T23:59:59` };
  const post = async (path: string, body: object) => (await as(ada).post(path, { ...range, ...body })).json().data;
  const summary: ConversationSummary = await post(botReport.summary.path, {});
  const wanted = turns.filter(({ at }) => dayOf(at, timeZone) >= first);
  expect(summary.totalMessages).toBe(wanted.length);
  const whole = (key: string) => figures.get(key)?.now?.whole;
  expect(whole('turn-messages')).toEqual({ value: summary.totalMessages, count: summary.totalMessages });
  expect(whole('turn-weak')?.value).toBe(summary.weakUnderstanding);
  expect(whole('turn-conversations')?.value).toBe(summary.totalConversations);
  expect(whole('turn-averagemessages')).toEqual({ value: summary.averageMessages, count: summary.totalMessages });
  for (const [key, scopeType] of [
    ['turn-messages', 0],
    ['turn-scoped', 1],
    ['turn-weak', 2],
  ] as const) {
    const { messages } = (await as(ada).post(`${botReport.messages.path}?perPage=200`, { ...range, scopeType })).json().data;
    expect([key, messages.length]).toEqual([key, whole(key)?.count]);
  }
  const groups = (await as(ada).post(`${botReport.groups.path}?perPage=200`, { ...range, by: 'conversation' })).json().data.groups;
  expect(groups.length).toBe(whole('turn-conversations')?.count);

  const graph = await post(botReport.graph.path, {});
  expect(figures.get('turn-daypeople')?.now?.cells.map(({ key, value }) => ({ date: key, value }))).toEqual(graph.activeUsers);
  expect(whole('turn-daypeople')).toEqual({ value: null, count: 0 });
  expect(figures.get('days')?.now?.cells.map(({ key, count }) => [key, count])).toEqual(
    graph.scopeTrend.map(({ date, scoped, nonScoped }: { date: string; scoped: number; nonScoped: number }) => [date, scoped + nonScoped]),
  );
  const before = turns.filter(({ at }) => dayOf(at, timeZone) < first && at.getTime() < Date.now() - 7 * 86_400_000);
  expect(figures.get('days')?.before?.whole.count).toBe(before.length);
  const ofIntent = (name: string) => wanted.filter(({ intent }) => intent?.name === name).length;
  const cells = figures.get('intents')?.now?.cells.map(({ key, name, count }) => [key, name, count]);
  expect(cells?.toSorted()).toEqual(intents.map(({ intentId, name }) => [intentId, name, ofIntent(name)]).toSorted());
  for (const [key, , count] of cells ?? []) {
    const body = { ...range, scopeType: 1, intentId: key };
    const { messages } = (await as(ada).post(`${botReport.messages.path}?perPage=200`, body)).json().data;
    expect(messages.length).toBe(count);
  }
  expect(figures.get('turn-messages')).toMatchObject({ unit: 'messages', better: 'neither', of: ['Helper'] });
  // The chats behind it are none: its rows are those of the report.
  expect((await as(ada).get(`${at(calls.rows.path, board.id)}?tile=turn-messages`)).json().code).toBe('board.tile_not_found');
});

test('a tile of a bot names one, and parts that its report lists; readers who may not see bots see no figure of it', async () => {
  const { enterprise, ada, bot } = await makeWorld();
  const board = (await create(ada, [tile(bot.id, 'turn.messages')])).data as Board;
  const role = { name: 'Chats', description: '', permissions: ['CHAT.VIEW_ANALYTICS'], dataScope: 'enterprise', maskedFields: [] };
  const reader = await makeUser({ enterprise, roles: [(await as(ada).put(roles.saveRole.path, role)).json().data.code] });
  expect((await figuresOf(reader, board)).get('turn-messages')).toMatchObject({ state: 'permission', of: [], now: null });
  const own = { name: 'Bots', description: '', permissions: ['CHAT.VIEW_ANALYTICS', 'NLP.VIEW'], dataScope: 'own', maskedFields: [] };
  const builder = await makeUser({ enterprise, roles: [(await as(ada).put(roles.saveRole.path, own)).json().data.code] });
  expect((await figuresOf(builder, board)).get('turn-messages')).toMatchObject({ state: 'shown', now: { whole: { count: 23 } } });

  const faults = async (one: object) =>
    (await create(ada, [one])).data.issues.map(({ field, code }: { field: string; code: string }) => [field, code]);
  expect(await faults(tile(undefined, 'turn.messages'))).toEqual([['tiles.0.filter.botId', 'field.mandatory']]);
  const { id: foreign } = await makeBot(await makeUser());
  expect(await faults(tile(foreign, 'turn.messages'))).toEqual([['tiles.0.filter.botId', 'board.unknown']]);
  for (const by of ['hour', 'department', 'intent', 'label'])
    expect(await faults(tile(bot.id, 'turn.messages', { by, chart: 'table' }))).toEqual([['tiles.0.chart', 'board.chart']]);
  expect(await faults(tile(bot.id, 'turn.scoped', { by: 'intent', chart: 'donut' }))).toEqual([['tiles.0.chart', 'board.chart']]);
  expect(await faults({ ...tile(undefined, 'chat.incoming'), by: 'intent', chart: 'table' })).toEqual([['tiles.0.chart', 'board.chart']]);
});

test('an alert looks at the messages of a bot in the last minutes, and tells those alone who see the bots', async () => {
  const { enterprise, ada, bot } = await makeWorld();
  const role = { name: 'Chats', description: '', permissions: ['CHAT.VIEW_ANALYTICS'], dataScope: 'enterprise', maskedFields: [] };
  const reader = await makeUser({ enterprise, roles: [(await as(ada).put(roles.saveRole.path, role)).json().data.code] });
  const rule = { name: 'Asked', measure: 'turn.messages', windowMinutes: 15, direction: 'above', value: 0, userIds: [reader.userId] };
  const save = (change: object) => as(ada).post(reportAlerts.create.path, { ...rule, filter: { botId: bot.id }, ...change });
  expect((await save({ measure: 'turn.dayPeople' })).json().code).toBe('request.invalid');
  expect((await save({ filter: {} })).json().data.issues).toMatchObject([{ field: 'filter.botId', code: 'field.mandatory' }]);
  const alert: ReportAlert = (await save({})).json().data;
  await enterprise.ctx.transaction((tx) =>
    sql`update report_alerts set next_at = now() - interval '1 second' where enterprise_id = ${enterprise.enterpriseId}`.execute(tx),
  );
  await lookAtAlerts(app.deps);
  const path = reportAlerts.get.path.replace(':reportAlertId', alert.id);
  expect((await as(ada).get(path)).json().data).toMatchObject({ state: 'OVER', lastValue: 1, unit: 'messages' });
  const told = async (by: TestUser) =>
    (await as(by).get(`${endpoints.notifications.list.path}?kind=report_alert`)).json().data.notifications.length;
  expect([await told(ada), await told(reader)]).toEqual([1, 0]);
});
