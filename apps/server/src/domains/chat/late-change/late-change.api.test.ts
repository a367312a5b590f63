import { type AnalyticsReport, chatStates, endpoints, type LateChanges, type LateRows } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { toLocal } from '#platform/zone/local-time.ts';
import { addDays, dayOf, startOfDay } from '#platform/zone/zone-days.ts';
import { startApp } from '../../../../test/app.ts';
import { makeWebChannel } from '../../../../test/scene.ts';
import { insertChat, type LockedChat, lockChats, recordChats, updateDepartment } from '../record/chat.repository.ts';
import { becomeOwned, end, enterQueue } from '../record/chat.rules.ts';

const app = await startApp();
const { chatAnalytics, lateChanges: calls, departments, roles } = endpoints;
const minute = 60_000;
/** One of both, whose day does not end while the test runs. */
const zone = toLocal(new Date(), 'Asia/Kolkata') < `${dayOf(new Date(), 'Asia/Kolkata')}T22:00` ? 'Asia/Kolkata' : 'America/St_Johns';

/** An enterprise whose chats began yesterday, as they were known when that day ended; what is done to them afterwards is late. */
async function makeScene() {
  const enterprise = await app.makeEnterprise({ timeZone: zone });
  const { ctx, enterpriseId } = enterprise;
  const channel = await makeWebChannel(enterprise);
  const admin = await app.makeUser({ enterprise });
  const agent = await app.makeUser({ enterprise, roles: [3] });
  const client = app.as(admin);
  const yesterday = addDays(dayOf(ctx.now(), zone), -1);
  const noon = startOfDay(yesterday, zone).getTime() + 12 * 60 * minute;
  const change = (chatId: string, work: (chat: LockedChat) => void) =>
    ctx.transaction(async (tx) => {
      const [locked] = (await lockChats(tx, enterpriseId, [chatId])) as [LockedChat];
      work(locked);
      await recordChats(tx, enterpriseId, { chats: [locked], actions: [], ledger: [], keys: [] });
    });
  const visit = async (waitMs: number | undefined, at = noon) => {
    const chatId = newId();
    await ctx.transaction(async (tx) => {
      const customerId = newId();
      await sql`insert into customers (enterprise_id, customer_id, name, number) values (${enterpriseId}, ${customerId}, 'Meera', '')`.execute(
        tx,
      );
      await insertChat(tx, {
        ...{ enterpriseId, chatId, channelId: channel.id, customerId, address: newId(), handledBy: 'bot', visit: {}, line: null },
        previousChatId: null,
        now: new Date(at),
      });
    });
    await change(chatId, (chat) => {
      // Nobody's clock misses it while the test runs.
      enterQueue(chat, 30 * 24 * 3600, new Date(at));
      if (waitMs !== undefined) becomeOwned(chat, agent.userId, 'picked', new Date(at + waitMs));
    });
    return chatId;
  };
  const close = (chatId: string, at = ctx.now()) => change(chatId, (chat) => end(chat, chatStates.closed, 'agent', at));
  /** Makes everything that has happened so far something that was known when the day ended. */
  const settle = () => ctx.transaction((tx) => sql`delete from chat_late_changes where enterprise_id = ${enterpriseId}`.execute(tx));
  const get = async <T>(path: string, query: Record<string, string> = {}, by = client): Promise<T> => {
    const answer = await by.get(`${path}?${new URLSearchParams({ fromDate: yesterday, toDate: yesterday, ...query })}`);
    expect([path, query, answer.statusCode]).toEqual([path, query, 200]);
    return answer.json().data;
  };
  return { ...{ enterprise, channel, client, agent, yesterday, noon, change, visit, close, settle, get, ctx } };
}
type Scene = Awaited<ReturnType<typeof makeScene>>;

const readChanges = ({ get }: Scene, query: Record<string, string> = {}) => get<LateChanges>(calls.summary.path, query);
const readRows = ({ get }: Scene, query: Record<string, string> = {}) => get<LateRows>(calls.rows.path, query);
const shown = ({ figures }: LateChanges) =>
  Object.fromEntries(figures.map(({ measure, was, is, chats }) => [measure, [was.value, is.value, chats]]));

