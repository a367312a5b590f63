import { endpoints, type JourneyItem, type JourneyRule } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { numberAt } from '../../../../test/campaigns.ts';
import { createStreamScenes, end, makeStream, type StreamScene, say } from '../../../../test/journeys.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { createScenes } from '../../../../test/scene.ts';
import { startVendors } from '../../../../test/vendors.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { startDue } from './instance.schedule.ts';
import { beginWaiting } from './instance.starts.ts';

const vendors = await startVendors();
const clock = { ahead: 0 };
const app = await startApp({ config: { simulator: vendors.address }, now: () => new Date(Date.now() + clock.ahead) });
const { as, makeUser, contextOf } = app;
const { connect } = createScenes(app);
const book = createPhoneBook(app);
const { makeScene, publish, phoneOf, walks, walksOf, expectWhole } = createStreamScenes(app, vendors);
const { publishing, journeys, attributes, customers, phoneBook, imports } = endpoints;

/** However soon another value follows. */
const often = { reentry: 'many', entryKey: 'entry.value' };
const saying = (words: string, settings: object = {}) => makeStream({ say00001: say(words, 'end00001'), end00001: end() }, { settings });
/** A stream without a rule that begins it by itself. */
const stream = (made: StreamScene, words: string) => publish(made, '', saying(words, often), 'api');

const attach = async ({ admin, channelId }: StreamScene, journeyId: string, rule: object) =>
  (await as(admin).post(publishing.attach.path, { journeyId, channelId, ...rule })).json();
const onChange = async (made: StreamScene, journeyId: string, attribute: string, more: object = {}): Promise<string> => {
  const attached = await attach(made, journeyId, { kind: 'attribute', attribute, ...more });
  expect(attached.message).toBe('The rule is attached.');
  return attached.data.id;
};
/** Counts the starts of each stream, as soon as nothing is waiting to begin. */
const begun = (made: StreamScene, ...streams: string[]) =>
  vi.waitFor(async () => {
    const { rows } = await contextOf(made.admin).read((tx) =>
      sql<{ waiting: number }>`select count(*)::integer as waiting from journey_starts where enterprise_id = ${made.admin.enterpriseId}
        and not is_held`.execute(tx),
    );
    expect(rows[0]?.waiting).toBe(0);
    const all = await walksOf(made);
    return streams.map((id) => all.filter(({ journeyId }) => journeyId === id).length);
  });

