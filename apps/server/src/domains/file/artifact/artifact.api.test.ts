import { type Artifact, artifactEndpoints, artifactKinds, artifactPage, artifactTypes, type Bucket, endpoints } from '@parley/contract';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { at } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';
import { makePng, upload } from '../../../../test/upload.ts';

const app = await sharedApp();
const { as, stranger, makeUser, contextOf, deps } = app;
const { makeScene } = createScenes(app);
const { artifacts, files } = endpoints;

let admin: TestUser;
let agent: TestUser;
let other: TestUser;
beforeAll(async () => {
  admin = await makeUser({ name: 'Ada' });
  agent = await makeUser({ enterprise: admin, roles: [3], name: 'Asha' });
  other = await makeUser({ enterprise: admin, roles: [3], name: 'Ben' });
});

// Each picture is another one, since the library keeps a file once.
let width = 1;
const nextPng = () => {
  width += 1;
  return makePng(width, 10);
};
const send = async (user: TestUser, name = 'photo.png', content?: Buffer | string): Promise<string> =>
  (await as(user).post(files.upload.path, ...upload(name, content ?? (await nextPng())))).json().response.id;
const create = (user: TestUser, data: object, more: object = {}) => as(user).post(artifacts.create.path, { ...more, data });
const made = async (user: TestUser, data: object, more: object = {}): Promise<Artifact> => (await create(user, data, more)).json().response;
const list = async (user: TestUser, query = '') =>
  (await as(user).get(`${artifacts.list.path}?${query}`)).json().response as { artifacts: Artifact[]; more: boolean };
const names = async (user: TestUser, query = '') => (await list(user, query)).artifacts.map(({ data }) => data.name);
const bucketOf = async (user: TestUser, name: string, isPublic = false): Promise<Bucket> =>
  (await as(user).post(artifacts.createBucket.path, { name, isPublic })).json().data;

test('ATTACH-013 ATTACH-014 ATTACH-015 ATTACH-016 ATTACH-018 ADMIN-030 ADMIN-033 ADMIN-034 each kind of attachment has its number and its own data', async () => {
  const kinds: [data: object, kind: number, shown: object][] = [
    [
      { type: 'IMAGE', fileId: await send(agent), name: 'Shelf' },
      1,
      { name: 'Shelf', mimeType: 'image/png', height: 10, url: expect.stringContaining('/files/') },
    ],
    [
      { type: 'AUDIO', fileId: await send(agent, 'a.mp3', Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(64)])) },
      1,
      { name: 'a.mp3' },
    ],
    [
      { type: 'VIDEO', fileId: await send(agent, 'a.mp4', Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), Buffer.alloc(64)])) },
      1,
      { name: 'a.mp4', mimeType: 'video/mp4' },
    ],
    [{ type: 'DOC', fileId: await send(agent, 'list.csv', 'a,b\n') }, 0, { name: 'list.csv', mimeType: 'text/csv' }],
    [
      { type: 'LOCATION', name: 'Shop', desc: 'Head office', address: '1 Main St', latitude: 19.07, longitude: 72.87 },
      2,
      { name: 'Shop', desc: 'Head office', address: '1 Main St', latitude: 19.07 },
    ],
    [{ type: 'URL', url: 'https://shop.example/', title: 'Our shop' }, 3, { name: 'Our shop', url: 'https://shop.example/' }],
    [{ type: 'MSG', message: 'Hello {{name}}' }, 7, { name: 'Hello {{name}}', message: 'Hello {{name}}' }],
  ];
  for (const [data, type, shown] of kinds)
    expect(await made(agent, data)).toMatchObject({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type,
      isPublic: false,
      adminCreated: false,
      mayEdit: true,
      data: { ...shown, type: (data as { type: string }).type },
    });
  expect(artifactKinds).toEqual({ DOC: 0, MEDIA: 1, MAP: 2, URL: 3, TAG: 4, MSG: 7 });
  expect([...artifactTypes].sort()).toEqual(kinds.map(([data]) => (data as { type: string }).type).sort());
  expect(await names(agent, 'type=1')).toEqual(['a.mp4', 'a.mp3', 'Shelf']);
  expect(await names(agent, 'mediaType=IMAGE&desc=SHE')).toEqual(['Shelf']);
  expect(await names(agent, 'desc=main%20st')).toEqual(['Shop']);
  expect(await names(agent, 'perPage=1&from=1')).toEqual(['Our shop']);
  expect([artifactPage, (await list(agent)).more]).toEqual([20, false]);
});

