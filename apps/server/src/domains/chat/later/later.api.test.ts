import { type ChatDetail, chatStates, endpoints, type LaterMessage } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { pngUpload, upload } from '../../../../test/upload.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { freeBill } from '../../../bill.ts';
import { holdFile, lockFiles, removeFiles } from '../../file/door.ts';
import { laterHeld } from '../chat/chat.personal.ts';
import { retainedChats, retainedMedia } from '../chat/chat.retention.ts';
import { sendDueMessages } from './later.worker.ts';

const vendors = await startVendors();
const app = await startApp({
  config: { simulator: vendors.address },
  // Messages to the simulator cost nothing; for others nobody has money.
  bill: { ...freeBill, draw: () => ({ covered: 0, isShort: false, left: 0 }) },
});
const { as, makeUser } = app;
const { makeScene, connect, visit } = createScenes(app);
const { makeWhatsApp } = createVendorScenes(app, vendors);
const moveChannels = (of: TestUser, environment: 'sandbox' | 'production') =>
  app.contextOf(of).transaction((tx) => tx.updateTable('channels').set({ environment }).execute());
const { chatLater: calls, chats, notifications } = endpoints;

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const at = (path: string, chatId: string, laterId = '') => path.replace(':chatId', chatId).replace(':laterId', laterId);
const plan = async (by: TestUser, chatId: string, text: string, more: object = {}) =>
  (await as(by).post(at(calls.plan.path, chatId), { text, dueAt: inHours(1), zone: 'Asia/Kolkata', requestKey: newId(), ...more })).json();
const list = async (by: TestUser, chatId: string): Promise<LaterMessage[]> =>
  (await as(by).get(at(calls.list.path, chatId))).json().data.messages;
const outcomes = async (by: TestUser, chatId: string) => (await list(by, chatId)).map(({ text, state, reason }) => [text, state, reason]);
const change = async (by: TestUser, chatId: string, { id, version }: LaterMessage, body: object) =>
  (await as(by).put(at(calls.update.path, chatId, id), { version, text: 'Changed', dueAt: inHours(2), zone: 'UTC', ...body })).json();
const sendNow = async (by: TestUser, chatId: string, { id, version }: LaterMessage, more: object = {}) =>
  (await as(by).post(at(calls.send.path, chatId, id), { version, seen: 1000, ...more })).json();
const cancel = async (by: TestUser, chatId: string, { id }: LaterMessage) =>
  (await as(by).delete(at(calls.cancel.path, chatId, id))).json();
const chatOf = async (by: TestUser, chatId: string): Promise<ChatDetail> =>
  (await as(by).get(`${at(chats.get.path, chatId)}?perPage=200`)).json().data;
const said = async (by: TestUser, chatId: string) => (await chatOf(by, chatId)).messages.map(({ message }) => message).filter(Boolean);
const noticesOf = async (by: TestUser): Promise<[string, string][]> =>
  (await as(by).get(notifications.list.path))
    .json()
    .data.notifications.map(({ kind, code }: { kind: string; code: string }) => [kind, code]);

/** The time of everything planned in an enterprise comes now, as it does for everybody else. */
const runOut = ({ enterpriseId }: { enterpriseId: string }) =>
  app
    .contextOf({ enterpriseId } as TestUser)
    .transaction((tx) =>
      sql`update scheduled_messages set due_at = now() - interval '1 second', try_at = now() - interval '1 second'`.execute(tx),
    );

async function chatting() {
  const scene = await makeScene();
  const chatId = String((await scene.visitor.say('Where is my parcel?')).chatId);
  await scene.asha.ask('agentPickupChat', { chatId });
  return { ...scene, agent: scene.users.asha, chatId };
}

