import { randomUUID } from 'node:crypto';
import { channelTypes, type TemplateComponent } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adapterFor } from '../../adapters.ts';
import { type Bench, hookRequest, startBench } from '../../testing.ts';
import type { ChannelEvent, Connection, OutgoingContent, OutgoingTemplate, VendorAdapter, VendorTemplate } from '../../types.ts';
import { signBody } from './signature.ts';

const adapter = adapterFor('twixormcmi', channelTypes.WHATSAPP) as VendorAdapter;
const config = {
  authToken: 'token-of-the-test',
  wabaId: 'waba-1',
  clientSecret: 'secret-of-the-app',
  appId: 'app-1',
  WebhookVerificationToken: 'hello-there',
};
let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

const components: TemplateComponent[] = [
  { type: 'HEADER', format: 'IMAGE', text: '', resourceUrl: '', fileId: '', samples: {} },
  { type: 'BODY', text: 'Hi {{1}}, {{2}} off', samples: { '1': 'Asha', '2': '10 %' } },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Yes', url: '', phoneNumber: '', example: '', payload: '' },
      { type: 'URL', text: 'Buy', url: 'https://shop.example/{{1}}', phoneNumber: '', example: 'a', payload: '' },
    ],
  },
];
const approved: VendorTemplate = {
  vendorTemplateId: '71',
  name: 'offer',
  language: 'en',
  category: 'MARKETING',
  status: 'APPROVED',
  reason: '',
  quality: '',
  components,
};
const picture = { kind: 'image' as const, url: 'https://cdn.example/a.png', caption: '', fileName: '', mimeType: 'image/png' };
const offer: OutgoingTemplate = {
  kind: 'template',
  name: 'offer',
  vendorTemplateId: '71',
  language: 'en',
  category: 'MARKETING',
  components,
  extra: { senderId: '', principalEntityId: '', registeredTemplateId: '', fallbackText: '', orientation: 'VERTICAL' },
  header: { media: picture },
  body: { '1': 'Asha', '2': '10 %' },
  buttons: [
    { index: 0, type: 'QUICK_REPLY', value: 'YES' },
    { index: 1, type: 'URL', value: 'abc' },
  ],
  cards: [],
};
const to = '+919811111111';
async function send(connection: Connection, content: OutgoingContent, ourId: string = randomUUID()) {
  const message = { ourId, to, content };
  const rendered = adapter.render(message, connection);
  if (rendered.kind === 'refused') throw new Error(rendered.error.vendorMessage);
  return adapter.send(bench.io, connection, rendered.request, message);
}
const connect = () => bench.connect(adapter, { contactId: '919800000009', config }, [approved]);
const statuses = (events: readonly ChannelEvent[]) => events.flatMap((event) => (event.type === 'message.status' ? [event.status] : []));

test('a template goes out, is seen on the phone, and its receipts come back signed with our id', async () => {
  const connection = await connect();
  const ourId = randomUUID();
  const sent = await send(connection, offer, ourId);
  expect(sent).toMatchObject({ kind: 'accepted', vendorMessageId: expect.stringContaining('wamid.'), ids: { waId: '919811111111' } });
  const events = await bench.events(connection, (come) => come.length >= 3);
  expect(statuses(events)).toEqual(['sent', 'delivered', 'read']);
  expect(events[0]).toMatchObject({
    ourId,
    recipient: to,
    belongsTo: { key: 'contactId', value: '919800000009' },
    billing: { category: 'marketing' },
  });
  const { messages } = await bench.control.phone(connection.channelId, to);
  expect(messages).toMatchObject([
    {
      text: 'Hi Asha, 10 % off',
      status: 'read',
      media: { kind: 'image', url: picture.url },
      buttons: [
        { id: 'YES', type: 'quickReply' },
        { type: 'url', value: 'https://shop.example/abc' },
      ],
    },
  ]);
  await bench.control.act(connection.channelId, to, { kind: 'press', messageId: messages[0]?.id ?? '', buttonId: 'YES' }, 'Asha');
  const [pressed] = await bench.events(connection, (come) => come.length >= 1);
  expect(pressed).toMatchObject({
    type: 'message.received',
    from: to,
    fromName: 'Asha',
    answers: messages[0]?.id,
    content: { kind: 'reply', id: 'YES', title: 'Yes' },
  });
});

