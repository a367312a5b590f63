import { type Condition, type Conditions, endpoints, type Match } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const book = createPhoneBook(app);
const { phoneBook } = endpoints;

const makeOperator = async () => makeUser({ enterprise: await app.makeEnterprise({ country: 'IN' }), name: 'Omar' });
const when = (field: string, operator: Condition['operator'], ...values: string[]): Condition => ({ field, operator, values });
const join =
  (match: Match) =>
  (...clauses: [Match, ...Condition[]][]): Conditions => ({
    match,
    clauses: clauses.map(([each, ...conditions]) => ({ match: each, conditions })),
  });
const [all, any] = [join('all'), join('any')];
const queryOf = (conditions: unknown) => `perPage=-1&conditions=${encodeURIComponent(JSON.stringify(conditions))}`;
const count = async (user: TestUser, filter: object, more: object = {}) =>
  (await as(user).post(phoneBook.count.path, { selection: { filter }, ...more })).json().data;
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Five people who differ in what filters ask for. */
async function makePeople() {
  const user = await makeOperator();
  const city = await book.makeAttribute(user, 'city', {
    fieldType: 'selectbox-singlevalue',
    inputType: '',
    defaultValue: 'Pune, Goa, Leh',
  });
  const likes = await book.makeAttribute(user, 'likes', {
    fieldType: 'selectbox-multiplevalue',
    inputType: '',
    defaultValue: 'Red, Dark Red, Blue',
  });
  const age = await book.makeAttribute(user, 'age', { inputType: 'number' });
  const isMember = await book.makeAttribute(user, 'member', { fieldType: 'boolean', inputType: '' });
  const [vip, old] = [await book.makeGroup(user, 'VIP'), await book.makeGroup(user, 'Old')];
  const diwali = await book.makeLabel(user, 'Diwali');
  const people: [
    name: string,
    city: string,
    likes: string,
    age: string,
    member: string,
    groups: string[],
    tags: string[],
    language: string,
  ][] = [
    ['Asha Rao', 'Pune', 'Red', '31', 'Yes', [vip], [], 'hi'],
    ['Ravi Rao', 'Goa', 'Dark Red', '9', 'No', [], [diwali], 'en'],
    ['Meera Iyer', '', '', '70', '', [old], [diwali], ''],
    ['Dev Rao', 'Leh', 'Red, Blue', '', 'Yes', [vip, old], [], 'hi'],
    ['Zoë Iyer', 'Pune', 'Blue', '31', 'No', [], [], ''],
  ];
  for (const [index, [name, town, colours, years, member, groups, tags, language]] of people.entries())
    await book.makeCustomer(user, {
      ...{ name, phoneNumber: `+91982000000${index + 1}`, emailId: `${name.slice(0, 3).toLowerCase().replace('ë', 'e')}@example.com` },
      ...{ groups, tags, language },
      data: [
        { id: city._id, value: town },
        { id: likes._id, value: colours },
        { id: age._id, value: years },
        { id: isMember._id, value: member },
      ],
    });
  /** First names, in the order in which they were made; the count says the same. */
  const find = async (conditions: Conditions) => {
    const names = (await book.people(user, queryOf(conditions))).map(([name = '']) => name.split(' ')[0]).toReversed();
    expect(await count(user, { conditions }, { upTo: 10_000 })).toEqual({ count: names.length, isMore: false });
    return names.join(' ');
  };
  return { user, find, city: city._id, likes: likes._id, age: age._id, isMember: isMember._id, vip, old, diwali };
}

