import { endpoints } from '@parley/contract';
import type { OutgoingContent } from '@parley/vendors';
import { expect, test, vi } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { afterCommit } from '#platform/db/transaction.ts';
import {
  appendStreamMessages,
  ChatRecording,
  endChat,
  findSaid,
  type HandOver,
  handToBot,
  handToQueue,
  handToStream,
  lockChats,
  openStreamChat,
  receive,
  type StreamArrival,
  type StreamAuthor,
  type StreamInbound,
  type StreamMessage,
  type StreamPartner,
  type StreamReturn,
  streamInbound,
  streamReturns,
} from '../src/domains/chat/door.ts';
import type { Person } from '../src/domains/messaging/door.inside.ts';
import { countRuns } from '../src/domains/messaging/door.run.ts';
import { ensureStreamRun, type Purpose, type Refusals, readRefusals } from '../src/domains/messaging/door.talk.ts';
import { modules } from '../src/domains.ts';
import { collectExtensions, extend } from '../src/extensions.ts';
import { newId } from '../src/platform/ids.ts';
import { startApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { createScenes, makeWebChannel } from './scene.ts';
import { createVendorScenes, startVendors } from './vendors.ts';

const vendors = await startVendors();
const clock = { ahead: 0 };
const app = await startApp({ config: { simulator: vendors.address }, now: () => new Date(Date.now() + clock.ahead) });
const { as, makeUser, contextOf, makeEnterprise } = app;
const { connect, visit } = createScenes(app);
const { makeWhatsApp } = createVendorScenes(app, vendors);
const { control } = vendors;

/** Takes messages that say "stream", and all pressed buttons; heard once it is kept, since the next step of a test looks for it. */
const heard: StreamArrival[] = [];
const returns: StreamReturn[] = [];
const isTaken = ({ message: { text, detail } }: StreamArrival) => text.includes('stream') || detail?.kind === 'reply';
/** Sizes of the batches of messages of which streams were asked whether the words mean one. */
const meantOf: number[] = [];
const taker: StreamInbound = {
  take: async (_ctx, tx, arrival) => {
    afterCommit(tx, () => void heard.push(arrival));
    return isTaken(arrival) ? 'taken' : 'left';
  },
  meant: async (_ctx, _tx, { messages }) => {
    meantOf.push(messages.length);
    return messages.map(() => '');
  },
};
Object.assign(app.deps, {
  extensions: collectExtensions([
    ...modules,
    {
      extensions: [extend(streamInbound, taker), extend(streamReturns, { returned: async (_ctx, _tx, back) => void returns.push(back) })],
    },
  ]),
});

const phone = '+919876512345';
const stream: StreamAuthor = { streamId: newId(), name: 'Loan' };
const text = (words: string): OutgoingContent => ({ kind: 'text', text: words });
const buttons: OutgoingContent = {
  kind: 'buttons',
  text: 'Shall we?',
  buttons: [
    { id: 'j1.yes', title: 'Yes' },
    { id: 'j1.no', title: 'No' },
  ],
};

async function scene() {
  heard.length = 0;
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Asha' });
  const { channelId } = await makeWhatsApp(admin);
  await control.behave(channelId, { receiptDelayMs: 0 });
  return { admin, agent, socket: await connect(agent), channelId, runId: newId() };
}

/** One turn: what the stream says, in one transaction. */
function say(
  user: Pick<TestUser, 'enterpriseId' | 'userId'>,
  chatId: string,
  runId: string,
  contents: readonly OutgoingContent[],
  more: { turn?: number; purpose?: Purpose } = {},
) {
  const ctx = contextOf(user as TestUser);
  return ctx.transaction(async (tx) => {
    const [chat] = await lockChats(tx, ctx.enterpriseId, [chatId]);
    if (!chat) throw new Error('no chat');
    await ensureStreamRun(ctx, tx, { runId, channelId: chat.channelId, isMarketing: false });
    const recording = new ChatRecording(ctx, ctx.now());
    const messages = contents.map(
      (content, place): StreamMessage => ({
        chat,
        stream,
        runId,
        messageId: newId(),
        key: `j:${chatId}:${more.turn ?? 1}:${place}`,
        content,
        attachment: null,
        template: null,
        purpose: more.purpose ?? 'utility',
      }),
    );
    const rows = appendStreamMessages(recording, await findSaid(tx, ctx.enterpriseId, messages), messages);
    await recording.save(tx);
    return rows.map((row) => row?.number);
  });
}
const inTx = <T>(user: TestUser, work: (tx: Tx) => Promise<T>) => contextOf(user).transaction(work);
const entriesOf = async (user: TestUser, chatId: string) =>
  (await as(user).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data;
const heardFrom = (address: string, words: string) =>
  vi.waitFor(() => {
    const found = heard.findLast(({ chat, message }) => chat.address === address && message.text === words);
    if (!found) throw new Error('nothing was heard');
    return found;
  });

test('a stream takes what is for it, answers once and in order, and what is pressed comes back to it', async () => {
  const { admin, channelId, runId } = await scene();
  const other = '+919876512346';
  await control.act(channelId, phone, { kind: 'text', text: 'stream please' }, 'Meera');
  await control.act(channelId, other, { kind: 'text', text: 'stream too' });
  const { chat, number } = await heardFrom(phone, 'stream please');
  const aside = await heardFrom(other, 'stream too');
  expect([chat.handledBy, number]).toEqual(['stream', 2]);
  // The first of three is to be tried again: the others wait behind it, and other people do not.
  await control.behave(channelId, { receipts: 'none', failNext: { count: 1, code: '131000' } });
  const place: OutgoingContent = { kind: 'location', latitude: 12.9, longitude: 77.6, name: 'Branch', address: '' };
  expect(await say(admin, chat.chatId, runId, [text('Hello'), place, buttons])).toEqual([3, 4, 5]);
  const attempts = () =>
    inTx(admin, (tx) =>
      tx
        .selectFrom('messages')
        .select(['number', 'attempts', 'source', 'resourceId', 'chatId', 'status'])
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('chatId', '=', chat.chatId)
        .orderBy('number')
        .execute(),
    );
  await vi.waitFor(async () => expect((await attempts()).map((row) => row.attempts)).toEqual([1, 0, 0]));
  // Its next try is later than whatever is looked at before it.
  const dueIn = (ms: number) =>
    inTx(admin, (tx) =>
      tx
        .updateTable('sendQueue')
        .set({ dueAt: new Date(Date.now() + ms) })
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('channelId', '=', channelId)
        .execute(),
    );
  await dueIn(3_600_000);
  await say(admin, aside.chat.chatId, runId, [text('Hello you')]);
  const arrived = async (address: string) =>
    (await control.phone(channelId, address)).messages.filter(({ isFromCustomer }) => !isFromCustomer);
  await vi.waitFor(async () => expect(await arrived(other)).toMatchObject([{ text: 'Hello you' }]));
  expect(await arrived(phone)).toEqual([]);
  // The turn of before, taken again.
  expect(await say(admin, chat.chatId, runId, [text('Hello'), place, buttons])).toEqual([undefined, undefined, undefined]);
  await dueIn(0);
  await vi.waitFor(async () =>
    expect(await arrived(phone)).toMatchObject([{ text: 'Hello' }, { location: { name: 'Branch' } }, { text: 'Shall we?' }]),
  );
  await vi.waitFor(async () => expect((await attempts()).map((row) => row.status)).toEqual(['SENT', 'SENT', 'SENT']));
  expect(await attempts()).toMatchObject(
    [3, 4, 5].map((at) => ({ number: at, source: 'JOURNEY', resourceId: runId, chatId: chat.chatId })),
  );
  expect((await inTx(admin, (tx) => countRuns(tx, admin.enterpriseId, [runId]))).get(runId)).toMatchObject({ audience: 4 });
  // A message that the vendor refuses for good lets the next one go, and stands in its entry.
  await control.behave(channelId, { receiptDelayMs: 0, failNext: { count: 1, code: '131026' } });
  expect(await say(admin, chat.chatId, runId, [text('Lost'), text('Found')], { turn: 2 })).toEqual([6, 7]);
  await vi.waitFor(async () => expect((await arrived(phone)).at(-1)).toMatchObject({ text: 'Found' }));
  const lost = await vi.waitFor(async () => {
    const { messages, handledBy } = await entriesOf(admin, chat.chatId);
    const entry = messages.find((one: { message: string }) => one.message === 'Lost');
    expect([handledBy, entry.deliveryStatus]).toEqual(['stream', 3]);
    return messages;
  });
  expect(lost.find((one: { message: string }) => one.message === 'Shall we?')).toMatchObject({
    authorKind: 'bot',
    userName: 'Loan',
    actionBy: stream.streamId,
    detail: { choices: { button: '', items: [{ id: 'j1.yes', title: 'Yes', description: '' }, { id: 'j1.no' }] } },
  });
  const asked = (await arrived(phone)).find(({ text: words }) => words === 'Shall we?');
  await control.act(channelId, phone, { kind: 'press', messageId: asked?.id ?? '', buttonId: 'j1.yes' });
  expect((await heardFrom(phone, 'Yes')).message.detail).toEqual({ kind: 'reply', payload: 'j1.yes', answers: asked?.id });
  clock.ahead = 0;
});

/** A stream hands its chat over to people, and goes on when they have ended it. */
const hand = (admin: TestUser, chatId: string, instanceId: string) =>
  inTx(admin, async (tx) => {
    const ctx = contextOf(admin);
    const [locked] = await lockChats(tx, ctx.enterpriseId, [chatId]);
    if (!locked) throw new Error('no chat');
    const recording = new ChatRecording(ctx, ctx.now());
    const over: HandOver = {
      stream,
      departmentId: newId(),
      priority: 9,
      note: 'Wants a loan',
      card: [{ name: 'Income', value: '45000' }],
      returnsTo: instanceId,
    };
    handToBot(recording, locked);
    expect([locked.handledBy, locked.botNumber]).toEqual(['bot', locked.lastNumber]);
    handToStream(recording, locked);
    await handToQueue(ctx, tx, recording, locked, over);
    await recording.save(tx);
  });

test('a message that no stream takes goes on to the queue; a stream hands over with a card, and hears how people ended it', async () => {
  const { admin, agent, socket, channelId } = await scene();
  const instanceId = newId();
  await control.act(channelId, phone, { kind: 'text', text: 'stream please' });
  const { chat } = await heardFrom(phone, 'stream please');
  const { chatId } = chat;
  expect(await socket.ask('agentPickupChat', { chatId })).toMatchObject({ status: false });
  // Somebody has waited longer, for less.
  await control.act(channelId, '+919876512347', { kind: 'text', text: 'Anybody?' });
  await socket.next('customerStartChat');
  await hand(admin, chatId, instanceId);
  expect(await socket.next('customerStartChat', (told) => told.chatId === chatId)).toMatchObject({ chatId });
  expect(await socket.ask('agentPickupChat', {})).toMatchObject({ data: { chatId } });
  const { messages } = await entriesOf(agent, chatId);
  expect(messages).toContainEqual(
    expect.objectContaining({
      actionType: 4,
      userName: 'Loan',
      detail: { isHandOver: true, note: 'Wants a loan', card: [{ name: 'Income', value: '45000' }] },
    }),
  );
  // People have it: no stream reads what the customer says now.
  const before = heard.length;
  await control.act(channelId, phone, { kind: 'text', text: 'stream again' });
  await socket.next('customerReply', ({ action }) => action.message === 'stream again');
  expect(heard).toHaveLength(before);
  await as(agent).post(endpoints.chats.close.path.replace(':chatId', chatId));
  expect(returns.filter((back) => back.instanceId === instanceId)).toMatchObject([{ exit: 'returned', chat: { chatId, returnsTo: null } }]);
});

test('a stream that hands over outside of the hours hears of that, and the chat is missed for them', async () => {
  const { admin, socket, channelId } = await scene();
  const instanceId = newId();
  await control.act(channelId, phone, { kind: 'text', text: 'stream please' });
  const { chatId } = (await heardFrom(phone, 'stream please')).chat;
  const days = Array.from({ length: 7 }, () => []);
  const calendar = { name: 'Closed', timeZone: 'UTC', isDefault: true, days, exceptions: [] };
  expect((await as(admin).post(endpoints.calendars.create.path, calendar)).json()).toMatchObject({ status: true });
  await hand(admin, chatId, instanceId);
  expect(await socket.next('missedWaiting')).toMatchObject({ chatId });
  expect(returns.filter((back) => back.instanceId === instanceId)).toMatchObject([{ exit: 'outOfHours', chat: { missedReason: 0 } }]);
});

test('the gate says beforehand what it would refuse, by what a message is for', async () => {
  const { admin, channelId, runId } = await scene();
  await control.act(channelId, phone, { kind: 'text', text: 'stream please' });
  const { chat } = await heardFrom(phone, 'stream please');
  const ctx = contextOf(admin);
  const refusals = () =>
    inTx(admin, async (tx) => {
      const people: Person[] = [
        { customerId: chat.customerId, address: phone },
        { customerId: newId(), address: '+919876500000' },
        { customerId: newId(), address: null },
      ];
      const told: Refusals[] = await readRefusals(ctx, tx, channelId, people, []);
      return told.map(({ isWindowOpen, refusalOf }) => [
        isWindowOpen,
        ...(['marketing', 'utility', 'authentication'] as const).map((purpose) => refusalOf({ purpose, templateId: null })),
        refusalOf({ purpose: 'utility', templateId: newId() }),
      ]);
    });
  const silent = [false, 'WINDOW_CLOSED', 'WINDOW_CLOSED', 'WINDOW_CLOSED', 'TEMPLATE_NOT_READY'];
  const nobody = [false, ...Array(4).fill('INVALID_NUMBER')];
  await vi.waitFor(async () => expect(await refusals()).toEqual([[true, '', '', '', 'TEMPLATE_NOT_READY'], silent, nobody]));
  await control.act(channelId, phone, { kind: 'text', text: 'STOP' });
  await vi.waitFor(async () => expect((await refusals())[0]).toEqual([true, 'OPTED_OUT', '', '', 'TEMPLATE_NOT_READY']));
  // And it refuses when it comes to that: the entry says why.
  await say(admin, chat.chatId, runId, [text('A sale')], { purpose: 'marketing' });
  await say(admin, chat.chatId, runId, [text('Your order')], { turn: 2 });
  const { messages } = await entriesOf(admin, chat.chatId);
  const failures = messages.filter((one: { authorKind: string }) => one.authorKind === 'bot');
  expect(failures.map((one: { channelErrorCode: string }) => one.channelErrorCode)).toEqual(['OPTED_OUT', '']);
});

test('a visitor presses what a stream offers, is asked for a rating at its end, and a stream begins a chat by itself', async () => {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise });
  const channel = await makeWebChannel(enterprise);
  const visitor = await visit(channel.widgetKey);
  const { chatId } = await visitor.say('stream please');
  await visitor.next('thread', (thread) => thread.handledBy === 'stream');
  const runId = newId();
  await say(admin, chatId, runId, [buttons]);
  const { entry } = await visitor.next('entry', ({ entry: one }) => one.author === 'bot');
  expect(entry).toMatchObject({
    text: 'Shall we?',
    choices: {
      items: [
        { id: 'j1.yes', title: 'Yes' },
        { id: 'j1.no', title: 'No' },
      ],
    },
  });
  visitor.tell('read', { chatId, upTo: entry.number });
  visitor.tell('send', { key: 'press', text: 'No', payload: 'j1.no' });
  await visitor.next('accepted', (told) => told.key === 'press');
  const pressed = heard.findLast(({ chat }) => chat.chatId === chatId) as StreamArrival;
  expect(pressed.message.detail).toEqual({ kind: 'reply', payload: 'j1.no' });
  const ctx = contextOf(admin);
  await vi.waitFor(async () => {
    const rows = await inTx(admin, (tx) => tx.selectFrom('messages').select('status').where('chatId', '=', chatId).execute());
    expect(rows).toEqual([{ status: 'READ' }]);
  });
  const hasEnded = await inTx(admin, async (tx) => {
    const [chat] = await lockChats(tx, ctx.enterpriseId, [chatId]);
    const recording = new ChatRecording(ctx, ctx.now());
    const isOver = chat && endChat(recording, chat, { stream, asksRating: true, now: ctx.now() });
    await recording.save(tx);
    return isOver;
  });
  expect(hasEnded).toBe(true);
  await visitor.next('thread', (thread) => !thread.isOpen && thread.canRate);
  visitor.tell('rate', { chatId, stars: 5 });
  await visitor.next('rated');
  const { channelId, customerId, address } = pressed.chat;
  const partner: StreamPartner = { channelId, customerId, address };
  const begun = await inTx(admin, (tx) => openStreamChat(ctx, tx, partner));
  const again = await inTx(admin, (tx) => openStreamChat(ctx, tx, partner));
  expect(begun).toMatchObject({ handledBy: 'stream', previousChatId: chatId, line: null });
  expect(again.chatId).toBe(begun.chatId);
  // Messages that a stream leaves go to the channel's entry.
  await visitor.say('Somebody there?');
  await visitor.next('thread', (thread) => thread.handledBy === 'queue');
});

test('streams are asked once for a batch of messages in chats that people have, not once for each', async () => {
  const { enterprise, channel, visitor } = await createScenes(app).makeScene();
  for (const page of [visitor, await visit(channel.widgetKey)]) await page.say('Is somebody there?');
  const ctx = contextOf(enterprise);
  const chats = await ctx.read((tx) =>
    tx.selectFrom('chats').select(['customerId', 'address', 'visit']).where('enterpriseId', '=', enterprise.enterpriseId).execute(),
  );
  const messages = [...chats, ...chats].map(({ customerId, address, visit }, place) => ({
    enterpriseId: enterprise.enterpriseId,
    channelId: channel.id,
    entry: 'queue' as const,
    address,
    customer: { customerId, name: '' },
    visit,
    key: newId(),
    text: `Hello ${place}`,
    attachment: null,
  }));
  meantOf.length = 0;
  expect(await ctx.transaction((tx) => receive(ctx, tx, messages))).toHaveLength(4);
  expect(meantOf).toEqual([4]);
});
