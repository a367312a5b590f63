import { chatStates, endpoints } from '@parley/contract';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { DomainError } from '#platform/http/domain-error.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';
import type { Actor, Ctx } from '../../../context.ts';
import { acceptOffer, pickUpNew } from '../offer/chat.pickup.ts';

const app = await startApp();
const { as, makeUser, makeEnterprise, contextOf } = app;
const { connect, visit } = createScenes(app);
const { chats, users } = endpoints;

/**
 * PostgreSQL names the transaction that holds a row in its xmax, and the one that wrote it in xmin: a change that counts on a desk which the
 * transaction has not locked is refused, whatever makes it.
 */
const watchLocks = `
  create schema watch;
  create function watch.is_locked() returns trigger language plpgsql security definer set search_path = public as $$
  declare who uuid[];
  begin
    if tg_table_name = 'chats' then who := array[old.owner_id, new.owner_id]; else who := array[new.to_user_id]; end if;
    if exists (select from agent_desks d where d.enterprise_id = new.enterprise_id and d.user_id = any (who)
        and pg_current_xact_id()::xid::text not in (d.xmax::text, d.xmin::text)) then
      raise exception 'a desk was not locked before the change of %', tg_table_name;
    end if;
    return null;
  end $$;
  create trigger a_watch after update of owner_id, state on chats for each row
    when (old.owner_id is distinct from new.owner_id or (old.state in (1, 2)) <> (new.state in (1, 2))) execute function watch.is_locked();
  create trigger a_watch after insert or update of state on chat_offers for each row when (new.kind <> 'invite') execute function watch.is_locked();`;

beforeAll(async () => {
  const client = new pg.Client({ connectionString: app.deps.config.databaseUrl });
  await client.connect();
  await client.query(watchLocks);
  await client.end();
});

type Agent = { user: TestUser; socket: Awaited<ReturnType<typeof connect>> };

/** An enterprise with a supervisor and agents, all connected, and visitors who have written. */
async function scene(agents: number, visitors: number) {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise, name: 'Ada' });
  const channel = await makeWebChannel(enterprise);
  const join = async (user: TestUser): Promise<Agent> => ({ user, socket: await connect(user) });
  const people = await Promise.all(
    Array.from({ length: agents }, (_, place) => makeUser({ enterprise, roles: [3], name: `Agent ${place}` }).then(join)),
  );
  const guests = await Promise.all(Array.from({ length: visitors }, () => visit(channel.widgetKey)));
  const chatIds = await Promise.all(guests.map(async (guest) => (await guest.say('Hello')).chatId));
  return { enterprise, admin, boss: await join(admin), people, guests, chatIds };
}

const statusPath = chats.updateAgentStatus.path;
const setStatus = (user: TestUser, agentStatus: number) => as(user).put(statusPath, { agentStatus, reason: '' });

/** The loads of an enterprise's desks, and those that a count gives. */
async function loads(enterprise: { enterpriseId: string }) {
  const { rows } = await contextOf(enterprise).read((tx) =>
    sql<{ userId: string; load: number; counted: number }>`
      select d.user_id, d.load, 100 * (
          (select count(*) from chats c where c.enterprise_id = d.enterprise_id and c.owner_id = d.user_id and c.state in (1, 2))
          + (select count(*) from chat_offers o where o.enterprise_id = d.enterprise_id and o.to_user_id = d.user_id
            and o.state = 'waiting' and o.kind in ('transfer', 'assign')))::integer as counted
      from agent_desks d where d.enterprise_id = ${enterprise.enterpriseId} order by d.user_id`.execute(tx),
  );
  return { held: rows.map(({ userId, load }) => [userId, load]), counted: rows.map(({ userId, counted }) => [userId, counted]) };
}
const expectCounted = async (enterprise: { enterpriseId: string }) => {
  const { held, counted } = await loads(enterprise);
  expect(held).toEqual(counted);
};
const loadOf = async (user: TestUser) => (await loads(user)).held.find(([userId]) => userId === user.userId)?.[1];

/** Ends offers or waiting chats as their time does: the sweep finds them. */
async function letExpire(enterprise: { enterpriseId: string }, what: 'chats' | 'offers', chatId: string) {
  await contextOf(enterprise).transaction((tx) =>
    what === 'chats'
      ? tx
          .updateTable('chats')
          .set({ deadlineAt: new Date(0) })
          .where('chatId', '=', chatId)
          .where('handledBy', '=', 'queue')
          .where('state', '=', chatStates.created)
          .execute()
      : tx
          .updateTable('chatOffers')
          .set({ expiresAt: new Date(0) })
          .where('chatId', '=', chatId)
          .where('state', '=', 'waiting')
          .execute(),
  );
}

