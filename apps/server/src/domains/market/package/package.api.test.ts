import { endpoints, type PackageItem, type PackagePublisher } from '@parley/contract';
import canonicalize from 'canonicalize';
import { describe, expect, test } from 'vitest';
import { sharedApp, startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { loanForm, writeForm } from '../../../../test/forms.ts';
import { end, say } from '../../../../test/journeys.ts';
import { createPackageScenes, packageAt } from '../../../../test/packages.ts';
import { rawZip } from '../../../../test/zips.ts';
import { writePackageFile } from '../package-file/package-file.ts';
import { makeKeyPair, signBytes } from '../package-file/signature.ts';

const app = await sharedApp();
const { as, makeUser, contextOf } = app;
const scenes = createPackageScenes(app);
const { packages, roles, journeys, audit } = endpoints;

type Entries = Record<string, string>;
const keys = makeKeyPair();
const canonical = (value: unknown) => canonicalize(value) ?? '';
const sha256 = async (text: string) => Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex');

/** Entries of a package with one form, signed by a stranger, with each part changed before it is signed. */
async function signedEntries(change: (manifest: Record<string, unknown>) => object = (same) => same, item?: object): Promise<Entries> {
  const { id: _, name: __, ...document } = loanForm();
  const text = JSON.stringify(item ?? { document });
  const manifest = canonical(
    change({
      ...{
        format: 'parley.package',
        formatVersion: 2,
        id: 'stranger.form',
        version: '1.0.0',
        name: 'Form',
        purpose: '',
        industry: 'general',
      },
      ...{ languages: ['en'], licence: '', publisher: 'Stranger', permissions: ['JOURNEYS.CREATE'], needs: [], leastProduct: '0.1.0' },
      items: [{ path: 'items/form.json', kind: 'form', name: 'Form', sha256: await sha256(text) }],
    }),
  );
  const signature = signBytes(Buffer.from(manifest), keys.privateKey);
  return { 'manifest.json': manifest, 'signature.json': canonical(signature), 'items/form.json': text };
}
const zipOf = (entries: Entries) => rawZip(Object.entries(entries).map(([name, content]) => ({ name, content })));

async function reasonOf(admin: TestUser, entries: Entries | Buffer): Promise<string> {
  const answer = await scenes.tryUpload(admin, Buffer.isBuffer(entries) ? entries : zipOf(entries as Entries));
  const { code, message } = answer.json();
  return `${answer.statusCode} ${code} ${message}`;
}

test('a package of own things is made, listed, given away as a file and taken by another enterprise once its publisher is accepted', async () => {
  const [maker, taker] = [await makeUser(), await makeUser()];
  const things = await scenes.makeThings(maker);
  const made = await scenes.make(maker, scenes.namesOf(things));
  expect(made).toMatchObject({
    key: 'bank.loan',
    version: '1.0.0',
    origin: 'made',
    installed: '',
    hasUpdate: false,
    languages: ['en', 'hi'],
  });
  expect(made.kinds).toEqual(['card', 'template', 'form', 'stream', 'encap']);
  const content = await scenes.readFile(maker, made.id);
  const refused = await scenes.tryUpload(taker, content);
  expect([refused.statusCode, refused.json().code, refused.json().data.fingerprint]).toEqual([
    409,
    'package.publisher_unknown',
    made.publisher.fingerprint,
  ]);
  const taken = await scenes.take(taker, content);
  expect(taken).toMatchObject({ ...made, id: taken.id, origin: 'uploaded' });
  expect((await scenes.take(taker, content)).id).toBe(taken.id);
  const whole = await scenes.whole(taker, taken.id);
  expect(whole.items.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
    'card Loan card',
    'encap Loan page',
    'form Loan form',
    'stream Loan inner',
    'stream Loan stream',
    'template loan_ready',
  ]);
  expect(whole.items.find(({ name }) => name === 'Loan stream')?.steps).toEqual(['Name', 'Loan', 'Inner']);
  expect(whole.permissions.toSorted()).toEqual(['JOURNEYS.CREATE', 'MSG_TEMPLATES.CREATE', 'RICHCARDS.CREATE']);
  const list = async (query: string) =>
    ((await as(taker).get(`${packages.list.path}?${query}`)).json().data.packages as PackageItem[]).filter(
      ({ origin }) => origin === 'uploaded',
    ).length;
  expect(await Promise.all(['kind=form', 'industry=banking', 'language=hi', 'name=LOAN', 'standing=free'].map(list))).toEqual([
    1, 1, 1, 1, 1,
  ]);
  expect(await Promise.all(['industry=health', 'language=de', 'name=xyz', 'standing=installed', 'standing=update'].map(list))).toEqual([
    0, 0, 0, 0, 0,
  ]);
});

