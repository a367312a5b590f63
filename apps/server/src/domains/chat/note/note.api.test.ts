import { type ChatDetail, type ChatMention, endpoints, noteLimit } from '@parley/contract';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { retainedChats } from '../chat/chat.retention.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeScene, connect } = createScenes(app);
const { chats, chatSides: calls, notifications } = endpoints;

const at = (path: string, chatId: string) => path.replace(':chatId', chatId);
const read = async (by: TestUser, chatId: string, query = ''): Promise<ChatDetail> =>
  (await as(by).get(`${at(chats.get.path, chatId)}?${query}`)).json().data;
const mentions = async (by: TestUser, query = ''): Promise<{ mentions: ChatMention[]; total: number; more: boolean }> =>
  (await as(by).get(`${calls.mentions.path}?${query}`)).json().data;

/** Asha's chat with a visitor; Ben looked at it while it waited, and takes no part; Ada may see all chats. */
async function chatting() {
  const scene = await makeScene();
  const ada = await makeUser({ enterprise: scene.enterprise, name: 'Ada' });
  const { chatId } = await scene.visitor.say('Hello');
  await scene.ben.ask('viewing', { chatId });
  await scene.asha.ask('agentPickupChat', { chatId });
  const note = (text: string, mentions: string[] = [], key: string = newId()) =>
    scene.asha.ask('chatNote', { chatId: String(chatId), key, text, mentions });
  return { ...scene, ada, chatId: String(chatId), note };
}

test('a note stands in the second record, is told to those who see the chat, and is written once under its key', async () => {
  const { asha, ada, ben, users, chatId, note } = await chatting();
  const watching = await connect(ada);
  await watching.ask('viewing', { chatId });
  const key = newId();
  const [first, again] = [await note('Angry about the *parcel*', [], key), await note('Something else', [], key)];
  expect(first).toMatchObject({
    status: true,
    data: { side: { number: 1, kind: 'note', text: 'Angry about the *parcel*', authorName: 'Asha' } },
  });
  expect(again.data).toEqual(first.data);
  for (const socket of [asha, watching]) expect((await socket.next('chatSide')).side).toEqual(first.data.side);
  const { sides, lastSide, lastMessage, lastNumber } = await read(users.asha, chatId);
  expect([sides, lastSide]).toEqual([[first.data.side], 1]);
  // The chat itself knows nothing of it.
  expect([lastMessage, lastNumber]).toEqual(['Hello', (await read(ada, chatId)).messages.at(-1)?.number]);
  expect((await ben.ask('chatNote', { chatId, key: newId(), text: 'I see' })).code).toBe('chat.not_found');
  expect((await ben.ask('chatNote', { chatId: newId(), key: newId(), text: 'I see' })).code).toBe('chat.not_found');
  expect(ben.talker.received.filter(({ type }) => type === 'chatSide')).toEqual([]);
});

test('a note that is too long is refused with the number, and an empty one', async () => {
  const { note, users, chatId } = await chatting();
  const refused = await note('x'.repeat(noteLimit + 1));
  expect([refused.code, JSON.stringify(refused.data)]).toEqual(['request.invalid', expect.stringContaining('20000')]);
  expect((await note(' \n ')).code).toBe('chat.empty_message');
  expect((await note('क'.repeat(noteLimit))).status).toBe(true);
  expect((await read(users.asha, chatId)).lastSide).toBe(1);
});

test('a note may follow the end of a chat, until its texts are removed', async () => {
  const { users, chatId, note, enterprise } = await chatting();
  await as(users.asha).post(at(chats.close.path, chatId));
  expect((await note('It came back')).status).toBe(true);
  expect((await read(users.asha, chatId)).sides.map(({ text }) => text)).toEqual(['It came back']);
  // Once its texts are gone by the rule of retention, nothing would take away a later one.
  await enterprise.ctx.transaction((tx) => retainedChats.erase(enterprise.ctx, tx, new Date(Date.now() + 1000), { limit: 50, mark: '' }));
  expect((await read(users.asha, chatId)).sides).toMatchObject([{ text: 'Removed by retention rule', mentions: [], act: null }]);
  expect((await note('And again')).code).toBe('chat.state_invalid');
});