/** The context of a call of theirs. */
async function contextFor(user: TestUser): Promise<Ctx> {
  const actor = await app.deps.authenticate(user.token, '10.0.0.1');
  return { ...contextOf(user), actor: actor as Actor, requestId: '', address: '' };
}

const leave = (admin: TestUser, { userId }: TestUser, moveTo: Record<string, string> = {}) =>
  as(admin).delete(`${users.deactivate.path.replace(':userId', userId)}?moveTo=${encodeURIComponent(JSON.stringify(moveTo))}`);

const acts = [
  'agentPickupChat',
  'agentMissedChatPickup',
  'agentAssignChat',
  'agentTransferChat',
  'agentInviteChat',
  'acceptTransfer',
  'acceptAssign',
  'acceptInvite',
  'decline',
  'withdrawTransfer',
  'suspend',
  'wake',
  'resume',
  'close',
  'say',
  'reply',
  'expire',
  'miss',
  'offline',
] as const;
const often = (
  ['agentPickupChat', 'agentTransferChat', 'acceptTransfer', 'agentAssignChat', 'acceptAssign', 'suspend', 'say'] as const
).flatMap((act) => [act, act]);
/** @property by null: the one who can do it, the owner or the one who is asked */
type Act = { act: (typeof acts)[number]; by: number | null; to: number; chat: number };

type Scene = Awaited<ReturnType<typeof scene>>;

/** The owner of a chat, or the one who is offered it. */
async function findFitting({ enterprise, people }: Scene, act: Act['act'], chatId: string): Promise<Agent | undefined> {
  const isAsked = act === 'decline' || act.startsWith('accept');
  const { rows } = await contextOf(enterprise).read((tx) =>
    sql<{ userId: string }>`select coalesce(
      (select to_user_id from chat_offers where chat_id = ${chatId} and state = 'waiting' and ${isAsked} limit 1), owner_id) as user_id
      from chats where chat_id = ${chatId}`.execute(tx),
  );
  return people.find(({ user }) => user.userId === rows[0]?.userId);
}

/** Does one thing, whether or not it is possible now: what is refused changes nothing. @returns whether it was done */
async function perform(known: Scene, { act, by, to, chat }: Act): Promise<boolean> {
  const { enterprise, boss, people, guests, chatIds } = known;
  const fitting = by === null ? await findFitting(known, act, chatIds[chat % chatIds.length] as string) : undefined;
  const agent = fitting ?? (people[(by ?? to) % people.length] as Agent);
  const other = people[to % people.length] as Agent;
  const place = chat % chatIds.length;
  const chatId = chatIds[place] as string;
  const post = async (what: string) => (await as(agent.user).post(`/e/enterprise/chat/${chatId}/${what}`)).statusCode === 200;
  const ask = async (socket: Agent['socket'], type: string, data: object) =>
    (await (socket.ask as (type: string, data: object) => Promise<{ status: boolean }>)(type, data)).status;
  switch (act) {
    case 'agentAssignChat':
      return ask(boss.socket, act, { chatId, agentId: agent.user.userId });
    case 'agentTransferChat':
    case 'agentInviteChat':
      return ask(agent.socket, act, { chatId, agentId: other.user.userId, note: 'Yours' });
    case 'decline': {
      const isDeclined = await ask(agent.socket, 'declineOffer', { chatId, kind: 'transferred' });
      return isDeclined || ask(agent.socket, 'declineOffer', { chatId, kind: 'assigned' });
    }
    case 'say':
      chatIds[place] = (await (guests[place] as Scene['guests'][number]).say('And now?')).chatId;
      return true;
    case 'reply':
      return ask(agent.socket, 'agentReply', { chatId, key: crypto.randomUUID(), message: 'Here I am' });
    case 'suspend':
      return post(`suspend?wakeAt=${new Date(Date.now() + 3_600_000).toISOString()}`);
    case 'wake':
      await contextOf(enterprise).transaction((tx) =>
        sql`update chat_clocks set due_at = now() where enterprise_id = ${enterprise.enterpriseId} and chat_id = ${chatId}`.execute(tx),
      );
      return true;
    case 'resume':
    case 'close':
      return post(act);
    case 'expire':
      await letExpire(enterprise, 'offers', chatId);
      return true;
    case 'miss':
      await letExpire(enterprise, 'chats', chatId);
      return true;
    case 'offline':
      await setStatus(agent.user, 0);
      await setStatus(agent.user, 1);
      return true;
    default:
      return ask(agent.socket, act, { chatId });
  }
}

