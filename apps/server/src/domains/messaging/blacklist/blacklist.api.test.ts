import { type BlacklistEntry, defaultSendingSettings, endpoints } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { at } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { makeWebChannel } from '../../../../test/scene.ts';
import { readSendingSettings } from './settings.service.ts';

const app = await sharedApp();
const { as, makeUser, contextOf } = app;
const book = createPhoneBook(app);
const { blacklist } = endpoints;

let user: TestUser;
beforeAll(async () => {
  user = await makeUser({ name: 'Ada' });
});
const add = async (numbers: string[], more: object = {}) =>
  (await as(user).post(blacklist.create.path, { numbers, reason: 'Asked by phone', ...more })).json();
const list = async (query = '', by = user) =>
  (await as(by).get(`${blacklist.list.path}?${query}`)).json().data as { blacklist: BlacklistEntry[]; more: boolean };
const numbersOf = async (query = '') => (await list(query)).blacklist.flatMap(({ numbers }) => numbers).sort();
const of = (endpoint: { path: string }, { id }: Pick<BlacklistEntry, 'id'>) => at(endpoint.path, { entryId: id });

test('ADMIN-107 ADMIN-109 ADMIN-111 ADMIN-112 numbers are added once, with who, when and why, and listed', async () => {
  await book.makeCustomer(user, { name: 'Asha Rao', phoneNumber: '+919820000001' });
  const channel = await makeWebChannel({ enterpriseId: user.enterpriseId, name: '', ctx: contextOf(user) });
  const first = await add(['+91 98200 00001', '+919820000001', '12', 'ASHA@example.com']);
  expect(first.data).toMatchObject({ added: 2, existing: 0, invalid: [{ line: 3, value: '12' }] });
  const entry = first.data.blacklist.find(({ numbers }: BlacklistEntry) => numbers[0] === '+919820000001');
  expect(entry).toMatchObject({
    name: 'Asha Rao',
    kind: 'blocked',
    source: 'manual',
    channelId: '',
    channelType: '',
    reason: 'Asked by phone',
    createdBy: 'Ada',
  });
  expect((await add(['+919820000001'])).data).toMatchObject({ added: 0, existing: 1 });
  expect((await add(['+919820000001'], { kind: 'opted_out', channelId: channel.id, source: 'complaint' })).data).toMatchObject({
    added: 1,
    blacklist: [{ channelName: 'Website', channelType: 'WEB' }],
  });
  expect((await as(user).get(of(blacklist.get, entry))).json().data.blacklist).toEqual(entry);
  expect(await numbersOf('kind=blocked')).toEqual(['+919820000001', 'asha@example.com']);
  expect(await numbersOf('source=complaint')).toEqual(['+919820000001']);
  expect(await numbersOf('search=asha')).toEqual(['asha@example.com']);
  expect(await list('perPage=1')).toMatchObject({ more: true });
  expect(await add(['abc'])).toMatchObject({ code: 'blacklist.invalid', data: { errors: [{ field: 'numbers' }] } });
  expect(await add(['+919820000002'], { reason: '' })).toMatchObject({ code: 'request.invalid' });
  expect(await add(['+919820000002'], { channelId: user.userId })).toMatchObject({ code: 'channel.not_found' });
});