test('a figure of yesterday is told as it was at midnight and as it is now, with the chats and the causes that changed it', async () => {
  const scene = await makeScene();
  const { visit, close, settle, change } = scene;
  const [open, closed, waiting, calm] = [await visit(minute), await visit(2 * minute), await visit(undefined), await visit(4 * minute)];
  for (const chatId of [closed, calm]) await close(chatId, new Date(scene.noon + 10 * minute));
  await settle();
  expect(await readChanges(scene)).toMatchObject({ chats: 0, causes: [], figures: [] });

  await close(open);
  await change(closed, (chat) => Object.assign(chat, { rating: 2 }));
  await change(waiting, (chat) => becomeOwned(chat, scene.agent.userId, 'picked', new Date(scene.noon + 9 * minute)));
  const found = await readChanges(scene);
  expect([found.chats, found.causes.toSorted((one, other) => one.cause.localeCompare(other.cause))]).toEqual([
    3,
    [
      { cause: 'ended', chats: 1 },
      { cause: 'picked', chats: 1 },
      { cause: 'rated', chats: 1 },
    ],
  ]);
  expect(shown(found)).toMatchObject({
    'chat.attended': [3, 4, 1],
    'chat.closed': [2, 3, 1],
    'chat.stillOpen': [2, 1, 1],
    'chat.waiting': [1, 0, 1],
    'chat.rated': [0, 1, 1],
    'chat.rating': [null, 2, 1],
    'chat.wait': [(7 * minute) / 3, 4 * minute, 1],
    'chat.waitP90': [4 * minute, 9 * minute, 1],
  });
  // A figure that is not named is as it was, and what it is now is what the analysis says.
  expect(shown(found)).not.toHaveProperty('chat.incoming');
  const report = await scene.get<AnalyticsReport>(chatAnalytics.report.path);
  for (const { measure, is } of found.figures) expect([measure, report.figures[measure]]).toEqual([measure, is]);

  const rows = await readRows(scene, { measure: 'chat.wait' });
  expect([rows.total, rows.rows.map(({ chatId, was, is, wasCounted, isCounted }) => [chatId, was, is, wasCounted, isCounted])]).toEqual([
    1,
    [[waiting, null, 9 * minute, false, true]],
  ]);
  const rated = await readRows(scene, { cause: 'rated' });
  expect(rated.rows.map(({ chatId, changes }) => [chatId, changes.map(({ cause }) => cause)])).toEqual([[closed, ['rated']]]);
  // Those that changed last come first, a page after the other.
  const first = await readRows(scene, { perPage: '2' });
  const second = await readRows(scene, { perPage: '2', after: first.next as string });
  expect([first.total, second.next, [...first.rows, ...second.rows].map(({ chatId }) => chatId)]).toEqual([
    3,
    null,
    [waiting, closed, open],
  ]);
});

test('a chat that is reopened, moved, put in late or has come back changes the figures that it counts in, under every filter', async () => {
  const scene = await makeScene();
  const { visit, close, settle, change, client, ctx, enterprise } = scene;
  const billing: string = (await client.post(departments.create.path, { name: 'Billing' })).json().data.id;
  const [again, moved] = [await visit(minute), await visit(minute)];
  await close(again, new Date(scene.noon + 10 * minute));
  await settle();

  await change(again, (chat) => becomeOwned(chat, scene.agent.userId, 'picked', ctx.now()));
  await ctx.transaction((tx) => updateDepartment(tx, enterprise.enterpriseId, moved, billing));
  const late = await visit(3 * minute);
  const found = await readChanges(scene);
  expect(found.chats).toBe(3);
  expect(shown(found)).toMatchObject({ 'chat.incoming': [2, 3, 1], 'chat.closed': [1, 0, 1], 'chat.stillOpen': [1, 3, 2] });
  const causes = new Map((await readRows(scene)).rows.map(({ chatId, changes }) => [chatId, changes.map(({ cause }) => cause)]));
  expect([causes.get(again)?.[0], causes.get(moved), causes.get(late)?.[0]]).toEqual(['reopened', ['moved'], 'added']);

  // The chat has come to the department, and has gone from those without one.
  expect(shown(await readChanges(scene, { departmentId: billing }))).toMatchObject({
    'chat.incoming': [0, 1, 1],
    'chat.stillOpen': [0, 1, 1],
  });
  const left = await readRows(scene, { departmentId: 'none', measure: 'chat.incoming' });
  expect(left.rows.map(({ chatId, wasCounted, isCounted }) => [chatId, wasCounted, isCounted])).toEqual([
    [late, false, true],
    [moved, true, false],
  ]);
});

