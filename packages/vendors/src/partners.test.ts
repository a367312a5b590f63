import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { channelTypes, type TemplateComponent, type VendorName } from '@parley/contract';
import { SinchClient } from '@sinch/sdk-core';
import { Bot } from 'grammy';
import smpp, { type Session } from 'smpp';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WhatsAppAPI } from 'whatsapp-api-js';
import {
  ActionButtons,
  ActionList,
  Body,
  BodyComponent,
  BodyParameter,
  Button,
  CarouselCard,
  CarouselComponent,
  CopyComponent,
  Document,
  HeaderComponent,
  HeaderParameter,
  Image,
  Interactive,
  ListSection,
  Location,
  LTOComponent,
  PayloadComponent,
  Reaction,
  Row,
  Template,
  Text,
  URLComponent,
} from 'whatsapp-api-js/messages';
import { adapterFor } from './adapters.ts';
import { type Bench, startBench, testConnection, testIo } from './testing.ts';
import type { Connection, VendorAdapter, VendorTemplate } from './types.ts';

/** Programs that others wrote, against our simulator and our adapters: an author's own mistake shows here. */
let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());
const adapterOf = (vendor: VendorName, type: number) => adapterFor(vendor, type) as VendorAdapter;
const to = '+919811111111';

const button = (type: 'QUICK_REPLY' | 'URL' | 'COPY_CODE', text: string, url = '') => ({
  type,
  text,
  url,
  phoneNumber: '',
  example: '',
  payload: '',
});
const template = (name: string, components: TemplateComponent[]): VendorTemplate => ({
  vendorTemplateId: name,
  name,
  language: 'en',
  category: 'MARKETING',
  status: 'APPROVED',
  reason: '',
  quality: '',
  components,
});
const header: TemplateComponent = { type: 'HEADER', format: 'IMAGE', text: '', resourceUrl: '', fileId: '', samples: {} };
const card = {
  header: { format: 'IMAGE' as const, url: '', fileId: '', height: 'MEDIUM' as const },
  title: '',
  body: { text: 'Item {{1}}', samples: {} },
  buttons: [button('QUICK_REPLY', 'Take it')],
};
const templates = [
  template('offer', [
    header,
    { type: 'BODY', text: 'Hi {{1}}', samples: {} },
    { type: 'BUTTONS', buttons: [button('QUICK_REPLY', 'Yes'), button('URL', 'Buy', 'https://shop.example/{{1}}')] },
  ]),
  template('sale', [
    header,
    { type: 'LIMITED_TIME_OFFER', text: 'Ends soon', hasExpiration: true },
    { type: 'BODY', text: 'Save now', samples: {} },
    { type: 'BUTTONS', buttons: [button('COPY_CODE', 'Copy'), button('URL', 'Buy', 'https://shop.example/{{1}}')] },
  ]),
  template('cards', [
    { type: 'BODY', text: 'Look', samples: {} },
    { type: 'CAROUSEL', cards: [card, card] },
  ]),
];

