import { type Consent, endpoints, fieldError } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { createScenes } from '../../../../test/scene.ts';
import { emptyBin } from '../../account/door.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const book = createPhoneBook(app);
const { makeScene, visit } = createScenes(app);
const { phoneBook } = endpoints;

const makeOperator = async () => makeUser({ enterprise: await app.makeEnterprise({ country: 'IN' }), name: 'Omar' });
const at = (path: string, id: string) => path.replace(/:\w+/, id);
/** Somebody whose role hides numbers and e-mail addresses. */
async function makeCareful(admin: TestUser): Promise<TestUser> {
  const role = (
    await as(admin).put(endpoints.roles.saveRole.path, {
      name: 'Careful',
      permissions: ['CUSTOMER.VIEW'],
      maskedFields: ['phone', 'email'],
    })
  ).json().data;
  const careful = await makeUser({ enterprise: admin, roles: [3] });
  await as(admin).put(endpoints.users.updateRoles.path.replace(':userId', careful.userId), { roles: [role.code] });
  return careful;
}
const required = (field: string) => fieldError(field, 'field.required');
const errorsOf = async (user: TestUser, customer: object) => (await book.saveCustomer(user, customer)).json().data.errors;
const asha = { name: 'Asha Rao', phoneNumber: '+919820000001' };

test('PHONE-021 PHONE-050 PHONE-051 PHONE-069 a customer is saved with everything that the form has, and read back', async () => {
  const user = await makeOperator();
  const plan = await book.makeAttribute(user, 'plan', { fieldType: 'selectbox-multiplevalue', defaultValue: 'Gold,Silver' });
  const news = await book.makeAttribute(user, 'news', { fieldType: 'boolean' });
  const [groupId, labelId] = [await book.makeGroup(user, 'Patients'), await book.makeLabel(user, 'VIP')];
  const answer = (
    await book.saveCustomer(user, {
      ...asha,
      phoneNumber: '98200 00001',
      country: 'IN',
      whatsAppNumber: '+1 213 373 4253',
      emailId: ' asha@example.com ',
      facebookId: 'asha.fb',
      instaId: 'asha.in',
      twitterId: 'asha_x',
      language: 'hi',
      timeZone: 'Asia/Kolkata',
      data: [
        { id: plan._id, value: 'silver, GOLD' },
        { id: news._id, value: 'Yes' },
      ],
      groups: [groupId],
      tags: [labelId],
    })
  ).json();
  expect(answer).toMatchObject({ status: true, message: 'The customer is added.' });
  const { id } = answer.data.customer;
  expect(await book.getCustomer(user, id)).toEqual({
    id,
    version: 1,
    name: 'Asha Rao',
    phoneNumber: '+919820000001',
    whatsAppNumber: '+12133734253',
    emailId: 'asha@example.com',
    facebookId: 'asha.fb',
    instaId: 'asha.in',
    twitterId: 'asha_x',
    language: 'hi',
    timeZone: 'Asia/Kolkata',
    data: [
      { id: plan._id, value: 'Silver, Gold' },
      { id: news._id, value: 'true' },
    ],
    groups: [{ id: groupId, name: 'Patients' }],
    tags: [{ id: labelId, name: 'VIP' }],
    consents: [],
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    updatedBy: 'Omar',
  });
});

test('PHONE-035 PHONE-036 PHONE-038 PHONE-039 PHONE-040 PHONE-041 PHONE-042 PHONE-043 PHONE-052 every fault of a customer is told at once', async () => {
  const user = await makeOperator();
  const limits = [
    { id: 'minValue' as const, value: 3 },
    { id: 'maxValue' as const, value: 5 },
  ];
  const [city, code, note] = [
    await book.makeAttribute(user, 'City', { mandatory: true, inputType: 'alphabets' }),
    await book.makeAttribute(user, 'Code', { validations: limits }),
    await book.makeAttribute(user, 'Note'),
  ];
  const nothing = (await book.saveCustomer(user, { name: ' ', phoneNumber: '' })).json();
  expect(nothing).toMatchObject({ status: false, code: 'customer.invalid', message: 'The customer could not be saved.' });
  expect(nothing.data.errors).toEqual([
    required('phoneNumber'),
    required('name'),
    fieldError(city._id, 'value.required', { label: 'City' }),
  ]);
  const values = (...[first, second, third]: string[]) => [
    { id: city._id, value: first ?? '' },
    { id: code._id, value: second ?? '' },
    { id: note._id, value: third ?? '' },
  ];
  expect(
    await errorsOf(user, { name: 'A', phoneNumber: '12', emailId: 'nobody', timeZone: 'Mars', data: values('Pune 7', 'ab', '   ') }),
  ).toMatchObject([
    { field: 'phoneNumber', code: 'phone.invalid', message: 'This is not a phone number' },
    { field: 'name', code: 'value.too_short', values: { minimum: 2 }, message: 'Minimum length must be 2 characters.' },
    { field: 'emailId', message: 'Email must be an e-mail address' },
    { field: 'timeZone', message: 'Time Zone must be a zone such as Asia/Kolkata' },
    { field: city._id, message: 'City may contain only letters' },
    { field: code._id, message: 'Minimum length must be 3 characters.' },
    { field: note._id, message: 'Whitespace only present in the field - Note' },
  ]);
  expect(await errorsOf(user, { ...asha, data: values('Pune', 'abcdef') })).toEqual([
    fieldError(code._id, 'value.too_long', { maximum: 5 }),
  ]);
  expect((await book.page(user)).customers).toEqual([]);
});

