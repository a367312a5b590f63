import { endpoints, type Notification, type ReportAlert, type ReportAlertEvent } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { listenTo } from '../../../../test/own-systems.ts';
import { createScenes } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import type { FigureReader } from '../../chat/door.ts';
import { lookAtAlerts, mayHear } from './alert.look.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeScene, visit } = createScenes(app);
const trail = createTrail(app);
const { reportAlerts: calls, notifications, roles } = endpoints;

const at = (path: string, id: string) => path.replace(':reportAlertId', id);
const rule = { name: 'Busy', measure: 'chat.incoming', filter: {}, windowMinutes: 15, direction: 'above', value: 1 };
const create = async (by: TestUser, change: object = {}) => (await as(by).post(calls.create.path, { ...rule, ...change })).json();
const make = async (by: TestUser, change: object = {}): Promise<ReportAlert> => (await create(by, change)).data;
const get = async (by: TestUser, { id }: ReportAlert): Promise<ReportAlert> => (await as(by).get(at(calls.get.path, id))).json().data;
const told = async (by: TestUser): Promise<string[]> => {
  const { data } = (await as(by).get(`${notifications.list.path}?kind=report_alert`)).json();
  return data.notifications.map(({ title, text }: Notification) => `${title}. ${text}`);
};

async function makeWorld() {
  const scene = await makeScene();
  const { enterprise } = scene;
  const ada = await makeUser({ enterprise, name: 'Ada' });
  const role = {
    name: `Role ${newId()}`,
    description: '',
    permissions: ['CHAT.VIEW_ANALYTICS'],
    dataScope: 'enterprise',
    maskedFields: [],
  };
  const { code } = (await as(ada).put(roles.saveRole.path, role)).json().data;
  const cleo = await makeUser({ enterprise, roles: [code], name: 'Cleo' });
  const say = async () => String((await (await visit(scene.channel.widgetKey)).say('Hello')).chatId);
  /** The minute of its alerts is over: they are looked at, by two workers at once. */
  const look = async () => {
    await enterprise.ctx.transaction((tx) =>
      sql`update report_alerts set next_at = now() - interval '1 second' where enterprise_id = ${enterprise.enterpriseId}`.execute(tx),
    );
    await Promise.all([lookAtAlerts(app.deps), lookAtAlerts(app.deps)]);
  };
  /** All of its chats began so many minutes earlier. */
  const age = (minutes: number) =>
    enterprise.ctx.transaction((tx) =>
      sql`update chat_facts set created_at = created_at - make_interval(mins => ${minutes}) where enterprise_id = ${enterprise.enterpriseId}`.execute(
        tx,
      ),
    );
  return { ...scene, ada, cleo, say, look, age };
}

test('an alert tells its owner and those it names once at the crossing, and again only after the figure was back for a window', async () => {
  const { enterprise, ada, cleo, say, look, age } = await makeWorld();
  const alert = await make(ada, { userIds: [cleo.userId] });
  expect(alert).toMatchObject({ state: 'QUIET', hold: '', lastValue: null, isOwn: true, people: [{ name: 'Cleo' }], leastRows: 1 });
  await say();
  await look();
  expect(await get(ada, alert)).toMatchObject({ state: 'QUIET', lastValue: 1 });
  await say();
  await look();
  await look();
  expect(await get(ada, alert)).toMatchObject({ state: 'OVER', lastValue: 2 });
  const words = 'Busy: 2. In the last 15 min it is above 1.';
  expect([await told(ada), await told(cleo)]).toEqual([[words], [words]]);
  // It is back, for less than a window yet, and crosses again.
  await age(20);
  await look();
  for (const _ of [1, 2]) await say();
  await look();
  expect((await told(ada)).length).toBe(1);
  await age(20);
  await look();
  await enterprise.ctx.transaction((tx) =>
    sql`update report_alerts set back_since = now() - interval '15 minutes' where enterprise_id = ${enterprise.enterpriseId}`.execute(tx),
  );
  await look();
  expect(await get(ada, alert)).toMatchObject({ state: 'QUIET', lastValue: 0 });
  await app.as(ada).put(notifications.markRead.path, {});
  for (const _ of [1, 2, 3]) await say();
  await look();
  expect(await told(ada)).toEqual(['Busy: 3. In the last 15 min it is above 1.', words]);
});

test('own systems are told of a crossing once, with the figure and its rows (report.alert)', async () => {
  const { ada, say, look } = await makeWorld();
  const told = await listenTo<ReportAlertEvent>(app, ada, 'report.alert');
  const alert = await make(ada, { name: 'Many' });
  await say();
  await look();
  expect(await told()).toEqual([]);
  await say();
  await look();
  await look();
  expect(await told()).toEqual([
    {
      ...{ alertId: alert.id, alert: 'Many', measure: 'chat.incoming', unit: 'chats', windowMinutes: 15 },
      ...{ direction: 'above', limit: 1, value: 2, rows: 2, at: expect.any(String) },
    },
  ]);
});