test('ADMIN-108 ADMIN-110 an entry is changed, and lifted with a reason that is kept', async () => {
  const { blacklist: entries } = (await add(['+919820000011', '+919820000012'])).data;
  const [one, two] = entries as [BlacklistEntry, BlacklistEntry];
  const change = { kind: 'opted_out', reason: 'No offers', source: 'customer' };
  expect((await as(user).put(of(blacklist.update, one), change)).json().data.blacklist).toMatchObject({ ...change, numbers: one.numbers });
  await add(two.numbers, { kind: 'opted_out' });
  expect((await as(user).put(of(blacklist.update, two), change)).json().code).toBe('blacklist.exists');
  expect((await as(user).delete(of(blacklist.remove, one))).json().code).toBe('request.invalid');
  expect((await as(user).delete(`${of(blacklist.remove, one)}?reason=Wants%20offers%20again`)).json().status).toBe(true);
  expect((await as(user).get(of(blacklist.get, one))).json().code).toBe('blacklist.not_found');
  const row = await contextOf(user).read((tx) =>
    tx
      .selectFrom('blacklist')
      .selectAll()
      .where('enterpriseId', '=', user.enterpriseId)
      .where('entryId', '=', one.id)
      .executeTakeFirstOrThrow(),
  );
  expect(row).toMatchObject({ removedReason: 'Wants offers again', removedBy: user.userId });
  expect((await add(one.numbers)).data.added).toBe(1);
});

test('a list is imported, line by line, and what cannot be read is told', async () => {
  const text = '\ufeffphone,name\r\n+919820000021,Asha\n"+919820000022";Ben\n+919820000021\n\nx\n';
  const answer = (await as(user).post(blacklist.importNumbers.path, { text, reason: 'Old list' })).json();
  expect(answer.data).toEqual({
    added: 2,
    existing: 0,
    invalid: [{ line: 6, value: 'x', code: 'phone.no_country', values: {}, reason: 'The phone number needs a country code' }],
  });
  expect(await numbersOf('source=import')).toEqual(['+919820000021', '+919820000022']);
});

test('numbers that a role hides are hidden here too', async () => {
  const role = (
    await as(user).put(endpoints.roles.saveRole.path, { name: 'Masked', permissions: ['CHAT.HANDLE'], maskedFields: ['phone'] })
  ).json().data.code;
  const masked = await makeUser({ enterprise: user, roles: [role] });
  const { blacklist: rows } = await list('source=import', masked);
  expect(rows.flatMap(({ numbers }) => numbers).sort()).toEqual(['••••••••••021', '••••••••••022']);
  // A user with masked numbers cannot find them by guessing; reasons are searched all the same.
  expect((await list('search=9820000021', masked)).blacklist).toEqual([]);
  expect((await list('search=old', masked)).blacklist).toHaveLength(2);
});

test('settings of sending are read with their defaults, and saved once a version', async () => {
  const read = async () => (await as(user).get(blacklist.getSettings.path)).json().data;
  expect(await read()).toEqual({ settings: defaultSendingSettings, version: 0 });
  const settings = {
    ...defaultSendingSettings,
    optOutWords: ['STOP', 'Band karo'],
    quietHours: { isOn: true, from: '20:30', to: '08:00' },
    frequencyCap: { isOn: true, count: 2, days: 7 },
  };
  const save = (body: object) => as(user).put(blacklist.saveSettings.path, body);
  expect((await save({ settings, version: 0 })).json().data).toEqual({ settings, version: 1 });
  expect((await save({ settings, version: 0 })).json()).toMatchObject({ code: 'record.changed', data: { changedBy: user.name } });
  expect(await contextOf(user).read((tx) => readSendingSettings(tx, user.enterpriseId))).toEqual(settings);
  for (const wrong of [
    { optInWords: ['stop'] },
    { optOutWords: ['a', 'A'] },
    { quietHours: { isOn: true, from: '20:00', to: '20:00' } },
    { frequencyCap: { isOn: true, count: 0, days: 7 } },
  ])
    expect((await save({ settings: { ...settings, ...wrong }, version: 1 })).json().code).toBe('request.invalid');
});

test('another enterprise sees none of it', async () => {
  const foreigner = await makeUser();
  expect(await list('', foreigner)).toEqual({ blacklist: [], more: false, channels: [] });
  const [entry] = (await list()).blacklist as [BlacklistEntry];
  for (const call of [as(foreigner).get(of(blacklist.get, entry)), as(foreigner).delete(`${of(blacklist.remove, entry)}?reason=x`)])
    expect((await call).json().code).toBe('blacklist.not_found');
});
