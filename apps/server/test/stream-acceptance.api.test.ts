import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { startApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { ask, createStreamScenes, en, end, item, makeStream, type Nodes, type StreamScene, say, texts } from './journeys.ts';
import { createScenes } from './scene.ts';
import { body, createVendorScenes, startVendors } from './vendors.ts';

/** More than one chunk of a move; `MOVED_PEOPLE=5000` as the page has it. */
const movedPeople = Number(process.env.MOVED_PEOPLE ?? 210);

/** A house's own service: it scores incomes, and names the free times of a day. */
const asked: string[] = [];
/** Runs while the house thinks. */
let meanwhile = async (): Promise<void> => undefined;
const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '14:00', '14:30', '15:00', '15:30', '16:00', '16:30'];
async function serve(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  asked.push(`${request.method} ${request.url} ${Buffer.concat(chunks).toString()}`);
  await meanwhile();
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ decision: 'approved', reference: 'ref-70413', times }));
}
const service = createServer((request, reply) => void serve(request, reply));
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  service.closeAllConnections();
  service.close();
});
const house = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;

const vendors = await startVendors();
const clock = { ahead: 0 };
const app = await startApp({
  config: { simulator: vendors.address, privateHosts: ['127.0.0.1'], requestsPerMinute: 100_000 },
  now: () => new Date(Date.now() + clock.ahead),
});
const { as, makeUser, contextOf } = app;
const { connect } = createScenes(app);
const { makeTemplate } = createVendorScenes(app, vendors);
const { makeScene, publish, publishAgain, publishExample, phoneOf, begin, walksOf, statesOf, becomes, expectWhole } = createStreamScenes(
  app,
  vendors,
);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const input = (type: string, words: string, variable: string, to: Record<string, string>, more: object = {}) => ({
  type: `input.${type}`,
  config: { text: en(words), asking: { variable }, ...more },
  to,
});
const milestone = (id: string, next: string) => ({ type: 'mark.milestone', config: { milestone: id }, to: { next } });

