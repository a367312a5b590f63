import { randomBytes } from 'node:crypto';
import { endpoints, type RunCounts } from '@parley/contract';
import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { readSettings } from '../src/domains/account/door.ts';
import { startApp } from '../test/app.ts';
import { at } from '../test/bots.ts';
import { demoPassword, findDemo, seedDemo } from './demo.ts';
import { dayMs, type HistoryMark, historyDays, type PlannedBroadcast, type PlannedChat, planHistory } from './demo-history.plan.ts';
import { makeDemoHistory } from './demo-history.ts';
import { unknown, upset } from './demo-history.words.ts';

// Both programs are of one installation: the trail is sealed by one key.
const config = { secretsKey: randomBytes(32).toString('hex') };
const app = await startApp({ config, hasLockOrder: false });
const databaseUrl = app.deps.config.databaseUrl as string;
const deps = { ...app.deps, config: { ...app.deps.config, hasDemoHistory: true } };
await seedDemo(deps);
const ctx = app.contextOf({ enterpriseId: (await findDemo(deps)) as string });
const readMark = () => ctx.read((tx) => readSettings(tx, ctx.enterpriseId, 'demo')) as Promise<HistoryMark>;
const mark = await readMark();
const steps = planHistory(mark.seed, new Date(mark.beganAt));
const chats = steps.flatMap((step): PlannedChat[] => (step.kind === 'chats' ? step.chats : []));
const walks = steps.flatMap((step) => (step.kind === 'walks' ? step.walks : []));
const broadcasts = steps.flatMap((step): PlannedBroadcast[] => (step.kind === 'broadcasts' ? step.broadcasts : []));
// Upsetting texts are no question either, except about a delivery.
const unanswerable = new Set<string>([...unknown, ...upset.filter((text) => !text.includes('delivery'))]);
const never = new AbortController().signal;

const owner = new pg.Client({ connectionString: databaseUrl });
owner.on('error', () => {});
await owner.connect();
afterAll(() => owner.end());
const count = async (table: string) => Number((await owner.query(`select count(*) from ${table}`)).rows[0].count);
async function countAll(tables: readonly string[]): Promise<number[]> {
  const counts: number[] = [];
  for (const table of tables) counts.push(await count(table));
  return counts;
}

// The library's step breaks off in its middle, as it does when the program is killed.
await owner.query('revoke insert on artifacts from parley_app');
const broken = await makeDemoHistory(deps, never).catch((error: Error) => error.message);
const afterBreak = { ...(await readMark()), buckets: await count('artifact_buckets'), files: await count('files') };
await owner.query('grant insert on artifacts to parley_app');
// The next program goes on by itself, here beside another one.
await startApp({ config: { ...config, databaseUrl, hasDemo: true, hasDemoHistory: true }, hasLockOrder: false });
const madeHere = await makeDemoHistory(deps, never);
await vi.waitUntil(async () => (await readMark()).done === steps.length, 60_000);

