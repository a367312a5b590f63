import { createHmac, randomUUID } from 'node:crypto';
import { endpoints, type WidgetRequestData } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';
import type { Visitor } from '../../../../test/sockets.ts';

const app = await sharedApp();
const { as, makeEnterprise, makeUser, stranger } = app;
const { visit, connect } = createScenes(app);
const { siteForms: calls, widget, customers, attributes, identitySecrets, chats } = endpoints;

const field = (kind: string, more: object = {}) => ({ kind, attributeId: '', isRequired: false, label: '', labels: {}, ...more });

async function makeShop() {
  const enterprise = await makeEnterprise();
  const admin = await makeUser({ enterprise, roles: [1], name: 'Asha' });
  const channel = await makeWebChannel(enterprise);
  const client = as(admin);
  const at = (path: string) => path.replace(':channelId', channel.id);
  const addAttribute = async (fieldName: string, more: object = {}): Promise<string> => {
    const made = {
      fieldName,
      fieldLabel: fieldName,
      fieldType: 'text',
      inputType: 'alphanumeric',
      category: 'general',
      ...{ mandatory: false, fieldHelptext: 'Help' },
      validations: [],
      ...more,
    };
    const { data, ...answer } = (await client.post(attributes.save.path, made)).json();
    expect(JSON.stringify({ ...answer, data })).toContain('"status":true');
    return data.inputFieldDefinition._id;
  };
  return {
    ...{ enterprise, admin, channel, client, at, addAttribute },
    read: async () => (await client.get(at(calls.get.path))).json().data,
    save: async (body: object) => (await client.put(at(calls.save.path), { consent: '', consents: {}, fields: [], ...body })).json(),
    close: async (chatId: string) => {
      expect((await client.post(chats.close.path.replace(':chatId', chatId), {})).json()).toMatchObject({ status: true });
    },
    config: async () => (await stranger().get(`${widget.config.path}?key=${channel.widgetKey}`)).json().data,
  };
}

type Filled = WidgetRequestData<'fillForm'>;
const check = async (visitor: Visitor, filled: Filled) => {
  visitor.tell('fillForm', filled);
  const { faults } = await visitor.next('formChecked');
  return Object.fromEntries(Object.entries(faults).map(([id, { fault }]) => [id, fault]));
};
const begin = async (visitor: Visitor, form: Filled, text = 'Hello') => {
  const key = randomUUID();
  visitor.tell('send', { key, text, form });
  return visitor.next('accepted', (data) => data.key === key);
};

test('a website asks nothing until a form is saved, and each save is refused that names what it cannot ask', async () => {
  const { read, save, config, addAttribute, at, client } = await makeShop();
  expect(await read()).toEqual({ when: 'never', fields: [], consent: '', consents: {}, version: 0 });
  expect((await config()).form).toBeUndefined();
  const [city, several] = [
    await addAttribute('city'),
    await addAttribute('tags', { fieldType: 'selectbox-multiplevalue', inputType: '', defaultValue: 'a,b' }),
  ];
  const faults = (body: { data: { issues: { field: string; code: string }[] } }) =>
    body.data.issues.map(({ field: name, code }) => [name, code]);
  expect(faults(await save({ when: 'always', version: 0 }))).toEqual([['fields', 'site_form.empty']]);
  expect(faults(await save({ when: 'never', consents: { hi: 'हाँ' }, version: 0 }))).toEqual([['consent', 'field.mandatory']]);
  const wrong = [field('own', { attributeId: several }), field('own', { attributeId: randomUUID() }), field('name'), field('name')];
  expect(faults(await save({ when: 'always', fields: wrong, version: 0 }))).toEqual([
    ['fields.0.attributeId', 'site_form.attribute'],
    ['fields.1.attributeId', 'site_form.attribute'],
    ['fields.3.kind', 'site_form.twice'],
  ]);
  expect(await save({ when: 'always', fields: Array(7).fill(field('name')), version: 0 })).toMatchObject({
    status: false,
    code: 'request.invalid',
  });
  const long = Object.fromEntries(
    ['de', 'fr', 'es', 'it', 'pt', 'hi', 'bn', 'ta', 'te', 'mr', 'gu', 'kn', 'ml', 'pa', 'ur', 'th', 'vi'].map((code) => [
      code,
      'x'.repeat(500),
    ]),
  );
  expect(await save({ when: 'always', consent: 'x', consents: long, version: 0 })).toMatchObject({
    code: 'site_form.too_large',
    data: { maximum: 8192 },
  });
  const saved = await save({
    when: 'always',
    fields: [field('own', { attributeId: city, isRequired: true, labels: { de: ' Stadt ', fr: '' } })],
    version: 0,
  });
  expect(saved.data).toEqual({
    when: 'always',
    fields: [field('own', { attributeId: city, isRequired: true, labels: { de: 'Stadt' } })],
    ...{ consent: '', consents: {}, version: 1 },
  });
  expect((await config()).form).toEqual({
    fields: [{ id: city, kind: 'text', isRequired: true, label: 'city', labels: { de: 'Stadt' }, most: 500 }],
    consent: '',
  });
  // Somebody else was quicker; and a field that is asked for is not deleted.
  expect(await save({ when: 'never', version: 0 })).toMatchObject({ code: 'record.changed', data: { version: 1 } });
  expect((await client.delete(attributes.remove.path.replace(':attributeId', city))).json()).toMatchObject({ status: false });
  // Neither another enterprise's channel nor one of another type has a form.
  const other = await makeShop();
  expect((await other.client.get(at(calls.get.path))).json()).toMatchObject({ code: 'channel.not_found' });
  const agent = as(await makeUser({ enterprise: other.enterprise, roles: [3] }));
  expect((await agent.put(other.at(calls.save.path), { when: 'never', version: 0 })).statusCode).toBe(403);
});