test('gaps are filled by the number, and pages above by the time of their entries', async () => {
  const { users, asha, chatId, note } = await chatting();
  await note('Before all');
  for (let index = 0; index < 3; index += 1) {
    await asha.ask('agentReply', { chatId, key: newId(), message: `Reply ${index}` });
    await note(`Note ${index}`);
  }
  const texts = ({ sides }: ChatDetail) => sides.map(({ text }) => text);
  expect(texts(await read(users.asha, chatId))).toEqual(['Before all', 'Note 0', 'Note 1', 'Note 2']);
  expect(texts(await read(users.asha, chatId, 'after=1&sidesAfter=2'))).toEqual(['Note 1', 'Note 2']);
  expect(texts(await read(users.asha, chatId, 'after=1'))).toEqual([]);
  const newest = await read(users.asha, chatId, 'perPage=1');
  expect([texts(newest), newest.hasOlder]).toEqual([['Note 2'], true]);
  const above = await read(users.asha, chatId, `perPage=50&before=${newest.messages[0]?.number}&sidesBefore=${newest.sides[0]?.number}`);
  expect([texts(above), above.hasOlder]).toEqual([['Before all', 'Note 0', 'Note 1'], false]);
});

test('a mention is of somebody who may see the chat; they hear of it live and by the bell, until they have read it', async () => {
  const { asha, ada, users, chatId, note, enterprise } = await chatting();
  const bell = await connect(ada);
  const stranger = await makeUser();
  const offered = (await as(users.asha).get(`${at(calls.mentionable.path, chatId)}?name=`)).json().data;
  expect(offered).toEqual([{ uId: ada.userId, name: 'Ada' }]);
  expect(await note('Ask Ben', [ada.userId, users.ben.userId])).toMatchObject({
    code: 'chat.mention_unseen',
    message: 'Ben may not see this chat, and so cannot be mentioned in it.',
    data: { names: 'Ben' },
  });
  expect((await note('Ask them', [stranger.userId])).code).toBe('user.not_found');
  expect(await mentions(ada)).toEqual({ mentions: [], total: 0, more: false });

  expect((await note('Ask Ada about refunds', [ada.userId, users.asha.userId])).status).toBe(true);
  expect((await bell.next('mentionsChanged')).chatId).toBe(chatId);
  const { notification } = { notification: await bell.next('notification') };
  expect(notification).toMatchObject({
    kind: 'chat_mention',
    title: 'Asha mentioned you',
    link: `/chat/conversation?chatId=${chatId}`,
  });
  expect(JSON.stringify(notification)).not.toContain('refunds');
  await note('And once more', [ada.userId]);
  const first = await mentions(ada, 'perPage=1');
  expect(first).toMatchObject({ total: 2, more: true, mentions: [{ chatId, by: 'Asha', text: 'And once more', sideNumber: 2 }] });
  const second = await mentions(ada, `perPage=1&before=${first.mentions[0]?.id}`);
  expect(second).toMatchObject({ more: false, mentions: [{ text: 'Ask Ada about refunds' }] });
  // Nobody mentions themselves.
  expect((await mentions(users.asha)).total).toBe(0);

  expect((await as(ada).put(at(calls.readMentions.path, chatId), { upTo: 1 })).json().data).toEqual({ read: 1 });
  expect((await mentions(ada)).total).toBe(1);
  expect((await as(stranger).put(at(calls.readMentions.path, chatId), { upTo: 9 })).json().code).toBe('chat.not_found');
  expect((await as(users.ben).get(at(calls.mentionable.path, chatId))).json().code).toBe('chat.not_found');
  expect((await as(ada).get(notifications.list.path)).json().data.notifications.map(({ kind }: { kind: string }) => kind)).toContain(
    'chat_mention',
  );
  asha.close();
  expect(enterprise.enterpriseId).toBe(ada.enterpriseId);
});

test('a mention in a chat that its reader sees no more is shown to nobody', async () => {
  const { users, ben, asha, visitor } = await makeScene();
  const { chatId } = await visitor.say('Hello');
  // While it waits, everybody who handles chats sees it.
  const sent = await asha.ask('chatNote', { chatId: String(chatId), key: newId(), text: 'Ben, please', mentions: [users.ben.userId] });
  expect(sent.status).toBe(true);
  expect((await mentions(users.ben)).total).toBe(1);
  await asha.ask('agentPickupChat', { chatId });
  expect(await mentions(users.ben)).toEqual({ mentions: [], total: 0, more: false });
  ben.close();
});