test('a client of the Cloud API sends everything to our simulator, and verifies what it calls back with', async () => {
  const config = { authToken: 'the-token', wabaId: 'waba', clientSecret: 'the-secret', WebhookVerificationToken: 'hello' };
  const connection = await bench.connect(adapterOf('twixormcmi', channelTypes.WHATSAPP), { contactId: '919800000009', config }, templates);
  const rewrite = ((url: string, options: RequestInit) =>
    fetch(url.replace('https://graph.facebook.com', `${bench.url}/meta/${connection.channelId}`), options)) as typeof fetch;
  const client = new WhatsAppAPI({
    token: 'the-token',
    appSecret: 'the-secret',
    webhookVerifyToken: 'hello',
    v: 'v23.0',
    ponyfill: { fetch: rewrite },
  });
  await bench.control.act(connection.channelId, to, { kind: 'text', text: 'Hello' }, 'Asha');
  const picture = new Image('https://cdn.example/a.png');
  const messages = [
    new Text('Hi there'),
    new Image('https://cdn.example/a.png', false, 'Look'),
    new Document('https://cdn.example/a.pdf', false, 'The bill', 'bill.pdf'),
    new Location(72.87, 19.07, 'Shop', 'Dadar'),
    new Reaction('wamid.x', '👍'),
    new Interactive(new ActionButtons(new Button('b1', 'Yes'), new Button('b2', 'No')), new Body('Well?')),
    new Interactive(new ActionList('Choose', new ListSection('Drinks', new Row('r1', 'Tea', 'hot'))), new Body('What?')),
    new Template(
      'offer',
      'en',
      new HeaderComponent(new HeaderParameter(picture)),
      new BodyComponent(new BodyParameter('Asha')),
      new PayloadComponent('P'),
      new URLComponent('tail'),
    ),
    new Template(
      'sale',
      'en',
      new HeaderComponent(new HeaderParameter(picture)),
      new LTOComponent(Date.now() + 3_600_000),
      new CopyComponent('SAVE'),
      new URLComponent('tail'),
    ),
    new Template(
      'cards',
      'en',
      new CarouselComponent(
        new CarouselCard(picture, new BodyComponent(new BodyParameter('one')), new PayloadComponent('1')),
        new CarouselCard(picture, new BodyComponent(new BodyParameter('two')), new PayloadComponent('2')),
      ),
    ),
  ];
  const answers = [];
  for (const message of messages) answers.push(await client.sendMessage('919800000009', '919811111111', message, undefined, 'tracker'));
  expect(answers.map((answer) => ('messages' in answer ? 'sent' : JSON.stringify(answer)))).toEqual(messages.map(() => 'sent'));
  expect(await client.sendMessage('919800000009', '919811111111', new Template('nothing', 'en'))).toMatchObject({
    error: { code: 132001 },
  });
  const shown = (await bench.control.phone(connection.channelId, to)).messages.filter((message) => !message.isFromCustomer);
  expect(shown.map((message) => message.text)).toEqual([
    'Hi there',
    'Look',
    'The bill',
    '',
    'Well?',
    'What?',
    'Hi Asha',
    'Save now',
    'Look',
  ]);
  expect(shown.at(-1)?.cards.map((one) => one.text)).toEqual(['Item one', 'Item two']);
  await bench.events(connection, (come) => come.length > messages.length);
  const [raw] = bench.raws(connection);
  const heard: unknown[] = [];
  client.on.message = ({ from, message }) => void heard.push([from, message.type]);
  const body = Buffer.from(raw?.body ?? '').toString();
  await client.post(JSON.parse(body), body, raw?.headers['x-hub-signature-256'] ?? '');
  expect(heard).toEqual([['919811111111', 'text']]);
  await expect(client.post(JSON.parse(body), body, `sha256=${'0'.repeat(64)}`)).rejects.toThrow();
});

test('a bot of grammY sends to our Telegram', async () => {
  const config = { authToken: '123456:token', WebhookVerificationToken: 'hook-token' };
  const connection = await bench.connect(adapterOf('twixormcmi', channelTypes.TELEGRAM), { config, contactId: 'bot' });
  const bot = new Bot('123456:token', { client: { apiRoot: `${bench.url}/telegram/${connection.channelId}` } });
  expect(await bot.api.getMe()).toMatchObject({ is_bot: true, username: 'sandbox_bot' });
  await expect(bot.api.sendMessage(7001, 'Hi')).rejects.toMatchObject({ error_code: 400, description: 'Bad Request: chat not found' });
  await bench.control.act(connection.channelId, '7001', { kind: 'text', text: '/start' }, 'Asha');
  const sent = await bot.api.sendMessage(7001, 'Choose', { reply_markup: { inline_keyboard: [[{ text: 'Tea', callback_data: 'tea' }]] } });
  await bot.api.sendPhoto(7001, 'https://cdn.example/a.png', { caption: 'Look' });
  await bench.control.act(connection.channelId, '7001', { kind: 'press', messageId: `7001:${sent.message_id}`, buttonId: 'tea' });
  const events = await bench.events(connection, (come) => come.length >= 2);
  expect(events.at(-1)).toMatchObject({ content: { kind: 'reply', id: 'tea', title: 'Tea' }, answers: `7001:${sent.message_id}` });
  expect(JSON.parse(adapterOf('twixormcmi', channelTypes.TELEGRAM).answerHook?.(events.slice(-1))?.body ?? '')).toMatchObject({
    method: 'answerCallbackQuery',
  });
});

