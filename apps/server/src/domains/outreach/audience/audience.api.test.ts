import { buffer } from 'node:stream/consumers';
import { endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import writeWorkbook, { type SheetData } from 'write-excel-file/node';
import { ZipFile } from 'yazl';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { upload } from '../../../../test/upload.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { addressColumn } from '../audience-file/audience.file.ts';
import { askAudience } from './audience.ask.ts';
import { readPage } from './audience.page.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser, contextOf } = app;
const { makeWhatsApp } = createVendorScenes(app, vendors);
const { audiences, phoneBook, blacklist } = endpoints;

const indian = (index: number) => `+9198765${String(index).padStart(5, '0')}`;
const american = (index: number) => `+1212555${String(index).padStart(4, '0')}`;

async function scene() {
  const user = await makeUser();
  const { channelId } = await makeWhatsApp(user);
  const saveSet = async (path: string, name: string, kind: 'group' | 'tag') =>
    (await as(user).post(path, { name })).json().data[kind].id as string;
  const group = (name: string) => saveSet(phoneBook.saveGroup.path, name, 'group');
  const label = (name: string) => saveSet(phoneBook.saveLabel.path, name, 'tag');
  const add = async (name: string, phoneNumber: string, more: object = {}) => {
    const { data } = (await as(user).post(phoneBook.save.path, { name, phoneNumber, ...more })).json();
    return data.customer.id as string;
  };
  const count = async (audience: object, more: object = {}) =>
    (await as(user).post(audiences.count.path, { channelId, audience, ...more })).json().data;
  return { user, channelId, group, label, add, count };
}
const zeros = { total: 0, excluded: 0, invalid: 0, duplicates: 0, blocked: 0, optedOut: 0, capped: 0, reachable: 0, byCountry: [] };

const send = async (user: TestUser, name: string, content: Buffer | string) =>
  (await as(user).post(`${audiences.addFile.path}?channelType=4&country=IN`, ...upload(name, content))).json();
const addFile = async (user: TestUser, content: string) => (await send(user, 'people.csv', content)).data;
const waitForFile = (user: TestUser, id: string) =>
  vi.waitFor(async () => {
    const { data } = (await as(user).get(audiences.getFile.path.replace(':fileId', id))).json();
    expect(data.state).not.toBe('READING');
    return data;
  });

test('a breakdown counts everybody once, by the first check of the gate that holds, and adds up', async () => {
  const { user, channelId, group, label, add, count } = await scene();
  const [buyers, staff] = [await group('Buyers'), await group('Staff')];
  const vip = await label('VIP');
  await add('Asha', indian(1), { groups: [buyers] });
  await add('Ben', indian(2), { groups: [buyers], tags: [vip] }); // is in both sets, and counted once
  await add('Cleo', american(3), { tags: [vip] });
  await add('Dev', indian(4), { groups: [buyers, staff] }); // excluded
  await add('Esha', indian(5), { groups: [buyers] }); // blocked, and excluded by nobody
  await add('Farid', indian(6), { groups: [buyers] }); // wants no marketing
  await add('Gita', indian(7), { groups: [buyers] }); // refused on this kind of channel
  await add('Hari', indian(8), { groups: [buyers], whatsAppNumber: american(8) }); // reached at another number
  await add('Nobody', indian(9)); // is in no set
  const deleted = await add('Ila', indian(10), { groups: [buyers] });
  await as(user).delete(phoneBook.remove.path.replace(':customerId', deleted));
  await contextOf(user).transaction(async (tx) => {
    const entry = (index: number, kind: 'blocked' | 'opted_out') => ({
      enterpriseId: user.enterpriseId,
      entryId: crypto.randomUUID(),
      address: indian(index),
      kind,
      source: 'manual' as const,
      reason: 'test',
    });
    await tx
      .insertInto('blacklist')
      .values([entry(5, 'blocked'), entry(6, 'opted_out'), entry(4, 'blocked')])
      .execute();
    const gita = await tx
      .selectFrom('customers')
      .select('customerId')
      .where('enterpriseId', '=', user.enterpriseId)
      .where('number', '=', indian(7))
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('customerConsents')
      .values({ enterpriseId: user.enterpriseId, ...gita, channel: 'WHATSAPP', isGranted: false, source: 'test', changedAt: new Date() })
      .execute();
  });
  const audience = { groupIds: [buyers], labelIds: [vip], exclude: { groupIds: [staff] } };
  expect(await count(audience)).toEqual({
    ...zeros,
    total: 8,
    excluded: 1,
    blocked: 1,
    optedOut: 2,
    reachable: 4,
    byCountry: [
      { country: 'IN', count: 2 },
      { country: 'US', count: 2 },
    ],
  });
  // A message that no customer need agree to.
  expect(await count(audience, { isMarketing: false })).toMatchObject({ total: 8, excluded: 1, blocked: 1, optedOut: 0, reachable: 6 });
  expect(await count({})).toEqual(zeros);

  // A cap counts what was sent on any channel, however it was sent.
  const { settings, version } = (await as(user).get(blacklist.getSettings.path)).json().data;
  await as(user).put(blacklist.saveSettings.path, { settings: { ...settings, frequencyCap: { isOn: true, count: 1, days: 7 } }, version });
  await contextOf(user).transaction(async (tx) => {
    const templateId = crypto.randomUUID();
    await tx
      .insertInto('templates')
      .values({
        enterpriseId: user.enterpriseId,
        templateId,
        channelId,
        name: 'earlier',
        language: 'en',
        category: 'MARKETING',
        components: '[]',
        status: 'APPROVED',
      })
      .execute();
    const { rows } = { rows: [indian(1), indian(5)] };
    for (const address of rows)
      await tx
        .insertInto('messages')
        .values({
          enterpriseId: user.enterpriseId,
          messageId: crypto.randomUUID(),
          createdAt: new Date(Date.now() - 3_600_000),
          channelId,
          customerId: null,
          direction: 'out',
          source: 'API',
          resourceId: crypto.randomUUID(),
          status: 'DELIVERED',
          statusAt: new Date(),
          address,
          templateId,
        })
        .execute();
  });
  expect(await count(audience)).toMatchObject({ total: 8, blocked: 1, capped: 1, reachable: 3 });
});

test('a filter means whom it finds; a page reads everybody of the audience once, in order, without the excluded', async () => {
  const { user, channelId, group, add, count } = await scene();
  const [buyers, staff] = [await group('Buyers'), await group('Staff')];
  for (let index = 0; index < 7; index += 1)
    await add(index % 2 === 0 ? `Even ${index}` : `Odd ${index}`, indian(index), { groups: index < 3 ? [buyers] : [] });
  await add('Even staff', indian(20), { groups: [staff] });
  const audience = {
    groupIds: [buyers],
    conditions: { match: 'all', clauses: [{ match: 'all', conditions: [{ field: 'name', operator: 'startsWith', values: ['Even'] }] }] },
    exclude: { groupIds: [staff] },
  };
  // Even 0, 2, 4, 6 and the excluded one by the filter, and Odd 1 by the group.
  expect(await count(audience)).toMatchObject({ total: 6, excluded: 1, reachable: 5 });
  const { enterpriseId } = user;
  const ctx = contextOf(user);
  const read: string[] = [];
  let pages = 0;
  await ctx.transaction(async (tx) => {
    const parsed = endpoints.audiences.count.body.parse({ channelId, audience });
    const asked = await askAudience(tx, enterpriseId, parsed.audience, 4);
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const page = await readPage(tx, enterpriseId, asked, { cursor, limit: 2, columns: ['name'] });
      read.push(...page.addressees.map(({ columns }) => columns.name ?? ''));
      cursor = page.next;
    }
  });
  expect(read).toEqual(['Even 0', 'Odd 1', 'Even 2', 'Even 4', 'Even 6']);
  expect(pages).toBe(4);
  const { people } = (await as(user).post(audiences.people.path, { channelId, audience })).json().data;
  expect(people.map(({ number, columns }: { number: string; columns: object }) => [number, columns])).toEqual(
    [0, 1, 2, 4, 6].map((index) => [indian(index), { name: `${index % 2 === 0 ? 'Even' : 'Odd'} ${index}` }]),
  );
});

