import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { endpoints, uploadLimitBytes, uploadTexts } from '@parley/contract';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { makePng, pngUpload, upload } from '../../../../test/upload.ts';

let shiftMs = 0;
const { as, stranger, makeUser, makeSession, contextOf, deps } = await startApp({ now: () => new Date(Date.now() + shiftMs) });
const { files } = endpoints;

const send = (user: TestUser, ...parts: Parameters<typeof upload>) => as(user).post(files.upload.path, ...upload(...parts));
const waiting = () => readdirSync(path.join(deps.config.dataDir, 'files/incoming'));
const pathOf = (fileId: string) => files.download.path.replace(':fileId', fileId);

test('UPLOAD-011 UPLOAD-017 an upload answers its id, link, name, type and size', async () => {
  const user = await makeUser();
  const png = await makePng();
  const answer = await send(user, 'Logo ü.png', png, { rType: 'artifact', bucketUpload: 'false' });
  expect(answer.statusCode).toBe(200);
  const { response } = answer.json();
  expect(response).toMatchObject({ name: 'Logo ü.png', type: 'image/png', size: png.byteLength });
  const download = await stranger().get(response.url);
  expect(download.rawPayload.equals(png)).toBe(true);
  expect(download.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'permissions-policy': expect.stringContaining('microphone=(self)'),
    'content-disposition': expect.stringMatching(/^inline; /),
    'content-security-policy': expect.stringContaining('sandbox'),
  });
});

test('a document is saved, never shown', async () => {
  const user = await makeUser();
  const { response } = (await send(user, 'list.csv', 'name,phone\n<script>alert(1)</script>,1\n')).json();
  const download = await stranger().get(response.url);
  expect(download.headers['content-disposition']).toMatch(/^attachment; filename="list.csv"/);
  expect(download.headers['content-type']).toContain('text/csv');
});

