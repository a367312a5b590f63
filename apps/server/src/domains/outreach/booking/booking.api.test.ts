import { type Booking, endpoints, type Pressure } from '@parley/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns, makerRole, numberAt, type PlanChange } from '../../../../test/campaigns.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import type { PeopleQuery } from '../../messaging/door.sql.ts';
import { countPressure, onePerson, sharedWith } from './pressure.repository.ts';
import { withinItsTime } from './pressure.time.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, requestsPerMinute: 1_000_000 } });
const { as, makeUser } = app;
const { scene, planOf, makeCampaign, makeActivity, act, submitted, approved, started, until } = createCampaigns(app, vendors);
const { makeTemplate } = createVendorScenes(app, vendors);
const { bookings, blacklist, broadcasts, campaigns, dashboard } = endpoints;
type Scene = Awaited<ReturnType<typeof scene>>;

/** A group of people who are in the phone book already, from one number to another. */
async function groupOf({ admin, ctx }: Scene, name: string, first: number, last: number): Promise<string> {
  const setId = crypto.randomUUID();
  const { enterpriseId } = admin;
  await ctx.transaction(async (tx) => {
    await tx.insertInto('customerSets').values({ enterpriseId, setId, kind: 'group', name }).execute();
    await sql`insert into customer_set_members (enterprise_id, set_id, customer_id) select ${enterpriseId}, ${setId}, customer_id from customers
      where enterprise_id = ${enterpriseId} and number between ${numberAt(first)} and ${numberAt(last)}`.execute(tx);
  });
  return setId;
}
const planned = async (made: Scene, name: string, first: number, last: number, { without = '' } = {}): Promise<PlanChange> => {
  const { audience } = planOf(made);
  const exclude = { ...audience.exclude, groupIds: without === '' ? [] : [without] };
  return { audience: { ...audience, groupIds: [await groupOf(made, name, first, last)], exclude } };
};
const pressureOf = async (user: TestUser, asked: object) => {
  const answer = await as(user).post(bookings.pressure.path, asked);
  return { http: answer.statusCode, ...(answer.json() as { code: string; data: Pressure }) };
};
const calendarOf = async (user: TestUser, fromDate: string, toDate: string) => {
  const answer = await as(user).get(`${bookings.calendar.path}?fromDate=${fromDate}&toDate=${toDate}`);
  return { http: answer.statusCode, ...answer.json() };
};
const saveSettings = async (admin: TestUser, change: object) => {
  const { settings, version } = (await as(admin).get(blacklist.getSettings.path)).json().data;
  const saved = await as(admin).put(blacklist.saveSettings.path, { settings: { ...settings, ...change }, version });
  expect(saved.statusCode).toBe(200);
};
const namesOf = (shared: readonly { name: string; shared: number }[]) => shared.map(({ name, shared }) => [name, shared]);

test('contact pressure: shared people are counted exactly, by name or without one, whether they are planned or sent to today', async () => {
  const made = await scene({ people: 10 });
  const { admin, maker, checker } = made;
  const other = await scene({ people: 10 });
  await submitted(other);
  const mine = await submitted(made);
  const asked = { campaignId: mine.campaignId, activityId: mine.id };
  expect((await pressureOf(maker, asked)).data).toMatchObject({ people: 10, limit: 1, overLimit: 0, cap: null, shared: [], compared: 0 });

  const waiting = await approved(made, await planned(made, 'Waiting', 1, 4));
  // Another maker's, for nobody else.
  const hidden = await makeUser({ enterprise: admin, roles: [makerRole], name: 'Hal Hidden' });
  const secret = await makeCampaign(hidden, planOf(made, await planned(made, 'Secret', 4, 6)), { accessType: 'Private' });
  const { id: secretId } = await makeActivity(hidden, secret.id);
  expect((await act(hidden, secretId, 'Submitted')).http).toBe(200);
  const sent = await started(made, await planned(made, 'Sent', 7, 8));
  await until(checker, sent.id, ({ isCompleted }) => isCompleted);
  const nobody = await submitted(made, {
    ...(await planned(made, 'Tomorrow', 1, 9, { without: await groupOf(made, 'Left out', 9, 9) })),
    schedule: { startsAt: '2031-03-10T10:00' },
  });

  const seen = await pressureOf(maker, asked);
  expect([seen.data.people, seen.data.overLimit, seen.data.compared, seen.data.left]).toEqual([10, 8, 3, 0]);
  expect(namesOf(seen.data.shared)).toEqual([
    [`${waiting.campaignName} #1`, 4],
    ['', 3],
    [`${sent.campaignName} #1`, 2],
  ]);
  expect(seen.data.shared[1]).toMatchObject({ id: '', maker: { id: '', name: '' }, channelName: '', people: 3, state: 'submitted' });
  expect(seen.data.shared[2]).toMatchObject({ id: sent.id, kind: 'campaign', state: 'ended', people: 2, maker: { name: 'Mia Maker' } });
  expect(namesOf((await pressureOf(checker, asked)).data.shared)[1]).toEqual([`${secret.name} #1`, 3]);

  await saveSettings(admin, { dayPressure: 2 });
  expect((await pressureOf(maker, asked)).data).toMatchObject({ limit: 2, overLimit: 1 });
  await saveSettings(admin, { frequencyCap: { isOn: true, count: 2, days: 7 } });
  expect((await pressureOf(maker, asked)).data.cap).toEqual({ count: 2, days: 7, over: 1 });
  await saveSettings(admin, { frequencyCap: { isOn: true, count: 1, days: 7 } });
  expect((await pressureOf(maker, asked)).data.cap).toEqual({ count: 1, days: 7, over: 8 });

  // A customer who has refused gets nothing of it, so is not under pressure by it.
  await as(admin).post(blacklist.create.path, { numbers: [numberAt(1)], reason: 'asked' });
  expect((await pressureOf(maker, asked)).data).toMatchObject({ people: 9, overLimit: 1 });
  // A plan that is typed, on another day.
  const typed = planOf(made, { schedule: { startsAt: '2031-03-10T18:00' } });
  const later = await pressureOf(maker, { campaignId: mine.campaignId, plan: typed });
  expect([later.data.day, namesOf(later.data.shared)]).toEqual(['2031-03-10', [[`${nobody.campaignName} #1`, 7]]]);
  expect((await pressureOf(maker, { campaignId: secret.id })).code).toBe('campaign.not_found');
  expect((await pressureOf(other.maker, asked)).code).toBe('campaign.not_found');
});

