import { randomUUID } from 'node:crypto';
import {
  agentStatuses,
  type ChatSide,
  channelTypes,
  chatStates,
  type dataScopes,
  endpoints,
  type MonitorAgent,
  type MonitorChat,
  type MonitorFigures,
  type MonitorOutcome,
  type MonitorQueue,
  monitorStates,
  type Permission,
} from '@parley/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sharedApp, startApp } from '../../../../test/app.ts';
import type { TestEnterprise, TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { notePresence } from '../desk/desk.repository.ts';
import { sideWritten, whispered } from '../side/side.events.ts';
import { lookAtAlarms } from './monitor.alarms.ts';

const app = await sharedApp();
const { makeScene, connect, visit } = createScenes(app);
const { as } = app;
const { audit, chatMonitor: calls, chats, departments, notifications, roles } = endpoints;

/** A user with one role of the enterprise's own. */
async function makeSupervisor(
  enterprise: TestEnterprise,
  name: string,
  dataScope: (typeof dataScopes)[number] = 'enterprise',
  permissions: Permission[] = ['CHAT.HANDLE', 'CHAT.VIEW_MONITOR'],
) {
  const admin = await app.makeUser({ enterprise });
  const role = { name: `Role ${randomUUID()}`, description: '', permissions, dataScope, maskedFields: [] };
  const { code } = (await as(admin).put(roles.saveRole.path, role)).json().data;
  return app.makeUser({ enterprise, roles: [code], name });
}

/** Two departments with a manager each; Asha and Ben are of Sales, and so are the chats of the channel. */
async function makeOffice() {
  const scene = await makeScene();
  const { enterprise, users, channel } = scene;
  const admin = await app.makeUser({ enterprise, name: 'Ada' });
  const mona = await makeSupervisor(enterprise, 'Mona', 'department');
  const otto = await makeSupervisor(enterprise, 'Otto');
  const make = async (name: string, manager: string) =>
    (await as(admin).post(departments.create.path, { name, manager })).json().data.id as string;
  const sales = await make('Sales', mona.userId);
  const billing = await make('Billing', otto.userId);
  await as(admin).put(departments.addUsers.path.replace(':departmentId', sales), { users: [users.asha.userId, users.ben.userId] });
  await enterprise.ctx.transaction((tx) => tx.updateTable('channels').set({ deptId: sales }).where('channelId', '=', channel.id).execute());
  // Joining a department renews the connections.
  const [asha, ben] = await Promise.all([connect(users.asha), connect(users.ben)]);
  const begin = async (text = 'Hello') => (await (await visit(channel.widgetKey)).say(text)).chatId as string;
  return { ...scene, asha, ben, admin, mona, otto, sales, billing, begin };
}
type Office = Awaited<ReturnType<typeof makeOffice>>;

const chatsOf = async (user: TestUser, query = '') =>
  (await as(user).get(`${calls.chats.path}?${query}`)).json().data.chats as MonitorChat[];
const agentsOf = async (user: TestUser, query = '') =>
  (await as(user).get(`${calls.agents.path}?${query}`)).json().data.agents as MonitorAgent[];
const figuresOf = async (user: TestUser) => (await as(user).get(calls.figures.path)).json().data as MonitorFigures;
const queueOf = ({ queues }: Pick<MonitorFigures, 'queues'>, departmentId: string) =>
  queues.find((queue) => queue.departmentId === departmentId) as MonitorQueue;
const seen = async (user: TestUser, ...chatIds: string[]) =>
  (await chatsOf(user)).filter(({ chatId }) => chatIds.includes(chatId)).map(({ chatId, routeNo }) => ({ chatId, routeNo }));
const sidesOf = async (user: TestUser, chatId: string) =>
  (await as(user).get(`/e/enterprise/chat/${chatId}`)).json().data.sides as ChatSide[];
const deedsOf = async (user: TestUser, chatId: string) =>
  (await sidesOf(user, chatId)).flatMap(({ act, authorName }) => (act?.act === 'monitor' ? [`${act.did} by ${authorName}`] : []));
const entriesOf = async (user: TestUser, recordId: string) =>
  (await as(user).get(`${audit.list.path}?kind=chat_monitor&recordId=${recordId}`))
    .json()
    .data.entries.map(({ action, actorName, recordName }: Record<string, string>) => ({ action, actorName, recordName }));

/** The same figures by one plain question each. */
async function countPlainly({ enterprise }: Office, deptId: string) {
  const { enterpriseId } = enterprise;
  const is = deptId === '' ? sql`dept_id is null` : sql`dept_id = ${deptId}`;
  const one = async (question: ReturnType<typeof sql>) =>
    enterprise.ctx.read(async (tx) => {
      const [value] = Object.values((await sql`select ${question}`.execute(tx)).rows[0] as object);
      return value instanceof Date ? value.toISOString() : value;
    });
  const agents = (
    condition: ReturnType<typeof sql>,
  ) => sql`(select count(*)::integer from agent_desks d where d.enterprise_id = ${enterpriseId}
    and ${condition} and d.user_id in (select r.user_id from user_roles r left join roles o using (enterprise_id) where r.enterprise_id = ${enterpriseId}
      and (r.role_code in (1, 3) or (o.code = r.role_code and 'CHAT.HANDLE' = any(o.permissions))))
    and ${deptId === '' ? sql`true` : sql`d.user_id in (select user_id from department_members where department_id = ${deptId})`})`;
  const chatsWhere = (what: ReturnType<typeof sql>, condition: ReturnType<typeof sql>) =>
    sql`(select ${what} from chats where enterprise_id = ${enterpriseId} and ${is} and ${condition})`;
  const count = sql`count(*)::integer`;
  return {
    waiting: await one(chatsWhere(count, sql`handled_by = 'queue' and state = 0`)),
    longestWaitSince: await one(chatsWhere(sql`min(waiting_since)`, sql`handled_by = 'queue' and state = 0`)),
    offered: await one(
      chatsWhere(count, sql`chat_id in (select chat_id from chat_offers where state = 'waiting' and kind in ('assign', 'transfer'))`),
    ),
    open: await one(chatsWhere(count, sql`owner_id is not null and state in (1, 2, 5)`)),
    longestUnansweredSince: await one(chatsWhere(sql`min(waiting_since)`, sql`owner_id is not null and state in (1, 2)`)),
    online: await one(agents(sql`d.status = 1`)),
    away: await one(agents(sql`d.status = 2`)),
    full: await one(agents(sql`d.status = 1 and d.load >= 500`)),
    inWrapUp: await one(agents(sql`d.status = 1 and d.wrap_until > now()`)),
    missedToday: await one(chatsWhere(count, sql`missed_at is not null`)),
  };
}

describe('figures', () => {
  test('MENU-020 frames of the monitor equal plain SQL after random acts, for the enterprise and for a department', async () => {
    const office = await makeOffice();
    const { users, asha, ben, admin, mona, sales, billing, begin } = office;
    const [watching, ofSales] = [await connect(admin), await connect(mona)];
    for (const socket of [watching, ofSales]) expect(await socket.ask('watchMonitor', { isOn: true })).toMatchObject({ status: true });
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const begun: string[] = [];
    const acts: (() => Promise<unknown>)[] = [
      async () => begun.push(await begin()),
      () => asha.ask('agentPickupChat', {}),
      () => ben.ask('agentPickupChat', {}),
      async () => asha.ask('agentReply', { chatId: begun[random(begun.length)] ?? '', key: randomUUID(), message: 'Yes' }),
      async () => as(users.asha).post(`/e/enterprise/chat/${begun[random(begun.length)]}/close`),
      async () =>
        as(admin).post(calls.assign.path, {
          chats: await seen(admin, begun[random(begun.length)] ?? ''),
          ...(random(2) === 0 ? { departmentId: billing } : { agentId: users.ben.userId }),
          note: 'Please',
        }),
      () => as(users.ben).put(chats.updateAgentStatus.path, { agentStatus: 1 + random(2), reason: '' }),
    ];
    for (let round = 0; round < 4; round += 1) {
      begun.push(await begin());
      for (let step = 0; step < 8; step += 1) await acts[random(acts.length)]?.();
      const expected = {
        [sales]: await countPlainly(office, sales),
        [billing]: await countPlainly(office, billing),
        '': await countPlainly(office, ''),
      };
      const isEqual = (figures: Pick<MonitorFigures, 'queues'>) => {
        for (const queue of figures.queues) expect(queue).toMatchObject(expected[queue.departmentId] ?? {});
      };
      isEqual(await figuresOf(admin));
      const after = Date.now();
      const fits = ({ asOf }: MonitorFigures) => Date.parse(asOf) > after;
      const frame = await watching.next('monitorFrame', fits);
      expect(frame.queues.map(({ name }) => name)).toEqual(['Billing', 'Sales', '']);
      isEqual(frame);
      const part = await ofSales.next('monitorFrame', fits);
      expect(part.queues.map(({ name, mayAct }) => [name, mayAct])).toEqual([
        ['Sales', true],
        ['', false],
      ]);
      // Agents of no department of hers, such as Ada, are outside of Mona's sight.
      const { online, away, full, inWrapUp } = expected[sales] ?? {};
      expected[''] = { ...expected[''], online, away, full, inWrapUp } as (typeof expected)[''];
      isEqual(part);
    }
    // Nobody is sent a frame who does not look any more.
    await watching.ask('watchMonitor', { isOn: false });
    watching.talker.received.length = 0;
    const now = Date.now();
    await ofSales.next('monitorFrame', ({ asOf }) => Date.parse(asOf) > now);
    expect(watching.talker.received.filter(({ type }) => type === 'monitorFrame')).toEqual([]);
  });

  test('a change is shown within a look, and the missed of today count by the enterprise’s midnight', async () => {
    const office = await makeOffice();
    const { enterprise, admin, sales, begin } = office;
    const watching = await connect(admin);
    await watching.ask('watchMonitor', { isOn: true });
    await watching.next('monitorFrame');
    const chatId = await begin();
    expect(await watching.next('monitorFrame', (frame) => queueOf(frame, sales).waiting === 1)).toMatchObject({
      agents: true,
      chats: true,
    });
    const { rows } = await enterprise.ctx.read((tx) =>
      sql<{ midnight: Date }>`select date_trunc('day', now() at time zone time_zone) at time zone time_zone as midnight from enterprises
        where enterprise_id = ${enterprise.enterpriseId}`.execute(tx),
    );
    const missedAt = async (ms: number) => {
      const at = new Date((rows[0] as { midnight: Date }).midnight.getTime() + ms);
      await enterprise.ctx.transaction((tx) => tx.updateTable('chats').set({ missedAt: at }).where('chatId', '=', chatId).execute());
      return queueOf(await figuresOf(admin), sales).missedToday;
    };
    expect([await missedAt(-1), await missedAt(0)]).toEqual([0, 1]);
  });

  test('users without the permission, and other enterprises, see nothing; a scope of the own chats has no queue', async () => {
    const office = await makeOffice();
    const stranger = await app.makeUser();
    await office.begin();
    expect((await as(office.users.asha).get(calls.figures.path)).json()).toMatchObject({ code: '1403' });
    expect((await office.asha.ask('watchMonitor', { isOn: true })).code).toBe('1403');
    expect((await figuresOf(stranger)).queues).toMatchObject([{ departmentId: '', waiting: 0, online: 0 }]);
    expect(await chatsOf(stranger)).toEqual([]);
    // A wall shows the monitor by a user who handles no chats.
    const wall = await connect(await makeSupervisor(office.enterprise, 'Wall', 'enterprise', ['CHAT.VIEW_MONITOR']));
    expect(await wall.ask('watchMonitor', { isOn: true })).toMatchObject({ status: true });
    expect((await wall.next('monitorFrame')).queues).toHaveLength(3);
    const narrow = await makeSupervisor(office.enterprise, 'Nia', 'own');
    expect(await figuresOf(narrow)).toMatchObject({ queues: [], alarms: [] });
    expect([await chatsOf(narrow), await agentsOf(narrow)]).toEqual([[], []]);
  });
});

describe('lists', () => {
  test('agents come by name with load, open chats and the customer who waits longest, page by page', async () => {
    const office = await makeOffice();
    const { users, asha, admin, mona, sales, begin } = office;
    const chatId = await begin();
    await asha.ask('agentPickupChat', { chatId });
    const rows = await agentsOf(admin, `department=${sales}`);
    expect(rows.map(({ name, mayAct }) => [name, mayAct])).toEqual([
      ['Asha', true],
      ['Ben', true],
      ['Mona', true],
    ]);
    const [chat] = await chatsOf(admin, `agentId=${users.asha.userId}`);
    expect(rows[0]).toMatchObject({
      load: 100,
      limit: 5,
      open: 1,
      missedInRow: 0,
      departments: ['Sales'],
      longestUnansweredSince: chat?.waitingSince,
    });
    await asha.ask('agentReply', { chatId, key: randomUUID(), message: 'Here I am' });
    const { actedOn } = (await as(admin).get(`/e/enterprise/chat/${chatId}`)).json().data.messages.at(-1);
    expect((await agentsOf(admin, 'name=ash'))[0]).toMatchObject({ name: 'Asha', longestUnansweredSince: null, lastActivityAt: actedOn });
    const found: string[] = [];
    let after = '';
    do {
      const page = (await as(mona).get(`${calls.agents.path}?perPage=2&after=${after}`)).json().data;
      found.push(...page.agents.map(({ name }: MonitorAgent) => name));
      after = page.next ?? '';
    } while (after !== '');
    expect(found).toEqual(['Asha', 'Ben', 'Mona']);
    await as(users.ben).put(chats.updateAgentStatus.path, { agentStatus: agentStatuses.away, reason: 'Lunch' });
    expect(await agentsOf(admin, 'agentStatus=2')).toMatchObject([{ name: 'Ben', reason: 'Lunch' }]);
  });

  test('chats come newest or longest waiting first, narrowed by each filter, with what their agent has not read', async () => {
    const office = await makeOffice();
    const { enterprise, users, asha, channel, admin, otto, mona, sales, billing } = office;
    const writers = await Promise.all([visit(channel.widgetKey), visit(channel.widgetKey), visit(channel.widgetKey)]);
    const ids: string[] = [];
    for (const writer of writers) ids.push((await writer.say('Hello')).chatId as string);
    const [first = '', second = '', third = ''] = ids;
    await asha.ask('agentPickupChat', { chatId: first });
    await writers[0]?.say('Are you there?');
    await enterprise.ctx.transaction(async (tx) => {
      await tx.updateTable('chats').set({ deptId: billing }).where('chatId', '=', second).execute();
      await tx.updateTable('chats').set({ deptId: null }).where('chatId', '=', third).execute();
      await sql`update customers set name = 'Meera' where customer_id = (select customer_id from chats where chat_id = ${third})`.execute(
        tx,
      );
    });
    const found = async (query: string, by = admin) => (await chatsOf(by, query)).map(({ chatId }) => chatId);
    expect(await found('')).toEqual([third, second, first]);
    expect(await found('sort=waiting')).toEqual([first, second, third]);
    expect([await found(`department=${sales}`), await found('department=none'), await found(`department=${billing}`)]).toEqual([
      [first],
      [third],
      [second],
    ]);
    const byState = async () => Promise.all(monitorStates.map((state) => found(`state=${state}`)));
    expect(await byState()).toEqual([[third, second], [], [first], [], [], [], []]);
    await as(admin).post(calls.assign.path, { chats: await seen(admin, second), agentId: users.ben.userId, note: 'Please' });
    expect(await found('state=offered')).toEqual([second]);
    expect([
      await found(`agentId=${users.asha.userId}`),
      await found('name=meer'),
      await found(`channel=${channelTypes.WEB}`),
      await found(`channel=${channelTypes.EMAIL}`),
    ]).toEqual([[first], [third], [third, second, first], []]);
    expect(await found('', mona)).toEqual([third, first]);
    expect((await chatsOf(otto)).map(({ mayAct }) => mayAct)).toEqual([false, true, false]);
    const [row] = await chatsOf(admin, 'state=open');
    expect(row).toMatchObject({
      agentName: 'Asha',
      departmentName: 'Sales',
      unread: 2,
      state: chatStates.started,
      handledBy: 'agent',
      sentiment: null,
      offeredTo: '',
    });
    const pages: string[] = [];
    let before = '';
    do {
      const page = (await as(admin).get(`${calls.chats.path}?sort=waiting&perPage=1${before}`)).json().data;
      pages.push(...page.chats.map(({ chatId }: MonitorChat) => chatId));
      before = page.next === null ? '' : `&before=${encodeURIComponent(page.next)}`;
    } while (before !== '');
    expect(pages).toEqual([first, second, third]);
  });

  test('34.1 screens share rows while they look, each as far as it sees and acts, and who acts reads the act at once', async () => {
    const { admin, mona, otto, begin, sales } = await makeOffice();
    const watching = await connect(admin);
    await watching.ask('watchMonitor', { isOn: true });
    await watching.next('monitorFrame');
    const chatId = await begin();
    await watching.next('monitorFrame', (frame) => queueOf(frame, sales).waiting === 1);
    const rowOf = async (user: TestUser) => (await chatsOf(user)).find((row) => row.chatId === chatId);
    const [ofAdmin, ofMona, ofOtto] = await Promise.all([rowOf(admin), rowOf(mona), rowOf(otto)]);
    expect([ofAdmin?.mayAct, ofMona?.mayAct, ofOtto?.mayAct]).toEqual([true, true, false]);
    const raised = await as(admin).post(calls.priority.path, { chats: await seen(admin, chatId), priority: 9 });
    expect(raised.json().data.done).toEqual([chatId]);
    expect([(await rowOf(admin))?.priority, (await rowOf(mona))?.priority, (await rowOf(otto))?.priority]).toEqual([9, 9, 9]);
  });

  test('full, in wrap-up, missed and red: each figure is the number of the rows that it opens', async () => {
    const office = await makeOffice();
    const { enterprise, users, asha, admin, mona, sales, begin } = office;
    const [first, second, third] = [await begin(), await begin(), await begin()];
    await asha.ask('agentPickupChat', { chatId: first });
    const change = (set: object, chatId: string) =>
      enterprise.ctx.transaction((tx) => tx.updateTable('chats').set(set).where('chatId', '=', chatId).execute());
    const turnRed = (redAt: Date, chatId: string) =>
      enterprise.ctx.transaction((tx) =>
        sql`update chats set service = ${JSON.stringify({ running: { first: { redAt: redAt.toISOString() } } })}::jsonb where chat_id = ${chatId}`.execute(
          tx,
        ),
      );
    const redSince = new Date(Date.now() - 60_000);
    await turnRed(redSince, first);
    await turnRed(new Date(Date.now() + 3_600_000), second);
    // One that was missed and is over, one that was missed and is served again, and one of long ago.
    await change({ state: chatStates.missed, missedAt: new Date(), closedAt: new Date() }, third);
    await change({ missedAt: new Date() }, first);
    await change({ missedAt: new Date(0) }, second);
    await enterprise.ctx.transaction(async (tx) => {
      await sql`update agent_desks set load = 500 where user_id = ${users.asha.userId}`.execute(tx);
      await tx
        .updateTable('agentDesks')
        .set({ wrapUntil: new Date(Date.now() + 60_000) })
        .where('userId', '=', users.ben.userId)
        .execute();
    });
    for (const by of [admin, mona]) {
      const figures = queueOf(await figuresOf(by), sales);
      expect(figures).toMatchObject({ full: 1, inWrapUp: 1, missedToday: 2, oldestRedSince: redSince.toISOString() });
      const names = async (query: string) => (await agentsOf(by, `department=${sales}&${query}`)).map(({ name }) => name);
      expect([await names('desk=full'), await names('desk=wrapUp')]).toEqual([['Asha'], ['Ben']]);
      const found = async (query: string) =>
        (await chatsOf(by, `department=${sales}&${query}`)).map(({ chatId, mayAct }) => [chatId, mayAct]);
      expect(await found('state=red')).toEqual([[first, true]]);
      // Nobody waits in what is over: the order by waiting is none there, and no act is offered.
      for (const sort of ['newest', 'waiting'])
        expect(await found(`state=missed&sort=${sort}`)).toEqual([
          [third, false],
          [first, true],
        ]);
    }
  });

  test('a supervisor reads a chat without changing what is unread, and nobody is told that they look', async () => {
    const office = await makeOffice();
    const { asha, admin, begin, users } = office;
    const chatId = await begin();
    await asha.ask('agentPickupChat', { chatId });
    const unread = async () => (await chatsOf(admin, `agentId=${users.asha.userId}`))[0]?.unread;
    const before = await unread();
    const watching = await connect(admin);
    await watching.ask('watchMonitor', { isOn: true });
    expect((await as(admin).get(`/e/enterprise/chat/${chatId}`)).json().data).toMatchObject({ chatId, newMsgCount: 0 });
    await watching.next('monitorFrame');
    expect([before, await unread()]).toEqual([1, 1]);
    expect(asha.talker.received.filter(({ type }) => type === 'viewing' || type === 'typing')).toEqual([]);
  });
});

describe('acts', () => {
  const act = async (user: TestUser, path: string, body: object) => (await as(user).post(path, body)).json();

  test('waiting chats are offered to an agent up to the limit, or beyond it with a word, and each says who has done it', async () => {
    const office = await makeOffice();
    const { users, asha, admin, begin, enterprise } = office;
    await enterprise.ctx.transaction((tx) =>
      tx.updateTable('users').set({ maxChats: 1 }).where('userId', '=', users.asha.userId).execute(),
    );
    const [first, second] = [await begin(), await begin()];
    const body = { agentId: users.asha.userId, note: 'She knows' };
    const outcome = (await act(admin, calls.assign.path, { ...body, chats: await seen(admin, first, second) })).data as MonitorOutcome;
    expect(outcome.done).toHaveLength(1);
    expect(outcome.refused).toMatchObject([{ code: 'chat.agent_full', data: { maxOpenChats: 1 } }]);
    const left = outcome.refused[0]?.chatId ?? '';
    expect((await act(admin, calls.assign.path, { ...body, chats: await seen(admin, left), over: true })).data).toEqual({
      done: [left],
      refused: [],
    });
    expect((await chatsOf(admin)).map(({ offeredTo }) => offeredTo)).toEqual(['Asha', 'Asha']);
    expect(await deedsOf(admin, left)).toEqual(['offered by Ada']);
    expect((await sidesOf(admin, left)).at(-1)?.act).toMatchObject({ agentName: 'Asha', note: 'She knows', over: true });
    expect(await entriesOf(admin, left)).toEqual([{ action: 'move', actorName: 'Ada', recordName: expect.stringMatching(/^#\d+-\d$/) }]);
    const [entry] = (await as(admin).get(`${audit.list.path}?kind=chat_monitor&recordId=${left}`)).json().data.entries;
    const detail = (await as(admin).get(audit.get.path.replace(':entryId', entry.id))).json().data;
    expect(detail).toMatchObject({ reason: 'She knows' });
    expect(detail.changes).toEqual(
      expect.arrayContaining([
        { field: 'isOver', before: null, after: true, isHidden: false },
        { field: 'offeredTo', before: '', after: 'Asha', isHidden: false },
      ]),
    );
    expect(await asha.ask('acceptAssign', { chatId: left })).toMatchObject({ status: true });
    expect((await act(admin, calls.assign.path, { chats: [{ chatId: first, routeNo: 0 }], note: 'x' })).code).toBe('request.invalid');
  });

  test('a chat of an agent is offered to another one, who takes it over; another department gets it into its queue', async () => {
    const office = await makeOffice();
    const { users, asha, ben, admin, mona, billing, begin } = office;
    const chatId = await begin();
    await asha.ask('agentPickupChat', { chatId });
    const given = { chats: await seen(mona, chatId), agentId: users.ben.userId, note: 'Ben knows' };
    expect((await act(mona, calls.assign.path, given)).data.done).toEqual([chatId]);
    expect(await ben.ask('acceptTransfer', { chatId })).toMatchObject({ status: true });
    expect((await asha.next('youTransferredChat', (left) => left.chatId === chatId)).chatId).toBe(chatId);
    // Ben has it: a second act by what Mona saw before is refused, with who it was.
    const late = await act(mona, calls.assign.path, given);
    expect(late.data.refused).toMatchObject([{ chatId, code: 'chat.moved', message: 'Moved meanwhile by Ben.', data: { by: 'Ben' } }]);
    // Ada raises it afterwards, which moves nothing.
    await act(admin, calls.priority.path, { chats: await seen(admin, chatId), priority: 8 });
    expect((await act(mona, calls.assign.path, given)).data.refused).toMatchObject([{ data: { by: 'Ben' } }]);
    await as(admin).put(departments.addUsers.path.replace(':departmentId', billing), { users: [users.ben.userId] });
    const moved = await act(mona, calls.assign.path, { chats: await seen(mona, chatId), departmentId: billing, note: 'An invoice' });
    expect(moved.data.done).toEqual([chatId]);
    expect((await chatsOf(admin))[0]).toMatchObject({ departmentName: 'Billing', agentId: '', handledBy: 'queue' });
    expect(await deedsOf(admin, chatId)).toEqual(['offered by Mona', 'raised by Ada', 'moved by Mona']);
    expect((await sidesOf(admin, chatId)).at(-1)?.act).toMatchObject({ departmentName: 'Billing', note: 'An invoice' });
  });

  test('a supervisor takes a chat over, joins one, raises one and closes one with a reason', async () => {
    const office = await makeOffice();
    const { asha, admin, begin, visitor } = office;
    const ada = await connect(admin);
    const { chatId: taken } = await visitor.say('Hello');
    const joined = await begin();
    for (const chatId of [taken as string, joined]) await asha.ask('agentPickupChat', { chatId });
    expect((await act(admin, calls.takeOver.path, { chats: await seen(admin, taken as string) })).data.done).toEqual([taken]);
    expect((await asha.next('youTransferredChat')).chatId).toBe(taken);
    expect((await ada.next('acceptAssign')).chatId).toBe(taken);
    expect(await act(admin, calls.join.path, { chatId: joined })).toMatchObject({ status: true });
    await asha.next('agentJoined', ({ chatId, action }) => chatId === joined && action.userName === 'Ada');
    expect(await ada.ask('agentReply', { chatId: joined, key: randomUUID(), message: 'I help' })).toMatchObject({ status: true });
    expect((await act(admin, calls.join.path, { chatId: joined })).code).toBe('chat.agent_unavailable');
    expect((await act(admin, calls.priority.path, { chats: await seen(admin, joined), priority: 9 })).data.done).toEqual([joined]);
    expect((await act(admin, calls.priority.path, { chats: await seen(admin, joined), priority: 9 })).data.done).toEqual([joined]);
    expect((await asha.next('chatMarked', (event) => event.chatId === joined)).priority).toBe(9);
    expect((await act(admin, calls.close.path, { chats: await seen(admin, joined), reason: 'Spam' })).data.done).toEqual([joined]);
    expect((await asha.next('agentEndChat', (event) => event.chatId === joined)).action.detail).toMatchObject({ feedback: 'Spam' });
    expect(await deedsOf(admin, joined)).toEqual(['joined by Ada', 'raised by Ada', 'closed by Ada']);
    expect((await entriesOf(admin, joined)).map(({ action }: { action: string }) => action)).toEqual(['cancel', 'edit', 'start']);
    expect(await deedsOf(admin, taken as string)).toEqual(['taken by Ada']);
    // One that has ended is told so, and nothing changes.
    const late = await act(admin, calls.close.path, { chats: [{ chatId: joined, routeNo: 99 }], reason: 'Again' });
    expect(late.data).toMatchObject({
      done: [],
      refused: [{ chatId: joined, code: 'chat.state_invalid', data: { state: chatStates.closed } }],
    });
    expect(await entriesOf(admin, joined)).toHaveLength(3);
  });

  test('agents are set Away or Offline with a reason, which holds, and their time line says who has done it', async () => {
    const office = await makeOffice();
    const { users, asha, mona, admin, otto } = office;
    const both = [users.asha.userId, admin.userId];
    const outcome = await act(mona, calls.status.path, { agentIds: both, status: agentStatuses.away, reason: 'Training' });
    expect(outcome.data).toMatchObject({ done: [users.asha.userId], refused: [{ agentId: admin.userId, code: 'user.not_found' }] });
    expect(await asha.next('agentStatusChanged', ({ uId }) => uId === users.asha.userId)).toMatchObject({
      agentStatus: agentStatuses.away,
    });
    expect((await act(otto, calls.status.path, { agentIds: [users.asha.userId], status: 0, reason: 'No' })).code).toBe('1403');
    // Her connection goes and comes back: Mona's word holds, and that nobody was connected is nobody's.
    const { ctx, enterpriseId } = office.enterprise;
    for (const isPresent of [false, true]) await ctx.transaction((tx) => notePresence(tx, enterpriseId, users.asha.userId, isPresent));
    await as(users.asha).put(chats.updateAgentStatus.path, { agentStatus: agentStatuses.online, reason: '' });
    await act(admin, calls.status.path, { agentIds: [users.asha.userId], status: agentStatuses.offline, reason: 'Gone home' });
    expect((await agentsOf(admin, 'name=Asha'))[0]).toMatchObject({ agentStatus: agentStatuses.offline, reason: 'Gone home' });
    const day = (await as(mona).get(calls.presence.path.replace(':agentId', users.asha.userId))).json().data;
    const intervals = day.intervals
      .slice(-6)
      .map(({ agentStatus, reason, by, to }: Record<string, unknown>) => [agentStatus, reason, by, to !== null]);
    expect(intervals).toEqual([
      [agentStatuses.online, '', '', true],
      [agentStatuses.away, 'Training', 'Mona', true],
      [agentStatuses.offline, 'Training', '', true],
      [agentStatuses.away, 'Training', 'Mona', true],
      [agentStatuses.online, '', '', true],
      [agentStatuses.offline, 'Gone home', 'Ada', false],
    ]);
    for (const [index, interval] of day.intervals.slice(1).entries()) expect(interval.from).toBe(day.intervals[index].to);
    const yesterday = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    expect(
      (await as(mona).get(`${calls.presence.path.replace(':agentId', users.asha.userId)}?day=${yesterday}`)).json().data.intervals,
    ).toEqual([]);
    await office.enterprise.ctx.transaction((tx) =>
      sql`update agent_presence set started_at = started_at - interval '3 days', ended_at = ended_at - interval '3 days'
        where user_id = ${users.asha.userId}`.execute(tx),
    );
    const past = (await as(mona).get(`${calls.presence.path.replace(':agentId', users.asha.userId)}?day=${yesterday}`)).json().data;
    expect(past.intervals).toMatchObject([{ from: past.from, to: past.to, reason: 'Gone home' }]);
    expect((await as(mona).get(calls.presence.path.replace(':agentId', otto.userId))).json().code).toBe('user.not_found');
    expect(await entriesOf(admin, users.asha.userId)).toMatchObject([
      { action: 'edit', actorName: 'Ada', recordName: 'Asha' },
      { action: 'edit', actorName: 'Mona', recordName: 'Asha' },
    ]);
  });

  test('managers act in their own departments alone, and users who manage nothing or are of another enterprise never', async () => {
    const office = await makeOffice();
    const { users, asha, mona, otto, enterprise, begin, billing } = office;
    const chatId = await begin();
    await asha.ask('agentPickupChat', { chatId });
    const chat = await seen(otto, chatId);
    const bodies: [string, object][] = [
      [calls.assign.path, { chats: chat, agentId: users.ben.userId, note: 'x' }],
      [calls.takeOver.path, { chats: chat }],
      [calls.join.path, { chatId }],
      [calls.whisper.path, { chatId, key: 'k', text: 'x' }],
      [calls.priority.path, { chats: chat, priority: 1 }],
      [calls.close.path, { chats: chat, reason: 'x' }],
      [calls.status.path, { agentIds: [users.asha.userId], status: 0, reason: 'x' }],
    ];
    const watcher = await makeSupervisor(enterprise, 'Wes');
    const stranger = await app.makeUser();
    for (const [path, body] of bodies) {
      for (const user of [otto, watcher, users.asha]) expect([path, (await act(user, path, body)).code]).toEqual([path, '1403']);
      const other = await act(stranger, path, body);
      expect([path, other.data?.refused?.[0]?.code ?? other.code]).toEqual([
        path,
        path === calls.status.path ? 'user.not_found' : 'chat.not_found',
      ]);
    }
    // Chats of others are refused one by one.
    const second = await begin();
    await enterprise.ctx.transaction((tx) => tx.updateTable('chats').set({ deptId: billing }).where('chatId', '=', second).execute());
    const outcome = (await act(otto, calls.priority.path, { chats: await seen(otto, chatId, second), priority: 7 })).data;
    expect(outcome).toMatchObject({ done: [second], refused: [{ chatId, code: '1403' }] });
    expect((await act(mona, calls.priority.path, { chats: [{ chatId: second, routeNo: 1 }], priority: 1 })).data.refused).toMatchObject([
      { code: 'chat.not_found' },
    ]);
    expect(await deedsOf(otto, chatId)).toEqual([]);
  });

  test('two supervisors who move one chat at once: one wins, and the other reads who has it', async () => {
    const office = await makeOffice();
    const { users, admin, mona, begin } = office;
    await Promise.all([connect(admin), connect(mona)]);
    const chatId = await begin();
    const chat = await seen(admin, chatId);
    const answers = await Promise.all([admin, mona].map((user) => act(user, calls.takeOver.path, { chats: chat })));
    const [winner, loser] = answers[0].data.done.length > 0 ? ['Ada', answers[1]] : ['Mona', answers[0]];
    expect(loser.data).toMatchObject({ done: [], refused: [{ code: 'chat.moved', data: { by: winner } }] });
    expect(await deedsOf(admin, chatId)).toEqual([`taken by ${winner}`]);
    const [row] = await chatsOf(admin);
    expect(row).toMatchObject({ agentName: winner, routeNo: (chat[0]?.routeNo ?? 0) + 1 });
    expect(users.asha.userId).not.toBe(row?.agentId);
    // So it is with two offers: the second one would take the first away.
    const offered = await begin();
    const both = { chats: await seen(admin, offered), note: 'Please' };
    const given = [users.asha.userId, users.ben.userId].map((agentId, at) =>
      act(at ? mona : admin, calls.assign.path, { ...both, agentId }),
    );
    const told = (await Promise.all(given)).map(({ data }) => data as MonitorOutcome);
    expect(told.map(({ done }) => done.length).toSorted()).toEqual([0, 1]);
    expect(told.flatMap(({ refused }) => refused)).toMatchObject([
      { code: 'chat.moved', data: { by: told[0]?.done.length ? 'Ada' : 'Mona' } },
    ]);
  });

  test('a whisper is read by its agent and by those who look over the chat, not by others who take part', async () => {
    const office = await makeOffice();
    const { users, asha, ben, mona, otto, begin } = office;
    const chatId = await begin();
    await asha.ask('agentPickupChat', { chatId });
    await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId, note: '' });
    await ben.ask('acceptInvite', { chatId });
    const body = { chatId, key: randomUUID(), text: 'Offer a refund' };
    for (let times = 0; times < 2; times += 1) expect(await act(mona, calls.whisper.path, body)).toMatchObject({ status: true });
    expect(await entriesOf(office.admin, chatId)).toMatchObject([{ action: 'comment', actorName: 'Mona' }]);
    const { side } = await asha.next('chatSide', (event) => event.side.kind === 'whisper');
    // A process of the version before reads neither the words nor the event.
    const kept = await office.enterprise.ctx.read((tx) =>
      tx.selectFrom('chatSides').select(['kind', 'text']).where('chatId', '=', chatId).where(sql<boolean>`detail ? 'whisper'`).execute(),
    );
    expect([kept, [sideWritten.name, whispered.name]]).toEqual([[{ kind: 'act', text: '' }], ['chat.side', 'chat.whisper']]);
    expect(side).toMatchObject({ text: 'Offer a refund', authorName: 'Mona', to: { uId: users.asha.userId, name: 'Asha' } });
    const whispers = async (user: TestUser) =>
      (await sidesOf(user, chatId)).filter(({ kind }) => kind === 'whisper').map(({ text }) => text);
    expect([await whispers(users.asha), await whispers(mona), await whispers(otto)]).toEqual([
      ['Offer a refund'],
      ['Offer a refund'],
      ['Offer a refund'],
    ]);
    expect((await sidesOf(users.ben, chatId)).map(({ text }) => text)).not.toContain('Offer a refund');
    await asha.ask('chatNote', { chatId, key: randomUUID(), text: 'Noted' });
    await ben.next('chatSide', (event) => event.side.text === 'Noted');
    expect(JSON.stringify(ben.talker.received)).not.toContain('Offer a refund');
    const told = (await as(users.asha).get(notifications.list.path)).json().data.notifications;
    expect(told.map(({ code, count }: { code: string; count: number }) => [code, count])).toEqual([['chat.whispered', 1]]);
    expect((await act(mona, calls.whisper.path, { chatId: await begin(), key: 'k', text: 'x' })).code).toBe('chat.state_invalid');
  });
});

describe('alarms', () => {
  const limits = { waitSeconds: 0, unansweredSeconds: 0, queueLength: 0, nobodyOnline: false };
  const bells = async (user: TestUser) =>
    (await as(user).get(notifications.list.path)).json().data.notifications.filter(({ kind }: { kind: string }) => kind === 'chat_alarm');

  test('an alarm rings at its limit once, also over a restart, for those who look over the department, and ends', async () => {
    const office = await makeOffice();
    const { admin, mona, otto, users, sales, begin, enterprise } = office;
    const socket = await connect(mona);
    const saved = await as(admin).put(calls.saveLimits.path, { departmentId: sales, ...limits, queueLength: 2, version: 0 });
    expect(saved.json().data).toEqual({ ...limits, queueLength: 2, version: 1 });
    expect(queueOf(await figuresOf(admin), sales).limits).toEqual(saved.json().data);
    await begin();
    await lookAtAlarms(enterprise.ctx);
    expect((await figuresOf(admin)).alarms).toEqual([]);
    await begin();
    await Promise.all([lookAtAlarms(enterprise.ctx), lookAtAlarms(enterprise.ctx)]);
    expect(await socket.next('chatAlarm')).toMatchObject({
      isOn: true,
      alarm: { departmentId: sales, kind: 'queue', figure: 2, limit: 2 },
    });
    const again = await startApp({ config: { databaseUrl: app.deps.config.databaseUrl } });
    await lookAtAlarms(again.contextOf(enterprise));
    for (const user of [admin, mona, otto])
      expect((await bells(user)).map(({ code, count }: { code: string; count: number }) => [code, count])).toEqual([
        ['chat.alarm_queue', 1],
      ]);
    expect(await bells(users.asha)).toEqual([]);
    expect((await as(mona).get(calls.alarms.path)).json().data).toMatchObject([{ departmentName: 'Sales', kind: 'queue' }]);
    // Below the limit it rings on for half a minute.
    const [chat] = await chatsOf(admin);
    await as(admin).post(calls.close.path, { chats: [{ chatId: chat?.chatId, routeNo: chat?.routeNo }], reason: 'Done' });
    await lookAtAlarms(enterprise.ctx);
    expect((await figuresOf(admin)).alarms).toHaveLength(1);
    await enterprise.ctx.transaction((tx) =>
      sql`update chat_alarms set below_since = below_since - interval '30 seconds' where below_since is not null`.execute(tx),
    );
    await lookAtAlarms(enterprise.ctx);
    expect(await socket.next('chatAlarm', ({ isOn }) => !isOn)).toMatchObject({ alarm: { kind: 'queue' } });
    expect((await figuresOf(admin)).alarms).toEqual([]);
  });

  test('waits, unanswered messages and an empty office ring by themselves, and limits are saved by version and right', async () => {
    const office = await makeOffice();
    const { admin, otto, asha, users, sales, begin, enterprise } = office;
    const [waiting, had] = [await begin(), await begin()];
    await asha.ask('agentPickupChat', { chatId: had });
    await enterprise.ctx.transaction((tx) =>
      sql`update chats set waiting_since = waiting_since - interval '10 minutes' where chat_id in (${waiting}, ${had})`.execute(tx),
    );
    const save = async (user: TestUser, body: object) =>
      (await as(user).put(calls.saveLimits.path, { departmentId: sales, ...limits, ...body })).json();
    expect((await save(admin, { waitSeconds: 300, unansweredSeconds: 600, nobodyOnline: true, version: 0 })).status).toBe(true);
    expect((await save(admin, { queueLength: 1, version: 0 })).code).toBe('record.changed');
    expect((await save(otto, { version: 1 })).code).toBe('1403');
    expect((await save(admin, { departmentId: randomUUID(), version: 0 })).code).toBe('department.not_found');
    expect((await save(admin, { departmentId: '', queueLength: 1, version: 0 })).data).toMatchObject({ queueLength: 1, version: 1 });
    const ringing = async () => (await figuresOf(admin)).alarms.map(({ kind }) => kind).toSorted();
    await expect.poll(ringing).toEqual(['unanswered', 'wait']);
    for (const agent of [users.asha, users.ben])
      await as(agent).put(chats.updateAgentStatus.path, { agentStatus: agentStatuses.offline, reason: '' });
    await expect.poll(ringing).toEqual(['nobody', 'unanswered', 'wait']);
    expect((await save(admin, { version: 1 })).status).toBe(true);
    await expect.poll(ringing).toEqual([]);
    // Alarms of a department end with it, for those too who have heard them.
    expect((await save(admin, { waitSeconds: 300, version: 2 })).status).toBe(true);
    await expect.poll(ringing).toEqual(['wait']);
    const socket = await connect(admin);
    await enterprise.ctx.transaction((tx) =>
      tx.updateTable('departments').set({ deletedAt: new Date() }).where('departmentId', '=', sales).execute(),
    );
    expect(await socket.next('chatAlarm', ({ isOn }) => !isOn)).toMatchObject({ alarm: { departmentId: sales, kind: 'wait' } });
    expect(await enterprise.ctx.read((tx) => tx.selectFrom('chatAlarms').select('kind').where('deptId', '=', sales).execute())).toEqual([]);
  });
});
