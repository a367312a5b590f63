import { type AuditDetail, type Channel, endpoints, type VendorError } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { stopChannel } from './channel.health.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser, contextOf } = app;
const { makeWhatsApp } = createVendorScenes(app, vendors);
const { details: read, putBack, keptText } = createTrail(app);
const { channels, sandbox, roles } = endpoints;

// Ends in letters that no hexadecimal id has: the last four alone are looked for too, as a mask would leave them.
const canary = 'canary-of-a-password-zqxw';
const form = {
  name: 'Orders',
  type: 4,
  vendor: 'airtel',
  contactId: '+919820012345',
  environment: 'sandbox',
  data: { username: 'acme', password: canary, customerId: 'canary-customer', subAccountId: 'sub', wabaId: '77', entry: 'queue' },
};
const kept = { ...form.data, password: undefined, customerId: undefined };
const at = ({ path }: { path: string }, id: string) => path.replace(':channelId', id);
const saved = (answer: { json: () => { response: Channel } }) => answer.json().response;
const actionsOf = (entries: readonly AuditDetail[]) => entries.map(({ action, result }) => `${action} ${result}`);

test('each change of a channel leaves who and what; its keys and its callback stand nowhere', async () => {
  const admin = await makeUser();
  const { id } = saved(await as(admin).post(channels.create.path, form));
  const save = async (version: number, more: object) => saved(await as(admin).put(at(channels.update, id), { ...form, version, ...more }));
  await save(1, { name: 'Sales', speedPerSecond: 20, data: { ...kept, wabaId: '78' } });
  await save(2, { name: 'Sales', speedPerSecond: 20, data: { ...kept, wabaId: '78', password: `${canary}-anew` } });
  await as(admin).put(at(channels.setState, id), { state: 'PAUSED' });
  const { callback } = saved(await as(admin).post(at(channels.rotateHook, id))) as unknown as { callback: { token: string } };
  await as(admin).post(at(channels.finishRotation, id));
  await as(admin).post(channels.test.path, { ...form, channelId: id });
  await as(admin).delete(at(channels.remove, id));

  const entries = await read(admin, `recordId=${id}`);
  expect(actionsOf(entries)).toEqual([
    'delete done',
    expect.stringMatching(/^test /),
    'edit done',
    'edit done',
    'edit done',
    'edit done',
    'edit done',
    'create done',
  ]);
  const [gone, , finished, rotated, paused, rekeyed, renamed, made] = entries.map(changed);
  expect(made).toEqual({
    name: [null, 'Orders'],
    type: [null, 'WHATSAPP'],
    vendor: [null, 'airtel'],
    contactId: [null, '+919820012345'],
    environment: [null, 'sandbox'],
    state: [null, 'ACTIVE'],
    config: [null, { username: 'acme', wabaId: '77', subAccountId: 'sub' }],
    entry: [null, 'queue'],
    keys: [null, 'set'],
    callback: [null, 'set'],
  });
  expect(renamed).toEqual({
    name: ['Orders', 'Sales'],
    speedPerSecond: [null, 20],
    config: [expect.objectContaining({ wabaId: '77' }), expect.objectContaining({ wabaId: '78' })],
  });
  expect(rekeyed).toEqual({ keys: ['set', 'changed'] });
  expect(paused).toEqual({ state: ['ACTIVE', 'PAUSED'] });
  expect(rotated).toEqual({ callback: ['set', 'changed'], formerCallback: [null, 'set'] });
  expect(finished).toEqual({ formerCallback: ['set', null] });
  expect(gone).toMatchObject({ name: ['Sales', null], keys: ['set', null] });
  expect(entries.at(-1)).toMatchObject({ actorId: admin.userId, kind: 'channel', module: 'channels', recordName: 'Orders', link: '' });

  const text = await keptText(admin);
  expect(text).toContain('acme');
  for (const secret of ['canary', 'zqxw', callback.token]) expect(text).not.toContain(secret);
  expect(await read(await makeUser(), 'kind=channel')).toEqual([]);
});

