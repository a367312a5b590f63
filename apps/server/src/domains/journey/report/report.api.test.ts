import {
  endpoints,
  type FunnelNode,
  type JourneyInstance,
  type MilestoneFigures,
  type MilestonePerson,
  type RefusedAnswer,
  type StreamFigures,
  type StreamFunnel,
  type WalkData,
} from '@parley/contract';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { ask, createStreamScenes, en, end, item, makeStream, type Nodes, type StreamScene } from '../../../../test/journeys.ts';
import { createTrail } from '../../../../test/trail.ts';
import { startVendors } from '../../../../test/vendors.ts';
import { CountChanges } from '../row/instance.counts.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, stranger, makeUser, contextOf } = app;
const { makeScene, publish, publishAgain, phoneOf, walks, becomes } = createStreamScenes(app, vendors);
const trail = createTrail(app);
const { streamReports, milestoneReports, journeyMonitor, journeys, roles, files } = endpoints;

const nodes: Nodes = {
  color001: {
    type: 'input.choice',
    name: 'Colour',
    config: {
      text: en('Which colour?'),
      asking: { variable: 'color', tries: 1 },
      options: { kind: 'fixed', items: [item('red00001', 'Red'), item('blue0001', 'Blue')] },
    },
    to: { ok: 'mile0001' },
  },
  mile0001: { type: 'mark.milestone', name: 'Chosen', config: { milestone: 'chosen01' }, to: { next: 'name0001' } },
  name0001: { ...ask('Your name?', 'name', { ok: 'pin00001' }), name: 'Name' },
  pin00001: { ...ask('Your PIN?', 'pin', { ok: 'mile0002' }), name: 'PIN' },
  mile0002: { type: 'mark.milestone', name: 'Told', config: { milestone: 'told0001' }, to: { next: 'end00001' } },
  end00001: end('told'),
};
const more = {
  variables: [
    { name: 'color', type: 'Text' },
    { name: 'name', type: 'Text' },
    { name: 'pin', type: 'Text', isSensitive: true },
  ],
  milestones: [
    { id: 'chosen01', name: 'Chosen' },
    { id: 'told0001', name: 'Told' },
  ],
};

let scene: StreamScene;
let admin: TestUser;
let journeyId: string;
const at = (path: string) => path.replace(':journeyId', journeyId);
type Query = Record<string, string | number | boolean>;
const queryOf = (query: Query) => new URLSearchParams(Object.entries({ environment: 'sandbox', ...query }).map(([k, v]) => [k, String(v)]));
const get = async <T>(path: string, query: Query = {}, user = admin): Promise<T> =>
  (await as(user).get(`${at(path)}?${queryOf(query)}`)).json().data as T;
const figures = (query: Query = {}) => get<StreamFigures>(streamReports.figures.path, query);
const funnel = (query: Query = {}) => get<StreamFunnel>(streamReports.funnel.path, query);
/** Counts the walks that the monitor has for a figure. */
async function opened(query: Query): Promise<number> {
  const { span } = await figures();
  const filter = { journeyId, counted: true, startedFrom: span.from, startedTo: span.to, ...query };
  return (await get<{ count: number }>(journeyMonitor.count.path, filter)).count;
}
const linkOf = async (user: TestUser, url: string) => {
  const { id } = (await as(user).get(files.downloadToken.path)).json().data as { id: string };
  return `${url}&x-access-id=${encodeURIComponent(id)}`;
};
let readers = 0;
const makeReader = async (...permissions: string[]) => {
  const { code } = (await as(admin).put(roles.saveRole.path, { name: `Reader ${++readers}`, permissions })).json().data;
  return makeUser({ enterprise: admin, roles: [code] });
};

