import { type ChatDraft, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { draftsHeld } from '../chat/chat.personal.ts';
import { retainedChats } from '../chat/chat.retention.ts';

const app = await sharedApp();
const { makeScene, connect } = createScenes(app);
const { chatDrafts: calls } = endpoints;

const get = async (user: TestUser, chatId: string) => (await app.as(user).get(calls.get.path.replace(':chatId', chatId))).json();
const read = async (user: TestUser, chatId: string): Promise<ChatDraft> => (await get(user, chatId)).data;

/** Asha owns a chat, and has the console open twice. */
async function drafting() {
  const scene = await makeScene();
  const chatId = String((await scene.visitor.say('Hello')).chatId);
  await scene.asha.ask('agentPickupChat', { chatId });
  return { ...scene, chatId, phone: await connect(scene.users.asha) };
}

test('a draft is saved by revision, told to the user’s other screens alone, and read by another device', async () => {
  const { users, asha, ben, phone, chatId } = await drafting();
  expect(await read(users.asha, chatId)).toEqual({ text: '', seen: null, revision: 0, mail: null });
  const saved = await asha.ask('saveDraft', { chatId, text: 'Half a', seen: 4, revision: 0, tab: 'desk' });
  expect(saved).toMatchObject({ status: true, data: { revision: 1 } });
  const told = await phone.next('draftChanged', ({ revision }) => revision === 1);
  expect(told).toEqual({ chatId, text: 'Half a', seen: 4, revision: 1, tab: 'desk', mail: null });
  expect(await asha.ask('saveDraft', { chatId, text: 'Half a sentence', seen: 4, revision: 1 })).toMatchObject({ data: { revision: 2 } });
  expect(await read(users.asha, chatId)).toEqual({ text: 'Half a sentence', seen: 4, revision: 2, mail: null });
  // A draft is its writer's: a colleague who comes in begins with an empty field, and hears nothing of it.
  await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
  await ben.ask('acceptInvite', { chatId });
  expect(await read(users.ben, chatId)).toEqual({ text: '', seen: null, revision: 0, mail: null });
  expect(ben.talker.received.filter(({ type }) => type === 'draftChanged')).toEqual([]);
});

test('a save over a revision that somebody else has written is refused with that draft; the same words are no conflict', async () => {
  const { users, asha, phone, chatId } = await drafting();
  await asha.ask('saveDraft', { chatId, text: 'From the desk', seen: 4, revision: 0 });
  const late = { chatId, text: 'From the phone', seen: 3, revision: 0 };
  const refused = await phone.ask('saveDraft', late);
  expect(refused).toMatchObject({ status: false, code: 'chat.draft_changed', data: { text: 'From the desk', seen: 4, revision: 1 } });
  expect(await phone.ask('saveDraft', { ...late, text: 'From the desk' })).toMatchObject({ status: true, data: { revision: 1 } });
  expect(await phone.ask('saveDraft', { ...late, revision: 1 })).toMatchObject({ status: true, data: { revision: 2 } });
  expect((await read(users.asha, chatId)).text).toBe('From the phone');
  // One wins of two at once over one revision.
  const both = await Promise.all([
    asha.ask('saveDraft', { ...late, text: 'One', revision: 2 }),
    phone.ask('saveDraft', { ...late, text: 'Two', revision: 2 }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([false, true]);
});

test('a reply ends the draft that it was, and no newer one', async () => {
  const { users, asha, phone, chatId } = await drafting();
  await asha.ask('saveDraft', { chatId, text: 'On its way', seen: 4, revision: 0 });
  await asha.ask('agentReply', { chatId, key: 'k1', message: 'On its way', draft: 1 });
  expect(await phone.next('draftChanged', ({ revision }) => revision === 2)).toMatchObject({ text: '', seen: null });
  expect(await read(users.asha, chatId)).toEqual({ text: '', seen: null, revision: 2, mail: null });
  await asha.ask('saveDraft', { chatId, text: 'The next one', seen: 5, revision: 2 });
  await asha.ask('agentReply', { chatId, key: 'k2', message: 'Waited through a cut', draft: 2 });
  expect((await read(users.asha, chatId)).text).toBe('The next one');
});

test('a chat of others and one of another enterprise have no draft; one that has ended takes none; a text has its limit', async () => {
  const { users, asha, chatId } = await drafting();
  const { asha: foreign, users: foreigners } = await makeScene();
  const save = { text: 'x', seen: null, revision: 0, mail: null };
  expect((await app.stranger().get(calls.get.path.replace(':chatId', chatId))).statusCode).toBe(401);
  expect((await get(foreigners.asha, chatId)).code).toBe('chat.not_found');
  expect((await get(users.ben, chatId)).code).toBe('chat.not_found');
  expect(await foreign.ask('saveDraft', { ...save, chatId })).toMatchObject({ code: 'chat.not_found' });
  expect(await asha.ask('saveDraft', { ...save, chatId: newId() })).toMatchObject({ code: 'chat.not_found' });
  expect(await asha.ask('saveDraft', { ...save, chatId, text: 'x'.repeat(4097) })).toMatchObject({ code: 'request.invalid' });
  await app.as(users.asha).post(`/e/enterprise/chat/${chatId}/close`);
  expect(await asha.ask('saveDraft', { ...save, chatId })).toMatchObject({ code: 'chat.state_invalid' });
});

test('a draft goes with its chat: by the customer’s erasure, and by the days that chats are kept', async () => {
  const { enterprise, users, asha, chatId } = await drafting();
  const ctx = app.contextOf(enterprise);
  const person = { enterpriseId: enterprise.enterpriseId, chatIds: [chatId], customerIds: [], addresses: [] } as never;
  const held = () => ctx.read((tx) => draftsHeld.read(tx, person, ''));
  await asha.ask('saveDraft', { chatId, text: 'About Meera', seen: 4, revision: 0 });
  expect(JSON.stringify(await held())).toContain('About Meera');
  await ctx.transaction((tx) => draftsHeld.erase(ctx as never, tx, person, { limit: 10, cursor: '' }));
  expect(await read(users.asha, chatId)).toEqual({ text: '', seen: null, revision: 0, mail: null });
  await asha.ask('saveDraft', { chatId, text: 'About Meera', seen: 4, revision: 0 });
  await app.as(users.asha).post(`/e/enterprise/chat/${chatId}/close`);
  await ctx.transaction((tx) => retainedChats.erase(ctx as never, tx, new Date(Date.now() + 60_000), undefined as never));
  const { rows } = await ctx.read((tx) => sql`select from chat_drafts where chat_id = ${chatId}`.execute(tx));
  expect(rows).toEqual([]);
});
