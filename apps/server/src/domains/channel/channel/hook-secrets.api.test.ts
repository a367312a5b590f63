import { randomBytes } from 'node:crypto';
import { endpoints } from '@parley/contract';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { createSecrets } from '#platform/secrets/secrets.ts';
import { startApp } from '../../../../test/app.ts';
import { cloneDatabase } from '../../../../test/database.ts';
import { createTemplates } from '../../../../test/templates.ts';
import { sealHookSecrets } from './hook-secrets.repository.ts';

test('secrets of callbacks that an earlier version left in the clear are encrypted at a start, and the address stays', async () => {
  const database = await cloneDatabase(inject('testServerUrl'), inject('templateName'));
  const app = await startApp({ config: { databaseUrl: database.url } });
  const admin = await app.makeUser();
  const channelId = await createTemplates(app).makeSendingChannel(admin);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const [token, former] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')];
  await client.query(
    'update channels set hook_secret = $2, former_hook_secret = $3, sealed_hook_secret = \'\', sealed_former_hook_secret = \'\', data = \'{"entry":"queue","botId":""}\' where channel_id = $1',
    [channelId, token, former],
  );
  const secrets = createSecrets(Buffer.from(app.deps.config.secretsKey ?? '', 'hex'));
  expect(await sealHookSecrets(client, secrets)).toBe(1);
  expect(await sealHookSecrets(client, secrets)).toBe(0);
  const { rows } = await client.query<{ row: string }>('select to_jsonb(c)::text as row from channels c where channel_id = $1', [
    channelId,
  ]);
  for (const secret of [token, former]) expect(rows[0]?.row).not.toContain(secret);
  await client.end();
  const details = (await app.as(admin).get(endpoints.channels.details.path.replace(':channelId', channelId))).json();
  expect(details).toMatchObject({ status: true, code: '100' });
  expect(details.response.callback).toMatchObject({ token, formerIsValid: true, address: expect.stringMatching(new RegExp(`/${token}$`)) });
  // Both addresses are known, and a wrong one is not.
  const call = (secret: string) => app.stranger().post(`/hooks/twixormcmi/${channelId}/${secret}`, '{}');
  expect([(await call(token)).statusCode, (await call(former)).statusCode, (await call('x'.repeat(32))).statusCode]).toEqual([
    403, 403, 404,
  ]);
});
