import { type ChatDetail, chatStates, endpoints, type JourneyItem, type MilestoneEvent } from '@parley/contract';
import type { Document } from '@parley/journey';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { ask, createStreamScenes, en, end, makeStream, type Nodes, say, texts } from '../../../../test/journeys.ts';
import { listenTo } from '../../../../test/own-systems.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { moveToVersion } from '../merge/instance.move.ts';

const vendors = await startVendors();
const clock = { ahead: 0 };
const app = await startApp({ config: { simulator: vendors.address }, now: () => new Date(Date.now() + clock.ahead) });
const { as, makeUser, contextOf } = app;
const { connect, visit } = createScenes(app);
const { makeScene, publish, publishExample, phoneOf, walksOf, statesOf, becomes, begin, expectWhole } = createStreamScenes(app, vendors);
const { makeTemplate } = createVendorScenes(app, vendors);
const { control } = vendors;
const { journeys, publishing } = endpoints;
const at = (path: string, id: string) => path.replace(':journeyId', id);

test('a keyword begins a stream, its questions are answered, and every walk and message is counted once', async () => {
  const made = await makeScene();
  const { admin } = made;
  const told = await listenTo<MilestoneEvent>(app, admin, 'stream.milestone');
  const journey = await publishExample(made, 'nps', 'Survey');
  const asha = phoneOf(made, '+919876500001');
  await asha.say('survey');
  await asha.shows('How likely are you');
  await asha.say('twelve');
  await asha.shows('How likely are you', 'whole number from 0 to 10');
  await asha.say('10');
  await asha.shows('How likely are you', 'whole number from 0 to 10', 'Thank you, Asha! We are glad.');
  const rows = await contextOf(admin).read((tx) =>
    tx
      .selectFrom('journeyInstances')
      .select(['instanceId', 'state', 'outcome', 'turn', 'version', 'environment'])
      .where('enterpriseId', '=', admin.enterpriseId)
      .execute(),
  );
  expect(rows).toMatchObject([{ state: 'COMPLETED', outcome: 'promoter', turn: 3, version: 1, environment: 'sandbox' }]);
  // Each of its messages leads to the walk, in the report of all messages.
  const { message } = (await as(admin).get(`${endpoints.reports.messageStatus.path}?source=JOURNEY`)).json().data;
  expect(message.map(({ opens }: { opens: object }) => opens)).toEqual(
    Array.from({ length: 3 }, () => ({ kind: 'walk', id: rows[0]?.instanceId })),
  );
  const { document } = (await as(admin).get(at(journeys.draft.path, journey))).json().data as { document: Document };
  expect(document.nodes.length).toBe(9);
  await vi.waitFor(async () => {
    const item = (await as(admin).get(at(journeys.get.path, journey))).json().data;
    expect(item).toMatchObject({ running: 0, started: 1, completed: 1 });
  });
  const { rows: milestones } = await contextOf(admin).read((tx) =>
    sql<{ milestoneId: string }>`select milestone_id from journey_milestones where enterprise_id = ${admin.enterpriseId}`.execute(tx),
  );
  expect(milestones).toEqual([{ milestoneId: 'answer01' }]);
  expect(await told()).toMatchObject([
    {
      ...{ instanceId: rows[0]?.instanceId, journeyId: journey, stream: 'nps', version: 1 },
      milestone: document.milestones[0],
      ...{ deptId: null, customer: { address: asha.number } },
    },
  ]);
  await expectWhole(made);
});

