import { endpoints, type HistoryPage } from '@parley/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { listSummaries } from '../record/chat.summary.repository.ts';

const app = await startApp();
const { makeScene } = createScenes(app);
const { chats, chatHistory, departments, roles } = endpoints;

const ask = async (user: TestUser, query: Record<string, string> = {}) =>
  app.as(user).get(`${chats.history.path}?${new URLSearchParams(query)}`);
const read = async (user: TestUser, query: Record<string, string> = {}): Promise<HistoryPage> => {
  const answer = await ask(user, query);
  expect([query, answer.statusCode]).toEqual([query, 200]);
  return answer.json().data;
};
const idsOf = ({ chats: rows }: HistoryPage) => rows.map(({ chatId }) => chatId);
const close = (user: TestUser, chatId: string) => app.as(user).post(`/e/enterprise/chat/${chatId}/close`);

type Scene = Awaited<ReturnType<typeof makeScene>>;

/** Ended chats, one a minute, the newest first in the list of their ids. */
async function makeEnded(
  { enterprise, channel }: Pick<Scene, 'enterprise' | 'channel'>,
  count: number,
  more: { deptId?: string; rating?: number } = {},
) {
  const { enterpriseId } = enterprise;
  return enterprise.ctx.transaction(async (tx) => {
    const customerId = newId();
    await sql`insert into customers (enterprise_id, customer_id, name, number)
      values (${enterpriseId}, ${customerId}, 'Meera Nair', '+919876512345')
      on conflict do nothing`.execute(tx);
    const { rows } = await sql<{
      chatId: string;
    }>`insert into chats (enterprise_id, chat_id, channel_id, customer_id, address, state, handled_by, visit,
        bot_state, dept_id, rating, created_at, last_activity_at, closed_at)
      select ${enterpriseId}, gen_random_uuid(), ${channel.id}, k.customer_id, gen_random_uuid()::text, 3, 'queue', '{}', '{}', ${more.deptId ?? null}::uuid,
        ${more.rating ?? null}::smallint, date_trunc('milliseconds', now()) - i * interval '1 minute', now(), date_trunc('milliseconds', now())
      from generate_series(1, ${count}::integer) i cross join (select customer_id from customers where enterprise_id = ${enterpriseId} and number = '+919876512345') k
      returning chat_id`.execute(tx);
    return rows.map(({ chatId }) => chatId);
  });
}

async function makeRole(enterprise: Scene['enterprise'], dataScope: string, maskedFields: string[] = []): Promise<TestUser> {
  const admin = await app.makeUser({ enterprise });
  const role = { name: `Role ${newId()}`, description: '', permissions: ['CHAT.VIEW_CHATHISTORY'], dataScope, maskedFields };
  const { code } = (await app.as(admin).put(roles.saveRole.path, role)).json().data;
  return app.makeUser({ enterprise, roles: [code] });
}

test('a page of own chats reads the rows of its chats alone, also while the tables have no statistics', async () => {
  const scene = await makeScene();
  const { enterprise, users } = scene;
  const { enterpriseId, ctx } = enterprise;
  const { userId } = users.asha;
  const chatIds = await makeEnded(scene, 3000);
  await ctx.transaction((tx) =>
    sql`insert into chat_participants (enterprise_id, chat_id, user_id, kind, joined_at)
      select ${enterpriseId}, g.chat_id, ${userId}, 'owner', now() from unnest(${chatIds}::uuid[]) as g(chat_id)`.execute(tx),
  );
  const { rows, read } = await ctx.read(async (tx) => {
    const countRead = async () =>
      Number(
        (
          await sql<{ read: string }>`select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read) as read from pg_stat_xact_user_tables
            where relname in ('chats', 'customers', 'chat_participants')`.execute(tx)
        ).rows[0]?.read,
      );
    const before = await countRead();
    const rows = await listSummaries(tx, enterpriseId, userId, chatIds.slice(0, 51));
    return { rows, read: (await countRead()) - before };
  });
  expect(rows.map(({ chatId }) => chatId).sort()).toEqual(chatIds.slice(0, 51).sort());
  expect(rows.every(({ participation, customerName }) => participation === 'owner' && customerName === 'Meera Nair')).toBe(true);
  expect(read).toBeLessThan(500);
});

