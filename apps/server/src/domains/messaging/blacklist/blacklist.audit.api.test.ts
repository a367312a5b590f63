import { type AuditDetail, type BlacklistEntry, endpoints } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { applyWishes } from '../inbound-message/opt-out.ts';

const app = await sharedApp();
const { as, makeUser, contextOf } = app;
const { makeCustomer } = createPhoneBook(app);
const { details: read, putBack, keptText } = createTrail(app);
const { blacklist, roles } = endpoints;
const asha = '+919820000001';

let admin: TestUser;
beforeAll(async () => {
  admin = await makeUser();
});
const add = async (numbers: string[]): Promise<BlacklistEntry[]> =>
  (await as(admin).post(blacklist.create.path, { numbers, reason: 'Asked by phone' })).json().data.blacklist;
const at = ({ path }: { path: string }, id: string) => path.replace(':entryId', id);
async function makeReader(permissions: string[], maskedFields: string[] = []): Promise<TestUser> {
  const role = { name: `Reader ${permissions.length}`, description: '', permissions, dataScope: 'enterprise', maskedFields };
  const { code } = (await as(admin).put(roles.saveRole.path, role)).json().data;
  return makeUser({ enterprise: admin, roles: [code] });
}

test('an entry of the blacklist is recorded when it is made, changed, put back and lifted, and its number is masked by role', async () => {
  const customer = await makeCustomer(admin, { name: 'Asha Rao', phoneNumber: asha });
  const [entry] = (await add([asha])) as [BlacklistEntry];
  await as(admin).put(at(blacklist.update, entry.id), { kind: 'opted_out', reason: 'No offers', source: 'complaint' });
  const [edit, made] = (await read(admin, `recordId=${entry.id}`)) as [AuditDetail, AuditDetail];
  expect(changed(made)).toEqual({
    phone: [null, asha],
    kind: [null, 'blocked'],
    reason: [null, 'Asked by phone'],
    source: [null, 'manual'],
  });
  expect(made).toMatchObject({ action: 'create', module: 'sending', recordName: '••••••••••001', actorId: admin.userId });
  expect(changed(edit)).toEqual({
    kind: ['blocked', 'opted_out'],
    reason: ['Asked by phone', 'No offers'],
    source: ['manual', 'complaint'],
  });

  const reader = await makeReader(['AUDITTRAIL.VIEW'], ['phone']);
  const [, masked] = (await read(reader, `recordId=${entry.id}`)) as [AuditDetail, AuditDetail];
  expect(masked.changes[0]).toEqual({ field: 'phone', before: null, after: '••••', isHidden: true });
  expect(JSON.stringify(masked)).not.toContain(asha);
  expect(await putBack(reader, edit, ['kind'])).toMatchObject({ status: false, code: '1403' });
  expect(await putBack(admin, edit, ['kind'])).toMatchObject({ status: true });
  expect((await as(admin).get(at(blacklist.get, entry.id))).json().data.blacklist).toMatchObject({ kind: 'blocked', reason: 'No offers' });

  await as(admin).delete(`${at(blacklist.remove, entry.id)}?reason=Wrong%20number`);
  const [lifted] = (await read(admin, `recordId=${entry.id}`)) as [AuditDetail];
  expect(lifted).toMatchObject({ action: 'delete', reason: 'Wrong number' });
  expect(changed(lifted)).toMatchObject({ phone: [asha, null] });

  // All of it can be forgotten with the customer: the number stands in details that are the customer's.
  const owners = await contextOf(admin).read((tx) =>
    tx
      .selectFrom('auditDetails')
      .select('customerId')
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('details', 'like', `%${asha}%`)
      .execute(),
  );
  expect(owners.length).toBeGreaterThan(1);
  expect(new Set(owners.map(({ customerId }) => customerId))).toEqual(new Set([customer.id]));
  expect(await read(await makeUser(), 'kind=blacklist')).toEqual([]);
});

test('an import is one entry with its numbers counted; several typed ones have one each', async () => {
  await as(admin).post(blacklist.importNumbers.path, {
    text: '+919820000101\n+919820000102\nnobody\n+919820000101',
    reason: 'List of 2026',
  });
  const [imported] = (await read(admin, 'kind=blacklist&action=import')) as [AuditDetail];
  expect(imported).toMatchObject({ recordId: '', counts: { added: 2, existing: 0, invalid: 1 } });
  expect(changed(imported)).toMatchObject({ kind: [null, 'blocked'], reason: [null, 'List of 2026'], source: [null, 'import'] });
  expect(await keptText(admin)).not.toContain('+919820000101');
  const ids = (await add(['+919820000111', 'ben@example.com'])).map(({ id }) => id);
  const made = (await read(admin, 'kind=blacklist&action=create')).filter(({ recordId }) => ids.includes(recordId));
  expect(made.map((entry) => changed(entry).phone ?? changed(entry).email).sort()).toEqual([
    [null, '+919820000111'],
    [null, 'ben@example.com'],
  ]);
});

test('a customer who stops marketing, and lifts that, leaves an entry of the program', async () => {
  const ctx = contextOf(admin);
  const wish = (isOut: boolean) =>
    ctx.transaction((tx) =>
      applyWishes(ctx, tx, { channelId: admin.userId, type: 12 }, [{ address: '+919820000201', isOut, confirmation: '' }]),
    );
  for (const isOut of [true, true, false, false]) await wish(isOut);
  const told = (await read(admin, 'kind=blacklist')).filter(({ actorKind }) => actorKind === 'system');
  expect(told.map((entry) => [entry.action, changed(entry).phone])).toEqual([
    ['delete', ['+919820000201', null]],
    ['create', [null, '+919820000201']],
  ]);
});

test('sending settings say what they were before, defaults included, and single ones are put back', async () => {
  const { settings, version } = (await as(admin).get(blacklist.getSettings.path)).json().data;
  const change = { ...settings, optOutWords: ['STOP'], frequencyCap: { isOn: true, count: 2, days: 5 } };
  await as(admin).put(blacklist.saveSettings.path, { settings: change, version });
  const [edit] = (await read(admin, 'kind=sending_settings')) as [AuditDetail];
  expect(changed(edit)).toEqual({
    optOutWords: [settings.optOutWords, ['STOP']],
    frequencyCap: [settings.frequencyCap, change.frequencyCap],
  });
  expect(await putBack(admin, edit, ['optOutWords'])).toMatchObject({ status: true });
  expect((await as(admin).get(blacklist.getSettings.path)).json().data).toEqual({
    settings: { ...change, optOutWords: settings.optOutWords },
    version: version + 2,
  });
  expect(await putBack(await makeReader(['AUDITTRAIL.VIEW', 'CHANNELS.VIEW']), edit, ['optOutWords'])).toMatchObject({ code: '1403' });
});
