import { type ChatAction, type EntryMarks, personalKinds } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createMessageActs } from '../../../../test/message-acts.ts';
import { createScenes } from '../../../../test/scene.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { actsOfPerson } from './act.held.repository.ts';
import { actListeners } from './act.port.ts';
import { claimActs, type MessageAct, putOffAct, queueAct, settleAct } from './act.repository.ts';
import { sendDueActs } from './act.send.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { makeUser, contextOf } = app;
const { connect } = createScenes(app);
const { makeTelegram, makeWhatsApp } = createVendorScenes(app, vendors);
const { control } = vendors;
const patience = { interval: 50 };

const { react, edit, takeBack, drop, chatOf, entryOf, refusals } = createMessageActs(app);

/** A chat on a vendor's channel, with a message of each side on the phone. */
async function onVendor(make: typeof makeTelegram, address: string) {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Asha' });
  const { channelId } = await make(admin);
  await control.behave(channelId, { receiptDelayMs: 0 });
  const socket = await connect(agent);
  const { id } = await control.act(channelId, address, { kind: 'text', text: 'Where is it?' }, 'Meera');
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  const theirs = (await chatOf(agent, chatId)).messages.find(({ actionType }) => actionType === 1)?.number ?? 0;
  const reply = async (message: string) => {
    const { data } = await socket.ask('agentReply', { chatId, key: newId(), message });
    return (data.action as ChatAction).number;
  };
  const shown = async (text: string) => (await control.phone(channelId, address)).messages.find((message) => message.text === text);
  const phone = async (messageId: string) => (await control.phone(channelId, address)).messages.find((message) => message.id === messageId);
  const arrived = (text: string) => vi.waitFor(async () => expect(await shown(text)).toBeTruthy(), patience);
  const marks = async (number: number) => (await entryOf(agent, chatId, number)).marks;
  const isDone = (number: number) => vi.waitFor(async () => expect((await marks(number)).act).toBeUndefined(), patience);
  return { admin, agent, socket, channelId, chatId, id, theirs, reply, shown, phone, arrived, marks, isDone };
}

/** Acts of an enterprise are due now, and those that a worker has are taken over. */
const hurry = ({ enterpriseId }: { enterpriseId: string }) =>
  contextOf({ enterpriseId } as TestUser).transaction((tx) =>
    sql`update message_acts set due_at = now() - interval '1 second' where state in ('queued', 'sending')`.execute(tx),
  );

test('Telegram: a reaction, new words and a revocation reach the phone, and the record follows once the vendor has taken them', async () => {
  const { agent, chatId, id, theirs, reply, phone, arrived, shown, marks, isDone } = await onVendor(makeTelegram, '7001');
  const { acts } = await chatOf(agent, chatId);
  expect(acts).toMatchObject({ editSeconds: 0, revokeSeconds: 172_800, reactions: expect.arrayContaining(['👍', '❤']) });
  expect((await react(agent, chatId, theirs, '❤️')).data.detail.act).toMatchObject({ kind: 'reaction', state: 'queued', value: '❤️' });
  expect(await refusals(react(agent, chatId, theirs, '🍕'))).toEqual(['emoji']);
  await isDone(theirs);
  expect([(await phone(id))?.ourReaction, (await marks(theirs)).ourReaction?.emoji]).toEqual(['❤', '❤️']);
  // The heart in its other spelling is the same one.
  expect((await react(agent, chatId, theirs, '❤')).data.detail).not.toHaveProperty('act');
  const ours = await reply('Tomorow');
  await arrived('Tomorow');
  const asked = await edit(agent, chatId, ours, 'Tomorrow', 'Tomorow');
  expect(asked.data).toMatchObject({
    message: 'Tomorow',
    detail: { act: { kind: 'edit', state: 'queued', value: 'Tomorrow', by: 'Asha' } },
  });
  await isDone(ours);
  expect(await entryOf(agent, chatId, ours)).toMatchObject({ message: 'Tomorrow', marks: { edited: { was: 'Tomorow', by: 'Asha' } } });
  const onPhone = await shown('Tomorrow');
  expect(onPhone?.isEdited).toBe(true);
  await takeBack(agent, chatId, ours);
  await isDone(ours);
  expect(await phone(onPhone?.id ?? '')).toMatchObject({ text: '', isTakenBack: true });
  expect(await entryOf(agent, chatId, ours)).toMatchObject({ message: 'Tomorrow', marks: { revoked: { by: 'Asha' } } });
  const messages = await contextOf(agent).read((tx) => tx.selectFrom('messages').select('direction').execute());
  expect(messages.filter(({ direction }) => direction === 'out')).toHaveLength(2);
  const kept = await contextOf(agent).read((tx) => tx.selectFrom('messageActs').select(['kind', 'state', 'value']).execute());
  expect(kept.map(({ kind, state, value }) => [kind, state, value])).toEqual([
    ['reaction', 'sent', ''],
    ['edit', 'sent', ''],
    ['revoke', 'sent', ''],
  ]);
});