test('a package says nothing of people, ids, channels or addresses of whoever made it', async () => {
  const maker = await makeUser();
  const things = await scenes.makeThings(maker);
  await scenes.draw(maker, things.inner, {
    innera01: say('Hi', 'depart01'),
    depart01: {
      type: 'talk.department',
      config: { department: { ref: 'department', id: things.form, name: 'Claims' } },
      to: { next: 'innere01' },
    },
    innere01: end(),
  });
  const made = await scenes.make(maker, scenes.namesOf(things));
  const content = (await scenes.readFile(maker, made.id)).toString('latin1');
  expect(content).toContain('manifest.json');
  const rows = await contextOf(maker).read((tx) =>
    tx
      .selectFrom('packageParts')
      .select('content')
      .where('enterpriseId', '=', maker.enterpriseId)
      .where('packageId', '=', made.id)
      .execute(),
  );
  const all = rows.map((row) => row.content).join('\n');
  for (const hidden of [...Object.values(things), maker.userId, maker.enterpriseId, 'hook-secret', 'token-1'])
    expect(all).not.toContain(hidden);
  expect((await scenes.whole(maker, made.id)).needs).toEqual([{ kind: 'department', name: 'Claims' }]);
});

test('a key that stands in a text keeps a package from being made, and is named with its place', async () => {
  const maker = await makeUser();
  const things = await scenes.makeThings(maker);
  await scenes.draw(maker, things.inner, { innera01: say('Our key is AKIAABCDEFGHIJKLMNOP.', 'innere01'), innere01: end() });
  const refused = await scenes.tryMake(maker, [{ kind: 'stream', id: things.inner }]);
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'package.secret_in_text']);
  expect(refused.json().data.places).toEqual([{ name: 'Loan inner', at: expect.stringContaining('text.en') }]);
  expect(refused.body).not.toContain('AKIA');
  const own = await scenes.tryMake(maker, [{ kind: 'card', id: things.card }], { purpose: 'sk_live_abcdefgh' });
  expect(own.json().code).toBe('package.secret_in_text');
  expect((await as(maker).get(`${packages.list.path}?name=bank.loan`)).json().data.packages).toEqual([]);
});

test('a version is made once, and a key belongs to the publisher whose package came first', async () => {
  const [maker, other, taker] = [await makeUser(), await makeUser(), await makeUser()];
  const [form, foreign] = [(await scenes.makeForm(maker, 'Ours', loanForm())).id, (await scenes.makeForm(other, 'Theirs', loanForm())).id];
  const made = await scenes.make(maker, [{ kind: 'form', id: form }]);
  expect((await scenes.tryMake(maker, [{ kind: 'form', id: form }])).json().code).toBe('package.version_taken');
  expect(await scenes.make(maker, [{ kind: 'form', id: form }], { version: '1.0.1' })).toMatchObject({ version: '1.0.1' });
  await scenes.take(taker, await scenes.readFile(maker, made.id));
  const theirs = await scenes.make(other, [{ kind: 'form', id: foreign }], { version: '9.0.0' });
  const content = await scenes.readFile(other, theirs.id);
  const { publicKey } = (await scenes.tryUpload(taker, content)).json().data;
  await as(taker).post(packages.accept.path, { name: 'Other', publicKey });
  expect((await scenes.tryUpload(taker, content)).json().code).toBe('package.publisher_differs');
  expect((await scenes.tryMake(maker, [{ kind: 'form', id: foreign }], { version: '2.0.0' })).json().code).toBe('package.thing_not_found');
});

