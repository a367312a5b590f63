import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { createScenes } from '../../../../test/scene.ts';
import { updateDepartment } from '../record/chat.repository.ts';
import { fillFacts } from './facts.repository.ts';

const app = await sharedApp();
const { makeScene, visit, connect } = createScenes(app);
const { chats, departments } = endpoints;

type Scene = Awaited<ReturnType<typeof makeScene>>;
type Enterprise = Scene['enterprise'];
const at = (path: string, chatId: string) => path.replace(':chatId', chatId);

const factsOf = (enterprise: Enterprise, chatId: string) =>
  enterprise.ctx.read((tx) => tx.selectFrom('chatFacts').selectAll().where('chatId', '=', chatId).executeTakeFirstOrThrow());
const spellsOf = (enterprise: Enterprise, chatId: string) =>
  enterprise.ctx.read((tx) => tx.selectFrom('chatSpells').selectAll().where('chatId', '=', chatId).orderBy('spellNo').execute());
/** Versions of the row that were ever written: a message alone makes none. */
const versionOf = (enterprise: Enterprise, chatId: string) =>
  enterprise.ctx.read(async (tx) => {
    const { rows } = await sql<{ version: string }>`select xmin::text as version from chat_facts where chat_id = ${chatId}`.execute(tx);
    return rows[0]?.version;
  });

