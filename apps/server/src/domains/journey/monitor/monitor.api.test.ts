import { endpoints, type JourneyInstance, type JourneyLoad } from '@parley/contract';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createStreamScenes } from '../../../../test/journeys.ts';
import { writeStream } from '../../../../test/streams.ts';
import { startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const clock = { ahead: 0 };
const app = await startApp({ config: { simulator: vendors.address }, now: () => new Date(Date.now() + clock.ahead) });
const { as, makeUser, contextOf } = app;
const { makeScene, publish, phoneOf, walks } = createStreamScenes(app, vendors);
const { journeyMonitor, journeys } = endpoints;

const watched = writeStream('ask00001', {
  variables: [
    { name: 'income', type: 'Number', isSensitive: true },
    { name: 'score', type: 'Number' },
  ],
  nodes: [
    { id: 'ask00001', type: 'input.number', name: 'Income', config: { text: { en: 'Your income?' }, asking: { variable: 'income' } } },
    {
      id: 'set00001',
      type: 'data.set',
      name: 'Score',
      config: { assignments: [{ variable: 'score', value: '10 / (income > 1000 ? 0 : 1)' }] },
    },
    { id: 'say00001', type: 'message.text', name: 'Tell', config: { text: { en: 'Score {{ score ?? "none" }}.' } } },
    { id: 'end00001', type: 'mark.end', name: 'End', config: { outcome: 'scored' } },
  ],
  edges: [
    ['ask00001', 'ok', 'set00001'],
    ['ask00001', 'invalid', 'end00001'],
    ['set00001', 'next', 'say00001'],
    ['say00001', 'next', 'end00001'],
  ],
  settings: { errorText: { en: 'Something went wrong.' } },
});
const at = (id: string) => journeyMonitor.get.path.replace(':instanceId', id);

test('the monitor shows each walk with what was compared, and stops, retries, goes on and hands over, saying why where it does not', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const journeyId = await publish(scene, 'watch', watched);
  const asha = phoneOf(scene, '+919876500001');
  const act = async (user: TestUser, body: object) => (await as(user).post(journeyMonitor.act.path, body)).json();
  const becomes = async (state: string, id?: string) => {
    let found: Partial<JourneyInstance> = {};
    await vi.waitFor(async () => {
      const all = (await walks(admin)) as JourneyInstance[];
      found = (id === undefined ? all[0] : all.find((one) => one.id === id)) ?? {};
      expect(found.state).toBe(state);
    });
    return found as JourneyInstance;
  };

  await asha.say('watch');
  await asha.shows('Your income?');
  const first = await becomes('WAITING');
  expect(first).toMatchObject({ journeyId, journeyName: 'watch', version: 1, node: 'ask00001', nodeName: 'Income', customerName: 'Asha' });
  const found = async (query: Record<string, string>) => (await walks(admin, query)).length;
  for (const query of [
    { search: '+91 98765' },
    { search: '919876500001' },
    { node: 'ask00001', journeyId, version: '1' },
    { state: 'WAITING' },
  ] as unknown as Record<string, string>[])
    expect([query, await found(query)]).toEqual([query, 1]);
  expect(await found({ state: 'FAILED' })).toBe(0);
  const { code } = (
    await as(admin).put(endpoints.roles.saveRole.path, { name: 'Watches', permissions: ['JOURNEYS.VIEW_JOURNEYMONITOR'] })
  ).json().data;
  const viewer = await makeUser({ enterprise: admin, roles: [code] });
  expect((await walks(viewer))[0]).toMatchObject({ id: first.id, customerName: '', address: expect.stringMatching(/^•+001$/) });
  expect((await as(viewer).get(`${journeyMonitor.list.path}?search=98&from=0&perPage=10`)).json().code).toBe('filter.invalid');

  const stranger = await makeUser({ enterprise: await app.makeEnterprise() });
  const none = { customerName: '', address: '', node: '', nodeName: '', nodeType: '' };
  const notThere = { ...none, outcome: 'refused', code: 'NOT_THERE', reason: 'No such walk.' };
  expect((await act(stranger, { act: 'stop', instanceIds: [first.id] })).data).toEqual({
    done: 0,
    held: 0,
    refused: 1,
    people: [{ instanceId: first.id, ...notThere }],
    job: null,
  });
  expect((await as(stranger).get(at(first.id))).json().code).toBe('journey.instance_not_found');
  expect((await act(admin, { act: 'retry', instanceIds: [first.id] })).data.people[0].reason).toBe('It has not failed.');
  expect((await act(admin, { act: 'continue', node: 'none0001', instanceIds: [first.id] })).data.people[0].reason).toContain(
    'no such node',
  );
  expect((await act(admin, { act: 'handOver', departmentId: journeyId, instanceIds: [first.id] })).data.people[0].reason).toBe(
    'No such department.',
  );
  const standing = { customerName: 'Asha', address: '+919876500001', node: 'ask00001', nodeName: 'Income', nodeType: 'input.number' };
  expect((await act(admin, { act: 'stop', instanceIds: [first.id, journeyId] })).data).toEqual({
    done: 1,
    held: 0,
    refused: 1,
    people: [
      { instanceId: first.id, ...standing, outcome: 'done', code: '', reason: '' },
      { instanceId: journeyId, ...notThere },
    ],
    job: null,
  });
  expect(await becomes('STOPPED')).toMatchObject({ id: first.id, reason: 'OPERATOR' });
  expect((await act(admin, { act: 'stop', instanceIds: [first.id] })).data.people[0].reason).toBe('It has ended.');

  // It fails, since it divides by zero; nothing of the income is shown anywhere.
  await asha.say('watch');
  await asha.shows('Your income?', 'Your income?');
  await asha.say('45000');
  const failed = await becomes('FAILED');
  expect(failed).toMatchObject({ node: 'set00001', reason: 'ERROR', lastError: expect.stringMatching(/./) });
  const shown = await as(admin).get(at(failed.id));
  expect(shown.body).not.toContain('45000');
  expect(shown.json().data).toMatchObject({
    turns: [
      {
        turn: 1,
        input: { kind: 'start', text: 'watch' },
        messages: [{ text: 'Your income?', state: expect.stringMatching(/SENT|DELIVERED|READ/) }],
      },
      { turn: 2, input: { kind: 'message', text: '•••' }, visits: [{ nodeName: 'Income', exit: 'ok' }, { nodeType: 'data.set' }] },
    ],
    nodes: watched.nodes.map(({ id, name, type }) => ({ id, name, type })),
    lost: [],
  });

  await asha.say('watch');
  const second = await becomes('WAITING');
  expect((await act(admin, { act: 'retry', instanceIds: [failed.id] })).data.people[0].reason).toBe(
    'Another stream talks with this customer.',
  );
  await act(admin, { act: 'continue', node: 'say00001', instanceIds: [second.id] });
  expect(await becomes('COMPLETED', second.id)).toMatchObject({ outcome: 'scored' });
  // The income was erased with its end: nothing divides by zero any more.
  expect((await act(admin, { act: 'retry', instanceIds: [failed.id] })).data).toMatchObject({ done: 1, refused: 0 });
  expect(await becomes('COMPLETED', failed.id)).toMatchObject({ outcome: 'scored' });
  await vi.waitFor(async () => expect((await asha.texts()).at(-1)).toBe('Score 10.'));

  await asha.say('watch');
  const last = await becomes('WAITING');
  expect((await act(admin, { act: 'handOver', instanceIds: [last.id] })).data.done).toBe(1);
  await becomes('HANDED_OVER', last.id);
  await vi.waitFor(async () => {
    const item = (await as(admin).get(journeys.get.path.replace(':journeyId', journeyId))).json().data;
    expect(item).toMatchObject({ running: 0, started: 4, completed: 2 });
  });
  const trail = await contextOf(admin).read((tx) =>
    tx
      .selectFrom('auditEntries')
      .select(['kind', 'action', 'recordId'])
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('kind', '=', 'journey')
      .where('action', '=', 'edit')
      .where('recordId', '=', journeyId)
      .execute(),
  );
  expect(trail.length).toBe(4);
});