describe('the scope of a reader', () => {
  test('agents those they took part in, users of a department its own and those of none, administrators all', async () => {
    const scene = await makeScene();
    const { users, asha, visitor, enterprise } = scene;
    const admin = await app.makeUser({ enterprise });
    const mine = String((await visitor.say('Mine')).chatId);
    await asha.ask('agentPickupChat', { chatId: mine });
    await close(users.asha, mine);
    const { id: deptId } = (await app.as(admin).post(departments.create.path, { name: 'Sales' })).json().data;
    const [ofSales] = await makeEnded(scene, 1, { deptId });
    const [ofNone] = await makeEnded(scene, 1);
    const own = await makeRole(enterprise, 'own');
    const manager = await makeRole(enterprise, 'department');
    const seller = await makeRole(enterprise, 'department');
    await app.as(admin).put(departments.addUsers.path.replace(':departmentId', deptId), { users: [seller.userId] });
    await enterprise.ctx.transaction((tx) =>
      tx
        .insertInto('chatParticipants')
        .values({
          enterpriseId: enterprise.enterpriseId,
          chatId: ofSales as string,
          userId: own.userId,
          kind: 'left',
          joinedAt: new Date(),
        })
        .execute(),
    );
    expect(idsOf(await read(own))).toEqual([ofSales]);
    expect(new Set(idsOf(await read(manager)))).toEqual(new Set([mine, ofNone]));
    expect(new Set(idsOf(await read(seller)))).toEqual(new Set([mine, ofNone, ofSales]));
    expect(new Set(idsOf(await read(admin)))).toEqual(new Set([mine, ofNone, ofSales]));
    expect(idsOf(await read(own, { agentId: users.asha.userId }))).toEqual([]);
    expect(idsOf(await read(users.asha))).toEqual([mine]);
    const none = await app.makeUser({ enterprise, roles: [] });
    expect((await ask(none)).json()).toMatchObject({ code: '1403' });
    expect(idsOf(await read(await app.makeUser()))).toEqual([]);
  });

  test('a filter by a number is refused to those who may not see numbers, also where no chat has it', async () => {
    const scene = await makeScene();
    await makeEnded(scene, 1);
    const blind = await makeRole(scene.enterprise, 'enterprise', ['phone']);
    const seeing = await app.makeUser({ enterprise: scene.enterprise });
    for (const phone of ['+919876512345', '+911111111111']) {
      const answer = await ask(blind, { phone });
      expect([answer.statusCode, answer.json().code, answer.json().data.errors]).toMatchObject([
        422,
        'filter.invalid',
        [{ code: 'filter.hidden' }],
      ]);
    }
    expect((await read(seeing, { phone: '+91 98765 12345' })).chats).toHaveLength(1);
    expect((await read(blind)).chats[0]?.customerNumber).not.toContain('98765');
  });
});

describe('pages', () => {
  test('follow each other without a gap, also where a rare filter is looked for in slices', async () => {
    const scene = await makeScene();
    const admin = await app.makeUser({ enterprise: scene.enterprise });
    const ids = await makeEnded(scene, 320);
    await scene.enterprise.ctx.transaction((tx) =>
      tx
        .updateTable('chats')
        .set({ rating: 4 })
        .where('chatId', 'in', [ids[3], ids[250], ids[319]] as string[])
        .execute(),
    );
    const walk = async (query: Record<string, string>) => {
      const all: string[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const page: HistoryPage = await read(admin, { ...query, ...(after ? { after } : {}) });
        all.push(...idsOf(page));
        expect(page.more).toBe(page.next !== null);
        after = page.next;
      }
      return all;
    };
    expect(await walk({ perPage: '100' })).toEqual(ids);
    expect(await walk({ rating: '4', perPage: '1' })).toEqual([ids[3], ids[250], ids[319]]);
    expect((await read(admin)).chats).toHaveLength(50);
  });

  test('days are of the enterprise’s zone; backwards and more than 366 are refused', async () => {
    const scene = await makeScene();
    const admin = await app.makeUser({ enterprise: scene.enterprise });
    const [chatId] = await makeEnded(scene, 1);
    await scene.enterprise.ctx.transaction(async (tx) => {
      await tx
        .updateTable('enterprises')
        .set({ timeZone: 'Asia/Kolkata' })
        .where('enterpriseId', '=', scene.enterprise.enterpriseId)
        .execute();
      await sql`update chats set created_at = '2026-03-01T19:00:00Z' where chat_id = ${chatId}`.execute(tx);
    });
    expect(idsOf(await read(admin, { fromDate: '2026-03-02', toDate: '2026-03-02' }))).toEqual([chatId]);
    expect(idsOf(await read(admin, { fromDate: '2026-03-01', toDate: '2026-03-01' }))).toEqual([]);
    const codeOf = async (query: Record<string, string>) => {
      const body = (await ask(admin, query)).json();
      return [body.code, body.data.issues[0].code];
    };
    expect(await codeOf({ fromDate: '2026-03-02', toDate: '2026-03-01' })).toEqual(['request.invalid', 'days.backwards']);
    expect(await codeOf({ fromDate: '2025-03-01', toDate: '2026-03-02' })).toEqual(['request.invalid', 'days.too_many']);
  });

  test('rows have their wait and their length, their department, and what was removed', async () => {
    const scene = await makeScene();
    const admin = await app.makeUser({ enterprise: scene.enterprise });
    const [chatId] = await makeEnded(scene, 1);
    await scene.enterprise.ctx.transaction((tx) =>
      sql`update chats set created_at = '2026-03-01T10:00:00Z', queued_at = '2026-03-01T10:01:00Z', picked_up_at = '2026-03-01T10:03:30Z',
        closed_at = '2026-03-01T10:10:00Z', texts_erased_at = now() where chat_id = ${chatId}`.execute(tx),
    );
    expect((await read(admin)).chats).toMatchObject([
      { chatId, waitSeconds: 150, durationSeconds: 600, departmentName: '', removed: 'texts' },
    ]);
  });
});

