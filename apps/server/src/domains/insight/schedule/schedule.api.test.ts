import { endpoints, type Notification, type ReportDelivery, type ReportSchedule } from '@parley/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { toLocal } from '#platform/zone/local-time.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { createTrail } from '../../../../test/trail.ts';
import { sendReports } from './schedule.deliver.ts';

/** A mail server of the test: what it took, and how often it refuses first. */
const sent: Mail[] = [];
let refusals = 0;
const mailer = {
  send: (mail: Mail) => {
    if (!mail.subject.startsWith('Today')) return Promise.resolve();
    if (refusals > 0) {
      refusals -= 1;
      return Promise.reject(new Error('The mail server is away.'));
    }
    sent.push(mail);
    return Promise.resolve();
  },
  listKept: () => Promise.resolve([]),
};
const app = await startApp({ mailer });
const { as, makeUser } = app;
const { makeScene, visit } = createScenes(app);
const trail = createTrail(app);
const { reportSchedules: calls, boards, departments, notifications, roles } = endpoints;

const at = (path: string, id: string) => path.replace(':scheduleId', id);
const mailsTo = ({ email }: TestUser) => sent.filter(({ to }) => to === email);
const create = async (by: TestUser, body: object) =>
  (await as(by).post(calls.create.path, { rhythm: 'daily', time: '08:00', ...body })).json();
const get = async (by: TestUser, { id }: ReportSchedule): Promise<ReportSchedule> => (await as(by).get(at(calls.get.path, id))).json().data;
const log = async (by: TestUser, { id }: ReportSchedule): Promise<ReportDelivery[]> =>
  (await as(by).get(at(calls.deliveries.path, id))).json().data.deliveries;
const outcomes = async (by: TestUser, schedule: ReportSchedule) =>
  (await log(by, schedule)).map(({ user, state, reason }) => [user.name, state, reason]).toSorted();

/** A zone where it is noon now, so that some minutes ago is today at whatever hour the tests run. */
function zoneOfNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** An enterprise with two chats, one of them of Billing, and a board of all chats. */
async function makeWorld(audience: object = { audience: 'everybody' }) {
  const scene = await makeScene();
  const { enterprise } = scene;
  const zone = zoneOfNoon();
  await enterprise.ctx.transaction((tx) => sql`update enterprises set time_zone = ${zone}`.execute(tx));
  const ada = await makeUser({ enterprise, name: 'Ada' });
  const billing = (await as(ada).post(departments.create.path, { name: 'Billing' })).json().data.id;
  for (const deptId of [null, billing]) {
    const chatId = String((await (await visit(scene.channel.widgetKey)).say('Hello')).chatId);
    await enterprise.ctx.transaction(async (tx) => {
      await sql`update chats set dept_id = ${deptId}::uuid where chat_id = ${chatId}`.execute(tx);
      await sql`update chat_facts set created_at = created_at - interval '40 minutes' where chat_id = ${chatId}`.execute(tx);
    });
  }
  const makeReader = async (name: string, dataScope: string, permissions = ['CHAT.VIEW_ANALYTICS']): Promise<TestUser> => {
    const role = { name: `Role ${newId()}`, description: '', permissions, dataScope, maskedFields: [] };
    return makeUser({ enterprise, name, roles: [(await as(ada).put(roles.saveRole.path, role)).json().data.code] });
  };
  const tiles = [
    { key: 'all', measure: 'chat.incoming', filter: {}, range: 'last7', compare: 'before' },
    { key: 'by', measure: 'chat.incoming', filter: {}, range: 'last7', by: 'department', chart: 'table' },
  ];
  const board = (await as(ada).post(boards.create.path, { name: 'Today', tiles, ...audience })).json().data;
  const minutesAgo = (minutes: number) => toLocal(new Date(Date.now() - minutes * 60_000), zone).slice(11);
  /** Its time has come, as if the worker had been away until now. */
  const fall = async ({ id }: ReportSchedule, daysAway = 0) => {
    await enterprise.ctx.transaction((tx) =>
      sql`update report_schedules set next_due_at = next_due_at - make_interval(days => ${1 + daysAway}) where schedule_id = ${id}`.execute(
        tx,
      ),
    );
    // Two workers at once.
    await Promise.all([sendReports(app.deps), sendReports(app.deps)]);
  };
  return { ...scene, ada, billing, board, makeReader, minutesAgo, fall };
}

