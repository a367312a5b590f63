import { endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { createScenes } from '../../../../test/scene.ts';
import { createTrail, listChanges } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const book = createPhoneBook(app);
const trail = createTrail(app);
const { makeScene, visit } = createScenes(app);
const { phoneBook, attributes, customers, roles, users } = endpoints;

const at = (path: string, id: string) => path.replace(/:\w+/, id);
const makeOperator = async () => makeUser({ enterprise: await app.makeEnterprise({ country: 'IN' }), name: 'Omar' });
/** A colleague with these permissions alone. */
async function makeReader(admin: TestUser, permissions: string[], maskedFields: string[] = []): Promise<TestUser> {
  const { code } = (await as(admin).put(roles.saveRole.path, { name: `Reader of ${permissions}`, permissions, maskedFields })).json().data;
  const reader = await makeUser({ enterprise: admin, roles: [3] });
  await as(admin).put(users.updateRoles.path.replace(':userId', reader.userId), { roles: [code] });
  return reader;
}
const asha = { name: 'Asha Rao', phoneNumber: '+919820000001' };

test('a saved customer leaves each field before and after, of attributes those that differ; what was is put back by the form’s own save', async () => {
  const user = await makeOperator();
  const [city, plan] = [await book.makeAttribute(user, 'city'), await book.makeAttribute(user, 'plan')];
  const [patients, vip] = [await book.makeGroup(user, 'Patients'), await book.makeLabel(user, 'VIP')];
  const data = (place: string) => [
    { id: city._id, value: place },
    { id: plan._id, value: 'Gold' },
  ];
  const made = await book.makeCustomer(user, { ...asha, emailId: 'asha@example.com', data: data('Pune'), groups: [patients] });
  const changed = { ...asha, id: made.id, version: made.version, emailId: 'rao@example.com', language: 'hi', data: data('Goa') };
  await book.saveCustomer(user, { ...changed, groups: [], tags: [vip] });
  expect(await trail.brief(user, 'kind=customer')).toEqual([
    ['Omar', 'edit', 'Asha Rao'],
    ['Omar', 'create', 'Asha Rao'],
  ]);
  const edit = await trail.newest(user, 'kind=customer&action=edit');
  expect(listChanges(edit)).toEqual([
    ['email', 'asha@example.com', 'rao@example.com'],
    ['language', null, 'hi'],
    ['attributes', { city: 'Pune' }, { city: 'Goa' }],
    ['groups', ['Patients'], []],
    ['labels', [], ['VIP']],
  ]);
  expect(edit).toMatchObject({ recordId: made.id, link: `/customer-master/customers/view/${made.id}` });
  expect(edit.canPutBack).toEqual(['email', 'language', 'attributes', 'groups', 'labels']);
  expect(await trail.putBack(user, edit, ['email', 'attributes', 'groups'])).toMatchObject({ status: true });
  expect(await book.getCustomer(user, made.id)).toMatchObject({
    emailId: 'asha@example.com',
    phoneNumber: asha.phoneNumber,
    language: 'hi',
    data: data('Pune'),
    groups: [{ name: 'Patients' }],
    tags: [{ name: 'VIP' }],
  });
  expect(await trail.newest(user, 'kind=customer')).toMatchObject({ reason: `put_back ${edit.id}` });

  // A name of a customer stands in the details alone, which can be erased.
  const names = await app.contextOf(user).read((tx) => tx.selectFrom('auditEntries').select('recordName').execute());
  expect(names.map(({ recordName }) => recordName)).not.toContain('Asha Rao');

  const masked = await makeReader(user, ['AUDITTRAIL.VIEW', 'CUSTOMER.VIEW'], ['phone', 'email']);
  expect((await trail.detail(masked, edit)).changes[0]).toMatchObject({ field: 'email', isHidden: true, before: '••••', after: '••••' });
  const stranger = await makeReader(user, ['AUDITTRAIL.VIEW']);
  expect(await trail.putBack(stranger, edit, ['language'])).toMatchObject({ status: false, code: '1403' });
  expect(await trail.list(await makeOperator(), 'kind=customer')).toEqual([]);
});

test('consents, the bin, a merge and what an agent corrects in a chat are entries of the customer', async () => {
  const user = await makeOperator();
  const one = await book.makeCustomer(user, asha);
  const other = await book.makeCustomer(user, { name: 'Ravi', phoneNumber: '+919820000002' });
  await as(user).put(at(phoneBook.setConsent.path, one.id), { channel: 'SMS', state: 'granted', source: 'Paper' });
  expect(listChanges(await trail.newest(user, `recordId=${one.id}`))).toEqual([['consents', null, { SMS: 'granted (Paper)' }]]);
  await as(user).delete(at(phoneBook.remove.path, one.id));
  const removed = await trail.newest(user, `recordId=${one.id}`);
  expect(removed).toMatchObject({ action: 'delete', recordName: 'Asha Rao', link: '', canPutBack: [] });
  expect(listChanges(removed)).toEqual([
    ['name', 'Asha Rao', null],
    ['phone', asha.phoneNumber, null],
    ['consents', { SMS: 'granted (Paper)' }, null],
  ]);
  await as(user).post(at(phoneBook.restore.path, one.id));
  const values = { name: 'Asha Rao', phoneNumber: asha.phoneNumber };
  await as(user).post(phoneBook.merge.path, { keepId: one.id, mergeId: other.id, version: one.version + 2, values });
  const restored = await trail.newest(user, 'action=restore');
  expect([restored.recordName, restored.canPutBack]).toEqual(['Asha Rao', []]);
  expect(await trail.putBack(user, restored, ['name'])).toMatchObject({ code: 'audit.not_restorable', data: { fields: ['name'] } });
  expect((await trail.brief(user, 'kind=customer')).slice(0, 3)).toEqual([
    ['Omar', 'merge', 'Asha Rao'],
    ['Omar', 'merge', 'Ravi'],
    ['Omar', 'restore', 'Asha Rao'],
  ]);

  const scene = await makeScene();
  const { chatId } = await (await visit(scene.channel.widgetKey)).say('Hello');
  await scene.asha.ask('agentPickupChat', { chatId });
  const { customerId } = (await as(scene.users.asha).get(`/e/enterprise/chat/${chatId}`)).json().data;
  await as(scene.users.asha).put(customers.updateProfile.path, { customerId, name: 'Nina' });
  expect((await as(scene.users.asha).put(customers.details.path, { data: { chatId } })).json()).toMatchObject({ status: true });
  const auditor = await makeUser({ enterprise: scene.enterprise });
  expect(await trail.brief(auditor, 'kind=customer')).toEqual([[scene.users.asha.name, 'edit', 'Nina']]);
});

test('an unchanged customer of an integration leaves no entry; groups that it makes do', async () => {
  const user = await makeOperator();
  const send = (body: object) => as(user).put(phoneBook.upsert.path, { ...asha, ...body });
  await send({ groups: ['From the shop'] });
  await send({});
  await send({ name: 'Asha R' });
  expect((await trail.brief(user, 'module=customers')).toSorted()).toEqual([
    ['Omar', 'create', 'Asha Rao'],
    ['Omar', 'create', 'From the shop'],
    ['Omar', 'edit', 'Asha R'],
  ]);
});

test('groups, labels, filters and attributes leave their fields, and one entry a group for many customers', async () => {
  const user = await makeOperator();
  const groupId = await book.makeGroup(user, 'Patients');
  const ids = [await book.makeCustomer(user, asha), await book.makeCustomer(user, { name: 'Ravi', phoneNumber: '+919820000002' })];
  await as(user).post(phoneBook.addToGroups.path, { groupIds: [groupId], customerIds: ids.map(({ id }) => id) });
  expect(listChanges(await trail.newest(user, 'kind=group'))).toEqual([['customers', 0, 2]]);
  await as(user).post(phoneBook.saveGroup.path, { id: groupId, name: 'Guests' });
  const renamed = await trail.newest(user, 'kind=group');
  expect([listChanges(renamed), renamed.link]).toEqual([[['name', 'Patients', 'Guests']], `/customer-master/customers?group=${groupId}`]);
  await trail.putBack(user, renamed, ['name']);
  expect(await book.groupCounts(user)).toEqual([['Patients', 2]]);
  await as(user).delete(at(phoneBook.removeGroup.path, groupId));
  const labelId = await book.makeLabel(user, 'VIP');
  await as(user).delete(at(phoneBook.removeLabel.path, labelId));
  expect((await trail.list(user, 'kind=group')).map(({ action }) => action)).toEqual(['delete', 'edit', 'edit', 'edit', 'create']);
  expect((await trail.list(user, 'kind=label')).map(({ action }) => action)).toEqual(['delete', 'create']);

  const conditions = (value: string) => [{ field: 'name', operator: 'contains', values: [value] }];
  const saveFilter = async (body: object) => (await as(user).post(phoneBook.saveFilter.path, body)).json().data.filter;
  const { id } = await saveFilter({ name: 'A', conditions: conditions('a') });
  await saveFilter({ id, name: 'A', conditions: conditions('b') });
  const filtered = await trail.newest(user, 'kind=filter');
  expect(filtered.changes.map(({ field }) => field)).toEqual(['conditions']);
  // Numbers and addresses stand in what people search by: whose role masks them reads that it changed.
  const masked = await makeReader(user, ['AUDITTRAIL.VIEW', 'CUSTOMER.VIEW'], ['phone']);
  expect((await trail.detail(masked, filtered)).changes).toEqual([{ field: 'conditions', before: '••••', after: '••••', isHidden: true }]);
  await trail.putBack(user, filtered, ['conditions']);
  const [filter] = (await as(user).get(phoneBook.listFilters.path)).json().data.filters;
  expect(filter.conditions.clauses[0].conditions).toEqual(conditions('a'));
  await as(user).delete(at(phoneBook.removeFilter.path, id));
  expect((await trail.list(user, 'kind=filter')).map(({ action }) => action)).toEqual(['delete', 'edit', 'edit', 'create']);

  const city = await book.makeAttribute(user, 'city');
  await book.makeAttribute(user, 'plan');
  await as(user).post(attributes.save.path, { ...city, fieldLabel: 'Town', mandatory: true });
  const edited = await trail.newest(user, 'kind=attribute');
  expect(listChanges(edited)).toEqual([
    ['fieldLabel', 'city', 'Town'],
    ['mandatory', false, true],
  ]);
  await trail.putBack(user, edited, ['mandatory']);
  expect((await as(user).get(at(attributes.get.path, city._id))).json().data.inputFieldDefinition).toMatchObject({
    fieldLabel: 'Town',
    mandatory: false,
  });
  await as(user).put(attributes.move.path, { from: 0, to: 1 });
  expect(listChanges(await trail.newest(user, 'kind=attribute'))).toEqual([['index', 0, 1]]);
  await as(user).delete(at(attributes.remove.path, city._id));
  expect(await trail.newest(user, 'kind=attribute')).toMatchObject({ action: 'delete', recordName: 'Town' });
});

test('a bulk job is asked for by a person and ends by the program, as one entry with its numbers', async () => {
  const user = await makeOperator();
  const [one] = [await book.makeCustomer(user, asha), await book.makeCustomer(user, { name: 'Ravi', phoneNumber: '+919820000002' })];
  const start = async (body: object) => (await as(user).post(phoneBook.startBulk.path, body)).json().data.bulkJob.id;
  const ended = (action: string) =>
    vi.waitFor(
      async () => {
        const [entry] = await trail.list(user, `kind=bulk_job&action=${action}`);
        if (!entry) throw new Error('under way');
        return trail.detail(user, entry);
      },
      { interval: 25 },
    );
  await start({ action: 'delete', selection: { customerIds: [one.id] } });
  const asked = await trail.newest(user, 'kind=bulk_job&action=create');
  expect(asked).toMatchObject({ actorKind: 'user', actorName: 'Omar', recordName: 'delete' });
  expect(listChanges(asked)).toEqual([
    ['action', null, 'delete'],
    ['state', null, 'waiting'],
    ['selection', null, { customers: 1 }],
  ]);
  const gone = await ended('edit');
  expect(gone).toMatchObject({ actorKind: 'system', actorName: '', counts: { total: 1, done: 1, changed: 1 } });
  expect(listChanges(gone)).toEqual([['state', 'running', 'completed']]);
  await start({ action: 'export', selection: { filter: {} } });
  expect(await ended('export')).toMatchObject({ actorKind: 'system', counts: { total: 1, done: 1, changed: 1 } });
  // One entry for all of them, none for each.
  expect(await trail.list(user, 'kind=customer&action=delete')).toEqual([]);
});
