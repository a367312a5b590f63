import { type CalendarRow, type CalendarSave, type Department, endpoints, type HoursCalendar, type JourneyFinding } from '@parley/contract';
import { calendarsOf, checkExpression, parseExpression } from '@parley/journey';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createStreamScenes, end, makeStream, type Nodes, type StreamScene, say } from '../../../../test/journeys.ts';
import { upload } from '../../../../test/upload.ts';
import { startVendors } from '../../../../test/vendors.ts';
import { foldNames } from '../reference/use.repository.ts';
import { askAgain } from './opening.follow.ts';
import { holdHours } from './opening.repository.ts';

const vendors = await startVendors();
const clock = { ahead: 0 };
const now = () => new Date(Date.now() + clock.ahead);
const app = await startApp({ config: { simulator: vendors.address }, now });
const { as, makeUser, contextOf } = app;
const { makeScene, publish, publishAgain, phoneOf, walksOf, becomes, begin, expectWhole } = createStreamScenes(app, vendors);
const { calendars, departments, journeys } = endpoints;
const minuteMs = 60_000;
const at = (path: string, id: string) => path.replace(/:\w+Id/, id);

const beganAt = Math.ceil(Date.now() / minuteMs) * minuteMs;
/** Minutes count from the beginning of the file on: one may end between a calendar and what is expected of it. */
const opening = (minutes: number): Date => new Date(beganAt + clock.ahead + minutes * minuteMs);
const shown = (date: Date): string => date.toISOString().slice(11, 16);
/** Open each day for a quarter of an hour, from so many minutes ahead on. */
const daily = (minutes: number): CalendarSave['days'] =>
  Array.from({ length: 7 }, () => [{ from: shown(opening(minutes)), to: shown(opening(minutes + 15)) }]);
const never: CalendarSave['days'] = Array.from({ length: 7 }, () => []);
const always: CalendarSave['days'] = Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' as const }]);

async function addCalendar(admin: TestUser, name: string, days: CalendarSave['days'], more: object = {}): Promise<HoursCalendar> {
  const body = { name, timeZone: 'UTC', days, exceptions: [], ...more };
  return (await as(admin).post(calendars.create.path, body)).json().data;
}
async function save(admin: TestUser, { id }: HoursCalendar, change: Partial<CalendarSave>): Promise<void> {
  const { id: _, ...calendar } = (await as(admin).get(at(calendars.get.path, id))).json().data as HoursCalendar;
  expect((await as(admin).put(at(calendars.update.path, id), { ...calendar, ...change })).statusCode).toBe(200);
}

const named = ({ id, name }: HoursCalendar) => ({ ref: 'calendar', id, name });
const nodes = (config: object): Nodes => ({
  wait0001: {
    type: 'logic.open',
    config,
    to: { next: 'open0001', error: 'fail0001', ...('mostSeconds' in config ? { timeout: 'late0001' } : {}) },
  },
  open0001: say('We are open.', 'done0001'),
  done0001: end('open'),
  late0001: end('late'),
  fail0001: end('failed'),
});
const stream = (config: object) => makeStream(nodes(config));

const waitsOf = ({ admin }: StreamScene) =>
  contextOf(admin).read((tx) =>
    tx
      .selectFrom('journeyWaits')
      .select(['kind', 'dueAt', 'calendarId'])
      .where('enterpriseId', '=', admin.enterpriseId)
      .orderBy('instanceId')
      .execute(),
  );
const waitsFor = (scene: StreamScene, ...dueAt: Date[]) =>
  vi.waitFor(async () => expect((await waitsOf(scene)).map((wait) => wait.dueAt)).toEqual(dueAt));
const jobsOf = async ({ admin }: StreamScene): Promise<string[]> => {
  const { rows } = await sql<{ state: string }>`select state::text from pgboss.job where name = 'journey.hours'
    and data->>'enterpriseId' = ${admin.enterpriseId}`.execute(app.deps.db);
  return rows.map(({ state }) => state);
};
const jobsAreDone = (scene: StreamScene, count: number) =>
  vi.waitFor(async () => expect(await jobsOf(scene)).toEqual(Array.from({ length: count }, () => 'completed')));