test('a board goes to each by their own rights at its time; what was missed goes once, the last one alone, and says that it is late', async () => {
  const { ada, board, makeReader, minutesAgo, fall } = await makeWorld();
  const manager = await makeReader('Mia', 'department');
  const time = minutesAgo(20);
  const schedule = (await create(ada, { boardId: board.id, time, userIds: [ada.userId, manager.userId] })).data as ReportSchedule;
  expect(schedule).toMatchObject({ isOwn: true, isRecipient: true, board: { name: 'Today' }, failed: 0, lastDueAt: null });
  await fall(schedule, 3);
  await vi.waitFor(async () =>
    expect(await outcomes(ada, schedule)).toEqual([
      ['Ada', 'SENT', ''],
      ['Mia', 'SENT', ''],
    ]),
  );
  await fall(schedule);
  expect(await log(ada, schedule)).toHaveLength(2);
  const [[mail], [narrow]] = [mailsTo(ada), mailsTo(manager)];
  expect([mailsTo(ada).length, mailsTo(manager).length]).toEqual([1, 1]);
  expect(mail?.subject).toMatch(new RegExp(`^Today, .* – late: due ${time}$`));
  expect(mail?.text).toContain(`This mail is late: due ${time}.`);
  expect(mail?.text).toMatch(/Incoming chats – Last 7 days\n \| Figure \| Before\nAll \| 2 \| 0/);
  expect(mail?.text).toContain('Billing | 1');
  // She sees chats of her departments, of which she has none, and those of no department.
  expect(narrow?.text).toMatch(/All \| 1 \| 0/);
  expect(narrow?.text).not.toContain('Billing');
  for (const part of [mail?.text, mail?.html]) expect(part).toContain(`/boards/${board.id}`);
  const [file] = mail?.attachments ?? [];
  expect(file).toMatchObject({ type: 'text/csv; charset=utf-8', name: expect.stringMatching(/^Today_\d{4}-\d\d-\d\d\.csv$/) });
  expect(file?.text).toContain(`"Billing","1","1"`);
  expect((await get(ada, schedule)).lastDueAt).toBe((await log(ada, schedule))[0]?.dueAt);
});

test('a mail has each chart as a picture with words for it, and its numbers below', async () => {
  const { ada, minutesAgo, fall } = await makeWorld();
  const tiles = [
    { key: 'days', measure: 'chat.incoming', filter: {}, range: 'last7', by: 'day', chart: 'line', compare: 'before' },
    { key: 'parts', measure: 'chat.incoming', filter: {}, range: 'last7', by: 'department', chart: 'donut' },
    { key: 'waits', measure: 'chat.waitMedian', filter: {}, range: 'last7', by: 'day', chart: 'bars' },
    { key: 'whole', measure: 'chat.incoming', filter: {}, range: 'last7' },
  ];
  const board = (await as(ada).post(boards.create.path, { name: 'Today', tiles })).json().data;
  const schedule = (await create(ada, { boardId: board.id, time: minutesAgo(1), userIds: [ada.userId] })).data as ReportSchedule;
  await fall(schedule);
  await vi.waitFor(() => expect(mailsTo(ada)).toHaveLength(1));
  const { html = '', text = '', pictures = [] } = mailsTo(ada)[0] as Mail;
  // Nobody was waited for, so there is nothing to draw of that; a card has no chart.
  expect(pictures.map(({ id, name }) => [id, name])).toEqual([
    ['days@board', 'days.png'],
    ['parts@board', 'parts.png'],
  ]);
  for (const { id, png } of pictures) {
    expect(html).toContain(`<img src="cid:${id}" alt="Chart of Incoming chats by `);
    const { format, width } = await sharp(Buffer.from(png, 'base64')).metadata();
    // Twice the width of the mail's text
    expect([format, width]).toEqual(['png', 992]);
  }
  expect(html).toContain('by department: highest 1 (No department), lowest 1 (Billing).');
  // A picture takes nothing from the table.
  expect(text).toMatch(/Billing \| 1\n/);
  expect(html.indexOf('cid:parts@board')).toBeLessThan(html.indexOf('>Billing</td>'));
});

test('chats that began after the time of a mail are not in it', async () => {
  const { ada, board, minutesAgo, fall, channel } = await makeWorld();
  const schedule = (await create(ada, { boardId: board.id, time: minutesAgo(20), userIds: [ada.userId] })).data as ReportSchedule;
  await (await visit(channel.widgetKey)).say('Too late');
  await fall(schedule);
  await vi.waitFor(() => expect(mailsTo(ada)).toHaveLength(1));
  expect(mailsTo(ada)[0]?.text).toMatch(/All \| 2 \| 0/);
});