test('screens 4.1 a change of what is known of a customer begins a stream: any, to a value, or to none, whoever of the house makes it', async () => {
  const made = await makeScene('sms');
  const { admin } = made;
  const { _id: plan } = await book.makeAttribute(admin, 'plan', { fieldLabel: 'Plan' });
  const [gold, gone, any, mail] = [
    await stream(made, 'You are gold.'),
    await stream(made, 'Your plan is over.'),
    await stream(made, 'Your plan is another one.'),
    await stream(made, 'Your address is noted.'),
  ];
  const rule = await onChange(made, gold, plan, { change: 'became', value: 'Gold' });
  await onChange(made, gone, plan, { change: 'emptied' });
  await onChange(made, any, plan);
  await onChange(made, mail, 'emailId');
  const item = (await as(admin).get(journeys.get.path.replace(':journeyId', gold))).json().data as JourneyItem;
  expect(item.entries.find(({ kind }) => kind === 'attribute')).toMatchObject({ word: plan, about: 'Plan' });

  // Refused: the same again, no attribute, one that nobody has, another enterprise's, and no value to become.
  expect((await attach(made, gold, { kind: 'attribute', attribute: plan, change: 'became', value: 'Gold' })).code).toBe(
    'journey.entry_conflict',
  );
  const other = await makeScene('sms');
  const { _id: foreign } = await book.makeAttribute(other.admin, 'plan');
  for (const wrong of [{ attribute: '' }, { attribute: 'nothing' }, { attribute: foreign }, { attribute: plan, change: 'became' }])
    expect((await attach(made, gold, { kind: 'attribute', ...wrong })).code).toBe('request.invalid');
  expect((await as(admin).delete(attributes.remove.path.replace(':attributeId', plan))).json()).toMatchObject({ code: 'attribute.in_use' });

  // The form: of a new customer everything is a change.
  const number = numberAt(1);
  const asha = { name: 'Asha', phoneNumber: number };
  const { id } = await book.makeCustomer(admin, { ...asha, data: [{ id: plan, value: 'Silver' }] });
  expect(await begun(made, gold, gone, any, mail)).toEqual([0, 0, 1, 0]);
  const save = async (value: string) =>
    (
      await book.saveCustomer(admin, { ...asha, id, version: (await book.getCustomer(admin, id)).version, data: [{ id: plan, value }] })
    ).json();
  await save('gold');
  await phoneOf(made, number).shows('Your plan is another one.', 'You are gold.', 'Your plan is another one.');
  await save('gold');
  // Another case of letters is the same plan, though another text.
  await save('Gold');
  expect(await begun(made, gold, gone, any, mail)).toEqual([1, 0, 3, 0]);

  // An own system.
  const upsert = (data: object) => as(admin).put(phoneBook.upsert.path, { phoneNumber: number, data });
  await upsert({ plan: 'Gold' });
  await upsert({ plan: '' });
  expect(await begun(made, gold, gone, any, mail)).toEqual([1, 1, 4, 0]);
  const walk = (await walksOf(made)).at(-1);
  expect(walk).toMatchObject({ channelId: made.channelId, customerId: id, address: number });

  // An agent, in a chat.
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Ben' });
  const socket = await connect(agent);
  await phoneOf(made, number).say('Hello?');
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  expect((await as(agent).put(customers.updateProfile.path, { customerId: id, emailId: 'asha@example.com' })).statusCode).toBe(200);
  expect(await begun(made, gold, gone, any, mail)).toEqual([1, 1, 4, 1]);
  await as(agent).post(endpoints.chats.close.path.replace(':chatId', chatId));

  // Neither a rule that is off nor a stream that is paused begins anything; nor is anybody begun who is not reached there.
  await as(admin).put(publishing.change.path.replace(':entryId', rule), { version: 1, isActive: false });
  await as(admin).post(journeys.pause.path.replace(':journeyId', gone));
  await upsert({ plan: 'gold' });
  await upsert({ plan: '' });
  expect(await begun(made, gold, gone, any, mail)).toEqual([1, 1, 6, 1]);
  expect((await walks(other.admin)).length).toBe(0);
  await expectWhole(made);
});

test('a value that a stream learns begins no stream, least of all that one', async () => {
  const made = await makeScene('sms');
  const { admin } = made;
  const { _id: plan } = await book.makeAttribute(admin, 'plan', { fieldLabel: 'Plan' });
  const learning = makeStream(
    {
      learn001: {
        type: 'data.customer',
        config: { attributes: [{ attribute: { ref: 'attribute', id: plan, name: 'Plan' }, value: 'entry.value + "2"' }] },
        to: { next: 'end00001' },
      },
      end00001: end(),
    },
    { settings: often },
  );
  const self = await publish(made, '', learning, 'api');
  const listener = await stream(made, 'Changed.');
  await onChange(made, self, plan);
  await onChange(made, listener, plan);
  const upsert = (value: string) => as(admin).put(phoneBook.upsert.path, { phoneNumber: numberAt(1), name: 'Asha', data: { plan: value } });
  await upsert('Silver');
  await vi.waitFor(async () => expect((await walksOf(made)).map(({ state }) => state)).toEqual(['COMPLETED', 'COMPLETED']));
  const { id } = (await upsert('Silver2')).json().data.customer;
  expect((await book.getCustomer(admin, id)).data).toEqual([{ id: plan, value: 'Silver2' }]);
  await upsert('Bronze');
  await vi.waitFor(async () => expect((await walksOf(made)).map(({ state }) => state)).toEqual(Array(4).fill('COMPLETED')));
  expect((await book.getCustomer(admin, id)).data).toEqual([{ id: plan, value: 'Bronze2' }]);
  expect(await begun(made, self, listener)).toEqual([2, 2]);
});