test('a planned message is listed, changed with its version, and taken back; its agents hear of it', async () => {
  const { agent, chatId, asha } = await chatting();
  const requestKey = newId();
  const planned = await plan(agent, chatId, ' Good morning ', { requestKey });
  expect(planned).toMatchObject({
    code: '100',
    data: {
      text: 'Good morning',
      zone: 'Asia/Kolkata',
      onlyIfSilent: true,
      hasWritten: false,
      state: 'planned',
      reason: '',
      writerName: 'Asha',
    },
  });
  expect((await asha.next('chatLater')).chatId).toBe(chatId);
  // A repeat of the same request plans nothing more.
  expect((await plan(agent, chatId, 'Other', { requestKey })).data.id).toBe(planned.data.id);
  expect(await list(agent, chatId)).toEqual([planned.data]);
  const changed = await change(agent, chatId, planned.data, { onlyIfSilent: false });
  expect(changed).toMatchObject({ code: '100', data: { text: 'Changed', zone: 'UTC', onlyIfSilent: false, version: 2 } });
  expect((await change(agent, chatId, planned.data, {})).code).toBe('later.changed');
  expect((await cancel(agent, chatId, planned.data)).code).toBe('100');
  expect((await cancel(agent, chatId, planned.data)).code).toBe('later.not_found');
  expect(await list(agent, chatId)).toEqual([]);
});

test('a message is planned ahead, within a year, fifty in a chat, and by those who take part', async () => {
  const { agent, chatId, users } = await chatting();
  const issues = async (more: object) =>
    (await plan(agent, chatId, 'x', more)).data.issues.map(({ field, code }: { field: string; code: string }) => [field, code]);
  expect(await issues({ dueAt: inHours(-0.001) })).toEqual([['dueAt', 'schedule.past']]);
  expect(await issues({ dueAt: inHours(366 * 24) })).toEqual([['dueAt', 'schedule.too_far']]);
  for (const wrong of [{ text: ' ' }, { zone: 'Mars/Olympus' }, { dueAt: 'tomorrow' }, { requestKey: ' ' }])
    expect((await plan(agent, chatId, 'x', wrong)).code).toBe('request.invalid');
  const planned = (await plan(agent, chatId, 'Mine')).data as LaterMessage;
  for (const other of [users.ben, await makeUser({ enterprise: agent }), await makeUser()]) {
    expect((await plan(other, chatId, 'x')).code).toBe('chat.not_found');
    expect((await change(other, chatId, planned, {})).code).toBe('chat.not_found');
    expect((await sendNow(other, chatId, planned)).code).toBe('chat.not_found');
    expect((await cancel(other, chatId, planned)).code).toBe('chat.not_found');
  }
  for (let count = 1; count < 50; count += 1) await plan(agent, chatId, `Message ${count}`);
  expect(await plan(agent, chatId, 'One more')).toMatchObject({ code: 'later.too_many', data: { maximum: 50 } });
});

test('a due message leaves once, however many workers look, in the order of the times', async () => {
  const { agent, chatId, visitor } = await chatting();
  await plan(agent, chatId, 'First', { dueAt: inHours(1) });
  await plan(agent, chatId, 'Second', { dueAt: inHours(1.1) });
  expect(await said(agent, chatId)).not.toContain('First');
  await app
    .contextOf(agent)
    .transaction((tx) =>
      sql`update scheduled_messages set due_at = due_at - interval '70 minutes', try_at = now() - interval '1 second'`.execute(tx),
    );
  await Promise.all([sendDueMessages(app.deps), sendDueMessages(app.deps), sendDueMessages(app.deps)]);
  await visitor.next('entry', ({ entry }) => entry.text === 'Second');
  await sendDueMessages(app.deps);
  expect((await said(agent, chatId)).slice(-2)).toEqual(['First', 'Second']);
  expect((await said(agent, chatId)).filter((text) => text === 'First')).toHaveLength(1);
  expect(await list(agent, chatId)).toEqual([]);
  const kept = await app.contextOf(agent).read((tx) => tx.selectFrom('scheduledMessages').select(['state', 'text']).execute());
  expect(kept).toEqual([
    { state: 'sent', text: '' },
    { state: 'sent', text: '' },
  ]);
});

test('a message is held where the customer wrote first, its writer is told, and it leaves when it is sent by hand', async () => {
  const { agent, chatId, visitor } = await chatting();
  await plan(agent, chatId, 'Are you there?');
  await plan(agent, chatId, 'Anyway', { onlyIfSilent: false });
  await visitor.say('I am here');
  expect((await list(agent, chatId)).map(({ hasWritten }) => hasWritten)).toEqual([true, true]);
  await runOut(agent);
  await expect.poll(() => outcomes(agent, chatId)).toEqual([['Are you there?', 'held', 'customer_wrote']]);
  expect(await said(agent, chatId)).toContain('Anyway');
  expect(await said(agent, chatId)).not.toContain('Are you there?');
  expect(await noticesOf(agent)).toEqual([['chat_later', 'later.customer_wrote']]);
  const [held] = await list(agent, chatId);
  if (!held) throw new Error('nothing is held');
  expect((await sendNow(agent, chatId, held)).code).toBe('100');
  expect((await sendNow(agent, chatId, held)).code).toBe('later.not_found');
  await visitor.next('entry', ({ entry }) => entry.text === 'Are you there?');
  expect((await said(agent, chatId)).filter((text) => text === 'Are you there?')).toHaveLength(1);
});

