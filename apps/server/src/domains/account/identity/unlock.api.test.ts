import { endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { testPassword } from '../../../../test/factories.ts';
import { createFactors } from '../../../../test/factors.ts';
import { createTrail } from '../../../../test/trail.ts';
import { unlock } from './unlock.service.ts';

const app = await sharedApp();
const { makeUser, signIn, deps, contextOf, waitForMails, as } = app;
const { addApp } = createFactors(app);
const trail = createTrail(app);
const all = { networks: true, sso: true, factors: true };

test('an enterprise that has locked itself out is let in again: in its trail as the operator’s, and its administrators are mailed', async () => {
  const admin = await makeUser();
  const colleague = await makeUser({ enterprise: admin });
  await addApp(admin);
  // Each of several may be enforced.
  for (const name of ['Directory', 'Partners'])
    await as(colleague).post(endpoints.sso.create.path, { kind: 'oidc', name, issuer: 'https://login.example.com', clientId: 'parley' });
  await contextOf(admin).transaction(async (tx) => {
    await tx.updateTable('ssoConnections').set({ state: 'on', isEnforced: true }).where('enterpriseId', '=', admin.enterpriseId).execute();
    await tx
      .insertInto('enterpriseSecurity')
      .values({
        enterpriseId: admin.enterpriseId,
        networks: ['203.0.113.0/24'],
        graceUntil: null,
        sessionHours: null,
        idleMinutes: null,
        passwordDays: null,
      })
      .execute();
  });
  expect(await unlock(deps, admin.email.toUpperCase(), all)).toEqual([
    'networks',
    'enforced single sign-on',
    `second factors of ${admin.name}`,
  ]);
  expect((await signIn(admin.email, testPassword)).json().data.token).toEqual(expect.any(String));
  for (const { email } of [admin, colleague]) {
    const mails = await waitForMails(email, email === admin.email ? 2 : 1);
    expect(mails.some(({ text }) => text.includes('networks, enforced single sign-on'))).toBe(true);
  }
  const entries = (await Promise.all(['security', 'sso_connection', 'factor'].map((kind) => trail.list(colleague, `kind=${kind}`)))).flat();
  expect(entries.filter(({ actorKind }) => actorKind === 'operator').map(({ kind }) => kind)).toEqual([
    'security',
    'sso_connection',
    'sso_connection',
    'factor',
  ]);
  expect(await unlock(deps, admin.email, all)).toEqual([]);
});

test('only an active administrator’s e-mail is taken', async () => {
  const agent = await makeUser({ roles: [3] });
  expect(await unlock(deps, agent.email, all)).toBeUndefined();
  expect(await unlock(deps, 'nobody@example.com', all)).toBeUndefined();
});
