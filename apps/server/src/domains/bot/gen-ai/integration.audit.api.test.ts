import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { at } from '../../../../test/bots.ts';
import { saying, startLlm } from '../../../../test/llm.ts';
import { createTrail, listChanges } from '../../../../test/trail.ts';

const app = await startApp({ config: { privateHosts: ['localhost'] } });
const { as, makeUser } = app;
const trail = createTrail(app);
const { integrations, roles } = endpoints;

test('a configuration leaves its fields, its key only that it was set or changed, and its tests', async () => {
  const user = await makeUser({ name: 'Ada' });
  const llm = await startLlm(saying('ready '));
  const body = { name: 'Main', authType: 5, llm: 1, baseUrl: llm.url, model: 'tiny', apikey: 'canary-key-0123456789' };
  const id = (await as(user).post(integrations.create.path, body)).json().response._id;
  const path = at(integrations.update.path, { integrationId: id });
  await as(user).put(path, { ...body, model: 'small', apikey: '' });
  const edit = await trail.newest(user, 'kind=integration');
  expect(listChanges(edit)).toEqual([['model', 'tiny', 'small']]);
  await as(user).put(path, { ...body, model: 'small', apikey: 'canary-key-9876543210' });
  const rekeyed = await trail.newest(user, 'kind=integration');
  expect([listChanges(rekeyed), rekeyed.canPutBack]).toEqual([[['apikey', 'set', 'changed']], []]);
  expect(await trail.putBack(user, edit, ['model'])).toMatchObject({ status: true });
  expect((await as(user).get(path)).json().response).toMatchObject({ model: 'tiny', apikeyEnding: '3210' });
  await as(user).post(integrations.test.path, { ...body, id, apikey: '' });
  await as(user).delete(path);
  expect(await trail.brief(user, 'kind=integration')).toEqual(
    ['delete', 'test', 'edit', 'edit', 'edit', 'create'].map((action) => ['Ada', action, 'Main']),
  );

  const { code } = (await as(user).put(roles.saveRole.path, { name: 'Reader', permissions: ['AUDITTRAIL.VIEW'] })).json().data;
  const reader = await makeUser({ enterprise: user, roles: [code] });
  expect(await trail.putBack(reader, edit, ['model'])).toMatchObject({ status: false, code: '1403' });
  expect(await trail.list(await makeUser(), 'kind=integration')).toEqual([]);
  const { secret } = await app.contextOf(user).read(async (tx) => ({
    secret: JSON.stringify([
      await tx.selectFrom('auditEntries').selectAll().execute(),
      await tx.selectFrom('auditDetails').selectAll().execute(),
    ]),
  }));
  expect(secret).toContain('Main');
  expect(secret).not.toContain('canary');
});