test('journeys 2 Error without exit: whoever looks after the stream is told once for node and hour; screens 9.1 who leaves hands their streams over', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const heir = await makeUser({ enterprise: admin, roles: [1] });
  const journeyId = await publish(scene, 'watch', watched);
  const failed = async (number: string) => {
    const phone = phoneOf(scene, number);
    await phone.say('watch');
    await phone.shownLast('Your income?');
    await phone.say('45000');
    await phone.shownLast('Something went wrong.');
  };
  const heard = async (user: TestUser) =>
    (await as(user).get(`${endpoints.notifications.list.path}?from=0&perPage=50`))
      .json()
      .data.notifications.filter(({ kind }: { kind: string }) => kind === 'stream_failed' || kind === 'work_moved')
      .map(({ title, text, link, count }: Record<string, unknown>) => [title, text, link, count]);
  await failed('+919876500061');
  await failed('+919876500062');
  const told = [
    'Walks fail in the stream watch',
    expect.stringMatching(/^At Score, where no exit is for it\. .*0/),
    `/journey/monitor?journeyId=${journeyId}&state=FAILED`,
    1,
  ];
  expect([await heard(admin), await heard(heir)]).toEqual([[told], []]);

  const path = endpoints.users.deactivate.path.replace(':userId', admin.userId);
  expect((await as(heir).delete(`${path}?isValidate=true`)).json().data.work).toEqual([
    { kind: 'streams', count: 1, first: [{ id: journeyId, name: 'watch' }], isMoved: true },
  ]);
  expect((await as(heir).delete(path)).json().code).toBe('user.work_left');
  const moveTo = encodeURIComponent(JSON.stringify({ streams: heir.userId }));
  expect((await as(heir).delete(`${path}?moveTo=${moveTo}`)).statusCode).toBe(200);
  clock.ahead += 3_600_000;
  await failed('+919876500063');
  expect(await heard(heir)).toEqual([told]);
});