test('contact pressure: a broadcast that waits for its day is compared by its typed numbers and its groups', async () => {
  const made = await scene({ people: 5 });
  const { admin, maker, channelId, template } = made;
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const request = {
    channelId,
    phoneNumber: [numberAt(1), '98765 00002', '+12125550100'],
    groupIds: [await groupOf(made, 'Two', 2, 3)],
    message: { template: { templateId: template.name, templateUId: template.templateId, cards: [] } },
    columnMapping: [],
    country: 'IN',
    sendAt: `${day}T06:30:00Z`,
  };
  const sent = await as(admin).post(broadcasts.send.path, request);
  expect(sent.statusCode).toBe(200);
  const mine = await submitted(made, { schedule: { startsAt: `${day}T15:00`, timeZone: 'Asia/Kolkata' } });
  const { data } = await pressureOf(maker, { campaignId: mine.campaignId, activityId: mine.id });
  expect(data).toMatchObject({ day, people: 5, overLimit: 3, shared: [{ kind: 'broadcast', name: template.name, shared: 3, people: 5 }] });
  // A customer who lacks a value of it gets nothing of it.
  const named = await makeTemplate(admin, channelId, [body('Hi {{1}}', { '1': 'Asha' })]);
  const byMail = { type: 'messageTags', card: null, variables: [{ variable: 'body.1', type: 'column', value: 'emailId', mappings: [] }] };
  const lacking = { message: { template: { templateId: named.name, templateUId: named.templateId, cards: [] } }, columnMapping: [byMail] };
  expect((await as(admin).post(broadcasts.send.path, { ...request, ...lacking, sendAt: `${day}T07:30:00Z` })).statusCode).toBe(200);
  const { data: same } = await pressureOf(maker, { campaignId: mine.campaignId, activityId: mine.id });
  expect([same.compared, same.overLimit, same.shared]).toEqual([2, 3, data.shared]);
  const calendar = await calendarOf(maker, day, day);
  expect(calendar.data.bookings.map(({ name, time, state, people }: Booking) => [name, time, state, people])).toEqual([
    [template.name, '06:30', 'scheduled', 5],
    [named.name, '07:30', 'scheduled', 5],
    [`${mine.campaignName} #1`, '09:30', 'submitted', 5],
  ]);
});