test('an act waits for its message, a newer one takes the place of an older one, and each leaves in its order', async () => {
  const { agent, channelId, chatId, reply, shown, marks, isDone } = await onVendor(makeTelegram, '7002');
  await control.behave(channelId, { receiptDelayMs: 0, failNext: { count: 1, code: '429' } });
  const ours = await reply('One');
  await edit(agent, chatId, ours, 'Two', 'One');
  await edit(agent, chatId, ours, 'Three', 'One');
  const waiting = () =>
    contextOf(agent).read((tx) =>
      tx.selectFrom('messageActs').select(['kind', 'value']).where('state', 'in', ['queued', 'sending']).orderBy('place').execute(),
    );
  // A worker may have the older one in its hand, and lays it down for the newer one.
  await vi.waitFor(async () => expect(await waiting()).toEqual([{ kind: 'edit', value: 'Three' }]), patience);
  await isDone(ours);
  expect(await shown('Three')).toMatchObject({ isEdited: true });
  expect(await shown('Two')).toBeUndefined();
  expect((await marks(ours)).edited).toMatchObject({ was: 'One' });
  // A message that is taken back needs no other words before.
  const base = { enterpriseId: agent.enterpriseId, channelId, chatId, number: ours, address: '7002', target: '', isCaption: false };
  const by = { authorId: agent.userId, authorName: 'Asha', createdAt: new Date(Date.now() + 60_000) };
  await contextOf(agent).transaction(async (tx) => {
    await queueAct(tx, { ...base, ...by, actId: newId(), kind: 'edit', value: 'Four' });
    await queueAct(tx, { ...base, ...by, actId: newId(), kind: 'revoke', value: '' });
  });
  expect((await waiting()).map(({ kind }) => kind)).toEqual(['revoke']);
  // One that a worker has in its hand when a newer one comes is laid down for good.
  const soon = { now: new Date(Date.now() + 120_000), heldUntil: new Date(Date.now() + 240_000), atMost: 20 };
  const [taken] = await contextOf(agent).transaction((tx) => claimActs(tx, agent.enterpriseId, channelId, soon));
  expect(taken?.kind).toBe('revoke');
  await contextOf(agent).transaction(async (tx) => {
    await queueAct(tx, { ...base, ...by, actId: newId(), kind: 'revoke', value: '' });
    // The next one of a message does not leave before it.
    expect(await claimActs(tx, agent.enterpriseId, channelId, soon)).toEqual([]);
    await putOffAct(tx, taken as MessageAct, new Date(), false);
  });
  expect(await waiting()).toEqual([{ kind: 'revoke', value: '' }]);
});

test('an act that the vendor refuses is shown with its words, and is tried again or dropped', async () => {
  const { agent, channelId, chatId, reply, arrived, marks, phone, shown, isDone, socket } = await onVendor(makeTelegram, '7003');
  const ours = await reply('Wrong');
  await arrived('Wrong');
  const onPhone = await shown('Wrong');
  await control.behave(channelId, { receiptDelayMs: 0, failNext: { count: 1, code: '400' } });
  await edit(agent, chatId, ours, 'Right', 'Wrong');
  const failed = await socket.next('entryChanged', ({ action }) => (action.detail as EntryMarks).act?.state === 'failed');
  expect(failed.action).toMatchObject({
    message: 'Wrong',
    detail: { act: { kind: 'edit', value: 'Right', reason: expect.stringContaining('Refused by the behaviour of the sandbox') } },
  });
  await edit(agent, chatId, ours, 'Right', 'Wrong');
  await isDone(ours);
  expect(await phone(onPhone?.id ?? '')).toMatchObject({ text: 'Right' });
  // Taking back after 48 hours is the vendor's to refuse, whatever our clock says.
  await control.behave(channelId, { receiptDelayMs: 0, clockShiftHours: 49 });
  await takeBack(agent, chatId, ours);
  await vi.waitFor(async () => expect((await marks(ours)).act).toMatchObject({ kind: 'revoke', state: 'failed' }), patience);
  expect((await marks(ours)).act?.reason).toContain("message can't be deleted");
  expect((await drop(agent, chatId, ours)).data.detail).not.toHaveProperty('act');
  expect(await marks(ours)).not.toHaveProperty('revoked');
  await contextOf(agent).transaction((tx) =>
    tx.updateTable('messages').set({ status: 'FAILED' }).where('resourceId', '=', chatId).where('number', '=', ours).execute(),
  );
  await edit(agent, chatId, ours, 'Late', 'Right');
  await vi.waitFor(async () => expect((await marks(ours)).act?.reason).toBe('The message itself was not sent.'), patience);
  // A message of unknown outcome has no id at the vendor: an act that was on its way before ends, and may be dropped.
  await control.behave(channelId, { receiptDelayMs: 0, cut: 'after' });
  const lost = await reply('Lost');
  await vi.waitFor(async () => expect((await marks(lost)).unknown).toBeTruthy(), patience);
  await contextOf(agent).transaction((tx) =>
    sql`update chat_actions set detail = '{}' where chat_id = ${chatId} and number = ${lost}`.execute(tx),
  );
  await edit(agent, chatId, lost, 'Found', 'Lost');
  const reason = 'Nobody knows whether the message itself has arrived.';
  await vi.waitFor(async () => expect((await marks(lost)).act).toMatchObject({ state: 'failed', reason }), patience);
  expect((await drop(agent, chatId, lost)).data.detail).not.toHaveProperty('act');
});