test('one customer a number: a second one is told who has it, and of one in the bin that it can be restored', async () => {
  const user = await makeOperator();
  const first = await book.makeCustomer(user, asha);
  const again = await book.saveCustomer(user, { name: 'Somebody', phoneNumber: '098200 00001' });
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({
    code: 'customer.duplicate',
    message: 'Customer already exists',
    data: { customerId: first.id, name: 'Asha Rao', isInBin: false, errors: [{ field: 'phoneNumber' }] },
  });
  await as(user).delete(at(phoneBook.remove.path, first.id));
  expect((await book.saveCustomer(user, asha)).json()).toMatchObject({ code: 'customer.duplicate', data: { isInBin: true } });
  const lookup = async (phoneNumber: string) =>
    (await as(user).get(`${phoneBook.lookup.path}?phoneNumber=${encodeURIComponent(phoneNumber)}`)).json().data;
  expect(await lookup('9820000001')).toEqual({
    phoneNumber: '+919820000001',
    message: '',
    customer: { id: first.id, name: 'Asha Rao', isInBin: true },
  });
  expect(await lookup('+47')).toEqual({ phoneNumber: '', message: 'This is not a phone number', customer: null });
  const racers = await Promise.all(
    [1, 2, 3].map((index) => book.saveCustomer(user, { name: `Racer ${index}`, phoneNumber: '+919820000009' })),
  );
  expect(racers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
});

test('PHONE-029 PHONE-051 the number of an existing customer stays; a visitor without one may be given one', async () => {
  const scene = await makeScene();
  const user = await makeUser({ enterprise: scene.enterprise });
  const made = await book.makeCustomer(user, asha);
  const kept = (await book.saveCustomer(user, { id: made.id, version: 1, name: 'Asha', phoneNumber: '+919820000099' })).json().data
    .customer;
  expect(kept).toMatchObject({ name: 'Asha', phoneNumber: '+919820000001', version: 2 });
  await (await visit(scene.channel.widgetKey)).say('Hello');
  const [visitor] = (await book.page(user)).customers;
  expect(visitor).toMatchObject({ phoneNumber: '' });
  const named = await book.saveCustomer(user, { id: visitor?.id, name: 'Ravi Kumar', phoneNumber: '+919820000002' });
  expect(named.json().data.customer).toMatchObject({ name: 'Ravi Kumar', phoneNumber: '+919820000002' });
});

test('a change of an older version is refused with who was quicker, and nothing of it is written', async () => {
  const user = await makeOperator();
  const made = await book.makeCustomer(user, asha);
  await book.saveCustomer(user, { id: made.id, version: 1, name: 'Asha Iyer' });
  const late = (await book.saveCustomer(user, { id: made.id, version: 1, name: 'Asha Das' })).json();
  expect(late).toMatchObject({ code: 'record.changed', data: { changedBy: 'Omar' } });
  expect(await book.getCustomer(user, made.id)).toMatchObject({ name: 'Asha Iyer', version: 2 });
});

test('PHONE-022 PHONE-023 PHONE-025 PHONE-048 PHONE-049 PHONE-064 the list has 10 rows, details under its headers, and tells whether there are more', async () => {
  const user = await makeOperator();
  await book.makeAttribute(user, 'handle', { category: 'social_details' });
  const city = await book.makeAttribute(user, 'city', { fieldLabel: 'City' });
  for (let index = 0; index < 11; index += 1)
    await book.makeCustomer(user, {
      name: `Person ${index}`,
      phoneNumber: `+9198200000${10 + index}`,
      data: [{ id: city._id, value: `Town${index}` }],
    });
  const first = await book.page(user);
  expect(first).toMatchObject({ headers: ['Name', 'Phone Number', 'City'], hasMore: true });
  expect(first.customers).toHaveLength(10);
  expect(first.customers[0]).toMatchObject({
    name: 'Person 10',
    phoneNumber: '+919820000020',
    details: [{ value: 'Person 10' }, { value: '+919820000020' }, { value: 'Town10' }],
  });
  expect(first.customers[0]).not.toHaveProperty('isChecked');
  expect(await book.page(user, 'from=10')).toMatchObject({ hasMore: false, customers: [{ name: 'Person 0' }] });
});

test('PHONE-006 the search finds parts of words in any order, whatever the accents, in names, numbers and searchable attributes', async () => {
  const user = await makeOperator();
  const city = await book.makeAttribute(user, 'city', { search: true, validations: [{ id: 'allowSpecialChars', value: true }] });
  const note = await book.makeAttribute(user, 'note');
  await book.makeCustomer(user, {
    name: 'José Ávila',
    phoneNumber: '+919820012345',
    emailId: 'jose@shop.example',
    data: [{ id: city._id, value: 'São Paulo' }],
  });
  await book.makeCustomer(user, { name: 'अमित कुमार', phoneNumber: '+919820099999', data: [{ id: note._id, value: 'secretnote' }] });
  await book.makeCustomer(user, { name: '50%_off \\ Ltd', phoneNumber: '+919820077777' });
  const find = async (search: string) => (await book.people(user, `search=${encodeURIComponent(search)}`)).map(([name]) => name);
  expect(await find('avi')).toEqual(['José Ávila']);
  expect(await find('vila jos')).toEqual(['José Ávila']);
  expect(await find('JOSE SAO')).toEqual(['José Ávila']);
  expect(await find('2001234')).toEqual(['José Ávila']);
  expect(await find('shop.ex')).toEqual(['José Ávila']);
  expect(await find('कुम')).toEqual(['अमित कुमार']);
  expect(await find('jo')).toEqual(['José Ávila']);
  expect(await find('os')).toEqual([]);
  expect(await find('secretnote')).toEqual([]);
  expect(await find('50%')).toEqual(['50%_off \\ Ltd']);
  expect(await find('50%_o')).toEqual(['50%_off \\ Ltd']);
  expect(await find('\\')).toEqual(['50%_off \\ Ltd']);
  expect(await find("'; drop table")).toEqual([]);
});

test('an attribute that becomes searchable is found from then on, and one that is deleted no more', async () => {
  const user = await makeOperator();
  const city = await book.makeAttribute(user, 'city');
  await book.makeCustomer(user, { ...asha, data: [{ id: city._id, value: 'Kolhapur' }] });
  const find = () => book.people(user, 'search=kolha');
  expect(await find()).toEqual([]);
  await as(user).post(endpoints.attributes.save.path, { ...city, search: true });
  await vi.waitFor(async () => expect(await find()).toHaveLength(1), { interval: 20 });
  await as(user).delete(endpoints.attributes.remove.path.replace(':attributeId', city._id));
  await vi.waitFor(async () => expect(await find()).toEqual([]), { interval: 20 });
});

test('PHONE-024 PHONE-044 PHONE-046 PHONE-054 PHONE-055 PHONE-056 PHONE-057 PHONE-061 PHONE-068 groups and labels are made, searched, renamed and deleted apart from each other', async () => {
  const user = await makeOperator();
  for (const [kind, save, list, remove, word] of [
    ['group', phoneBook.saveGroup, phoneBook.listGroups, phoneBook.removeGroup, 'groups'],
    ['tag', phoneBook.saveLabel, phoneBook.listLabels, phoneBook.removeLabel, 'tags'],
  ] as const) {
    const made = (await as(user).post(save.path, { name: '  Patients ' })).json();
    expect(made).toMatchObject({
      status: true,
      message: expect.stringMatching(/./),
      data: { [kind]: { id: expect.stringMatching(/./), name: 'Patients', count: 0 } },
    });
    const { id } = made.data[kind];
    expect((await as(user).post(save.path, { name: 'PATIENTS' })).json()).toMatchObject({ code: 'group.name_taken' });
    expect((await as(user).post(save.path, { name: '   ' })).statusCode).toBe(400);
    await as(user).post(save.path, { id, name: 'Regulars' });
    await as(user).post(save.path, { name: 'Newcomers' });
    const names = async (search: string) =>
      (await as(user).get(`${list.path}?search=${search}`)).json().data[word].map(({ name }: { name: string }) => name);
    expect(await names('')).toEqual(['Newcomers', 'Regulars']);
    expect(await names('gul')).toEqual(['Regulars']);
    expect((await as(user).delete(at(remove.path, id))).json()).toMatchObject({ status: true });
    expect((await as(user).delete(at(remove.path, id))).json()).toMatchObject({ code: 'group.not_found' });
  }
});

test('PHONE-018 PHONE-047 PHONE-058 PHONE-059 PHONE-063 customers are added to groups and labels and taken out of none; counts are those of the rows', async () => {
  const user = await makeOperator();
  const [one, other] = [await book.makeGroup(user, 'One'), await book.makeGroup(user, 'Other')];
  const label = await book.makeLabel(user, 'VIP');
  const made = [
    await book.makeCustomer(user, { ...asha, groups: [one] }),
    await book.makeCustomer(user, { name: 'Ravi', phoneNumber: '+919820000002' }),
  ];
  const customerIds = made.map(({ id }) => id);
  const add = async (body: object) => (await as(user).post(phoneBook.addToGroups.path, body)).json();
  expect(await add({ groupIds: [other], customerIds })).toMatchObject({ status: true, data: { addedCount: 2 } });
  expect(await add({ groupIds: [other], customerIds })).toMatchObject({ data: { addedCount: 0 } });
  expect(await book.groupCounts(user)).toEqual([
    ['One', 1],
    ['Other', 2],
  ]);
  expect((await as(user).post(phoneBook.addLabels.path, { tagIds: [label], customerIds: [customerIds[0]] })).json()).toMatchObject({
    data: { addedCount: 1 },
  });
  expect(await book.people(user, `groups=${other}`)).toHaveLength(2);
  expect(await book.people(user, `groups=${one}&search=asha`)).toEqual([['Asha Rao', '+919820000001']]);
  expect(await book.people(user, `groups=${one}&search=ravi`)).toEqual([]);
  expect(await book.people(user, `tags=${label}&groups=${other}`)).toHaveLength(1);
  expect((await as(user).post(phoneBook.addToGroups.path, { groupIds: [], customerIds })).statusCode).toBe(400);
  expect((await as(user).post(phoneBook.addToGroups.path, { groupIds: [other], customerIds: [] })).statusCode).toBe(400);
  expect((await as(user).post(phoneBook.addLabels.path, { tagIds: [], customerIds })).statusCode).toBe(400);
  // A label is no group, and one customer who is not there keeps all of them out.
  expect(await add({ groupIds: [label], customerIds })).toMatchObject({ code: 'group.not_found' });
  expect(await add({ groupIds: [one], customerIds: [customerIds[1], newId()] })).toMatchObject({ code: 'customer.not_found' });
  expect(await book.groupCounts(user)).toEqual([
    ['One', 1],
    ['Other', 2],
  ]);
  await as(user).delete(at(phoneBook.removeGroup.path, other));
  expect((await book.page(user)).customers).toHaveLength(2);
});

test('PHONE-010 PHONE-053 PHONE-066 a deleted customer leaves the lists and counts, and comes back with groups and labels', async () => {
  const user = await makeOperator();
  const groupId = await book.makeGroup(user, 'One');
  const { id } = await book.makeCustomer(user, { ...asha, groups: [groupId] });
  const remove = () => as(user).delete(at(phoneBook.remove.path, id));
  expect((await remove()).json()).toMatchObject({ status: true, message: 'The customer is moved to the bin.' });
  expect((await remove()).json()).toMatchObject({ status: false, code: 'customer.not_found', message: 'No such customer.' });
  expect(await book.people(user, 'search=asha')).toEqual([]);
  expect(await book.groupCounts(user)).toEqual([['One', 0]]);
  expect((await as(user).post(at(phoneBook.restore.path, id))).json().data.customer).toMatchObject({
    name: 'Asha Rao',
    groups: [{ name: 'One' }],
  });
  expect(await book.groupCounts(user)).toEqual([['One', 1]]);
  await remove();
  const upserted = (await as(user).put(phoneBook.upsert.path, asha)).json().data;
  expect(upserted.isNew).toBe(true);
  expect((await as(user).post(at(phoneBook.restore.path, id))).json()).toMatchObject({
    code: 'customer.duplicate',
    data: { customerId: upserted.customer.id },
  });
});

test('nothing tells who a customer was after 30 days in the bin, and nothing brings them back', async () => {
  const user = await makeOperator();
  const [old, young] = [
    await book.makeCustomer(user, { ...asha, emailId: 'asha@example.com' }),
    await book.makeCustomer(user, { name: 'Ravi', phoneNumber: '+919820000002' }),
  ];
  await as(user).put(at(phoneBook.setConsent.path, old.id), { channel: 'SMS', isGranted: true });
  for (const { id } of [old, young]) await as(user).delete(at(phoneBook.remove.path, id));
  const monthAgo = new Date(Date.now() - 31 * 86_400_000);
  const { contextOf, deps } = app;
  await contextOf(user).transaction((tx) =>
    tx.updateTable('binEntries').set({ purgeAt: monthAgo }).where('recordId', '=', old.id).execute(),
  );
  await emptyBin(contextOf(user), deps.records);
  const rows = await contextOf(user).read((tx) => tx.selectFrom('customers').selectAll().orderBy('customerId').execute());
  expect(rows).toMatchObject([
    { name: 'Deleted customer', number: '', email: '', searchText: '', bin: { isEmptied: true } },
    { name: 'Ravi', number: '+919820000002' },
  ]);
  expect(await contextOf(user).read((tx) => tx.selectFrom('customerChanges').select('customerId').execute())).toEqual([
    { customerId: young.id },
  ]);
  expect((await as(user).post(at(phoneBook.restore.path, old.id))).json()).toMatchObject({ code: 'customer.not_found' });
  expect((await book.saveCustomer(user, asha)).json()).toMatchObject({ status: true });
});

test('an integration makes or changes the customer of a number, names attributes and groups, and may repeat itself', async () => {
  const user = await makeOperator();
  const city = await book.makeAttribute(user, 'city');
  const upsert = async (body: object) => (await as(user).put(phoneBook.upsert.path, body)).json();
  const body = { phoneNumber: '9820000001', name: 'Asha', data: { CITY: 'Pune' }, groups: ['Patients', 'patients'], tags: ['VIP'] };
  const [first, again] = [await upsert(body), await upsert(body)];
  expect(first.data).toMatchObject({
    isNew: true,
    customer: {
      phoneNumber: '+919820000001',
      data: [{ id: city._id, value: 'Pune' }],
      groups: [{ name: 'Patients' }],
      tags: [{ name: 'VIP' }],
    },
  });
  expect(again.data).toMatchObject({ isNew: false, customer: { version: 1 } });
  expect((await upsert({ phoneNumber: '+91 98200 00001', emailId: 'asha@example.com' })).data).toMatchObject({
    isNew: false,
    customer: { name: 'Asha', emailId: 'asha@example.com', version: 2 },
  });
  expect(await upsert({ phoneNumber: '+919820000002', data: { shoe: '42' } })).toMatchObject({
    code: 'customer.invalid',
    data: {
      errors: [
        { field: 'shoe', message: 'There is no attribute shoe' },
        { field: 'name', message: 'Name is required' },
      ],
    },
  });
  const racers = await Promise.all([1, 2, 3, 4].map(() => upsert({ phoneNumber: '+919820000007', name: 'Racer' })));
  expect(racers.map(({ data }) => data.isNew).sort()).toEqual([false, false, false, true]);
});

test('two customers become one: chats, groups, consent and history join, and the chosen values stay', async () => {
  const scene = await makeScene();
  const user = await makeUser({ enterprise: scene.enterprise, name: 'Omar' });
  const groupId = await book.makeGroup(user, 'Patients');
  const kept = await book.makeCustomer(user, asha);
  const visitor = await visit(scene.channel.widgetKey);
  const { chatId } = await visitor.say('Hello');
  const guest = (await book.page(user)).customers[0]?.id ?? '';
  await book.saveCustomer(user, { id: guest, name: 'Asha W', emailId: 'asha@example.com', groups: [groupId] });
  await as(user).put(at(phoneBook.setConsent.path, guest), { channel: 'SMS', state: 'refused' });
  const merge = async (body: object) => (await as(user).post(phoneBook.merge.path, body)).json();
  const body = { keepId: kept.id, mergeId: guest, version: 1, values: { name: 'Asha W', emailId: 'asha@example.com' } };
  expect(await merge({ ...body, version: 0 })).toMatchObject({ code: 'record.changed' });
  expect(await merge({ ...body, values: { name: 'A' } })).toMatchObject({ code: 'customer.invalid' });
  expect((await merge(body)).data.customer).toMatchObject({
    id: kept.id,
    name: 'Asha W',
    phoneNumber: '+919820000001',
    emailId: 'asha@example.com',
    groups: [{ name: 'Patients' }],
    consents: [{ channel: 'SMS', isGranted: false }],
  });
  expect(await book.people(user)).toEqual([['Asha W', '+919820000001']]);
  const { entries } = (await as(user).get(at(phoneBook.timeline.path, kept.id))).json().data;
  expect(entries).toContainEqual(expect.objectContaining({ kind: 'chat', link: { kind: 'chat', id: chatId } }));
  expect(entries[0]).toMatchObject({ kind: 'merged', by: 'Omar' });
  expect((await as(user).post(at(phoneBook.restore.path, guest))).json()).toMatchObject({ code: 'customer.not_found' });
  // The writer on the visitor's page is the kept customer from now on.
  await visitor.say('Still me');
  expect((await book.page(user)).customers).toHaveLength(1);
  expect(await merge({ ...body, mergeId: kept.id, version: 2 })).toMatchObject({ code: 'customer.not_found' });
});

test('a number is found however it is written, and what only looks like one stays a search for words', async () => {
  const user = await makeOperator();
  const slip = await book.makeAttribute(user, 'slip', { search: true });
  await book.makeCustomer(user, asha);
  await book.makeCustomer(user, { name: 'Ravi', phoneNumber: '+12133734253', data: [{ id: slip._id, value: '2024 00017' }] });
  const find = async (search: string) => (await book.people(user, `search=${encodeURIComponent(search)}`)).map(([name]) => name);
  for (const written of [
    '(+91) 98 2000-0001',
    '098200 00001',
    '98200 00001',
    '0091 98200-00001',
    '+91 (0) 98200/00001',
    '98 20 00 00 01',
    '(098200)',
    '+91.98200.00001',
    '९८२०० ००००१',
    'tel:+919820000001',
  ])
    expect([written, ...(await find(written))]).toEqual([written, 'Asha Rao']);
  expect(await find('(213) 373-4253')).toEqual(['Ravi']);
  expect(await find('2024 00017')).toEqual(['Ravi']);
  expect(await find('98200 00002')).toEqual([]);
  const filter = { search: '(+91) 98 2000-0001' };
  expect((await as(user).post(phoneBook.count.path, { selection: { filter } })).json().data).toEqual({ count: 1, isMore: false });
});

const mergeOf = (user: TestUser) => async (body: object) => (await as(user).post(phoneBook.merge.path, body)).json();

test('a merge keeps the chosen number, the e-mail that one lacks, and the refusal of two consents with who said it', async () => {
  const user = await makeOperator();
  const merge = mergeOf(user);
  const kept = await book.makeCustomer(user, asha);
  const other = await book.makeCustomer(user, { name: 'Asha R', phoneNumber: '+919820000002', emailId: 'asha@example.com' });
  const consent = (id: string, isGranted: boolean, source: string) =>
    as(user).put(at(phoneBook.setConsent.path, id), { channel: 'SMS', state: isGranted ? 'granted' : 'refused', source });
  await consent(kept.id, true, 'web form');
  await consent(other.id, false, 'call of May');
  const values = { name: 'Asha Rao', phoneNumber: '+919820000002', emailId: 'asha@example.com' };
  expect((await merge({ keepId: kept.id, mergeId: other.id, version: 1, values })).data.customer).toMatchObject({
    id: kept.id,
    phoneNumber: '+919820000002',
    consents: [{ channel: 'SMS', isGranted: false, source: 'call of May' }],
  });
  const { entries } = (await as(user).get(at(phoneBook.timeline.path, kept.id))).json().data;
  expect(entries[0]).toMatchObject({
    kind: 'merged',
    changes: [
      { field: 'Phone Number', from: '+919820000001', to: '+919820000002' },
      { field: 'Email', from: '', to: 'asha@example.com' },
    ],
  });
  // The number that was not chosen is free again, and its loss is told.
  const third = await book.makeCustomer(user, asha);
  expect((await merge({ keepId: kept.id, mergeId: third.id, version: 2, values })).data.customer).toMatchObject({
    phoneNumber: '+919820000002',
  });
  const again = (await as(user).get(at(phoneBook.timeline.path, kept.id))).json().data.entries;
  expect(again[0].changes).toEqual([{ field: 'Phone Number', from: '+919820000001', to: '' }]);
});

test('a user from whom numbers and e-mails are hidden merges without losing them', async () => {
  const user = await makeOperator();
  const kept = await book.makeCustomer(user, { ...asha, whatsAppNumber: '+12133734253' });
  const other = await book.makeCustomer(user, { name: 'Asha R', phoneNumber: '+919820000002', emailId: 'asha@example.com' });
  const blind = await makeCareful(user);
  const seen = await book.getCustomer(blind, kept.id);
  expect(seen).toMatchObject({ phoneNumber: '••••••••••001', emailId: '' });
  const values = { name: 'Asha Rao', phoneNumber: '••••••••••002', whatsAppNumber: seen.whatsAppNumber, emailId: seen.emailId };
  expect((await mergeOf(blind)({ keepId: kept.id, mergeId: other.id, version: 1, values })).status).toBe(true);
  expect(await book.getCustomer(user, kept.id)).toMatchObject({
    phoneNumber: '+919820000002',
    whatsAppNumber: '+12133734253',
    emailId: 'asha@example.com',
  });
});

test('values that an import replaced in the merged customer do not come back over the kept one', async () => {
  const user = await makeOperator();
  const kept = await book.makeCustomer(user, asha);
  const other = await book.makeCustomer(user, { name: 'Old name', phoneNumber: '+919820000002' });
  const done = await book.importCsv(user, 'Name,Phone Number\nNew name,+919820000002\n', { replace: true });
  expect((await mergeOf(user)({ keepId: kept.id, mergeId: other.id, version: 1, values: { name: 'Asha Rao' } })).status).toBe(true);
  await as(user).post(book.at(endpoints.imports.undo.path, done.uploadId));
  expect(await book.settled(user, done.uploadId)).toMatchObject({ phase: 'undone' });
  expect(await book.people(user)).toEqual([['Asha Rao', '+919820000001']]);
});

test('consent is kept by channel with date and source, and told to whoever asks whether the person can be messaged', async () => {
  const scene = await makeScene();
  const user = await makeUser({ enterprise: scene.enterprise, name: 'Omar' });
  await (await visit(scene.channel.widgetKey)).say('Hello');
  const [guest] = (await book.page(user)).customers;
  const reach = async (id: string) => (await as(user).get(at(phoneBook.reach.path, id))).json().data.channels;
  const id = guest?.id ?? '';
  const open = { kind: 'text', canMessage: true, reason: 'OK', until: null, from: null };
  expect(await reach(id)).toMatchObject([{ channelType: 12, answers: [open] }]);
  const consent = async (state: string, source?: string) =>
    (await as(user).put(at(phoneBook.setConsent.path, id), { channel: 'WEB', state, source })).json().data.consents;
  expect(await consent('refused')).toEqual([{ channel: 'WEB', isGranted: false, source: 'Omar', changedAt: expect.any(String) }]);
  // A refusal is of marketing: a customer in a chat is answered.
  expect(await reach(id)).toMatchObject([{ answers: [open] }]);
  expect(await consent('granted', 'paper form')).toMatchObject([{ isGranted: true, source: 'paper form' }]);
  expect(await consent('never_asked')).toEqual([]);
  const other = await book.makeCustomer(user, asha);
  expect(await reach(other.id)).toMatchObject([{ answers: [{ canMessage: false, reason: 'CHAT_CLOSED' }] }]);
  const { entries, more } = (await as(user).get(`${at(phoneBook.timeline.path, id)}?perPage=2`)).json().data;
  expect(more).toBe(true);
  expect(entries.map(({ kind, changes }: { kind: string; changes: { to: string }[] }) => [kind, changes[0]?.to])).toEqual([
    ['consent', 'Never asked'],
    ['consent', 'Granted'],
  ]);
});

test('consent is granted, refused or never asked: filtered, exported, and imported with its undo', async () => {
  const user = await makeOperator();
  const file =
    'Name,Phone,SMS Consent,Email opt-in\nAsha,+919820000001,Granted,\nRavi,+919820000002,no,yes\nMeera,+919820000003,,Never asked\n';
  const made = await book.importCsv(user, `${file}Nina,+919820000004,perhaps,\n`);
  expect(await book.faults(user, made.uploadId)).toEqual([[5, 'SMS Consent must be Granted, Refused or Never asked']]);
  const names = async (state: string, operator = 'is') => {
    const conditions = JSON.stringify([{ field: 'consent_SMS', operator, value: state }]);
    return (await book.people(user, `conditions=${encodeURIComponent(conditions)}`)).map(([name]) => name);
  };
  expect([await names('granted'), await names('refused'), await names('never_asked'), await names('granted', 'isNot')]).toEqual([
    ['Asha'],
    ['Ravi'],
    ['Meera'],
    ['Meera', 'Ravi'],
  ]);
  const { id } = (await book.page(user, 'search=ravi')).customers[0] ?? { id: '' };
  const consents = async () =>
    (await book.getCustomer(user, id)).consents.map(({ channel, isGranted, source }: Consent) => [channel, isGranted, source]);
  const before = [
    ['SMS', false, 'Import customers.csv'],
    ['EMAIL', true, 'Import customers.csv'],
  ];
  expect(await consents()).toEqual(before);
  const { bulkJob } = (await startJob(user, { action: 'export', selection: { filter: {} } })).data;
  const csv = await readExport(user, bulkJob.id);
  expect(csv.split('\n').map((line) => line.split(',').slice(9).join())).toEqual([
    '"SMS Consent","Email Consent"',
    '"Granted","Never asked"',
    '"Refused","Granted"',
    '"Never asked","Never asked"',
    '',
  ]);
  expect(await book.importCsv(user, csv, { replace: true })).toMatchObject({ acceptedLines: 3, errorLines: 0 });
  expect(await consents()).toEqual(before);
  const later = await book.importCsv(user, 'Phone,SMS Consent,Voice Consent\n+919820000002,Granted,No\n', { replace: true });
  expect(await consents()).toEqual([['SMS', true, 'Import customers.csv'], before[1], ['VOICE', false, 'Import customers.csv']]);
  await as(user).post(book.at(endpoints.imports.undo.path, later.uploadId));
  expect(await book.settled(user, later.uploadId)).toMatchObject({ phase: 'undone', reason: '' });
  expect(await consents()).toEqual(before);
});

const settledJob = (user: TestUser, id: string) =>
  vi.waitFor(
    async () => {
      const { bulkJob } = (await as(user).get(at(phoneBook.getBulk.path, id))).json().data;
      if (bulkJob.state === 'waiting' || bulkJob.state === 'running') throw new Error(`The job is ${bulkJob.state}`);
      return bulkJob;
    },
    { interval: 20 },
  );
/** The file of an export, once it is written. */
async function readExport(user: TestUser, bulkId: string): Promise<string> {
  const { file } = await settledJob(user, bulkId);
  return (await as(user).get(endpoints.files.download.path.replace(':fileId', file.id))).body;
}
const startJob = async (user: TestUser, body: object) => (await as(user).post(phoneBook.startBulk.path, body)).json();
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `Person ${index},+9198${String(30_000_000 + index)}`).join('\n');