const clientOf = async (email: string) => app.as((await app.signIn(email, demoPassword)).json().data);
const [admin, maker] = [await clientOf('admin@demo.example'), await clientOf('maker@demo.example')];
const get = async (path: string, query: Record<string, string | number> = {}, client = admin) => {
  const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const { data, response } = (await client.get(text.length > 0 ? `${path}?${text.join('&')}` : path)).json();
  return data ?? response;
};
const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);
const days = historyDays + 1;
const end = new Date(mark.beganAt);
const localDay = (time: Date) => new Date(time.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
const tally = <T>(list: readonly T[], keyOf: (item: T) => string) =>
  Object.fromEntries([...Map.groupBy(list, keyOf)].map(([key, items]) => [key, items.length]));

test('a step that broke off has left nothing behind, and is made once by whoever comes first', () => {
  expect(broken).toContain('permission denied for table artifacts');
  expect(afterBreak).toMatchObject({ done: 1, buckets: 0, files: 0 });
  expect(madeHere).toBeLessThanOrEqual(steps.length - 1);
});

test('the dashboard has the planned chats of each day', async () => {
  const fromDate = new Date(end.getTime() - historyDays * dayMs).toISOString();
  const query = { fromDate, toDate: mark.beganAt, timeType: 'DAY', clientOffset: 330 };
  type Point = { date: string; chatCount: number; noOfAttendedChats: number; noOfMissedChats: number; avgPickedUpInterval: number };
  const { dashBoardData } = (await admin.get(`${endpoints.dashboard.info.path}?${new URLSearchParams(query as never)}`)).json().response;
  const points = (dashBoardData as Point[]).filter(({ chatCount }) => chatCount > 0);
  // The walks, and chats by WhatsApp, go through the demo's sandbox, which figures of chats leave out.
  const counted = chats.filter(({ line }) => line !== 'whatsApp');
  expect(Object.fromEntries(points.map(({ date, chatCount }) => [date.slice(0, 10), chatCount]))).toEqual(
    tally(counted, ({ startedAt }) => localDay(startedAt)),
  );
  const ended = tally(counted, (chat) => chat.end);
  expect(sum(points.map((point) => point.noOfMissedChats))).toBe((ended.missed ?? 0) + (ended.pickedUpLate ?? 0));
  expect(sum(points.map((point) => point.noOfAttendedChats))).toBe((ended.closed ?? 0) + (ended.pickedUpLate ?? 0) + 2);
  expect(points.filter((point) => point.noOfAttendedChats > 0 && point.avgPickedUpInterval <= 0)).toEqual([]);
});

test('two customers wait for the agent’s answer, and nobody in the queue', async () => {
  const agent = await clientOf('agent@demo.example');
  expect(await get(endpoints.dashboard.cards.path, {}, agent)).toMatchObject({ waitingNow: 0, myOpenChats: 2 });
  const open = await get(endpoints.chats.summary.path, {}, agent);
  expect(open.map((chat: { lastMessage: string }) => chat.lastMessage).sort()).toEqual(
    chats.flatMap((chat) => (chat.end === 'open' ? (chat.topic.answers[0] as string) : [])).sort(),
  );
  const { users } = await get(endpoints.chats.agents.path);
  expect(users.map((user: { name: string; openChats: number }) => [user.name, user.openChats])).toEqual([
    ['Asha Rao', 0],
    ['Nina Kapoor', 2],
    ['Omar Khan', 0],
  ]);
});

test('every broadcast is there with all of its audience, and the delivery report has its rows on its day', async () => {
  const { groups } = await get(endpoints.phoneBook.listGroups.path);
  const sizeOf = (name: string) => groups.find((group: { name: string }) => group.name === name)?.count ?? 0;
  const { broadcastList } = await get(endpoints.broadcasts.list.path, { perPage: 200 });
  const listed = broadcastList as { id: string; name: string; createdOn: string; status: string }[];
  const newest = broadcasts.toSorted((one, other) => other.sentAt.getTime() - one.sentAt.getTime());
  expect(listed.map(({ name, createdOn }) => [name, createdOn])).toEqual(
    newest.map(({ template, sentAt }) => [template, sentAt.toISOString()]),
  );
  const reasons = new Set<string>();
  const audienceOfDay: Record<string, number> = {};
  for (const [index, { id }] of listed.entries()) {
    const { counts } = (await get(at(endpoints.broadcasts.get.path, { broadcastId: id }))).data as { counts: RunCounts };
    const { numbers, group, sentAt } = newest[index] as PlannedBroadcast;
    const audience = numbers.length + sizeOf(group);
    expect(counts.skipped + counts.failed + counts.inFlight + counts.delivered).toBe(audience);
    expect(counts).toMatchObject({ audience });
    const day = sentAt.toISOString().slice(0, 10);
    audienceOfDay[day] = (audienceOfDay[day] ?? 0) + audience;
    for (const { reason } of counts.byReason) reasons.add(reason);
  }
  expect([...reasons].sort()).toEqual(['', 'BLOCKED', 'CANCELLED', 'DUPLICATE', 'INVALID_NUMBER', 'OPTED_OUT', 'RECIPIENT']);
  expect(new Set(listed.map(({ status }) => status))).toEqual(new Set(['COMPLETED', 'PARTIALLY_FAILED', 'CANCELLED']));
  for (const [day, audience] of Object.entries(audienceOfDay)) {
    const range = { fromDate: day, toDate: day };
    const { counts } = await get(endpoints.reports.messageSource.path, range);
    const sent = counts.filter(({ source }: { source: string }) => source === 'BROADCAST');
    expect(sum(sent.map((row: { count: number }) => row.count))).toBe(audience);
    const { message } = await get(endpoints.reports.messageStatus.path, { ...range, source: 'BROADCAST', perPage: 200 });
    expect(message).toHaveLength(audience);
  }
});

test('a campaign is completed with figures, one waits for approval, one was declined with its reason, and one is a draft', async () => {
  const { campaigns } = await get(endpoints.campaigns.list.path, {}, maker);
  type Listed = { name: string; approval: string; state: number; isCompleted: boolean; iterations: number; counts: RunCounts };
  const standing = ({ name, approval, state, isCompleted, iterations }: Listed) => [name, approval, state, isCompleted, iterations];
  expect(campaigns.map(standing)).toEqual([
    ['Summer preview', 'New', 0, false, 0],
    ['Orders on their way', 'Submitted', 0, false, 1],
    ['Wholesale discount', 'Rejected', 0, false, 1],
    ['Loyalty weekend', 'Approved', 2, true, 1],
  ]);
  const { audience, skipped, failed, inFlight, delivered, read } = (campaigns.at(-1) as Listed).counts;
  expect(skipped + failed + inFlight + delivered).toBe(audience);
  expect([audience > 50, read > 0, delivered > read]).toEqual([true, true, true]);
  const checker = await clientOf('checker@demo.example');
  const { activities } = await get(endpoints.activities.list.path, { approval: 'Submitted' }, checker);
  expect(activities).toMatchObject([{ campaignName: 'Orders on their way', canApprove: true, maker: { name: 'Maya Iyer' } }]);
  const declined = await get(endpoints.activities.list.path, { approval: 'Rejected' }, checker);
  expect(declined.activities).toMatchObject([{ checker: { name: 'Chetan Das' }, reason: expect.stringContaining('Wholesale prices') }]);
});

test('a delivered message has its whole way: attempt, sent, delivered and read, in this order', async () => {
  const day = end.toISOString().slice(0, 10);
  const fromDate = new Date(end.getTime() - 20 * dayMs).toISOString().slice(0, 10);
  const { message } = await get(endpoints.reports.messageStatus.path, { fromDate, toDate: day, status: 'READ', source: 'BROADCAST' });
  const { messageStatuses } = await get(at(endpoints.reports.message.path, { messageId: message[0].messageId }));
  expect(messageStatuses.map(({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`)).toEqual([
    'attempt SENT',
    'receipt SENT',
    'receipt DELIVERED',
    'receipt READ',
  ]);
});

test('the bot’s reports are made of every message to it', async () => {
  const params = { agentId: mark.botId };
  const web = chats.filter(({ line }) => line === 'web');
  const asked = web.flatMap(({ asks }) => asks);
  type Trend = { date: string; positive: number; neutral: number; negative: number };
  const { trend } = (await get(at(endpoints.insights.sentiment.path, params), { days })) as { trend: Trend[] };
  expect(sum(trend.map(({ positive, neutral, negative }) => positive + neutral + negative))).toBe(asked.length);
  for (const level of ['positive', 'neutral', 'negative'] as const) expect(sum(trend.map((day) => day[level]))).toBeGreaterThan(0);
  const { counts } = await get(at(endpoints.insights.rules.path, params), { days });
  expect(counts.map(({ name }: { name: string }) => name)).toEqual(['Complaint', 'Order', 'Return', 'Shop', '']);
  expect(sum(counts.map((row: { count: number }) => row.count))).toBe(web.length);
  for (const { name, ruleId, count: ofClass } of counts.filter((row: { name: string }) => row.name !== '')) {
    const { conversations } = await get(at(endpoints.insights.conversations.path, params), { days, ruleId, perPage: 100 });
    expect([name, conversations.length]).toEqual([name, ofClass]);
  }
  const { groups, messageCount } = await get(at(endpoints.training.unanswered.path, params), { days });
  expect(sum(groups.map((group: { count: number }) => group.count))).toBe(messageCount);
  expect(messageCount).toBe(asked.filter((text) => unanswerable.has(text)).length);
  const texts: string[] = groups.flatMap((group: { texts: string[] }) => group.texts);
  expect(texts.filter((text) => !unanswerable.has(text))).toEqual([]);
});

test('the walks through the survey have ended with their outcomes, wait for nobody, and have reached their milestones', async () => {
  const { rows } = await owner.query('select state, count(*)::integer as count from journey_instances group by 1');
  const finished = walks.filter(({ says }) => Number(says.at(-1)) >= 9 || says.length > 2).length;
  expect(sum(rows.map((row) => row.count))).toBe(walks.length);
  expect(rows.find(({ state }) => state === 'COMPLETED')?.count).toBeGreaterThanOrEqual(finished);
  const reached = await owner.query('select count(distinct milestone_id)::integer as kinds from journey_milestones');
  expect(reached.rows).toEqual([{ kinds: 2 }]);
});

test('imports, templates, library and blacklist have their rows', async () => {
  const { customerCSVs } = await get(endpoints.imports.list.path);
  type Upload = { file: { name: string }; state: string; acceptedLines: number; errorLines: number };
  expect(customerCSVs.map((one: Upload) => [one.file.name, one.state, one.acceptedLines, one.errorLines])).toEqual([
    ['newsletter.csv', 'COMPLETED', 28, 2],
    ['wholesale-partners.csv', 'COMPLETED', 14, 1],
    ['spring-fair.csv', 'COMPLETED', 36, 2],
  ]);
  const { templates } = await get(endpoints.templates.list.path, { from: 0, perPage: 50 });
  expect(tally(templates as { status: string }[], ({ status }) => status)).toEqual({ APPROVED: 4, REJECTED: 1, PAUSED: 1, DRAFT: 1 });
  const { list } = await get(endpoints.artifacts.buckets.path);
  expect(list.map((bucket: { name: string; count: number }) => [bucket.name, bucket.count])).toEqual([
    ['Festive offers', 3],
    ['Help with orders', 4],
  ]);
  expect((await get(endpoints.artifacts.list.path)).artifacts).toHaveLength(7);
  const { blacklist } = await get(endpoints.blacklist.list.path);
  expect(tally(blacklist as { kind: string }[], ({ kind }) => kind)).toEqual({ opted_out: 5, blocked: 1 });
});

test('the survey stands as an encap, too, with a launch whose link leads on', async () => {
  const { campaigns } = await get(endpoints.encaps.list.path);
  expect(campaigns).toMatchObject([{ name: 'Survey at the counter', version: 1 }]);
  const { instances } = await get(at(endpoints.encapLaunches.list.path, { encapId: campaigns[0].id }));
  expect(instances).toMatchObject([{ name: 'Till receipts', mode: 'LINK', state: 2 }]);
});

test('a customer’s timeline begins with the phone book and has the chat', async () => {
  const { number, startedAt } = chats.find((chat) => chat.number !== '' && chat.line === 'whatsApp') as PlannedChat;
  const { customers } = await get(endpoints.phoneBook.list.path, { search: number });
  const [{ id }] = customers.customers;
  const { entries } = await get(at(endpoints.phoneBook.timeline.path, { customerId: id }));
  expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(['chat', 'created']);
  expect(entries[0].at).toBe(startedAt.toISOString());
});

test('missed chats are told to the administrator, imports and sent broadcasts to who asked for them', async () => {
  const { notifications } = await get(endpoints.notifications.list.path, { perPage: -1 });
  const missed = notifications.filter(({ kind }: { kind: string }) => kind === 'chat_missed');
  const planned = chats.filter((chat) => chat.end === 'missed' || chat.end === 'pickedUpLate');
  expect(sum(missed.map((notification: { count: number }) => notification.count))).toBe(planned.length);
  const made = await get(endpoints.notifications.list.path, { perPage: -1 }, maker);
  expect(tally(made.notifications as { kind: string }[], ({ kind }) => kind)).toEqual({
    import_done: 3,
    approval_decided: 3,
    campaign_done: 1,
    broadcast_done: broadcasts.filter(({ cancelledAfter }) => cancelledAfter === null).length,
  });
});

test('nothing was sent, mailed or left for a worker, and another run adds nothing', async () => {
  const tables = ['messages', 'chats', 'chat_actions', 'bot_turns', 'broadcasts', 'customers', 'artifacts', 'notifications', 'csv_imports'];
  const before = await countAll(tables);
  expect(await makeDemoHistory(deps, never)).toBe(0);
  expect(await countAll(tables)).toEqual(before);
  expect(before[1]).toBe(chats.length + walks.length);
  expect(
    await countAll([
      'send_queue',
      'send_wire',
      'waiting_receipts',
      "leases where work not in ('sending', 'journey', 'pulse', 'search', 'alarm', 'sql', 'reportAlerts', 'reportMails')",
    ]),
  ).toEqual([0, 0, 0, 0]);
  const { rows } = await owner.query("select distinct name from pgboss.job where state < 'active' and name not like '\\_\\_%'");
  expect(rows).toEqual([]);
  expect(await app.deps.mailer.listKept()).toEqual([]);
  expect(
    await countAll([
      'messages_default',
      'message_events_default',
      'message_handovers_default',
      'chat_actions_default',
      'bot_turns_default',
    ]),
  ).toEqual([0, 0, 0, 0, 0]);
});

test('administrator, maker, checker and agent each find something to do on their first screen', async () => {
  // A user has one session: whoever signs in again ends the one of another test.
  const cardsOf = async (email: string) => {
    const answer = await app.signIn(email, demoPassword, { removeExistingSession: 'true' });
    return get(endpoints.dashboard.cards.path, {}, app.as(answer.json().data));
  };
  expect(await cardsOf('admin@demo.example')).toMatchObject({ toApprove: 1, declined: 1 });
  expect(await cardsOf('maker@demo.example')).toMatchObject({ toApprove: null, declined: 1 });
  expect(await cardsOf('checker@demo.example')).toMatchObject({ toApprove: 1 });
  expect(await cardsOf('agent@demo.example')).toMatchObject({ toApprove: null, declined: null, myOpenChats: 2 });
});