test('the pause that the vendor asks for holds the whole channel, its other acts too', async () => {
  const { agent, channelId, chatId, theirs, reply, arrived, isDone, shown } = await onVendor(makeTelegram, '7004');
  const ours = await reply('Wrong');
  await arrived('Wrong');
  await control.behave(channelId, { receiptDelayMs: 0, failNext: { count: 1, code: '429' } });
  await react(agent, chatId, theirs, '👍');
  const ctx = contextOf(agent);
  const paused = () =>
    ctx.read((tx) => tx.selectFrom('channelSpeeds').select('blockedUntil').where('channelId', '=', channelId).executeTakeFirst());
  await vi.waitFor(async () => expect((await paused())?.blockedUntil.getTime()).toBeGreaterThan(Date.now()), patience);
  await edit(agent, chatId, ours, 'Right', 'Wrong');
  const blockedUntil = (await paused())?.blockedUntil;
  const waiting = () =>
    ctx.read((tx) => tx.selectFrom('messageActs').select(['kind', 'attempts', 'dueAt']).where('kind', '=', 'edit').execute());
  await vi.waitFor(async () => expect(await waiting()).toEqual([{ kind: 'edit', attempts: 0, dueAt: blockedUntil }]), patience);
  expect(await shown('Right')).toBeUndefined();
  await isDone(ours);
  await isDone(theirs);
  expect(Date.now()).toBeGreaterThanOrEqual(blockedUntil?.getTime() ?? Number.POSITIVE_INFINITY);
  expect(await shown('Right')).toMatchObject({ isEdited: true });
});

test('an act whose answer was lost, or whose worker has died, is done again and has effect once; a late worker settles nothing', async () => {
  const { admin, agent, channelId, chatId, id, theirs, phone, marks, isDone } = await onVendor(makeWhatsApp, '+919876600031');
  await control.behave(channelId, { receiptDelayMs: 0, cut: 'after' });
  await react(agent, chatId, theirs, '🙏');
  await vi.waitFor(async () => expect((await phone(id))?.ourReaction).toBe('🙏'), patience);
  const attempts = () =>
    contextOf(agent).read((tx) => tx.selectFrom('messageActs').select(['state', 'attempts']).orderBy('place', 'desc').executeTakeFirst());
  await vi.waitFor(async () => expect(await attempts()).toEqual({ state: 'queued', attempts: 1 }), patience);
  expect((await marks(theirs)).act?.state).toBe('queued');
  await control.behave(channelId, { receiptDelayMs: 0 });
  await hurry(admin);
  await isDone(theirs);
  expect([(await phone(id))?.ourReaction, (await marks(theirs)).ourReaction?.emoji]).toEqual(['🙏', '🙏']);
  const [dead] = await contextOf(agent).transaction(async (tx) => {
    const now = new Date();
    await queueAct(tx, {
      enterpriseId: agent.enterpriseId,
      actId: newId(),
      channelId,
      chatId,
      number: theirs,
      kind: 'reaction',
      address: '+919876600031',
      target: id,
      value: '👀',
      isCaption: false,
      authorId: agent.userId,
      authorName: 'Asha',
      createdAt: now,
    });
    return claimActs(tx, agent.enterpriseId, channelId, { now, heldUntil: new Date(now.getTime() + 90_000), atMost: 20 });
  });
  await sendDueActs(app.deps);
  expect((await phone(id))?.ourReaction).toBe('🙏');
  await hurry(admin);
  await vi.waitFor(async () => expect((await marks(theirs)).ourReaction?.emoji).toBe('👀'), patience);
  expect((await phone(id))?.ourReaction).toBe('👀');
  expect(await contextOf(agent).transaction((tx) => settleAct(tx, dead as never, 'failed', new Date()))).toBe(false);
  expect(await attempts()).toEqual({ state: 'sent', attempts: 2 });
});