beforeAll(async () => {
  scene = await makeScene();
  ({ admin } = scene);
  journeyId = await publish(scene, 'go', makeStream(nodes, more));
  const [asha, bina, chand, dev, esha] = [1, 2, 3, 4, 5].map((place) => phoneOf(scene, `+91987650010${place}`));
  if (!asha || !bina || !chand || !dev || !esha) throw new Error('Nobody is there.');
  const says = async (phone: typeof asha, ...turns: [said: string, shown: string][]) => {
    for (const [said, shown] of turns) {
      await phone.say(said);
      await phone.shownLast(shown);
    }
  };
  const asked: [string, string] = ['go', 'Which colour?'];
  await says(asha, asked, ['Red', 'Your name?'], ['Asha', 'Your PIN?']);
  await asha.say('1234');
  await becomes(scene, 'COMPLETED told');
  await says(bina, asked, ['crimson 7', 'Which colour?'], ['Red', 'Your name?']);
  await says(chand, asked, ['Crimson  8', 'Which colour?'], ['CRIMSON 9', 'Sorry']);
  await says(dev, asked);
  const [newest] = await walks(admin);
  await as(admin).post(journeyMonitor.act.path, { act: 'stop', instanceIds: [newest?.id] });
  await says(esha, asked, ['Blue', 'Your name?'], ['=2+3', 'Your PIN?']);
  await becomes(scene, 'COMPLETED told', 'WAITING', 'FAILED ERROR', 'STOPPED OPERATOR', 'WAITING');
});

const endings = { UNDER_WAY: 2, COMPLETED: 1, ABANDONED: 0, TIMEDOUT: 0, HANDED_OVER: 0, FAILED: 1, STOPPED: 1 };

test('MENU-023 started walks are those of all endings, while some are under way, and each figure opens exactly its walks', async () => {
  const { span, days, ...counted } = await figures();
  expect(counted).toEqual({ started: 5, endings, ended: 3, withoutAgent: 3, medianMs: expect.any(Number), isCut: false });
  expect(days).toEqual([{ day: span.toDate, from: expect.any(String), to: span.to, started: 5, endings }]);
  expect(await opened({})).toBe(5);
  for (const [ending, count] of Object.entries(endings)) expect([ending, await opened({ ending })]).toEqual([ending, count]);
  expect(await opened({ ending: 'ENDED' })).toBe(3);

  // An agent has answered whoever was stopped, and somebody else before the stream began.
  const [, , , stopped] = (await walks(admin)).toReversed() as JourneyInstance[];
  await contextOf(admin).transaction((tx) =>
    sql`update chats c set first_reply_at = case when i.instance_id = ${stopped?.id} then i.started_at else i.started_at - interval '1 minute' end
      from journey_instances i where i.enterprise_id = c.enterprise_id and i.chat_id = c.chat_id and c.enterprise_id = ${admin.enterpriseId}`.execute(
      tx,
    ),
  );
  expect((await figures()).withoutAgent).toBe(2);
  expect(await opened({ ending: 'ENDED', withoutAgent: true })).toBe(2);

  // The sandbox is never counted with real people, and another version has none of them.
  expect((await figures({ environment: 'production' })).started).toBe(0);
  expect((await figures({ version: 2 })).started).toBe(0);
  expect((await figures({ version: 1, channelId: scene.channelId })).started).toBe(5);
});

test('JOURNEY-005 the funnel has entered, left, waiting, finished and dropped of each node, and each opens its walks', async () => {
  const { version, nodes: passed, edges } = await funnel();
  expect(version).toBe(1);
  const shown = (one: FunnelNode) => [one.node, one.name, one.entered, one.left, one.waiting, one.finished, one.dropped];
  expect(passed.map(shown)).toEqual([
    ['color001', 'Colour', 5, 3, 0, 0, 2],
    ['mile0001', 'Chosen', 3, 3, 0, 0, 0],
    ['name0001', 'Name', 3, 2, 1, 0, 0],
    ['pin00001', 'PIN', 2, 1, 1, 0, 0],
    ['mile0002', 'Told', 1, 1, 0, 0, 0],
    ['end00001', '', 1, 0, 0, 1, 0],
  ]);
  expect(edges.filter(({ node }) => node === 'color001')).toEqual([
    { node: 'color001', exit: 'ok', exitTitle: '', to: 'mile0001', count: 3, share: 0.75 },
    { node: 'color001', exit: 'invalid', exitTitle: '', to: '', count: 1, share: 0.25 },
  ]);
  for (const one of passed)
    for (const passage of ['entered', 'left', 'waiting', 'finished', 'dropped'] as const)
      expect([one.node, passage, await opened({ passage, passedNode: one.node })]).toEqual([one.node, passage, one[passage]]);
  for (const { node, exit, count } of edges)
    expect([node, exit, await opened({ passage: 'left', passedNode: node, passedExit: exit })]).toEqual([node, exit, count]);
  const { document } = await get<{ document: { nodes: object[] } }>(streamReports.version.path.replace(':version', '1'));
  expect(document.nodes.length).toBe(6);
});

