import { defaultWhiteLabel, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { createTemplates } from '../../../../test/templates.ts';
import { makePng, upload } from '../../../../test/upload.ts';

const app = await sharedApp();
const { as, stranger, makeUser } = app;
const book = createPhoneBook(app);
const { files, phoneBook } = endpoints;

const pathOf = (fileId: string) => files.download.path.replace(':fileId', fileId);
const tokenOf = async (user: TestUser) => encodeURIComponent((await as(user).get(files.downloadToken.path)).json().data.id);
/** Reads a file by header, and by a download token. */
const readBy = async (user: TestUser, fileId: string) => [
  (await as(user).get(pathOf(fileId))).statusCode,
  (await stranger().get(`${pathOf(fileId)}?x-access-id=${await tokenOf(user)}`)).statusCode,
];
let width = 20;
async function send(user: TestUser): Promise<{ id: string; url: string }> {
  width += 1;
  return (await as(user).post(files.upload.path, ...upload('photo.png', await makePng(width, 9)))).json().response;
}

test('an upload is read by who made it and by whoever holds a signed link, not by its id', async () => {
  const owner = await makeUser();
  const colleague = await makeUser({ enterprise: owner });
  const { id, url } = await send(owner);
  expect(await readBy(owner, id)).toEqual([200, 200]);
  expect(await readBy(colleague, id)).toEqual([404, 404]);
  expect((await stranger().get(url)).statusCode).toBe(200);
});

test('an export is for who asked for it, and a link is worth what its maker may do when it is followed', async () => {
  const [maker] = [await makeUser()];
  const colleague = await makeUser({ enterprise: maker });
  await book.makeCustomer(maker, { name: 'Asha', phoneNumber: '+919820011111' });
  await as(maker).post(phoneBook.startBulk.path, { action: 'export', selection: { filter: {} } });
  const jobOf = async (user: TestUser) => (await as(user).get(phoneBook.listBulk.path)).json().data.bulkJobs[0];
  const { file } = await vi.waitFor(async () => {
    const job = await jobOf(maker);
    expect(job).toMatchObject({ state: 'completed', file: { name: expect.stringContaining('.csv') } });
    return job;
  });
  expect(await readBy(maker, file.id)).toEqual([200, 200]);
  expect((await jobOf(colleague)).file).toBeNull();
  expect(await readBy(colleague, file.id)).toEqual([404, 404]);
});

test('a download token carries the rights of now', async () => {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const { uploadId } = await book.importCsv(agent, 'Name,Phone Number\nx,12\n');
  const path = book.at(endpoints.imports.downloadErrors.path, uploadId);
  const [before, token] = [await tokenOf(agent), await tokenOf(agent)];
  expect((await stranger().get(`${path}?x-access-id=${before}`)).statusCode).toBe(200);
  await as(admin).put(endpoints.users.updateRoles.path.replace(':userId', agent.userId), { roles: [5] });
  expect((await stranger().get(`${path}?x-access-id=${token}`)).json()).toMatchObject({ code: '1403' });
});

test('BCAST-070 nobody puts a file of somebody else into anything by its id, since its readers would get a link', async () => {
  const owner = await makeUser();
  const colleague = await makeUser({ enterprise: owner });
  const picture = await send(owner);
  const address = `/e/enterprise/files/${picture.id}`;
  const client = as(colleague);
  const notFound = { code: 'file.not_found' };
  expect((await client.put(endpoints.users.saveProfile.path, { profile: { profilePic: picture.id } })).json()).toMatchObject(notFound);
  const draft = { ...defaultWhiteLabel, logoPath: address };
  expect((await client.put(endpoints.branding.saveDraft.path, { host: 'x.example.com', draft, version: 0 })).json()).toMatchObject(
    notFound,
  );
  const artifact = { data: { type: 'IMAGE', fileId: picture.id, name: 'x' } };
  expect((await client.post(endpoints.artifacts.create.path, artifact)).json()).toMatchObject(notFound);
  const channelId = await createTemplates(app).makeSendingChannel(owner);
  const template = (header: object) => ({
    channelId,
    name: 'with_picture',
    language: 'en',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'IMAGE', ...header },
      { type: 'BODY', text: 'Hi', samples: {} },
    ],
    extra: {},
  });
  for (const header of [{ fileId: picture.id }, { resourceUrl: address }, { resourceUrl: `https://elsewhere.example${picture.url}` }])
    expect((await client.post(endpoints.templates.create.path, template(header))).json()).toMatchObject(notFound);
  // Nor does it become a template's file by being written into a template's words.
  const named = { ...template({ format: 'TEXT', text: picture.id }), name: 'names_the_picture' };
  expect((await client.post(endpoints.templates.create.path, named)).json()).toMatchObject({ status: true });
  expect((await client.post(endpoints.templates.create.path, template({ fileId: picture.id }))).json()).toMatchObject(notFound);
  expect((await client.post(endpoints.templates.create.path, template({ fileId: 'no-id' }))).json()).toMatchObject({
    code: 'request.invalid',
  });
  const csv = (await book.sendFile(owner, 'Name,Phone Number\nAsha,+919820011111\n')).json().response;
  const parse = { file: { name: 'x.csv', path: csv.url, source: 'URL' } };
  expect((await client.post(endpoints.imports.submit.path, parse)).json()).toMatchObject(notFound);
  const media = `${endpoints.broadcasts.validateMedia.path}?id=${picture.id}&channelType=WHATSAPP&mediaType=IMAGE`;
  expect((await client.get(media)).json()).toMatchObject(notFound);
  // A file in the library or a template is readable for all who make content.
  const shared = (await as(owner).post(endpoints.artifacts.create.path, { ...artifact, isPublic: true })).json().response;
  expect((await client.post(endpoints.templates.create.path, template({ fileId: shared.data.fileId }))).json()).toMatchObject({
    status: true,
  });
  const mine = media.replace(picture.id, shared.data.fileId);
  expect((await client.get(mine)).json()).toMatchObject({ status: true, message: expect.any(String), data: { isUploaded: true } });
  expect((await client.get(mine.replace('IMAGE', 'VIDEO'))).json()).toMatchObject({ status: false, message: expect.stringMatching(/./) });
});