test("Sinch's own client logs in, sends and validates our simulator's signature", async () => {
  const config = {
    projectId: 'project-1',
    keyId: 'key-id',
    keySecret: 'key-secret',
    appId: 'app-1',
    region: 'us',
    WebhookVerificationToken: 'hook-token',
  };
  const connection = await bench.connect(adapterOf('sinch', channelTypes.WHATSAPP), { config });
  const base = `${bench.url}/sinch/${connection.channelId}`;
  const sinch = new SinchClient({
    projectId: 'project-1',
    keyId: 'key-id',
    keySecret: 'key-secret',
    authHostname: `${bench.url}/sinchAuth/${connection.channelId}`,
    conversationHostname: base,
    conversationRegion: 'us',
  });
  await bench.control.act(connection.channelId, to, { kind: 'text', text: 'Hello' });
  const answer = await sinch.conversation.messages.sendTextMessage({
    sendMessageRequestBody: {
      app_id: 'app-1',
      message: { text_message: { text: 'Hi Asha' } },
      recipient: { identified_by: { channel_identities: [{ channel: 'WHATSAPP', identity: '919811111111' }] } },
    },
  });
  expect(answer.message_id).toMatch(/./);
  await bench.events(connection, (come) => come.length >= 2);
  const [raw] = bench.raws(connection);
  const { ConversationCallbackWebhooks } = await import('@sinch/sdk-core');
  const check = (secret: string) =>
    new ConversationCallbackWebhooks(secret).validateAuthenticationHeader({ ...raw?.headers }, Buffer.from(raw?.body ?? '').toString());
  expect([check('hook-token'), check('other')]).toEqual([true, false]);
});

const message = (text: string, more: object = {}) => ({ ourId: randomUUID(), to, content: { kind: 'text' as const, text }, ...more });
async function send(
  adapter: VendorAdapter,
  connection: Connection,
  io = testIo(),
  what: Parameters<VendorAdapter['render']>[0] = message('Hi'),
) {
  const rendered = adapter.render(what, connection);
  return rendered.kind === 'refused'
    ? { kind: 'refused' as const, error: rendered.error }
    : adapter.send(io, connection, rendered.request, what);
}