test('a file of numbers is read with its columns; repeated and bad rows are told, and bad ones are downloaded with the reason', async () => {
  const { user, channelId, group, add, count } = await scene();
  const staff = await group('Staff');
  await add('Asha', indian(1));
  await add('Dev', indian(4), { groups: [staff] });
  const lines = [
    'Customer,Mobile,City',
    `Asha from the file,${indian(1)},Pune`,
    'Ben,98765 00002,"Delhi, NCR"',
    'Ben again,+919876500002,Delhi',
    'Nobody,12,Agra',
    `Dev,${indian(4)},Goa`,
    `=cmd(),${american(1)},Austin`,
    'Without,,',
  ];
  const file = await addFile(user, lines.join('\n'));
  expect(file).toMatchObject({ name: 'people.csv', columns: ['Customer', 'Mobile', 'City'] });
  expect(await waitForFile(user, file.id)).toMatchObject({ state: 'READY', rows: 7, invalid: 2, error: '' });
  const audience = { fileId: file.id, exclude: { groupIds: [staff] } };
  expect(await count(audience)).toEqual({
    ...zeros,
    total: 7,
    excluded: 1,
    invalid: 2,
    duplicates: 1,
    reachable: 3,
    byCountry: [
      { country: 'IN', count: 2 },
      { country: 'US', count: 1 },
    ],
  });
  const { people } = (await as(user).post(audiences.people.path, { channelId, audience, columns: ['City'] })).json().data;
  // The file's columns, and the phone book's name where the file has none of it.
  expect(people.slice(0, 2)).toEqual([
    { number: indian(1), columns: { Customer: 'Asha from the file', Mobile: indian(1), City: 'Pune', name: 'Asha' } },
    { number: indian(2), columns: { Customer: 'Ben', Mobile: '98765 00002', City: 'Delhi, NCR' } },
  ]);
  expect(people.map(({ number }: { number: string }) => number)).toEqual([indian(1), indian(2), indian(2), '12', american(1), '']);
  const bad = await as(user).get(audiences.badRows.path.replace(':fileId', file.id));
  expect(bad.body.split('\r\n').slice(1)).toEqual(['"4","12","This is not a phone number"', '"7",,"No number"', '']);
});