test('UPLOAD-002 UPLOAD-004 other types, and contents that are not what the name says, are refused', async () => {
  const user = await makeUser();
  const png = await makePng();
  const cases: [string, Buffer | string][] = [
    ['page.html', '<script>alert(1)</script>'],
    ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['picture.jpg', png],
    ['picture.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['program.pdf', Buffer.from('MZ\u0000\u0000')],
    ['data.csv', Buffer.from('a,b\u0000c')],
    ['data.csv', png],
    ['archive.zip', 'PK'],
    ['empty.csv', ''],
    ['noname', 'text'],
    ['broken.png', png.subarray(0, 20)],
  ];
  for (const [name, content] of cases) {
    const answer = await send(user, name, content);
    expect([name, answer.statusCode]).toEqual([name, 415]);
    expect(answer.json()).toMatchObject({ code: 'file.type_not_allowed', message: uploadTexts.invalidFormat });
  }
  expect(waiting()).toEqual([]);
});

test('UPLOAD-009 campaign data takes its own types, wherever the field stands', async () => {
  const user = await makeUser();
  const csv = 'phone\n919820012345\n';
  expect((await send(user, 'data.csv', csv, { rType: 'campaign' })).statusCode).toBe(200);
  expect((await send(user, 'data.csv', csv, { rType: 'campaign' }, true)).statusCode).toBe(200);
  expect((await send(user, 'picture.png', await makePng(), { rType: 'campaign' }, true)).json().code).toBe('file.type_not_allowed');
});

test('UPLOAD-005 UPLOAD-006 UPLOAD-018 image limits allow 1024 pixels and less than 50 kb', async () => {
  const user = await makeUser();
  const limits = { limits: 'image' };
  expect((await send(user, 'fits.png', await makePng(1024, 1024), limits)).statusCode).toBe(200);
  const wide = await send(user, 'wide.png', await makePng(1025, 10), limits);
  expect(wide.statusCode).toBe(422);
  expect(wide.json()).toMatchObject({
    code: 'file.image_limits',
    message: 'Image must be within 1024 x 1024 resoultion and maximum size should be 50kb',
  });
  const noise = await sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
    .png()
    .toBuffer();
  expect(noise.byteLength).toBeGreaterThan(50 * 1024);
  expect((await send(user, 'heavy.png', noise, limits)).json().code).toBe('file.image_limits');
  expect((await send(user, 'heavy.png', noise)).statusCode).toBe(200);
  expect((await send(user, 'list.csv', 'a', limits)).json().code).toBe('file.type_not_allowed');
});

test('a file beyond the limit is refused and leaves nothing behind', async () => {
  const user = await makeUser();
  const answer = await send(user, 'big.csv', Buffer.alloc(uploadLimitBytes + 1, 'a'));
  expect(answer.statusCode).toBe(413);
  expect(answer.json()).toMatchObject({ code: 'file.too_large', data: { limitBytes: uploadLimitBytes } });
  expect(waiting()).toEqual([]);
});

test('a body that is no upload is refused in the envelope', async () => {
  const user = await makeUser();
  expect((await as(user).post(files.upload.path, { file: 'x' })).json().code).toBe('request.type_unsupported');
  const [body, options] = upload('a.png', '');
  const cut = await as(user).post(files.upload.path, body.subarray(0, 40), options);
  expect(cut.statusCode).toBe(400);
  const empty = await as(user).post(files.upload.path, '--x--\r\n', { headers: { 'content-type': 'multipart/form-data; boundary=x' } });
  expect(empty.json().code).toBe('request.invalid');
});

test.each([false, true])(
  'SHELL-073 UPLOAD-013 a download token opens one file of its user, once, within 15 minutes, in production: %s',
  async (isProduction) => {
    const served = await startApp({ config: { isProduction }, now: () => new Date(Date.now() + shiftMs) });
    const user = await served.makeUser();
    const { id } = (await served.as(user).post(files.upload.path, ...(await pngUpload()))).json().response;
    const tokenOf = async () => (await served.as(user).get(files.downloadToken.path)).json().data.id as string;
    const open = (accessId: string, options = {}) => served.stranger().get(`${pathOf(id)}?x-access-id=${accessId}`, options);
    const used = { status: false, code: 'file.link_used', message: 'This download link was used already. Start the download again.' };
    const [token, late, part] = [await tokenOf(), await tokenOf(), await tokenOf()];
    // A browser may ask first what it would get.
    const look = async () => (await fetch(`${served.url}${pathOf(id)}?x-access-id=${token}`, { method: 'HEAD' })).status;
    expect([await look(), await look()]).toEqual([200, 200]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(token)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410, 410, 410, 410]);
    expect((await open(token)).json()).toMatchObject(used);
    expect(await look()).toBe(410);
    expect((await open(part, { headers: { range: 'bytes=4-9' } })).statusCode).toBe(206);
    expect((await open(part, { headers: { range: 'bytes=10-' } })).json()).toMatchObject(used);
    shiftMs = 15 * 60_000 + 1000;
    expect((await open(late)).json().code).toBe('file.not_found');
    expect((await open(await tokenOf())).statusCode).toBe(200);
    // An expired token needs no row any more.
    const rows = await served.contextOf(user).read((tx) => tx.selectFrom('spentDownloads').select('tokenId').execute());
    expect(rows).toHaveLength(1);
    shiftMs = 0;
  },
);

test('the download token ends with the session that asked for it', async () => {
  const user = await makeUser();
  const { id } = (await as(user).post(files.upload.path, ...(await pngUpload()))).json().response;
  const [other, deactivated] = [await makeSession(user), await makeUser({ enterprise: user })];
  const theirs = (await as(deactivated).post(files.upload.path, ...(await pngUpload()))).json().response;
  const getLinks = () =>
    Promise.all(
      (
        [
          [id, user],
          [id, other],
          [theirs.id, deactivated],
        ] as const
      ).map(async ([of, session]) => `${pathOf(of)}?x-access-id=${(await as(session).get(files.downloadToken.path)).json().data.id}`),
    );
  const [first, second] = [await getLinks(), await getLinks()];
  const openAll = (links: string[]) => Promise.all(links.map(async (link) => (await stranger().get(link)).statusCode));
  expect(await openAll(first)).toEqual([200, 200, 200]);
  await as(other).get(endpoints.account.logout.path);
  await contextOf(user).transaction((tx) =>
    tx
      .updateTable('users')
      .set({ state: 2 })
      .where('enterpriseId', '=', user.enterpriseId)
      .where('userId', '=', deactivated.userId)
      .execute(),
  );
  expect(await openAll(second)).toEqual([200, 404, 404]);
});