test('a walk waits for the opening of a calendar, and goes on at it', async () => {
  const scene = await makeScene('sms');
  const calendar = await addCalendar(scene.admin, 'Support', daily(30));
  const opens = opening(30);
  await publish(scene, 'hello', stream({ calendar: named(calendar) }));
  const asha = phoneOf(scene, '+919876600001');
  await asha.say('hello');
  await waitsFor(scene, opens);
  expect(await waitsOf(scene)).toEqual([{ kind: 'hours', dueAt: opens, calendarId: calendar.id }]);
  clock.ahead += 32 * minuteMs;
  await asha.shows('We are open.');
  await becomes(scene, 'COMPLETED open');
  await expectWhole(scene);
});

test('a walk that finds its calendar open goes on at once', async () => {
  const scene = await makeScene('sms');
  const calendar = await addCalendar(scene.admin, 'Always', always);
  const journeyId = await publish(scene, '', stream({ calendar: named(calendar) }), 'api');
  await begin(scene, journeyId, '+919876600002');
  await becomes(scene, 'COMPLETED open');
  expect((await walksOf(scene))[0]?.turn).toBe(1);
});

test('a saved calendar moves waits to a later opening, to an earlier one, and lets them go on where it is open now', async () => {
  const scene = await makeScene('sms');
  const { admin } = scene;
  const calendar = await addCalendar(admin, 'Support', daily(60));
  const other = await addCalendar(admin, 'Others', daily(60));
  const journeyId = await publish(scene, '', stream({ calendar: named(calendar) }), 'api');
  const otherId = await publish(scene, '', stream({ calendar: named(other) }), 'api');
  const first = opening(60);
  await begin(scene, journeyId, '+919876600003');
  await begin(scene, otherId, '+919876600004');
  await waitsFor(scene, first, first);
  const later = opening(180);
  await save(admin, calendar, { days: daily(180) });
  await waitsFor(scene, later, first);
  const earlier = opening(20);
  await save(admin, calendar, { days: daily(20) });
  await waitsFor(scene, earlier, first);
  // A save that changes no hours is no turn of the walk.
  const turns = (await walksOf(scene)).map(({ turn }) => turn);
  await save(admin, calendar, { name: 'Support desk' });
  await jobsAreDone(scene, 3);
  expect((await walksOf(scene)).map(({ turn }) => turn)).toEqual(turns);
  await save(admin, calendar, { days: always });
  await becomes(scene, 'COMPLETED open', 'WAITING');
  // A calendar that opens no more ends the wait by error.
  await save(admin, other, { days: never });
  await becomes(scene, 'COMPLETED open', 'COMPLETED failed');
  await expectWhole(scene);
});

test('a wait that ends by its longest time leaves by timeout before the opening', async () => {
  const scene = await makeScene('sms');
  const calendar = await addCalendar(scene.admin, 'Support', daily(120));
  const journeyId = await publish(scene, '', stream({ calendar: named(calendar), mostSeconds: 600 }), 'api');
  await begin(scene, journeyId, '+919876600005');
  await vi.waitFor(async () => expect(await waitsOf(scene)).toHaveLength(1));
  clock.ahead += 11 * minuteMs;
  await becomes(scene, 'COMPLETED late');
});