test('a held message that is planned anew waits for its new time, and for words of the customer behind that', async () => {
  const { agent, chatId, visitor } = await chatting();
  await plan(agent, chatId, 'Hello?');
  await visitor.say('Yes');
  await runOut(agent);
  await expect.poll(() => outcomes(agent, chatId)).toEqual([['Hello?', 'held', 'customer_wrote']]);
  const [held] = await list(agent, chatId);
  if (!held) throw new Error('nothing is held');
  expect((await change(agent, chatId, held, { text: 'Hello again' })).data).toMatchObject({
    state: 'planned',
    reason: '',
    hasWritten: false,
  });
  await runOut(agent);
  await expect.poll(() => said(agent, chatId)).toContain('Hello again');
});

test('a message of an ended chat is cancelled, and its writer is told', async () => {
  const { agent, chatId } = await chatting();
  await plan(agent, chatId, 'Too late');
  await as(agent).post(at(chats.close.path, chatId));
  await runOut(agent);
  await expect.poll(() => outcomes(agent, chatId)).toEqual([['Too late', 'cancelled', 'chat_ended']]);
  expect((await chatOf(agent, chatId)).state).toBe(chatStates.closed);
  await expect.poll(() => noticesOf(agent)).toEqual([['chat_later', 'later.chat_ended']]);
  expect(await said(agent, chatId)).not.toContain('Too late');
});

test('a message stays in a chat that changed its owner: the new one sees it, and it leaves in the name of its writer', async () => {
  const { agent, chatId, users, asha, ben } = await chatting();
  await plan(agent, chatId, 'As promised');
  await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Yours' });
  await ben.ask('acceptTransfer', { chatId });
  const [planned] = await list(users.ben, chatId);
  expect(planned).toMatchObject({ text: 'As promised', writerName: 'Asha' });
  await runOut(agent);
  await expect.poll(() => said(users.ben, chatId)).toContain('As promised');
  const { messages } = await chatOf(users.ben, chatId);
  expect(messages.find(({ message }) => message === 'As promised')?.userName).toBe('Asha');
});

test('a message is held while nobody has the chat', async () => {
  const { agent, chatId, enterprise, users, asha } = await chatting();
  await plan(agent, chatId, 'Hello?');
  const admin = await makeUser({ enterprise });
  const sales = (await as(admin).post(endpoints.departments.create.path, { name: 'Sales' })).json().data;
  await as(admin).put(endpoints.departments.addUsers.path.replace(':departmentId', sales.id), { users: [users.ben.userId] });
  await asha.ask('agentTransferChat', { chatId, departmentId: sales.id, note: 'Yours' });
  await runOut(agent);
  await expect.poll(() => outcomes(admin, chatId)).toEqual([['Hello?', 'held', 'no_agent']]);
});

test('a message of a writer who handles chats no more is held, and the owner is told', async () => {
  const { agent, chatId, users, asha, ben } = await chatting();
  await plan(agent, chatId, 'As promised');
  await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Yours' });
  await ben.ask('acceptTransfer', { chatId });
  await app.contextOf(agent).transaction((tx) => sql`update users set handles_chats = false where user_id = ${agent.userId}`.execute(tx));
  await runOut(agent);
  await expect.poll(() => outcomes(users.ben, chatId)).toEqual([['As promised', 'held', 'writer_left']]);
  expect(await noticesOf(users.ben)).toEqual([['chat_later', 'later.writer_left']]);
  const [held] = await list(users.ben, chatId);
  if (!held) throw new Error('nothing is held');
  expect((await sendNow(users.ben, chatId, held)).code).toBe('100');
  const { messages } = await chatOf(users.ben, chatId);
  expect(messages.find(({ message }) => message === 'As promised')?.userName).toBe('Ben');
});