test('a publisher is accepted once, with a fresh proof, by whoever may change the enterprise, and can be withdrawn', async () => {
  const [maker, taker] = [await makeUser(), await makeUser()];
  const made = await scenes.make(maker, [{ kind: 'form', id: (await scenes.makeForm(maker, 'Ours', loanForm())).id }]);
  const content = await scenes.readFile(maker, made.id);
  const { name, publicKey, fingerprint } = (await scenes.tryUpload(taker, content)).json().data;
  const accept = (by: TestUser, key = publicKey) => as(by).post(packages.accept.path, { name, publicKey: key });
  const stale = await makeUser({ enterprise: taker });
  await contextOf(taker).transaction((tx) =>
    tx.updateTable('sessions').set({ provedAt: null }).where('userId', '=', stale.userId).execute(),
  );
  expect((await accept(stale)).json().code).toBe('proof.needed');
  const { code } = (await as(taker).put(roles.saveRole.path, { name: 'Maker', permissions: ['JOURNEYS.CREATE'] })).json().data;
  const builder = await makeUser({ enterprise: taker, roles: [code] });
  for (const answer of [
    await accept(builder),
    await scenes.tryUpload(builder, content),
    await scenes.tryMake(builder, [{ kind: 'form', id: made.id }]),
  ])
    expect([answer.statusCode, answer.json().code]).toEqual([403, '1403']);
  expect((await accept(taker)).statusCode).toBe(200);
  expect((await accept(taker)).json().code).toBe('package.publisher_known');
  expect((await accept(taker, `${'A'.repeat(59)}=`)).json().code).toBe('package.file_invalid');
  const read = async () => (await as(taker).get(packages.publishers.path)).json().data.publishers as PackagePublisher[];
  expect(await read()).toMatchObject([
    { isShipped: true, name: 'Parley' },
    { fingerprint, isOwn: false, acceptedBy: taker.name },
  ]);
  const taken = (await scenes.tryUpload(taker, content)).json().data;
  const withdraw = () => as(taker).delete(packages.withdraw.path.replace(':fingerprint', fingerprint));
  expect((await withdraw()).statusCode).toBe(200);
  // A package that came before is installed no more.
  expect((await scenes.tryInstall(taker, taken.id)).json()).toMatchObject({ code: 'package.publisher_unknown', data: { fingerprint } });
  expect((await withdraw()).json().code).toBe('package.publisher_not_found');
  expect((await scenes.tryUpload(taker, content)).json().code).toBe('package.publisher_unknown');
  const own = (await as(maker).get(packages.publishers.path)).json().data.publishers[1] as PackagePublisher;
  expect(own).toMatchObject({ isOwn: true, fingerprint });
  expect((await as(maker).delete(packages.withdraw.path.replace(':fingerprint', fingerprint))).json().code).toBe(
    'package.publisher_not_found',
  );
  expect(JSON.stringify((await as(taker).get(`${audit.list.path}?kind=publisher`)).json())).toContain(fingerprint);
});