test('a walk without a calendar of its own goes by that of its chat’s department, by the default, and by none at all', async () => {
  const scene = await makeScene('sms');
  const { admin, channelId } = scene;
  const journeyId = await publish(scene, '', stream({}), 'api');
  await begin(scene, journeyId, '+919876600006');
  await becomes(scene, 'COMPLETED open');
  const standard = await addCalendar(admin, 'Default', daily(100), { isDefault: true });
  const [byDefault, own] = [opening(100), await addCalendar(admin, 'Sales', daily(50))];
  const byOwn = opening(50);
  await begin(scene, journeyId, '+919876600007');
  await waitsFor(scene, byDefault);
  const sales = (await as(admin).post(departments.create.path, { name: 'Sales', calendarId: own.id })).json().data as Department;
  await contextOf(admin).transaction((tx) =>
    tx
      .updateTable('channels')
      .set({ deptId: sales.id })
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('channelId', '=', channelId)
      .execute(),
  );
  await begin(scene, journeyId, '+919876600008');
  await waitsFor(scene, byDefault, byOwn);
  // The choice of the department, and the default, are followed at once.
  const choose = async (calendarId: string) => {
    const { version } = (await as(admin).get(at(departments.get.path, sales.id))).json().data as Department;
    const chosen = await as(admin).put(at(departments.update.path, sales.id), { name: 'Sales', calendarId, version });
    expect(chosen.statusCode).toBe(200);
  };
  await choose('');
  await waitsFor(scene, byDefault, byDefault);
  await choose(own.id);
  await waitsFor(scene, byDefault, byOwn);
  await save(admin, own, { isDefault: true });
  await waitsFor(scene, byOwn, byOwn);
  expect((await waitsOf(scene)).map(({ calendarId }) => calendarId)).toEqual([own.id, own.id]);
  await save(admin, standard, { isDefault: true });
  await waitsFor(scene, byDefault, byOwn);
  // An enterprise without a default is always open.
  await choose('');
  await save(admin, standard, { isDefault: false });
  await becomes(scene, 'COMPLETED open', 'COMPLETED open', 'COMPLETED open');
  await expectWhole(scene);
});

test('a walk in an older version waits by the calendar that its version names, and one that is moved by that of the newer version', async () => {
  const scene = await makeScene('sms');
  const { admin } = scene;
  const [former, next] = [await addCalendar(admin, 'Former', daily(70)), await addCalendar(admin, 'Next', daily(40))];
  const journeyId = await publish(scene, '', stream({ calendar: named(former) }), 'api');
  const due = opening(70);
  await begin(scene, journeyId, '+919876600009');
  await waitsFor(scene, due);
  // A version without a way on keeps its walks where they are: nobody moves.
  const newer = stream({ calendar: named(next) });
  const renamed = {
    ...newer,
    start: 'wait0002',
    nodes: newer.nodes.map((node) => (node.id === 'wait0001' ? { ...node, id: 'wait0002' } : node)),
  };
  const edges = newer.edges.map((edge) => (edge.from === 'wait0001' ? { ...edge, from: 'wait0002' } : edge));
  expect(await publishAgain(scene, journeyId, { ...renamed, edges })).toMatchObject({ moved: 0 });
  await save(admin, next, { days: always });
  await save(admin, former, { days: daily(90) });
  await waitsFor(scene, opening(90));
  await save(admin, next, { days: daily(45) });
  expect(await publishAgain(scene, journeyId, newer)).toMatchObject({ moved: 1 });
  await waitsFor(scene, opening(45));
  await save(admin, next, { days: always });
  await becomes(scene, 'COMPLETED open');
  await expectWhole(scene);
});

