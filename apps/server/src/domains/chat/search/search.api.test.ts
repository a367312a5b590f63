import { type ChatSearchPage, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { retainedChats } from '../chat/chat.retention.ts';
import { eraseEntries } from '../record/entry.erase.ts';
import { rewordSearch } from './search.reword.ts';
import { catchUp } from './search.worker.ts';

const app = await sharedApp();
const { makeScene, visit } = createScenes(app);

const search = async (user: TestUser, q: string, before = ''): Promise<ChatSearchPage> =>
  (await app.as(user).get(`${endpoints.inbox.search.path}?q=${encodeURIComponent(q)}${before && `&before=${before}`}`)).json().data;
const chatsOf = ({ hits }: ChatSearchPage) => hits.map(({ chatId }) => chatId);
const write = () => catchUp(app.deps, 10_000);
const indexed = async (user: TestUser) => {
  const { rows } = await app.contextOf(user).read((tx) => sql<{ words: string }>`select words::text from chat_search`.execute(tx));
  return rows.map(({ words }) => words);
};

describe('the search over messages', () => {
  test('finds messages by all words, folded, the last one by its beginning, newest first with the passage', async () => {
    const { users, asha, visitor } = await makeScene();
    const { chatId } = await visitor.say('Where is the refund of my Café order 4711?');
    await visitor.say('The refund is late');
    await write();
    const page = await search(users.asha, 'REFUND cafe ord');
    expect(page.hits).toMatchObject([{ chatId, number: 2, text: 'Where is the refund of my Café order 4711?', authorKind: 'customer' }]);
    expect(page.hits[0]?.marks.map(([from, to]) => page.hits[0]?.text.slice(from, to))).toEqual(['refund', 'Café', 'order']);
    expect((await search(users.asha, 'refund')).hits.map(({ text }) => text)).toEqual([
      'The refund is late',
      'Where is the refund of my Café order 4711?',
    ]);
    expect((await search(users.asha, 'refund nowhere')).hits).toEqual([]);
    expect(await search(users.asha, ' ?! ')).toEqual({ chats: [], hits: [], next: null, lookedTo: null });
    await asha.ask('agentPickupChat', { chatId });
    await asha.ask('agentReply', { chatId, key: 'k', message: 'Your money is on its way' });
    await write();
    expect((await search(users.asha, 'money')).hits).toMatchObject([{ authorKind: 'agent', authorName: 'Asha' }]);
  });

  test('a chat is found by the number that people say, by those who may read it alone', async () => {
    const { users, asha, visitor, enterprise } = await makeScene();
    const { chatId } = await visitor.say('Hello');
    await asha.ask('agentPickupChat', { chatId });
    const admin = await app.makeUser({ enterprise });
    const { chatNumber } = (await app.as(users.asha).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data;
    const found = async (user: TestUser, q: string) => (await search(user, q)).chats.map((chat) => chat.chatId);
    expect(await found(users.asha, `#${chatNumber}`)).toEqual([chatId]);
    expect(await found(admin, chatNumber.replace('-', ''))).toEqual([chatId]);
    expect(await found(users.ben, chatNumber)).toEqual([]);
    // The same number of another enterprise is another chat.
    expect(await found(await app.makeUser(), chatNumber)).toEqual([]);
    const wrong = `${chatNumber.slice(0, -1)}${(Number(chatNumber.at(-1)) + 1) % 10}`;
    expect(await found(users.asha, wrong)).toEqual([]);
  });

  test('the worker writes the words behind a message by itself, and each once', async () => {
    const { users, visitor } = await makeScene();
    const { chatId } = await visitor.say('Porcupine');
    await expect.poll(async () => chatsOf(await search(users.asha, 'porcupine'))).toEqual([chatId]);
    await write();
    expect((await indexed(users.asha)).filter((words) => words.includes('porcupine'))).toHaveLength(1);
  });

  test('chats of colleagues, of other departments and of other enterprises are not found', async () => {
    const { users, asha, enterprise, channel, visitor } = await makeScene();
    const { chatId } = await visitor.say('A secret porcupine');
    await asha.ask('agentPickupChat', { chatId });
    await write();
    const admin = await app.makeUser({ enterprise });
    expect(chatsOf(await search(users.asha, 'porcupine'))).toEqual([chatId]);
    expect(chatsOf(await search(users.ben, 'porcupine'))).toEqual([]);
    expect(chatsOf(await search(admin, 'porcupine'))).toEqual([chatId]);
    expect(chatsOf(await search(await app.makeUser(), 'porcupine'))).toEqual([]);
    const role = {
      name: 'Reader',
      description: '',
      permissions: ['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY'],
      dataScope: 'department',
      maskedFields: [],
    };
    const { code } = (await app.as(admin).put(endpoints.roles.saveRole.path, role)).json().data;
    const reader = await app.makeUser({ enterprise, roles: [code] });
    expect(chatsOf(await search(reader, 'porcupine'))).toEqual([chatId]);
    const { id } = (await app.as(admin).post(endpoints.departments.create.path, { name: 'Sales' })).json().data;
    await enterprise.ctx.transaction((tx) => tx.updateTable('chats').set({ deptId: id }).where('chatId', '=', String(chatId)).execute());
    expect(chatsOf(await search(reader, 'porcupine'))).toEqual([]);
    await app.as(admin).put(endpoints.departments.addUsers.path.replace(':departmentId', id), { users: [reader.userId] });
    expect(chatsOf(await search(reader, 'porcupine'))).toEqual([chatId]);
    // One that waits for the agent is found as well.
    const waiting = await (await visit(channel.widgetKey)).say('Another porcupine');
    await write();
    expect(chatsOf(await search(users.ben, 'porcupine'))).toEqual([waiting.chatId]);
  });

  test('pages follow each other without a gap over months, and the customer’s name finds the latest chat on the first', async () => {
    const { users, asha, enterprise, visitor } = await makeScene();
    const chatId = String((await visitor.say('Begin')).chatId);
    await asha.ask('agentPickupChat', { chatId });
    await enterprise.ctx.transaction(async (tx) => {
      await sql`insert into chat_actions (enterprise_id, chat_id, number, acted_on, action_id, action_type, author_kind, author_name, message)
        select ${enterprise.enterpriseId}, ${chatId}, 1000 + i, date_trunc('milliseconds', now()) - i * interval '1 day', gen_random_uuid(), 1,
          'customer', 'V', 'Hedgehog ' || i from generate_series(1, 45) i`.execute(tx);
      await sql`insert into chat_search (enterprise_id, chat_id, number, acted_on, words)
        select enterprise_id, chat_id, number, acted_on, array_to_tsvector(array['hedgehog']) from chat_actions where number > 1000`.execute(
        tx,
      );
      await tx.updateTable('customers').set({ name: 'Hedgehog Holm', searchText: ' hedgehog holm' }).execute();
    });
    const first = await search(users.asha, 'hedgehog');
    expect(first.chats.map((chat) => chat.chatId)).toEqual([chatId]);
    const numbers = first.hits.map(({ number }) => number);
    let { next } = first;
    while (next) {
      const page: ChatSearchPage = await search(users.asha, 'hedgehog', next);
      expect(page.chats).toEqual([]);
      numbers.push(...page.hits.map(({ number }) => number));
      next = page.next;
    }
    expect(numbers).toEqual(Array.from({ length: 45 }, (_, index) => 1001 + index));
  });
});

describe('words that have to go', () => {
  test('leave the search in the step that erases an entry, and a late look does not bring them back', async () => {
    const { users, enterprise, visitor } = await makeScene();
    const { chatId, entry } = await visitor.say('Forget the porcupine');
    await write();
    expect(await indexed(users.asha)).not.toEqual([]);
    const place = { chatId: String(chatId), number: entry.number, actedOn: new Date(entry.at), fileId: null };
    await enterprise.ctx.transaction((tx) => eraseEntries(tx, enterprise.enterpriseId, [place], { isForgotten: true }));
    expect(await indexed(users.asha)).toEqual([]);
    await catchUp(app.deps, 600_000);
    expect((await search(users.asha, 'porcupine')).hits).toEqual([]);
  });

  test('leave it with the texts whose time of keeping is over', async () => {
    const { users, asha, enterprise, visitor } = await makeScene();
    const chatId = String((await visitor.say('An old porcupine')).chatId);
    await asha.ask('agentPickupChat', { chatId });
    await app.as(users.asha).post(`/e/enterprise/chat/${chatId}/close`);
    await write();
    expect(chatsOf(await search(users.asha, 'porcupine'))).toEqual([chatId]);
    await enterprise.ctx.transaction((tx) =>
      retainedChats.erase(enterprise.ctx, tx, new Date(Date.now() + 60_000), { limit: 100, mark: null } as never),
    );
    expect(await indexed(users.asha)).toEqual([]);
    expect(chatsOf(await search(users.asha, 'porcupine'))).toEqual([]);
  });

  test('changed words are found at once, and the former ones no more', async () => {
    const { users, enterprise, visitor } = await makeScene();
    const { chatId, entry } = await visitor.say('A porcupine');
    await write();
    const place = { chatId: String(chatId), number: entry.number, actedOn: new Date(entry.at) };
    await enterprise.ctx.transaction((tx) => rewordSearch(tx, enterprise.enterpriseId, place, 'A hedgehog'));
    expect([chatsOf(await search(users.asha, 'porcupine')), chatsOf(await search(users.asha, 'hedgehog'))]).toEqual([[], [chatId]]);
  });
});