test('other words leave in the name of who wrote them, and those of a writer who handles chats no more in that of who plans them anew', async () => {
  const { agent, chatId, users, asha, ben } = await chatting();
  await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
  await ben.ask('acceptInvite', { chatId });
  const { data: planned } = await plan(agent, chatId, 'As promised');
  const moved = (await change(users.ben, chatId, planned, { text: 'As promised' })).data;
  expect(moved).toMatchObject({ version: 2, writerId: agent.userId, writerName: 'Asha' });
  expect((await change(users.ben, chatId, moved, { text: 'Bens words' })).data).toMatchObject({
    writerId: users.ben.userId,
    writerName: 'Ben',
  });
  const { data: second } = await plan(agent, chatId, 'Second');
  await app.contextOf(agent).transaction((tx) => sql`update users set handles_chats = false where user_id = ${agent.userId}`.execute(tx));
  expect((await change(users.ben, chatId, second, { text: 'Second' })).data).toMatchObject({ writerName: 'Ben' });
  await runOut(agent);
  await expect.poll(() => said(users.ben, chatId)).toContain('Second');
  const { messages } = await chatOf(users.ben, chatId);
  expect(messages.filter(({ message }) => ['Bens words', 'Second'].includes(message)).map(({ userName }) => userName)).toEqual([
    'Ben',
    'Ben',
  ]);
});

test('a message that is more than an hour behind its time is held, and its writer is told', async () => {
  const { agent, chatId } = await chatting();
  await plan(agent, chatId, 'Good morning');
  await app
    .contextOf(agent)
    .transaction((tx) => sql`update scheduled_messages set due_at = now() - interval '61 minutes', try_at = now()`.execute(tx));
  await expect.poll(() => outcomes(agent, chatId)).toEqual([['Good morning', 'held', 'too_late']]);
  expect(await noticesOf(agent)).toEqual([['chat_later', 'later.too_late']]);
  expect(await said(agent, chatId)).not.toContain('Good morning');
});

test('a writer who takes part no more is told what they can do, and takes the message back', async () => {
  const { agent, chatId, users, asha, ben, visitor } = await chatting();
  await plan(agent, chatId, 'As promised');
  await asha.ask('agentTransferChat', { chatId, agentId: users.ben.userId, note: 'Yours' });
  await ben.ask('acceptTransfer', { chatId });
  await visitor.say('Hello?');
  await runOut(agent);
  await expect.poll(() => outcomes(users.ben, chatId)).toEqual([['As promised', 'held', 'customer_wrote']]);
  expect(await noticesOf(agent)).toEqual([['chat_later', 'later.held_left']]);
  expect(await noticesOf(users.ben)).toEqual([['chat_later', 'later.customer_wrote']]);
  const [held] = await list(agent, chatId);
  if (!held) throw new Error('nothing is held');
  expect((await sendNow(agent, chatId, held)).code).toBe('chat.not_found');
  expect((await cancel(agent, chatId, held)).code).toBe('100');
  expect(await list(users.ben, chatId)).toEqual([]);
});

test('nothing is planned in a chat that has ended, and what was is taken back there', async () => {
  const { agent, chatId, users } = await chatting();
  const requestKey = newId();
  const { data: planned } = await plan(agent, chatId, 'Too late', { requestKey });
  await as(agent).post(at(chats.close.path, chatId));
  expect(await outcomes(agent, chatId)).toEqual([['Too late', 'cancelled', 'chat_ended']]);
  // A repeat of a request whose answer was lost is the same message still.
  expect((await plan(agent, chatId, 'Too late', { requestKey })).data.id).toBe(planned.id);
  expect((await plan(agent, chatId, 'One more')).code).toBe('chat.state_invalid');
  expect((await cancel(users.ben, chatId, planned)).code).toBe('chat.not_found');
  expect((await cancel(agent, chatId, planned)).code).toBe('100');
  expect(await list(agent, chatId)).toEqual([]);
});