describe('words in messages', () => {
  test('a chat stands once, at its newest message with the words, and other filters narrow it', async () => {
    const scene = await makeScene();
    const { enterprise } = scene;
    const admin = await app.makeUser({ enterprise });
    const ids = await makeEnded(scene, 3);
    await enterprise.ctx.transaction(async (tx) => {
      for (const [chatId, number, minutes] of [
        [ids[0], 1, 1],
        [ids[1], 1, 2],
        [ids[0], 2, 3],
        [ids[2], 1, 60 * 24 * 40],
      ] as const)
        await sql`insert into chat_search (enterprise_id, chat_id, number, acted_on, words) values (${enterprise.enterpriseId}, ${chatId}, ${number},
          date_trunc('milliseconds', now()) - ${minutes} * interval '1 minute', array_to_tsvector(array['porcupine']))`.execute(tx);
      await tx
        .updateTable('chats')
        .set({ rating: 5 })
        .where('chatId', '=', ids[2] as string)
        .execute();
    });
    expect(idsOf(await read(admin, { text: 'porcu' }))).toEqual([ids[0], ids[1], ids[2]]);
    const first = await read(admin, { text: 'porcu', perPage: '1' });
    const second = await read(admin, { text: 'porcu', perPage: '1', after: first.next ?? '' });
    const third = await read(admin, { text: 'porcu', perPage: '1', after: second.next ?? '' });
    expect([idsOf(first), idsOf(second), idsOf(third), third.next]).toEqual([[ids[0]], [ids[1]], [ids[2]], null]);
    expect(idsOf(await read(admin, { text: 'porcupine', rating: '5' }))).toEqual([ids[2]]);
    expect(idsOf(await read(admin, { text: '?!' }))).toEqual([]);
    const own = await makeRole(enterprise, 'own');
    expect(idsOf(await read(own, { text: 'porcupine' }))).toEqual([]);
  });

  test('a number of a chat finds it at once, and a wrong check digit nothing', async () => {
    const scene = await makeScene();
    const { users, asha, visitor, enterprise } = scene;
    const admin = await app.makeUser({ enterprise });
    const chatId = String((await visitor.say('Hello')).chatId);
    await asha.ask('agentPickupChat', { chatId });
    await close(users.asha, chatId);
    const [{ chatNumber = '' } = {}] = (await read(admin)).chats;
    expect(idsOf(await read(admin, { number: `#${chatNumber}` }))).toEqual([chatId]);
    const wrong = `${chatNumber.slice(0, -1)}${(Number(chatNumber.at(-1)) + 1) % 10}`;
    expect(idsOf(await read(admin, { number: wrong }))).toEqual([]);
  });
});

test('the fate of a message is told to those who may read its chat, and to nobody else', async () => {
  const { users, asha, visitor } = await makeScene();
  const chatId = String((await visitor.say('Hello')).chatId);
  await asha.ask('agentPickupChat', { chatId });
  await asha.ask('agentReply', { chatId, key: 'k', message: 'Good day' });
  const { messages } = (await app.as(users.asha).get(chats.get.path.replace(':chatId', chatId))).json().data;
  const { number } = messages.find(({ message }: { message: string }) => message === 'Good day');
  const path = (no: number) => chatHistory.delivery.path.replace(':chatId', chatId).replace(':number', String(no));
  expect((await app.as(users.asha).get(path(number))).json().data).toMatchObject({ status: 'SENT' });
  expect((await app.as(users.asha).get(path(1))).json()).toMatchObject({ code: 'message.not_found' });
  for (const user of [users.ben, await app.makeUser()])
    expect((await app.as(user).get(path(number))).json()).toMatchObject({ code: 'chat.not_found' });
});

test('looking at a chat changes neither what is unread nor who types', async () => {
  const { users, asha, visitor, enterprise } = await makeScene();
  const chatId = String((await visitor.say('Hello')).chatId);
  await asha.ask('agentPickupChat', { chatId });
  await visitor.say('Are you there?');
  const admin = await app.makeUser({ enterprise });
  const state = () =>
    enterprise.ctx.read((tx) =>
      sql`select c.agent_read_number, c.customer_read_number, c.last_activity_at, p.read_number, p.read_count from chats c
        join chat_participants p on p.enterprise_id = c.enterprise_id and p.chat_id = c.chat_id where c.chat_id = ${chatId}`.execute(tx),
    );
  const before = (await state()).rows;
  const frames = visitor.talker.received.length;
  await app.as(admin).get(chats.get.path.replace(':chatId', chatId));
  await app.as(admin).get(chatHistory.text.path.replace(':chatId', chatId));
  expect((await state()).rows).toEqual(before);
  expect(visitor.talker.received.slice(frames).filter(({ type }: { type: string }) => type === 'typing' || type === 'receipts')).toEqual(
    [],
  );
  expect((await app.as(users.asha).get(chats.summary.path)).json().data[0].newMsgCount).toBe(before.length + 1);
});