test('work that is asked for again and again with keys of its own is taken each time', async () => {
  const user = await makeOperator();
  await book.makeCustomer(user, asha);
  const groupId = await book.makeGroup(user, 'Everybody');
  // One after the other: a connection plans a statement anew the first five times, and keeps the sixth plan.
  for (let index = 0; index < 24; index += 1) {
    const body = { action: 'group', selection: { filter: {} }, setIds: [groupId], key: `key-${index}` };
    expect(await startJob(user, body)).toMatchObject({ status: true });
  }
});

test('ten thousand customers of a filter are moved into a group as a job, whose progress only grows', async () => {
  const user = await makeOperator();
  await book.importCsv(user, `Name,Phone Number\n${many(10_050)}\n`);
  await book.makeCustomer(user, asha);
  const groupId = await book.makeGroup(user, 'Everybody');
  const filter = { search: 'person' };
  expect((await as(user).post(phoneBook.count.path, { selection: { filter } })).json().data).toEqual({ count: 10_050, isMore: false });
  const started = await startJob(user, { action: 'group', selection: { filter }, setIds: [groupId], key: 'once' });
  expect(started).toMatchObject({ status: true });
  const { id } = started.data.bulkJob;
  const seen: number[] = [];
  const job = await vi.waitFor(
    async () => {
      const { bulkJob } = (await as(user).get(at(phoneBook.getBulk.path, id))).json().data;
      seen.push(bulkJob.done);
      if (bulkJob.state !== 'completed') throw new Error('under way');
      return bulkJob;
    },
    { interval: 5 },
  );
  expect(job).toMatchObject({ action: 'group', total: 10_050, done: 10_050, changed: 10_050, createdBy: 'Omar' });
  expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  expect(new Set(seen).size).toBeGreaterThan(2);
  expect(await book.groupCounts(user)).toEqual([['Everybody', 10_050]]);
  // The same key is the same job.
  const again = await startJob(user, { action: 'group', selection: { filter }, setIds: [groupId], key: 'once' });
  expect(again.data.bulkJob.id).toBe(id);
  expect((await as(user).get(phoneBook.listBulk.path)).json().data.bulkJobs).toHaveLength(1);
});