test('a paused stream asks once for all saves, and goes on when it is resumed', async () => {
  const scene = await makeScene('sms');
  const { admin } = scene;
  const calendar = await addCalendar(admin, 'Support', daily(200));
  const journeyId = await publish(scene, '', stream({ calendar: named(calendar) }), 'api');
  await begin(scene, journeyId, '+919876600010');
  await vi.waitFor(async () => expect(await waitsOf(scene)).toHaveLength(1));
  expect((await as(admin).post(at(journeys.pause.path, journeyId), {})).statusCode).toBe(200);
  await save(admin, calendar, { days: daily(300) });
  await save(admin, calendar, { days: always });
  await jobsAreDone(scene, 2);
  const inputs = await contextOf(admin).read((tx) =>
    tx.selectFrom('journeyInputs').select('input').where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  expect(inputs).toEqual([{ input: { kind: 'hours' } }]);
  expect((await as(admin).post(at(journeys.resume.path, journeyId), {})).statusCode).toBe(200);
  await becomes(scene, 'COMPLETED open');
  await expectWhole(scene);
});

test('a save asks ten thousand waits again in chunks of a thousand, and none of another calendar', async () => {
  const scene = await makeScene('sms');
  const { admin } = scene;
  const { enterpriseId } = admin;
  const [calendar, other] = [await addCalendar(admin, 'Support', daily(60)), await addCalendar(admin, 'Others', daily(60))];
  const ctx = contextOf(admin);
  const journeyId = await publish(scene, '', stream({ calendar: named(calendar) }), 'api');
  // The walks of these waits are over: nobody takes their inputs, since no worker is told of them.
  await ctx.transaction((tx) =>
    sql`insert into journey_waits (enterprise_id, instance_id, journey_id, channel_id, node_no, kind, due_at, shard, calendar_id)
      select ${enterpriseId}, gen_random_uuid(), ${journeyId}, ${scene.channelId}, 1, 'hours', now() + interval '1 day', 0,
        case when n <= 10000 then ${calendar.id}::uuid else ${other.id}::uuid end from generate_series(1, 10010) n`.execute(tx),
  );
  const published: number[] = [];
  const bus = {
    ...ctx.bus,
    publish: async (_: string, told: unknown) => void published.push((told as { instanceIds: string[] }).instanceIds.length),
  };
  await askAgain({ ...ctx, bus } as typeof ctx, [calendar.id]);
  expect(published).toEqual(Array.from({ length: 10 }, () => 1000));
  const plan = await ctx.read((tx) =>
    sql<{ 'QUERY PLAN': string }>`explain select instance_id from journey_waits where enterprise_id = ${enterpriseId}
      and calendar_id = any(${[other.id]}::uuid[]) order by instance_id limit 1000`.execute(tx),
  );
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('journey_waits_by_calendar');
});

test('a save waits for a turn that still goes by the former hours, so that its wait is asked again too', async () => {
  const scene = await makeScene('sms');
  const { enterpriseId } = scene.admin;
  const ctx = contextOf(scene.admin);
  const [calendarId, instanceId] = [newId(), newId()];
  const told: string[] = [];
  const bus = {
    ...ctx.bus,
    publish: async (_: string, woken: unknown) => void told.push(...(woken as { instanceIds: string[] }).instanceIds),
  };
  let asked: Promise<void> | undefined;
  await ctx.transaction(async (tx) => {
    await holdHours(tx, enterpriseId);
    asked = askAgain({ ...ctx, bus } as typeof ctx, [calendarId]);
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(app.deps.db);
      expect(rows).toHaveLength(1);
    });
    await sql`insert into journey_waits (enterprise_id, instance_id, journey_id, channel_id, node_no, kind, due_at, shard, calendar_id)
      values (${enterpriseId}, ${instanceId}, ${newId()}, ${scene.channelId}, 1, 'hours', now() + interval '1 day', 0, ${calendarId})`.execute(
      tx,
    );
  });
  await asked;
  expect(told).toEqual([instanceId]);
});