test('the calendar has the days of the enterprise, also where an hour is skipped, and at most 62 of them', async () => {
  const made = await scene();
  const { admin, maker, checker, ctx } = made;
  await ctx.transaction((tx) =>
    tx.updateTable('enterprises').set({ timeZone: 'Europe/Berlin' }).where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  const at = (startsAt: string) => submitted(made, { schedule: { startsAt } });
  const [before, first, second, last, after] = [
    await at('2031-03-29T23:59'),
    await at('2031-03-30T00:00'),
    await at('2031-03-30T03:30'),
    await at('2031-03-30T23:59'),
    await at('2031-03-31T00:00'),
  ];
  const draft = await makeCampaign(maker, planOf(made, { schedule: { startsAt: '2031-03-30T12:00' } }));
  await makeActivity(maker, draft.id);
  const open = await approved(made);
  const shown = async (user: TestUser, from: string, to: string) =>
    (await calendarOf(user, from, to)).data.bookings.map(({ id, day, time }: Booking) => [id, day, time]);
  expect(await shown(maker, '2031-03-30', '2031-03-30')).toEqual([
    [first.id, '2031-03-30', '00:00'],
    [second.id, '2031-03-30', '03:30'],
    [last.id, '2031-03-30', '23:59'],
  ]);
  const threeDays: string[][] = await shown(checker, '2031-03-29', '2031-03-31');
  expect(threeDays.map(([id]) => id)).toEqual([before, first, second, last, after].map(({ id }) => id));
  const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const { data: now } = await calendarOf(maker, dayFrom(-1), dayFrom(1));
  // A booking that waits for somebody stands on today, without a time.
  expect(now).toMatchObject({ timeZone: 'Europe/Berlin', more: false });
  expect(now.bookings).toMatchObject([{ id: open.id, day: now.today, time: '', startsOn: '', state: 'approved', people: 3 }]);
  const issueOf = async (from: string, to: string) => {
    const { http, data } = await calendarOf(maker, from, to);
    return [http, data.issues?.[0]?.code];
  };
  expect(await issueOf('2031-03-01', '2031-05-01')).toEqual([200, undefined]);
  expect(await issueOf('2031-03-01', '2031-05-02')).toEqual([400, 'days.too_many']);
  expect(await issueOf('2031-03-02', '2031-03-01')).toEqual([400, 'days.backwards']);
  expect((await calendarOf(await makeUser({ enterprise: admin, roles: [] }), '2031-03-01', '2031-03-01')).http).toBe(403);
  const other = await scene();
  expect(await shown(other.maker, '2031-03-29', '2031-03-31')).toEqual([]);
});

test('contact pressure: what is counted by one question equals a naive count, for any bookings', async () => {
  const { ctx, admin } = await scene({ people: 6 });
  const { enterpriseId } = admin;
  const { rows: customers } = await ctx.read((tx) =>
    sql<{
      customerId: string;
      number: string;
    }>`select customer_id, number from customers where enterprise_id = ${enterpriseId} order by number`.execute(tx),
  );
  // Somebody of the phone book by their id, or by their number alone; or somebody who is in no phone book.
  const person = fc.record({ index: fc.nat({ max: 8 }), isKnown: fc.boolean() });
  const toRow = ({ index, isKnown }: { index: number; isKnown: boolean }) => {
    const customer = customers[index];
    return customer
      ? { id: isKnown ? customer.customerId : null, address: isKnown ? `mail${index}@example.com` : customer.number }
      : { id: null, address: `+4930${index}` };
  };
  const query = (people: { index: number; isKnown: boolean }[]): PeopleQuery => {
    const rows = people.map(toRow);
    return sql`select * from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ address }) => address)}::text[]) as p(customer_id, address)`;
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(person),
      fc.array(fc.array(person), { maxLength: 4 }),
      fc.integer({ min: 1, max: 3 }),
      async (mine, others, limit) => {
        const ask = {
          mine: onePerson(enterpriseId, query(mine)),
          others: others.map((people) => ({ people: sharedWith(enterpriseId, query(people)), isComing: false })),
          limit,
          cap: null,
        };
        const found = await withinItsTime(ctx, (tx) => countPressure(tx, enterpriseId, ask));
        const own = new Set(mine.map(({ index }) => index));
        const shared = others.map((people) => new Set(people.flatMap(({ index }) => (own.has(index) ? [index] : []))));
        const over = [...own].filter((index) => shared.filter((one) => one.has(index)).length + 1 > limit);
        expect({ ...found, shared: others.map((_, place) => found.shared.get(place) ?? 0) }).toEqual({
          people: own.size,
          overLimit: over.length,
          overCap: 0,
          shared: shared.map(({ size }) => size),
        });
      },
    ),
    { numRuns: 60 },
  );
});

test('contact pressure: what takes too long is told in words', async () => {
  const { ctx } = await scene();
  const slow = withinItsTime(ctx, (tx) =>
    sql`select set_config('statement_timeout', '20', true)`.execute(tx).then(() => sql`select pg_sleep(5)`.execute(tx)),
  );
  await expect(slow).rejects.toMatchObject({ code: 'campaign.pressure_too_long', data: { seconds: 10 } });
});

test('screens 1.3 the dashboard counts the campaigns that send now, and their list has as many', async () => {
  const made = await scene({ people: 4 });
  const other = await scene();
  const { maker } = made;
  const figures = async (user: TestUser) => [
    (await as(user).get(dashboard.cards.path)).json().data.campaignsRunning,
    (await as(user).get(`${campaigns.list.path}?state=running`)).json().data.campaigns.map(({ id }: { id: string }) => id),
  ];
  await approved(made);
  expect(await figures(maker)).toEqual([0, []]);
  const { id, campaignId } = await started(made, {
    firstWave: { percent: 50, waitMinutes: 15, failedPercent: null, optedOutPercent: null, blockedPercent: null },
  });
  expect(await figures(maker)).toEqual([1, [campaignId]]);
  expect(await figures(other.maker)).toEqual([0, []]);
  expect((await act(maker, id, 3)).http).toBe(200);
  expect(await figures(maker)).toEqual([0, []]);
});