describe('the facts of a chat', () => {
  test('are there from its first message on, follow its course, and are left alone by further messages', async () => {
    const scene = await makeScene();
    const { enterprise, asha, visitor, users } = scene;
    const chatId = String((await visitor.say('Hello')).chatId);
    expect(await factsOf(enterprise, chatId)).toMatchObject({
      outcome: 'open',
      isAttended: false,
      wasMissed: false,
      transfers: 0,
      rating: null,
    });
    await asha.ask('agentPickupChat', { chatId });
    await asha.ask('agentReply', { chatId, key: 'k1', message: 'Good day' });
    const version = await versionOf(enterprise, chatId);
    await asha.ask('agentReply', { chatId, key: 'k2', message: 'How can I help?' });
    await visitor.say('With my order');
    expect(await versionOf(enterprise, chatId)).toBe(version);
    const [spell] = await spellsOf(enterprise, chatId);
    expect(spell).toMatchObject({ userId: users.asha.userId, begun: 'picked', ended: null, endedAt: null });
    const chat = await enterprise.ctx.read((tx) =>
      tx.selectFrom('chats').selectAll().where('chatId', '=', chatId).executeTakeFirstOrThrow(),
    );
    const replyMs = Number(chat.firstReplyAt) - Number(chat.pickedUpAt);
    expect(spell?.firstReplyMs).toBe(replyMs);
    expect(await factsOf(enterprise, chatId)).toMatchObject({
      isAttended: true,
      firstAgentId: users.asha.userId,
      waitMs: Number(chat.pickedUpAt) - Number(chat.queuedAt),
      firstReplyMs: replyMs,
      handlingMs: null,
    });
    await app.as(users.asha).post(at(chats.close.path, chatId));
    const closed = await enterprise.ctx.read((tx) =>
      tx.selectFrom('chats').selectAll().where('chatId', '=', chatId).executeTakeFirstOrThrow(),
    );
    expect(await factsOf(enterprise, chatId)).toMatchObject({
      outcome: 'closed',
      endedBy: 'agent',
      handlingMs: Number(closed.closedAt) - Number(closed.pickedUpAt),
      endedAt: closed.closedAt,
    });
    expect(await spellsOf(enterprise, chatId)).toMatchObject([{ ended: 'closed', endedAt: closed.closedAt }]);
  });

  test('leave suspended time out of handling, of the chat and of who had it', async () => {
    const { enterprise, asha, visitor, users } = await makeScene();
    const chatId = String((await visitor.say('Hello')).chatId);
    await asha.ask('agentPickupChat', { chatId });
    await app.as(users.asha).post(at(chats.suspend.path, chatId));
    const { suspendedAt } = (
      await enterprise.ctx.read((tx) => tx.selectFrom('chats').select('course').where('chatId', '=', chatId).executeTakeFirstOrThrow())
    ).course;
    expect(suspendedAt).toBeDefined();
    // Half an hour ago, as if it had been so long.
    await enterprise.ctx.transaction((tx) =>
      sql`update chats set course = course || jsonb_build_object('suspendedAt', ${suspendedAt}::timestamptz - interval '30 minutes'),
        picked_up_at = picked_up_at - interval '40 minutes' where chat_id = ${chatId}`.execute(tx),
    );
    await app.as(users.asha).post(at(chats.resume.path, chatId));
    await app.as(users.asha).post(at(chats.close.path, chatId));
    const { suspendedMs, handlingMs } = await factsOf(enterprise, chatId);
    const { closedAt, pickedUpAt } = await enterprise.ctx.read((tx) =>
      tx.selectFrom('chats').select(['closedAt', 'pickedUpAt']).where('chatId', '=', chatId).executeTakeFirstOrThrow(),
    );
    expect(suspendedMs).toBeGreaterThanOrEqual(30 * 60_000);
    expect(handlingMs).toBe(Number(closedAt) - Number(pickedUpAt) - suspendedMs);
    expect((await spellsOf(enterprise, chatId))[0]?.suspendedMs).toBe(suspendedMs);
  });

  test('a transfer ends one spell and begins the next, and a move to a department ends it too', async () => {
    const { enterprise, visitor, users } = await makeScene();
    const admin = await app.makeUser({ enterprise });
    const { id: deptId } = (await app.as(admin).post(departments.create.path, { name: 'Billing' })).json().data;
    await app.as(admin).put(departments.addUsers.path.replace(':departmentId', deptId), { users: [users.asha.userId, users.ben.userId] });
    // Their sockets end with a change of their rights.
    const [asha, ben] = [await connect(users.asha), await connect(users.ben)];
    const chatId = String((await visitor.say('Hello')).chatId);
    await asha.ask('agentPickupChat', { chatId });
    await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Please' });
    await ben.ask('acceptTransfer', {});
    await ben.ask('agentReply', { chatId, key: 'b', message: 'Ben here' });
    expect(await spellsOf(enterprise, chatId)).toMatchObject([
      { userId: users.asha.userId, begun: 'picked', ended: 'transferred', firstReplyMs: null },
      { userId: users.ben.userId, begun: 'transferred', ended: null, firstReplyMs: expect.any(Number) },
    ]);
    await ben.ask('agentTransferChat', { chatId, departmentId: deptId, note: 'Please' });
    expect(await factsOf(enterprise, chatId)).toMatchObject({ transfers: 2, deptId, firstAgentId: users.asha.userId });
    expect((await spellsOf(enterprise, chatId))[1]).toMatchObject({ ended: 'transferred' });
  });

  test('a missed chat keeps its reason when somebody picks it up, and one that was ended by its customer says so', async () => {
    const { enterprise, asha, visitor, channel } = await makeScene();
    const chatId = String((await visitor.say('Hello')).chatId);
    await enterprise.ctx.transaction((tx) =>
      sql`update chats set state = 4, closed_at = now(), missed_at = now(), missed_reason = 1 where chat_id = ${chatId}`.execute(tx),
    );
    expect(await factsOf(enterprise, chatId)).toMatchObject({ wasMissed: true, missedReason: 1, outcome: 'missed', endedBy: null });
    await asha.ask('agentMissedChatPickup', { chatId });
    expect(await factsOf(enterprise, chatId)).toMatchObject({ wasMissed: true, missedReason: 1, outcome: 'open', isAttended: true });
    const other = await visit(channel.widgetKey);
    const second = String((await other.say('Me too')).chatId);
    other.tell('endChat', { chatId: second });
    await expect.poll(() => factsOf(enterprise, second)).toMatchObject({ outcome: 'closed', endedBy: 'customer', handlingMs: null });
  });

  test('a customer who comes back within a day is noted with the chat before, by a new chat or by the same one', async () => {
    const { enterprise, visitor, users, asha } = await makeScene();
    const chatId = String((await visitor.say('Hello')).chatId);
    await asha.ask('agentPickupChat', { chatId });
    await app.as(users.asha).post(at(chats.close.path, chatId));
    const second = String((await visitor.say('Once more')).chatId);
    const returns = () => enterprise.ctx.read((tx) => tx.selectFrom('chatReturns').select('chatId').orderBy('at').execute());
    expect(await returns()).toEqual([{ chatId }]);
    await asha.ask('agentPickupChat', { chatId: second });
    await app.as(users.asha).post(at(chats.close.path, second));
    await app.as(users.asha).post(at('/e/enterprise/chat/:chatId/reopen', second));
    expect(await returns()).toEqual([{ chatId }, { chatId: second }]);
    expect(await spellsOf(enterprise, second)).toMatchObject([{ ended: 'closed' }, { begun: 'reopened', ended: null }]);
    const facts = await factsOf(enterprise, second);
    expect([facts.outcome, facts.handlingMs]).toEqual(['open', null]);
  });
});

