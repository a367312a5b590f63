import { randomUUID } from 'node:crypto';
import { channelTypeNames, channelTypes, vendorNames } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { vendors } from './adapters.ts';
import { type Bench, startBench, testIo } from './testing.ts';
import type { ChannelEvent, Connection, OutgoingContent, VendorAdapter, VendorIo, VendorTemplate } from './types.ts';

/** Every key that a vendor may ask for, with invented values. */
const config = {
  authToken: '123456:token',
  wabaId: 'waba-1',
  clientSecret: 'client-secret',
  clientId: 'client-id',
  appId: 'app-1',
  username: 'user',
  password: 'pass-word',
  accKey: 'acc-key',
  apiKey: 'api-key',
  sid: 'sid-1',
  user: 'user',
  pswd: 'pass',
  sender: 'PARLEY',
  PE_ID: '1101',
  principalEntityId: '1101',
  customerId: 'customer-1',
  subAccountId: 'sub-1',
  businessId: 'business-1',
  agentId: 'agent-1',
  companyId: 'company-1',
  projectId: 'project-1',
  keyId: 'key-id',
  keySecret: 'key-secret',
  region: 'us',
  WebhookVerificationToken: 'hook-token',
  fromEmail: 'shop@parley.example',
  fromName: 'Shop',
  subAccount: 'sub',
  authKey: 'hook-key',
  accountName: 'account',
  namespace: 'ns',
  webhookId: '1001',
};
const template: VendorTemplate = {
  vendorTemplateId: '1107',
  name: 'order',
  language: 'en',
  category: 'UTILITY',
  status: 'APPROVED',
  reason: '',
  quality: '',
  components: [{ type: 'BODY', text: 'Dear {{1}}, your order {{2}} is here', samples: { '1': 'Asha', '2': '7' } }],
};
const order: OutgoingContent = {
  kind: 'template',
  name: 'order',
  vendorTemplateId: '1107',
  language: 'en',
  category: 'UTILITY',
  components: template.components,
  extra: { senderId: '', principalEntityId: '', registeredTemplateId: '1107', fallbackText: '', orientation: 'VERTICAL' },
  body: { '1': 'Asha', '2': '7' },
  buttons: [],
  cards: [],
};
const addressOf: Partial<Record<number, string>> = { 1: 'asha@example.com', 3: '6001', 5: '7001', 11: '8001' };

const secrets = new Set(['authToken', 'password', 'accKey', 'apiKey', 'pswd', 'clientSecret', 'keySecret']);
let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

const all = vendorNames
  .flatMap((vendor) =>
    vendors[vendor].flatMap((adapter) => adapter.types.map((type) => [`${vendor} ${channelTypeNames[type]}`, adapter, type] as const)),
  )
  .filter(([, adapter, type]) => adapter.capabilities(type).isClosed === undefined);

/** Tokens and sessions of one channel are never another's. */
const ios = new Map<Connection, VendorIo>();
async function send(
  adapter: VendorAdapter,
  connection: Connection,
  to: string,
  content: OutgoingContent,
  ourId: string = randomUUID(),
  io = ios.get(connection) ?? testIo(),
) {
  ios.set(connection, io);
  const message = { ourId, to, content, session: { sessionId: 'session-1' } };
  const rendered = adapter.render(message, connection);
  if (rendered.kind === 'refused') return { kind: 'refused' as const, error: rendered.error };
  return adapter.send(io, connection, rendered.request, message);
}