test('screens 4.4: what nodes have refused is folded, has nothing of sensitive questions, and a synonym of the draft knows it', async () => {
  const refused = async (user = admin) => (await get<{ answers: RefusedAnswer[] }>(streamReports.refused.path, {}, user)).answers;
  const options = [
    { id: 'red00001', title: 'Red' },
    { id: 'blue0001', title: 'Blue' },
  ];
  const crimson = { node: 'color001', nodeName: 'Colour', nodeType: 'input.choice', fold: 'crimson #', count: 3, options, knownAs: '' };
  expect(await refused()).toEqual([{ ...crimson, sample: expect.stringMatching(/^crimson/i) }]);
  // A role that may not read numbers reads none of those that were typed.
  const reader = await makeReader('JOURNEYS.VIEW_REPORTS');
  expect(await refused(reader)).toEqual([{ ...crimson, sample: 'crimson #' }]);

  const [{ sample = '' } = {}] = await refused();
  const draft = (await as(admin).get(at(journeys.draft.path))).json().data;
  const node = draft.document.nodes.find(({ id }: { id: string }) => id === 'color001');
  node.config.options.items[0].synonyms = [sample];
  const body = { baseRevision: draft.revision, operations: [{ kind: 'setNode', node }] };
  expect((await as(admin).post(at(journeys.edits.path), body)).statusCode).toBe(200);
  expect((await refused())[0]?.knownAs).toBe('Red');
});

test('screens 4.4 Data: a row a walk with its variables by name, sensitive ones masked; the file is guarded, recorded and bounded', async () => {
  const { columns, rows, more: hasMore } = await get<{ columns: string[]; rows: WalkData[]; more: boolean }>(streamReports.data.path);
  expect([columns, hasMore]).toEqual([['color', 'name', 'pin'], false]);
  expect(rows.map(({ values, state }) => [state, ...values])).toEqual([
    ['WAITING', 'Blue', '=2+3', '•••'],
    ['STOPPED', '', '', '•••'],
    ['FAILED', '', '', '•••'],
    ['WAITING', 'Red', '', '•••'],
    ['COMPLETED', 'Red', 'Asha', '•••'],
  ]);
  const page = await get<{ rows: WalkData[]; more: boolean }>(streamReports.data.path, { from: 1, perPage: 2 });
  expect([page.rows.map(({ state }) => state), page.more]).toEqual([['STOPPED', 'FAILED'], true]);

  const url = `${at(streamReports.dataExport.path)}?${queryOf({})}`;
  const file = await stranger().get(await linkOf(admin, url));
  expect(file.headers['content-disposition']).toMatch(/walks_.*\.csv/);
  const lines = file.body.split('\r\n').slice(0, -1);
  expect(lines[0]).toBe(
    '\ufeff"Started (UTC)","Ended (UTC)","Customer","Number","Channel","Version","State","Reason","Outcome","color","name","pin"',
  );
  expect(lines.length).toBe(6);
  expect(lines[1]).toContain(`"Blue","'=2+3","•••"`);
  expect(file.body).not.toContain('1234');
  expect(await trail.brief(admin, 'kind=stream_report')).toEqual([[expect.any(String), 'export', expect.stringMatching(/^go, /)]]);

  expect((await stranger().get(url)).json().code).toBe('journey.not_found');
  const builder = await makeReader('JOURNEYS.VIEW');
  expect((await stranger().get(await linkOf(builder, url))).json().code).toBe('1403');
});

