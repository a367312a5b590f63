import { createHmac } from 'node:crypto';
import { type ChatAction, defaultSendingSettings, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { pngUpload, upload } from '../../../../test/upload.ts';
import { body, createVendorScenes, startVendors, waitForRun } from '../../../../test/vendors.ts';
import { readTimeZone } from '../../account/door.ts';
import { settleLost } from '../dispatch/dispatcher.ts';
import { tellOutcomes } from '../ledger/outcome.ts';
import { takeDue } from '../queue/queue.repository.ts';
import { applyReceipts } from '../receipt/receipts.ts';

const vendors = await startVendors();
const clock = { ahead: 0 };
const app = await startApp({ config: { simulator: vendors.address }, now: () => new Date(Date.now() + clock.ahead) });
const { as, makeUser, contextOf } = app;
const { connect } = createScenes(app);
const { makeWhatsApp, makeTelegram, makeTemplate, hearWhatsApp } = createVendorScenes(app, vendors);
const { control } = vendors;
const phone = '+919876512345';
const greeting = 'Thank you. A colleague will be with you shortly.';

async function scene() {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Asha' });
  const { channelId, hookUrl } = await makeWhatsApp(admin);
  await control.behave(channelId, { receiptDelayMs: 0 });
  return { admin, agent, socket: await connect(agent), channelId, hookUrl };
}
const ledger = (user: TestUser) =>
  contextOf(user).read((tx) =>
    tx
      .selectFrom('messages')
      .select(['messageId', 'direction', 'source', 'status', 'reason', 'address', 'number', 'resourceId'])
      .where('enterpriseId', '=', user.enterpriseId)
      // The clock of these tests goes back, and ids with it; numbers of a chat do not.
      .orderBy('resourceId')
      .orderBy('number')
      .execute(),
  );
const rawEvents = (user: TestUser) =>
  contextOf(user).read((tx) =>
    tx.selectFrom('rawEvents').select(['proof', 'body']).where('enterpriseId', '=', user.enterpriseId).execute(),
  );

/** Calls as the vendor does: the body with its signature. */
const callBack = (hookUrl: string, sent: string) =>
  app.stranger().post(new URL(hookUrl).pathname, sent, {
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${createHmac('sha256', 'app-secret-of-a-test').update(sent).digest('hex')}`,
    },
  });

test('CHAT-010 CHAT-044 a customer writes on WhatsApp, an agent answers on the same road, ticks follow, and 24 hours later a template is needed', async () => {
  const { admin, agent, socket, channelId } = await scene();
  await control.act(channelId, phone, { kind: 'text', text: 'Where is my order?' }, 'Meera');
  const queued = await socket.next('customerStartChat');
  expect(queued).toMatchObject({ customerName: 'Meera', channelType: 4 });
  await socket.ask('agentPickupChat', { chatId: queued.chatId });
  await control.act(channelId, phone, { kind: 'location', latitude: 12.9, longitude: 77.6, name: 'Home' });
  await control.act(channelId, phone, { kind: 'media', media: 'image', caption: 'See this' });
  await socket.ask('agentReply', { chatId: queued.chatId, key: 'key-1', message: 'On its way' });
  const get = async () => (await as(agent).get(endpoints.chats.get.path.replace(':chatId', queued.chatId))).json().data;
  const chat = await vi.waitFor(async () => {
    const found = await get();
    expect(found.messages.find((entry: { message: string }) => entry.message === 'On its way')).toMatchObject({ deliveryStatus: 2 });
    expect(found.messages.filter((entry: { attachment: object | null }) => entry.attachment)).toMatchObject([
      { message: 'See this', attachment: { type: 'image/png' } },
    ]);
    return found;
  });
  expect(chat).toMatchObject({
    customerNumber: expect.any(String),
    channelType: 4,
    isJITRequired: false,
    windowEndsAt: expect.any(String),
  });
  const { messages } = await control.phone(channelId, phone);
  const received = messages.filter((message) => !message.isFromCustomer && message.text === 'On its way');
  expect(received).toHaveLength(1);
  const reply = (await ledger(admin)).findLast((row) => row.direction === 'out');
  const delivery = (await as(admin).get(endpoints.reports.message.path.replace(':messageId', reply?.messageId ?? ''))).json().data;
  expect([delivery.currentDeliveryStatus, delivery.transId]).toEqual([2, received[0]?.id]);
  const step = (kind: string, status: string, attempt: number) => ({
    kind,
    status,
    messageStatusTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    msg: '',
    attempt,
    error: null,
  });
  const [attempt, ...receipts] = delivery.messageStatuses;
  expect(attempt).toEqual(step('attempt', 'SENT', 1));
  // The vendor tells whole seconds, so the receipts of one second have no order among themselves.
  receipts.sort((one: { status: string }, other: { status: string }) => one.status.localeCompare(other.status));
  expect(receipts).toEqual(['DELIVERED', 'READ', 'SENT'].map((status) => step('receipt', status, 0)));

  clock.ahead = 25 * 3_600_000;
  await socket.ask('agentReply', { chatId: queued.chatId, key: 'key-2', message: 'Still there?' });
  const late = await vi.waitFor(async () => {
    const found = await get();
    const entry = found.messages.find((item: { message: string }) => item.message === 'Still there?');
    expect(entry).toMatchObject({ deliveryStatus: 3, channelErrorCode: '470' });
    return found;
  });
  expect(late.isJITRequired).toBe(true);
  clock.ahead = 0;
  // Our clock says that the window is open, the vendor's says no: its answer counts.
  await control.behave(channelId, { receiptDelayMs: 0, clockShiftHours: 30 });
  await socket.ask('agentReply', { chatId: queued.chatId, key: 'key-3', message: 'And now?' });
  await vi.waitFor(async () => {
    const found = await get();
    expect(found.messages.find((item: { message: string }) => item.message === 'And now?')).toMatchObject({ channelErrorCode: '470' });
    expect(found.isJITRequired).toBe(true);
  });
  // Tried again it is the same entry and the same row: refused anew while the window is closed, sent once it is open.
  const failed = (await get()).messages.find((item: { message: string }) => item.message === 'And now?');
  const retry = () => socket.ask('agentRetry', { chatId: queued.chatId, actionId: failed.actionId });
  expect((await retry()).data).toMatchObject({ action: { number: failed.number, deliveryStatus: 3, channelErrorCode: '470' } });
  // The template goes as an entry of the chat; the customer's answer opens the window again.
  const template = await makeTemplate(admin, channelId, [body('Hello {{1}}, may we help?')], { category: 'UTILITY' });
  await control.behave(channelId, { receiptDelayMs: 0 });
  const variables = [{ variable: 'body.1', type: 'column', value: 'name' }];
  const request = {
    channelId,
    resourceType: 'CHAT',
    resourceId: queued.chatId,
    message: { template: { templateId: template.name, templateUId: template.templateId } },
    columnMapping: [{ type: 'messageTags', variables }],
  };
  expect((await as(agent).post(endpoints.broadcasts.send.path, request)).json()).toMatchObject({ status: true });
  await vi.waitFor(async () => {
    const entry = (await get()).messages.find((item: { message: string }) => item.message === 'Hello Meera, may we help?');
    expect(entry).toMatchObject({ deliveryStatus: 2, channelErrorCode: '' });
  });
  await control.act(channelId, phone, { kind: 'text', text: 'Yes please' });
  await vi.waitFor(async () => expect((await get()).isJITRequired).toBe(false));
  const outgoing = async () => (await ledger(admin)).filter((row) => row.source === 'CHAT' && row.direction === 'out').length;
  const before = await outgoing();
  expect((await retry()).data).toMatchObject({ action: { number: failed.number, deliveryStatus: 0, channelErrorCode: '' } });
  expect(await retry()).toMatchObject({ status: false, code: 'chat.not_failed' });
  await vi.waitFor(async () => {
    const entries = (await get()).messages.filter((item: { message: string }) => item.message === 'And now?');
    expect(entries).toMatchObject([{ number: failed.number, deliveryStatus: 2, channelErrorCode: '' }]);
  });
  expect(await outgoing()).toBe(before);
  const shown = (await control.phone(channelId, phone)).messages.filter((message) => message.text === 'And now?');
  expect(shown.map(({ status }) => status)).toEqual(['failed', 'read']);
  const rows = await ledger(admin);
  expect(rows.filter((row) => row.source === 'CHAT' && row.direction === 'out').map((row) => [row.status, row.reason])).toEqual([
    ['READ', ''],
    ['SKIPPED', 'WINDOW_CLOSED'],
    ['READ', ''],
    ['READ', ''],
  ]);
  expect(rows.filter((row) => row.direction === 'in').map((row) => row.address)).toEqual([phone, phone, phone, phone]);
});

test('a reply of unknown outcome is marked, goes again once a person takes the risk, and a late receipt of the first attempt tells the truth', async () => {
  const { admin, agent, socket, channelId } = await scene();
  await control.act(channelId, phone, { kind: 'text', text: 'Where is it?' });
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  await vi.waitFor(async () => expect((await control.phone(channelId, phone)).messages).toHaveLength(2));
  const entries = async () => (await as(agent).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data.messages;
  type Entry = { actionId: string; deliveryStatus: number; detail: { unknown?: { at: string; refused?: object } } };
  const entry = async (text: string) => (await entries()).find(({ message }: { message: string }) => message === text) as Entry;
  const lose = async (text: string) => {
    await control.behave(channelId, { receipts: 'none', cut: 'before' });
    await socket.ask('agentReply', { chatId, key: text, message: text });
    return vi.waitFor(async () => {
      const found = await entry(text);
      expect(found).toMatchObject({ deliveryStatus: 0, detail: { unknown: { at: expect.any(String) } } });
      return found;
    });
  };
  const again = ({ actionId, detail }: Entry, risk = true) =>
    socket.ask('agentRetry', { chatId, actionId, ...(risk ? { unknown: { asOf: detail.unknown?.at ?? '', acceptsRisk: true } } : {}) });
  const shown = async (text: string) => (await control.phone(channelId, phone)).messages.filter((message) => message.text === text);
  const refused = { status: false, code: 'chat.not_failed' };

  // Its worker dies with the message on the wire.
  const dead = await vi.waitFor(async () => {
    const [found] = (await ledger(admin)).filter(({ direction, status }) => direction === 'out' && status === 'READ');
    if (!found) throw new Error('nothing has been read yet');
    return found;
  });
  await contextOf(admin).transaction(async (tx) => {
    const { enterpriseId } = admin;
    await sql`with again as (update messages set status = 'QUEUED' where enterprise_id = ${enterpriseId} and message_id = ${dead.messageId} returning created_at)
      insert into send_queue (enterprise_id, channel_id, priority, due_at, created_at, message_id, is_held)
      select ${enterpriseId}, ${channelId}, 1, now() - interval '1 minute', created_at, ${dead.messageId}, false from again`.execute(tx);
    expect((await takeDue(tx, enterpriseId, channelId, newId(), 1, new Date())).rows).toHaveLength(1);
  });
  await settleLost(app.deps);
  // The program settles what was lost by itself too, and who is second leaves it alone.
  await vi.waitFor(async () =>
    expect(await entry(greeting)).toMatchObject({ deliveryStatus: 0, detail: { unknown: { at: expect.any(String) } } }),
  );
  await socket.next('entryChanged');

  const lost = await lose('On its way');
  expect((await socket.next('entryChanged')).action.detail.unknown).toEqual(lost.detail.unknown);
  // Neither as a failed one, nor by a decision of before.
  expect(await again(lost, false)).toMatchObject(refused);
  expect(await again({ ...lost, detail: { unknown: { at: new Date(0).toISOString() } } })).toMatchObject(refused);
  // A later message that arrives says nothing of it.
  await control.behave(channelId, { receiptDelayMs: 0 });
  await socket.ask('agentReply', { chatId, key: 'later', message: 'Anything else?' });
  await vi.waitFor(async () => expect(await entry('Anything else?')).toMatchObject({ deliveryStatus: 2 }));
  expect(await entry('On its way')).toEqual(lost);
  // The checks of now: it stays unknown, and says what kept it.
  clock.ahead = 25 * 3_600_000;
  const kept = { detail: { unknown: { at: lost.detail.unknown?.at, refused: { code: '470' } } }, deliveryStatus: 0 };
  expect((await again(lost)).data).toMatchObject({ action: kept });
  clock.ahead = 0;
  // Twice at once it goes once, on its own entry and row.
  const told = await Promise.all([again(lost), again(lost)]);
  expect(told.filter(({ status }) => !status)).toMatchObject([refused]);
  await vi.waitFor(async () => expect(await entry('On its way')).toMatchObject({ deliveryStatus: 2 }));
  expect((await entry('On its way')).detail).toEqual({});
  expect(await shown('On its way')).toHaveLength(1);

  // Tried again it is lost once more: the same decision does not count twice. Its receipt comes at last.
  const second = await lose('Tomorrow');
  await again(second);
  const third = await vi.waitFor(async () => {
    const found = await entry('Tomorrow');
    expect(found.detail.unknown?.at).toBeDefined();
    expect(found.detail.unknown?.at).not.toBe(second.detail.unknown?.at);
    return found;
  });
  expect(await again(second)).toMatchObject(refused);
  const lastOut = async () => (await ledger(admin)).findLast(({ direction }) => direction === 'out');
  const row = await lastOut();
  const receive = (status: 'sent' | 'delivered' | 'read', of = row) =>
    contextOf(admin).transaction((tx) =>
      applyReceipts(contextOf(admin), tx, channelId, [{ vendorMessageId: '', ourId: of?.messageId ?? '', status, at: new Date() }]),
    );
  await receive('sent');
  expect(await entry('Tomorrow')).toMatchObject({ deliveryStatus: 0, detail: { isRetried: true } });
  expect((await entry('Tomorrow')).detail.unknown).toBeUndefined();
  // The message after it has been read meanwhile, which tells nothing of the one that arrives behind it.
  await lose('Or on Monday');
  await receive('read', await lastOut());
  expect(await entry('Or on Monday')).toMatchObject({ deliveryStatus: 2 });
  await receive('delivered');
  expect(await entry('Tomorrow')).toMatchObject({ deliveryStatus: 1, detail: { hasArrived: true } });
  expect(await again(third)).toMatchObject(refused);
  // Another attempt of it was on the wire meanwhile, and fails: the message has arrived all the same.
  const error = { class: 'RECIPIENT' as const, vendorCode: '1', vendorMessage: '', advice: '' };
  const late = {
    messageId: row?.messageId ?? '',
    source: 'CHAT' as const,
    resourceId: chatId,
    chatId: null,
    number: row?.number ?? 0,
    error,
    at: new Date(),
  };
  for (const status of ['FAILED', 'UNKNOWN'] as const)
    await contextOf(admin).transaction((tx) => tellOutcomes(contextOf(admin), tx, [{ ...late, status }]));
  expect(await entry('Tomorrow')).toMatchObject({ deliveryStatus: 1, channelErrorCode: '' });
  await receive('read');
  expect(await entry('Tomorrow')).toMatchObject({ deliveryStatus: 2 });
  expect((await entry('Tomorrow')).detail).not.toHaveProperty('isRetried');
  expect((await ledger(admin)).filter(({ source, direction }) => source === 'CHAT' && direction === 'out')).toHaveLength(4);
});

test('replies said in one breath arrive in their order, also when the first is tried again', async () => {
  const { admin, socket, channelId } = await scene();
  await control.act(channelId, phone, { kind: 'text', text: 'Is anybody there?' });
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  const texts = async () => (await control.phone(channelId, phone)).messages.map(({ text }) => text);
  await vi.waitFor(async () => expect(await texts()).toContain(greeting));
  await control.behave(channelId, { receipts: 'none', failNext: { count: 1, code: '131000' } });
  for (const message of ['One', 'Two', 'Three']) await socket.ask('agentReply', { chatId, key: message, message });
  const attempts = () =>
    contextOf(admin).read((tx) =>
      tx
        .selectFrom('messages')
        .select(['number', 'attempts'])
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('source', '=', 'CHAT')
        .where('direction', '=', 'out')
        .orderBy('number')
        .execute(),
    );
  await vi.waitFor(async () => expect((await attempts()).map((row) => row.attempts)).toEqual([1, 0, 0]));
  const arrived = async () => (await texts()).filter((text) => ['One', 'Two', 'Three'].includes(text));
  expect(await arrived()).toEqual([]);
  clock.ahead += 6_000;
  await vi.waitFor(async () => expect(await arrived()).toEqual(['One', 'Two', 'Three']));
  await vi.waitFor(async () => expect((await attempts()).map((row) => row.attempts)).toEqual([2, 1, 1]));
  clock.ahead = 0;
});

test('a template that waits for the end of the quiet hours holds up no answer of the conversation', async () => {
  const { admin, agent, socket, channelId } = await scene();
  const template = await makeTemplate(admin, channelId, [body('A sale for you')]);
  const timeZone = await contextOf(admin).read((tx) => readTimeZone(tx, admin.enterpriseId));
  const clockIn = (minutes: number) =>
    new Date(Date.now() + minutes * 60_000).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const settings = { ...defaultSendingSettings, quietHours: { isOn: true, from: clockIn(-60), to: clockIn(60) } };
  expect((await as(admin).put(endpoints.blacklist.saveSettings.path, { settings, version: 0 })).json()).toMatchObject({ status: true });
  await control.act(channelId, phone, { kind: 'text', text: 'Any offers?' });
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  const request = {
    channelId,
    phoneNumber: [phone],
    resourceType: 'CHAT',
    resourceId: chatId,
    message: { template: { templateId: template.name, templateUId: template.templateId } },
  };
  expect((await as(agent).post(endpoints.broadcasts.send.path, request)).json()).toMatchObject({ status: true });
  await socket.ask('agentReply', { chatId, key: 'after', message: 'And here I am' });
  await vi.waitFor(async () => {
    const { messages } = await control.phone(channelId, phone);
    expect(messages.map(({ text }) => text)).toEqual(['Any offers?', greeting, 'And here I am']);
  });
});

test('an entry keeps what a customer’s message carries beside its words: the pressed button, the answered message, a place', async () => {
  const { admin, agent, socket, channelId } = await scene();
  await control.act(channelId, phone, { kind: 'text', text: 'Shall we meet?' });
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  const buttons = [{ type: 'QUICK_REPLY' as const, text: 'Yes', payload: 'meet.yes', url: '', phoneNumber: '', example: '' }];
  const template = await makeTemplate(admin, channelId, [body('At five?'), { type: 'BUTTONS', buttons } as never], { category: 'UTILITY' });
  await as(agent).post(endpoints.broadcasts.send.path, {
    channelId,
    resourceType: 'CHAT',
    resourceId: chatId,
    message: { template: { templateId: template.name, templateUId: template.templateId } },
    columnMapping: [],
  });
  const asked = await vi.waitFor(async () => {
    const found = (await control.phone(channelId, phone)).messages.find(({ text }) => text === 'At five?');
    if (!found) throw new Error('the template has not arrived');
    return found;
  });
  expect(asked.buttons).toHaveLength(1);
  const buttonId = asked.buttons[0]?.id ?? '';
  await control.act(channelId, phone, { kind: 'press', messageId: asked.id, buttonId });
  const details = () =>
    contextOf(admin).read((tx) =>
      tx
        .selectFrom('chatActions')
        .select('detail')
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('actionType', '=', 1)
        .orderBy('number')
        .execute(),
    );
  await vi.waitFor(async () => expect(await details()).toHaveLength(2));
  await control.act(channelId, phone, { kind: 'location', latitude: 12.5, longitude: 77.25, name: 'Here' });
  await vi.waitFor(async () => expect(await details()).toHaveLength(3));
  expect((await details()).map(({ detail }) => detail)).toEqual([
    {},
    { inbound: { kind: 'reply', payload: 'meet.yes', answers: asked.id } },
    { inbound: { kind: 'location', latitude: 12.5, longitude: 77.25, name: 'Here', address: '' } },
  ]);
});

const place = { kind: 'location' as const, latitude: 19.07, longitude: 72.87, name: 'Shop', address: '1 Main St' };
const people = { kind: 'contacts' as const, contacts: [{ name: 'Ravi', phones: ['+919820001234', '+919820001235'] }] };

test('a place and people of an agent leave as the vendor shows them, else in words, and the record has both', async () => {
  const { admin, agent, socket, channelId } = await scene();
  await control.act(channelId, phone, { kind: 'text', text: 'Where are you?' });
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  await socket.ask('agentReply', { chatId, key: 'place', card: place });
  // The same key is the same message.
  await socket.ask('agentReply', { chatId, key: 'place', card: place });
  await socket.ask('agentReply', { chatId, key: 'people', card: people });
  await expect
    .poll(async () => (await control.phone(channelId, phone)).messages.filter(({ isFromCustomer }) => !isFromCustomer).slice(-2))
    .toMatchObject([{ location: { latitude: 19.07, longitude: 72.87, name: 'Shop', address: '1 Main St' } }, { text: 'Ravi' }]);
  const found = (await as(agent).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data;
  expect(found.messages.slice(-2)).toMatchObject([
    { message: 'Shop\n1 Main St\n19.07, 72.87', detail: { card: place }, key: 'place' },
    { message: 'Ravi +919820001234 +919820001235', detail: { card: people }, key: 'people' },
  ]);
  expect(found.lastMessage).toBe('Ravi +919820001234 +919820001235');

  const telegram = await makeTelegram(admin);
  await control.act(telegram.channelId, '70077', { kind: 'text', text: 'And here?' });
  const other = (await socket.next('customerStartChat')).chatId;
  await socket.ask('agentPickupChat', { chatId: other });
  await socket.ask('agentReply', { chatId: other, key: 'place-2', card: { ...place, address: '' } });
  await socket.ask('agentReply', { chatId: other, key: 'people-2', card: people });
  await expect
    .poll(async () => (await control.phone(telegram.channelId, '70077')).messages.filter(({ isFromCustomer }) => !isFromCustomer).slice(-2))
    .toMatchObject([{ location: { latitude: 19.07, name: 'Shop' } }, { text: 'Ravi +919820001234 +919820001235' }]);
});

test('a voice note of an agent leaves as one, and only a recording is one', async () => {
  const { admin, agent, socket, channelId } = await scene();
  await control.act(channelId, phone, { kind: 'text', text: 'Call me' });
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  const ogg = Buffer.concat([Buffer.from('OggS\0\x02'), Buffer.alloc(20), Buffer.from('\x01\x13OpusHead'), Buffer.alloc(40)]);
  const note = (await as(agent).post(endpoints.files.upload.path, ...upload('voice-note.ogg', ogg))).json().response.id;
  const picture = (await as(agent).post(endpoints.files.upload.path, ...(await pngUpload()))).json().response.id;
  await socket.ask('agentReply', { chatId, key: 'note', attachmentId: note, isVoice: true });
  await socket.ask('agentReply', { chatId, key: 'picture', attachmentId: picture, isVoice: true });
  await expect
    .poll(async () =>
      (await control.phone(channelId, phone)).messages.flatMap(({ isFromCustomer, media }) => (isFromCustomer || !media ? [] : media.kind)),
    )
    .toEqual(['audio', 'image']);
  const found = (await as(agent).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data;
  expect(found.messages.slice(-2).map(({ attachment }: ChatAction) => [attachment?.type, attachment?.isVoice])).toEqual([
    ['audio/ogg', true],
    ['image/png', undefined],
  ]);
  const { rows } = await contextOf(admin).read((tx) =>
    sql<{ isVoice: boolean | null }>`select (content #> '{content,media,isVoice}')::boolean as is_voice from messages
      where resource_id = ${chatId} and content #> '{content,media}' is not null order by number`.execute(tx),
  );
  expect(rows.map(({ isVoice }) => isVoice)).toEqual([true, null]);
});

test('a card off the globe, without people, with too many of them or with a masked number is refused', async () => {
  const { socket, channelId } = await scene();
  await control.act(channelId, phone, { kind: 'text', text: 'Hello' });
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  const [ravi] = people.contacts;
  const wrong = [
    { ...place, latitude: 91 },
    { ...place, longitude: -181 },
    { ...place, name: 'n'.repeat(101) },
    { kind: 'contacts', contacts: [] },
    { kind: 'contacts', contacts: Array.from({ length: 6 }, () => ravi) },
    { kind: 'contacts', contacts: [{ name: ' ', phones: ravi?.phones }] },
    { kind: 'contacts', contacts: [{ name: 'Ravi', phones: ['+91*****1234'] }] },
    { kind: 'contacts', contacts: [{ name: 'Ravi', phones: Array.from({ length: 4 }, () => '+919820001234') }] },
  ];
  const codes: string[] = [];
  for (const card of wrong) codes.push((await socket.ask('agentReply', { chatId, key: 'k', card: card as never })).code);
  expect(codes).toEqual(wrong.map(() => 'request.invalid'));
  expect((await socket.ask('agentReply', { chatId, key: 'k' })).code).toBe('chat.empty_message');
});

test('people whom a customer sends stand beside the words, at most ten with five numbers each', async () => {
  const { agent, socket, hookUrl } = await scene();
  const many = Array.from({ length: 12 }, (_, at) => ({
    name: { formatted_name: `Person ${at}` },
    phones: Array.from({ length: 6 }, (_phone, of) => ({ phone: `+9198${of}` })),
  }));
  await hearWhatsApp(hookUrl, phone.slice(1), { type: 'contacts', contacts: many });
  const { chatId } = await socket.next('customerStartChat');
  const found = (await as(agent).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data;
  const { inbound } = found.messages.find(({ detail }: { detail: { inbound?: object } }) => detail.inbound).detail;
  expect(inbound.contacts).toHaveLength(10);
  expect(inbound.contacts[9]).toEqual({ name: 'Person 9', phones: ['+91980', '+91981', '+91982', '+91983', '+91984'] });
});

test('a form, a payload and words that are too long are cut, between characters, before they are stored and shown', async () => {
  const { admin, agent, socket, channelId, hookUrl } = await scene();
  await control.act(channelId, phone, { kind: 'text', text: 'Hello' });
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  // A status callback names the field `messages` too: only the customer's own callback has a list of them.
  const hello = (await rawEvents(admin)).find((event) => event.body.toString().includes('"messages":['));
  let number = 0;
  // The vendor's own callback with another message in it.
  const callWith = async (content: object) => {
    const callback = JSON.parse(hello?.body.toString() ?? '');
    const { value } = callback.entry[0].changes[0];
    number += 1;
    const { id, from, timestamp } = value.messages[0];
    value.messages = [{ id: `${id}${number}`, from, timestamp, ...content }];
    expect((await callBack(hookUrl, JSON.stringify(callback))).statusCode).toBe(200);
  };
  const callWithForm = (form: object) =>
    callWith({
      type: 'interactive',
      interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: JSON.stringify(form) } },
    });
  const many = (count: number, answer: string) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`q${index}`, answer]));
  await callWithForm({ long: `${'a'.repeat(299)}😀`, list: Array.from({ length: 200 }, () => 'x'), short: ['a', 1, true], n: null });
  await callWithForm(many(60, 'yes'));
  await callWithForm(many(50, 'ह'.repeat(300)));
  await callWith({ type: 'button', button: { payload: `${'p'.repeat(2046)}😀`, text: 'Yes' } });
  await callWith({ type: 'location', location: { latitude: 1, longitude: 2, name: 'n'.repeat(1500), address: 'Home' } });
  await callWith({ type: 'text', text: { body: `${'t'.repeat(4095)}😀` } });
  const entries = await vi.waitFor(async () => {
    const chat = (await as(agent).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data;
    const said = chat.messages.filter((entry: { actionType: number; message: string }) => entry.actionType === 1).slice(1);
    expect(said).toHaveLength(6);
    return said as { message: string; detail: { inbound: Record<string, unknown> } }[];
  });
  const [cut, first, hindi, pressed, place, words] = entries;
  const list = JSON.stringify(Array.from({ length: 200 }, () => 'x')).slice(0, 300);
  expect(cut?.detail.inbound).toEqual({
    kind: 'form',
    name: 'flow',
    form: { long: 'a'.repeat(299), list, short: ['a', 1, true], n: null },
  });
  expect(first?.detail.inbound).toEqual({ kind: 'form', name: 'flow', form: many(50, 'yes') });
  // 300 signs of Hindi are 900 bytes: 18 answers fit into 16 KB.
  expect(hindi?.detail.inbound).toEqual({ kind: 'form', name: 'flow', form: many(18, 'ह'.repeat(300)) });
  expect(pressed?.detail.inbound).toEqual({ kind: 'reply', payload: 'p'.repeat(2046) });
  expect(place?.detail.inbound).toEqual({ kind: 'location', latitude: 1, longitude: 2, name: 'n'.repeat(1000), address: 'Home' });
  expect(words?.message).toBe('t'.repeat(4095));
});