test('WhatsApp changes and takes back nothing; what has waited for a day comes to nothing', async () => {
  const { admin, agent, chatId, theirs, reply, arrived, marks, channelId } = await onVendor(makeWhatsApp, '+919876600032');
  const { acts } = await chatOf(agent, chatId);
  expect(acts).toEqual({ reactions: 'any', editSeconds: null, revokeSeconds: null });
  const ours = await reply('Hello');
  await arrived('Hello');
  expect(await refusals(edit(agent, chatId, ours, 'x', 'Hello'), takeBack(agent, chatId, ours))).toEqual(['channel', 'channel']);
  const setChannel = (state: 'ACTIVE' | 'PAUSED') =>
    contextOf(admin).transaction((tx) => tx.updateTable('channels').set({ state }).where('channelId', '=', channelId).execute());
  await setChannel('PAUSED');
  await react(agent, chatId, theirs, '👍');
  await hurry(admin);
  await sendDueActs(app.deps);
  expect((await marks(theirs)).act?.state).toBe('queued');
  // The longer it has waited, the seldomer it is looked at.
  await contextOf(admin).transaction((tx) =>
    sql`update message_acts set created_at = created_at - interval '10 minutes', due_at = now() - interval '1 second'`.execute(tx),
  );
  // A sender that takes it counts an attempt, and takes that back once it sees that the channel is paused.
  await vi.waitFor(async () => {
    const [waiting] = await contextOf(admin).read((tx) => tx.selectFrom('messageActs').select(['dueAt', 'attempts']).execute());
    expect(waiting?.dueAt.getTime()).toBeGreaterThan(Date.now() + 30_000);
    expect(waiting?.attempts).toBe(0);
  }, patience);
  await contextOf(admin).transaction((tx) =>
    sql`update message_acts set created_at = created_at - interval '25 hours', due_at = now() - interval '1 second' where state = 'queued'`.execute(
      tx,
    ),
  );
  await vi.waitFor(async () => {
    const rows = await contextOf(admin).read((tx) => tx.selectFrom('messageActs').select('state').execute());
    expect(rows).toEqual([{ state: 'failed' }]);
  }, patience);
  await setChannel('ACTIVE');
});

test('the acts of a person are in their copy, and go with their words', async () => {
  const { admin, agent, channelId, chatId, theirs } = await onVendor(makeWhatsApp, '+919876600033');
  await contextOf(admin).transaction((tx) =>
    tx.updateTable('channels').set({ state: 'PAUSED' }).where('channelId', '=', channelId).execute(),
  );
  await react(agent, chatId, theirs, '👍');
  const person = {
    enterpriseId: admin.enterpriseId,
    customerIds: [],
    name: 'Meera',
    addresses: [],
    sharedAddresses: [],
    chatIds: [chatId],
  };
  const ctx = contextOf(admin);
  const { records } = await ctx.read((tx) => actsOfPerson.read(tx, person, ''));
  expect(records).toMatchObject([{ kind: 'reaction', value: '👍', authorName: 'Asha' }]);
  // An act on its way brings nothing back: it is erased before the entries, and finds none of them that has words.
  expect(personalKinds.indexOf('messageActs')).toBeLessThan(personalKinds.indexOf('entries'));
  const act = await ctx.read((tx) => tx.selectFrom('messageActs').selectAll().executeTakeFirstOrThrow());
  await ctx.transaction(async (tx) => {
    await sql`update chat_actions set message = '', detail = '{}' where chat_id = ${chatId} and number = ${theirs}`.execute(tx);
    for (const { apply } of ctx.extensions.of(actListeners)) await apply(ctx, tx, act, { kind: 'sent' });
  });
  expect((await entryOf(agent, chatId, theirs)).detail).toEqual({});
  await ctx.transaction((tx) => actsOfPerson.erase(ctx, tx, person, { limit: 10, cursor: '' }));
  expect(await ctx.read((tx) => actsOfPerson.count(tx, person))).toBe(0);
});