test('an import begins streams where it says so: all that it would, or none where that is more than 5,000', async () => {
  const made = await makeScene('sms');
  const { admin } = made;
  await book.makeAttribute(admin, 'plan', { fieldLabel: 'Plan' });
  const { fieldName } = { fieldName: 'plan' };
  const gold = await stream(made, 'You are gold.');
  const plan = (await as(admin).get(attributes.list.path))
    .json()
    .data.inputFieldDefinitions.find((one: { fieldName: string }) => one.fieldName === fieldName)._id;
  await onChange(made, gold, plan, { change: 'became', value: 'Gold' });
  const file = (from: number, ...plans: string[]) =>
    ['Name,Phone Number,plan', ...plans.map((value, index) => `Person,${numberAt(from + index)},${value}`)].join('\n');

  // Not ticked: nobody begins, new or replaced.
  expect(await book.importCsv(admin, file(1, 'Gold', 'Silver'))).toMatchObject({ acceptedLines: 2, startsStreams: false, startCount: 0 });
  expect(await begun(made, gold)).toEqual([0]);

  // Ticked: who becomes gold by it, whether new or replaced, and whoever is mended behind it; who is gold already does not become it.
  const ticked = { startStreams: true, replace: true };
  const first = await book.importCsv(admin, `${file(1, 'Gold', 'Gold', 'Gold', 'Silver')}\nPerson,12,Gold`, ticked);
  expect(first).toMatchObject({ acceptedLines: 4, errorLines: 1, startsStreams: true, startCount: 2, refusedStartCount: 0 });
  expect(await begun(made, gold)).toEqual([2]);
  await as(admin).put(imports.repair.path.replace(':uploadId', first.uploadId), {
    lines: [{ lineNumber: 6, cells: ['Person', numberAt(9), 'Gold'] }],
  });
  expect(await begun(made, gold)).toEqual([3]);
  expect((await book.getUpload(admin, first.uploadId)).startCount).toBe(3);

  /** An import that would have begun so many by its rows of before. */
  const behind = async (count: number, content: string) => {
    const parsed = await book.parse(admin, content);
    await contextOf(admin).transaction((tx) =>
      tx
        .updateTable('csvImports')
        .set({ startCount: count })
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('importId', '=', parsed.uploadId)
        .execute(),
    );
    await book.submit(admin, parsed, ticked);
    return book.settled(admin, parsed.uploadId);
  };
  expect(await behind(4999, file(20, 'Gold', 'Gold', 'Gold'))).toMatchObject({
    phase: 'completed',
    acceptedLines: 3,
    startCount: 0,
    refusedStartCount: 5002,
  });
  const { notifications: told } = (await as(admin).get(`${endpoints.notifications.list.path}?perPage=1`)).json().data;
  expect(told).toMatchObject([{ code: 'import.no_streams', values: { people: 5002, most: 5000, accepted: 3 } }]);
  expect(await behind(4998, file(30, 'Gold', 'Gold'))).toMatchObject({ startCount: 5000, refusedStartCount: 0 });
  expect(await begun(made, gold)).toEqual([5]);
  expect((await walksOf(made)).map(({ address }) => address).sort()).toEqual([2, 3, 9, 30, 31].map(numberAt));
});

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
/** The whole minute that is so far from now, as the program's clock has it. */
const minuteIn = (minutes: number) => new Date(Math.floor((Date.now() + clock.ahead) / minuteMs + minutes) * minuteMs);
/** It is this time now, for the program. */
const travel = (to: number) => {
  clock.ahead = to - Date.now();
};
const ruleOf = async ({ admin }: StreamScene, entryId: string): Promise<JourneyRule> => {
  const { entries } = (await as(admin).get(publishing.list.path)).json().data as { entries: JourneyRule[] };
  return entries.find(({ id }) => id === entryId) as JourneyRule;
};

