import {
  type AnalyticsReport,
  type AnalyticsRows,
  analyticsMeasures,
  type Board,
  type BoardFigures,
  type BoardLine,
  type BoardTile,
  endpoints,
  isCountOfChats,
  type TileFigure,
} from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { unitOf } from '../../chat/door.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeScene, visit } = createScenes(app);
const trail = createTrail(app);
const { boards: calls, bin, departments, roles, chatAnalytics } = endpoints;

const at = (path: string, boardId: string) => path.replace(':boardId', boardId);
const tile = (key: string, change: Partial<BoardTile> = {}) => ({ key, measure: 'chat.incoming', filter: {}, ...change });
const save = (change: object = {}) => ({ name: 'Today', tiles: [tile('all')], ...change });
const create = async (by: TestUser, change: object = {}) => (await as(by).post(calls.create.path, save(change))).json();
const make = async (by: TestUser, change: object = {}): Promise<Board> => (await create(by, change)).data;
const names = async (by: TestUser): Promise<string[]> => (await as(by).get(calls.list.path)).json().data.map(({ name }: BoardLine) => name);
const update = async (by: TestUser, { id, ...board }: Board, change: object) =>
  (await as(by).put(at(calls.update.path, id), { ...board, ...change })).json();
const figuresOf = async (by: TestUser, { id }: Board): Promise<BoardFigures> => (await as(by).get(at(calls.figures.path, id))).json().data;
const rowsOf = async (by: TestUser, { id }: Board, query: Record<string, string>): Promise<AnalyticsRows> => {
  const answer = (await as(by).get(`${at(calls.rows.path, id)}?${new URLSearchParams(query)}`)).json();
  expect(answer).toMatchObject({ code: '100' });
  return answer.data;
};

/** Four chats of today: two of Billing that Asha had, one of Sales, and one of no department. */
async function chatting() {
  const scene = await makeScene();
  const { enterprise, asha, users } = scene;
  const admin = await makeUser({ enterprise, name: 'Ada' });
  const makeDepartment = async (name: string): Promise<string> => (await as(admin).post(departments.create.path, { name })).json().data.id;
  const [billing, sales] = [await makeDepartment('Billing'), await makeDepartment('Sales')];
  const chatIds: string[] = [];
  for (const deptId of [billing, billing, sales, null]) {
    const chatId = String((await (await visit(scene.channel.widgetKey)).say('Hello')).chatId);
    if (deptId === billing) await asha.ask('agentPickupChat', { chatId });
    await enterprise.ctx.transaction((tx) => sql`update chats set dept_id = ${deptId}::uuid where chat_id = ${chatId}`.execute(tx));
    chatIds.push(chatId);
  }
  const makeReader = async (permissions: string[], dataScope: string): Promise<TestUser> => {
    const role = { name: `Role ${newId()}`, description: '', permissions, dataScope, maskedFields: [] };
    return makeUser({ enterprise, roles: [(await as(admin).put(roles.saveRole.path, role)).json().data.code] });
  };
  const join = (user: TestUser, departmentId: string) =>
    as(admin).put(departments.addUsers.path.replace(':departmentId', departmentId), { users: [user.userId] });
  return { ...scene, admin, agent: users.asha, billing, sales, chatIds, makeReader, join };
}

test('a board is its owner’s until it is shared; others see or change it as far as it says', async () => {
  const { admin, enterprise, sales, makeReader, join } = await chatting();
  const [ben, cleo] = [await makeReader(['CHAT.VIEW_ANALYTICS'], 'enterprise'), await makeReader(['CHAT.VIEW_ANALYTICS'], 'enterprise')];
  await join(ben, sales);
  const board = await make(admin);
  expect(board).toMatchObject({ name: 'Today', audience: 'nobody', isOwn: true, canEdit: true, version: 1, owner: { name: 'Ada' } });
  expect(board.tiles).toMatchObject([{ by: 'none', chart: 'card', range: 'last7', size: 'small', compare: 'none' }]);
  expect((await as(ben).get(at(calls.get.path, board.id))).json().code).toBe('board.not_found');

  const shown = (await update(admin, board, { audience: 'departments', departmentIds: [sales] })).data as Board;
  expect([await names(ben), await names(cleo)]).toEqual([['Today'], []]);
  expect((await update(ben, shown, { name: 'Mine' })).code).toBe('1403');
  const shared = (await update(admin, shown, { audience: 'everybody', isShared: true })).data as Board;
  expect(await names(cleo)).toEqual(['Today']);
  // Another one than its owner changes what it shows, and not whom it is shared with.
  const changedByCleo = (await update(cleo, shared, { name: 'Ours', audience: 'nobody' })).data as Board;
  expect(changedByCleo).toMatchObject({ name: 'Ours', audience: 'everybody', isShared: true, isOwn: false, canEdit: true, version: 4 });
  expect(await update(admin, shared, { name: 'Late' })).toMatchObject({
    code: 'record.changed',
    data: { version: 4, changedBy: cleo.name },
  });
  expect((await as(cleo).delete(at(calls.remove.path, board.id))).json().code).toBe('1403');

  const entry = await trail.newest(admin, `kind=board&recordId=${board.id}&action=edit`);
  expect([entry.recordName, changed(entry)]).toEqual(['Ours', { name: ['Today', 'Ours'] }]);
  const other = await makeUser();
  for (const path of [calls.get.path, calls.figures.path])
    expect((await as(other).get(at(path, board.id))).json().code).toBe('board.not_found');
  expect((await update(other, shared, { name: 'x' })).code).toBe('board.not_found');
  expect(enterprise.enterpriseId).not.toBe(other.enterpriseId);
});

