import { createHash } from 'node:crypto';
import { type CopyManifest, endpoints, type PersonCopy } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { canaries, createPeople, filesWith } from '../../../../test/person.ts';
import { createScenes } from '../../../../test/scene.ts';
import { createTrail } from '../../../../test/trail.ts';
import { startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const clock = { ahead: 0 };
const app = await startApp({ config: { simulator: vendors.address, youngFileMs: 100 }, now: () => new Date(Date.now() + clock.ahead) });
const { as, makeUser, stranger } = app;
const { makeWorld, book } = createPeople(app, vendors, createScenes(app));
const { privacy, files, chats, phoneBook, notifications, attributes } = endpoints;

const of = (path: string, id: string) => path.replace(/:\w+/, id);
const copies = async (user: TestUser, id: string): Promise<PersonCopy[]> =>
  (await as(user).get(of(privacy.copies.path, id))).json().data.copies;
const made = (user: TestUser, id: string): Promise<PersonCopy> =>
  vi.waitFor(
    async () => {
      const [copy] = await copies(user, id);
      if (!copy?.finishedAt) throw new Error('The copy is not made yet.');
      return copy;
    },
    { interval: 50 },
  );
const link = async (user: TestUser, fileId: string) =>
  `${of(files.download.path, fileId)}?x-access-id=${(await as(user).get(files.downloadToken.path)).json().data.id}`;

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes);
  const found = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    found.set(entry.fileName, Buffer.concat(chunks));
  }
  return found;
}

test('a zip has all that was ever written of a person, as it was written, and nothing of anybody else', async () => {
  const { admin, personId, chatId, agent } = await makeWorld();
  const elsewhere = await makeUser();
  await book.makeCustomer(elsewhere, { name: 'Elsewhere Person', phoneNumber: canaries.number });
  const asked = (await as(admin).post(of(privacy.copy.path, personId), {})).json();
  expect(asked).toMatchObject({ status: true, data: { copy: { finishedAt: null, fileId: null } } });
  const { fileId } = await made(admin, personId);
  const notices = (await as(admin).get(notifications.list.path)).json().data.notifications;
  // Other notices may have come meanwhile.
  const told = { kind: 'export_ready', code: 'copy.ready', link: `/customer-master/customers/view/${personId}` };
  expect(notices).toContainEqual(expect.objectContaining(told));

  // The one-time link works for its maker alone.
  const road = await link(admin, fileId ?? '');
  const answer = await stranger().get(road);
  expect(answer.headers['content-type']).toBe('application/zip');
  expect((await stranger().get(road)).json().code).toBe('file.link_used');
  expect((await stranger().get(await link(agent, fileId ?? ''))).json().code).toBe('file.not_found');
  expect(await copies(await makeUser({ enterprise: admin }), personId)).toEqual([]);

  const found = await unzip(answer.rawPayload);
  const json = (name: string) => JSON.parse(found.get(`${name}.json`)?.toString() ?? 'null') as Record<string, unknown>[];
  const manifest = JSON.parse(found.get('manifest.json')?.toString() ?? '') as CopyManifest;
  expect(manifest).toMatchObject({ format: 'parley-copy-v1', madeBy: { id: admin.userId, name: 'Admin' }, customerId: personId });
  expect(manifest.files.map(({ name }) => name)).toEqual([...found.keys()].filter((name) => name !== 'manifest.json'));
  for (const { name, sha256, sizeBytes } of manifest.files) {
    const bytes = found.get(name) ?? Buffer.alloc(0);
    expect([name, createHash('sha256').update(bytes).digest('hex'), bytes.length]).toEqual([name, sha256, sizeBytes]);
  }
  const [attribute] = (await as(admin).get(attributes.list.path))
    .json()
    .data.inputFieldDefinitions.filter(({ fieldName }: { fieldName: string }) => fieldName === 'Shoes');
  expect(json('profile').find(({ customerId }) => customerId === personId)).toMatchObject({
    name: canaries.name,
    number: canaries.number,
    email: canaries.email,
    attributes: { [attribute.fieldName]: canaries.attribute },
    groupsAndLabels: ['Buyers', 'Loud'],
  });
  const chat = (await as(agent).get(of(chats.get.path, chatId))).json().data;
  expect(json('entries').map(({ number, message }) => [number, message])).toEqual(
    chat.messages.map((entry: { number: number; message: string }) => [entry.number, entry.message]),
  );
  expect(json('chats')).toMatchObject([
    { chatId, note: canaries.agentNote, tag: 'Parcel', fields: [{ name: 'Finding', value: canaries.agentField }] },
  ]);
  expect(json('sides').map(({ kind, text }) => [kind, text])).toEqual([
    ['act', ''],
    ['note', canaries.agentSide],
    ['act', ''],
  ]);
  expect(json('consents').sort((one, other) => (String(one.keptAs) > String(other.keptAs) ? -1 : 1))).toMatchObject([
    { channel: 'WHATSAPP', keptAs: 'now', isGranted: false, source: 'Call' },
    { channel: 'WHATSAPP', keptAs: 'history', stateBefore: 'never_asked', stateAfter: 'refused', road: 'card' },
  ]);
  expect(json('blacklist')).toMatchObject([{ address: canaries.number, kind: 'opted_out', reason: 'Asked' }]);
  const media = [...found.keys()].filter((name) => name.startsWith('media/'));
  expect(media.map((name) => name.replace(/^media\/[0-9a-f-]{36}-/, '')).sort()).toEqual([expect.stringMatching(/\.png$/), 'qanarix.pdf']);
  expect(found.get(media.find((name) => name.endsWith('.pdf')) ?? '')?.toString()).toContain(canaries.file);
  // A cell that a spreadsheet would run is a text there, and the file says that it is UTF-8.
  const profile = found.get('profile.csv')?.toString() ?? '';
  expect(profile.startsWith('\ufeff"customerId","name"')).toBe(true);
  expect(profile).toContain(`"'${canaries.number}"`);
  for (const [name, bytes] of found)
    for (const stranger of ['Other Person', '9822000001', 'Third Person', 'Elsewhere', elsewhere.enterpriseId])
      expect(`${name} ${bytes.includes(stranger) ? stranger : ''}`).toBe(`${name} `);
  const trail = createTrail(app);
  expect((await trail.newest(admin, `kind=customer&recordId=${personId}&action=export`)).actorName).toBe('Admin');
});