test('forged callbacks are refused and kept, wrong addresses are nobody, and a repeat changes nothing', async () => {
  const { admin, agent, socket, hookUrl, channelId } = await scene();
  const path = new URL(hookUrl).pathname;
  const post = (url: string, headers: Record<string, string> = {}) =>
    app.stranger().post(url, JSON.stringify({ object: 'whatsapp_business_account', entry: [] }), {
      headers: { 'content-type': 'application/json', ...headers },
    });
  expect((await post(path)).statusCode).toBe(403);
  expect((await post(path, { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` })).statusCode).toBe(403);
  expect((await rawEvents(admin)).map((event) => event.proof)).toEqual(['bad', 'bad']);
  for (const wrong of [
    `${path.slice(0, -1)}_`,
    path.replace('twixormcmi', 'sinch'),
    path.replace(channelId, admin.userId),
    path.replace(channelId, 'x'),
  ])
    expect((await post(wrong)).json().code).toBe('route.not_found');
  const greeting = await app.stranger().get(`${path}?hub.mode=subscribe&hub.verify_token=greeting&hub.challenge=42`);
  expect([greeting.statusCode, greeting.body]).toEqual([200, '42']);
  expect((await app.stranger().get(`${path}?hub.mode=subscribe&hub.verify_token=no&hub.challenge=42`)).statusCode).toBe(403);
  expect(
    (await app.stranger().post(path, 'x'.repeat(3 * 1024 * 1024 + 1), { headers: { 'content-type': 'application/json' } })).statusCode,
  ).toBe(413);

  // The same callback again, as vendors send it when an answer was lost: signed rightly, so it is read, and means nothing new.
  await control.act(channelId, phone, { kind: 'text', text: 'Once' });
  const { chatId } = await socket.next('customerStartChat');
  const good = await contextOf(admin).read((tx) =>
    tx
      .selectFrom('rawEvents')
      .select(['body', 'headers'])
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('proof', '=', 'ok')
      .executeTakeFirstOrThrow(),
  );
  const again = await app.stranger().post(path, good.body.toString(), { headers: { ...good.headers, 'content-type': 'application/json' } });
  expect(again.statusCode).toBe(200);
  await control.act(channelId, phone, { kind: 'text', text: 'Twice' });
  await vi.waitFor(async () => expect((await ledger(admin)).filter((row) => row.direction === 'in')).toHaveLength(2));
  await socket.ask('agentPickupChat', { chatId });
  const chat = (await as(agent).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data;
  expect(
    chat.messages.filter((entry: { authorKind: string; message: string }) => entry.authorKind === 'customer' && entry.message),
  ).toMatchObject([{ message: 'Once' }, { message: 'Twice' }]);
});

test('a word stops marketing at once and is confirmed once; another lifts it', async () => {
  const { admin, channelId } = await scene();
  const template = await makeTemplate(admin, channelId, [body('Sale')]);
  const send = async () => {
    const request = {
      channelId,
      phoneNumber: [phone],
      message: { template: { templateId: template.name, templateUId: template.templateId } },
    };
    const { data } = (await as(admin).post(endpoints.broadcasts.send.path, request)).json();
    const [row] = await waitForRun({ enterpriseId: admin.enterpriseId, ctx: contextOf(admin) }, data.id, ['QUEUED', 'SENT', 'DELIVERED']);
    return row?.reason || row?.status;
  };
  const confirmations = async () =>
    (await ledger(admin)).filter((row) => row.source === 'SYSTEM' && row.number === 0 && row.direction === 'out').map((row) => row.address);
  expect(await send()).toBe('READ');
  await control.act(channelId, phone, { kind: 'text', text: ' stop. ' });
  await control.act(channelId, phone, { kind: 'text', text: '*Stop*!' });
  await vi.waitFor(async () => expect(await confirmations()).toEqual([phone]));
  expect(await send()).toBe('OPTED_OUT');
  await control.act(channelId, phone, { kind: 'text', text: 'शुरू करें।' });
  await vi.waitFor(async () => expect(await confirmations()).toEqual([phone, phone]));
  expect(await send()).toBe('READ');
  const { messages } = await control.phone(channelId, phone);
  expect(messages.filter((message) => /marketing/.test(message.text))).toHaveLength(2);
});

test('a word that stops marketing opens no chat and waits for nobody; inside a sentence it is a word like others', async () => {
  const { admin, agent, socket, channelId } = await scene();
  await control.act(channelId, phone, { kind: 'text', text: 'बंद करो!' });
  const heard = async () =>
    (await ledger(admin)).filter((row) => row.direction === 'in').map(({ source, address }) => ({ source, address }));
  await vi.waitFor(async () => expect(await heard()).toEqual([{ source: 'SYSTEM', address: phone }]));
  const listed = async () => (await as(admin).get(endpoints.blacklist.list.path)).json().data.blacklist;
  expect(await listed()).toMatchObject([{ kind: 'opted_out', source: 'customer', numbers: [phone] }]);
  const chats = async () => (await as(agent).get(`${endpoints.chats.waiting.path}?type=new`)).json().data;
  expect(await chats()).toEqual([]);
  await control.act(channelId, phone, { kind: 'text', text: 'Do not stop the delivery' });
  expect(await socket.next('customerStartChat')).toMatchObject({ lastMessage: 'Do not stop the delivery' });
});

test('a wish against marketing is heard below a picture, in a button and through characters that nobody sees', async () => {
  const { admin, channelId, hookUrl } = await scene();
  const [captioned, pressing, disguised] = ['+919876500011', '+919876500012', '+919876500013'] as const;
  await control.act(channelId, captioned, { kind: 'media', media: 'image', caption: 'Please stop sending these messages' });
  await control.act(channelId, disguised, { kind: 'text', text: 'S\u200bT\u00adOP\ufe0f' });
  const from = pressing.slice(1);
  const button = { payload: 'STOP_PROMOTIONS', text: 'No thanks' };
  const message = { from, id: 'wamid.pressed', timestamp: String(Math.floor(Date.now() / 1000)), type: 'button', button };
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '919800000001', phone_number_id: '919800000001' },
    contacts: [{ profile: { name: 'Meera' }, wa_id: from }],
    messages: [message],
  };
  const sent = { object: 'whatsapp_business_account', entry: [{ id: '70001', changes: [{ field: 'messages', value }] }] };
  expect((await callBack(hookUrl, JSON.stringify(sent))).statusCode).toBe(200);
  const listed = async (): Promise<string[]> =>
    (await as(admin).get(endpoints.blacklist.list.path))
      .json()
      .data.blacklist.flatMap(({ kind, numbers }: { kind: string; numbers: string[] }) => (kind === 'opted_out' ? numbers : []));
  await vi.waitFor(async () => expect((await listed()).toSorted()).toEqual([captioned, pressing, disguised]));
});

test('a message frozen before a customer said no does not leave, whatever became of the queue meanwhile', async () => {
  const { admin, channelId } = await scene();
  const enterprise = { enterpriseId: admin.enterpriseId, ctx: contextOf(admin) };
  const change = (set: { speedPerSecond: number }) =>
    contextOf(admin).transaction(async (tx) => {
      await tx.updateTable('channels').set(set).where('enterpriseId', '=', admin.enterpriseId).execute();
      await tx.deleteFrom('channelSpeeds').where('enterpriseId', '=', admin.enterpriseId).execute();
      const bucket = { tokens: 0, filledAt: new Date(), blockedUntil: new Date(0) };
      await tx
        .insertInto('channelSpeeds')
        .values({ enterpriseId: admin.enterpriseId, channelId, ...bucket })
        .execute();
    });
  await change({ speedPerSecond: 0.001 });
  const [sale, news] = [
    await makeTemplate(admin, channelId, [body('Sale')]),
    await makeTemplate(admin, channelId, [body('Your order')], { category: 'UTILITY' }),
  ];
  const send = async (template: typeof sale) => {
    const message = { template: { templateId: template.name, templateUId: template.templateId } };
    const { data } = (
      await as(admin).post(endpoints.broadcasts.send.path, { channelId, phoneNumber: [phone, '+919876512399'], message })
    ).json();
    await vi.waitFor(async () => {
      const rows = await ledger(admin);
      expect(rows.filter((row) => row.resourceId === data.id)).toHaveLength(2);
    });
    return data.id as string;
  };
  const [sold, told] = [await send(sale), await send(news)];
  // Inserts the entry as if the word had been heard while the audience was frozen: the entry is there, and the queue was not touched.
  const entry = {
    enterpriseId: admin.enterpriseId,
    entryId: newId(),
    address: phone,
    kind: 'opted_out',
    source: 'customer',
  } as const;
  await contextOf(admin).transaction((tx) => tx.insertInto('blacklist').values(entry).execute());
  await change({ speedPerSecond: 1000 });
  const outcomes = async (runId: string) =>
    (await waitForRun(enterprise, runId, ['QUEUED', 'SENT', 'DELIVERED'])).map((row) => row.reason || row.status);
  expect(await outcomes(sold)).toEqual(['OPTED_OUT', 'READ']);
  expect(await outcomes(told)).toEqual(['READ', 'READ']);
});

test('a message with U+0000 and half characters arrives, and its raw event keeps the bytes', async () => {
  const { admin, agent, socket, channelId, hookUrl } = await scene();
  // Sends as the vendor would have: its own callbacks, with other words and ids, signed again.
  await control.act(channelId, phone, { kind: 'text', text: 'MARK' }, 'MARK');
  const queued = await socket.next('customerStartChat');
  await control.act(channelId, phone, { kind: 'location', latitude: 12.9, longitude: 77.6, name: 'MARK' });
  await control.act(channelId, phone, { kind: 'media', media: 'image', caption: 'MARK' });
  const marked = await vi.waitFor(async () => {
    const found = new Set((await rawEvents(admin)).map(({ body: bytes }) => bytes.toString()).filter((each) => /[":]MARK"/.test(each)));
    expect(found.size).toBe(3);
    return [...found];
  });
  const bodies = marked.map((each) =>
    each.replaceAll('MARK', 'before\\u0000 \\ud800 after').replaceAll(phone.slice(1), '919876500001').replaceAll('wamid.', 'wamid.broken'),
  );
  for (const sent of bodies) {
    expect((await callBack(hookUrl, sent)).statusCode).toBe(200);
  }
  const clean = 'before\ufffd \ufffd after';
  const broken = await socket.next('customerStartChat');
  expect(broken).toMatchObject({ customerName: clean });
  expect(broken.chatId).not.toBe(queued.chatId);
  await socket.ask('agentPickupChat', { chatId: broken.chatId });
  await vi.waitFor(async () => {
    const { messages } = (await as(agent).get(endpoints.chats.get.path.replace(':chatId', broken.chatId))).json().data;
    const said = messages.filter((entry: { authorKind: string; message: string }) => entry.authorKind === 'customer' && entry.message);
    // The simulator calls three times at once: in which order they come is not its promise.
    expect(said.map((entry: { message: string }) => entry.message).sort()).toEqual([clean, clean, `${clean}\n12.9, 77.6`]);
  });
  const kept = (await rawEvents(admin)).map(({ body: bytes }) => bytes.toString());
  expect(bodies.filter((each) => !kept.includes(each))).toEqual([]);
});

test('journeys 2 a reading with a receipt and a message locks the chats of both in one order: it waits for the first and holds no later one', async () => {
  const { admin, socket, channelId, hookUrl } = await scene();
  await control.behave(channelId, { receiptDelayMs: 600_000 });
  const chatIds: string[] = [];
  for (const number of [phone, '+919876512346']) {
    await control.act(channelId, number, { kind: 'text', text: 'Hello' }, 'Meera');
    chatIds.push((await socket.next('customerStartChat')).chatId);
  }
  const [first = '', second = ''] = chatIds;
  await socket.ask('agentPickupChat', { chatId: second });
  await socket.ask('agentReply', { chatId: second, key: 'key-1', message: 'On its way' });
  const sent = await vi.waitFor(async () => {
    const found = (await control.phone(channelId, '+919876512346')).messages.find(({ text }) => text === 'On its way');
    expect(found).toBeDefined();
    return found;
  });
  const raw = (await rawEvents(admin)).map(({ body: bytes }) => bytes.toString()).find((each) => each.includes(phone.slice(1))) ?? '';
  const event = JSON.parse(raw.replaceAll('wamid.', 'wamid.both')) as { entry: { changes: { value: Record<string, unknown> }[] }[] };
  const value = event.entry[0]?.changes[0]?.value ?? {};
  const timestamp = String(Math.floor(Date.now() / 1000));
  value.statuses = [{ id: sent?.id, status: 'read', timestamp, recipient_id: '919876512346' }];

  await contextOf(admin).transaction(async (tx) => {
    const lock = (chatId: string) =>
      sql`select from chats where enterprise_id = ${admin.enterpriseId} and chat_id = ${chatId}::uuid for update nowait`;
    await lock(first).execute(tx);
    expect((await callBack(hookUrl, JSON.stringify(event))).statusCode).toBe(200);
    await vi.waitFor(async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks l
        where not l.granted and pg_backend_pid() = any(pg_blocking_pids(l.pid))`.execute(tx);
      expect(rows).toEqual([{ waiting: 1 }]);
    });
    await lock(second).execute(tx);
  });
  await vi.waitFor(async () => {
    const rows = await ledger(admin);
    expect(rows.filter(({ resourceId, direction }) => resourceId === first && direction === 'in')).toHaveLength(2);
    expect(rows.findLast(({ resourceId, direction }) => resourceId === second && direction === 'out')?.status).toBe('READ');
  });
});