test('words of the customer behind the highest number on the screen count as written since', async () => {
  const { agent, chatId, visitor } = await chatting();
  const seen = (await chatOf(agent, chatId)).lastNumber;
  await visitor.say('I am here');
  const now = (await chatOf(agent, chatId)).lastNumber;
  const { data: unread } = await plan(agent, chatId, 'Unread', { seen });
  const { data: known } = await plan(agent, chatId, 'Read', { seen: now });
  expect([unread.hasWritten, known.hasWritten]).toEqual([true, false]);
  expect((await change(agent, chatId, known, { seen })).data.hasWritten).toBe(true);
  expect((await change(agent, chatId, unread, { text: 'Unread', seen: now })).data.hasWritten).toBe(false);
});

test('a message that cannot be stored is tried ten times, then held, and its writer is told', async () => {
  const { agent, chatId } = await chatting();
  await plan(agent, chatId, 'Hello?');
  const ctx = app.contextOf(agent);
  // Numbers of its entries have run out.
  await ctx.transaction((tx) => sql`update chats set last_number = 2147483647 where chat_id = ${chatId}`.execute(tx));
  await runOut(agent);
  const failingSince = async () => (await ctx.read((tx) => tx.selectFrom('scheduledMessages').select('settledAt').execute()))[0]?.settledAt;
  await expect.poll(failingSince).toBeInstanceOf(Date);
  const failedFor = (minutes: number) =>
    ctx.transaction((tx) =>
      sql`update scheduled_messages set settled_at = now() - make_interval(mins => ${minutes}), try_at = now() - interval '1 second'`.execute(
        tx,
      ),
    );
  await failedFor(8);
  await sendDueMessages(app.deps);
  expect(await outcomes(agent, chatId)).toEqual([['Hello?', 'planned', '']]);
  await failedFor(9);
  await expect.poll(() => outcomes(agent, chatId)).toEqual([['Hello?', 'held', 'not_stored']]);
  expect(await noticesOf(agent)).toEqual([['chat_later', 'later.not_stored']]);
});

test('a message that is sent by hand is held like a reply when a colleague has answered since', async () => {
  const { agent, chatId, users, asha, ben } = await chatting();
  await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
  await ben.ask('acceptInvite', { chatId });
  const { data: planned } = await plan(agent, chatId, 'Mine');
  const seen = (await chatOf(agent, chatId)).lastNumber;
  await ben.ask('agentReply', { chatId, key: 'b1', message: 'Answered' });
  expect((await sendNow(agent, chatId, planned, { seen })).code).toBe('chat.answered_meanwhile');
  expect(await outcomes(agent, chatId)).toEqual([['Mine', 'planned', '']]);
  expect((await sendNow(agent, chatId, planned, { seen, force: true })).code).toBe('100');
});

async function chattingOverWhatsApp() {
  const enterprise = await app.makeEnterprise();
  const agent = await makeUser({ enterprise, roles: [3], name: 'Asha' });
  const asha = await connect(agent);
  const { channelId } = await makeWhatsApp(enterprise);
  await vendors.control.act(channelId, '+919820001234', { kind: 'text', text: 'Hello' });
  const { chatId } = await asha.next('customerStartChat');
  await asha.ask('agentPickupChat', { chatId });
  return { agent, chatId };
}

test('a message for which there is no money is not sent, its writer is told, and nothing of it is in the record', async () => {
  const { agent, chatId } = await chattingOverWhatsApp();
  await plan(agent, chatId, 'Costs');
  await moveChannels(agent, 'production');
  await runOut(agent);
  await expect.poll(() => outcomes(agent, chatId)).toEqual([['Costs', 'refused', 'NO_BALANCE']]);
  expect(await noticesOf(agent)).toEqual([['chat_later', 'later.refused']]);
  const [refused] = await list(agent, chatId);
  if (!refused) throw new Error('nothing is refused');
  expect(await sendNow(agent, chatId, refused)).toMatchObject({ code: 'later.refused', data: { reason: 'NO_BALANCE' } });
  expect(await said(agent, chatId)).not.toContain('Costs');
  await moveChannels(agent, 'sandbox');
  expect((await sendNow(agent, chatId, refused)).code).toBe('100');
  expect((await chatOf(agent, chatId)).messages.find(({ message }) => message === 'Costs')?.channelErrorCode).toBe('');
});