test('a job on ticked rows or on a label’s customers deletes those alone, and can be cancelled only while it runs', async () => {
  const user = await makeOperator();
  const labelId = await book.makeLabel(user, 'Old');
  await book.importCsv(user, `Name,Phone Number\n${many(30)}\n`, { segmentId: labelId });
  const kept = await book.makeCustomer(user, asha);
  const [first, second] = (await book.page(user, 'from=1')).customers;
  const ticked = await startJob(user, {
    action: 'delete',
    selection: { customerIds: [first?.id, second?.id, second?.id, newId()] },
  });
  expect(await settledJob(user, ticked.data.bulkJob.id)).toMatchObject({ state: 'completed', changed: 2 });
  const rest = await startJob(user, { action: 'delete', selection: { filter: { tags: [labelId] } } });
  expect(await settledJob(user, rest.data.bulkJob.id)).toMatchObject({ state: 'completed', total: 28, changed: 28 });
  expect((await book.page(user)).customers).toMatchObject([{ id: kept.id }]);
  expect((await as(user).post(at(phoneBook.cancelBulk.path, rest.data.bulkJob.id))).json()).toMatchObject({ code: 'bulk.finished' });
  expect(await startJob(user, { action: 'group', selection: { filter: {} }, setIds: [labelId] })).toMatchObject({
    code: 'group.not_found',
  });
  expect(await startJob(user, { action: 'label', selection: { filter: {} }, setIds: [] })).toMatchObject({ code: 'request.invalid' });
});