test('a copy asks for a fresh proof, a role that hides nothing and a customer who is there, and goes with an erasure', async () => {
  const admin = await makeUser();
  const name = 'Zipped Person';
  const { id } = await book.makeCustomer(admin, { name, phoneNumber: canaries.number });
  const copy = (user: TestUser) => as(user).post(of(privacy.copy.path, id), {});
  expect((await copy(await makeUser())).json().code).toBe('customer.not_found');
  const role = { name: 'Masked', permissions: ['CUSTOMER.VIEW'], maskedFields: ['email'] };
  const { code } = (await as(admin).put(endpoints.roles.saveRole.path, role)).json().data;
  expect((await copy(await makeUser({ enterprise: admin, roles: [code] }))).json().code).toBe('person.hidden');
  const stale = await makeUser({ enterprise: admin });
  await app
    .contextOf(admin)
    .transaction((tx) => tx.updateTable('sessions').set({ provedAt: null }).where('userId', '=', stale.userId).execute());
  expect((await copy(stale)).json().code).toBe('proof.needed');
  await copy(admin);
  await made(admin, id);
  expect(filesWith(app, [name])).not.toEqual([]);
  const body = { name, reason: 'Asked', keepOptOut: false };
  expect((await as(admin).post(of(privacy.erase.path, id), body)).json()).toMatchObject({ status: true });
  await vi.waitFor(
    async () => {
      const [erasure] = (await as(admin).get(privacy.erasures.path)).json().data.erasures;
      expect(erasure).toMatchObject({ state: 'done', counts: expect.arrayContaining([{ kind: 'exports', count: 1 }]) });
    },
    { interval: 100 },
  );
  expect(filesWith(app, [name])).toEqual([]);
  expect((await as(admin).get(of(phoneBook.get.path, id))).json().code).toBe('customer.not_found');
});
