import { type Artifact, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createTrail, listChanges } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const trail = createTrail(app);
const { artifacts } = endpoints;

const make = async (user: TestUser, data: object, more: object = {}): Promise<Artifact> =>
  (await as(user).post(artifacts.create.path, { isPublic: true, ...more, data: { type: 'MSG', ...data } })).json().response;
const update = async (user: TestUser, { _id, version }: Artifact, data: object, more: object = {}): Promise<Artifact> =>
  (
    await as(user).put(artifacts.update.path.replace(':artifactId', _id), {
      isPublic: true,
      ...more,
      version,
      data: { type: 'MSG', ...data },
    })
  ).json().response;

test('attachments and buckets leave their fields, are moved and put back', async () => {
  const user = await makeUser({ name: 'Ada' });
  const made = await make(user, { name: 'Greeting', message: 'Hello' });
  const { data: bucket } = (await as(user).post(artifacts.createBucket.path, { name: 'Offers', isPublic: true })).json();
  await as(user).put(artifacts.move.path.replace(':bucketId', bucket.id), { artifactIds: [made._id] });
  expect(listChanges(await trail.newest(user, 'kind=artifact'))).toEqual([['bucket', null, 'Offers']]);
  await update(user, made, { name: 'Welcome', message: 'Good day' }, { bucketId: bucket.id });
  const edit = await trail.newest(user, 'kind=artifact&action=edit');
  expect(listChanges(edit)).toEqual([
    ['name', 'Greeting', 'Welcome'],
    ['message', 'Hello', 'Good day'],
  ]);
  expect(await trail.putBack(user, edit, ['message'])).toMatchObject({ status: true });
  const read = (await as(user).get(artifacts.get.path.replace(':artifactId', made._id))).json().response;
  expect(read).toMatchObject({ bucketName: 'Offers', isPublic: true, data: { name: 'Welcome', message: 'Hello' } });

  const path = artifacts.updateBucket.path.replace(':bucketId', bucket.id);
  await as(user).put(path, { name: 'Deals', isPublic: true, version: bucket.version });
  const renamed = await trail.newest(user, 'kind=bucket');
  expect(listChanges(renamed)).toEqual([['name', 'Offers', 'Deals']]);
  expect(await trail.putBack(user, renamed, ['name'])).toMatchObject({ status: true });
  await as(user).delete(path);
  expect(await trail.newest(user, 'kind=bucket')).toMatchObject({ action: 'delete', recordName: 'Offers', counts: { artifacts: 1 } });
  await as(user).delete(artifacts.remove.path.replace(':artifactId', made._id));
  expect(await trail.brief(user, 'kind=artifact')).toEqual([
    ['Ada', 'delete', 'Welcome'],
    ['Ada', 'edit', 'Welcome'],
    ['Ada', 'edit', 'Welcome'],
    ['Ada', 'move', 'Greeting'],
    ['Ada', 'create', 'Greeting'],
  ]);
  expect(await trail.list(await makeUser(), 'module=content')).toEqual([]);
});

test('the trail says that a private attachment changed, and holds none of it', async () => {
  const user = await makeUser({ name: 'Ada' });
  const made = await make(user, { name: 'canary-name', message: 'canary-message' }, { isPublic: false });
  await as(user).post(artifacts.createBucket.path, { name: 'canary-bucket', isPublic: false });
  await update(user, made, { name: 'canary-name', message: 'canary-other' }, { isPublic: false });
  const edit = await trail.newest(user, 'kind=artifact');
  expect([edit.recordName, listChanges(edit), edit.canPutBack]).toEqual(['', [['privateContent', 'set', 'changed']], []]);
  const open = await update(user, { ...made, version: made.version + 1 }, { name: 'open-name', message: 'open-message' });
  const opened = await trail.newest(user, 'kind=artifact');
  expect(opened).toMatchObject({ recordName: 'open-name', canPutBack: expect.arrayContaining(['name', 'isPublic', 'message']) });
  expect(await trail.putBack(user, opened, ['name'])).toMatchObject({ code: 'audit.not_restorable', data: { fields: ['name'] } });
  await update(user, open, { name: 'open-name', message: 'open-message' }, { isPublic: false });
  const rows = await app
    .contextOf(user)
    .read(async (tx) => [
      ...(await tx.selectFrom('auditEntries').selectAll().execute()),
      ...(await tx.selectFrom('auditDetails').selectAll().execute()),
    ]);
  expect(rows.length).toBeGreaterThan(3);
  expect(JSON.stringify(rows)).not.toContain('canary');
});