test('a user who sees no numbers is shown none, and may not ask what would tell them; files of others are not found', async () => {
  const { user, channelId, group, add } = await scene();
  const buyers = await group('Buyers');
  await add('Asha', indian(1), { groups: [buyers] });
  const role = { name: 'Masked', permissions: ['CAMPAIGNS.CREATE'], maskedFields: ['phone'] };
  const { code } = (await as(user).put(endpoints.roles.saveRole.path, role)).json().data;
  const masked = await makeUser({ enterprise: user, roles: [code] });
  const { people } = (await as(masked).post(audiences.people.path, { channelId, audience: { groupIds: [buyers] } })).json().data;
  expect(people).toEqual([{ number: expect.stringMatching(/^•+001$/), columns: { name: '' } }]);
  const telling = [{ field: 'phoneNumber', operator: 'is', values: [indian(1)] }];
  const audience = { conditions: { match: 'all', clauses: [{ match: 'all', conditions: telling }] } };
  expect((await as(masked).post(audiences.count.path, { channelId, audience })).json()).toMatchObject({ code: 'filter.invalid' });
  // Nor by a plan, whose checks would count for them.
  const { create, validate } = endpoints.campaigns;
  const refused = await as(masked).post(create.path, { name: 'Telling', plan: { channelId, audience } });
  expect(refused.json()).toMatchObject({ code: 'filter.invalid' });
  const { id } = (await as(masked).post(create.path, { name: 'Plain', plan: { channelId } })).json().data;
  const checked = await as(masked).post(validate.path, { campaignId: id, plan: { channelId, audience } });
  expect(checked.json()).toMatchObject({ code: 'filter.invalid' });
  const file = await addFile(user, `Mobile\n${indian(1)}\n`);
  const stranger = await makeUser();
  const elsewhere = await makeWhatsApp(stranger);
  for (const path of [audiences.getFile.path, audiences.badRows.path])
    expect((await as(stranger).get(path.replace(':fileId', file.id))).json().code).toBe('audience.file_not_found');
  const theirs = await as(stranger).post(audiences.count.path, { channelId: elsewhere.channelId, audience: { fileId: file.id } });
  expect(theirs.json().code).toBe('audience.file_not_found');
  expect((await as(stranger).post(audiences.count.path, { channelId, audience: {} })).json().code).toBe('channel.not_found');
  // A group of another enterprise holds nobody.
  const groups = await as(stranger).post(audiences.count.path, { channelId: elsewhere.channelId, audience: { groupIds: [buyers] } });
  expect(groups.json().data).toEqual(zeros);
});