test('an SMS centre takes our binds and messages, refuses and throttles, and its receipts take the road of callbacks', async () => {
  const sessions: Session[] = [];
  let status = 0;
  const submitted: Record<string, unknown>[] = [];
  const centre = smpp.createServer((session) => {
    sessions.push(session);
    session.on('error', () => {});
    session.on('bind_transceiver', (pdu) => session.send(pdu.response({ command_status: pdu.password === 'right' ? 0 : 0x0e })));
    session.on('submit_sm', (pdu) => {
      submitted.push(pdu);
      session.send(pdu.response({ command_status: status, message_id: status === 0 ? 'smsc-1' : '' }));
    });
    session.on('unbind', (pdu) => session.send(pdu.response()));
  });
  await new Promise<void>((resolve) => centre.listen(0, '127.0.0.1', resolve));
  const adapter = adapterOf('tanla', channelTypes.SMS);
  const heard = await bench.connect(adapter, {
    config: { username: 'user', password: 'right', sender: 'PARLEY', principalEntityId: '1101' },
  });
  const connection: Connection = {
    ...heard,
    environment: 'production',
    baseUrls: { tanlaSmpp: `smpp://127.0.0.1:${centre.address().port}` },
  };
  const io = testIo();
  const extra = { senderId: '', principalEntityId: '', registeredTemplateId: '1107', fallbackText: '', orientation: 'VERTICAL' as const };
  const order = {
    kind: 'template' as const,
    name: 'order',
    vendorTemplateId: '',
    language: 'en',
    category: 'UTILITY' as const,
    components: [{ type: 'BODY' as const, text: 'Dear {{1}}, नमस्ते', samples: {} }],
    extra,
    body: { '1': 'Asha' },
    buttons: [],
    cards: [],
  };
  expect(await send(adapter, connection, io, message('', { content: order }))).toEqual({
    kind: 'accepted',
    vendorMessageId: 'smsc-1',
    ids: {},
  });
  expect(submitted[0]).toMatchObject({
    source_addr: 'PARLEY',
    destination_addr: '919811111111',
    registered_delivery: 1,
    dlt_entity_id: '1101',
    dlt_template_id: '1107',
    short_message: { message: 'Dear Asha, नमस्ते' },
  });
  expect(new Set((await adapter.probe(io, connection)).map((step) => step.isOk))).toEqual(new Set([true]));
  sessions[0]?.deliver_sm({
    source_addr: '919811111111',
    destination_addr: 'PARLEY',
    esm_class: 4,
    short_message: 'id:smsc-1 sub:001 dlvrd:001 submit date:2601051030 done date:2601051031 stat:DELIVRD err:000 text:Dear',
  });
  sessions[0]?.deliver_sm({ source_addr: '919811111111', destination_addr: 'PARLEY', esm_class: 0, short_message: 'STOP' });
  const events = await bench.events(heard, (come) => come.length >= 2);
  expect(events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'message.status', vendorMessageId: 'smsc-1', status: 'delivered', recipient: to }),
      expect.objectContaining({ type: 'message.received', from: to, content: { kind: 'text', text: 'STOP' } }),
    ]),
  );
  for (const [code, kind] of [
    [0x58, 'RATE_LIMITED'],
    [0x0b, 'RECIPIENT'],
    [0x99, 'REQUEST'],
  ] as const) {
    status = code;
    expect(await send(adapter, connection, io)).toMatchObject({ kind: 'failed', error: { class: kind, vendorCode: String(code) } });
  }
  expect(await send(adapter, { ...connection, config: { ...connection.config, password: 'wrong' } })).toMatchObject({
    kind: 'failed',
    error: { class: 'AUTH' },
  });
  expect(await send(adapter, { ...connection, baseUrls: { tanlaSmpp: 'smpp://127.0.0.1:47' } })).toMatchObject({
    kind: 'failed',
    error: { class: 'TRANSIENT' },
  });
  for (const session of sessions) session.destroy();
  centre.close();
});