test('a file is not there without a right: no token, a forged one, another enterprise’s, another file’s', async () => {
  const [user, foreigner] = [await makeUser(), await makeUser()];
  const mine = (await as(user).post(files.upload.path, ...(await pngUpload()))).json().response;
  const theirs = (await as(foreigner).post(files.upload.path, ...(await pngUpload()))).json().response;
  const foreignToken = (await as(foreigner).get(files.downloadToken.path)).json().data.id;
  const otherLink = new URL(theirs.url, 'http://host').searchParams.get('x-access-id');
  for (const accessId of ['', 'x', 'a.b.c', foreignToken, otherLink, `${otherLink}x`]) {
    const answer = await stranger().get(`${pathOf(mine.id)}?x-access-id=${accessId}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'file.not_found', message: 'No such file.' });
  }
  expect((await as(foreigner).get(pathOf(mine.id))).statusCode).toBe(404);
  expect((await as(user).get(pathOf(mine.id))).statusCode).toBe(200);
});

test('a recording is played in parts', async () => {
  const user = await makeUser();
  const { url } = (await as(user).post(files.upload.path, ...(await pngUpload()))).json().response;
  const whole = (await stranger().get(url)).rawPayload;
  const part = await stranger().get(url, { headers: { range: 'bytes=4-9' } });
  expect(part.statusCode).toBe(206);
  expect(part.headers['content-range']).toBe(`bytes 4-9/${whole.byteLength}`);
  expect(part.rawPayload.equals(whole.subarray(4, 10))).toBe(true);
});

test('the same bytes are kept once, and each upload is a file of its own', async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const png = await makePng(9, 9);
  const one = (await send(user, 'a.png', png)).json().response;
  const two = (await send(other, 'b.png', png)).json().response;
  expect(one.id).not.toBe(two.id);
  expect((await stranger().get(one.url)).rawPayload.equals((await stranger().get(two.url)).rawPayload)).toBe(true);
});

test('uploading needs a session', async () => {
  expect((await stranger().post(files.upload.path, ...(await pngUpload()))).statusCode).toBe(401);
  expect((await stranger().get(files.downloadToken.path)).statusCode).toBe(401);
});

const bytes = (hex: string, length = 64) => Buffer.concat([Buffer.from(hex.replaceAll(' ', ''), 'hex'), Buffer.alloc(length)]);
const box = (brand: string) => Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from(`ftyp${brand}`), Buffer.alloc(64)]);
const compound = bytes('d0cf11e0a1b11ae1', 1024);
const zip = bytes('504b0304 1400000000000000000000000000 00000000 00000000 0500 0000 612e747874');
/** The first bytes of each allowed format, as programs write them. */
const heads: Record<string, Buffer> = {
  aac: bytes('fff15080'),
  mpeg: bytes('fffb9064'),
  mp3: bytes('494433030000000000 00 fffb9064'),
  m4a: box('M4A '),
  amr: Buffer.from('#!AMR\n0000'),
  ogg: Buffer.concat([bytes('4f67675300020000000000000000', 14), Buffer.from('\u0001vorbis'), Buffer.alloc(32)]),
  mp4: box('isom'),
  pdf: Buffer.from('%PDF-1.7\n%....\n'),
  doc: compound,
  ppt: compound,
  xls: compound,
  docx: zip,
  pptx: zip,
  xlsx: zip,
  csv: Buffer.from('name,phone\nÅsa,1\n'),
};

test('UPLOAD-010 each allowed format is recognised by its first bytes', async () => {
  const user = await makeUser();
  for (const [extension, head] of Object.entries(heads)) {
    const answer = await send(user, `file.${extension}`, head);
    expect([extension, answer.statusCode]).toEqual([extension, 200]);
  }
});

test('bytes of any kind under any name are taken or refused, never failed on', async () => {
  const user = await makeUser();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(heads), 'png', 'jpg', 'zip'),
      fc.constantFrom(...Object.values(heads), Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('ffd8ffe0', 'hex')),
      fc.nat(80),
      fc.uint8Array({ maxLength: 100 }),
      async (extension, head, length, tail) => {
        const answer = await send(user, `file.${extension}`, Buffer.concat([head.subarray(0, length), tail]));
        expect([200, 415]).toContain(answer.statusCode);
      },
    ),
    { numRuns: 60 },
  );
  expect(waiting()).toEqual([]);
});
