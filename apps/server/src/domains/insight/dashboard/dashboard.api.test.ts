import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestEnterprise, TestUser } from '../../../../test/factories.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';

let clock: Date | undefined;
const app = await startApp({ now: () => clock ?? new Date() });
const { as, stranger, makeEnterprise, makeUser } = app;
const { makeScene } = createScenes(app);
const { dashboard } = endpoints;

type Past = { createdAt: string; queuedAfter?: number; pickedUpAfter?: number; state?: number; agent?: TestUser };

/** Ended chats, at times that a test can count on. */
async function makeChats(enterprise: TestEnterprise, past: readonly Past[]): Promise<void> {
  const { enterpriseId } = enterprise;
  const { id: channelId } = await makeWebChannel(enterprise);
  await enterprise.ctx.transaction(async (tx) => {
    for (const { createdAt, queuedAfter = 0, pickedUpAfter, state = 3, agent } of past) {
      const chatId = newId();
      const customerId = newId();
      const start = new Date(createdAt);
      const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);
      await tx.insertInto('customers').values({ enterpriseId, customerId, name: 'Visitor', createdAt: start }).execute();
      await tx
        .insertInto('chats')
        .values({
          enterpriseId,
          chatId,
          channelId,
          customerId,
          address: chatId,
          handledBy: agent ? 'agent' : 'queue',
          state,
          ownerId: agent?.userId ?? null,
          visit: '{}',
          botState: '{}',
          createdAt: start,
          lastActivityAt: start,
          queuedAt: after(queuedAfter),
          pickedUpAt: pickedUpAfter === undefined ? null : after(queuedAfter + pickedUpAfter),
          closedAt: after(3600),
          missedAt: state === 4 ? after(3600) : null,
        })
        .execute();
      if (agent)
        await tx
          .insertInto('chatSpells')
          .values({
            enterpriseId,
            chatId,
            ...{
              spellNo: 1,
              userId: agent.userId,
              localDay: start,
              beganAt: start,
              begun: 'picked',
              endedAt: null,
              ended: null,
              firstReplyMs: null,
            },
          })
          .execute();
    }
  });
}

const info = async (user: TestUser, query: Record<string, string>) =>
  (await as(user).get(`/e/enterprise/chat/dashboard_info?${new URLSearchParams(query)}`)).json();
const point = (date: string, more: object = {}) => ({
  date,
  avgPickedUpInterval: 0,
  chatCount: 0,
  noOfAttendedChats: 0,
  noOfMissedChats: 0,
  ...more,
});

test('DASH-004 DASH-005 DASH-006 chats and the average seconds to their pickup, one point for each day of the span', async () => {
  const enterprise = await makeEnterprise();
  const user = await makeUser({ enterprise });
  await makeChats(enterprise, [
    { createdAt: '2026-03-01T10:00:00Z', pickedUpAfter: 10 },
    // The wait begins in the queue: what the bot said before is none.
    { createdAt: '2026-03-01T11:00:00Z', queuedAfter: 500, pickedUpAfter: 25 },
    { createdAt: '2026-03-01T12:00:00Z', state: 4 },
    { createdAt: '2026-03-03T00:00:00Z', pickedUpAfter: 7 },
    { createdAt: '2026-02-28T23:59:59Z', pickedUpAfter: 999 },
    { createdAt: '2026-03-03T12:00:01Z', pickedUpAfter: 999 },
  ]);
  const answer = await info(user, {
    fromDate: '2026-03-01T00:00:00Z',
    toDate: '2026-03-03T12:00:00Z',
    timeType: 'DAY',
    currentDate: '2026-03-03T12:00:00Z',
    clientOffset: '0',
  });
  expect(answer).toEqual({
    status: true,
    code: '100',
    message: 'Success',
    data: null,
    response: {
      dashBoardData: [
        point('2026-03-01T00:00:00', { avgPickedUpInterval: 17.5, chatCount: 3, noOfAttendedChats: 2, noOfMissedChats: 1 }),
        point('2026-03-02T00:00:00'),
        point('2026-03-03T00:00:00', { avgPickedUpInterval: 7, chatCount: 1, noOfAttendedChats: 1 }),
      ],
    },
  });
});

test('DASH-005 days and hours are those of the clock of the one who asks', async () => {
  const enterprise = await makeEnterprise();
  const user = await makeUser({ enterprise });
  await makeChats(enterprise, [{ createdAt: '2026-03-01T18:40:00Z', pickedUpAfter: 5 }, { createdAt: '2026-03-01T18:20:00Z' }]);
  const span = { fromDate: '2026-03-01T00:00:00+05:30', toDate: '2026-03-02T00:30:00+05:30', clientOffset: '330' };
  const days = (await info(user, { ...span, timeType: 'DAY' })).response.dashBoardData;
  expect(days.map((row: { date: string; chatCount: number }) => [row.date, row.chatCount])).toEqual([
    ['2026-03-01T00:00:00', 1],
    ['2026-03-02T00:00:00', 1],
  ]);
  const hours = (await info(user, { ...span, timeType: 'HOUR' })).response.dashBoardData;
  expect(hours).toHaveLength(25);
  expect(hours.slice(-2)).toEqual([
    point('2026-03-01T23:00:00', { chatCount: 1 }),
    point('2026-03-02T00:00:00', { avgPickedUpInterval: 5, chatCount: 1, noOfAttendedChats: 1 }),
  ]);
});