/** Nothing is under way any more: the sweep has found what is due. */
const settle = (enterprise: { enterpriseId: string }) =>
  expect
    .poll(async () => {
      const { rows } = await contextOf(enterprise).read((tx) =>
        sql<{
          due: number;
        }>`select (select count(*) from chat_clocks where enterprise_id = ${enterprise.enterpriseId} and due_at <= now())
            + (select count(*) from chats where enterprise_id = ${enterprise.enterpriseId} and deadline_at <= now())
            + (select count(*) from chat_offers where enterprise_id = ${enterprise.enterpriseId} and state = 'waiting' and expires_at <= now()) as due`.execute(
          tx,
        ),
      );
      return Number(rows[0]?.due);
    })
    .toBe(0);

test('the load of each desk is what a count over chats and offers gives, whatever agents, customers and the clock do', async () => {
  const errors = vi.spyOn(app.deps.log, 'error');
  const known = await scene(3, 3);
  const done = new Set<string>();
  const act = fc.record({
    // Chats are closed and missed less often than they are talked in, or little else would be possible.
    act: fc.constantFrom(...acts, ...often),
    by: fc.option(fc.nat({ max: 2 }), { freq: 1 }),
    to: fc.nat({ max: 2 }),
    chat: fc.nat({ max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 15, maxLength: 40 }), async (sequence) => {
      for (const one of sequence) if (await perform(known, one)) done.add(one.act);
      await expectCounted(known.enterprise);
    }),
    { numRuns: 10, seed: 1 },
  );
  const needed = ['agentPickupChat', 'agentTransferChat', 'acceptTransfer', 'agentAssignChat', 'acceptAssign', 'suspend', 'close'];
  expect([...done]).toEqual(expect.arrayContaining(needed));
  await settle(known.enterprise);
  await expectCounted(known.enterprise);
  expect(errors.mock.calls).toEqual([]);
});

test('a suspended chat counts nothing, and a transfer counts for the one who is asked from when it is made', async () => {
  const { enterprise, people, guests, chatIds } = await scene(2, 1);
  const [one, two] = people as [Agent, Agent];
  const [chatId] = chatIds as [string];
  const both = async () => [await loadOf(one.user), await loadOf(two.user)];
  await one.socket.ask('agentPickupChat', { chatId });
  expect(await both()).toEqual([100, 0]);
  await as(one.user).post(`/e/enterprise/chat/${chatId}/suspend`);
  expect(await both()).toEqual([0, 0]);
  await guests[0]?.say('Hello again');
  expect(await both()).toEqual([100, 0]);
  await one.socket.ask('agentInviteChat', { chatId, agentId: two.user.userId });
  expect(await both()).toEqual([100, 0]);
  await one.socket.ask('agentTransferChat', { chatId, agentId: two.user.userId, note: 'Yours' });
  expect(await both()).toEqual([100, 100]);
  await two.socket.ask('acceptTransfer', { chatId });
  expect(await both()).toEqual([0, 100]);
  await as(two.user).post(`/e/enterprise/chat/${chatId}/close`);
  expect(await both()).toEqual([0, 0]);
  await expectCounted(enterprise);
});

test('an assignment fills the desk of the one who is asked; picking the chat up takes its place, and ends it for others', async () => {
  const { admin, boss, people, chatIds } = await scene(2, 2);
  const [one, two] = people as [Agent, Agent];
  const [first, second] = chatIds as [string, string];
  await as(admin).put(users.updateRoles.path.replace(':userId', one.user.userId), { roles: [3], chat: { maxChats: 1 } });
  const assign = (chatId: string, { user }: Agent) => boss.socket.ask('agentAssignChat', { chatId, agentId: user.userId });
  await assign(first, one);
  const full = { status: false, code: 'chat.agent_full', data: { maxOpenChats: 1 } };
  expect(await one.socket.ask('agentPickupChat', { chatId: second })).toMatchObject(full);
  expect(await one.socket.ask('agentPickupChat', { chatId: first })).toMatchObject({ status: true });
  expect(await loadOf(one.user)).toBe(100);

  await assign(second, two);
  expect(await loadOf(two.user)).toBe(100);
  const three = await connect(admin);
  expect(await three.ask('agentPickupChat', { chatId: second })).toMatchObject({ status: true });
  expect(await two.socket.next('waitingEnded', ({ chatId, kind }) => chatId === second && kind === 'assigned')).toMatchObject({
    pickedBy: '',
  });
  expect(await two.socket.ask('acceptAssign', { chatId: second })).toMatchObject({ status: false, code: 'chat.none_waiting' });
  expect(await loadOf(two.user)).toBe(0);
});