test('a call that the stream refuses opens no chat', async () => {
  const made = await makeScene('sms');
  const { admin } = made;
  const nodes: Nodes = {
    once0001: say('Only once', 'bye00001'),
    bye00001: { type: 'talk.end', config: { text: en('Goodbye') }, to: { next: 'end00001' } },
    end00001: end(),
  };
  const journeyId = await publish(made, '', makeStream(nodes, { settings: { reentry: 'never' } }), 'api');
  const asha = phoneOf(made, '+919876500801');
  expect((await begin(made, journeyId, asha.number)).refused).toBe('');
  await asha.shows('Only once', 'Goodbye');
  await becomes(made, 'COMPLETED');
  expect((await begin(made, journeyId, asha.number)).refused).toBe('ENTERED_BEFORE');
  const chats = await contextOf(admin).read((tx) =>
    tx.selectFrom('chats').select('state').where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  expect(chats).toEqual([{ state: chatStates.closed }]);
});

test('a customer in a conversation is answered before those to whom a stream writes of its own accord', async () => {
  const made = await makeScene('sms');
  const { admin, channelId } = made;
  const speed = (speedPerSecond: number) =>
    contextOf(admin).transaction((tx) =>
      tx
        .updateTable('channels')
        .set({ speedPerSecond })
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('channelId', '=', channelId)
        .execute(),
    );
  const queued = (count: number) =>
    vi.waitFor(async () => {
      const { rows } = await contextOf(admin).read((tx) =>
        sql<{ waiting: number }>`select count(*)::int as waiting from send_queue where enterprise_id = ${admin.enterpriseId}`.execute(tx),
      );
      expect(rows[0]?.waiting).toBe(count);
    });
  const news = await publish(made, '', makeStream({ news0001: say('Our news', 'end00001'), end00001: end() }), 'api');
  await publish(made, 'hours', makeStream({ hour0001: say('We are open from 9 to 5.', 'end00001'), end00001: end() }));
  const readers = Array.from({ length: 20 }, (_, place) => phoneOf(made, `+9198765009${String(place).padStart(2, '0')}`));
  const asha = phoneOf(made, '+919876500899');
  // The channel stands still while they queue up.
  await speed(0.001);
  await contextOf(admin).transaction((tx) =>
    tx
      .insertInto('channelSpeeds')
      .values({ enterpriseId: admin.enterpriseId, channelId, tokens: 0, filledAt: new Date(), blockedUntil: new Date(0) })
      .execute(),
  );
  for (const { number } of readers) expect((await begin(made, news, number)).refused).toBe('');
  await queued(20);
  await asha.say('hours');
  await queued(21);
  await speed(4);
  await asha.shows('We are open from 9 to 5.');
  const told = await Promise.all(readers.map(async (phone) => (await phone.texts()).length));
  expect(told.filter((count) => count > 0).length).toBeLessThan(20);
  await speed(100_000);
  for (const phone of readers) await phone.shows('Our news');
  await expectWhole(made);
});

test('journeys 9 acceptance journey 9: one stream talks at a time: a more urgent one interrupts, and the first asks again afterwards; a press of an old button is told', async () => {
  const made = await makeScene();
  const buttons = {
    type: 'message.buttons',
    config: {
      text: en('Coffee or tea?'),
      items: [
        { id: 'coffee01', title: en('Coffee') },
        { id: 'tea00001', title: en('Tea') },
      ],
    },
    to: { coffee01: 'thanks01', tea00001: 'thanks01' },
  };
  const settings = { closedText: en('That is over.') };
  await publish(
    made,
    'drink',
    makeStream({ ask00001: buttons, thanks01: say('Thanks.', 'end00001'), end00001: end('drunk') }, { settings }),
  );
  await publish(
    made,
    'stolen',
    makeStream(
      { ask00002: ask('Shall we block the card?', 'yes', { ok: 'end00002' }), end00002: end('blocked') },
      { variables: texts('yes'), settings: { priority: 9 } },
    ),
  );
  const asha = phoneOf(made, '+919876500002');
  await asha.say('drink');
  await asha.shows('Coffee or tea?');
  await asha.say('it was stolen');
  await asha.shows('Coffee or tea?', 'Coffee or tea?');
  await asha.say('stolen');
  await asha.shows('Coffee or tea?', 'Coffee or tea?', 'Shall we block');
  await asha.say('yes please');
  await asha.shows('Coffee or tea?', 'Coffee or tea?', 'Shall we block', 'Coffee or tea?');
  await asha.press('Tea');
  await asha.shows('Coffee or tea?', 'Coffee or tea?', 'Shall we block', 'Coffee or tea?', 'Thanks.');
  await becomes(made, 'COMPLETED drunk', 'COMPLETED blocked');
  await asha.press('Coffee');
  await asha.shows('Coffee or tea?', 'Coffee or tea?', 'Shall we block', 'Coffee or tea?', 'Thanks.', 'That is over.');
  await expectWhole(made);
});

test('journeys 2 a question that runs out of time in the very moment in which a more urgent stream asks gives way, and the one that follows it is asked once', async () => {
  const made = await makeScene();
  const settings = { priority: 9 };
  await publish(
    made,
    'drink',
    makeStream(
      {
        ask00001: ask('Coffee or tea?', 'drink', { ok: 'end00001', timeout: 'ask00002' }, { timeoutSeconds: 3600 }),
        ask00002: ask('Are you still there?', 'drink', { ok: 'end00001' }),
        end00001: end('drunk'),
      },
      { variables: texts('drink') },
    ),
  );
  const urgent = await publish(
    made,
    '',
    makeStream(
      {
        wait0001: { type: 'logic.wait', config: { until: { kind: 'duration', seconds: 3600 } }, to: { next: 'ask00003' } },
        ask00003: ask('Shall we block the card?', 'yes', { ok: 'end00002' }),
        end00002: end('blocked'),
      },
      { variables: texts('yes'), settings },
    ),
    'api',
  );
  // Walks are stepped together by a bit of their ids: of six pairs some are.
  const phones = Array.from({ length: 6 }, (_, place) => phoneOf(made, `+91987650010${place}`));
  for (const phone of phones) {
    await phone.say('drink');
    await phone.shows('Coffee or tea?');
    await begin(made, urgent, phone.number);
  }
  await becomes(made, ...phones.flatMap(() => ['WAITING', 'WAITING']));
  clock.ahead += 3_700_000;
  for (const phone of phones) await phone.shownLast('Shall we block');
  const { rows } = await contextOf(made.admin).read((tx) =>
    sql`select l.is_suspended, w.is_held from journey_live l join journey_waits w using (enterprise_id, instance_id)
      where l.enterprise_id = ${made.admin.enterpriseId} and l.priority < 9`.execute(tx),
  );
  expect(rows).toEqual(phones.map(() => ({ isSuspended: true, isHeld: true })));
  for (const phone of phones) await phone.say('yes');
  for (const phone of phones) await phone.shownLast('still there');
  for (const phone of phones) await phone.say('tea');
  await vi.waitFor(async () => {
    const states = await statesOf(made);
    expect(states.toSorted()).toEqual([...phones.map(() => 'COMPLETED blocked'), ...phones.map(() => 'COMPLETED drunk')]);
  });
  for (const phone of phones) {
    const asked = (await phone.texts()).join('|');
    // A customer who had been asked already when the other stream came is asked again afterwards.
    expect([
      'Coffee or tea?|Shall we block the card?|Are you still there?',
      'Coffee or tea?|Are you still there?|Shall we block the card?|Are you still there?',
    ]).toContain(asked);
  }
  await expectWhole(made);
});

test('journeys 2 a stream that wants to ask while another talks waits its time, then is refused BUSY; one woken in time asks', async () => {
  const made = await makeScene();
  await publish(
    made,
    'survey',
    makeStream({ ask00001: ask('How was it?', 'how', { ok: 'end00001' }), end00001: end('asked') }, { variables: texts('how') }),
  );
  const lower = (busySeconds: number, exit: string) =>
    publish(
      made,
      '',
      makeStream(
        {
          ask00002: ask('Do you want news?', 'news', { ok: 'end00002', [exit]: 'later001' }),
          later001: say('We ask later.', 'end00003'),
          end00002: end('asked'),
          end00003: end(exit),
        },
        { variables: texts('news'), settings: { priority: 3, busySeconds } },
      ),
      'api',
    );
  const waiting = await lower(600, 'refused');
  // One that does not wait at all, and whose refusal leads nowhere of its own.
  const hasty = await lower(0, 'error');
  const [asha, meera] = [phoneOf(made, '+919876500011'), phoneOf(made, '+919876500012')];
  for (const phone of [asha, meera]) {
    await phone.say('survey');
    await phone.shows('How was it?');
    await begin(made, waiting, phone.number);
  }
  await begin(made, hasty, asha.number);
  await asha.shows('How was it?', 'We ask later.');
  await becomes(made, 'WAITING', 'RUNNING', 'WAITING', 'RUNNING', 'COMPLETED error');
  clock.ahead += 590_000;
  await meera.say('Good');
  await meera.shows('How was it?', 'Do you want news?');
  expect(await statesOf(made)).toEqual(['WAITING', 'RUNNING', 'COMPLETED asked', 'WAITING', 'COMPLETED error']);
  clock.ahead += 11_000;
  await asha.shows('How was it?', 'We ask later.', 'We ask later.');
  await asha.say('Good');
  await meera.say('Yes');
  await becomes(made, 'COMPLETED asked', 'COMPLETED refused', 'COMPLETED asked', 'COMPLETED asked', 'COMPLETED error');
  const { rows } = await contextOf(made.admin).read((tx) =>
    sql<{ warnings: string[] }>`select visits #> '{0,warnings}' as warnings from journey_turns
      where enterprise_id = ${made.admin.enterpriseId} and visits #> '{0,warnings}' <> '[]'`.execute(tx),
  );
  expect(rows).toEqual([{ warnings: ['BUSY'] }, { warnings: ['BUSY'] }]);
  await expectWhole(made);
});

test('waits end by time and by events, also by one that came before; a paused stream keeps what is said until it goes on', async () => {
  const made = await makeScene();
  const { admin } = made;
  const journey = await publish(
    made,
    '',
    makeStream(
      {
        wait0001: {
          type: 'logic.wait',
          config: { until: { kind: 'event', event: 'bought', key: 'entry.cart', timeoutSeconds: 3600 } },
          to: { next: 'end00001', timeout: 'ask00001' },
        },
        ask00001: ask('Your cart {{ entry.cart }} waits. Anything wrong?', 'why', { ok: 'thanks01' }),
        thanks01: say('We look at “{{ why }}”.', 'end00002'),
        end00001: end('bought'),
        end00002: end('asked'),
      },
      { variables: texts('why'), settings: { reentry: 'many', entryKey: 'entry.cart', pauseText: en('One moment please.') } },
    ),
    'api',
  );
  const number = '+919876500003';
  await publish(made, 'hello', makeStream({ hi000001: say('Hi.', 'end00001'), end00001: end('greeted') }));
  const asha = phoneOf(made, number);
  await asha.say('hello');
  await asha.shows('Hi.');
  const beginWith = (cart: string, requestKey = cart) => begin(made, journey, number, { cart }, requestKey);
  const tell = async (key: string) => (await as(admin).post(endpoints.journeyStarts.event.path, { event: 'bought', key })).json().data;
  const first = await beginWith('c1');
  expect(await beginWith('c1')).toEqual(first);
  expect(await beginWith('c1', 'again')).toEqual({ instanceId: '', refused: 'INSIDE' });
  await beginWith('c2');
  expect(await tell('c2')).toEqual({ woken: expect.any(Number) });
  await becomes(made, 'COMPLETED greeted', 'WAITING', 'COMPLETED bought');
  clock.ahead += 3_700_000;
  await asha.shows('Hi.', 'Your cart c1 waits. Anything wrong?');
  await as(admin).post(at(journeys.pause.path, journey), {});
  await asha.say('the price');
  await asha.shows('Hi.', 'Your cart c1 waits. Anything wrong?', 'One moment please.');
  expect(await beginWith('c3')).toEqual({ instanceId: '', refused: 'PAUSED' });
  await as(admin).post(at(journeys.resume.path, journey), {});
  await asha.shows('Hi.', 'Your cart c1 waits. Anything wrong?', 'One moment please.', 'We look at “the price”.');
  await becomes(made, 'COMPLETED greeted', 'COMPLETED asked', 'COMPLETED bought');
  expect((await as(admin).get(at(journeys.get.path, journey))).json().data).toMatchObject({ running: 0, started: 2, completed: 2 });
  await expectWhole(made);
});

test('journeys 6: a waiting walk moves to a version with its node or is named with why; counts of nodes add up in both', async () => {
  const made = await makeScene();
  const { admin } = made;
  const nodes: Nodes = {
    ask00001: ask('Name?', 'name', { ok: 'ask00002' }),
    ask00002: ask('City?', 'city', { ok: 'end00001' }),
    end00001: end('old'),
  };
  const journey = await publish(made, 'hello', makeStream(nodes, { variables: texts('name', 'city') }));
  const [asha, ravi] = [phoneOf(made, '+919876500004'), phoneOf(made, '+919876500005')];
  await asha.say('hello');
  await asha.shows('Name?');
  await ravi.say('hello');
  await ravi.shows('Name?');
  await ravi.say('Ravi');
  await ravi.shows('Name?', 'City?');
  const { document, revision } = (await as(admin).get(at(journeys.draft.path, journey))).json().data as {
    document: Document;
    revision: number;
  };
  const last = document.nodes.find(({ id }) => id === 'end00001');
  const operations = [
    { kind: 'removeNode', id: 'ask00002' },
    { kind: 'setNode', node: { ...last, config: { outcome: 'new' } } },
    { kind: 'addEdge', edge: { from: 'ask00001', exit: 'ok', to: 'end00001' } },
  ];
  const edited = (await as(admin).post(at(journeys.edits.path, journey), { baseRevision: revision, operations })).json().data;
  const { moved, left } = (await as(admin).post(at(journeys.publish.path, journey), { revision: edited.revision, moves: true })).json()
    .data;
  const [first, second] = await walksOf(made);
  expect([moved, left]).toEqual([1, [{ instanceId: second?.instanceId, reason: 'NODE_GONE' }]]);
  expect([first?.version, second?.version]).toEqual([2, 1]);
  // Figures of each version and node: entries, exits and current waits. A walk that is over without an exit was dropped at its node.
  const counted = async () => {
    const { rows } = await contextOf(admin).read((tx) =>
      sql<{ version: number; node: string; figures: number[] }>`
        with counts as (select version, node_no, what, count from journey_counts where enterprise_id = ${admin.enterpriseId}
          union all select version, node_no, what, count from journey_count_changes where enterprise_id = ${admin.enterpriseId}),
        waiting as (select i.version, n.node_no, count(*) as count from journey_instances i
          join journey_nodes n on n.enterprise_id = i.enterprise_id and n.journey_id = i.journey_id and n.node_id = i.instance #>> '{frames,0,node}'
          where i.enterprise_id = ${admin.enterpriseId} and i.state = 'WAITING' group by 1, 2)
        select c.version, coalesce(n.node_id, '') as node, array[
          coalesce(sum(c.count) filter (where what = 'started'), 0), coalesce(sum(c.count) filter (where what = 'ended'), 0),
          coalesce(sum(c.count) filter (where what = 'entered'), 0), coalesce(sum(c.count) filter (where what = 'exit'), 0),
          coalesce(max(w.count), 0)]::int[] as figures
        from counts c left join journey_nodes n on n.enterprise_id = ${admin.enterpriseId} and n.journey_id = ${journey} and n.node_no = c.node_no
        left join waiting w on w.version = c.version and w.node_no = c.node_no
        group by 1, 2 order by 1, 2`.execute(tx),
    );
    return rows.map(({ version, node, figures }) => [version, node, ...figures]);
  };
  // Version, node, started, ended, entered, left, waiting
  expect(await counted()).toEqual([
    [1, '', 1, 0, 0, 0, 0],
    [1, 'ask00001', 0, 0, 1, 1, 0],
    [1, 'ask00002', 0, 0, 1, 0, 1],
    [2, '', 1, 0, 0, 0, 0],
    [2, 'ask00001', 0, 0, 1, 0, 1],
  ]);
  await asha.say('Asha');
  await ravi.say('Oslo');
  await becomes(made, 'COMPLETED new', 'COMPLETED old');
  await expectWhole(made);
  expect(await counted()).toEqual([
    [1, '', 1, 1, 0, 0, 0],
    [1, 'ask00001', 0, 0, 1, 1, 0],
    [1, 'ask00002', 0, 0, 1, 1, 0],
    [1, 'end00001', 0, 0, 1, 0, 0],
    [2, '', 1, 1, 0, 0, 0],
    [2, 'ask00001', 0, 0, 1, 1, 0],
    [2, 'end00001', 0, 0, 1, 0, 0],
  ]);
});

test('journeys 8 two moves meet at one walk: the second finds it moved, and moves it neither again nor back', async () => {
  const made = await makeScene();
  const { enterpriseId } = made.admin;
  const journey = await publish(
    made,
    'hello',
    makeStream({ ask00001: ask('Name?', 'name', { ok: 'end00001' }), end00001: end('done') }, { variables: texts('name') }),
  );
  const asha = phoneOf(made, '+919876500014');
  await asha.say('hello');
  await asha.shows('Name?');
  for (const outcome of ['second', 'third']) {
    const { document, revision } = (await as(made.admin).get(at(journeys.draft.path, journey))).json().data;
    const last = (document as Document).nodes.find(({ id }) => id === 'end00001');
    const operations = [{ kind: 'setNode', node: { ...last, config: { outcome } } }];
    const edited = (await as(made.admin).post(at(journeys.edits.path, journey), { baseRevision: revision, operations })).json().data;
    const published = await as(made.admin).post(at(journeys.publish.path, journey), { revision: edited.revision, moves: false });
    expect(published.statusCode).toBe(200);
  }
  // Nothing of the walk is on its way any more, which a worker would wait for as well.
  await expectWhole(made);
  const ctx = contextOf(made.admin);
  const moving = await ctx.transaction(async (tx) => {
    await tx.selectFrom('journeyInstances').select('instanceId').where('enterpriseId', '=', enterpriseId).forUpdate().execute();
    const moves = [3, 2, 3].map((version) => moveToVersion(ctx, app.deps, journey, version));
    // Each has chosen the walks to move, and waits for the walk.
    await vi.waitFor(async () => {
      const { rows } = await sql`select distinct pid from pg_locks where not granted and (pg_backend_pid() = any(pg_blocking_pids(pid))
        or database = (select oid from pg_database where datname = current_database()))`.execute(tx);
      expect(rows.length).toBeGreaterThanOrEqual(moves.length);
    });
    return moves;
  });
  const moved = (await Promise.all(moving)).map((result) => result.moved);
  expect([1, 2]).toContain(moved.reduce((sum, count) => sum + count));
  const [walked] = await walksOf(made);
  expect(walked?.version).toBe(3);
  const { rows: turns } = await ctx.read((tx) =>
    sql<{
      from: string;
    }>`select input->>'text' as from from journey_turns where enterprise_id = ${enterpriseId} and input->>'kind' = 'move' order by turn`.execute(
      tx,
    ),
  );
  expect(turns.map(({ from }) => from)).toEqual(moved[1] === 1 ? ['1', '2'] : ['1']);
  await asha.say('Asha');
  await becomes(made, 'COMPLETED third');
  await expectWhole(made);
});

test('a visitor of the widget reads no name of a stream, nor does a transcript', async () => {
  const enterprise = await app.makeEnterprise();
  const admin = await makeUser({ enterprise });
  const { id: channelId, widgetKey } = await makeWebChannel(enterprise, { entry: 'queue' });
  await publishExample({ admin, channelId }, 'nps', 'survey');
  const visitor = await visit(widgetKey);
  const { chatId } = await visitor.say('survey');
  const said = { author: 'bot', name: '', text: expect.stringContaining('How likely are you') };
  expect(await visitor.next('entry', ({ entry }) => entry.author === 'bot')).toMatchObject({ entry: said });
  const again = await visit(widgetKey, { visitorToken: visitor.token });
  expect(again.welcome.thread.entries.filter(({ author }) => author === 'bot')).toMatchObject([said]);
  const emailId = 'meera@transcript.example';
  expect((await as(admin).post(endpoints.chats.sendTranscript.path, { chatId, emailId })).statusCode).toBe(200);
  const [mail] = await app.waitForMails(emailId);
  expect(mail?.text).toMatch(/^.* {2}Parley: How likely are you/m);
});

test('journeys 9 acceptance journey 8: a person takes over and gives back; who wants no marketing is let go; what nobody may read is sealed, masked and erased', async () => {
  const made = await makeScene();
  const { admin } = made;
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const departmentId = (await as(admin).post(endpoints.departments.create.path, { name: 'Loans' })).json().data.id;
  expect(
    (await as(admin).put(endpoints.departments.addUsers.path.replace(':departmentId', departmentId), { users: [agent.userId] })).statusCode,
  ).toBe(200);
  const socket = await connect(agent);
  await publish(
    made,
    'loan',
    makeStream(
      {
        ask00001: ask('PAN?', 'pan', { ok: 'hand0001' }),
        hand0001: {
          type: 'talk.department',
          config: { department: { ref: 'department', id: departmentId, name: 'Loans' }, shows: ['pan'], returns: true },
          to: { returned: 'ask00002' },
        },
        ask00002: ask('Anything else?', 'more', { ok: 'end00001' }),
        end00001: end('served'),
      },
      { variables: [{ name: 'pan', type: 'Text', isSensitive: true }, ...texts('more')] },
    ),
  );
  const asha = phoneOf(made, '+919876500006');
  await asha.say('loan');
  await asha.shows('PAN?');
  await asha.say('ABCDE1234F');
  const chatOf = () =>
    contextOf(admin).read((tx) =>
      tx
        .selectFrom('chats')
        .select(['chatId', 'handledBy', 'state'])
        .where('enterpriseId', '=', admin.enterpriseId)
        .executeTakeFirstOrThrow(),
    );
  await vi.waitFor(async () => expect((await chatOf()).handledBy).toBe('queue'));
  const kept = async () =>
    JSON.stringify(
      await contextOf(admin).read((tx) =>
        sql`select i.instance, (select jsonb_agg(t.*) from journey_turns t where t.instance_id = i.instance_id) as turns,
          (select jsonb_agg(n.*) from journey_inputs n where n.instance_id = i.instance_id) as inputs from journey_instances i where i.enterprise_id = ${admin.enterpriseId}`.execute(
          tx,
        ),
      ),
    );
  const stored = await kept();
  expect([stored.includes('ABCDE1234F'), stored.includes('$sealed'), stored.includes('•••')]).toEqual([false, true, true]);
  const { chatId } = await chatOf();
  await socket.next('customerStartChat', (told) => told.chatId === chatId);
  // A word that begins a stream begins none while people have the chat, and they see that it was meant.
  const marks = async () => {
    const { messages } = (await as(admin).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data as ChatDetail;
    return messages
      .filter(({ authorKind, message }) => authorKind === 'customer' && message !== '')
      .map(({ message, detail }) => [message, detail.notBegun]);
  };
  await asha.say('Loan');
  // The order of messages on their way is nobody’s promise.
  await vi.waitFor(async () => expect((await marks()).at(-1)?.[0]).toBe('Loan'));
  await asha.say('a loan, please');
  await vi.waitFor(async () => expect((await marks()).at(-1)?.[0]).toBe('a loan, please'));
  expect(await socket.ask('agentPickupChat', { chatId })).toMatchObject({ data: { chatId } });
  await asha.say('loan');
  const marked = { stream: 'loan' };
  await vi.waitFor(async () =>
    expect((await marks()).slice(-3)).toEqual([
      ['Loan', marked],
      ['a loan, please', undefined],
      ['loan', marked],
    ]),
  );
  // While she talks, a code is sent at once, and a survey waits until she has ended it.
  const code = makeStream({ code0001: say('Your code is 4711.', 'end00002'), end00002: end('sent') }, { settings: { agentTalks: 'send' } });
  const survey = makeStream({ thank001: say('Thank you for your time.', 'end00003'), end00003: end('thanked') });
  for (const document of [code, survey]) {
    const journeyId = await publish(made, '', document, 'api');
    expect((await begin(made, journeyId, '+919876500006')).refused).toBe('');
  }
  await asha.shows('PAN?', 'Thank you. A colleague', 'Your code is 4711.');
  await as(agent).post(endpoints.chats.close.path.replace(':chatId', chatId));
  await vi.waitFor(async () => expect((await statesOf(made)).sort()).toEqual(['COMPLETED sent', 'COMPLETED thanked', 'WAITING']));
  await asha.say('STOP');
  await becomes(made, 'STOPPED OPTED_OUT', 'COMPLETED sent', 'COMPLETED thanked');
  expect((await kept()).includes('$sealed')).toBe(false);
  await expectWhole(made);
});

test('a card is a picture with its words and buttons where the channel has that; several are sent one by one, and asked for below', async () => {
  const made = await makeScene();
  const card = (title: string, more: object) => ({ title: en(title), text: en(`About ${title}`), ...more });
  await publish(
    made,
    'shop',
    makeStream(
      {
        photo001: {
          type: 'input.media',
          config: { text: en('A photo, please.'), asking: { variable: 'photo' } },
          to: { ok: 'card0001', invalid: 'end00001' },
        },
        card0001: {
          type: 'message.card',
          config: { cards: [card('Tea', { media: { kind: 'variable', source: 'photo' }, items: [{ id: 'tea00001', title: en('Buy') }] })] },
          to: { tea00001: 'card0002' },
        },
        card0002: {
          type: 'message.card',
          config: {
            cards: [
              card('Tea', { items: [{ id: 'tea00002', title: en('Buy') }] }),
              card('Coffee', { items: [{ id: 'coffee02', title: en('Buy') }] }),
            ],
          },
          to: { tea00002: 'end00001', coffee02: 'text0001' },
        },
        text0001: { type: 'message.text', config: { text: en('Coffee it is.') }, to: { next: 'end00001' } },
        end00001: { type: 'mark.end' },
      },
      { variables: [{ name: 'photo', type: 'Media' }] },
    ),
  );
  const number = '+919876500071';
  const asha = phoneOf(made, number);
  await asha.say('shop');
  await asha.shows('A photo, please.');
  await vendors.control.act(made.channelId, number, { kind: 'media', media: 'image' });
  await asha.shows('A photo, please.', '*Tea*\nAbout Tea');
  const shown = (await vendors.control.phone(made.channelId, number)).messages.at(-1);
  expect(shown).toMatchObject({ media: { kind: 'image' }, buttons: [{ title: 'Buy' }] });
  await asha.press('Buy');
  const asked = ['A photo, please.', '*Tea*', 'Tea\nAbout Tea', 'Coffee\nAbout Coffee', 'Choose'];
  await asha.shows(...asked);
  expect((await vendors.control.phone(made.channelId, number)).messages.at(-1)?.buttons.map(({ title }) => title)).toEqual([
    'Tea: Buy',
    'Coffee: Buy',
  ]);
  await asha.press('Coffee: Buy');
  await asha.shows(...asked, 'Coffee it is.');
  await becomes(made, 'COMPLETED');
});

test('a template that is paused or moved pauses the streams that send it: their walks wait, and go on where they stood when it is resumed', async () => {
  const made = await makeScene();
  const { admin, channelId } = made;
  const { templateId, name } = await makeTemplate(admin, channelId, [{ type: 'BODY', text: 'Your {{1}} is on its way.', samples: {} }], {
    category: 'UTILITY',
  });
  const inside = makeStream({
    inside01: {
      type: 'message.template',
      // WhatsApp allows no line breaks in a value: it leaves, and stands in the chat, on one line.
      config: { template: { ref: 'template', id: templateId, name }, values: { 'messageTags/body.1': '"order\\n\\tof      tea"' } },
      to: { next: 'inside02' },
    },
    inside02: end(),
  });
  const sub = await publish(made, '', inside, 'api');
  const stream = await publish(
    made,
    'order',
    makeStream(
      {
        wait0001: { type: 'logic.wait', config: { until: { kind: 'duration', seconds: 3600 } }, to: { next: 'again001' } },
        again001: ask('Shall we send it?', 'answer', { ok: 'send0001' }),
        send0001: {
          type: 'logic.stream',
          config: { stream: { ref: 'stream', id: sub, name: 'Sub' } },
          to: { done: 'end00001', ended: 'end00001' },
        },
        end00001: end('sent'),
      },
      { variables: texts('answer') },
    ),
  );
  const other = await publish(made, 'other', makeStream({ other001: end() }));
  const people = Array.from({ length: 30 }, (_, place) => phoneOf(made, `+9198765${String(20_000 + place)}`));
  await Promise.all(people.map((phone) => phone.say('order')));
  await becomes(made, ...people.map(() => 'WAITING'));
  const stateOf = async (id: string) => (await as(admin).get(at(journeys.get.path, id))).json().data as JourneyItem;
  const change = (to: object) => control.changeTemplate(channelId, { name, language: 'en', reason: '', ...to } as never);
  const heldWaits = async () =>
    (
      await contextOf(admin).read((tx) =>
        tx.selectFrom('journeyWaits').select(['isHeld']).where('enterpriseId', '=', admin.enterpriseId).execute(),
      )
    ).filter(({ isHeld }) => isHeld).length;

  await change({ status: 'PAUSED', reason: 'Low quality' });
  const pausedBy = { templateId, template: name, why: 'PAUSED', isReady: false };
  await vi.waitFor(async () => expect(await stateOf(stream)).toMatchObject({ state: 'PAUSED', pausedBy }));
  expect(await stateOf(sub)).toMatchObject({ state: 'PAUSED', pausedBy });
  expect(await stateOf(other)).toMatchObject({ state: 'PUBLISHED', pausedBy: null });
  await vi.waitFor(async () => expect(await heldWaits()).toBe(30));
  const { entries } = (await as(admin).get(`${publishing.list.path}?journeyId=${stream}`)).json().data;
  expect(entries).toMatchObject([{ isActive: true, isPaused: true, pausedBy }]);

  // Told once for each stream, with the reason in the trail; the template's other news tell nobody again.
  const told = async () =>
    (await as(admin).get(`${endpoints.notifications.list.path}?from=0&perPage=50`))
      .json()
      .data.notifications.filter(({ kind }: { kind: string }) => kind === 'stream_paused');
  await change({ status: 'DISABLED', reason: 'Gone' });
  expect((await told()).map(({ text }: { text: string }) => text)).toEqual([
    expect.stringContaining(`It sends template ${name}, which is not approved any more. Low quality`),
    expect.stringContaining(`It sends template ${name}`),
  ]);
  const trail = await contextOf(admin).read((tx) =>
    tx
      .selectFrom('auditEntries')
      .select('reason')
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('recordId', '=', stream)
      .where('action', '=', 'deactivate')
      .execute(),
  );
  expect(trail).toEqual([{ reason: `Template ${name}: PAUSED. Low quality` }]);

  // While it is paused, what is due is not taken and nobody begins it; it is not resumed without its template.
  clock.ahead += 3_700_000;
  const stranger = phoneOf(made, '+919876521000');
  await stranger.say('order');
  await stranger.shows('A colleague will be with you shortly.');
  const refused = await as(admin).post(at(journeys.resume.path, stream), {});
  expect([refused.statusCode, refused.json().code, refused.json().data]).toEqual([
    409,
    'journey.template_not_ready',
    { templates: [expect.stringMatching(`^${name} \\((PAUSED|DISABLED)\\)$`)] },
  ]);
  expect(await statesOf(made)).toEqual(people.map(() => 'WAITING'));
  expect(await people[1]?.texts()).toEqual([]);

  await change({ status: 'APPROVED', reason: '' });
  await vi.waitFor(async () => expect(await stateOf(stream)).toMatchObject({ state: 'PAUSED', pausedBy: { isReady: true } }));
  expect((await as(admin).post(at(journeys.resume.path, sub), {})).statusCode).toBe(200);
  expect((await as(admin).post(at(journeys.resume.path, stream), {})).json().data).toMatchObject({ state: 'PUBLISHED', pausedBy: null });
  for (const phone of people) await phone.shownLast('Shall we send it?');
  await Promise.all(people.map((phone) => phone.say('yes')));
  await becomes(made, ...people.map(() => 'COMPLETED sent'));
  for (const phone of people) await phone.shows('Shall we send it?', 'Your order of tea is on its way.');
  const said = await contextOf(admin).read((tx) =>
    tx
      .selectFrom('chatActions')
      .select('message')
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('message', 'like', 'Your %')
      .execute(),
  );
  expect(new Set(said.map(({ message }) => message))).toEqual(new Set(['Your order of tea is on its way.']));
  await expectWhole(made);

  // Moved to another category, it can be sent, at another price: people decide.
  await change({ category: 'MARKETING' });
  await vi.waitFor(async () => expect(await stateOf(stream)).toMatchObject({ state: 'PAUSED', pausedBy: { why: 'MOVED', isReady: true } }));
  expect((await told())[0].text).toContain('was moved from UTILITY to MARKETING');
  expect((await as(admin).post(at(journeys.resume.path, stream), {})).statusCode).toBe(200);
});

test('a rule of a website begins a stream for an anonymous visitor, who reads it, leaves an address, mails it and answers; a page wakes its own waits', async () => {
  const made = await makeScene();
  const { admin } = made;
  const { id: channelId, widgetKey } = await makeWebChannel(
    { enterpriseId: admin.enterpriseId, name: 'Shop', ctx: contextOf(admin) },
    { entry: 'queue' },
  );
  const waitFor = (event: string, next: string) => ({
    type: 'logic.wait',
    config: { until: { kind: 'event', event, key: '"cart-7"' } },
    to: { next },
  });
  const journeyId = await publish(
    made,
    '',
    makeStream(
      {
        ask00001: ask('Which size?', 'size', { ok: 'wait0001' }),
        wait0001: waitFor('paid', 'say00001'),
        say00001: say('It is paid.', 'wait0002'),
        wait0002: waitFor('page:thanked', 'end00001'),
        end00001: end('thanked'),
      },
      { variables: texts('size') },
    ),
    'api',
  );
  // A website is no sandbox: its streams have passed a rehearsal.
  const test = { id: 'test0001', name: 'Asked', expect: [{ kind: 'message', after: 0, text: 'Which size?' }] };
  const saved = await as(admin).put(at(journeys.saveTest.path, journeyId).replace(':testId', test.id), { test });
  expect(saved.json()).toMatchObject({ status: true });
  const { revision } = (await as(admin).get(at(journeys.draft.path, journeyId))).json().data;
  expect((await as(admin).post(at(journeys.publish.path, journeyId), { revision })).json()).toMatchObject({ status: true });
  const attached = await as(admin).post(publishing.attach.path, { journeyId, channelId, kind: 'api', word: '' });
  expect(attached.json()).toMatchObject({ status: true });
  const rule = { name: 'Sizes', conditions: {}, act: 'stream', journeyId };
  const { data: greeting } = (await as(admin).post(endpoints.siteRules.create.path.replace(':channelId', channelId), rule)).json();
  const visitor = await visit(widgetKey, { pageUrl: 'https://shop.example/shoes' });
  visitor.tell('ruleMet', { ruleId: greeting.id });
  const { chatId, entry } = await visitor.next('entry', (event) => event.entry.text === 'Which size?');
  visitor.tell('read', { chatId, upTo: entry.number });
  const email = `sizes-${chatId.slice(-12)}@shop.example`;
  visitor.tell('leaveAddress', { email });
  expect(await visitor.next('addressKept')).toEqual({ email });
  visitor.tell('askTranscript', { chatId, email });
  expect(await visitor.next('transcript')).toEqual({ chatId, state: 'asked' });
  const {
    customerReadNumber,
    visit: seen,
    customerId,
    shown,
  } = await contextOf(admin).read((tx) =>
    tx
      .selectFrom('chats')
      .innerJoin('siteRuleShows as s', 's.enterpriseId', 'chats.enterpriseId')
      .select(['customerReadNumber', 'visit', 'chats.customerId', 's.customerId as shown'])
      .where('chats.chatId', '=', chatId)
      .executeTakeFirstOrThrow(),
  );
  expect({ customerReadNumber, email: seen.email, shown }).toEqual({ customerReadNumber: entry.number, email, shown: customerId });
  const known = { enterpriseId: admin.enterpriseId, externalId: 'cart-7', customerId };
  await contextOf(admin).transaction((tx) => tx.insertInto('customerExternalIds').values(known).execute());
  expect((await visitor.say('XL')).chatId).toBe(chatId);
  const waitsFor = (event: string) =>
    vi.waitFor(async () => {
      const waits = await contextOf(admin).read((tx) => tx.selectFrom('journeyWaits').select('wakeKey').execute());
      expect(waits).toEqual([{ wakeKey: `${event}\u0001cart-7` }]);
    });
  const track = async (name: string) => {
    visitor.tell('track', { name });
    visitor.tell('ping', {});
    await visitor.next('pong');
  };
  await waitsFor('paid');
  // A browser cannot say that something is paid.
  await track('paid');
  const tell = (event: string) => as(admin).post(endpoints.journeyStarts.event.path, { event, key: 'cart-7' });
  expect((await tell('paid')).json().data).toEqual({ woken: 1 });
  await visitor.next('entry', (event) => event.entry.text === 'It is paid.');
  await waitsFor('page:thanked');
  await track('thanked');
  await vi.waitFor(async () =>
    expect((await as(admin).get(at(journeys.get.path, journeyId))).json().data).toMatchObject({ running: 0, completed: 1 }),
  );
});