test('a label that is put on or taken off later changes what is counted of it, and nothing else', async () => {
  const scene = await makeScene();
  const { visit, settle, ctx, enterprise } = scene;
  const labelId = newId();
  await ctx.transaction((tx) =>
    sql`insert into chat_labels (enterprise_id, label_id, name, colour, place)
      values (${enterprise.enterpriseId}, ${labelId}, 'Refund', '#1f6f78', 1)`.execute(tx),
  );
  const mark = (chatId: string) =>
    sql`insert into chat_label_marks (enterprise_id, chat_id, label_id) values (${enterprise.enterpriseId}, ${chatId}, ${labelId})`;
  const [taken, kept, given] = [await visit(minute), await visit(minute), await visit(minute)];
  await ctx.transaction(async (tx) => {
    for (const chatId of [taken, kept]) await mark(chatId).execute(tx);
  });
  await settle();
  await ctx.transaction(async (tx) => {
    await sql`delete from chat_label_marks where enterprise_id = ${enterprise.enterpriseId} and chat_id = ${taken}`.execute(tx);
    await mark(given).execute(tx);
  });
  const rows = await readRows(scene, { labelId, measure: 'chat.incoming' });
  expect(rows.rows.map(({ chatId, wasCounted, isCounted }) => [chatId, wasCounted, isCounted])).toEqual([
    [given, false, true],
    [taken, true, false],
  ]);
  // No figure of the label is another, since as many came as went; and none of all chats is.
  expect(await readChanges(scene, { labelId })).toMatchObject({ chats: 2, causes: [{ cause: 'relabelled', chats: 2 }], figures: [] });
  expect((await readChanges(scene)).figures).toEqual([]);
});

test('days that were not over then, chats of today and other enterprises tell no changes; own scope tells of own chats alone', async () => {
  const scene = await makeScene();
  const { visit, close, settle, get, agent, yesterday, client } = scene;
  const chatId = await visit(minute);
  const today = addDays(yesterday, 1);
  const new_ = await visit(minute, scene.ctx.now().getTime());
  await settle();
  await close(chatId);
  await close(new_);
  expect(await readChanges(scene, { fromDate: today, toDate: today })).toMatchObject({ days: null, chats: 0, figures: [] });
  // None of its chats was there at the beginning of yesterday.
  expect(await readChanges(scene, { since: 'yesterday' })).toMatchObject({ days: null });
  expect(await readChanges(scene, { toDate: today })).toMatchObject({ days: { fromDate: yesterday, toDate: yesterday }, chats: 1 });
  const role = { name: 'Own chats', description: '', permissions: ['CHAT.VIEW_ANALYTICS'], dataScope: 'own', maskedFields: [] };
  const reader = await app.makeUser({
    enterprise: scene.enterprise,
    roles: [(await client.put(roles.saveRole.path, role)).json().data.code],
  });
  expect(await get<LateChanges>(calls.summary.path, {}, app.as(reader))).toMatchObject({ chats: 0 });
  const stranger = app.as(await app.makeUser({ enterprise: await app.makeEnterprise({ timeZone: zone }) }));
  expect(await get<LateChanges>(calls.summary.path, {}, stranger)).toMatchObject({ chats: 0, figures: [] });
  expect((await app.as(agent).get(calls.summary.path)).statusCode).toBe(403);
  expect((await client.get(`${calls.rows.path}?after=x`)).statusCode).toBe(400);
});