test('a deleted board waits in the bin, and comes back with its tiles', async () => {
  const admin = await makeUser();
  const board = await make(admin, { tiles: [tile('a'), tile('b')] });
  expect((await as(admin).delete(at(calls.remove.path, board.id))).json().message).toBe('The board is deleted.');
  expect(await names(admin)).toEqual([]);
  const [entry] = (await as(admin).get(`${bin.list.path}?kind=board`)).json().data.entries;
  expect(entry).toMatchObject({ name: 'Today', recordId: board.id });
  const restored = await as(admin).post(bin.restore.path.replace(':entryId', entry.id), {});
  expect(restored.json()).toMatchObject({ code: '100', data: { name: 'Today' } });
  expect((await as(admin).get(at(calls.get.path, board.id))).json().data.tiles).toHaveLength(2);
});

test('a board that cannot be drawn is not saved: each fault names its tile and field', async () => {
  const { admin, billing } = await chatting();
  const foreign = (await as(await makeUser()).post(departments.create.path, { name: 'Foreign' })).json().data.id;
  const faults = async (...tiles: object[]) => {
    const { data } = await create(admin, { tiles });
    return data.issues.map(({ field, code }: { field: string; code: string }) => [field, code]);
  };
  expect(
    await faults(
      tile('a', { by: 'none', chart: 'line' }),
      tile('a', { by: 'channel', chart: 'donut', measure: 'chat.wait' }),
      tile('c', { by: 'label', chart: 'donut' }),
      tile('d', { filter: { departmentIds: [billing, foreign], agentIds: [], channelIds: [], labelIds: [newId()] } }),
    ),
  ).toEqual([
    ['tiles.0.chart', 'board.chart'],
    ['tiles.1.key', 'board.twice'],
    ['tiles.1.chart', 'board.chart'],
    ['tiles.2.chart', 'board.chart'],
    ['tiles.3.filter.departmentIds.1', 'board.unknown'],
    ['tiles.3.filter.labelIds.0', 'board.unknown'],
  ]);
  expect((await create(admin, { audience: 'departments' })).data.issues).toMatchObject([{ field: 'departmentIds' }]);
  expect((await create(admin, { audience: 'departments', departmentIds: [foreign] })).code).toBe('department.not_found');
  const many = Array.from({ length: 25 }, (_, place) => tile(`t${place}`));
  for (const tiles of [[], many]) expect((await create(admin, { tiles })).code).toBe('request.invalid');
});

/** The rows behind each number of a tile are as many as it says. */
async function checkRows(by: TestUser, board: Board, { key, now, before }: TileFigure): Promise<void> {
  for (const [former, side] of [
    ['false', now],
    ['true', before],
  ] as const) {
    if (!side) continue;
    expect([key, former, (await rowsOf(by, board, { tile: key, former })).total]).toEqual([key, former, side.whole.count]);
    for (const cell of side.cells.filter(({ count }) => count > 0)) {
      const { total, rows } = await rowsOf(by, board, { tile: key, former, part: cell.key, perPage: '200' });
      expect([key, cell.key, total, rows.length]).toEqual([key, cell.key, cell.count, cell.count]);
    }
  }
}

