import { type ConsentChange, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser } = app;
const book = createPhoneBook(app);
const { makeWhatsApp } = createVendorScenes(app, vendors);
const { privacy, phoneBook, imports } = endpoints;
const number = '+919820000077';

const of = (path: string, id: string) => path.replace(/:\w+/, id);
const history = async (user: TestUser, id: string, query = ''): Promise<ConsentChange[]> =>
  (await as(user).get(`${of(privacy.consentHistory.path, id)}${query}`)).json().data.changes;
const brief = async (user: TestUser, id: string) =>
  (await history(user, id)).map(({ road, channel, before, after, source, by }) => [road, channel, before, after, source, by]);
const say = (user: TestUser, id: string, body: object) => as(user).put(of(phoneBook.setConsent.path, id), body);

test('each road that changes a consent leaves one row, with what was before, from where and by whom', async () => {
  const admin = await makeUser({ name: 'Admin' });
  const { channelId } = await makeWhatsApp(admin);
  const { id } = await book.makeCustomer(admin, { name: 'Asha', phoneNumber: number });
  await say(admin, id, { channel: 'SMS', state: 'granted', source: 'Paper form' });
  await say(admin, id, { channel: 'SMS', state: 'granted', source: 'Paper form' });
  const uploaded = await book.importCsv(admin, `Name,Phone Number,SMS Consent\nAsha,${number},Opted out\n`, { replace: true });
  expect((await as(admin).post(imports.undo.path.replace(':uploadId', uploaded.uploadId), {})).json()).toMatchObject({ status: true });
  await book.settled(admin, uploaded.uploadId);
  await vendors.control.act(channelId, number, { kind: 'text', text: 'Hello' }, 'Asha');
  await vendors.control.act(channelId, number, { kind: 'text', text: 'STOP' }, 'Asha');
  await vi.waitFor(async () => expect((await history(admin, id))[0]).toMatchObject({ road: 'customer', after: 'refused' }));
  await vendors.control.act(channelId, number, { kind: 'text', text: 'START' }, 'Asha');
  await vi.waitFor(async () => expect((await history(admin, id))[0]).toMatchObject({ road: 'customer', after: 'granted' }));
  const twin = await book.makeCustomer(admin, { name: 'Asha Twin', phoneNumber: '+919820000078' });
  await say(admin, twin.id, { channel: 'EMAIL', state: 'refused', source: 'Call' });
  const { version } = await book.getCustomer(admin, id);
  const merge = { keepId: id, mergeId: twin.id, version, values: { name: 'Asha', phoneNumber: number } };
  expect((await as(admin).post(phoneBook.merge.path, merge)).json()).toMatchObject({ status: true });
  await say(admin, id, { channel: 'SMS', state: 'never_asked' });
  expect(await brief(admin, id)).toEqual([
    ['card', 'SMS', 'granted', 'never_asked', 'Admin', 'Admin'],
    ['merge', 'EMAIL', 'never_asked', 'refused', 'Call', 'Admin'],
    ['card', 'EMAIL', 'never_asked', 'refused', 'Call', 'Admin'],
    ['customer', 'WHATSAPP', 'refused', 'granted', 'The customer', ''],
    ['customer', 'WHATSAPP', 'never_asked', 'refused', 'The customer', ''],
    ['undo', 'SMS', 'refused', 'granted', 'Paper form', 'Admin'],
    ['import', 'SMS', 'granted', 'refused', 'Import customers.csv', 'Admin'],
    ['card', 'SMS', 'never_asked', 'granted', 'Paper form', 'Admin'],
  ]);
  expect((await history(admin, id, '?from=7&perPage=1')).map(({ source, address }) => [source, address])).toEqual([['Paper form', number]]);
});

test('a user who may not see numbers does not see the address, and another enterprise sees nothing', async () => {
  const admin = await makeUser();
  const { id } = await book.makeCustomer(admin, { name: 'Asha', phoneNumber: number });
  await say(admin, id, { channel: 'SMS', state: 'granted', source: 'Call' });
  const role = { name: 'Masked', permissions: ['CUSTOMER.VIEW'], maskedFields: ['phone'] };
  const { code } = (await as(admin).put(endpoints.roles.saveRole.path, role)).json().data;
  expect((await history(await makeUser({ enterprise: admin, roles: [code] }), id)).map(({ address }) => address)).toEqual([
    '••••••••••077',
  ]);
  expect((await as(await makeUser()).get(of(privacy.consentHistory.path, id))).json().code).toBe('customer.not_found');
});