test('an agent sees the own chats, others those of the enterprise, nobody those of another', async () => {
  const enterprise = await makeEnterprise();
  const [asha, ben] = [await makeUser({ enterprise, roles: [3] }), await makeUser({ enterprise, roles: [3] })];
  const viewer = await makeUser({ enterprise, roles: [6] });
  const foreigner = await makeUser();
  await makeChats(enterprise, [
    { createdAt: '2026-03-01T10:00:00Z', agent: asha },
    { createdAt: '2026-03-01T11:00:00Z', agent: asha },
    { createdAt: '2026-03-01T12:00:00Z', agent: ben },
  ]);
  const count = async (user: TestUser) => {
    const { response } = await info(user, { fromDate: '2026-03-01T00:00:00Z', toDate: '2026-03-01T23:00:00Z', timeType: 'DAY' });
    return response.dashBoardData[0].chatCount;
  };
  expect([await count(asha), await count(ben), await count(viewer), await count(foreigner)]).toEqual([2, 1, 3, 0]);
});

test('a span is dates in order of any length, and no answer is endless', async () => {
  const user = await makeUser();
  const refused = async (change: Record<string, string>) =>
    (await info(user, { fromDate: '2026-03-01T00:00:00Z', toDate: '2026-03-02T00:00:00Z', timeType: 'DAY', ...change })).code;
  expect(await refused({})).toBe('100');
  expect(await refused({ timeType: 'MONTH' })).toBe('request.invalid');
  expect(await refused({ fromDate: 'yesterday' })).toBe('request.invalid');
  expect(await refused({ clientOffset: '9999' })).toBe('request.invalid');
  const backwards = await info(user, { fromDate: '2026-03-02T00:00:00Z', toDate: '2026-03-01T00:00:00Z', timeType: 'DAY' });
  expect(backwards.response.dashBoardData).toEqual([]);
  const endless = await info(user, { fromDate: '0001-01-01T00:00:00Z', toDate: '9999-01-01T00:00:00Z', timeType: 'DAY' });
  expect(endless.response.dashBoardData).toHaveLength(401);
});

test('the calls need a session', async () => {
  expect((await stranger().get(dashboard.info.path)).statusCode).toBe(401);
  expect((await stranger().get(dashboard.cards.path)).statusCode).toBe(401);
});

test('the cards show what their reader may open, today by the enterprise’s clock', async () => {
  const { enterprise, users, asha, visitor } = await makeScene();
  const administrator = await makeUser({ enterprise });
  const maker = await makeUser({ enterprise, roles: [4] });
  const { chatId } = await visitor.say('Hello');
  await asha.ask('agentPickupChat', { chatId });
  await asha.ask('agentReply', { chatId, key: 'k', message: 'Hi' });
  const cards = async (user: TestUser, query = '') => (await as(user).get(`${dashboard.cards.path}${query}`)).json().data;
  expect(await cards(users.asha)).toEqual({
    waitingNow: 0,
    myOpenChats: 1,
    missedToday: 0,
    campaignsRunning: null,
    toApprove: null,
    declined: null,
    messagesToday: null,
  });
  expect(await cards(users.ben)).toMatchObject({ myOpenChats: 0 });
  expect(await cards(administrator)).toEqual({
    waitingNow: 0,
    myOpenChats: 0,
    missedToday: 0,
    campaignsRunning: 0,
    toApprove: 0,
    declined: 0,
    messagesToday: { sent: 2, delivered: 0, read: 0, failed: 0, unknown: 0, received: 1 },
  });
  expect(await cards(maker)).toEqual({
    waitingNow: null,
    myOpenChats: null,
    missedToday: null,
    campaignsRunning: 0,
    toApprove: null,
    declined: 0,
    messagesToday: null,
  });
});

