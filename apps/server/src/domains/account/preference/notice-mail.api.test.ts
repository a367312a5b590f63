import { endpoints, type NotificationWays } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { type Notice, notify } from '../notification/notification.service.ts';
import { dropSentMails, mailPauseMs, sendDueMails } from './notice-mail.service.ts';

/** The program's own schedule may send between any two lines, so that a test tells at once what is to be one mail. */
const start = Date.parse('2030-03-01T10:00:00Z');
let time = start;
const app = await startApp({ now: () => new Date(time) });
const { as, makeUser, contextOf, deps, waitForMails } = app;
const { notifications, users } = endpoints;
const minute = 60_000;

const mailOnly: NotificationWays = { inApp: false, sound: false, mail: true, push: false };
const save = (user: TestUser, body: object) => as(user).put(notifications.savePreferences.path, body);
const stopped = (channel = 'Shop', cause = channel): Notice => ({
  kind: 'channel_error',
  code: 'channel.stopped',
  values: { channel, advice: 'Renew the token.' },
  link: '/admin/channels',
  cause,
});
const missed: Notice = { kind: 'chat_missed', code: 'chat.missed', values: { customer: 'Meera Iyer' }, link: '/dashboard', cause: 'm' };
const tell = (user: TestUser, ...notices: Notice[]) =>
  contextOf(user).transaction(async (tx) => {
    for (const notice of notices.length > 0 ? notices : [stopped()]) await notify(contextOf(user), tx, [user.userId], notice);
  });
/** The mails to a user so far, the oldest first. */
async function mailsTo(user: TestUser, count: number) {
  if (count > 0) await waitForMails(user.email, count);
  return (await deps.mailer.listKept()).filter((mail) => mail.to === user.email).reverse();
}
const waiting = (user: TestUser) =>
  contextOf(user).read((tx) =>
    tx.selectFrom('notificationMails').select(['count', 'dueAt']).where('userId', '=', user.userId).where('sentAt', 'is', null).execute(),
  );

test('a notice is mailed with the brand, its link, and the way to the settings', async () => {
  const user = await makeUser({ name: 'Ada' });
  await tell(user);
  await sendDueMails(deps);
  const [mail] = await mailsTo(user, 1);
  expect(mail).toMatchObject({ subject: 'Parley: The channel Shop has stopped', fromName: 'Parley' });
  const origin = deps.publicUrl();
  for (const part of ['Hello Ada,', 'Renew the token.', `${origin}/admin/channels`, `${origin}/details/myprofile#notifications`]) {
    expect(mail?.text).toContain(part);
    expect(mail?.html).toContain(part);
  }
});

test('a mail names no customer', async () => {
  const user = await makeUser();
  await save(user, { kinds: [{ kind: 'chat_missed', ways: mailOnly }] });
  await tell(user, missed, missed);
  await sendDueMails(deps);
  const [mail] = await mailsTo(user, 1);
  expect(mail?.subject).toBe('Parley: A chat was missed (2 times)');
  expect(`${mail?.text}${mail?.html}`).not.toContain('Meera');
});

test('one cause sends at most one mail in 15 minutes, and the next one counts what came meanwhile', async () => {
  const user = await makeUser();
  await tell(user);
  await sendDueMails(deps);
  // Two that are on their way at once have no order.
  await mailsTo(user, 1);
  for (let round = 0; round < 3; round += 1) {
    time += 2 * minute;
    await tell(user);
    await sendDueMails(deps);
  }
  // Another cause does not wait for this one.
  await tell(user, stopped('Support'));
  await sendDueMails(deps);
  expect((await mailsTo(user, 2)).map(({ subject }) => subject)).toEqual([
    'Parley: The channel Shop has stopped',
    'Parley: The channel Support has stopped',
  ]);
  time += 9 * minute - 1;
  await sendDueMails(deps);
  expect(await waiting(user)).toMatchObject([{ count: 3 }]);
  time += 1;
  await sendDueMails(deps);
  expect((await mailsTo(user, 3)).at(-1)?.subject).toBe('Parley: The channel Shop has stopped (3 times)');
  expect(await waiting(user)).toEqual([]);
});

test('notices that are due together are one mail', async () => {
  const user = await makeUser();
  await tell(user, stopped(), stopped('<b>Support</b>'));
  await sendDueMails(deps);
  const [mail, ...more] = await mailsTo(user, 1);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('Parley: 2 notifications');
  expect(mail?.html).toContain('The channel &#60;b&#62;Support&#60;/b&#62; has stopped');
});

test('once a day: one mail at the hour of the own day, in the own zone', async () => {
  const user = await makeUser();
  await as(user).put(users.saveProfile.path, { profile: { timeZone: 'Asia/Kolkata' } });
  await save(user, { digestHour: 9 });
  time = Date.parse('2030-03-05T04:00:00Z'); // 09:30 in Kolkata
  await tell(user);
  await tell(user, stopped('Support'));
  await sendDueMails(deps);
  expect((await waiting(user)).map(({ dueAt }) => dueAt.toISOString())).toEqual(['2030-03-06T03:30:00.000Z', '2030-03-06T03:30:00.000Z']);
  time = Date.parse('2030-03-06T03:30:00Z');
  await sendDueMails(deps);
  expect((await mailsTo(user, 1)).map(({ subject }) => subject)).toEqual(['Parley: 2 notifications']);
});