test('a wrong attachment is refused by its field', async () => {
  const cases: [data: object, field: string, more?: object][] = [
    [{ type: 'IMAGE' }, 'fileId'],
    [{ type: 'VIDEO', fileId: await send(agent) }, 'fileId'],
    [{ type: 'LOCATION', latitude: 1 }, 'latitude'],
    [{ type: 'URL', url: 'javascript:alert(1)' }, 'url'],
    [{ type: 'MSG', message: ' ' }, 'message'],
    [{ type: 'MSG', message: 'x' }, 'type', { type: 3 }],
  ];
  for (const [data, field, more] of cases)
    expect([field, (await create(agent, data, more)).json()]).toEqual([
      field,
      expect.objectContaining({ code: 'artifact.invalid', data: { errors: [expect.objectContaining({ field })] } }),
    ]);
  expect((await create(agent, { type: 'IMAGE', fileId: await send(other) })).json().code).toBe('file.not_found');
  expect((await create(agent, { type: 'MSG', message: 'x' }, { isPublic: true, adminCreated: true })).json().code).toBe('1403');
});

test('ADMIN-030 ATTACH-018 an attachment keeps the department that it is saved with, also when that one is deleted; one that nobody has is refused', async () => {
  const { departments } = endpoints;
  const owner = await makeUser();
  const { id } = (await as(owner).post(departments.create.path, { name: 'Sales' })).json().data;
  const data = { type: 'MSG', message: 'Of sales' };
  const kept = await made(owner, data, { deptId: id, isPublic: true });
  expect([kept.deptId, await names(owner, `deptId=${id}`)]).toEqual([id, ['Of sales']]);
  const foreign = (await as(await makeUser()).post(departments.create.path, { name: 'Theirs' })).json().data;
  expect((await create(owner, data, { deptId: foreign.id })).json().code).toBe('department.not_found');
  const change = (deptId: string, version: number) =>
    as(owner).put(at(artifacts.update.path, { artifactId: kept._id }), { deptId, isPublic: true, version, data });
  expect((await change(foreign.id, kept.version)).json().code).toBe('department.not_found');
  expect((await as(owner).delete(at(departments.remove.path, { departmentId: id }))).json().status).toBe(true);
  expect((await change(id, kept.version)).json().response).toMatchObject({ deptId: id });
  expect((await change('', kept.version + 1)).json().response).toMatchObject({ deptId: '' });
});

test('a picture loses what its camera wrote into it; the same file twice offers the one that is there', async () => {
  const photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#888888' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer();
  expect(photo.includes('secret place')).toBe(true);
  const shared = await made(agent, { type: 'IMAGE', fileId: await send(agent, 'one.jpg', photo) }, { isPublic: true });
  expect(shared.data).toMatchObject({ width: 30, height: 20 });
  expect((await stranger().get(shared.data.url)).rawPayload.includes('secret place')).toBe(false);
  const again = { type: 'IMAGE', fileId: await send(other, 'two.jpg', photo) };
  expect((await create(other, again)).json()).toMatchObject({
    code: 'artifact.duplicate',
    data: { artifactId: shared._id, name: 'one.jpg' },
  });
  expect((await made(other, again, { isCopy: true })).data.name).toBe('two.jpg');
});