test.each(all)('%s: sent, seen, told, answered, refused and cut, all in one language', async (_name, adapter, type) => {
  const connection = await bench.connect(adapter, { config, type }, [template]);
  const { channelId } = connection;
  const capabilities = adapter.capabilities(type);
  const to = addressOf[type] ?? '+919811111111';
  const act = await bench.control.act(channelId, to, { kind: 'text', text: 'Hello there' }, 'Asha').catch(() => undefined);
  if (act)
    expect(await bench.events(connection, (come) => come.length >= 1)).toMatchObject([
      { type: 'message.received', from: to, content: { kind: 'text', text: 'Hello there' } },
    ]);
  const canWrite = capabilities.contents.includes('text');
  const hi: OutgoingContent = canWrite ? { kind: 'text', text: 'Hi Asha', subject: 'Your order' } : order;
  const ourId = randomUUID();
  const sent = await send(adapter, connection, to, hi, ourId);
  expect(sent).toMatchObject({ kind: 'accepted', vendorMessageId: expect.stringMatching(/./) });
  const wanted = capabilities.receipts.filter((stage) => stage === 'delivered' || stage === 'read');
  if (wanted.length > 0) {
    const told = await bench.events(connection, (come) =>
      wanted.every((stage) => come.some((event) => event.type === 'message.status' && event.status === stage)),
    );
    const id = sent.kind === 'accepted' ? sent.vendorMessageId : '';
    for (const event of told) {
      if (event.type !== 'message.status') continue;
      expect(
        event.isWatermark === true ||
          event.ourId === ourId ||
          event.vendorMessageId === id ||
          JSON.stringify(sent).includes(event.vendorMessageId),
      ).toBe(true);
    }
  }
  expect((await bench.control.phone(channelId, to)).messages.at(-1)).toMatchObject({
    text: expect.stringContaining(canWrite ? 'Hi Asha' : 'Dear Asha'),
    isFromCustomer: false,
  });
  if (capabilities.contents.includes('template') && capabilities.templates !== 'none') {
    expect(await send(adapter, connection, to, order)).toMatchObject({ kind: 'accepted' });
    expect((await bench.control.phone(channelId, to)).messages.at(-1)).toMatchObject({ text: 'Dear Asha, your order 7 is here' });
    expect(await send(adapter, connection, to, { ...order, body: {} })).toMatchObject({ kind: 'refused', error: { class: 'TEMPLATE' } });
  }
  // Everything that can be pressed arrives on the phone, and a press of it comes back with the payload that it carries.
  const { choices } = capabilities;
  const payload = `j${'0'.repeat(32)}.7ps.n7k2m9qa`;
  const asked: OutgoingContent[] = [
    ...(choices.buttons.most > 1
      ? [
          {
            kind: 'buttons' as const,
            text: 'Shall we?',
            buttons: [
              { id: payload, title: 'Yes' },
              { id: 'n', title: 'No' },
            ],
          },
        ]
      : []),
    ...(choices.list.most > 1
      ? [
          {
            kind: 'list' as const,
            text: 'Which?',
            button: 'Choose',
            sections: [
              {
                title: '',
                rows: [
                  { id: payload, title: 'Yes', description: '' },
                  { id: 'n', title: 'No', description: '' },
                ],
              },
            ],
          },
        ]
      : []),
  ];
  for (const content of asked) {
    expect(await send(adapter, connection, to, content)).toMatchObject({ kind: 'accepted' });
    const shown = (await bench.control.phone(channelId, to)).messages.at(-1);
    expect(shown?.buttons).toMatchObject([
      { id: payload, title: 'Yes' },
      { id: 'n', title: 'No' },
    ]);
    await bench.control.act(channelId, to, { kind: 'press', messageId: shown?.id ?? '', buttonId: payload });
    const isPress = (event: ChannelEvent) => event.type === 'message.received' && event.content.kind === 'reply';
    const come = await bench.events(connection, (events) => events.some(isPress));
    expect(come.find(isPress)).toMatchObject({ from: to, content: { kind: 'reply', id: payload, title: 'Yes' } });
  }
  const strange = {
    ...connection,
    config: Object.fromEntries(Object.entries(config).map(([key, value]) => [key, secrets.has(key) ? '9:wrong' : value])),
  };
  expect(await send(adapter, strange, to, hi)).toMatchObject({ kind: 'failed', error: { class: 'AUTH' } });
  await bench.control.behave(channelId, { receipts: 'none', failNext: { count: 1, code: '429' } });
  expect(await send(adapter, connection, to, hi)).toMatchObject({ kind: 'failed', error: { class: 'RATE_LIMITED' } });
  await bench.control.behave(channelId, { receipts: 'none', cut: 'after' });
  expect(await send(adapter, connection, to, hi)).toMatchObject({ kind: 'unknown', error: { class: 'UNKNOWN_OUTCOME' } });
  await bench.control.behave(channelId, { receipts: 'none' });
  const steps = await adapter.probe(ios.get(connection) ?? testIo(), connection);
  expect([steps[0]?.name, steps.filter((step) => !step.isOk)]).toEqual(['reach', []]);
});

/** Those of WhatsApp who fill in the approved template themselves: the others get it as a text. */
const passOnTemplates = all.filter(
  ([, { vendor }, type]) => type === channelTypes.WHATSAPP && vendor !== 'karix' && vendor !== 'syniverse',
);