test('a message that the channel does not take comes back with the reason, and leaves nothing in the record', async () => {
  const { agent, chatId } = await chattingOverWhatsApp();
  await plan(agent, chatId, 'In the window');
  await runOut(agent);
  await expect.poll(() => said(agent, chatId)).toContain('In the window');
  await plan(agent, chatId, 'Too late');
  await app
    .contextOf(agent)
    .transaction((tx) => sql`update customer_addresses set last_inbound_at = now() - interval '25 hours'`.execute(tx));
  await runOut(agent);
  await expect.poll(() => outcomes(agent, chatId)).toEqual([['Too late', 'refused', 'WINDOW_CLOSED']]);
  expect(await said(agent, chatId)).not.toContain('Too late');
  expect(await noticesOf(agent)).toEqual([['chat_later', 'later.refused']]);
  const [refused] = await list(agent, chatId);
  if (!refused) throw new Error('nothing is refused');
  expect(await sendNow(agent, chatId, refused)).toMatchObject({ code: 'later.refused', data: { reason: 'WINDOW_CLOSED' } });
  expect(await outcomes(agent, chatId)).toEqual([['Too late', 'refused', 'WINDOW_CLOSED']]);
});

test('planned messages go with their chat: by the customer’s erasure, and by the days that chats are kept', async () => {
  const { enterprise, agent, chatId } = await chatting();
  const ctx = app.contextOf(enterprise);
  const person = { enterpriseId: enterprise.enterpriseId, chatIds: [chatId], customerIds: [], addresses: [] } as never;
  const held = () => ctx.read((tx) => laterHeld.read(tx, person, ''));
  await plan(agent, chatId, 'About Meera');
  expect(JSON.stringify(await held())).toContain('About Meera');
  await ctx.transaction((tx) => laterHeld.erase(ctx as never, tx, person, { limit: 10, cursor: '' }));
  expect([await list(agent, chatId), (await held()).records]).toEqual([[], []]);
  await plan(agent, chatId, 'About Meera');
  await as(agent).post(at(chats.close.path, chatId));
  await ctx.transaction((tx) => retainedChats.erase(ctx as never, tx, new Date(Date.now() + 60_000), undefined as never));
  const { rows } = await ctx.read((tx) => sql`select from scheduled_messages where chat_id = ${chatId}`.execute(tx));
  expect(rows).toEqual([]);
});

const uploadPicture = async (by: TestUser, name = 'invoice.png'): Promise<string> =>
  (await as(by).post(endpoints.files.upload.path, ...(await pngUpload(name)))).json().response.id;
const filesOf = async (of: TestUser, ids: readonly string[]): Promise<string[]> => {
  const rows = await app.contextOf(of).read((tx) => tx.selectFrom('files').select('fileId').where('fileId', 'in', ids).execute());
  return rows.map(({ fileId }) => fileId);
};

test('a file leaves with the words in one message, or alone, and is shown in the list until then', async () => {
  const { agent, chatId, users, visitor } = await chatting();
  const picture = await uploadPicture(agent);
  const alone = await uploadPicture(agent, 'alone.png');
  expect((await plan(agent, chatId, '')).code).toBe('request.invalid');
  expect((await plan(agent, chatId, 'x', { attachmentId: await uploadPicture(users.ben) })).code).toBe('file.not_found');
  const { data: planned } = await plan(agent, chatId, 'Your invoice', { attachmentId: picture });
  await plan(agent, chatId, '', { attachmentId: alone, dueAt: inHours(2) });
  expect(planned.attachment).toMatchObject({ id: picture, name: 'invoice.png', type: 'image/png', url: expect.stringContaining(picture) });
  expect((await list(agent, chatId)).map(({ text, attachment }) => [text, attachment?.id])).toEqual([
    ['Your invoice', picture],
    ['', alone],
  ]);
  await runOut(agent);
  const { entry } = await visitor.next('entry', ({ entry: sent }) => sent.text === 'Your invoice');
  expect(entry.attachment?.id).toBe(picture);
  await visitor.next('entry', ({ entry: sent }) => sent.attachment?.id === alone);
  expect(await list(agent, chatId)).toEqual([]);
  const kept = await app.contextOf(agent).read((tx) => tx.selectFrom('scheduledMessages').select(['state', 'attachment']).execute());
  expect(kept).toEqual([
    { state: 'sent', attachment: null },
    { state: 'sent', attachment: null },
  ]);
});