test('journeys 6 Counts: hours are folded to the days of the zone after 35 days, exact as their sum, cut short, twice and while changes come', async () => {
  const { admin } = await makeScene();
  const { enterpriseId } = admin;
  const inTx = <T>(work: (tx: Tx) => Promise<T>) => contextOf(admin).transaction(work);
  await inTx((tx) => tx.updateTable('enterprises').set({ timeZone: 'Asia/Kolkata' }).where('enterpriseId', '=', enterpriseId).execute());
  const [journeyId, channelId] = [crypto.randomUUID(), crypto.randomUUID()];
  const now = new Date('2026-03-20T12:20:00Z');
  const from = new Date('2026-02-08T00:00:00Z');
  /** Adds figures of two versions for each of so many hours: starts, ends and durations, with other numbers in each. */
  const add = (tx: Tx, table: 'journey_counts' | 'journey_count_changes', hours: number) =>
    sql`
    insert into ${sql.table(table)} (enterprise_id, journey_id, version, hour, channel_id, environment, what, node_no, exit, count, time_ms)
    select ${enterpriseId}, ${journeyId}, v, ${from}::timestamptz + h * interval '1 hour', ${channelId}, 'sandbox', k.what, 0, k.exit, h * 7 + v, h * 1000
    from generate_series(0, ${hours}::int - 1) h, generate_series(1, 2) v, (values ('started', ''), ('ended', 'COMPLETED'), ('ended', 'FAILED')) k(what, exit)`.execute(
      tx,
    );
  const read = <T>(select: ReturnType<typeof sql<T>>) => contextOf(admin).read(async (tx) => (await select.execute(tx)).rows);
  const both = sql`(select journey_id, version, hour, what, exit, count, time_ms from journey_counts where journey_id = ${journeyId}
    union all select journey_id, version, hour, what, exit, count, time_ms from journey_count_changes where journey_id = ${journeyId}) c`;
  const sums = () =>
    read(sql`select date_trunc('day', hour, 'Asia/Kolkata') as day, version, what, exit, sum(count)::int as count, sum(time_ms)::int as ms
      from ${both} group by 1, 2, 3, 4 order by 1, 2, 3, 4`);
  const kept = () =>
    read(
      sql`select hour, version, what, exit, count::int, time_ms::int, is_day from journey_counts where journey_id = ${journeyId} order by 1, 2, 3, 4`,
    );
  const rows = async () => (await kept()).length;
  const fold = async (most: number, tx: Pick<Tx, 'getExecutor'> = app.deps.db) =>
    (await sql<{ folded: number }>`select fold_journey_days(${now}, ${most}) as folded`.execute(tx as Tx)).rows[0]?.folded;

  // 150 hours and 6 figures each; what is older than 35 days ends with 12:00 of 13 February in UTC, the 133rd hour.
  await inTx((tx) => add(tx, 'journey_counts', 150));
  const before = await sums();
  expect([before.length, await rows()]).toEqual([7 * 6, 900]);
  expect(await fold(100)).toBe(100);
  expect(await sums()).toEqual(before);
  const half = await kept();
  const cut = contextOf(admin).transaction(async (tx) => {
    expect(await fold(100, tx)).toBe(100);
    throw new Error('cut');
  });
  await expect(cut).rejects.toThrow('cut');
  expect(await kept()).toEqual(half);

  // The same hours again as changes, and newer ones: folded to hours and to days by several at once.
  await inTx((tx) => add(tx, 'journey_count_changes', 160));
  const doubled = await sums();
  const foldChanges = () => sql`select fold_journey_counts(70)`.execute(app.deps.db);
  await Promise.all(Array.from({ length: 24 }, (_, place) => (place % 2 === 0 ? fold(90) : foldChanges())));
  expect(await sums()).toEqual(doubled);
  for (let more = true; more; ) {
    await foldChanges();
    more = (await read(sql`select from journey_count_changes where journey_id = ${journeyId} limit 1`)).length > 0;
  }
  while ((await fold(1000)) !== 0);
  expect(await sums()).toEqual(doubled);
  // Days of India began at 18:30 of UTC: six of them, and the 27 hours that are younger.
  const days = await read(sql<{ day: string; figures: number }>`
    select to_char(hour at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI') as day, count(*)::int as figures
    from journey_counts where journey_id = ${journeyId} and is_day group by 1 order by 1`);
  expect(days).toEqual([8, 9, 10, 11, 12, 13].map((day) => ({ day: `2026-02-${String(day).padStart(2, '0')} 00:00`, figures: 6 })));
  expect(await rows()).toBe((6 + 27) * 6);
  const whole = await kept();
  await inTx((tx) => tx.updateTable('enterprises').set({ timeZone: 'UTC' }).where('enterpriseId', '=', enterpriseId).execute());
  expect([await fold(1000), await kept()]).toEqual([0, whole]);
  // The hour becomes the day in a zone whose days begin on a full hour of UTC.
  await inTx(async (tx) => {
    await sql`delete from journey_counts where journey_id = ${journeyId}`.execute(tx);
    await add(tx, 'journey_counts', 24);
  });
  const [day] = await read(sql`select sum(count)::int as count from ${both}`);
  expect([await fold(1000), await rows()]).toEqual([144, 6]);
  expect(await read(sql`select sum(count)::int as count from ${both}`)).toEqual([day]);
});