test('an alert whose owner may not see its figure any more is not looked at, and says so', async () => {
  const { enterprise, ada, say, look } = await makeWorld();
  const role = {
    name: `Role ${newId()}`,
    description: '',
    permissions: ['CHAT.VIEW_ANALYTICS'],
    dataScope: 'enterprise',
    maskedFields: [],
  };
  const { code } = (await as(ada).put(roles.saveRole.path, role)).json().data;
  const ben = await makeUser({ enterprise, roles: [code] });
  const alert = await make(ben, { value: 0, userIds: [ada.userId] });
  await enterprise.ctx.transaction((tx) =>
    sql`update roles set permissions = '{}' where enterprise_id = ${enterprise.enterpriseId}`.execute(tx),
  );
  await say();
  await look();
  expect(await get(ada, alert)).toMatchObject({ state: 'QUIET', hold: 'owner', isOwn: false });
  expect(await told(ada)).toEqual([]);
});

test('others change no alert, see those alone that tell them, and a save begins quiet', async () => {
  const { ada, cleo, say, look } = await makeWorld();
  const alert = await make(ada, { value: 0, userIds: [cleo.userId] });
  await make(ada, { name: 'Alone' });
  const list = async (by: TestUser) => (await as(by).get(calls.list.path)).json().data.map(({ name }: ReportAlert) => name);
  expect([await list(ada), await list(cleo)]).toEqual([['Alone', 'Busy'], ['Busy']]);
  // An administrator sees those of others too.
  await make(cleo, { name: 'Hers' });
  expect([await list(ada), await list(cleo)]).toEqual([
    ['Alone', 'Busy', 'Hers'],
    ['Busy', 'Hers'],
  ]);
  await say();
  await look();
  // The figure is the owner's: those who are told read it in the notice.
  expect([(await get(ada, alert)).lastValue, (await get(cleo, alert)).lastValue]).toEqual([1, null]);
  const body = { ...rule, version: 1, value: 7, userIds: [cleo.userId] };
  expect((await as(cleo).put(at(calls.update.path, alert.id), body)).json().code).toBe('1403');
  const saved = (await as(ada).put(at(calls.update.path, alert.id), body)).json();
  expect(saved).toMatchObject({ code: '100', data: { state: 'QUIET', version: 2, value: 7 } });
  expect((await as(ada).put(at(calls.update.path, alert.id), body)).json().code).toBe('record.changed');
  const entry = await trail.newest(ada, `kind=report_alert&recordId=${alert.id}&action=edit`);
  expect(changed(entry)).toEqual({ value: [0, 7] });
  const other = await makeUser();
  for (const method of ['get', 'delete'] as const)
    expect((await as(other)[method](at(calls.get.path, alert.id))).json().code).toBe('report_alert.not_found');
  expect((await as(ada).delete(at(calls.remove.path, alert.id))).json().message).toBe('The alert is deleted.');
});

test('an alert that names what there is not, strangers or half of its quiet hours is not saved', async () => {
  const { ada, users } = await makeWorld();
  const faults = async (change: object) =>
    (await create(ada, change)).data.issues.map(({ field, code }: { field: string; code: string }) => [field, code]);
  const filter = { departmentIds: [newId()], agentIds: [], channelIds: [], labelIds: [] };
  expect(await faults({ filter, quietFrom: '22:00' })).toEqual([
    ['filter.departmentIds.0', 'board.unknown'],
    ['quietFrom', 'report.quiet'],
  ]);
  // An agent may not see figures of chats, and another enterprise's user is nobody here.
  for (const user of [users.asha, await makeUser()]) expect(await faults({ userIds: [user.userId] })).toEqual([['userIds', 'report.user']]);
  for (const change of [{ windowMinutes: 14 }, { windowMinutes: 1441 }, { value: -1 }, { quietFrom: '25:00' }])
    expect((await create(ada, change)).code).toBe('request.invalid');
});

test('an alert tells nobody who sees less than what its owner’s figure counts', () => {
  const [billing, sales] = [newId(), newId()];
  const reader = (dataScope: FigureReader['dataScope'], ...departments: string[]): FigureReader => ({
    userId: newId(),
    permissions: new Set(['CHAT.VIEW_ANALYTICS']),
    dataScope,
    departments,
  });
  const asks = (...departmentIds: string[]) => ({
    measure: 'chat.incoming' as const,
    filter: { departmentIds, agentIds: [], channelIds: [], labelIds: [] },
  });
  const [all, manager] = [reader('enterprise'), reader('department', billing)];
  expect(mayHear(all, manager, asks())).toBe(true);
  expect(mayHear(manager, all, asks())).toBe(false);
  expect(mayHear(manager, all, asks(billing))).toBe(true);
  expect(mayHear(manager, all, asks(billing, sales))).toBe(false);
  expect(mayHear(manager, reader('department', billing), asks())).toBe(true);
  expect(mayHear(manager, reader('department', billing, sales), asks())).toBe(false);
  expect(mayHear(reader('own'), all, asks())).toBe(false);
  expect(mayHear({ ...all, permissions: new Set() }, all, asks())).toBe(true);
});