test('a change keeps the file, takes another or none, and what no message names any more is removed', async () => {
  const { agent, chatId, users, asha, ben } = await chatting();
  await asha.ask('agentInviteChat', { chatId, agentId: users.ben.userId });
  await ben.ask('acceptInvite', { chatId });
  const [first, second] = [await uploadPicture(agent), await uploadPicture(users.ben)];
  const { data: planned } = await plan(agent, chatId, 'As promised', { attachmentId: first });
  const { data: twin } = await plan(agent, chatId, 'Twin', { attachmentId: first });
  const kept = (await change(users.ben, chatId, planned, { text: 'As promised' })).data;
  expect([kept.attachment.id, kept.writerName]).toEqual([first, 'Asha']);
  const other = (await change(users.ben, chatId, kept, { text: 'As promised', attachmentId: second })).data;
  expect([other.attachment.id, other.writerName]).toEqual([second, 'Ben']);
  // Another planned message names it still.
  expect(await filesOf(agent, [first, second])).toEqual(expect.arrayContaining([first, second]));
  await cancel(agent, chatId, twin);
  expect(await filesOf(agent, [first, second])).toEqual([second]);
  expect((await change(users.ben, chatId, other, { text: '', attachmentId: '' })).code).toBe('request.invalid');
  const bare = (await change(users.ben, chatId, other, { text: 'Words', attachmentId: '' })).data;
  expect([bare.attachment, await filesOf(agent, [second])]).toEqual([null, []]);
});

test('a file of a cancelled message stays where the record has it', async () => {
  const { agent, chatId, asha } = await chatting();
  const picture = await uploadPicture(agent);
  const { data: planned } = await plan(agent, chatId, 'Again', { attachmentId: picture });
  await asha.ask('agentReply', { chatId, key: 'sent', message: '', attachmentId: picture });
  await cancel(agent, chatId, planned);
  expect(await filesOf(agent, [picture])).toEqual([picture]);
});

test('a message with a file is nothing to a process that knows no files: it would send the words alone', async () => {
  const { agent, chatId } = await chatting();
  await plan(agent, chatId, 'Words');
  const { data: filed } = await plan(agent, chatId, 'With a file', { attachmentId: await uploadPicture(agent), dueAt: inHours(2) });
  const states = async () => {
    const rows = await app
      .contextOf(agent)
      .read((tx) => tx.selectFrom('scheduledMessages').select(['text', 'state', 'fileState']).execute());
    return rows.map(({ text, state, fileState }) => [text, state, fileState]).sort();
  };
  expect(await states()).toEqual([
    ['With a file', 'filed', 'planned'],
    ['Words', 'planned', null],
  ]);
  await as(agent).post(at(chats.close.path, chatId));
  await runOut(agent);
  await expect.poll(states).toEqual([
    ['With a file', 'filed', 'cancelled'],
    ['Words', 'cancelled', null],
  ]);
  expect(await outcomes(agent, chatId)).toContainEqual(['With a file', 'cancelled', 'chat_ended']);
  await cancel(agent, chatId, filed);
  expect(await states()).toEqual([['Words', 'cancelled', null]]);
});

test('a file that is planned in one chat while its message in another one is cancelled stays', async () => {
  const { agent, chatId, channel, asha } = await chatting();
  const otherId = String((await (await visit(channel.widgetKey)).say('Hello')).chatId);
  await asha.ask('agentPickupChat', { chatId: otherId });
  const picture = await uploadPicture(agent);
  const { data: planned } = await plan(agent, chatId, 'First', { attachmentId: picture });
  const waiting = sql<{ count: number }>`select count(*)::int as count from pg_locks l join pg_stat_activity a using (pid)
    where a.datname = current_database() and not l.granted and l.locktype = 'transactionid'`;
  let cancelled: Promise<unknown> | undefined;
  await app.contextOf(agent).transaction(async (tx) => {
    await holdFile(tx, agent.enterpriseId, picture);
    cancelled = cancel(agent, chatId, planned);
    await expect.poll(async () => (await waiting.execute(app.deps.db)).rows[0]?.count).toBe(1);
    // The plan comes to the file as a holder as well, and is stored first.
    expect((await plan(agent, otherId, 'Second', { attachmentId: picture })).code).toBe('100');
  });
  expect(await cancelled).toMatchObject({ code: '100' });
  expect(await filesOf(agent, [picture])).toEqual([picture]);
  // One that is removed meanwhile is not planned.
  let refused: Promise<{ code: string }> | undefined;
  await app.contextOf(agent).transaction(async (tx) => {
    await lockFiles(tx, agent.enterpriseId, [picture]);
    refused = plan(agent, chatId, 'Third', { attachmentId: picture });
    await expect.poll(async () => (await waiting.execute(app.deps.db)).rows[0]?.count).toBe(1);
    await removeFiles(tx, agent.enterpriseId, [picture]);
  });
  expect((await refused)?.code).toBe('file.not_found');
});