describe('a hostile file is refused with its reason, and nothing of it is kept', () => {
  test('anything that is altered, added or taken away', async () => {
    const admin = await makeUser();
    await as(admin).post(packages.accept.path, { name: 'Stranger', publicKey: keys.publicKey });
    const good = await signedEntries();
    const refusals: [string, Entries | Buffer, string][] = [
      [
        'a letter of the manifest',
        { ...good, 'manifest.json': (good['manifest.json'] ?? '').replace('Stranger', 'Strangex') },
        'The signature is not of this manifest',
      ],
      ['a space in the manifest', { ...good, 'manifest.json': `${good['manifest.json']} ` }, 'The signature is not of this manifest'],
      [
        'a letter of an item',
        { ...good, 'items/form.json': (good['items/form.json'] ?? '').replace('fullName', 'fullNamf') },
        'items/form.json was changed',
      ],
      [
        'no signature',
        { 'manifest.json': good['manifest.json'] ?? '', 'items/form.json': good['items/form.json'] ?? '' },
        'lacks signature.json',
      ],
      ['no manifest', { 'signature.json': good['signature.json'] ?? '' }, 'lacks manifest.json'],
      [
        'no item',
        { 'manifest.json': good['manifest.json'] ?? '', 'signature.json': good['signature.json'] ?? '' },
        'lacks items/form.json',
      ],
      ['one item more', { ...good, 'items/more.json': '{}' }, 'does not name items/more.json'],
      ['a foreign entry', { ...good, 'run.js': '1' }, 'run.js'],
      ['a way out', { ...good, '../items/form.json': '{}' }, 'package.file_invalid'],
      ['the export of a stream', { 'parley.json': '{}' }, 'export of one stream'],
      ['no zip', Buffer.from('no zip'), 'not a zip'],
      ['another version', await signedEntries((manifest) => ({ ...manifest, formatVersion: 3 })), 'formatVersion'],
      ['a field more', await signedEntries((manifest) => ({ ...manifest, script: 'x' })), 'script'],
      [
        'an unknown kind',
        await signedEntries(({ items, ...more }) => ({ ...more, items: (items as object[]).map((item) => ({ ...item, kind: 'user' })) })),
        'kind',
      ],
      ['a newer product', await signedEntries((manifest) => ({ ...manifest, leastProduct: '99.0.0' })), 'package.product_old'],
      ['a document that is none', await signedEntries(undefined, { document: { screens: 'x' } }), 'Form:'],
      ['deep brackets', { ...good, 'manifest.json': `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}` }, 'package.file_invalid'],
      [
        'a record of somebody else',
        await signedEntries(undefined, {
          document: writeForm([
            {
              id: 'screen01',
              fields: [{ id: 'field001', name: 'a', kind: 'text', picture: { ref: 'media', id: admin.userId, name: 'x' } }],
            },
          ]),
        }),
        'names a media that is not in the package',
      ],
    ];
    for (const [what, entries, words] of refusals)
      expect([what, await reasonOf(admin, entries)]).toEqual([what, expect.stringContaining(words)]);
    expect((await as(admin).get(`${packages.list.path}?name=stranger`)).json().data.packages).toEqual([]);
    expect(await reasonOf(admin, good)).toBe('200 100 The package is added.');
  });

  test('one that is larger, has more entries or unfolds further than it may', async () => {
    const admin = await makeUser();
    const many = rawZip(Array.from({ length: 1001 }, (_, place) => ({ name: `items/a${place}.json`, content: '{}' })));
    expect(await reasonOf(admin, many)).toContain('holds more than is read of one');
    expect(await reasonOf(admin, rawZip([{ name: 'items/a.json', content: Buffer.alloc(9 * 1024 ** 2) }]))).toContain(
      'holds more than is read of one',
    );
    expect(await reasonOf(admin, rawZip([{ name: 'manifest.json', content: '{}', mode: 0o120777 }]))).toContain('is a link');
  });
});

test('packages of another enterprise are not found, and their things are not packed', async () => {
  const [maker, other] = [await makeUser(), await makeUser()];
  const form = (await scenes.makeForm(maker, 'Ours', loanForm())).id;
  const made = await scenes.make(maker, [{ kind: 'form', id: form }]);
  for (const call of [packages.plan, packages.install, packages.update, packages.remove, packages.try]) {
    const body = call === packages.plan ? { to: 'install' } : { requestKey: 'x' };
    expect((await as(other).post(packageAt(call.path, made.id), body)).json().code).toBe('package.not_found');
  }
  for (const call of [packages.get, packages.file])
    expect((await as(other).get(packageAt(call.path, made.id))).json().code).toBe('package.not_found');
  expect((await scenes.tryMake(other, [{ kind: 'form', id: form }])).json().code).toBe('package.thing_not_found');
  expect((await as(other).get(`${packages.own.path}?kind=form`)).json().data.things).toEqual([]);
  expect((await as(maker).get(`${packages.own.path}?kind=form&name=our`)).json().data.things).toEqual([{ id: form, name: 'Ours' }]);
});

test('RBAC-034 the flag of the marketplace opens every call of packages, and without it none', async () => {
  const off = await startApp({ config: { features: ['channels'] } });
  const admin = await off.makeUser();
  for (const call of [packages.list, packages.publishers]) expect((await off.as(admin).get(call.path)).json().code).toBe('1403');
  const installed = await off.as(admin).post(packageAt(packages.install.path, admin.userId), { requestKey: 'x' });
  expect([installed.statusCode, installed.json().code]).toEqual([403, '1403']);
  expect((await off.as(admin).get(journeys.list.path)).statusCode).toBe(200);
});

test('the file of a package is the same package again, byte by byte of what is signed', async () => {
  const entries = await signedEntries();
  const admin = await makeUser();
  const taken = await scenes.take(admin, zipOf(entries));
  const content = await scenes.readFile(admin, taken.id);
  expect(content.toString('latin1')).toContain('items/form.json');
  const parts = new Map([['items/form.json', entries['items/form.json'] ?? '']]);
  const signature = JSON.parse(entries['signature.json'] ?? '');
  const written = await writePackageFile({ manifestText: entries['manifest.json'] ?? '', signature, parts }, new Date(0));
  expect(written.length).toBe(content.length);
});