test('refusals, limits and broken connections are told in one language', async () => {
  const connection = await connect();
  const { channelId } = connection;
  const behave = (behaviour: Parameters<Bench['control']['behave']>[1]) =>
    bench.control.behave(channelId, { receipts: 'none', ...behaviour });
  const text = { kind: 'text', text: 'Hi' } as const;
  for (const [code, kind] of [
    ['131047', 'SESSION_WINDOW'],
    ['130429', 'RATE_LIMITED'],
    ['500', 'REQUEST'],
    ['2', 'TRANSIENT'],
    ['190', 'AUTH'],
    ['131031', 'ACCOUNT'],
    ['131999', 'REQUEST'],
  ]) {
    await behave({ failNext: { count: 1, code: code ?? '' } });
    expect([code, await send(connection, text)]).toMatchObject([code, { kind: 'failed', error: { class: kind, vendorCode: code } }]);
  }
  await behave({ perSecond: 1 });
  const burst = await Promise.all([1, 2, 3, 4].map(() => send(connection, text)));
  expect(burst.filter((one) => one.kind === 'failed' && one.error.class === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(2);
  const before = (await bench.control.stats(channelId)).accepted;
  await behave({ cut: 'before' });
  expect(await send(connection, text)).toMatchObject({ kind: 'unknown', error: { class: 'UNKNOWN_OUTCOME' } });
  expect((await bench.control.stats(channelId)).accepted).toBe(before);
  await behave({ cut: 'after' });
  const ourId = randomUUID();
  expect(await send(connection, text, ourId)).toMatchObject({ kind: 'unknown' });
  await behave({});
  expect(await send(connection, text, ourId)).toMatchObject({ kind: 'accepted' });
  expect(await bench.control.stats(channelId)).toMatchObject({ accepted: before + 2, duplicates: 1 });
  expect(await send({ ...connection, simulatorUrl: 'http://127.0.0.1:47' }, text)).toMatchObject({
    kind: 'failed',
    error: { class: 'TRANSIENT' },
  });
  expect(await send({ ...connection, config: { ...config, authToken: 'other' } }, text)).toMatchObject({
    error: { class: 'AUTH', httpStatus: 401 },
  });
  expect(await send(connection, { ...offer, name: 'unknown' })).toMatchObject({ error: { class: 'TEMPLATE', vendorCode: '132001' } });
  expect(await send(connection, { ...offer, header: undefined })).toMatchObject({ error: { class: 'TEMPLATE', vendorCode: '132012' } });
});

test('free text is open for 24 hours after the customer wrote, and receipts come as they were ordered', async () => {
  const connection = await connect();
  const { channelId } = connection;
  const text = { kind: 'text', text: 'Hi' } as const;
  await send(connection, text);
  const [closed] = await bench.events(connection, (come) => come.length >= 1);
  expect(closed).toMatchObject({ status: 'failed', error: { class: 'SESSION_WINDOW', vendorCode: '131047' } });
  await bench.control.act(channelId, to, { kind: 'text', text: 'Hello' });
  await bench.events(connection, (come) => come.length >= 1);
  for (const [receipts, wanted] of [
    ['all', ['sent', 'delivered', 'read']],
    ['noRead', ['sent', 'delivered']],
    ['readOnly', ['read']],
    ['reversed', ['read', 'delivered', 'sent']],
    ['repeated', ['sent', 'sent', 'delivered', 'delivered', 'read', 'read']],
    ['beforeAnswer', ['sent', 'delivered', 'read']],
  ] as const) {
    await bench.control.behave(channelId, { receipts, receiptDelayMs: 0 });
    await send(connection, text);
    expect([receipts, statuses(await bench.events(connection, (come) => come.length >= wanted.length))]).toEqual([receipts, [...wanted]]);
  }
  await bench.control.behave(channelId, { receiptDelayMs: 0, failShare: { share: 0.5, code: '131026' }, receipts: 'readOnly' });
  for (let count = 0; count < 4; count += 1) await send(connection, text);
  expect(statuses(await bench.events(connection, (come) => come.length >= 4)).sort()).toEqual(['failed', 'failed', 'read', 'read']);
  await bench.control.behave(channelId, { receiptDelayMs: 0, clockShiftHours: 25 });
  await send(connection, text);
  expect(statuses(await bench.events(connection, (come) => come.length >= 1))).toEqual(['failed']);
});

test('everything that a person can do on a phone comes in, media included, and a forged callback does not', async () => {
  const connection = await connect();
  const act = (what: Parameters<Bench['control']['act']>[2]) => bench.control.act(connection.channelId, to, what, 'Asha');
  await act({ kind: 'text', text: 'Where is my order?' });
  await act({ kind: 'media', media: 'document', caption: 'The bill' });
  await act({ kind: 'location', latitude: 19.07, longitude: 72.87, name: 'Shop' });
  await act({ kind: 'reaction', messageId: 'wamid.x', emoji: '👍' });
  await act({ kind: 'optOut' });
  const events = await bench.events(connection, (come) => come.length >= 5);
  expect(events.map((event) => (event.type === 'message.received' ? event.content.kind : event.type)).sort()).toEqual([
    'contact.optOut',
    'location',
    'media',
    'reaction',
    'text',
  ]);
  const file = events.flatMap((event) => (event.type === 'message.received' && event.content.kind === 'media' ? [event.content] : []))[0];
  const got = await adapter.media?.download(bench.io, connection, { url: '', mediaId: file?.mediaId ?? '' });
  expect(got).toMatchObject({ kind: 'done', mimeType: 'application/pdf' });
  await send(connection, offer);
  expect((await bench.events(connection, (come) => come.length >= 1))[0]).toMatchObject({
    status: 'failed',
    error: { class: 'OPTED_OUT' },
  });
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [] });
  const signed = (signature: string) =>
    adapter.verifyHook(hookRequest(body, { headers: { 'x-hub-signature-256': signature } }), connection, new Date());
  expect([signed(signBody(body, config.clientSecret)), signed(signBody(body, 'other')), signed('')]).toEqual(['ok', 'bad', 'bad']);
  const greet = (token: string) =>
    adapter.handshake?.(
      hookRequest('', { method: 'GET', query: { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '42' } }),
      connection,
    );
  expect([greet('hello-there'), greet('wrong')]).toMatchObject([{ status: 200, body: '42' }, { status: 403 }]);
});