test('a user who chooses another time gets the waiting notices at that time', async () => {
  const user = await makeUser();
  await save(user, { digestHour: 5 });
  await tell(user);
  await sendDueMails(deps);
  expect(await waiting(user)).toHaveLength(1);
  await save(user, { digestHour: null });
  await sendDueMails(deps);
  expect(await mailsTo(user, 1)).toHaveLength(1);
});

test('a user who is deactivated or has switched the kind off meanwhile gets no mail', async () => {
  const admin = await makeUser();
  const [gone, quiet] = [await makeUser({ enterprise: admin }), await makeUser({ enterprise: admin })];
  // Due tomorrow, whenever the program's own schedule looks.
  for (const user of [gone, quiet]) await save(user, { digestHour: 5 });
  await tell(gone);
  await tell(quiet);
  expect([(await waiting(gone)).length, (await waiting(quiet)).length]).toEqual([1, 1]);
  await as(admin).delete(`/e/enterprise/users/${gone.userId}?moveTo={}`);
  await save(quiet, { kinds: [{ kind: 'channel_error', ways: { ...mailOnly, mail: false, inApp: true } }] });
  time += 24 * 60 * minute;
  await sendDueMails(deps);
  expect([await waiting(gone), await waiting(quiet)]).toEqual([[], []]);
  // And of later ones neither.
  await tell(gone);
  await tell(quiet);
  expect([await waiting(gone), await waiting(quiet)]).toEqual([[], []]);
  await tell(admin);
  await sendDueMails(deps);
  await mailsTo(admin, 1);
  expect([await mailsTo(gone, 0), await mailsTo(quiet, 0)]).toEqual([[], []]);
});

test('two senders at once send it once', async () => {
  const user = await makeUser();
  await tell(user);
  await Promise.all([sendDueMails(deps), sendDueMails(deps), sendDueMails(deps)]);
  const { rows } = await deps.pool.query<{ count: number }>('select count(*)::int as count from notification_mails where user_id = $1', [
    user.userId,
  ]);
  expect(rows).toEqual([{ count: 0 }]); // seen from outside of the enterprise
  const all = await contextOf(user).read((tx) =>
    tx.selectFrom('notificationMails').select('sentAt').where('userId', '=', user.userId).execute(),
  );
  expect(all.map(({ sentAt }) => sentAt?.getTime())).toEqual([time]);
  expect(await mailsTo(user, 1)).toHaveLength(1);
});

test('a mail that could not be handed over is not lost, and keeps nobody else from theirs', async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  await save(user, { digestHour: 4 });
  await save(other, { digestHour: 5 });
  await tell(user);
  await tell(other);
  let tries = 0;
  const enqueue: typeof deps.jobs.enqueue = (tx, job, payload) => {
    tries += 1;
    return tries === 1 ? Promise.reject(new Error('The database is away.')) : deps.jobs.enqueue(tx, job, payload);
  };
  // The program's own schedule finds nothing due until then.
  const tomorrow = { ...deps, now: () => new Date(time + 24 * 60 * minute) };
  await sendDueMails({ ...tomorrow, jobs: { ...deps.jobs, enqueue } });
  expect(await mailsTo(other, 1)).toHaveLength(1);
  expect(await waiting(user)).toHaveLength(1);
  await sendDueMails(tomorrow);
  expect(await mailsTo(user, 1)).toHaveLength(1);
});

test('mails that were sent are forgotten after a day', async () => {
  const user = await makeUser();
  await tell(user);
  await sendDueMails(deps);
  const kept = () =>
    contextOf(user).read((tx) => tx.selectFrom('notificationMails').select('mailId').where('userId', '=', user.userId).execute());
  time += 24 * 60 * minute;
  await dropSentMails(deps);
  expect(await kept()).toHaveLength(1);
  time += 1;
  await dropSentMails(deps);
  expect(await kept()).toEqual([]);
});

/** Steps of a model: time goes on, something happens, or the mails are sent. */
const Step = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ kind: fc.constant('tell' as const), cause: fc.constantFrom('a', 'b') }),
  fc.record({ kind: fc.constant('send' as const) }),
);

test('no two mails of one cause go within 15 minutes, whatever the order, and each notice is told by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 30 }), async (steps) => {
      const user = await makeUser();
      const told: Record<string, number> = { a: 0, b: 0 };
      for (const step of steps) {
        if (step.kind === 'wait') time += step.minutes * minute;
        else if (step.kind === 'send') await sendDueMails(deps);
        else {
          told[step.cause] = (told[step.cause] ?? 0) + 1;
          await tell(user, stopped('Shop', step.cause));
        }
      }
      time += mailPauseMs;
      await sendDueMails(deps);
      const sent = await contextOf(user).read((tx) =>
        tx
          .selectFrom('notificationMails')
          .select(['cause', 'count', 'sentAt'])
          .where('userId', '=', user.userId)
          .orderBy('sentAt')
          .execute(),
      );
      for (const cause of ['a', 'b']) {
        const own = sent.filter((mail) => mail.cause === cause);
        expect(own.reduce((sum, { count }) => sum + count, 0)).toBe(told[cause]);
        const times = own.map(({ sentAt }) => sentAt?.getTime() ?? 0);
        for (const [index, at] of times.entries()) if (index > 0) expect(at - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(mailPauseMs);
        expect(times.every((at) => at > 0)).toBe(true);
      }
    }),
    { numRuns: 25 },
  );
});