test('a recipient who lost the right, is inactive, or is not shown the board any more gets no mail, and the owner is told', async () => {
  const { ada, board, makeReader, minutesAgo, fall, enterprise } = await makeWorld();
  const [lost, gone, kept] = [await makeReader('Lou', 'enterprise'), await makeReader('Gil', 'enterprise'), await makeReader('Kim', 'own')];
  const userIds = [lost, gone, kept].map(({ userId }) => userId);
  const schedule = (await create(ada, { boardId: board.id, time: minutesAgo(1), userIds })).data as ReportSchedule;
  await enterprise.ctx.transaction(async (tx) => {
    await sql`update roles set permissions = '{}' where enterprise_id = ${enterprise.enterpriseId} and code in (select role_code from user_roles where user_id = ${lost.userId})`.execute(
      tx,
    );
    await sql`update users set state = 2 where user_id = ${gone.userId}`.execute(tx);
  });
  expect((await get(ada, schedule)).people.map(({ name, isFit }) => [name, isFit])).toEqual([
    ['Lou', false],
    ['Gil', false],
    ['Kim', true],
  ]);
  await fall(schedule);
  await vi.waitFor(async () =>
    expect(await outcomes(ada, schedule)).toEqual([
      ['Gil', 'SKIPPED', 'inactive'],
      ['Kim', 'SENT', ''],
      ['Lou', 'SKIPPED', 'right'],
    ]),
  );
  expect([mailsTo(lost).length, mailsTo(gone).length, mailsTo(kept).length]).toEqual([0, 0, 1]);
  expect((await get(ada, schedule)).failed).toBe(2);
  const told = (await as(ada).get(`${notifications.list.path}?kind=report_failed`)).json().data.notifications as Notification[];
  expect(told.map(({ title, text }) => `${title}. ${text}`)).toEqual([
    'The board Today was not mailed to everybody. 2 of the mails did not go. The log of the schedule says why.',
  ]);
  // A recipient sees their own mails alone.
  expect((await log(kept, schedule)).map(({ user }) => user.name)).toEqual(['Kim']);
});

test('a mail that the server refuses is tried three times, and one whose sending broke off never again', async () => {
  const { ada, board, minutesAgo, fall, enterprise } = await makeWorld();
  const schedule = (await create(ada, { boardId: board.id, time: minutesAgo(1), userIds: [ada.userId] })).data as ReportSchedule;
  const again = async () => {
    await enterprise.ctx.transaction((tx) =>
      sql`update report_deliveries set next_at = now() - interval '1 second' where schedule_id = ${schedule.id}`.execute(tx),
    );
    await sendReports(app.deps);
  };
  refusals = 2;
  await fall(schedule);
  expect(await log(ada, schedule)).toMatchObject([{ state: 'DUE', reason: 'mail', tries: 1 }]);
  await again();
  await again();
  expect(await log(ada, schedule)).toMatchObject([{ state: 'SENT', tries: 3 }]);
  refusals = 3;
  await as(ada).post(at(calls.send.path, schedule.id));
  for (const _ of [1, 2, 3, 4]) await again();
  await vi.waitFor(async () =>
    expect((await log(ada, schedule))[0]).toMatchObject({ state: 'FAILED', reason: 'mail', tries: 3, isAsked: true }),
  );
  refusals = 0;
  await enterprise.ctx.transaction((tx) =>
    sql`update report_deliveries set state = 'SENDING' where schedule_id = ${schedule.id} and is_asked`.execute(tx),
  );
  await again();
  expect((await log(ada, schedule))[0]).toMatchObject({ state: 'FAILED', reason: 'interrupted' });
  expect(mailsTo(ada)).toHaveLength(1);
});

test('a recipient sends the board to themselves, and leaves; nothing counted is nothing sent where that is asked for', async () => {
  const { ada, board, makeReader, minutesAgo, fall } = await makeWorld();
  const own = await makeReader('Kim', 'own');
  const body = { boardId: board.id, time: minutesAgo(1), userIds: [own.userId], onlyWithRows: true };
  const schedule = (await create(ada, body)).data as ReportSchedule;
  await fall(schedule);
  expect(await outcomes(ada, schedule)).toEqual([['Kim', 'SKIPPED', 'rows']]);
  expect((await as(own).post(at(calls.send.path, schedule.id))).json().message).toBe('The mail is on its way to you.');
  await sendReports(app.deps);
  await vi.waitFor(() => expect(mailsTo(own)[0]?.text).toContain('You have sent it to yourself.'));
  expect((await as(own).post(at(calls.leave.path, schedule.id))).json().message).toBe('You get no more of these mails.');
  expect((await as(own).get(at(calls.get.path, schedule.id))).json().code).toBe('report_schedule.not_found');
  expect((await get(ada, schedule)).people).toEqual([]);
});