describe('open hours of a chat', () => {
  const allDay = Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]);
  const never = Array.from({ length: 7 }, () => []);

  test('are those of its department when it began: a move counts, and a later change of the calendar does not', async () => {
    const { enterprise, visitor } = await makeScene();
    const { enterpriseId, ctx } = enterprise;
    const admin = app.as(await app.makeUser({ enterprise }));
    const hours = { name: 'Closed', timeZone: 'Asia/Kolkata', days: never, exceptions: [] };
    const closed = (await admin.post(endpoints.calendars.create.path, hours)).json().data;
    const billing: string = (await admin.post(departments.create.path, { name: 'Billing', calendarId: closed.id })).json().data.id;
    const chatId = String((await visitor.say('Hello')).chatId);
    const inHours = async () => (await factsOf(enterprise, chatId)).inOpenHours;
    expect(await inHours()).toBe(true);
    await ctx.transaction((tx) => updateDepartment(tx, enterpriseId, chatId, billing));
    expect(await inHours()).toBe(false);
    const path = endpoints.calendars.update.path.replace(':calendarId', closed.id);
    expect((await admin.put(path, { ...closed, days: allDay })).json().status).toBe(true);
    await ctx.transaction((tx) => sql`update chats set rating = 3 where chat_id = ${chatId}`.execute(tx));
    expect(await factsOf(enterprise, chatId)).toMatchObject({ rating: 3, inOpenHours: false });
    // Facts of before this was recorded get it by steps.
    await ctx.transaction(async (tx) => {
      await sql`update chat_facts set in_open_hours = null where enterprise_id = ${enterpriseId}`.execute(tx);
      await sql`insert into chat_fact_steps (enterprise_id, before, chat_id)
        values (${enterpriseId}, now() + interval '1 day', 'ffffffff-ffff-ffff-ffff-ffffffffffff')`.execute(tx);
    });
    await fillFacts(ctx);
    expect(await inHours()).toBe(true);
  });
});

describe('chats of before', () => {
  test('get the same facts by steps, as their rows and records say', async () => {
    const { enterprise, asha, ben, visitor, users } = await makeScene();
    const { enterpriseId, ctx } = enterprise;
    const chatId = String((await visitor.say('Hello')).chatId);
    await asha.ask('agentPickupChat', { chatId });
    await asha.ask('agentReply', { chatId, key: 'a', message: 'Good day' });
    await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Please' });
    await ben.ask('acceptTransfer', {});
    await app.as(users.ben).post(at(chats.close.path, chatId));
    const before = [await factsOf(enterprise, chatId), await spellsOf(enterprise, chatId)] as const;
    await ctx.transaction(async (tx) => {
      await sql`update chats set course = '{}' where enterprise_id = ${enterpriseId}`.execute(tx);
      await sql`delete from chat_facts where enterprise_id = ${enterpriseId}`.execute(tx);
      await sql`delete from chat_spells where enterprise_id = ${enterpriseId}`.execute(tx);
      await sql`insert into chat_fact_steps (enterprise_id, before, chat_id)
        values (${enterpriseId}, now() + interval '1 day', 'ffffffff-ffff-ffff-ffff-ffffffffffff')`.execute(tx);
    });
    expect([await fillFacts(ctx, 1), await fillFacts(ctx, 1)]).toEqual([true, false]);
    const after = [await factsOf(enterprise, chatId), await spellsOf(enterprise, chatId)] as const;
    expect(after[0]).toEqual(before[0]);
    expect(after[1].map(({ userId, ended, firstReplyMs }) => ({ userId, ended, firstReplyMs }))).toEqual([
      { userId: users.asha.userId, ended: 'unknown', firstReplyMs: before[1][0]?.firstReplyMs },
      { userId: users.ben.userId, ended: 'closed', firstReplyMs: null },
    ]);
    expect(await ctx.read((tx) => tx.selectFrom('chatFactSteps').selectAll().execute())).toEqual([]);
  });
});