test('an export has the columns of the import, runs no formula, and comes back through an import without a change', async () => {
  const user = await makeOperator();
  const anything = { validations: [{ id: 'allowSpecialChars' as const, value: true }] };
  const note = await book.makeAttribute(user, 'note', { fieldLabel: 'Notes, "quoted"', ...anything });
  const nasty = ['=1+1', '+2', '-3', '@cmd', "'quoted", 'line\nbreak', 'comma, "quote"', ' plain ', 'é😀'];
  for (const [index, value] of nasty.entries())
    await book.makeCustomer(user, {
      name: `=Name ${index}`,
      phoneNumber: `+9198200000${10 + index}`,
      emailId: `p${index}@example.com`,
      language: 'en',
      data: [{ id: note._id, value }],
    });
  const before = await Promise.all((await book.page(user)).customers.map(({ id }) => book.getCustomer(user, id)));
  const started = await startJob(user, { action: 'export', selection: { filter: {} } });
  const job = await settledJob(user, started.data.bulkJob.id);
  expect(job).toMatchObject({
    state: 'completed',
    total: 9,
    done: 9,
    file: { name: expect.stringMatching(/^customers_\d{4}-\d\d-\d\d\.csv$/) },
  });
  const csv = (await as(user).get(endpoints.files.download.path.replace(':fileId', job.file.id))).body;
  expect(csv.startsWith('\ufeff"Phone Number","Name","WhatsApp Number","Email",')).toBe(true);
  expect(csv).toContain(`"'+919820000010","'=Name 0",,"p0@example.com",,,,"en",,"'=1+1"\n`);
  expect(csv).toContain(`"''quoted"`);
  const exported = async (selection: object) => {
    const { data } = await startJob(user, { action: 'export', selection });
    const { done } = await settledJob(user, data.bulkJob.id);
    const text = await readExport(user, data.bulkJob.id);
    return [done, [...text.matchAll(/'=Name \d/g)].map(([name]) => name.slice(1))];
  };
  expect(await exported({ filter: { search: 'name 3' } })).toEqual([1, ['=Name 3']]);
  expect(await exported({ customerIds: [before[0]?.id, before[8]?.id] })).toEqual([2, ['=Name 0', '=Name 8']]);
  const again = await book.importCsv(user, csv, { replace: true });
  expect(again).toMatchObject({ totalLines: 9, replacedCount: 9, errorLines: 0 });
  expect(await Promise.all(before.map(({ id }) => book.getCustomer(user, id)))).toEqual(before);
});

test('conditions on fields and attributes filter the list, are saved under a name, and are refused in words when they make no sense', async () => {
  const user = await makeOperator();
  const [city, age] = [await book.makeAttribute(user, 'city'), await book.makeAttribute(user, 'age', { inputType: 'number' })];
  const people = [
    ['Asha', 'Pune', '31'],
    ['Ravi', 'Goa', '9'],
    ['Meera', '', '70'],
  ];
  for (const [index, [name = '', town = '', years = '']] of people.entries())
    await book.makeCustomer(user, {
      name,
      phoneNumber: `+9198200000${10 + index}`,
      data: [
        { id: city._id, value: town },
        { id: age._id, value: years },
      ],
    });
  const find = async (...conditions: [string, string, string][]) => {
    const text = JSON.stringify(conditions.map(([field, operator, value]) => ({ field, operator, value })));
    return (await book.people(user, `conditions=${encodeURIComponent(text)}`)).map(([name]) => name);
  };
  expect(await find([city._id, 'is', 'pune'])).toEqual(['Asha']);
  expect(await find([city._id, 'isNot', 'Pune'])).toEqual(['Meera', 'Ravi']);
  expect(await find([city._id, 'isEmpty', ''])).toEqual(['Meera']);
  expect(await find([age._id, 'atLeast', '10'])).toEqual(['Meera', 'Asha']);
  expect(await find([age._id, 'atMost', '31'], [city._id, 'isNotEmpty', ''])).toEqual(['Ravi', 'Asha']);
  expect(await find(['name', 'contains', 'E'])).toEqual(['Meera']);
  expect(await find(['phoneNumber', 'startsWith', '+9198'])).toHaveLength(3);
  expect(await find(['createdAt', 'atLeast', '2020-01-01'], ['name', 'is', 'ravi'])).toEqual(['Ravi']);
  const save = async (conditions: object[], name = 'Grown') =>
    (await as(user).post(phoneBook.saveFilter.path, { name, conditions })).json();
  const saved = await save([{ field: age._id, operator: 'atLeast', value: '18' }]);
  expect(saved.data.filter).toMatchObject({ name: 'Grown', createdBy: 'Omar' });
  expect((await book.people(user, `filterId=${saved.data.filter.id}`)).map(([name]) => name)).toEqual(['Meera', 'Asha']);
  expect(await save([{ field: 'name', operator: 'is', value: 'x' }], 'GROWN')).toMatchObject({ code: 'filter.name_taken' });
  expect(await save([{ field: newId(), operator: 'is', value: 'x' }], 'Odd')).toMatchObject({
    code: 'filter.invalid',
    message: 'A condition names an attribute that does not exist.',
  });
  expect(await save([{ field: age._id, operator: 'atLeast', value: 'many' }], 'Odd')).toMatchObject({ message: 'many is not a number.' });
  expect(await save([{ field: 'createdAt', operator: 'atLeast', value: 'soon' }], 'Odd')).toMatchObject({ message: 'soon is not a date.' });
  expect((await as(user).delete(at(phoneBook.removeFilter.path, saved.data.filter.id))).json()).toMatchObject({ status: true });
  expect((await as(user).get(phoneBook.listFilters.path)).json().data.filters).toEqual([]);
});

test('a role that hides numbers sees them nowhere, finds nobody by them, and exports without them', async () => {
  const admin = await makeOperator();
  const made = await book.makeCustomer(admin, { ...asha, emailId: 'asha@example.com', whatsAppNumber: '+919820000001' });
  const careful = await makeCareful(admin);
  expect(await book.people(careful)).toEqual([['Asha Rao', '••••••••••001']]);
  expect(await book.people(careful, 'search=9820')).toEqual([]);
  expect(await book.people(careful, 'search=asha@ex')).toEqual([]);
  expect(await book.people(careful, 'search=asha')).toHaveLength(1);
  expect(await book.getCustomer(careful, made.id)).toMatchObject({
    phoneNumber: '••••••••••001',
    whatsAppNumber: '••••••••••001',
    emailId: '',
  });
  const guess = JSON.stringify([{ field: 'phoneNumber', operator: 'startsWith', value: '+91' }]);
  expect((await as(careful).get(`${phoneBook.list.path}?conditions=${encodeURIComponent(guess)}`)).json()).toMatchObject({
    code: 'filter.invalid',
  });
  // Masked values that come back are no change.
  const shown = await book.getCustomer(careful, made.id);
  await book.saveCustomer(careful, { ...shown, groups: undefined, tags: undefined, name: 'Asha Iyer' });
  expect(await book.getCustomer(admin, made.id)).toMatchObject({
    name: 'Asha Iyer',
    whatsAppNumber: '+919820000001',
    emailId: 'asha@example.com',
  });
  const { data } = await startJob(careful, { action: 'export', selection: { filter: {} } });
  const { file } = await settledJob(careful, data.bulkJob.id);
  const csv = (await as(careful).get(endpoints.files.download.path.replace(':fileId', file.id))).body;
  expect(csv).not.toContain('9820000001');
  expect(csv).toContain('Asha Iyer');
});

test('PHONE-060 PHONE-062 PHONE-070 the phone book of another enterprise is not found, and both lists of customers read one store', async () => {
  const user = await makeOperator();
  const made = await book.makeCustomer(user, asha);
  const groupId = await book.makeGroup(user, 'Patients');
  expect((await as(user).get(endpoints.customers.list.path)).json().response.customers).toMatchObject([
    { customerId: made.id, number: '+919820000001' },
  ]);
  const foreigner = await makeOperator();
  const base = '/chatbird/api/customer_master';
  const { list, get, listGroups, listLabels, addToGroups, addLabels } = phoneBook;
  expect([list, get, listGroups, listLabels, addToGroups, addLabels].map(({ path }) => path)).toEqual(
    ['customers', 'customers/:customerId', 'groups', 'tags', 'customers/groups', 'customers/tags'].map((path) => `${base}/${path}`),
  );
  expect((await as(foreigner).get(at(phoneBook.get.path, made.id))).json()).toMatchObject({ code: 'customer.not_found' });
  expect((await as(foreigner).delete(at(phoneBook.remove.path, made.id))).statusCode).toBe(404);
  expect((await as(foreigner).get(`${phoneBook.list.path}?groups=${groupId}`)).json()).toMatchObject({ code: 'group.not_found' });
  expect((await book.saveCustomer(foreigner, { ...asha, groups: [groupId] })).json()).toMatchObject({ code: 'group.not_found' });
  expect((await as(foreigner).get(phoneBook.list.path)).json().data.customers.customers).toEqual([]);
  expect((await book.saveCustomer(foreigner, asha)).json()).toMatchObject({ status: true });
});