test('a click in a mail takes its recipient off this schedule alone, without a login; a look at the address changes nothing', async () => {
  const { ada, board, makeReader, minutesAgo, fall } = await makeWorld();
  const kim = await makeReader('Kim', 'enterprise');
  const body = { boardId: board.id, time: minutesAgo(1), userIds: [ada.userId, kim.userId] };
  const [first, second] = [(await create(ada, body)).data as ReportSchedule, (await create(ada, body)).data as ReportSchedule];
  await fall(first);
  await vi.waitFor(() => expect([mailsTo(ada).length, mailsTo(kim).length]).toEqual([1, 1]));
  const { unsubscribeUrl = '', html } = mailsTo(kim)[0] as Mail;
  expect(html).toContain('Get no more of these mails');
  const { pathname, search } = new URL(unsubscribeUrl);
  const stranger = app.stranger();
  const names = async (schedule: ReportSchedule) => (await get(ada, schedule)).people.map(({ name }) => name);
  expect((await stranger.get(pathname + search)).body).toContain('Get no more of these mails?');
  expect(await names(first)).toEqual(['Ada', 'Kim']);
  // A mail program posts a form (RFC 8058), and may do so twice.
  for (const _ of [1, 2]) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await stranger.post(pathname + search, 'List-Unsubscribe=One-Click', { headers });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.body).toContain('You get no more of these mails');
  }
  expect([await names(first), await names(second)]).toEqual([['Ada'], ['Ada', 'Kim']]);
  const entry = await trail.newest(ada, `kind=report_schedule&recordId=${first.id}&action=edit`);
  expect([entry.reason, entry.actorKind]).toEqual(['By the link in the mail to Kim', 'system']);
  // Another signature, or another key of the installation, is no link.
  const forged = search.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  for (const query of [forged, '?key=', '', `?key=${app.deps.secrets.sign('reportMail:x:y:z', new Date(Date.now() + 60_000))}`])
    expect([query, (await stranger.post(pathname + query)).statusCode]).toEqual([query, 404]);
  const over = app.deps.secrets.sign(`reportMail:${ada.enterpriseId}:${second.id}:${kim.userId}`, new Date(Date.now() - 1000));
  expect((await stranger.post(`${pathname}?${new URLSearchParams({ key: over })}`)).statusCode).toBe(404);
  expect(await names(second)).toEqual(['Ada', 'Kim']);
});

test('a board is mailed to those alone who see it and figures of chats; others change no schedule', async () => {
  const { ada, board, makeReader, users } = await makeWorld({ audience: 'nobody' });
  const cleo = await makeReader('Cleo', 'enterprise');
  const refused = async (user: TestUser) => (await create(ada, { boardId: board.id, userIds: [user.userId] })).data.issues;
  for (const user of [cleo, users.asha, await makeUser()])
    expect(await refused(user)).toMatchObject([{ field: 'userIds', code: 'report.reader' }]);
  expect((await create(cleo, { boardId: board.id, userIds: [cleo.userId] })).code).toBe('board.not_found');
  const schedule = (await create(ada, { boardId: board.id, userIds: [ada.userId] })).data as ReportSchedule;
  const save = { boardId: board.id, rhythm: 'monthly', monthDay: 31, time: '07:30', userIds: [ada.userId] };
  const put = async (by: TestUser, version: number) => (await as(by).put(at(calls.update.path, schedule.id), { ...save, version })).json();
  expect((await put(cleo, 1)).code).toBe('report_schedule.not_found');
  expect(await put(ada, 1)).toMatchObject({ code: '100', data: { rhythm: 'monthly', version: 2 } });
  expect((await put(ada, 1)).code).toBe('record.changed');
  expect((await as(ada).delete(at(calls.remove.path, schedule.id))).json().message).toBe('The schedule is deleted.');
});

test('a board in the bin is mailed to nobody', async () => {
  const { ada, board, minutesAgo, fall, enterprise } = await makeWorld();
  const schedule = (await create(ada, { boardId: board.id, time: minutesAgo(1), userIds: [ada.userId] })).data as ReportSchedule;
  await as(ada).delete(boards.remove.path.replace(':boardId', board.id));
  await fall(schedule);
  const { rows } = await enterprise.ctx.read((tx) => sql`select from report_deliveries where schedule_id = ${schedule.id}`.execute(tx));
  expect([rows.length, mailsTo(ada).length]).toEqual([0, 0]);
});