test('former values of a channel are put back with the right to change it, and its keys stay', async () => {
  const admin = await makeUser();
  const { id } = saved(await as(admin).post(channels.create.path, form));
  const change = { ...form, name: 'Sales', contactId: '+919820099999', confirm: true, version: 1, data: { ...kept, wabaId: '78' } };
  await as(admin).put(at(channels.update, id), change);
  const [edit] = (await read(admin, `recordId=${id}`)) as [AuditDetail];
  expect(edit.canPutBack).toEqual(['name', 'contactId', 'config']);
  const { code } = (
    await as(admin).put(roles.saveRole.path, {
      name: 'Reader',
      description: '',
      permissions: ['AUDITTRAIL.VIEW'],
      dataScope: 'enterprise',
      maskedFields: [],
    })
  ).json().data;
  const reader = await makeUser({ enterprise: admin, roles: [code] });
  expect(await putBack(reader, edit, ['name'])).toMatchObject({ status: false, code: '1403' });
  expect(await putBack(admin, edit, ['contactId', 'config'])).toMatchObject({ status: true });
  const [back] = (await read(admin, `recordId=${id}`)) as [AuditDetail];
  expect(changed(back)).toEqual({
    contactId: ['+919820099999', '+919820012345'],
    config: [expect.objectContaining({ wabaId: '78' }), expect.objectContaining({ wabaId: '77' })],
  });
  expect(back.reason).toBe(`put_back ${edit.id}`);
  expect(saved(await as(admin).get(at(channels.get, id)))).toMatchObject({
    name: 'Sales',
    state: 'ACTIVE',
    data: { password: { isSet: true } },
  });
});

test('a channel that its vendor stops is recorded as the work of the program, without the words of the vendor', async () => {
  const admin = await makeUser();
  const { id } = saved(await as(admin).post(channels.create.path, form));
  const error: VendorError = { class: 'AUTH', vendorCode: '190', vendorMessage: `Bad token ${canary}`, advice: 'Renew the key.' };
  await contextOf(admin).transaction((tx) => stopChannel(contextOf(admin), tx, id, error));
  const [stopped] = (await read(admin, `recordId=${id}`)) as [AuditDetail];
  expect(stopped).toMatchObject({ actorKind: 'system', actorId: '', action: 'edit', reason: 'AUTH 190', recordName: 'Orders' });
  expect(changed(stopped)).toEqual({ state: ['ACTIVE', 'ERROR'] });
  expect(await keptText(admin)).not.toContain(canary);
});

test('commands to the simulated vendor are recorded', async () => {
  const admin = await makeUser();
  const { channelId: id } = await makeWhatsApp(admin);
  const behaviour = (await as(admin).get(at(sandbox.behaviour, id))).json().data.behaviour;
  const answer = await as(admin).put(at(sandbox.behave, id), { ...behaviour, receipts: 'none', perSecond: 5 });
  expect(answer.json()).toMatchObject({ status: true });
  await as(admin).put(at(sandbox.changeQuality, id), { quality: 'FLAGGED', tier: 'TIER_1K' });
  await as(admin).post(at(sandbox.makeLoad, id), { count: 3 });
  const [load, quality, behaved] = (await read(admin, 'kind=sandbox')) as [AuditDetail, AuditDetail, AuditDetail];
  expect(load).toMatchObject({ action: 'create', recordId: id, recordName: 'WhatsApp', counts: { customers: 3 } });
  expect(changed(quality)).toEqual({ quality: [null, 'FLAGGED'], tier: [null, 'TIER_1K'] });
  expect(changed(behaved)).toEqual({ receipts: ['all', 'none'], perSecond: [0, 5] });
  expect(behaved.link).toBe(`/admin/channels/${id}/sandbox`);
});
