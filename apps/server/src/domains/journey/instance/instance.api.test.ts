import { endpoints } from '@parley/contract';
import type { Document } from '@parley/journey';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { ask, createStreamScenes, en, end, makeStream, type Nodes, say, texts } from '../../../../test/journeys.ts';
import { createScenes } from '../../../../test/scene.ts';
import { startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const clock = { ahead: 0 };
const app = await startApp({ config: { simulator: vendors.address }, now: () => new Date(Date.now() + clock.ahead) });
const { as, makeUser, contextOf } = app;
const { connect } = createScenes(app);
const { makeScene, publish, publishExample, phoneOf, walksOf, statesOf, becomes, begin, expectWhole } = createStreamScenes(app, vendors);
const { journeys } = endpoints;
const at = (path: string, id: string) => path.replace(':journeyId', id);

test('a keyword begins a stream, its questions are answered, and every walk and message is counted once', async () => {
  const made = await makeScene();
  const { admin } = made;
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
      .select(['state', 'outcome', 'turn', 'version', 'environment'])
      .where('enterpriseId', '=', admin.enterpriseId)
      .execute(),
  );
  expect(rows).toEqual([{ state: 'COMPLETED', outcome: 'promoter', turn: 3, version: 1, environment: 'sandbox' }]);
  const { document } = (await as(admin).get(at(journeys.draft.path, journey))).json().data as { document: Document };
  expect(document.nodes.length).toBe(9);
  await vi.waitFor(async () => {
    const item = (await as(admin).get(at(journeys.get.path, journey))).json().data;
    expect(item).toMatchObject({ running: 0, started: 1, completed: 1 });
  }, 10_000);
  const { rows: milestones } = await contextOf(admin).read((tx) =>
    sql<{ milestoneId: string }>`select milestone_id from journey_milestones where enterprise_id = ${admin.enterpriseId}`.execute(tx),
  );
  expect(milestones).toEqual([{ milestoneId: 'answer01' }]);
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

test('who waits moves to a new version where the node is still there, and is named with the reason where it is not', async () => {
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
  await asha.say('Asha');
  await ravi.say('Oslo');
  await becomes(made, 'COMPLETED new', 'COMPLETED old');
  await expectWhole(made);
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
  await vi.waitFor(async () => expect((await chatOf()).handledBy).toBe('queue'), 20_000);
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
  expect(await socket.ask('agentPickupChat', { chatId })).toMatchObject({ data: { chatId } });
  // While she talks, a code is sent at once, and a survey waits until she has ended it.
  const code = makeStream({ code0001: say('Your code is 4711.', 'end00002'), end00002: end('sent') }, { settings: { agentTalks: 'send' } });
  const survey = makeStream({ thank001: say('Thank you for your time.', 'end00003'), end00003: end('thanked') });
  for (const document of [code, survey]) {
    const journeyId = await publish(made, '', document, 'api');
    expect((await begin(made, journeyId, '+919876500006')).refused).toBe('');
  }
  await asha.shows('PAN?', 'Thank you. A colleague', 'Your code is 4711.');
  await as(agent).post(endpoints.chats.close.path.replace(':chatId', chatId));
  await vi.waitFor(async () => expect((await statesOf(made)).sort()).toEqual(['COMPLETED sent', 'COMPLETED thanked', 'WAITING']), 20_000);
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
}, 60_000);