test('a missed chat that was picked up later counts among the missed of today and is one of their rows', async () => {
  const { enterprise, users, asha, visitor } = await makeScene();
  const { chatId } = await visitor.say('Hello?');
  await enterprise.ctx.transaction((tx) =>
    tx
      .updateTable('chats')
      .set({ deadlineAt: new Date(Date.now() - 1) })
      .where('enterpriseId', '=', enterprise.enterpriseId)
      .where('chatId', '=', chatId)
      .execute(),
  );
  await asha.next('missedWaiting');
  const rows = async () => (await as(users.asha).get(dashboard.missed.path)).json().data;
  const waiting = { chatId, customerName: expect.any(String), missedAt: expect.any(String), pickedUpBy: '' };
  expect(await rows()).toEqual([waiting]);
  await asha.ask('agentMissedChatPickup', { chatId });
  expect((await as(users.asha).get(dashboard.cards.path)).json().data.missedToday).toBe(1);
  expect(await rows()).toEqual([{ ...waiting, pickedUpBy: 'Asha' }]);
});

test('the rows of missed chats are for those who see their figure, and of their enterprise alone', async () => {
  const enterprise = await makeEnterprise();
  const [agent, maker] = [await makeUser({ enterprise, roles: [3] }), await makeUser({ enterprise, roles: [4] })];
  clock = new Date('2026-03-01T23:00:00Z');
  await makeChats(enterprise, [{ createdAt: '2026-03-01T18:00:00Z', state: 4 }]);
  const rows = async (user: TestUser) => (await as(user).get(dashboard.missed.path)).json();
  const answers = [await rows(agent), await rows(await makeUser()), await rows(maker)];
  clock = undefined;
  expect(answers.map(({ code, data }) => [code, data?.length])).toEqual([
    ['100', 1],
    ['100', 0],
    ['1403', undefined],
  ]);
});

test('today is the enterprise’s, whatever the clock of the reader shows: a chat counts on the day on which it began', async () => {
  const enterprise = await makeEnterprise({ timeZone: 'Asia/Kolkata' });
  const agent = await makeUser({ enterprise, roles: [3] });
  // Half past midnight of the 2nd in India, and missed an hour later.
  await makeChats(enterprise, [{ createdAt: '2026-03-01T19:00:00Z', state: 4 }]);
  const missed = async (now: string, clientOffset: number) => {
    clock = new Date(now);
    const card = (await as(agent).get(`${dashboard.cards.path}?clientOffset=${clientOffset}`)).json().data.missedToday;
    const rows = (await as(agent).get(`${dashboard.missed.path}?clientOffset=${clientOffset}`)).json().data;
    clock = undefined;
    expect(rows).toHaveLength(card);
    return card;
  };
  expect(await missed('2026-03-01T23:00:00Z', 330)).toBe(1);
  expect(await missed('2026-03-01T23:00:00Z', -480)).toBe(1);
  expect(await missed('2026-03-02T18:29:00Z', 0)).toBe(1);
  expect(await missed('2026-03-02T18:31:00Z', 0)).toBe(0);
});

test('DASH-003 DASH-007 each number of the charts opens exactly its chats, by the enterprise’s clocks or another’s, and so do the days before', async () => {
  const enterprise = await makeEnterprise({ timeZone: 'America/New_York' });
  const user = await makeUser({ enterprise });
  const [agent, maker] = [await makeUser({ enterprise, roles: [3] }), await makeUser({ enterprise, roles: [4] })];
  // Clocks go forward on 8 March, at two: before it they are five hours behind UTC, and four after it.
  const past: Past[] = [];
  for (let hour = 0; hour < 24 * 8; hour += 5)
    past.push({
      createdAt: new Date(Date.parse('2026-03-03T00:20:00Z') + hour * 3_600_000).toISOString(),
      ...(hour % 3 === 0 ? { state: 4 } : { pickedUpAfter: 10 + hour }),
      ...(hour % 4 === 0 ? { agent } : {}),
    });
  await makeChats(enterprise, past);
  const measures = { chatCount: 'chat.incoming', noOfAttendedChats: 'chat.attended', noOfMissedChats: 'chat.missed' } as const;
  const rowsOf = async (by: TestUser, query: Record<string, string>) => {
    const answer = (await as(by).get(`${dashboard.rows.path}?${new URLSearchParams({ perPage: '50', ...query })}`)).json();
    expect([answer.code, answer.data?.rows.length]).toEqual(['100', answer.data?.total]);
    return answer.data as { total: number; rows: { chatId: string; value: number | null; createdAt: string }[] };
  };
  for (const [by, timeType, clientOffset] of [
    [user, 'DAY', '-240'],
    [user, 'HOUR', '-240'],
    [user, 'DAY', '330'],
    [agent, 'DAY', '-240'],
  ] as const) {
    const from = timeType === 'HOUR' ? '2026-03-08T00:00:00-05:00' : '2026-03-07T00:00:00-05:00';
    const toDate = timeType === 'HOUR' ? '2026-03-08T23:59:59-04:00' : '2026-03-09T20:00:00-04:00';
    const span = { fromDate: from, toDate, currentDate: toDate, timeType, clientOffset };
    const points: Record<string, number | string>[] = (await info(by, span)).response.dashBoardData;
    const seen = new Set<string>();
    for (const point of points)
      for (const [key, measure] of Object.entries(measures)) {
        if (point[key] === 0 && timeType === 'HOUR') continue;
        const { total, rows } = await rowsOf(by, { ...span, measure, slot: String(point.date) });
        expect([point.date, measure, total]).toEqual([point.date, measure, point[key]]);
        if (measure === 'chat.incoming') for (const { chatId } of rows) seen.add(chatId);
      }
    // All points are the whole, which a notebook has too.
    const { figures, before } = (await as(by).get(`${dashboard.figures.path}?${new URLSearchParams(span)}`)).json().data;
    const isIn = (first: string, last: string) =>
      past.filter(({ createdAt, agent: own }) => {
        const began = Date.parse(createdAt);
        return began >= Date.parse(first) && began <= Date.parse(last) && (by === user || own !== undefined);
      });
    expect([seen.size, figures['chat.incoming'].count]).toEqual([isIn(from, toDate).length, isIn(from, toDate).length]);
    const wait = await rowsOf(by, { ...span, measure: 'chat.wait' });
    const values = wait.rows.map(({ value }) => value ?? 0);
    expect(figures['chat.wait'].count).toBe(values.length);
    expect(figures['chat.wait'].value).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 6);
    // The days before are as many, at the same times of the clock.
    if (clientOffset !== '-240') continue;
    const [first, last] =
      timeType === 'HOUR'
        ? ['2026-03-07T00:00:00-05:00', '2026-03-07T23:59:59-05:00']
        : ['2026-03-04T00:00:00-05:00', '2026-03-06T20:00:00-05:00'];
    expect(before['chat.incoming'].count).toBe(isIn(first, last).length);
    expect((await rowsOf(by, { ...span, measure: 'chat.incoming', former: 'true' })).total).toBe(before['chat.incoming'].count);
  }
  const path = `${dashboard.rows.path}?${new URLSearchParams({ fromDate: '2026-03-01T00:00:00Z', toDate: '2026-03-09T00:00:00Z', timeType: 'DAY', measure: 'chat.incoming' })}`;
  expect((await as(maker).get(path)).json().code).toBe('1403');
  expect((await as(await makeUser()).get(path)).json().data.total).toBe(0);
});