test('ADMIN-031 ADMIN-032 ADMIN-033 ATTACH-018 private ones are their owner’s alone, shared ones everybody’s to see and the administrators’ to keep', async () => {
  const [mine, kept] = [
    await made(agent, { type: 'MSG', message: 'only mine' }),
    await made(admin, { type: 'MSG', message: 'house words' }, { isPublic: true, adminCreated: true }),
  ];
  expect(await names(other, 'desc=only%20mine')).toEqual([]);
  expect(await names(admin, 'desc=only%20mine&adminView=true')).toEqual([]);
  expect(await names(agent, 'desc=only%20mine&visibility=private')).toEqual(['only mine']);
  expect(await names(agent, 'desc=only%20mine&visibility=public')).toEqual([]);
  expect(await names(agent, 'desc=house')).toEqual(['house words']);
  const pathOf = ({ _id }: Artifact) => at(artifacts.get.path, { artifactId: _id });
  const change = (user: TestUser, of: Artifact) =>
    as(user).put(pathOf(of), { ...of, data: { type: 'MSG', message: 'changed' }, version: of.version });
  expect((await as(agent).get(pathOf(kept))).json().response.mayEdit).toBe(false);
  expect((await change(agent, kept)).json().code).toBe('1403');
  expect((await as(agent).delete(pathOf(kept))).json().code).toBe('1403');
  expect((await as(admin).get(pathOf(mine))).json().code).toBe('artifact.not_found');
  expect((await change(admin, mine)).json().code).toBe('artifact.not_found');
  expect((await change(agent, mine)).json().response).toMatchObject({ version: 2, data: { message: 'changed' } });
  expect((await change(agent, mine)).json().code).toBe('record.changed');
  // May delete what they may not open.
  expect((await as(admin).delete(pathOf(mine))).json().status).toBe(true);
});

test('ADMIN-035 ADMIN-036 a replaced file keeps its id; what an approved template names is not deleted', async () => {
  const picture = await made(admin, { type: 'IMAGE', fileId: await send(admin) }, { isPublic: true });
  const path = at(artifacts.get.path, { artifactId: picture._id });
  const bytes = await makePng(40, 30);
  const data = { type: 'IMAGE', name: 'New', fileId: await send(admin, 'new.png', bytes) };
  const replaced = (await as(admin).put(path, { isPublic: true, data, version: 1 })).json().response as Artifact;
  expect(replaced.data).toMatchObject({ fileId: picture.data.fileId, fileName: 'new.png', name: 'New', width: 40 });
  expect((await stranger().get(picture.data.url)).rawPayload.equals(bytes)).toBe(true);
  expect(await names(admin, 'unused=true&desc=New')).toEqual(['New']);
  const channel = await makeWebChannel({ enterpriseId: admin.enterpriseId, name: '', ctx: contextOf(admin) });
  const template = (status: 'DRAFT' | 'APPROVED') =>
    contextOf(admin).transaction((tx) =>
      tx
        .insertInto('templates')
        .values({
          enterpriseId: admin.enterpriseId,
          templateId: crypto.randomUUID(),
          channelId: channel.id,
          name: `diwali_${status}`,
          language: 'en',
          category: 'MARKETING',
          status,
          components: JSON.stringify([{ type: 'HEADER', format: 'IMAGE', fileId: picture.data.fileId }]),
        })
        .execute(),
    );
  await template('DRAFT');
  expect((await as(admin).get(path)).json().response.usedBy).toEqual([{ name: 'diwali_DRAFT', isLive: false }]);
  expect(await names(admin, 'unused=true&desc=New')).toEqual([]);
  await template('APPROVED');
  expect((await as(admin).delete(path)).json()).toMatchObject({ code: 'artifact.in_use', data: { uses: ['diwali_APPROVED'] } });
  expect(await names(admin, 'desc=New')).toEqual(['New']);
  const free = await made(admin, { type: 'MSG', message: 'Used by nothing' }, { isPublic: true });
  const freePath = at(artifacts.get.path, { artifactId: free._id });
  expect((await as(admin).delete(freePath)).json().status).toBe(true);
  expect((await as(admin).get(freePath)).json().code).toBe('artifact.not_found');
  expect(await names(admin, 'desc=Used%20by%20nothing')).toEqual([]);
});