test('pickups, acceptances, transfers, acts of supervisors, status changes and leavers at once lock in one order', async () => {
  const warned = vi.spyOn(app.deps.log, 'warn');
  const errors = vi.spyOn(app.deps.log, 'error');
  const known = await scene(4, 6);
  const { enterprise, admin, people, chatIds } = known;
  const every = people.flatMap((_, by) => chatIds.map((_chat, chat) => ({ by, chat, to: (by + chat + 1) % people.length })));
  const storm = (who: typeof every, ...names: Act['act'][]) =>
    Promise.all(who.flatMap((one) => names.map((act) => perform(known, { act, ...one }))));
  await storm(every, 'agentPickupChat', 'agentAssignChat', 'acceptAssign');
  await storm(every, 'agentTransferChat', 'acceptTransfer', 'suspend', 'say', 'offline', 'agentAssignChat');

  const [heir, , , leaver] = people as [Agent, Agent, Agent, Agent];
  const staying = every.filter(({ by }) => people[by] !== leaver);
  const ctx = await contextFor(leaver.user);
  const [left, taken] = await Promise.all([
    leave(admin, leaver.user, { chats: heir.user.userId }),
    // Calls that were under way when the session ended.
    Promise.allSettled(chatIds.flatMap((chatId) => [pickUpNew(ctx, chatId), acceptOffer(ctx, 'transfer', chatId)])),
    storm(staying, 'agentTransferChat', 'acceptTransfer', 'acceptAssign', 'agentPickupChat', 'say'),
  ]);
  expect(left.json()).toMatchObject({ status: true });
  expect(taken.flatMap((one) => (one.status === 'rejected' && !(one.reason instanceof DomainError) ? [one.reason] : []))).toEqual([]);
  await storm(staying, 'close', 'acceptTransfer', 'agentPickupChat', 'decline');
  await settle(enterprise);
  await expectCounted(enterprise);
  expect(await loadOf(leaver.user)).toBe(0);
  const ofLeaver = await contextOf(enterprise).read((tx) =>
    tx
      .selectFrom('chats')
      .select('chatId')
      .where('enterpriseId', '=', enterprise.enterpriseId)
      .where('ownerId', '=', leaver.user.userId)
      .where('state', 'in', [chatStates.started, chatStates.ongoing, chatStates.suspended])
      .execute(),
  );
  expect(ofLeaver).toEqual([]);
  const told = warned.mock.calls.map(([, text]) => text).filter((text) => String(text).includes('waited for each other'));
  expect(told).toEqual([]);
  expect(errors.mock.calls).toEqual([]);
});

test('a deactivation waits for a pickup that is under way, and finds the chat that it brought', async () => {
  const { enterprise, admin, people, chatIds } = await scene(1, 1);
  const [{ user }] = people as [Agent];
  const gate = Promise.withResolvers<void>();
  const ctx = await contextFor(user);
  const record: typeof ctx.events.record = async (...told) => {
    await gate.promise;
    await ctx.events.record(...told);
  };
  const picking = pickUpNew({ ...ctx, events: { record } }, chatIds[0]);
  const count = async (question: RawBuilder<{ count: number }>) =>
    Number((await contextOf(enterprise).transaction((tx) => question.execute(tx))).rows[0]?.count);
  const free = sql<{
    count: number;
  }>`select count(*) from (select from agent_desks where user_id = ${user.userId} for update skip locked) free`;
  await expect.poll(() => count(free)).toBe(0);
  const leaving = leave(admin, user);
  // PostgreSQL lists the id of the other transaction as a lock that is not granted.
  const waiting = sql<{ count: number }>`select count(*) from pg_locks where not granted and locktype = 'transactionid' and pid in
    (select pid from pg_locks l join pg_database d on d.oid = l.database where d.datname = current_database())`;
  await expect.poll(() => count(waiting)).toBeGreaterThan(0);
  gate.resolve();
  expect(await picking).toBe(chatIds[0]);
  expect((await leaving).json()).toMatchObject({ status: false, code: 'user.has_open_chats', data: { openChats: 1 } });
  await expectCounted(enterprise);
});