/** The tables in which a text stands anywhere, for this enterprise. */
async function tablesWith({ admin }: StreamScene, text: string): Promise<string[]> {
  return contextOf(admin).read(async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'enterprise_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and has_table_privilege(c.oid, 'select') order by 1`.execute(tx);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql`select from ${sql.table(name)} t where enterprise_id = ${admin.enterpriseId}
        and t::text like ${`%${text}%`} limit 1`.execute(tx);
      if (rows.length > 0) found.push(name);
    }
    return found;
  });
}

test('journeys 9 acceptance journey 1: a loan: a wrong answer, two photos, a score, an offer taken; milestones in their order, and the income is seen nowhere', async () => {
  const scene = await makeScene();
  const { admin } = scene;
  const income = '4507713';
  await publish(
    scene,
    'loan',
    makeStream(
      {
        income01: input('number', 'Your income?', 'income', { ok: 'mark0001', invalid: 'end00002' }),
        mark0001: milestone('income01', 'pan00001'),
        pan00001: input('media', 'A photo of your PAN card, please.', 'pan', { ok: 'slip0001', invalid: 'end00002' }, { kinds: ['image'] }),
        slip0001: input('media', 'And one of your pay slip.', 'slip', { ok: 'score001', invalid: 'end00002' }, { kinds: ['image'] }),
        score001: {
          type: 'data.http',
          name: 'Score',
          config: {
            method: 'POST',
            address: `${house}/score`,
            body: { kind: 'json', text: '{"income": {{ income }}, "pan": "{{ pan.name }}"}' },
            picks: [{ path: 'decision', variable: 'decision' }],
          },
          to: { ok: 'mark0002', unknown: 'end00002', error: 'end00002' },
        },
        mark0002: milestone('offered1', 'offer001'),
        offer001: {
          type: 'message.buttons',
          config: { text: en('You are {{ decision }}. Do you take it?'), items: [item('yes00001', 'Yes'), item('no000001', 'No')] },
          to: { yes00001: 'mark0003', no000001: 'end00002' },
        },
        mark0003: milestone('taken001', 'thanks01'),
        thanks01: say('Thank you.', 'end00001'),
        end00001: end('taken'),
        end00002: end('left'),
      },
      {
        variables: [
          { name: 'income', type: 'Number', isSensitive: true },
          { name: 'pan', type: 'Media' },
          { name: 'slip', type: 'Media' },
          ...texts('decision'),
        ],
        milestones: [
          { id: 'income01', name: 'Income' },
          { id: 'offered1', name: 'Offer' },
          { id: 'taken001', name: 'Taken' },
        ],
      },
    ),
  );
  // Asked for and scored: it lies sealed where the walk keeps it, and nowhere in words.
  const seen = (what = income) => tablesWith(scene, what);
  let seenMeanwhile: string[] | undefined;
  meanwhile = async () => {
    meanwhile = async () => undefined;
    seenMeanwhile = await seen();
  };
  const asha = phoneOf(scene, '+919876510001');
  await asha.say('loan');
  await asha.shownLast('Your income?');
  await asha.say('abc');
  await asha.shows('Your income?', 'Your income?');
  await asha.say(income);
  await asha.shownLast('PAN card');
  // The words for people who look on are gone when they have been told.
  await vi.waitFor(async () => expect(await seen()).toEqual([]));
  await asha.sendFile('image');
  await asha.shownLast('pay slip');
  await asha.sendFile('image');
  await asha.shownLast('You are approved. Do you take it?');
  expect(asked).toEqual([expect.stringMatching(`^POST /score {"income": ${income}, "pan": ".+"}$`)]);
  // Neither what was asked of the service nor what it has answered can be read.
  expect(seenMeanwhile).toEqual([]);
  expect(await seen('ref-70413')).toEqual([]);
  // The texts on their way to people who look on at the chat are gone when they have been delivered.
  await vi.waitFor(async () => expect(await seen()).toEqual([]));
  await asha.press('Yes');
  await asha.shownLast('Thank you.');
  await becomes(scene, 'COMPLETED taken');
  const { rows: reached } = await contextOf(admin).read((tx) =>
    sql<{
      milestoneId: string;
    }>`select milestone_id from journey_milestones where enterprise_id = ${admin.enterpriseId} order by at`.execute(tx),
  );
  expect(reached.map(({ milestoneId }) => milestoneId)).toEqual(['income01', 'offered1', 'taken001']);
  await vi.waitFor(async () => expect(await seen()).toEqual([]));
  const [walked] = await walksOf(scene);
  const { journeyMonitor } = endpoints;
  const { body: shown } = await as(admin).get(journeyMonitor.get.path.replace(':instanceId', walked?.instanceId ?? ''));
  expect([shown.includes('Your income?'), shown.includes('•••'), shown.includes(income)]).toEqual([true, true, false]);
  await expectWhole(scene);
});

test('journeys 9 acceptance journey 3: an appointment: reminded a day before, put off to a time of a long list, and never reminded of when it is over', async () => {
  clock.ahead = 0;
  const scene = await makeScene();
  const { admin, channelId } = scene;
  const { templateId } = await makeTemplate(
    admin,
    channelId,
    [
      body('Hello {{1}}, tomorrow is your appointment.', { '1': 'Asha' }),
      {
        type: 'BUTTONS',
        buttons: ['I will come', 'Reschedule'].map((text) => ({
          type: 'QUICK_REPLY' as const,
          text,
          url: '',
          phoneNumber: '',
          example: '',
          payload: '',
        })),
      },
    ],
    { category: 'UTILITY' },
  );
  const journeyId = await publish(
    scene,
    '',
    makeStream(
      {
        due00001: { type: 'data.set', config: { assignments: [{ variable: 'due', value: 'date(entry.at)' }] }, to: { next: 'wait0001' } },
        wait0001: {
          type: 'logic.wait',
          config: { until: { kind: 'date', date: 'due', offsetSeconds: -86_400 }, notAfter: 'due' },
          to: { next: 'remind01', late: 'end00003' },
        },
        remind01: {
          type: 'message.template',
          config: {
            template: { ref: 'template', id: templateId },
            values: { 'messageTags/body.1': 'entry.name' },
            items: [item('come0001', 'I will come'), item('moved001', 'Reschedule')],
            waits: true,
            timeoutSeconds: 43_200,
          },
          to: { come0001: 'end00001', moved001: 'times001', timeout: 'end00002', other: 'end00002' },
        },
        times001: {
          type: 'data.http',
          config: { method: 'GET', address: `${house}/times`, picks: [{ path: 'times', variable: 'times' }] },
          to: { ok: 'time0001', unknown: 'end00002', error: 'end00002' },
        },
        time0001: {
          type: 'input.choice',
          config: {
            text: en('At what time, two days later?'),
            options: { kind: 'list', source: 'times', item: 'time', title: 'time' },
            style: 'list',
            asking: { variable: 'time' },
          },
          to: { ok: 'later001', invalid: 'end00002' },
        },
        later001: { type: 'data.set', config: { assignments: [{ variable: 'due', value: 'addDays(due, 2)' }] }, to: { next: 'told0001' } },
        told0001: say('Moved to {{ time }}.', 'wait0001'),
        end00001: end('comes'),
        end00002: end('no answer'),
        end00003: end('late'),
      },
      {
        variables: [{ name: 'due', type: 'Date' }, { name: 'times', type: 'List' }, ...texts('time')],
        settings: { reentry: 'many', entryKey: 'entry.at' },
      },
    ),
    'api',
  );
  const [asha, ravi] = [phoneOf(scene, '+919876530001'), phoneOf(scene, '+919876530002')];
  const due = new Date(Date.now() + 26 * hourMs);
  expect((await begin(scene, journeyId, asha.number, { at: due.toISOString(), name: 'Asha' })).refused).toBe('');
  const waits = async () =>
    contextOf(admin).read((tx) =>
      tx
        .selectFrom('journeyWaits as w')
        .innerJoin('journeyLive as l', 'l.instanceId', 'w.instanceId')
        .innerJoin('journeyInstances as i', 'i.instanceId', 'w.instanceId')
        .select(['w.kind', 'w.dueAt'])
        .where('w.enterpriseId', '=', admin.enterpriseId)
        .where('i.address', '=', asha.number)
        .execute(),
    );
  await vi.waitFor(async () => expect(await waits()).toEqual([{ kind: 'timer', dueAt: new Date(due.getTime() - 24 * hourMs) }]));
  clock.ahead = 2 * hourMs + minuteMs;
  await asha.shows('Hello Asha, tomorrow is your appointment.');
  await asha.press('Reschedule');
  await asha.shownLast('At what time, two days later?');
  const titles = async () => (await asha.ours()).at(-1)?.buttons.map(({ title }) => title);
  expect(await titles()).toEqual([...times.slice(0, 9), 'More…']);
  await asha.press('More…');
  await vi.waitFor(async () => expect(await titles()).toEqual(times.slice(9)));
  await asha.press('16:30');
  await asha.shownLast('Moved to 16:30.');
  await vi.waitFor(async () => expect(await waits()).toEqual([{ kind: 'timer', dueAt: new Date(due.getTime() + 24 * hourMs) }]));
  // Nobody looks at what is due for 27 hours: Ravi's appointment is over by then, and Asha's reminder is not due yet.
  const soon = new Date(app.deps.now().getTime() + 26 * hourMs);
  expect((await begin(scene, journeyId, ravi.number, { at: soon.toISOString(), name: 'Ravi' })).refused).toBe('');
  await becomes(scene, 'WAITING', 'WAITING');
  clock.ahead += 27 * hourMs;
  await becomes(scene, 'WAITING', 'COMPLETED late');
  expect(await ravi.texts()).toEqual([]);
  clock.ahead = 51 * hourMs;
  await vi.waitFor(async () => expect((await asha.texts()).filter((text) => text.startsWith('Hello Asha')).length).toBe(2));
  await asha.press('I will come');
  await becomes(scene, 'COMPLETED comes', 'COMPLETED late');
  await expectWhole(scene);
});

test('journeys 9 acceptance journey 4: how a chat was: asked an hour after its end, the unhappy with a reason for the department, and nobody twice in a month', async () => {
  clock.ahead = 0;
  const scene = await makeScene();
  const { admin, channelId } = scene;
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const departmentId = (await as(admin).post(endpoints.departments.create.path, { name: 'Quality' })).json().data.id;
  await as(admin).put(endpoints.departments.addUsers.path.replace(':departmentId', departmentId), { users: [agent.userId] });
  const socket = await connect(agent);
  const journeyId = await publish(
    scene,
    '',
    makeStream(
      {
        wait0001: { type: 'logic.wait', config: { until: { kind: 'duration', seconds: 3600 } }, to: { next: 'score001' } },
        score001: input(
          'number',
          'How likely are you to recommend us, 0 to 10?',
          'score',
          { ok: 'fork0001', invalid: 'end00002' },
          { least: '0', most: '10' },
        ),
        fork0001: { type: 'logic.condition', config: { test: { source: 'score >= 9' } }, to: { yes: 'thanks01', no: 'why00001' } },
        thanks01: say('Thank you!', 'end00001'),
        why00001: ask('What went wrong?', 'why', { ok: 'hand0001' }),
        hand0001: {
          type: 'talk.department',
          config: { department: { ref: 'department', id: departmentId }, shows: ['score', 'why'], note: en('Not happy') },
          to: {},
        },
        end00001: end('happy'),
        end00002: end('unclear'),
      },
      { variables: [{ name: 'score', type: 'Number' }, ...texts('why')], settings: { reentry: 'days', reentryDays: 30 } },
    ),
    'ended',
  );
  /** Somebody writes, is answered, and the chat is closed. @returns how many walks there are then */
  async function chat(phone: ReturnType<typeof phoneOf>): Promise<number> {
    await phone.say('Hello there');
    const { chatId } = await socket.next('customerStartChat');
    await socket.ask('agentPickupChat', { chatId });
    expect((await as(agent).post(endpoints.chats.close.path.replace(':chatId', chatId))).statusCode).toBe(200);
    return (await walksOf(scene)).length;
  }
  const [asha, ravi] = [phoneOf(scene, '+919876540001'), phoneOf(scene, '+919876540002')];
  expect([await chat(asha), await chat(ravi)]).toEqual([1, 2]);
  await becomes(scene, 'WAITING', 'WAITING');
  expect([await asha.texts(), await ravi.texts()].flat().filter((text) => text.includes('recommend'))).toEqual([]);
  clock.ahead = hourMs + minuteMs;
  await asha.shownLast('How likely');
  await ravi.shownLast('How likely');
  await ravi.say('9');
  await ravi.shownLast('Thank you!');
  await asha.say('6');
  await asha.shownLast('What went wrong?');
  await asha.say('Nobody called back');
  const { chatId } = await socket.next('customerStartChat');
  expect(await socket.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
  const { messages } = (await as(agent).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data;
  expect(messages).toContainEqual(
    expect.objectContaining({
      detail: {
        isHandOver: true,
        note: 'Not happy',
        card: [
          { name: 'score', value: '6' },
          { name: 'why', value: 'Nobody called back' },
        ],
      },
    }),
  );
  await becomes(scene, 'HANDED_OVER', 'COMPLETED happy');
  await as(agent).post(endpoints.chats.close.path.replace(':chatId', chatId));
  clock.ahead += 24 * hourMs;
  expect(await chat(ravi)).toBe(2);
  // A month later the same person is let in again, here by a call.
  const rule = { journeyId, version: 0, channelId, kind: 'api', word: '' };
  expect((await as(admin).post(endpoints.publishing.attach.path, rule)).statusCode).toBe(200);
  expect((await begin(scene, journeyId, ravi.number)).refused).toBe('ENTERED_BEFORE');
  clock.ahead += 30 * 24 * hourMs;
  const next = { ...scene, admin: await makeUser({ enterprise: admin }) };
  expect((await begin(next, journeyId, ravi.number)).refused).toBe('');
  await vi.waitFor(async () => expect((await statesOf(scene)).at(-1)).toBe('WAITING'));
  await expectWhole(scene);
  clock.ahead = 0;
});

test('screens 4.1 a stream that a chat’s end begins, and that hands over itself, does not begin at the end of its own chat; a second rule of the kind is refused', async () => {
  clock.ahead = 0;
  const scene = await makeScene();
  const { admin, channelId } = scene;
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const departmentId = (await as(admin).post(endpoints.departments.create.path, { name: 'Quality' })).json().data.id;
  await as(admin).put(endpoints.departments.addUsers.path.replace(':departmentId', departmentId), { users: [agent.userId] });
  const socket = await connect(agent);
  const hand = { type: 'talk.department', config: { department: { ref: 'department', id: departmentId } }, to: {} };
  const document = makeStream({ hello001: say('One more thing.', 'hand0001'), hand0001: hand }, { settings: { reentry: 'one' } });
  await publish(scene, '', document, 'ended');
  const other = await publish(scene, 'other', makeStream({ hello001: say('Hello.', 'end00001'), end00001: end('told') }));
  const rule = { journeyId: other, version: 0, channelId, kind: 'ended', word: '' };
  expect((await as(admin).post(endpoints.publishing.attach.path, rule)).json()).toMatchObject({ code: 'journey.entry_conflict' });
  const close = async () => {
    const { chatId } = await socket.next('customerStartChat');
    await socket.ask('agentPickupChat', { chatId });
    expect((await as(agent).post(endpoints.chats.close.path.replace(':chatId', chatId))).statusCode).toBe(200);
  };
  const phone = phoneOf(scene, '+919876540009');
  // A chat that a stream alone has had begins nothing when it ends.
  await phone.say('other');
  await becomes(scene, 'COMPLETED told');
  await phone.say('Hello there');
  await close();
  await becomes(scene, 'COMPLETED told', 'HANDED_OVER');
  await close();
  expect(await statesOf(scene)).toEqual(['COMPLETED told', 'HANDED_OVER']);
  await expectWhole(scene);
});

test('journeys 9 acceptance journey 5: carts by key: who buys at once is not reminded, the other is, and who wants no marketing is let go', async () => {
  clock.ahead = 0;
  const scene = await makeScene();
  const { admin } = scene;
  const nodes: Nodes = {
    wait0001: {
      type: 'logic.wait',
      config: { until: { kind: 'event', event: 'bought', key: 'entry.cart', timeoutSeconds: 3600 } },
      to: { next: 'end00001', timeout: 'remind01' },
    },
    remind01: { ...say('Your cart {{ entry.cart }} waits.', 'end00002'), to: { next: 'end00002', refused: 'end00003' } },
    end00001: end('bought'),
    end00002: end('reminded'),
    end00003: end('refused'),
  };
  const settings = { reentry: 'many', entryKey: 'entry.cart', purpose: 'marketing' };
  const ends = await publish(scene, '', makeStream(nodes, { settings }), 'api');
  const goesOn = await publish(scene, '', makeStream(nodes, { settings: { ...settings, onOptOut: 'go on' } }), 'api');
  const [asha, ravi] = [phoneOf(scene, '+919876550001'), phoneOf(scene, '+919876550002')];
  await publish(scene, 'hello', makeStream({ hi000001: say('Hi.', 'end00001'), end00001: end('greeted') }));
  for (const phone of [asha, ravi]) {
    await phone.say('hello');
    await phone.shows('Hi.');
  }
  await begin(scene, ends, asha.number, { cart: 'a1' });
  const { instanceId } = await begin(scene, ends, asha.number, { cart: 'a2' });
  // It waits for nothing yet.
  await as(admin).post(endpoints.journeyStarts.event.path, { event: 'bought', key: 'a2' });
  await begin(scene, ends, ravi.number, { cart: 'r1' });
  await begin(scene, goesOn, ravi.number, { cart: 'r2' });
  await becomes(scene, 'COMPLETED greeted', 'COMPLETED greeted', 'WAITING', 'COMPLETED bought', 'WAITING', 'WAITING');
  expect((await walksOf(scene))[3]?.instanceId).toBe(instanceId);
  await ravi.say('STOP');
  await becomes(scene, 'COMPLETED greeted', 'COMPLETED greeted', 'WAITING', 'COMPLETED bought', 'STOPPED OPTED_OUT', 'WAITING');
  clock.ahead = hourMs + minuteMs;
  await becomes(
    scene,
    'COMPLETED greeted',
    'COMPLETED greeted',
    'COMPLETED reminded',
    'COMPLETED bought',
    'STOPPED OPTED_OUT',
    'COMPLETED refused',
  );
  await asha.shownLast('Your cart a1 waits.');
  expect([...(await asha.texts()), ...(await ravi.texts())].filter((text) => text.includes('waits'))).toEqual(['Your cart a1 waits.']);
  await expectWhole(scene);
});

/** The next moment, ten minutes from now or later, at which a clock in India shows this. */
function nextInIndia(time: string): Date {
  const india = (at: Date) => new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' }).format(at);
  let at = Math.ceil((Date.now() + 10 * minuteMs) / minuteMs) * minuteMs;
  while (india(new Date(at)) !== time) at += minuteMs;
  return new Date(at);
}

test('journeys 9 acceptance journey 7: a return: a number by its pattern, a photo, the last day by the clock of India; a split keeps its people over two versions', async () => {
  clock.ahead = 0;
  const scene = await makeScene('whatsapp', 'Asia/Kolkata');
  await publishExample(scene, 'returns', 'return');
  const lastDay = (from: Date) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', day: 'numeric', month: 'long' }).format(from.getTime() + 30 * 24 * hourMs);
  const late = nextInIndia('23:50');
  const midnight = late.getTime() + 20 * minuteMs;
  for (const [number, at] of [
    ['+919876570001', late.getTime()],
    ['+919876570002', midnight],
  ] as const) {
    clock.ahead = at - Date.now();
    const phone = phoneOf(scene, number);
    await phone.say('return');
    await phone.shownLast('What is your order number?');
    await phone.say('123');
    await phone.shownLast('That is no order number.');
    await phone.say('p123456');
    await phone.shownLast('What is wrong with order P123456?');
    await phone.press('Broken');
    await phone.shownLast('Please send a photo');
    await phone.say('It is broken');
    await phone.shownLast('Please send a photo.');
    await phone.sendFile('image');
    await phone.shownLast(`Please post it by ${lastDay(new Date(at))}.`);
  }
  expect(lastDay(late)).not.toBe(lastDay(new Date(midnight)));
  await becomes(scene, 'COMPLETED accepted', 'COMPLETED accepted');

  const drawn = (more: Nodes = {}) =>
    makeStream(
      {
        draw0001: {
          type: 'logic.split',
          config: {
            shares: [
              { id: 'coupon01', share: 5000 },
              { id: 'refund01', share: 5000 },
            ],
          },
          to: { coupon01: 'end00001', refund01: more.hi000001 ? 'hi000001' : 'end00002' },
        },
        end00001: end('coupon'),
        end00002: end('refund'),
        ...more,
      },
      { milestones: [{ id: 'refund02', name: 'Refund' }] },
    );
  const journeyId = await publish(scene, '', drawn(), 'api');
  const people = Array.from({ length: 8 }, (_, place) => `+91987657100${place}`);
  const draw = async () => {
    const before = (await statesOf(scene)).length;
    for (const number of people) expect((await begin(scene, journeyId, number)).refused).toBe('');
    return vi.waitFor(async () => {
      const walks = (await walksOf(scene)).slice(before);
      expect(walks.map(({ state }) => state)).toEqual(people.map(() => 'COMPLETED'));
      return walks.map(({ address, outcome, version }) => [address, outcome, version]);
    });
  };
  const first = await draw();
  await publishAgain(scene, journeyId, drawn({ hi000001: milestone('refund02', 'end00002') }));
  expect(await draw()).toEqual(first.map(([address, outcome]) => [address, outcome, 2]));
  await expectWhole(scene);
  clock.ahead = 0;
});

test('journeys 9 acceptance journey 12: choices in short messages: numbers, words and digits, a wrong one is asked again; STOP ends marketing', async () => {
  clock.ahead = 0;
  const scene = await makeScene('sms');
  const shops = ['Delhi', 'Mumbai', 'Chennai', 'Kolkata', 'Pune', 'Jaipur'];
  const items = shops.map((shop, place) => item(`shop000${place}`, shop));
  await publish(
    scene,
    'sale',
    makeStream(
      {
        shop0001: {
          type: 'input.choice',
          config: { text: en('Which shop?'), options: { kind: 'fixed', items }, asking: { variable: 'shop' } },
          to: { ok: 'told0001', invalid: 'end00002' },
        },
        told0001: say('{{ shop }} it is.', 'again001'),
        again001: ask('Anything else?', 'more', { ok: 'end00001' }),
        end00001: end('chosen'),
        end00002: end('unclear'),
      },
      { variables: texts('shop', 'more'), settings: { purpose: 'marketing' } },
    ),
  );
  const question = ['Which shop?', ...shops.map((shop, place) => `${place + 1}. ${shop}`)].join('\n');
  const phones = ['two', '2', '7'].map((answer, place) => ({ answer, phone: phoneOf(scene, `+91987651200${place}`) }));
  for (const { phone } of phones) {
    await phone.say('sale');
    await phone.shows(question);
  }
  for (const { phone, answer } of phones) await phone.say(answer);
  const [word, digit, wrong] = phones.map(({ phone }) => phone);
  if (!word || !digit || !wrong) throw new Error('three phones');
  await word.shows(question, 'Mumbai it is.', 'Anything else?');
  await digit.shows(question, 'Mumbai it is.', 'Anything else?');
  await wrong.shows(question, question);
  await word.say('No');
  await wrong.say('STOP');
  await becomes(scene, 'COMPLETED chosen', 'WAITING', 'STOPPED OPTED_OUT');
  await expectWhole(scene);
});

test('journeys 9 acceptance journey 14: a new version while many wait: who can moves, the others are named, and whoever has moved answers the same question once', async () => {
  clock.ahead = 0;
  const scene = await makeScene('sms');
  const nodes: Nodes = {
    name0001: ask('Your name?', 'name', { ok: 'city0001' }),
    city0001: ask('Your city?', 'city', { ok: 'end00001' }),
    end00001: end('old'),
  };
  const variables = texts('name', 'city');
  const journeyId = await publish(scene, '', makeStream(nodes, { variables }), 'api');
  const phones = Array.from({ length: movedPeople }, (_, place) => phoneOf(scene, `+9198766${String(place).padStart(5, '0')}`));
  // Each may begin so many in a minute.
  const starters = await Promise.all(Array.from({ length: Math.ceil(movedPeople / 500) }, () => makeUser({ enterprise: scene.admin })));
  for (let from = 0; from < movedPeople; from += 10) {
    const admin = starters[Math.floor(from / 500)] as TestUser;
    await Promise.all(
      phones
        .slice(from, from + 10)
        .map(async ({ number }) => expect((await begin({ ...scene, admin }, journeyId, number)).refused).toBe('')),
    );
  }
  const waiting = (count: number) =>
    vi.waitFor(async () => expect((await statesOf(scene)).filter((state) => state === 'WAITING').length).toBe(count));
  await waiting(movedPeople);
  // The last ones: the simulator remembers a thousand phones.
  const aheadCount = Math.ceil(movedPeople / 50);
  const ahead = phones.slice(-aheadCount);
  for (const phone of ahead) await phone.shows('Your name?');
  for (const phone of ahead) await phone.say('Asha');
  for (const phone of ahead) await phone.shows('Your name?', 'Your city?');
  const { moved, left } = await publishAgain(
    scene,
    journeyId,
    makeStream({ name0001: ask('Your name?', 'name', { ok: 'end00001' }), end00001: end('new') }, { variables }),
  );
  const isAhead = new Set(ahead.map(({ number }) => number));
  const behind = (await walksOf(scene)).filter(({ address }) => isAhead.has(address)).map(({ instanceId }) => instanceId);
  expect([moved, left]).toEqual([movedPeople - ahead.length, behind.sort().map((instanceId) => ({ instanceId, reason: 'NODE_GONE' }))]);
  const answering = [...ahead.slice(-2), ...phones.slice(-aheadCount - 5, -aheadCount)];
  for (const phone of answering.slice(2)) await phone.shows('Your name?');
  for (const phone of answering) await phone.say('Pune');
  await vi.waitFor(async () =>
    expect((await statesOf(scene)).filter((state) => state !== 'WAITING').sort()).toEqual([
      ...Array(5).fill('COMPLETED new'),
      'COMPLETED old',
      'COMPLETED old',
    ]),
  );
  for (const phone of answering.slice(2)) expect(await phone.texts()).toEqual(['Your name?']);
  await expectWhole(scene);
});