test('ADMIN-039 ADMIN-040 ADMIN-041 ADMIN-042 ADMIN-043 ADMIN-044 ADMIN-045 ADMIN-046 ATTACH-017 ATTACH-019 ATTACH-020 buckets hold attachments, and let them go', async () => {
  const [shared, own] = [await bucketOf(admin, 'Offers', true), await bucketOf(agent, 'Mine')];
  const words = await made(agent, { type: 'MSG', message: 'in a bucket' }, { isPublic: true });
  // The list at /buckets, all of one bucket at /bucket/{id}.
  const base = '/e/enterprise/artifacts';
  const bucketPath = (bucketId: string) => `${base}/bucket/${bucketId}`;
  expect((await as(agent).put(`${bucketPath(shared.id)}/move`, { artifactIds: [words._id] })).json().data).toEqual({ moved: 1 });
  const buckets = async (user: TestUser, query = '') =>
    (await as(user).get(`${base}/buckets?perPage=-1&${query}`)).json().data.list as Bucket[];
  expect((await buckets(agent)).map(({ name, count }) => [name, count])).toEqual([
    ['Mine', 0],
    ['Offers', 1],
  ]);
  expect((await buckets(agent, 'visibility=public')).map(({ name }) => name)).toEqual(['Offers']);
  expect((await buckets(other)).map(({ name, mayEdit }) => [name, mayEdit])).toEqual([['Offers', false]]);
  expect(await names(admin, `bucketId=${shared.id}&from=0&perPage=-1&adminView=true`)).toEqual(['in a bucket']);
  const opened = (await as(agent).get(bucketPath(shared.id))).json().data;
  expect(opened).toMatchObject({ bucket: { name: 'Offers', count: 1 }, artifacts: [{ bucketName: 'Offers' }] });
  expect((await as(other).get(bucketPath(own.id))).json().code).toBe('bucket.not_found');
  expect((await as(admin).post(`${base}/bucket`, { name: 'OFFERS', isPublic: true })).json().code).toBe('bucket.name_taken');
  expect((await as(admin).put(bucketPath(shared.id), { name: 'Deals', isPublic: true, version: 1 })).json().data).toMatchObject({
    name: 'Deals',
    version: 2,
  });
  expect((await as(agent).delete(bucketPath(shared.id))).json().code).toBe('1403');
  expect((await as(agent).delete(`${base}/bucket/removeArtifact/${words._id}`)).json().status).toBe(true);
  expect(await names(agent, `bucketId=${shared.id}`)).toEqual([]);
  await as(agent).put(`${bucketPath(shared.id)}/move`, { artifactIds: [words._id] });
  expect((await as(admin).delete(bucketPath(shared.id))).json().status).toBe(true);
  expect((await as(agent).get(at(artifacts.get.path, { artifactId: words._id }))).json().response).toMatchObject({
    bucketId: '',
    data: { message: 'in a bucket' },
  });
});

test('ADMIN-037 ADMIN-038 20 attachments are a page where nobody asks for another number', async () => {
  const owner = await makeUser();
  for (let number = 0; number < 21; number += 1) await made(owner, { type: 'MSG', message: `Message ${number}` }, { isPublic: true });
  const first = await list(owner);
  expect([first.artifacts.length, first.more]).toEqual([20, true]);
  expect((await list(owner, 'perPage=15')).artifacts).toHaveLength(15);
  expect((await list(owner, 'from=20')).artifacts).toHaveLength(1);
});

test('an agent sends a shared file: it becomes an upload of theirs', async () => {
  const scene = await makeScene();
  const owner = await makeUser({ enterprise: scene.enterprise });
  const bytes = await makePng(50, 5);
  const picture = await made(owner, { type: 'IMAGE', fileId: await send(owner, 'menu.png', bytes) }, { isPublic: true });
  const copied = (await as(scene.users.asha).post(at(artifacts.copy.path, { artifactId: picture._id }), {})).json().response;
  expect(copied).toMatchObject({ name: 'menu.png', type: 'image/png', size: bytes.byteLength });
  expect(copied.id).not.toBe(picture.data.fileId);
  const row = await deps
    .readerOf(scene.enterprise.enterpriseId)
    .selectFrom('files')
    .select('createdBy')
    .where('fileId', '=', copied.id)
    .executeTakeFirstOrThrow();
  expect(row.createdBy).toBe(scene.users.asha.userId);
});

test('the calls have their paths, and are closed to strangers', async () => {
  expect(Object.values(artifactEndpoints).map(({ method, path }) => `${method} ${path.replace('/e/enterprise/artifacts', '')}`)).toEqual(
    expect.arrayContaining([
      'GET ',
      'POST ',
      'GET /buckets',
      'POST /bucket',
      'PUT /bucket/:bucketId/move',
      'DELETE /bucket/removeArtifact/:artifactId',
    ]),
  );
  expect((await stranger().get(artifacts.list.path)).statusCode).toBe(401);
});