test('the form is judged by the check of the widget and by the phone book, and what is right begins the chat', async () => {
  const { save, channel, admin, client, addAttribute, enterprise } = await makeShop();
  const [city, count, day, plan] = [
    await addAttribute('city', { inputType: 'alphabets' }),
    await addAttribute('count', { inputType: 'number' }),
    await addAttribute('day', { fieldType: 'date', inputType: '' }),
    await addAttribute('plan', { fieldType: 'selectbox-singlevalue', inputType: '', defaultValue: 'Gold, Silver' }),
  ];
  await save({
    when: 'always',
    fields: [
      ...[field('name', { isRequired: true }), field('email', { label: 'Mail' }), field('phone')],
      ...[city, day, plan].map((attributeId) => field('own', { attributeId })),
    ],
    consent: 'We keep your answers.',
    version: 0,
  });
  const visitor = await visit(channel.widgetKey);
  expect(visitor.welcome.config.form?.fields.map(({ kind }) => kind)).toEqual(['name', 'email', 'phone', 'text', 'date', 'choice']);
  expect(visitor.welcome.config.form?.fields[5]?.choices).toEqual(['Gold', 'Silver']);
  expect(await check(visitor, { values: {} })).toEqual({ name: 'needed', consent: 'needed' });
  const bad = { name: 'R', email: 'ravi@', phone: '12', [city]: 'Pune 7', [day]: '2026-02-30', [plan]: 'Bronze', [count]: '3' };
  expect(await check(visitor, { values: bad, agreed: true })).toEqual({
    ...{ name: 'short', email: 'email', phone: 'phone', [day]: 'date', [plan]: 'choice' },
    // The phone book takes letters alone, which only it knows; the field is none of the form's.
    ...{ [city]: 'taken', [count]: 'unknown' },
  });
  const good = {
    name: 'Ravi Kumar',
    email: 'ravi@example.com',
    phone: '+91 98765 43210',
    [city]: 'Pune',
    [day]: '2026-02-28',
    [plan]: 'Gold',
  };
  expect(await check(visitor, { values: good, agreed: true })).toEqual({});
  const { chatId } = await begin(visitor, { values: good, agreed: true });
  const agent = await connect(admin);
  await agent.ask('agentPickupChat', { chatId });
  const card = (await client.put(customers.details.path, { data: { chatId } })).json().data;
  expect(card).toMatchObject({
    name: 'Ravi Kumar',
    emailId: 'ravi@example.com',
    visit: { email: 'ravi@example.com', phone: '+91 98765 43210' },
  });
  expect(card.number).toContain('9876543210');
  const { messages } = (await client.get(chats.get.path.replace(':chatId', chatId))).json().data;
  expect(messages[0]).toMatchObject({
    actionType: 0,
    userName: 'Ravi Kumar',
    detail: {
      form: [
        { kind: 'name', label: '', value: 'Ravi Kumar' },
        { kind: 'email', label: 'Mail', value: 'r…@example.com' },
        { kind: 'phone', label: '', value: expect.stringMatching(/^•+210$/) },
        { kind: 'text', label: 'city', value: 'Pune' },
        { kind: 'date', label: 'day', value: '2026-02-28' },
        { kind: 'choice', label: 'plan', value: 'Gold' },
      ],
      consent: 'We keep your answers.',
    },
  });
  expect(messages[1]).toMatchObject({ message: 'Hello', userName: 'Ravi Kumar' });
  // A message that is sent again, with other answers, is the same message: nothing changes a second time.
  visitor.tell('send', { key: messages[1].key, text: 'Hello', form: { values: { [city]: 'Goa' } } });
  await visitor.next('accepted', ({ key }) => key === messages[1].key);
  const changes = await enterprise.ctx.read((tx) =>
    tx.selectFrom('customerChanges').select('kind').where('customerId', '=', card.customerId).where('kind', '=', 'changed').execute(),
  );
  expect(changes).toHaveLength(1);
});