test('PHONE-048 conditions join by all and any, in clauses that join by all and any', async () => {
  const { user, find, city, likes, age, isMember, vip, old, diwali } = await makePeople();
  const [rao, iyer] = [when('name', 'contains', 'rao'), when('name', 'contains', 'IYER')];
  const [pune, goa] = [when(city, 'is', 'pune'), when(city, 'is', 'Goa')];
  expect(await find(all(['all', rao, pune]))).toBe('Asha');
  expect(await find(all(['any', rao, pune]))).toBe('Asha Ravi Dev Zoë');
  expect(await find(all(['any', rao, iyer], ['any', pune, goa]))).toBe('Asha Ravi Zoë');
  expect(await find(any(['all', rao, goa], ['all', iyer, when(city, 'isEmpty')]))).toBe('Ravi Meera');
  expect(
    await find(all(['all', when(city, 'anyOf', 'Pune', 'Leh')], ['any', when(age, 'atMost', '31'), when(isMember, 'is', 'true')])),
  ).toBe('Asha Dev Zoë');
  expect(await find(all(['all', when(city, 'noneOf', 'Pune', 'Leh')]))).toBe('Ravi Meera');
  expect(await find(all(['all', when(likes, 'contains', 'Red')]))).toBe('Asha Dev');
  expect(await find(all(['all', when(likes, 'noneOf', 'Red', 'Dark Red')]))).toBe('Meera Zoë');
  expect(await find(all(['all', when(age, 'between', '9', '31')]))).toBe('Asha Ravi Zoë');
  expect(await find(all(['all', when(age, 'isNot', '31')]))).toBe('Ravi Meera Dev');
  expect(await find(all(['all', when(isMember, 'isEmpty')]))).toBe('Meera');
  expect(await find(all(['all', when('groups', 'anyOf', vip)]))).toBe('Asha Dev');
  expect(await find(all(['all', when('groups', 'anyOf', vip, old), when('groups', 'noneOf', vip)]))).toBe('Meera');
  expect(await find(any(['all', when('groups', 'anyOf', vip), rao, pune], ['all', when('labels', 'anyOf', diwali), iyer]))).toBe(
    'Asha Meera',
  );
  expect(await find(all(['all', when('labels', 'noneOf', diwali)]))).toBe('Asha Dev Zoë');
  expect(await find(all(['all', when('language', 'is', 'hi')]))).toBe('Asha Dev');
  expect(await find(all(['any', when('phoneNumber', 'is', '(+91) 98200-00002'), when('emailId', 'startsWith', 'zoe@')]))).toBe('Ravi Zoë');
  expect(await find(all(['all', when('phoneNumber', 'contains', '98200 00003')]))).toBe('Meera');
  expect(await find(all(['all', when('name', 'notContains', 'r')]))).toBe('');
  expect(await find(all(['all', when('name', 'contains', 'zoë'), when('createdAt', 'inLastDays', '1')]))).toBe('Zoë');
  expect(await find(all(['all', when('createdAt', 'between', `${dayBefore(9)}T00:00:00Z`, `${dayBefore(2)}T00:00:00Z`)]))).toBe('');
  // The same document narrows a group of the list, an export and work on many.
  expect((await book.page(user, `groups=${old}&${queryOf(all(['any', rao, pune]))}`)).customers.map(({ name }) => name)).toEqual([
    'Dev Rao',
  ]);
  expect(await count(user, { search: 'iyer', groups: [old], conditions: all(['any', rao, iyer]) })).toEqual({ count: 1, isMore: false });
  expect(await count(user, {}, { upTo: 3 })).toEqual({ count: 3, isMore: true });
});

test('a saved filter holds on to the attribute, group and label that it names, wherever it names them', async () => {
  const { user, city, vip, diwali } = await makePeople();
  const conditions = all(
    ['any', when('name', 'is', 'x'), when(city, 'is', 'Pune')],
    ['any', when('groups', 'anyOf', vip), when('labels', 'noneOf', diwali)],
  );
  const saved = (await as(user).post(phoneBook.saveFilter.path, { name: 'Puneites', conditions })).json().data.filter;
  expect(saved.conditions).toEqual(conditions);
  expect((await book.people(user, `filterId=${saved.id}`)).map(([name]) => name)).toEqual(['Zoë Iyer', 'Asha Rao']);
  const remove = async (path: string, id: string) => (await as(user).delete(path.replace(/:\w+/, id))).json();
  for (const answer of [
    await remove(endpoints.attributes.remove.path, city),
    await remove(phoneBook.removeGroup.path, vip),
    await remove(phoneBook.removeLabel.path, diwali),
  ])
    expect(answer).toMatchObject({ status: false, data: { uses: ['saved filter Puneites'] } });
  expect(await remove(phoneBook.removeFilter.path, saved.id)).toMatchObject({ status: true });
  expect(await remove(phoneBook.removeGroup.path, vip)).toMatchObject({ status: true });
});

test('a filter that makes no sense is refused with each fault at its place', async () => {
  const { user, age, city } = await makePeople();
  const faults = async (conditions: unknown) => {
    const answer = (await as(user).post(phoneBook.saveFilter.path, { name: 'Odd', conditions })).json();
    const told = (answer.data.errors ?? answer.data.issues) as { field: string; message?: string; reason?: string }[];
    return told.map(({ field, message, reason }) => `${field}: ${message ?? reason}`);
  };
  const place = (clause: number, condition: number) => `conditions.clauses.${clause}.conditions.${condition}`;
  const foreign = await makePeople();
  expect(
    await faults(
      all(
        ['any', when('gone', 'is', 'x'), when(foreign.age, 'is', '1'), when(age, 'atLeast', 'many'), when(age, 'startsWith', '3')],
        ['all', when(age, 'between', '9'), when(age, 'between', '9', '3'), when('name', 'is', ' '), when('consent_SMS', 'is', 'perhaps')],
        ['all', when('createdAt', 'after', '2026-02-31'), when('createdAt', 'inLastDays', '0'), when('name', 'isEmpty', 'x')],
      ),
    ),
  ).toEqual([
    `${place(0, 0)}.field: A condition names an attribute that does not exist.`,
    `${place(0, 1)}.field: A condition names an attribute that does not exist.`,
    `${place(0, 2)}.values: many is not a number.`,
    `${place(0, 3)}.operator: age cannot be compared by startsWith.`,
    `${place(1, 0)}.values: between needs another number of values.`,
    `${place(1, 1)}.values: The first value must not be greater than the second.`,
    `${place(1, 2)}.values: This field is required`,
    `${place(1, 3)}.values: Choose one of: granted, refused, never_asked.`,
    `${place(2, 0)}.values: 2026-02-31 is not a date.`,
    `${place(2, 1)}.values: 0 is not a number of days from 1 to 3,650.`,
    `${place(2, 2)}.values: isEmpty needs another number of values.`,
  ]);
  const one = when('name', 'is', 'x');
  expect(await faults({ match: 'all', clauses: [{ match: 'all', conditions: [{ match: 'any', conditions: [one] }] }] })).toEqual([
    `${place(0, 0)}: Conditions can be grouped one level deep.`,
  ]);
  expect(await faults(all(['all', ...Array.from({ length: 1000 }, () => one)]))).toContainEqual(
    expect.stringContaining('conditions.clauses'),
  );
  expect(await faults(all(['all', ...Array.from({ length: 30 }, () => one)], ['all', ...Array.from({ length: 30 }, () => one)]))).toEqual([
    'conditions.clauses: A filter has at most 40 conditions.',
  ]);
  expect(await faults(all())).toEqual(['conditions: This field is required']);
  const odd = await as(user).get(`${phoneBook.list.path}?${queryOf(all(['all', when('groups', 'anyOf', foreign.vip)]))}`);
  expect(odd.json()).toMatchObject({ code: 'group.not_found' });
  expect((await as(user).get(`${phoneBook.list.path}?conditions=%7B`)).json()).toMatchObject({ code: 'request.invalid' });
  // Texts are never a part of the statement.
  const names = await book.people(user, queryOf(all(['any', when('name', 'is', "x' or 'a'='a"), when(city, 'anyOf', "Pune' --")])));
  expect(names).toEqual([]);
});