test('a recording and its words leave as two messages where the channel would lose the words', async () => {
  const { agent, chatId } = await chattingOverWhatsApp();
  const ogg = Buffer.concat([Buffer.from('OggS\0\x02'), Buffer.alloc(20), Buffer.from('\x01\x13OpusHead'), Buffer.alloc(40)]);
  const recording = (await as(agent).post(endpoints.files.upload.path, ...upload('note.ogg', ogg))).json().response.id;
  const { data: planned } = await plan(agent, chatId, 'Listen', { attachmentId: recording, isVoice: true });
  expect((await sendNow(agent, chatId, planned)).code).toBe('100');
  const { messages } = await chatOf(agent, chatId);
  expect(messages.slice(-2).map(({ message, attachment }) => [message, attachment?.name, attachment?.isVoice])).toEqual([
    ['Listen', undefined, undefined],
    ['', 'note.ogg', true],
  ]);
});

test('a file that the channel does not take is refused when it is planned, and one that has gone when it is due', async () => {
  const { agent, chatId } = await chattingOverWhatsApp();
  const picture = await uploadPicture(agent);
  const ctx = app.contextOf(agent);
  const size = (bytes: number) =>
    ctx.transaction((tx) => sql`update files set size_bytes = ${bytes} where file_id = ${picture}`.execute(tx));
  await size(5 * 1024 * 1024 + 1);
  const { data } = await plan(agent, chatId, 'Large', { attachmentId: picture });
  expect(data.issues).toMatchObject([{ field: 'attachmentId', code: 'file.too_large', values: { limit: 5 } }]);
  await size(1000);
  const { data: planned } = await plan(agent, chatId, 'Gone', { attachmentId: picture });
  await ctx.transaction((tx) => sql`delete from files where file_id = ${picture}`.execute(tx));
  expect(await sendNow(agent, chatId, planned)).toMatchObject({ code: 'later.refused', data: { reason: 'file_refused' } });
  await runOut(agent);
  await expect.poll(() => outcomes(agent, chatId)).toEqual([['Gone', 'refused', 'file_refused']]);
  expect(await said(agent, chatId)).not.toContain('Gone');
});

test('the file of a planned message is in the person’s copy, and goes by their erasure and by the days that chats and media are kept', async () => {
  const { enterprise, agent, chatId } = await chatting();
  const ctx = app.contextOf(enterprise);
  const person = { enterpriseId: enterprise.enterpriseId, chatIds: [chatId], customerIds: [], addresses: [] } as never;
  const pictures = [await uploadPicture(agent), await uploadPicture(agent), await uploadPicture(agent)];
  const [first, second, third] = pictures as [string, string, string];
  await plan(agent, chatId, '', { attachmentId: first });
  expect((await ctx.read((tx) => laterHeld.read(tx, person, ''))).records).toMatchObject([{ attachment: { id: first } }]);
  expect(await ctx.read((tx) => laterHeld.listFiles?.(tx, person) ?? Promise.resolve([]))).toEqual([first]);
  await ctx.transaction((tx) => laterHeld.erase(ctx as never, tx, person, { limit: 10, cursor: '' }));
  expect(await filesOf(agent, pictures)).not.toContain(first);
  await plan(agent, chatId, 'Words stay', { attachmentId: second });
  await plan(agent, chatId, '', { attachmentId: third });
  await as(agent).post(at(chats.close.path, chatId));
  const late = new Date(Date.now() + 60_000);
  expect(await ctx.read((tx) => retainedMedia.count(tx, enterprise.enterpriseId, late, undefined as never, 10))).toBe(1);
  await ctx.transaction((tx) => retainedMedia.erase(ctx as never, tx, late, undefined as never));
  expect((await list(agent, chatId)).map(({ text, attachment }) => [text, attachment])).toEqual([['Words stay', null]]);
  expect(await filesOf(agent, pictures)).toEqual([]);
});