test('templates are made, listed, changed, decided upon and removed; a sample gets its handle', async () => {
  const connection = await connect();
  const { channelId } = connection;
  const { templates } = adapter;
  const draft = {
    vendorTemplateId: '',
    name: 'welcome',
    language: 'en',
    category: 'UTILITY' as const,
    components: components.slice(1),
    extra: offer.extra,
  };
  const made = await templates?.create(bench.io, connection, draft);
  expect(made).toMatchObject({ kind: 'done', template: { status: 'PENDING', vendorTemplateId: expect.stringMatching(/^\d+$/) } });
  expect(await bench.events(connection, (come) => come.length >= 1)).toMatchObject([
    { type: 'template.status', name: 'welcome', status: 'APPROVED' },
  ]);
  expect(await templates?.create(bench.io, connection, draft)).toMatchObject({ kind: 'failed', error: { class: 'REQUEST' } });
  await bench.control.behave(channelId, { approve: 'reject', rejectReason: 'PROMOTIONAL', receiptDelayMs: 0 });
  const vendorTemplateId = made?.kind === 'done' ? made.template.vendorTemplateId : '';
  expect(await templates?.update?.(bench.io, connection, { ...draft, vendorTemplateId })).toMatchObject({
    kind: 'done',
    template: { status: 'PENDING' },
  });
  expect(await bench.events(connection, (come) => come.length >= 1)).toMatchObject([{ status: 'REJECTED', reason: 'PROMOTIONAL' }]);
  await bench.control.changeTemplate(channelId, { name: 'offer', language: 'en', status: 'PAUSED', category: 'UTILITY', quality: 'RED' });
  expect((await bench.events(connection, (come) => come.length >= 3)).map((event) => event.type)).toEqual([
    'template.status',
    'template.category',
    'template.quality',
  ]);
  expect(await send(connection, offer)).toMatchObject({ error: { class: 'TEMPLATE', vendorCode: '132015' } });
  const listed = await templates?.list?.(bench.io, connection);
  expect(listed).toMatchObject({
    kind: 'done',
    templates: [
      { name: 'offer', status: 'PAUSED', category: 'UTILITY', components },
      { name: 'welcome', status: 'REJECTED' },
    ],
  });
  expect(await templates?.remove?.(bench.io, connection, { name: 'welcome', vendorTemplateId })).toBeUndefined();
  expect(await templates?.remove?.(bench.io, connection, { name: 'welcome', vendorTemplateId })).toMatchObject({ class: 'REQUEST' });
  const file = { name: 'a.png', mimeType: 'image/png', bytes: new Uint8Array([1, 2, 3]) };
  expect(await templates?.uploadSample?.(bench.io, connection, file)).toMatchObject({
    kind: 'done',
    handle: expect.stringMatching(/^4::/),
  });
  await bench.control.changeQuality(channelId, { quality: 'FLAGGED', tier: 'TIER_1K' });
  expect(await bench.events(connection, (come) => come.length >= 1)).toMatchObject([
    { type: 'number.quality', quality: 'FLAGGED', tier: 'TIER_1K' },
  ]);
  expect((await adapter.probe(bench.io, connection)).map((step) => step.isOk)).toEqual([true, true, true, true, true]);
  expect(await adapter.probe(bench.io, { ...connection, config: {} })).toMatchObject([
    { isOk: true },
    { name: 'credentials', isOk: false },
  ]);
});