test.each(passOnTemplates)(
  '%s: values of a template leave on one line and of a length that is taken; the simulator refuses others as the vendor does',
  async (_name, adapter, type) => {
    const connection = await bench.connect(adapter, { config, type }, [template]);
    const { channelId } = connection;
    const to = '+919811111111';
    const send = async (values: Record<string, string>, change: (body: string) => string = (body) => body) => {
      const message = { ourId: randomUUID(), to, content: { ...order, body: values }, session: { sessionId: 'session-1' } };
      const rendered = adapter.render(message, connection);
      if (rendered.kind === 'refused') return rendered;
      const request = { ...rendered.request, body: change(String(rendered.request.body)) };
      return adapter.send(io, connection, request, message);
    };
    const io = testIo();
    const shown = async () => (await bench.control.phone(channelId, to)).messages.map(({ text }) => text);
    // Values as phone books hold them.
    expect(await send({ '1': 'Asha\nRao', '2': '12 Lake  Road\r\nPune\t411001      India' })).toMatchObject({ kind: 'accepted' });
    expect(await shown()).toEqual(['Dear Asha Rao, your order 12 Lake  Road Pune 411001 India is here']);
    const long = await send({ '1': 'Asha', '2': 'x'.repeat(1100) });
    expect(long).toMatchObject({
      kind: 'refused',
      error: { class: 'TEMPLATE', vendorMessage: expect.stringContaining('1130 characters') },
    });
    // Text that the adapters never write is put into their requests.
    const isForm = adapter.vendor === 'kaleyra';
    for (const [raw, form] of [
      ['\\n', '%0A'],
      ['\\t', '%09'],
      ['     ', '+++++'],
      ['y'.repeat(1100), 'y'.repeat(1100)],
    ] as const) {
      const before = (await shown()).length;
      const result = await send({ '1': 'AshaQRao', '2': '7' }, (body) => body.replace('AshaQRao', `Asha${isForm ? form : raw}Rao`));
      if (adapter.vendor === 'sinch') {
        // Told by a report.
        const isFailed = (event: ChannelEvent) => event.type === 'message.status' && event.status === 'failed';
        const come = await bench.events(connection, (events) => events.some(isFailed));
        expect(come.find(isFailed)).toMatchObject({ error: { class: 'TEMPLATE' } });
      } else {
        expect(result).toMatchObject({ kind: 'failed', error: { class: 'TEMPLATE' } });
        expect(await shown()).toHaveLength(before);
        if (adapter.vendor !== 'karixRCM')
          expect(result).toMatchObject({ error: { vendorCode: raw.startsWith('y') ? '132005' : '132018' } });
      }
    }
  },
);

const acting = all.flatMap(([name, adapter, type]) => {
  const { acts } = adapter.capabilities(type);
  return acts ? [[name, adapter, type, acts] as const] : [];
});

test.each(acting)('%s: acts on messages are seen on the phone, done twice as once, and refused as the vendor does', async (...given) => {
  const [, adapter, type, acts] = given;
  const connection = await bench.connect(adapter, { config, type }, [template]);
  const { channelId } = connection;
  const to = addressOf[type] ?? '+919811111111';
  const shown = async (id: string) => (await bench.control.phone(channelId, to)).messages.find((one) => one.id === id);
  const { id: theirs } = await bench.control.act(channelId, to, { kind: 'text', text: 'Hello' }, 'Asha');
  const [heard] = await bench.events(connection, (come) => come.length >= 1);
  expect(heard).toMatchObject({ vendorMessageId: theirs });
  const before = (await bench.control.phone(channelId, to)).messages.length;
  const emoji = acts.reactions === 'any' ? '🎈' : (acts.reactions?.at(-1) ?? '');
  for (const wanted of [emoji, emoji, '']) {
    expect(await send(adapter, connection, to, { kind: 'reaction', messageId: theirs, emoji: wanted })).toMatchObject({ kind: 'accepted' });
    expect(await shown(theirs)).toMatchObject({ text: 'Hello', ourReaction: wanted });
  }
  // WhatsApp takes a reaction to any message, and tells of one that it cannot place by a callback.
  expect(await send(adapter, connection, to, { kind: 'reaction', messageId: `${to}:1`, emoji })).toMatchObject({
    kind: type === channelTypes.WHATSAPP ? 'accepted' : 'failed',
  });
  expect((await bench.control.phone(channelId, to)).messages).toHaveLength(before);
  const sent = await send(adapter, connection, to, { kind: 'text', text: 'Tomorow' });
  const ours = sent.kind === 'accepted' ? sent.vendorMessageId : '';
  const change = (text: string, messageId = ours) => send(adapter, connection, to, { kind: 'edit', messageId, text, isCaption: false });
  const remove = () => send(adapter, connection, to, { kind: 'revoke', messageId: ours });
  if (!acts.edit) expect(await change('Tomorrow')).toMatchObject({ kind: 'refused' });
  else {
    for (let count = 0; count < 2; count += 1) expect(await change('Tomorrow')).toMatchObject({ kind: 'accepted' });
    expect(await shown(ours)).toMatchObject({ text: 'Tomorrow', isEdited: true });
    expect(await change('x'.repeat(5000))).toMatchObject({ kind: 'refused' });
    expect(await change('Mine', theirs)).toMatchObject({ kind: 'failed', error: { vendorMessage: expect.stringContaining('edited') } });
  }
  if (!acts.revoke) expect(await remove()).toMatchObject({ kind: 'refused' });
  else {
    for (let count = 0; count < 2; count += 1) expect(await remove()).toMatchObject({ kind: 'accepted' });
    expect(await shown(ours)).toMatchObject({ text: '', isTakenBack: true });
  }
  await bench.control.behave(channelId, { failNext: { count: 1, code: adapter.vendor === 'twixormcmi' && type === 5 ? '429' : '613' } });
  expect(await send(adapter, connection, to, { kind: 'reaction', messageId: theirs, emoji })).toMatchObject({
    kind: 'failed',
    error: { class: 'RATE_LIMITED' },
  });
  await bench.control.behave(channelId, { cut: 'after' });
  expect(await send(adapter, connection, to, { kind: 'reaction', messageId: theirs, emoji })).toMatchObject({ kind: 'unknown' });
  expect(await shown(theirs)).toMatchObject({ ourReaction: emoji });
});