test('a mail server takes our mails, with what was written and nothing smuggled into a header', async () => {
  const mails: string[] = [];
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    closeTimeout: 20,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === 'right' ? done(null, { user: 'user' }) : done(new Error('Invalid login')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody') ? done(Object.assign(new Error('No such user'), { responseCode: 550 })) : done(),
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as { port: number };
  const adapter = adapterOf('mailchimp', channelTypes.EMAIL);
  const config = { username: 'user', password: 'right', fromEmail: 'shop@parley.example', fromName: 'Shop\r\nBcc: x@evil.example' };
  const connection = testConnection('mailchimp', channelTypes.EMAIL, { config, baseUrls: { smtp: `smtp://127.0.0.1:${port}` } });
  const io = testIo();
  const mail = (address: string) =>
    message('Your order <7> is here', {
      to: address,
      content: { kind: 'text', text: 'Your order <7> is here', subject: 'Order\r\nX-Evil: 1' },
    });
  const what = mail('asha@example.com');
  expect(await send(adapter, connection, io, what)).toMatchObject({
    kind: 'accepted',
    vendorMessageId: expect.stringContaining(what.ourId),
  });
  expect(mails[0]).toMatch(/^Subject: Order X-Evil: 1\r?$/m);
  expect(mails[0]).not.toMatch(/^(X-Evil|Bcc):/m);
  expect(mails[0]).toContain('Your order &lt;7&gt; is here');
  expect(await send(adapter, connection, io, mail('nobody@example.com'))).toMatchObject({
    kind: 'failed',
    error: { class: 'RECIPIENT', vendorCode: '550' },
  });
  // A mail of a thread: its lines, its parents and its file.
  const bytes = Buffer.from('a,b\r\n1,2\r\n');
  const reply = message('', {
    to: 'asha@example.com',
    content: {
      kind: 'media',
      media: {
        kind: 'document',
        url: 'https://parley.example/f',
        caption: 'See the table.',
        fileName: 'tä\r\nble.csv',
        mimeType: 'text/csv',
        bytes,
      },
    },
    mail: {
      subject: 'Re: Order',
      to: [{ name: 'Asha\r\nX-Evil: 1', address: 'asha@example.com' }],
      cc: [{ name: '', address: 'omar@example.com' }],
      bcc: [{ name: '', address: 'boss@example.com' }],
      messageId: 'c.1.2.f@parley.example',
      inReplyTo: 'b@example.com',
      references: ['a@example.com', 'b@example.com', 'no id>\r\nX-Evil: 1'],
      signature: 'Nina',
      quoted: { line: 'On Monday Asha wrote:', text: 'Where?' },
    },
  });
  const sent = await send(adapter, connection, io, reply);
  expect(sent).toMatchObject({ kind: 'accepted', vendorMessageId: '<c.1.2.f@parley.example>' });
  const raw = mails.at(-1) ?? '';
  for (const header of [
    'Message-ID: <c.1.2.f@parley.example>',
    'In-Reply-To: <b@example.com>',
    'References: <a@example.com> <b@example.com>',
    'Subject: Re: Order',
    'Cc: omar@example.com',
  ])
    expect(raw.replace(/\r\n[ \t]+/g, ' ').split('\r\n')).toContain(header);
  expect(raw).not.toMatch(/^(X-Evil|Bcc):/im);
  expect(raw).toContain(bytes.toString('base64'));
  expect(raw).toContain('blockquote');
  expect(raw).not.toContain('https://parley.example/f');
  expect(new Set((await adapter.probe(io, connection)).map((step) => step.isOk))).toEqual(new Set([true]));
  expect(await send(adapter, { ...connection, config: { ...config, password: 'wrong' } }, testIo(), what)).toMatchObject({
    kind: 'failed',
    error: { class: 'AUTH' },
  });
  await new Promise<void>((resolve) => server.close(resolve));
  expect(await send(adapter, connection, testIo(), what)).toMatchObject({ kind: 'failed', error: { class: 'TRANSIENT' } });
});

test('a bot of grammY reacts, edits and deletes at our Telegram, within its rules', async () => {
  const config = { authToken: '123456:token', WebhookVerificationToken: 'hook-token' };
  const connection = await bench.connect(adapterOf('twixormcmi', channelTypes.TELEGRAM), { config, contactId: 'bot' });
  const { channelId } = connection;
  const { api } = new Bot('123456:token', { client: { apiRoot: `${bench.url}/telegram/${channelId}` } });
  const { id } = await bench.control.act(channelId, '7001', { kind: 'text', text: '/start' }, 'Asha');
  const theirs = Number(id.split(':')[1]);
  const shown = async (of: number) => (await bench.control.phone(channelId, '7001')).messages.find((one) => one.id === `7001:${of}`);
  const refusal = (description: string) => ({ error_code: 400, description: `Bad Request: ${description}` });
  await api.setMessageReaction(7001, theirs, [{ type: 'emoji', emoji: '🔥' }]);
  expect(await shown(theirs)).toMatchObject({ text: '/start', ourReaction: '🔥' });
  await expect(api.setMessageReaction(7001, theirs, [{ type: 'emoji', emoji: '🍕' as '🔥' }])).rejects.toMatchObject(
    refusal('REACTION_INVALID'),
  );
  await api.setMessageReaction(7001, theirs, []);
  expect(await shown(theirs)).toMatchObject({ ourReaction: '' });
  const sent = await api.sendMessage(7001, 'Tomorow');
  await api.editMessageText(7001, sent.message_id, 'Tomorrow');
  expect(await shown(sent.message_id)).toMatchObject({ text: 'Tomorrow', isEdited: true });
  await expect(api.editMessageText(7001, sent.message_id, 'Tomorrow')).rejects.toMatchObject({
    description: expect.stringContaining('message is not modified'),
  });
  await expect(api.editMessageText(7001, theirs, 'Mine')).rejects.toMatchObject(refusal("message can't be edited"));
  await expect(api.editMessageCaption(7001, sent.message_id, { caption: 'Look' })).rejects.toMatchObject(
    refusal('there is no caption in the message to edit'),
  );
  await api.deleteMessage(7001, sent.message_id);
  expect(await shown(sent.message_id)).toMatchObject({ text: '', isTakenBack: true });
  await expect(api.deleteMessage(7001, sent.message_id)).rejects.toMatchObject(refusal('message to delete not found'));
});