test('the wait until the pickup counts in the open hours of the department, reckoned when somebody picks the chat up', async () => {
  const scene = await makeScene();
  const { enterprise, users } = scene;
  const admin = await makeUser({ enterprise });
  const minuteMs = 60_000;
  const began = Math.floor(Date.now() / minuteMs) * minuteMs;
  const shown = (minutes: number) => new Date(began + minutes * minuteMs).toISOString().slice(11, 16);
  const days = Array.from({ length: 7 }, () => [{ from: shown(-30), to: shown(10) }]);
  const calendar = { name: 'Office', timeZone: 'UTC', days, exceptions: [], isDefault: true };
  expect((await as(admin).post(endpoints.calendars.create.path, calendar)).json()).toMatchObject({ status: true });
  try {
    clock = new Date(began);
    const { chatId } = await scene.visitor.say('Hello');
    clock = new Date(began + 60 * minuteMs);
    expect(await scene.asha.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
    const span = { fromDate: new Date(began - minuteMs).toISOString(), toDate: clock.toISOString(), timeType: 'DAY' };
    const waitIn = async (hours: string) => {
      const rows = (await info(users.asha, { ...span, ...(hours === '' ? {} : { hours }) })).response.dashBoardData;
      const known = rows.flatMap(({ avgPickedUpInterval: seconds }: { avgPickedUpInterval: number | null }) => seconds ?? []);
      return known.length === 0 ? null : known.reduce((sum: number, seconds: number) => sum + seconds, 0);
    };
    expect([await waitIn(''), await waitIn('all'), await waitIn('open')]).toEqual([3600, 3600, 600]);
    // Hours of another day change nothing that was reckoned.
    const { id, version } = (
      (await as(admin).get(endpoints.calendars.list.path)).json().data.calendars as { id: string; version: number }[]
    )[0] ?? { id: '', version: 0 };
    const path = endpoints.calendars.update.path.replace(':calendarId', id);
    expect((await as(admin).put(path, { ...calendar, days: days.map(() => []), version })).json()).toMatchObject({ status: true });
    expect(await waitIn('open')).toBe(600);
    // A chat from before this was counted stays without a figure, whatever is written in it.
    await enterprise.ctx.transaction((tx) =>
      tx
        .updateTable('chats')
        .set({ openWaitSeconds: null })
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('chatId', '=', chatId)
        .execute(),
    );
    clock = new Date(began + 61 * minuteMs);
    await scene.visitor.say('Still there?');
    expect([await waitIn('open'), await waitIn('all')]).toEqual([null, 3600]);
  } finally {
    clock = undefined;
  }
});