/** Numbers that look random and are the same in every run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('each figure is told as the report had said it, under every filter, whatever was done to the chats since', async () => {
  const scene = await makeScene();
  const { visit, settle, change, client, ctx, enterprise, agent, noon } = scene;
  const { enterpriseId } = enterprise;
  const random = createRandom(7);
  const other = await app.makeUser({ enterprise, roles: [3] });
  const billing: string = (await client.post(departments.create.path, { name: 'Billing' })).json().data.id;
  const labelId = newId();
  await ctx.transaction((tx) =>
    sql`insert into chat_labels (enterprise_id, label_id, name, colour, place)
      values (${enterpriseId}, ${labelId}, 'Refund', '#1f6f78', 1)`.execute(tx),
  );
  const chats: string[] = [];
  let clock = noon;
  const acts: ((chatId: string, at: Date) => Promise<unknown>)[] = [
    (chatId, at) => change(chatId, (chat) => becomeOwned(chat, agent.userId, 'picked', at)),
    (chatId, at) => change(chatId, (chat) => becomeOwned(chat, other.userId, 'transferred', at)),
    (chatId, at) => change(chatId, (chat) => end(chat, chatStates.closed, random(2) === 0 ? 'agent' : 'customer', at)),
    (chatId) => change(chatId, (chat) => Object.assign(chat, { rating: 1 + random(5) })),
    (chatId) => ctx.transaction((tx) => updateDepartment(tx, enterpriseId, chatId, random(2) === 0 ? billing : null)),
    (chatId) =>
      ctx.transaction((tx) =>
        random(2) === 0
          ? sql`delete from chat_label_marks where enterprise_id = ${enterpriseId} and chat_id = ${chatId}`.execute(tx)
          : sql`insert into chat_label_marks (enterprise_id, chat_id, label_id) values (${enterpriseId}, ${chatId}, ${labelId})
              on conflict do nothing`.execute(tx),
      ),
    async () => chats.push(await visit(random(2) === 0 ? undefined : random(9) * minute)),
    (chatId) =>
      ctx.transaction((tx) =>
        sql`insert into chat_returns (enterprise_id, chat_id, at) values (${enterpriseId}, ${chatId}, now()) on conflict do nothing`.execute(
          tx,
        ),
      ),
  ];
  const act = async (times: number) => {
    for (let time = 0; time < times; time++) {
      clock += 1 + random(3 * minute);
      await acts[random(acts.length)]?.(chats[random(chats.length)] as string, new Date(clock));
    }
  };
  for (let place = 0; place < 6; place++) chats.push(await visit(random(5) * minute));
  await act(40);
  const filters = [
    {},
    { departmentId: billing },
    { departmentId: 'none' },
    { labelId },
    { channelId: scene.channel.id },
    { agentId: other.userId },
    { lastAgentId: agent.userId },
  ];
  const said = await Promise.all(
    filters.map((filter) => scene.get<AnalyticsReport>(chatAnalytics.report.path, filter as Record<string, string>)),
  );
  await settle();
  clock = ctx.now().getTime();
  await act(60);
  for (const [place, filter] of filters.entries()) {
    const found = await readChanges(scene, filter as Record<string, string>);
    const now = await scene.get<AnalyticsReport>(chatAnalytics.report.path, filter as Record<string, string>);
    const before = said[place] as AnalyticsReport;
    const told = new Map(found.figures.map((figure) => [figure.measure, figure]));
    for (const measure of Object.keys(before.figures) as (keyof AnalyticsReport['figures'])[]) {
      const { was, is } = told.get(measure as never) ?? { was: now.figures[measure], is: now.figures[measure] };
      expect([filter, measure, was, is]).toEqual([filter, measure, before.figures[measure], now.figures[measure]]);
    }
    // The chats of a figure that counts chats make exactly its difference.
    if (!('labelId' in filter) && Object.keys(filter).length > 0) continue;
    for (const { measure, was, is, chats: several } of found.figures.filter(({ measure }) => now.measures[measure]?.unit === 'chats')) {
      const { rows, total } = await readRows(scene, { ...(filter as Record<string, string>), measure, perPage: '200' });
      const difference = rows.reduce((sum, row) => sum + Number(row.isCounted) - Number(row.wasCounted), 0);
      expect([filter, measure, total, rows.length, difference]).toEqual([
        filter,
        measure,
        several,
        several,
        (is.value ?? 0) - (was.value ?? 0),
      ]);
    }
  }
});