// The last one here: it lets go of the months that the others write to.
test('turns go after 90 days and walks after 400, by their months; a month in which a walk lives stays, and so do the counts', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const journeyId = await publish(scene, 'watch', watched);
  const phone = phoneOf(scene, '+919876500009');
  await phone.say('watch');
  await phone.shows('Your income?');
  const forgetIn = (days: number) =>
    contextOf(admin).transaction((tx) => sql`select forget_journeys(${new Date(Date.now() + days * 86_400_000)})`.execute(tx));
  const kept = () =>
    contextOf(admin).read(async (tx) => {
      const { rows } = await sql<Record<string, number>>`select
        (select count(*)::integer from journey_turns where enterprise_id = ${admin.enterpriseId}) as turns,
        (select count(*)::integer from journey_instances where enterprise_id = ${admin.enterpriseId}) as walks,
        (select count(*)::integer from journey_sends where enterprise_id = ${admin.enterpriseId}) as sends,
        (select count(*)::integer from (select from journey_counts where enterprise_id = ${admin.enterpriseId}
          union all select from journey_count_changes where enterprise_id = ${admin.enterpriseId}) c) > 0 as counts`.execute(tx);
      return rows[0];
    });
  await forgetIn(50);
  expect(await kept()).toEqual({ turns: 1, walks: 1, sends: 1, counts: true });
  await forgetIn(500);
  expect(await kept()).toEqual({ turns: 0, walks: 1, sends: 1, counts: true });
  const [walk] = await walks(admin);
  expect((await as(admin).get(at(walk?.id ?? ''))).json().data).toMatchObject({ journeyId, state: 'WAITING', turns: [] });
  // A walk that waits for more than a year is not forgotten, and goes on.
  await phone.say('500');
  await phone.shows('Your income?', 'Score 10.');
  await vi.waitFor(async () => expect((await walks(admin))[0]?.state).toBe('COMPLETED'));
  // Removes the live rows, as if the walks of the other tests had ended too.
  const owner = new pg.Client({ connectionString: app.deps.config.databaseUrl });
  await owner.connect();
  await owner.query('delete from journey_live');
  await owner.end();
  await forgetIn(500);
  expect(await kept()).toEqual({ turns: 0, walks: 0, sends: 0, counts: true });
});