test('reports are for their readers: another permission, enterprise, range or channel is refused in words', async () => {
  const reader = await makeReader('JOURNEYS.VIEW_REPORTS');
  const builder = await makeReader('JOURNEYS.VIEW', 'JOURNEYS.EDIT');
  const other = await makeUser({ enterprise: await app.makeEnterprise() });
  const call = async (user: TestUser, path: string, query: Query = {}) =>
    (await as(user).get(`${at(path)}?${queryOf(query)}`)).json().code as string;
  for (const path of [streamReports.figures.path, streamReports.funnel.path, streamReports.refused.path, streamReports.data.path]) {
    expect([path, await call(reader, path)]).toEqual([path, '100']);
    expect([path, await call(builder, path)]).toEqual([path, '1403']);
    expect([path, await call(other, path)]).toEqual([path, 'journey.not_found']);
  }
  for (const path of [milestoneReports.figures.path, milestoneReports.people.path, milestoneReports.customers.path]) {
    const query = { milestone: 'chosen01' };
    expect([path, await call(reader, path, query)]).toEqual([path, '1403']);
    expect([path, await call(other, path, query)]).toEqual([path, 'journey.not_found']);
  }
  expect((await as(reader).get(streamReports.choices.path)).json().data.streams).toEqual([
    { id: journeyId, name: 'go', versions: [1], hasMilestones: true },
  ]);
  const days = async (query: Query) => (await as(admin).get(`${at(streamReports.figures.path)}?${queryOf(query)}`)).json();
  expect(await days({ fromDate: '2026-02-02', toDate: '2026-02-01' })).toMatchObject({
    code: 'request.invalid',
    data: { issues: [{ field: 'fromDate', reason: 'The first day is later than the last one.' }] },
  });
  expect(await days({ fromDate: '2025-01-01', toDate: '2026-01-02' })).toMatchObject({
    data: { issues: [{ field: 'fromDate', reason: 'Choose at most 366 days.' }] },
  });
});