test('each figure of a board, by each of its parts, opens as many chats as it says, and is that of the analysis', async () => {
  const { admin, agent, billing, sales, channel, enterprise, chatIds } = await chatting();
  const labelId = newId();
  await enterprise.ctx.transaction(async (tx) => {
    await sql`insert into chat_labels (enterprise_id, label_id, name, colour, place) values (${enterprise.enterpriseId}, ${labelId}, 'Refund', '#1f6f78', 1)`.execute(
      tx,
    );
    await sql`insert into chat_label_marks (enterprise_id, chat_id, label_id) select enterprise_id, chat_id, ${labelId} from chats where chat_id = any(${chatIds.slice(1, 3)}::uuid[])`.execute(
      tx,
    );
    // One of them began a week ago.
    await sql`update chat_facts set local_day = local_day - 7, created_at = created_at - interval '7 days' where chat_id = ${chatIds[0]}`.execute(
      tx,
    );
  });
  const parts = ['day', 'hour', 'department', 'agent', 'channel', 'label'] as const;
  const tiles = [
    tile('whole', { compare: 'before' }),
    ...parts.map((by) => tile(by, { by, chart: 'table', compare: 'before' })),
    tile('wait', { measure: 'chat.wait', by: 'agent', chart: 'bars', range: 'last30' }),
    tile('owned', { measure: 'spell.owned', by: 'agent', chart: 'donut', range: 'last30' }),
    tile('share', { measure: 'chat.cameBackRate', range: 'last30' }),
    tile('narrow', {
      filter: { departmentIds: [billing, sales, 'none'], agentIds: [agent.userId], channelIds: [channel.id], labelIds: [labelId] },
      range: 'today',
    }),
  ];
  const board = await make(admin, { tiles });
  const { tiles: found, scope } = await figuresOf(admin, board);
  expect([scope, found.map(({ key, state }) => [key, state])]).toEqual(['enterprise', tiles.map(({ key }) => [key, 'shown'])]);
  const counts = (key: string) => found.find((one) => one.key === key)?.now?.cells.map(({ name, count }) => [name, count]);
  expect(found[0]).toMatchObject({
    unit: 'chats',
    better: 'neither',
    now: { whole: { value: 3, count: 3 } },
    before: { whole: { count: 1 } },
  });
  expect(counts('department')).toEqual([
    ['', 1],
    ['Billing', 1],
    ['Sales', 1],
  ]);
  expect(counts('agent')).toEqual([
    ['', 2],
    ['Asha', 1],
  ]);
  expect(counts('label')).toEqual([['Refund', 2]]);
  expect(counts('owned')).toEqual([['Asha', 2]]);
  expect(counts('day')?.map(([, count]) => count)).toEqual([0, 0, 0, 0, 0, 0, 3]);
  expect(counts('hour')).toHaveLength(24);
  expect(found.at(-1)).toMatchObject({
    of: ['Billing', 'Sales', null, 'Asha', expect.any(String), 'Refund'],
    now: { whole: { count: 1 } },
  });
  for (const figure of found) await checkRows(admin, board, figure);
  const report = (await as(admin).get(chatAnalytics.report.path)).json().data as AnalyticsReport;
  expect(report.figures['chat.incoming']).toEqual(found[0]?.now?.whole);
});

test('a tile shows its reader what they may see, and where they may not, names no number', async () => {
  const { admin, agent, billing, sales, makeReader, join } = await chatting();
  const everybody = { audience: 'everybody' };
  const board = await make(admin, {
    ...everybody,
    tiles: [
      tile('all'),
      tile('sales', { filter: { departmentIds: [sales], agentIds: [], channelIds: [], labelIds: [] } }),
      tile('agents', { by: 'agent', chart: 'table' }),
    ],
  });
  const seen = async (by: TestUser) => {
    const { tiles, scope } = await figuresOf(by, board);
    return [scope, ...tiles.map(({ state, now }) => (state === 'shown' ? now?.whole.count : state))];
  };
  const manager = await makeReader(['CHAT.VIEW_ANALYTICS'], 'department');
  await join(manager, billing);
  const own = await makeReader(['CHAT.VIEW_ANALYTICS'], 'own');
  expect(await seen(admin)).toEqual(['enterprise', 4, 1, 4]);
  // Chats of no department are everybody's.
  expect(await seen(manager)).toEqual(['department', 3, 'scope', 3]);
  expect(await seen(own)).toEqual(['own', 0, 0, 'scope']);
  const hidden = (await figuresOf(manager, board)).tiles[1];
  expect(hidden).toMatchObject({ of: [], now: null, before: null, more: 0 });
  expect((await as(manager).get(`${at(calls.rows.path, board.id)}?tile=sales`)).json().code).toBe('board.tile_not_found');
  // An agent reads boards by the flag alone, and may not see the analysis.
  expect((await as(agent).get(at(calls.get.path, board.id))).json().data).toMatchObject({ canEdit: false });
  expect((await figuresOf(agent, board)).tiles).toMatchObject(
    board.tiles.map(() => ({ state: 'permission', now: null, before: null, of: [] })),
  );
  for (const answer of [as(agent).post(calls.create.path, save()), as(agent).get(`${at(calls.rows.path, board.id)}?tile=all`)])
    expect((await answer).json().code).toBe('1403');
});

test('users who may see figures of chats are found by name', async () => {
  const { admin, makeReader } = await chatting();
  const { name } = await makeReader(['CHAT.VIEW_ANALYTICS'], 'own');
  await makeReader(['CHAT.HANDLE'], 'own');
  const found = async (by: string) =>
    (await as(admin).get(`${calls.readers.path}?name=${encodeURIComponent(by)}`)).json().data.map((one: { name: string }) => one.name);
  expect(await found('')).toEqual(['Ada', name]);
  expect(await found(name.toUpperCase())).toEqual([name]);
});

test('counts of chats are the measures whose unit is chats', () => {
  expect(analyticsMeasures.filter((measure) => isCountOfChats(measure) !== (unitOf(measure) === 'chats'))).toEqual([]);
});