test('journeys 9 a forecast tells due waits by hour and channel with the time needed, peaks first; a figure opens its walks', async () => {
  const scene = await makeScene('whatsapp', 'Asia/Kolkata');
  const { admin, channelId } = scene;
  const { enterpriseId } = admin;
  const later = writeStream('wait0001', {
    nodes: [
      { id: 'wait0001', type: 'logic.wait', name: 'Later', config: { until: { kind: 'duration', seconds: 90_000 } } },
      { id: 'end00001', type: 'mark.end', name: 'End', config: {} },
    ],
    edges: [['wait0001', 'next', 'end00001']],
  });
  const journeyId = await publish(scene, 'later', later);
  const asking = await publish(scene, 'watch', watched);
  for (const number of ['+919876500011', '+919876500012']) await phoneOf(scene, number).say('later');
  await phoneOf(scene, '+919876500013').say('watch');
  await vi.waitFor(async () => expect((await walks(admin)).filter(({ dueOn }) => dueOn !== '').length).toBe(3));
  const read = async (query: Record<string, string> = {}) =>
    (await as(admin).get(`${journeyMonitor.forecast.path}?${new URLSearchParams(query)}`)).json().data;
  // The speed is the channel's own, or else its vendor's.
  await contextOf(admin).transaction((tx) =>
    tx.updateTable('channels').set({ speedPerSecond: null }).where('enterpriseId', '=', enterpriseId).execute(),
  );
  const { hours, zone, isCut } = await read();
  const all = await walks(admin);
  const dueOf = (id: string) => all.filter((walk) => walk.journeyId === id).map(({ dueOn }) => Date.parse(dueOn));
  expect([zone, isCut]).toEqual(['Asia/Kolkata', false]);
  // The hours of India begin at half past those of UTC.
  expect(new Set(hours.map(({ at: hour }: JourneyLoad) => new Date(hour).getUTCMinutes()))).toEqual(new Set([30]));
  const within =
    ({ dueFrom, dueTo }: JourneyLoad) =>
    (due: number) =>
      (dueFrom === '' || due >= Date.parse(dueFrom)) && due < Date.parse(dueTo);
  const named = { channelId, channelName: expect.any(String), channelType: 4, perSecond: 80, seconds: 1 };
  for (const hour of hours as JourneyLoad[]) {
    const [waiting, open] = [dueOf(journeyId).filter(within(hour)).length, dueOf(asking).filter(within(hour)).length];
    expect(hour).toMatchObject({ ...named, due: waiting + open, unlessHeard: open });
    const shown = await walks(admin, { dueFrom: hour.dueFrom, dueTo: hour.dueTo, channelId });
    expect(shown.length).toBe(hour.due);
  }
  expect(hours.reduce((total: number, { due }: JourneyLoad) => total + due, 0)).toBe(3);
  expect((await read({ journeyId: asking })).hours).toMatchObject([{ due: 1, unlessHeard: 1 }]);
  expect((await read({ channelId: crypto.randomUUID() })).hours).toEqual([]);

  // 40,000 in one hour are a peak, wherever it stands; what lies beyond 7 days, what is held and other enterprises' are none of it.
  const peak = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 48 * 3_600_000 + 1_800_000);
  const fill = (due: Date, count: number, isHeld = false) =>
    contextOf(admin).transaction((tx) =>
      sql`insert into journey_waits (enterprise_id, instance_id, journey_id, channel_id, node_no, kind, due_at, shard, is_held)
        select ${enterpriseId}, gen_random_uuid(), ${journeyId}, ${channelId}, 1, 'timer', ${due}, i % 64, ${isHeld}
        from generate_series(1, ${count}::int) i`.execute(tx),
    );
  await fill(peak, 40_000);
  await fill(new Date(peak.getTime() + 60_000), 10, true);
  await fill(new Date(Date.now() + 8 * 86_400_000), 10);
  const [first, ...others] = (await read()).hours as JourneyLoad[];
  expect(first).toMatchObject({ ...named, at: peak.toISOString(), due: 40_000, unlessHeard: 0, seconds: 500 });
  expect(others.reduce((total, { due }) => total + due, 0)).toBe(3);
  const stranger = await makeUser({ enterprise: await app.makeEnterprise() });
  expect((await as(stranger).get(journeyMonitor.forecast.path)).json().data.hours).toEqual([]);
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  expect((await as(agent).get(journeyMonitor.forecast.path)).statusCode).toBe(403);
});