test('MENU-026 milestones count once a walk, in their order, by the period before too, and a bar has as many customers as its label', async () => {
  const milestones = (query: Query = {}) => get<MilestoneFigures>(milestoneReports.figures.path, query);
  const found = await milestones();
  expect(found.cards).toEqual({ started: 5, reachedAny: 3, reachedLast: 1, medianLastMs: expect.any(Number) });
  expect(found.before).toEqual({ started: 0, reachedAny: 0, reachedLast: 0, medianLastMs: null });
  expect(found.milestones).toEqual([
    { id: 'chosen01', name: 'Chosen', isRemoved: false, count: 3, people: 3, share: 0.6, stepShare: null, stepMs: null },
    { id: 'told0001', name: 'Told', isRemoved: false, count: 1, people: 1, share: 0.2, stepShare: 1 / 3, stepMs: expect.any(Number) },
  ]);
  expect(found.points.map(({ counts }) => counts)).toEqual([...Array.from({ length: 6 }, () => [0, 0]), [3, 1]]);
  const hours = await milestones({ timeType: 'HOUR', fromDate: found.span.toDate, toDate: found.span.toDate });
  expect(hours.points.length).toBe(24);
  expect(hours.points.reduce((sum, { counts: [chosen = 0] }) => sum + chosen, 0)).toBe(3);
  expect(await opened({ milestone: 'chosen01' })).toBe(3);
  expect(await opened({ milestone: '*' })).toBe(3);
  expect(await opened({ milestone: 'told0001' })).toBe(1);

  const { people } = await get<{ people: MilestonePerson[] }>(milestoneReports.people.path, { milestone: 'chosen01' });
  expect(people.map(({ address }) => address)).toEqual(['+919876500105', '+919876500102', '+919876500101']);
  const { customerIds } = await get<{ customerIds: string[] }>(milestoneReports.customers.path, { milestone: 'chosen01' });
  expect(customerIds.toSorted()).toEqual(people.map(({ customerId }) => customerId).toSorted());
  const url = `${at(milestoneReports.export.path)}?${queryOf({ milestone: 'told0001' })}`;
  const file = await stranger().get(await linkOf(admin, url));
  expect(file.body.split('\r\n').length).toBe(3);
  expect((await trail.brief(admin, 'kind=stream_report')).length).toBe(2);

  // Renamed it keeps what it was; one that the next version has no more is shown as removed.
  await publishAgain(
    scene,
    journeyId,
    makeStream(
      { name0001: { ...nodes.name0001, to: { ok: 'mile0002' } } as never, mile0002: nodes.mile0002 as never, end00001: end() },
      {
        ...more,
        milestones: [{ id: 'told0001', name: 'Told us' }],
      },
    ),
  );
  const after = await milestones();
  expect(after.milestones.map(({ id, name, isRemoved, count }) => [id, name, isRemoved, count])).toEqual([
    ['told0001', 'Told us', false, 1],
    ['chosen01', 'Chosen', true, 3],
  ]);
  // Nodes of versions before are listed behind those of the drawn one.
  const { version, nodes: passed } = await funnel();
  expect([version, passed.map(({ node, isGone }) => [node, isGone])]).toEqual([
    2,
    [
      ['name0001', false],
      ['mile0002', false],
      ['end00001', false],
      ['color001', true],
      ['mile0001', true],
      ['pin00001', true],
    ],
  ]);
  // A walk that was moved to the new version counts there.
  const [first, second] = [await figures({ version: 1 }), await figures({ version: 2 })];
  expect(first.started + second.started).toBe(5);
  for (const { started, endings: each } of [first, second]) expect(Object.values(each).reduce((sum, one) => sum + one, 0)).toBe(started);
});

test('numbers 0 Hours and days: figures of quarters add up to the days of any zone, over the change of its clocks too', async () => {
  const zones = [
    ...['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York', 'Europe/Berlin', 'Africa/Cairo'],
    ...['America/St_Johns', 'Pacific/Apia', 'Pacific/Marquesas', 'America/Asuncion', 'Australia/Adelaide'],
  ];
  const dayIn = (moment: Date, zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(moment);
  // Clocks of these zones change in the nights of these days; moments lie close to all midnights and changes between.
  const bases = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-04-24', '2026-10-04', '2026-10-25', '2026-10-30', '2026-11-01'];
  let seed = 20261129;
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % most;
  };
  const moments = bases.flatMap((day) => Array.from({ length: 60 }, () => new Date(Date.parse(day) + (random(172_800) - 43_200) * 1000)));
  for (const timeZone of zones) {
    const user = await makeUser({ enterprise: await app.makeEnterprise({ timeZone }) });
    const { id } = (await as(user).post(journeys.create.path, { name: timeZone, example: '' })).json().data as { id: string };
    const counts = new CountChanges();
    const of = { journeyId: id, version: 1, channelId: scene.channelId, environment: 'sandbox' as const };
    for (const moment of moments) counts.started(of, moment);
    await contextOf(user).transaction((tx) => counts.write(tx, user.enterpriseId));
    const expected = [...Map.groupBy(moments, (moment) => dayIn(moment, timeZone))]
      .map(([day, all]) => [day, all.length])
      .sort(([one], [other]) => String(one).localeCompare(String(other)));
    const query = queryOf({ fromDate: '2026-03-01', toDate: '2026-11-10' });
    const read = async () => {
      const answer = (await as(user).get(`${streamReports.figures.path.replace(':journeyId', id)}?${query}`)).json().data as StreamFigures;
      return answer.days.map(({ day, started }) => [day, started]);
    };
    expect([timeZone, await read()]).toEqual([timeZone, expected]);
  }
});