test('a calendar that a draft or a version in use names is not deleted, its list says where it is used, and a draft without it is told', async () => {
  const scene = await makeScene('sms');
  const { admin } = scene;
  const calendar = await addCalendar(admin, 'Support', daily(60));
  const journeyId = await publish(scene, 'hours', stream({ calendar: named(calendar) }));
  const list = async () => ((await as(admin).get(calendars.list.path)).json().data as { calendars: CalendarRow[] }).calendars;
  expect((await list()).map(({ name, departments: of, uses }) => [name, of, uses])).toEqual([['Support', [], ['stream hours']]]);
  const refused = await as(admin).delete(at(calendars.remove.path, calendar.id));
  expect([refused.statusCode, refused.json().code, refused.json().data]).toEqual([409, 'calendar.in_use', { uses: ['stream hours'] }]);
  // A walk that is in the former version holds it still.
  await phoneOf(scene, '+919876600012').say('hours');
  await vi.waitFor(async () => expect(await waitsOf(scene)).toHaveLength(1));
  await contextOf(admin).transaction((tx) =>
    sql`update journeys set document = jsonb_set(document, '{nodes,0,config,calendar}', 'null')
      where enterprise_id = ${admin.enterpriseId} and journey_id = ${journeyId}`.execute(tx),
  );
  expect((await as(admin).delete(at(calendars.remove.path, calendar.id))).json().code).toBe('calendar.in_use');
  const draft = (await as(admin).post(journeys.create.path, { name: 'Draft', example: '' })).json().data as { id: string };
  await contextOf(admin).transaction((tx) =>
    tx
      .updateTable('journeys')
      .set({
        document: JSON.stringify({
          ...stream({ calendar: { ref: 'calendar', id: '01a00000-0000-7000-8000-000000000000', name: 'Gone' } }),
          id: draft.id,
          name: 'Draft',
        }),
      })
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('journeyId', '=', draft.id)
      .execute(),
  );
  const { findings } = (await as(admin).get(at(journeys.check.path, draft.id))).json().data as { findings: JourneyFinding[] };
  expect(findings.filter(({ code }) => code.startsWith('REF')).map(({ node, level }) => [node, level])).toEqual([['wait0001', 'error']]);
});

test('a stream of a file finds the calendar of its name, keeps a name that nobody has, and offers the calendars of its own enterprise', async () => {
  const scene = await makeScene('sms');
  const calendar = await addCalendar(scene.admin, 'Support', daily(60));
  const journeyId = await publish(scene, '', stream({ calendar: named(calendar) }), 'api');
  const file = (await as(scene.admin).get(at(journeys.export.path, journeyId))).rawPayload;
  const importInto = async (admin: TestUser) => {
    const { journeyId: id } = (await as(admin).post(journeys.import.path, ...upload('open.parley', file))).json().data;
    const { document } = (await as(admin).get(at(journeys.draft.path, id))).json().data;
    const refs = (await as(admin).get(`${at(journeys.refs.path, id)}?kind=calendar`)).json().data.refs as { name: string }[];
    return { calendar: document.nodes[0].config.calendar, refs: refs.map(({ name }) => name) };
  };
  const [elsewhere, empty] = [await makeUser(), await makeUser()];
  const own = await addCalendar(elsewhere, 'support', daily(60));
  expect(await importInto(elsewhere)).toEqual({ calendar: { ref: 'calendar', id: own.id, name: 'Support' }, refs: ['support'] });
  expect(await importInto(empty)).toEqual({ calendar: { ref: 'calendar', id: '', name: 'Support' }, refs: [] });
});

test('a trial gets the hours that its stream names, and those of the default calendar', async () => {
  const scene = await makeScene('sms');
  const { admin } = scene;
  const calendar = await addCalendar(admin, 'Support', daily(60));
  const unnamed = await addCalendar(admin, 'Others', always);
  const standard = await addCalendar(admin, 'Default', always, { isDefault: true });
  const journeyId = await publish(scene, '', stream({ calendar: named(calendar) }), 'api');
  const { hours } = (await as(admin).get(at(journeys.inside.path, journeyId))).json().data;
  expect(Object.keys(hours.calendars).sort()).toEqual([calendar.id, standard.id].sort());
  expect(Object.keys(hours.calendars)).not.toContain(unnamed.id);
  expect([hours.own, hours.calendars[calendar.id]]).toEqual([standard.id, { timeZone: 'UTC', days: calendar.days, exceptions: [] }]);
});

