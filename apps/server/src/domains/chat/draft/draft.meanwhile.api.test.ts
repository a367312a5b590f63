import { AnsweredMeanwhile, type ChatDetail, chatActionTypes } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestEnterprise, TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { type AgentReply, storeReplies } from '../conversation/chat.reply.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { lockChats } from '../record/chat.repository.ts';
import { type Author, systemAuthor } from '../record/chat.rules.ts';

const app = await sharedApp();
const { makeScene, connect } = createScenes(app);

const chatOf = async (user: TestUser, chatId: string): Promise<ChatDetail> =>
  (await app.as(user).get(`/e/enterprise/chat/${chatId}?perPage=200`)).json().data;
const entriesOf = (answer: { data: unknown }) => AnsweredMeanwhile.parse(answer.data).entries;

/** Asha owns a chat in which Ben takes part; the highest number that both have seen. */
async function together() {
  const scene = await makeScene();
  const { asha, ben, users, visitor } = scene;
  const chatId = String((await visitor.say('Where is my parcel?')).chatId);
  await asha.ask('agentPickupChat', { chatId });
  await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
  await ben.ask('acceptInvite', { chatId });
  return { ...scene, chatId, seen: (await chatOf(users.asha, chatId)).lastNumber };
}

/** Writes an answer that is no agent's into a chat. */
const write = (enterprise: TestEnterprise, chatId: string, author: Author, message: string, detail: Record<string, unknown> = {}) =>
  app.contextOf(enterprise).transaction(async (tx) => {
    const ctx = app.contextOf(enterprise);
    const [chat] = await lockChats(tx, enterprise.enterpriseId, [chatId]);
    const recording = new ChatRecording(ctx, ctx.now());
    if (chat) recording.append(chat, { actionType: chatActionTypes.agentReply, author, message, detail });
    await recording.save(tx);
  });

test('a reply begun before a colleague answered is refused with that answer, and sent once by force', async () => {
  const { asha, ben, users, visitor, chatId, seen } = await together();
  expect(await ben.ask('agentReply', { chatId, key: 'b1', message: 'It left our store today.', seen })).toMatchObject({ status: true });
  const held = { chatId, key: 'a1', message: 'I am looking.', seen };
  const refused = await asha.ask('agentReply', held);
  expect([refused.status, refused.code]).toEqual([false, 'chat.answered_meanwhile']);
  expect(entriesOf(refused)).toEqual([
    {
      actionId: expect.any(String),
      number: seen + 1,
      authorKind: 'agent',
      name: 'Ben',
      message: 'It left our store today.',
      attachmentName: '',
      secondsAgo: expect.any(Number),
    },
  ]);
  expect((await chatOf(users.asha, chatId)).messages.filter(({ message }) => message === 'I am looking.')).toEqual([]);
  // The same key goes on: a repeat of what was forced is the same message, and is held by nothing.
  for (const force of [true, true, false]) expect(await asha.ask('agentReply', { ...held, force })).toMatchObject({ status: true });
  expect((await chatOf(users.asha, chatId)).messages.filter(({ message }) => message === 'I am looking.')).toHaveLength(1);
  await visitor.next('entry', ({ entry }) => entry.text === 'I am looking.');
});

test('the customer, the own answers and the phrases of the system hold no reply up', async () => {
  const { enterprise, asha, users, visitor, chatId, seen } = await together();
  await visitor.say('Hello?');
  await write(enterprise, chatId, systemAuthor, 'A colleague will be with you shortly.');
  expect(await asha.ask('agentReply', { chatId, key: 'a1', message: 'One', seen })).toMatchObject({ status: true });
  // Written on another device, without a look at this one.
  const phone = await connect(users.asha);
  expect(await phone.ask('agentReply', { chatId, key: 'a2', message: 'Two', seen })).toMatchObject({ status: true });
  expect(await asha.ask('agentReply', { chatId, key: 'a3', message: 'Three', seen })).toMatchObject({ status: true });
});

test('the answer of a bot, of a stream and of an own system holds a reply up; one that was seen does not', async () => {
  const { enterprise, asha, chatId, seen, users } = await together();
  await write(enterprise, chatId, { kind: 'bot', id: null, name: 'Parcel bot' }, 'From a bot');
  await write(enterprise, chatId, { kind: 'bot', id: users.ben.userId, name: 'Order stream' }, 'From a stream');
  await write(enterprise, chatId, { kind: 'system', id: null, name: 'Shop' }, 'From a system', { relay: 'x' });
  const held = await asha.ask('agentReply', { chatId, key: 'a1', message: 'Mine', seen });
  expect(entriesOf(held).map(({ authorKind, name, message }) => [authorKind, name, message])).toEqual([
    ['bot', 'Parcel bot', 'From a bot'],
    ['bot', '', 'From a stream'],
    ['system', 'Shop', 'From a system'],
  ]);
  expect(entriesOf(await asha.ask('agentReply', { chatId, key: 'a2', message: 'Mine', seen: seen + 2 }))).toHaveLength(1);
  expect(await asha.ask('agentReply', { chatId, key: 'a3', message: 'Mine', seen: seen + 3 })).toMatchObject({ status: true });
});

test('the second of two agents who answer in one batch is held; at most the five newest answers are named', async () => {
  const { enterprise, asha, ben, users, chatId, seen } = await together();
  const ctx = app.contextOf(enterprise);
  const reply = ({ userId, name }: TestUser, key: string): AgentReply => ({
    enterpriseId: enterprise.enterpriseId,
    agentId: userId,
    agentName: name,
    chatId,
    key,
    message: `From ${name}`,
    attachment: null,
    seen,
  });
  const outcomes = await ctx.transaction((tx) => storeReplies(ctx, tx, [reply(users.ben, 'b1'), reply(users.asha, 'a1')]));
  expect(outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : outcome.action.message))).toEqual([
    'From Ben',
    'chat.answered_meanwhile',
  ]);
  for (let round = 2; round < 8; round += 1) await ben.ask('agentReply', { chatId, key: `b${round}`, message: `Answer ${round}` });
  const refused = await asha.ask('agentReply', { chatId, key: 'a2', message: 'Mine', seen });
  expect(entriesOf(refused).map(({ message }) => message)).toEqual(['Answer 3', 'Answer 4', 'Answer 5', 'Answer 6', 'Answer 7']);
});

test('a reply to a chat of others is not found, whatever was answered in it; a chat that has ended says so', async () => {
  const { asha, ben, users, chatId, seen } = await together();
  const { asha: stranger } = await makeScene();
  await ben.ask('agentReply', { chatId, key: 'b1', message: 'Answered', seen });
  expect(await stranger.ask('agentReply', { chatId, key: 's1', message: 'Mine', seen: 0 })).toMatchObject({ code: 'chat.not_found' });
  await app.as(users.asha).post(`/e/enterprise/chat/${chatId}/close`);
  expect(await asha.ask('agentReply', { chatId, key: 'a1', message: 'Mine', seen })).toMatchObject({ code: 'chat.state_invalid' });
  for (const wrong of [-1, 1.5, 2 ** 40])
    expect(await asha.ask('agentReply', { chatId, key: 'a2', message: 'Mine', seen: wrong })).toMatchObject({ code: 'request.invalid' });
});