test('a list of conditions, as links and filters of before have it, means all of them', async () => {
  const { user, city } = await makePeople();
  const list = [
    { field: city, operator: 'is', value: 'Pune' },
    { field: 'name', operator: 'contains', value: 'rao' },
  ];
  expect((await book.people(user, queryOf(list))).map(([name]) => name)).toEqual(['Asha Rao']);
  const saved = (await as(user).post(phoneBook.saveFilter.path, { name: 'Short', conditions: list })).json().data.filter;
  expect(saved.conditions).toEqual(all(['all', when(city, 'is', 'Pune'), when('name', 'contains', 'rao')]));
});

test('a date is kept with the year first, taken from a file where it can be one day alone, filtered and exported', async () => {
  const user = await makeOperator();
  const born = await book.makeAttribute(user, 'born', { fieldType: 'date', inputType: '' });
  expect(born).toMatchObject({ fieldType: 'date', inputType: '', validations: [] });
  const refused = await book.saveCustomer(user, {
    ...{ name: 'Nobody', phoneNumber: '+919820000009' },
    data: [{ id: born._id, value: '31/02/1990' }],
  });
  expect(refused.json()).toMatchObject({
    code: 'customer.invalid',
    data: { errors: [{ field: born._id, code: 'value.date', message: 'born: 31/02/1990 is not a date such as 2026-01-31' }] },
  });
  const rows = [
    ['Asha Rao', '31/01/1990'],
    ['Ravi Rao', '1985-06-15'],
    ['Meera Iyer', ''],
    ['Dev Rao', '05/04/1990'],
    ['Zoe Iyer', '31/02/1990'],
    ['Iman Shah', dayBefore(0)],
    ['Tara Bose', '1 Feb 1990'],
  ];
  const file = rows.map(([name, day], index) => `${name},+91982000000${index + 1},${day}`).join('\n');
  const made = await book.importCsv(user, `Name,Phone,born\n${file}\n`);
  expect(await book.faults(user, made.uploadId)).toEqual([
    [5, 'born: 05/04/1990 can be two dates. Write the year first, such as 2026-01-31'],
    [6, 'born: 31/02/1990 is not a date such as 2026-01-31'],
  ]);
  const find = async (operator: Condition['operator'], ...values: string[]) =>
    (await book.people(user, queryOf(all(['all', when(born._id, operator, ...values)]))))
      .map(([name = '']) => name.split(' ')[0])
      .toReversed()
      .join(' ');
  expect(await find('is', '1990-01-31')).toBe('Asha');
  expect(await find('before', '1990-01-31')).toBe('Ravi');
  expect(await find('after', '1990-01-31')).toBe('Iman Tara');
  expect(await find('between', '1990-01-31', '1990-02-01')).toBe('Asha Tara');
  expect(await find('inLastDays', '2')).toBe('Iman');
  expect(await find('isEmpty')).toBe('Meera');
  const odd = await as(user).get(`${phoneBook.list.path}?${queryOf(all(['all', when(born._id, 'before', '31/02')]))}`);
  expect(odd.json()).toMatchObject({
    code: 'filter.invalid',
    data: { errors: [{ field: 'conditions.clauses.0.conditions.0.values', message: '31/02 is not a date.' }] },
  });
  const { customers } = await book.page(user, 'search=asha');
  expect(customers.map(({ details }) => details.map(({ value }) => value))).toEqual([['Asha Rao', '+919820000001', '1990-01-31']]);
});