test('a value that is known is asked for no more and never overwritten by a visitor whom nobody has proved; somebody whom the server names may', async () => {
  const { save, channel, client, at, admin, addAttribute, enterprise, close } = await makeShop();
  const city = await addAttribute('city');
  await save({
    when: 'always',
    fields: [field('name', { isRequired: true }), field('email'), field('own', { attributeId: city })],
    version: 0,
  });
  const first = await visit(channel.widgetKey);
  const { chatId } = await begin(first, { values: { name: 'Ravi', email: 'ravi@example.com', [city]: 'Pune' } });
  const agent = await connect(admin);
  await agent.ask('agentPickupChat', { chatId });
  await close(chatId);
  const again = await visit(channel.widgetKey, { visitorToken: first.token });
  // Own fields may be about the chat, and are asked each time.
  expect(again.welcome.config.form?.fields.map(({ id }) => id)).toEqual([city]);
  expect(await check(again, { values: { [city]: 'Delhi' } })).toEqual({});
  const second = await begin(again, { values: { name: 'Somebody', email: 'other@example.com', [city]: 'Delhi' } });
  await agent.ask('agentPickupChat', { chatId: second.chatId });
  const read = async (id: string) => (await client.put(customers.details.path, { data: { chatId: id } })).json().data;
  expect(await read(second.chatId)).toMatchObject({ name: 'Ravi', emailId: 'ravi@example.com' });
  const { customerId } = await read(second.chatId);
  const cityOf = async (id: string) =>
    (await enterprise.ctx.read((tx) => tx.selectFrom('customers').select('data').where('customerId', '=', id).executeTakeFirstOrThrow()))
      .data;
  expect(Object.values(await cityOf(customerId))).toEqual(['Pune']);

  const { secret } = (await client.post(at(identitySecrets.rotate.path))).json().data;
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: 'shop-1', aud: channel.widgetKey, iat: now, exp: now + 300, jti: randomUUID() };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  const identity = `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
  const named = await visit(channel.widgetKey, { identity, visitorToken: 'k'.repeat(43) });
  const third = await begin(named, { values: { name: 'Mira', [city]: 'Pune' } });
  await agent.ask('agentPickupChat', { chatId: third.chatId });
  await close(third.chatId);
  const fourth = await begin(named, { values: { name: 'Mira Shah', [city]: 'Goa' } }, 'Again');
  expect(fourth.chatId).not.toBe(third.chatId);
  await agent.ask('agentPickupChat', { chatId: fourth.chatId });
  const mira = await read(fourth.chatId);
  expect(mira.name).toBe('Mira Shah');
  expect(Object.values(await cityOf(mira.customerId))).toEqual(['Goa']);
});

test("somebody else's number is not taken, and a form that has become wrong refuses no message", async () => {
  const { save, channel, client, admin } = await makeShop();
  await save({ when: 'always', fields: [field('phone', { isRequired: true })], version: 0 });
  const owner = await visit(channel.widgetKey);
  await begin(owner, { values: { phone: '+919876543210' } });
  const other = await visit(channel.widgetKey);
  expect(await check(other, { values: { phone: '+919876543210' } })).toEqual({});
  const { chatId } = await begin(other, { values: { phone: '+919876543210' } });
  const agent = await connect(admin);
  await agent.ask('agentPickupChat', { chatId });
  const card = (await client.put(customers.details.path, { data: { chatId } })).json().data;
  expect(card.number).toBe('');
  // Nobody loses what the visitor has told: it stands with the visit.
  expect(card.visit.phone).toBe('+919876543210');
  const third = await visit(channel.widgetKey);
  await save({ when: 'always', fields: [field('name', { isRequired: true })], version: 1 });
  const late = await begin(third, { values: { phone: '+919876543211' } });
  await agent.ask('agentPickupChat', { chatId: late.chatId });
  expect((await client.put(customers.details.path, { data: { chatId: late.chatId } })).json().data).toMatchObject({
    number: '',
    name: expect.stringMatching(/^Visitor /),
  });
});

test('the form is asked outside the hours alone, or of strangers alone, where its settings say so', async () => {
  const { save, config, channel, client } = await makeShop();
  const fields = [field('name')];
  await save({ when: 'unknown', fields, version: 0 });
  expect((await config()).form).toBeDefined();
  await save({ when: 'closed', fields, version: 1 });
  // An enterprise without hours is always open.
  expect((await config()).form).toBeUndefined();
  expect((await visit(channel.widgetKey)).welcome.config.form).toBeUndefined();
  const closed = { name: 'Never', timeZone: 'Asia/Kolkata', isDefault: true, days: [[], [], [], [], [], [], []], exceptions: [] };
  expect((await client.post(endpoints.calendars.create.path, closed)).json()).toMatchObject({ status: true });
  expect((await config()).form).toEqual({ fields: [{ id: 'name', kind: 'name', isRequired: false, label: '', most: 30 }], consent: '' });
  expect((await visit(channel.widgetKey)).welcome.config.form).toBeDefined();
});
