import { createHmac } from 'node:crypto';
import { type ChatAction, endpoints } from '@parley/contract';
import { mask } from '@parley/journey';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { businessNumber, createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser, contextOf } = app;
const { connect } = createScenes(app);
const { makeWhatsApp } = createVendorScenes(app, vendors);
const { control } = vendors;
const patience = { interval: 100 };
const phone = '+919876600021';
const stranger = '919876600099';

async function scene() {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Asha' });
  const channel = await makeWhatsApp(admin);
  await control.behave(channel.channelId, { receiptDelayMs: 0 });
  return { admin, agent, socket: await connect(agent), ...channel };
}

let count = 0;
/** Messages as WhatsApp calls back with them, signed, in the order given. */
async function hear(hookUrl: string, ...messages: Record<string, unknown>[]): Promise<string[]> {
  const all = messages.map((message) => {
    count += 1;
    return { from: phone.slice(1), id: `wamid.note-${count}`, timestamp: String(Math.floor(Date.now() / 1000)), ...message };
  });
  const metadata = { display_phone_number: businessNumber, phone_number_id: businessNumber };
  const contacts = [{ profile: { name: 'Meera' }, wa_id: phone.slice(1) }];
  const value = { messaging_product: 'whatsapp', metadata, contacts, messages: all };
  const sent = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] });
  const signature = createHmac('sha256', 'app-secret-of-a-test').update(sent).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
  expect((await app.stranger().post(new URL(hookUrl).pathname, sent, { headers })).statusCode).toBe(200);
  return all.map(({ id }) => id);
}
const getChat = async (user: TestUser, chatId: string) =>
  (await as(user).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data;
const text = (body: string) => ({ type: 'text', text: { body } });
const reaction = (messageId: string, emoji?: string) => ({
  type: 'reaction',
  reaction: { message_id: messageId, ...(emoji ? { emoji } : {}) },
});
const edit = (messageId: string, body: string) => ({
  type: 'edit',
  edit: { original_message_id: messageId, message: { type: 'text', text: { body } } },
});
const revoke = (messageId: string) => ({ type: 'revoke', revoke: { original_message_id: messageId } });

test('reactions, edits and revocations stand on the message that they are about; of strangers they are nothing', async () => {
  const { admin, agent, socket, channelId, hookUrl } = await scene();
  const unknown = 'wamid.of-nobody';
  await hear(
    hookUrl,
    ...[reaction(unknown, '👍'), reaction(unknown), edit(unknown, 'Changed'), revoke(unknown), { type: 'request_welcome' }].map(
      (message) => ({
        ...message,
        from: stranger,
      }),
    ),
  );
  const [first = '', second = ''] = await hear(hookUrl, text('Where is my order?'), text('It is number 11'));
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  const chats = () =>
    contextOf(admin).read((tx) => tx.selectFrom('chats').select('chatId').where('enterpriseId', '=', admin.enterpriseId).execute());
  expect(await chats()).toEqual([{ chatId }]);

  await socket.ask('agentReply', { chatId, key: 'key-1', message: 'On its way' });
  const ours = await vi.waitFor(async () => {
    const found = (await control.phone(channelId, phone)).messages.find((message) => message.text === 'On its way');
    if (!found) throw new Error('our reply has not arrived');
    return found.id;
  }, patience);
  const seen = async () => {
    const { messages } = (await getChat(agent, chatId)) as { messages: ChatAction[] };
    return messages.flatMap(({ actionType, authorKind, message, detail }) =>
      actionType === 1 || (authorKind === 'agent' && actionType === 3)
        ? [
            [
              message,
              (detail.reaction as { emoji: string } | undefined)?.emoji,
              (detail.edited as { was: string } | undefined)?.was,
              detail.revoked !== undefined,
            ],
          ]
        : [],
    );
  };
  await hear(
    hookUrl,
    reaction(ours, '❤️'),
    reaction(first, '🙏'),
    edit(second, 'It is number 12'),
    edit(second, 'It is number 13'),
    revoke(first),
  );
  const changed = await socket.next('entryChanged');
  expect(changed).toMatchObject({ chatId, action: { message: 'On its way', detail: { reaction: { emoji: '❤️' } } } });
  await vi.waitFor(
    async () =>
      expect(await seen()).toEqual([
        ['Where is my order?', '🙏', undefined, true],
        ['It is number 13', undefined, 'It is number 11', false],
        ['On its way', '❤️', undefined, false],
      ]),
    patience,
  );
  // Nobody waits for an answer to a reaction, and another's message is not theirs to change.
  expect(await getChat(agent, chatId)).toMatchObject({ waitingSince: null, messageCount: 4 });
  await hear(hookUrl, reaction(ours), { ...edit(second, 'Forged'), from: stranger }, { ...reaction(ours, '👎'), from: stranger });
  await vi.waitFor(
    async () =>
      expect((await seen()).map(([message, emoji]) => [message, emoji])).toEqual([
        ['Where is my order?', '🙏'],
        ['It is number 13', undefined],
        ['On its way', ''],
      ]),
    patience,
  );
  expect(await chats()).toEqual([{ chatId }]);
});

test('a masked answer that is edited stays masked, and the vendor’s event with its new words is emptied', async () => {
  const { admin, agent, socket, hookUrl } = await scene();
  const [answer = ''] = await hear(hookUrl, text('4111 1111 1111 1111'));
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  await contextOf(admin).transaction((tx) =>
    tx
      .updateTable('chatActions')
      .set({ message: mask })
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('messageKey', '=', answer)
      .execute(),
  );
  await hear(hookUrl, edit(answer, '5500 0000 0000 0004'));
  expect(await socket.next('entryChanged')).toMatchObject({ action: { message: mask, detail: { edited: { was: mask } } } });
  expect(JSON.stringify(await getChat(agent, chatId))).not.toContain('5500');
  const events = await contextOf(admin).read((tx) =>
    tx.selectFrom('rawEvents').select('body').where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  expect(events.filter(({ body }) => String(body).includes('5500'))).toEqual([]);
});

test('orders, adverts, products, places without a type and messages without words arrive in words; a file that cannot be loaded says so', async () => {
  const { admin, socket, hookUrl } = await scene();
  const item = { product_retailer_id: 'p1', quantity: 2, item_price: 120, currency: 'INR' };
  const advert = { source_url: 'https://ad.example/1', source_type: 'ad', source_id: '1', headline: 'Lamp of brass', body: 'Half price' };
  const file = { id: 'an-id-that-cannot-be-loaded', mime_type: 'application/pdf', filename: 'bill.pdf', caption: 'my bill' };
  await hear(
    hookUrl,
    { type: 'order', order: { catalog_id: 'c1', text: 'please gift wrap', product_items: [item] } },
    { ...text('Is it still there?'), referral: advert },
    { ...text('And this one?'), context: { id: 'wamid.x', referred_product: { catalog_id: 'c1', product_retailer_id: 'p9' } } },
    { type: 'document', document: file },
    { location: { latitude: 18.5, longitude: 73.8, name: 'Office' } },
    { type: 'text', text: null },
  );
  const { chatId } = await socket.next('customerStartChat');
  const said = ((await getChat(admin, chatId)).messages as ChatAction[]).filter(({ actionType }) => actionType === 1);
  expect(said.map(({ message }) => message)).toEqual([
    'please gift wrap\n2 × p1 120 INR',
    'Is it still there?',
    'And this one?',
    expect.stringMatching(/^my bill\n\[bill\.pdf: this file was not kept\. The vendor did not hand it over\..*\]$/),
    'Office\n18.5, 73.8',
    '[a message without words]',
  ]);
  expect(said.map(({ detail }) => (detail.inbound as { about?: object } | undefined)?.about).filter(Boolean)).toEqual([
    { kind: 'ad', title: 'Lamp of brass', text: 'Half price', url: 'https://ad.example/1' },
    { kind: 'product', title: 'p9', text: 'c1', url: '' },
  ]);
});

test('a voice note of the sandbox, which is wav, is kept and can be played', async () => {
  const { admin, socket, channelId } = await scene();
  await control.act(channelId, phone, { kind: 'media', media: 'audio' });
  const { chatId } = await socket.next('customerStartChat');
  const said = ((await getChat(admin, chatId)).messages as ChatAction[]).find(({ actionType }) => actionType === 1);
  expect(said).toMatchObject({ message: '', attachment: { type: 'audio/wav', name: expect.stringMatching(/\.wav$/) } });
  const answer = await app.stranger().get(said?.attachment?.url ?? '');
  expect([answer.headers['content-type'], answer.headers['content-disposition']]).toEqual(['audio/wav', expect.stringMatching(/^inline;/)]);
});

test('a message that was written three hours ago says so: both times are kept, the record keeps its order, and the window counts from the writing', async () => {
  const { admin, socket, channelId, hookUrl } = await scene();
  // The simulator has not heard this phone itself; it would say of the greeting that the window is closed.
  await control.behave(channelId, { receiptDelayMs: 0, isLight: true });
  const hoursMs = 3_600_000;
  const seconds = (at: number) => String(Math.floor(at / 1000));
  const began = Date.now();
  const writtenAt = Math.floor(began / 1000) * 1000 - 3 * hoursMs;
  await hear(hookUrl, { ...text('written three hours ago'), timestamp: seconds(writtenAt) });
  const { chatId } = await socket.next('customerStartChat');
  const chat = await getChat(admin, chatId);
  const [late] = (chat.messages as ChatAction[]).filter(({ actionType }) => actionType === 1);
  expect(late?.detail.writtenAt).toBe(new Date(writtenAt).toISOString());
  expect(new Date(late?.actedOn ?? 0).getTime()).toBeGreaterThanOrEqual(began);
  expect(chat.windowEndsAt).toBe(new Date(writtenAt + 24 * hoursMs).toISOString());
  // A message that was written yesterday and comes after it moves no window back, and stands behind it.
  await hear(hookUrl, text('written now'), { ...text('written yesterday'), timestamp: seconds(writtenAt - 24 * hoursMs) });
  const again = await vi.waitFor(async () => {
    const found = await getChat(admin, chatId);
    expect(found.messageCount).toBe(4);
    return found;
  }, patience);
  const said = (again.messages as ChatAction[]).filter(({ actionType }) => actionType === 1);
  expect(said.map(({ message, detail }) => [message, detail.writtenAt !== undefined])).toEqual([
    ['written three hours ago', true],
    ['written now', false],
    ['written yesterday', true],
  ]);
  expect(new Date(again.windowEndsAt).getTime()).toBeGreaterThan(writtenAt + 26 * hoursMs);
});