/** People of a group by rows alone: as many as nobody makes by hand. */
const fill = ({ admin }: StreamScene, groupId: string, count: number) =>
  contextOf(admin).transaction((tx) =>
    sql`with made as (
        insert into customers (enterprise_id, customer_id, name, number)
        select ${admin.enterpriseId}, gen_random_uuid(), 'Person', '+9197' || lpad(n::text, 8, '0') from generate_series(1, ${count}::integer) n
        returning customer_id)
      insert into customer_set_members (enterprise_id, set_id, customer_id) select ${admin.enterpriseId}, ${groupId}, customer_id from made`.execute(
      tx,
    ),
  );

test('screens 4.1 a time of the calendar begins a stream for each of a group, once for each time, and a thousand too many are refused', async () => {
  const made = await makeScene('sms');
  const { admin, channelId } = made;
  const [vip, all] = [await book.makeGroup(admin, 'VIP'), await book.makeGroup(admin, 'Everybody')];
  const label = await book.makeLabel(admin, 'Hot');
  for (const person of [1, 2])
    await book.makeCustomer(admin, {
      name: 'Person',
      phoneNumber: numberAt(person),
      groups: [vip],
      ...(person === 1 ? { tags: [label] } : {}),
    });
  // Somebody of the website: nothing is known of them that this channel reaches.
  await contextOf(admin).transaction((tx) =>
    sql`with made as (insert into customers (enterprise_id, customer_id, name, number) values (${admin.enterpriseId}, gen_random_uuid(), 'Visitor', '')
        returning customer_id)
      insert into customer_set_members (enterprise_id, set_id, customer_id) select ${admin.enterpriseId}, ${vip}, customer_id from made`.execute(
      tx,
    ),
  );
  const [morning, paused, many] = [await stream(made, 'Good morning'), await stream(made, 'Never'), await stream(made, 'Too many')];
  const due = minuteIn(30);
  const time = due.toISOString().slice(11, 16);
  const daily = { kind: 'schedule', audienceId: vip, repeat: 'daily', time };

  // Refused: nobody, another enterprise's group, no time, no weekday, the past, too many, and the same again.
  const other = await makeScene('sms');
  const foreign = await book.makeGroup(other.admin, 'VIP');
  await fill(made, all, 5001);
  const yesterday = new Date(due.getTime() - dayMs).toISOString().slice(0, 10);
  const wrong = [
    { audienceId: '' },
    { audienceId: foreign },
    { time: '' },
    { time: '9:60' },
    { repeat: 'weekly' },
    { repeat: 'once', date: yesterday },
    { timeZone: 'Mars/Olympus' },
    { audienceId: all },
  ];
  const codes = [];
  for (const part of wrong) codes.push((await attach(made, morning, { ...daily, ...part })).code);
  expect(codes).toEqual(['request.invalid', 'group.not_found', ...Array(5).fill('request.invalid'), 'journey.audience_too_large']);
  expect(await attach(made, morning, { ...daily, audienceId: all })).toMatchObject({
    data: { name: 'Everybody', people: 5001, most: 5000 },
  });
  const attached = await attach(made, morning, daily);
  expect(attached.data).toMatchObject({
    word: vip,
    about: 'VIP',
    settings: { schedule: { repeat: 'daily', time, timeZone: '' } },
    nextAt: due.toISOString(),
    lastRun: null,
  });
  const rule = attached.data.id;
  expect((await attach(made, morning, daily)).code).toBe('journey.entry_conflict');
  expect((await as(admin).delete(phoneBook.removeGroup.path.replace(':setId', vip))).json().code).toBe('group.in_use');

  // Once, by the clock of another zone.
  const local = new Date(due.getTime() + 330 * minuteMs).toISOString();
  const kolkata = { repeat: 'once', date: local.slice(0, 10), time: local.slice(11, 16), timeZone: 'Asia/Kolkata' };
  const once = await attach(made, paused, { ...daily, ...kolkata, audienceId: label });
  expect(once.data).toMatchObject({ about: 'Hot', nextAt: due.toISOString() });
  await as(admin).post(journeys.pause.path.replace(':journeyId', paused));
  const off = (await attach(made, morning, { ...daily, audienceId: label })).data.id;
  expect(
    (await as(admin).put(publishing.change.path.replace(':entryId', off), { version: 1, isActive: false })).json().data.nextAt,
  ).toBeNull();
  const small = await book.makeGroup(admin, 'Grows');
  const grows = (await attach(made, many, { ...daily, audienceId: small })).data.id;
  await contextOf(admin).transaction((tx) =>
    sql`insert into customer_set_members (enterprise_id, set_id, customer_id) select enterprise_id, ${small}, customer_id from customer_set_members
      where enterprise_id = ${admin.enterpriseId} and set_id = ${all}`.execute(tx),
  );

  // It is time.
  travel(due.getTime() + 1000);
  await phoneOf(made, numberAt(1)).shows('Good morning');
  await phoneOf(made, numberAt(2)).shows('Good morning');
  const run = { dueAt: due.toISOString(), people: 3, started: 2, refused: { NO_ADDRESS: 1 }, skipped: '' };
  await vi.waitFor(async () => expect((await ruleOf(made, rule)).lastRun).toEqual(run));
  expect((await ruleOf(made, rule)).nextAt).toBe(new Date(due.getTime() + dayMs).toISOString());
  expect(await ruleOf(made, once.data.id)).toMatchObject({ nextAt: null, lastRun: { people: 1, started: 0, skipped: 'PAUSED' } });
  await vi.waitFor(async () =>
    expect((await ruleOf(made, grows)).lastRun).toMatchObject({ people: 5001, started: 0, skipped: 'TOO_MANY' }),
  );
  const { notifications } = (await as(admin).get(`${endpoints.notifications.list.path}?perPage=1`)).json().data;
  expect(notifications).toMatchObject([
    { code: 'stream.too_many', values: { stream: expect.any(String), audience: 'Grows', people: 5001, most: 5000 } },
  ]);

  // The next day, half an hour late: several look at once, and one of them dies with it in its hands.
  const ctx = contextOf(admin);
  const dying: EnterpriseContext = {
    ...ctx,
    transaction: (work) =>
      ctx.transaction(async (tx) => {
        await work(tx);
        throw new Error('killed');
      }),
  };
  travel(due.getTime() + dayMs + 30 * minuteMs);
  await expect(startDue(dying, rule)).rejects.toThrow('killed');
  await Promise.all([startDue(ctx, rule), startDue(ctx, rule)]);
  await Promise.all([beginWaiting(dying).catch(() => 0), ...Array.from({ length: 3 }, () => beginWaiting(ctx))]);
  const second = { ...run, dueAt: new Date(due.getTime() + dayMs).toISOString() };
  await vi.waitFor(async () => expect((await ruleOf(made, rule)).lastRun).toEqual(second));
  expect(await begun(made, morning, paused, many)).toEqual([4, 0, 0]);
  await phoneOf(made, numberAt(1)).shows('Good morning', 'Good morning');

  // Days later: what was missed by more than an hour is not made up for.
  travel(due.getTime() + 4 * dayMs + 61 * minuteMs);
  const last = new Date(due.getTime() + 4 * dayMs).toISOString();
  await vi.waitFor(async () =>
    expect(await ruleOf(made, rule)).toMatchObject({
      nextAt: new Date(due.getTime() + 5 * dayMs).toISOString(),
      lastRun: { dueAt: last, started: 0, skipped: 'MISSED' },
    }),
  );
  expect(await begun(made, morning, paused, many)).toEqual([4, 0, 0]);
  expect((await ruleOf(made, off)).lastRun).toBeNull();
  expect((await walks(other.admin)).length).toBe(0);
  expect(new Set((await walksOf(made)).map((walk) => walk.channelId))).toEqual(new Set([channelId]));
  await expectWhole(made);
  clock.ahead = 0;
});