const zipOf = (files: Record<string, Buffer | string>) => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
};

test('a workbook is read as it looks, numbers and days; a zip gives its one CSV; anything else is refused in words', async () => {
  const { user } = await scene();
  const cell = (value: string | number | Date) =>
    value instanceof Date
      ? { type: Date, value, format: 'dd/mm/yyyy' }
      : typeof value === 'number'
        ? { type: Number, value }
        : { type: String, value };
  const cells = (...values: (string | number | Date)[]) => values.map(cell);
  const sheet = [cells('Name', 'Mobile', 'Due'), cells('Asha', 919876500001, new Date('2026-12-24')), cells('Ben', indian(2), 'soon')];
  const workbook = await writeWorkbook(sheet as SheetData).toBuffer();
  const { data } = await send(user, 'people.xlsx', workbook);
  expect(await waitForFile(user, data.id)).toMatchObject({ name: 'people.csv', columns: ['Name', 'Mobile', 'Due'], rows: 2, invalid: 0 });
  const rows = await contextOf(user).read((tx) =>
    tx.selectFrom('audienceRows').select(['address', 'cells']).where('enterpriseId', '=', user.enterpriseId).orderBy('number').execute(),
  );
  expect(rows).toEqual([
    { address: indian(1), cells: ['Asha', '919876500001', '2026-12-24'] },
    { address: indian(2), cells: ['Ben', indian(2), 'soon'] },
  ]);

  const csv = `Mobile\n${indian(3)}\n`;
  const zipped = (await send(user, 'people.zip', await zipOf({ 'march/people.csv': csv, '__MACOSX/._people.csv': 'x' }))).data;
  expect(await waitForFile(user, zipped.id)).toMatchObject({ state: 'READY', rows: 1, invalid: 0 });

  const onlyOne = 'The zip must hold one CSV file, and nothing else.';
  const refused = async (name: string, content: Buffer | string) => {
    const { code, message } = await send(user, name, content);
    return [code, message];
  };
  expect(await refused('people.zip', await zipOf({ 'a.csv': csv, 'b.csv': csv }))).toEqual(['import.file_invalid', onlyOne]);
  expect(await refused('people.zip', await zipOf({ 'a.txt': csv }))).toEqual(['import.file_invalid', onlyOne]);
  expect(await refused('people.zip', 'no zip')).toEqual(['import.file_invalid', expect.stringContaining('not a zip that can be read')]);
  expect(await refused('people.xlsx', await zipOf({ 'a.csv': csv }))).toEqual([
    'import.file_invalid',
    'The file is called a workbook and is none.',
  ]);
  expect(await refused('people.csv', await zipOf({ 'a.csv': csv }))).toEqual(['import.file_invalid', 'Invalid File Format !']);
  // A zip bomb: 100 MB of one line become 100 kB.
  const bomb = await zipOf({ 'bomb.csv': Buffer.alloc(100 * 1024 ** 2, 'a') });
  expect((await refused('bomb.zip', bomb))[0]).toBe('import.file_invalid');
});

test('the column of the addresses is the first whose name says so', () => {
  expect(addressColumn(['Name', 'E-mail', 'Mobile no.'], 4)).toBe(2);
  expect(addressColumn(['Name', 'E-mail', 'Mobile no.'], 1)).toBe(1);
  expect(addressColumn(['A', 'B'], 4)).toBe(0);
});