test('an expression asks calendars at the time of its turn, and a calendar that one names keeps its name and stays', async () => {
  const scene = await makeScene('sms');
  const { admin } = scene;
  const calendar = await addCalendar(admin, 'Support', daily(30));
  await addCalendar(admin, 'Default', never, { isDefault: true });
  const asking = (source: string) =>
    makeStream({
      cond0001: { type: 'logic.condition', config: { test: { source } }, to: { yes: 'open0001', no: 'shut0001' } },
      open0001: end('open'),
      shut0001: end('shut'),
    });
  const journeyId = await publish(scene, '', asking('isOpen("support") && !isOpen()'), 'api');
  await begin(scene, journeyId, '+919876600021');
  await becomes(scene, 'COMPLETED shut');
  clock.ahead += 32 * minuteMs;
  await begin(scene, journeyId, '+919876600022');
  await becomes(scene, 'COMPLETED shut', 'COMPLETED open');
  const { hours } = (await as(admin).get(at(journeys.inside.path, journeyId))).json().data;
  expect(hours.names).toEqual({ support: calendar.id });

  const { name } = (await as(admin).get(at(journeys.draft.path, journeyId))).json().data.document;
  const { calendars: rows } = (await as(admin).get(calendars.list.path)).json().data as { calendars: CalendarRow[] };
  expect(rows.map((row) => [row.name, row.uses])).toEqual([
    ['Default', []],
    ['Support', [`stream ${name}`]],
  ]);
  const removed = (await as(admin).delete(at(calendars.remove.path, calendar.id))).json();
  expect([removed.code, removed.data]).toEqual(['calendar.in_use', { uses: [`stream ${name}`] }]);
  const change = async (to: string) => {
    const { id: _, ...now } = (await as(admin).get(at(calendars.get.path, calendar.id))).json().data as HoursCalendar;
    return (await as(admin).put(at(calendars.update.path, calendar.id), { ...now, name: to })).json();
  };
  expect(await change('Desk')).toMatchObject({ code: 'calendar.named', data: { uses: [`stream ${name}`] } });
  expect((await change('SUPPORT')).data.name).toBe('SUPPORT');
  await begin(scene, journeyId, '+919876600023');
  await becomes(scene, 'COMPLETED shut', 'COMPLETED open', 'COMPLETED open');
  await contextOf(admin).transaction((tx) =>
    tx
      .updateTable('journeys')
      .set({ document: JSON.stringify({ ...asking('isOpen("Nobody")'), id: journeyId, name }) })
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('journeyId', '=', journeyId)
      .execute(),
  );
  const { findings } = (await as(admin).get(at(journeys.check.path, journeyId))).json().data as { findings: JourneyFinding[] };
  expect(findings.filter(({ level }) => level === 'error').map(({ code, node, text }) => [code, node, text])).toEqual([
    ['REF_GONE', 'cond0001', 'The calendar “Nobody” is not there.'],
  ]);
  await expectWhole(scene);
});

test.each([
  'isOpen(("Support"))',
  'isOpen // why\n ( // and\n\t((\'The "best"\')))',
  '!isOpen("A // B (c)") || isOpen( "Ärzte")',
  'isOpen(r"Support")',
  'isOpen("""Support""")',
  'isOpen("Supp" + "ort")',
  'isOpen(true ? "Support" : "Desk")',
])('the database finds each calendar that a check lets %s name', async (source) => {
  const { admin } = await makeScene('sms');
  const document = makeStream({
    text0001: say(`{{ ${source} ? "Now" : "Later" }}`, 'cond0001'),
    cond0001: { type: 'logic.condition', config: { test: { source } }, to: { yes: 'end00001', no: 'end00001' } },
    end00001: end('shut'),
  });
  const { findings } = checkExpression(parseExpression(source), () => undefined);
  const read = calendarsOf(document).flatMap((one) => (typeof one === 'object' && one !== null ? [one.named] : []));
  const { rows } = await contextOf(admin).read((tx) =>
    sql<{
      name: string;
    }>`select ref_id as name from refs_of_journey(${JSON.stringify(document)}::jsonb) where kind = 'calendarName'`.execute(tx),
  );
  const folded = await contextOf(admin).read((tx) => foldNames(tx, read));
  if (findings.length === 0) expect(rows.map(({ name }) => name).sort()).toEqual(folded.sort());
  else expect([findings.map(({ code }) => code), read]).toEqual([['arguments'], []]);
});
