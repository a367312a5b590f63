import { type ApiKey, apiKeyScopes, channelTypes, type Endpoint, endpoints } from '@parley/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { allEndpoints, sampleOf, urlOf } from '../../../../test/samples.ts';
import { webData } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { createChannel } from '../../channel/door.ts';

const app = await startApp({ config: { requestsPerMinute: 1_000_000, trustProxy: ['127.0.0.1'] } });
const { apiKeys, phoneBook, broadcasts, channels, reports, roles, users, notifications } = endpoints;
const { newest } = createTrail(app);
let admin: TestUser;
beforeAll(async () => {
  admin = await app.makeUser();
});

type Made = ApiKey & { secret: string };
const add = async (user: TestUser, more: object = {}) =>
  (await app.as(user).post(apiKeys.add.path, { name: 'Shop', scopes: [...apiKeyScopes], ...more })).json() as { code: string; data: Made };
const make = async (user: TestUser, more: object = {}): Promise<Made> => (await add(user, more)).data;
const list = async (user: TestUser): Promise<ApiKey[]> => (await app.as(user).get(apiKeys.getAll.path)).json().data.keys;
const remove = (user: TestUser, id: string) => app.as(user).delete(apiKeys.remove.path.replace(':keyId', id));

/** A program with a key, calling from an address. */
function program(secret: string, address = '203.0.113.9') {
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => {
    const answer = await fetch(`${app.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'x-forwarded-for': address },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await answer.json()) as { status: boolean; code: string; data: never };
  };
  return {
    get: (path: string) => call('GET', path),
    post: (path: string, body: object) => call('POST', path, body),
    put: (path: string, body: object) => call('PUT', path, body),
  };
}
const makeWebChannel = () =>
  createChannel(app.contextOf(admin), { name: 'Website', type: channelTypes.WEB, isActive: true, data: webData() });
const customers = `${phoneBook.list.path}?perPage=1`;

describe('a key', () => {
  test('ADMIN-085 ADMIN-086 ADMIN-087 ADMIN-088 is told once, listed by its ends, and refused from the moment that it is deleted', async () => {
    const { secret, id, key } = await make(admin, { name: ' Shop ' });
    expect(secret).toMatch(/^cek_[0-9A-Za-z]{38}$/);
    expect(key).toBe(`${secret.slice(0, 8)}…${secret.slice(-4)}`);
    const [listed] = await list(admin);
    expect(listed).toMatchObject({ id, name: 'Shop', key, createdBy: admin.name, lastUsedAt: null, state: 'active' });
    expect(JSON.stringify(listed)).not.toContain(secret.slice(8, -4));
    expect((await app.as(admin).get(apiKeys.get.path.replace(':keyId', id))).json().data).toEqual(listed);
    expect(await program(secret).get(customers)).toMatchObject({ status: true });
    expect((await list(admin))[0]).toMatchObject({ lastUsedAt: expect.any(String), lastAddress: '203.0.113.9' });
    expect((await remove(admin, id)).json()).toMatchObject({ status: true });
    expect(await program(secret).get(customers)).toMatchObject({ code: 'key.unknown' });
    expect((await remove(admin, id)).json()).toMatchObject({ code: 'key.not_found' });
  });

  test('acts in its own name in the trail, and its making names whose it is', async () => {
    const { secret, id } = await make(admin, { name: 'Till' });
    const made = await newest(admin, `kind=api_key&recordId=${id}`);
    expect([made.actorName, changed(made).key]).toEqual([admin.name, [null, 'set']]);
    await program(secret).post(phoneBook.saveGroup.path, { name: `By a key ${id}` });
    expect(await newest(admin, 'kind=group')).toMatchObject({ actorKind: 'key', actorId: id, actorName: 'Till', action: 'create' });
  });

  test('is unknown when it is mistyped, and says since when it has expired', async () => {
    const { secret } = await make(admin);
    const mistyped = `${secret.slice(0, 20)}${secret[20] === 'a' ? 'b' : 'a'}${secret.slice(21)}`;
    expect(await program(mistyped).get(customers)).toMatchObject({ code: 'key.unknown' });
    const past = new Date(Date.now() - 1000).toISOString();
    expect(await add(admin, { expiresAt: past })).toMatchObject({ code: 'request.invalid' });
    const short = await make(admin, { expiresAt: new Date(Date.now() + 60_000).toISOString() });
    expect(await program(short.secret).get(customers)).toMatchObject({ status: true });
    // A minute passes.
    await app.contextOf(admin).transaction((tx) =>
      tx
        .updateTable('apiKeys')
        .set({ expiresAt: new Date(past) })
        .where('enterpriseId', '=', admin.enterpriseId)
        .where('keyId', '=', short.id)
        .execute(),
    );
    await expect.poll(async () => (await program(short.secret).get(customers)).code).toBe('key.expired');
    expect(await program(short.secret).get(customers)).toMatchObject({ data: { expiredAt: past } });
    expect((await list(admin)).find(({ id }) => id === short.id)?.state).toBe('expired');
  });

  test('is made by who may change the enterprise, and another enterprise knows nothing of it', async () => {
    const handler = await app.makeUser({ enterprise: admin, roles: [3] });
    expect(await add(handler)).toMatchObject({ code: '1403' });
    expect((await app.as(handler).get(apiKeys.getAll.path)).json()).toMatchObject({ code: '1403' });
    const { id } = await make(admin);
    const other = await app.makeUser();
    expect((await remove(other, id)).json()).toMatchObject({ code: 'key.not_found' });
    expect(await add(admin, { channelIds: [newId()] })).toMatchObject({ code: 'channel.not_found' });
    expect(await add(admin, { scopes: [] })).toMatchObject({ code: 'request.invalid' });
    expect(await add(admin, { networks: ['10.0.0.0/33'] })).toMatchObject({ code: 'request.invalid' });
  });
});

describe('a key opens', () => {
  test('the calls that name one of its scopes, and no other call of the product', async () => {
    const secrets = new Map<string, string>();
    for (const scope of apiKeyScopes) secrets.set(scope, (await make(admin, { scopes: [scope] })).secret);
    for (const [name, endpoint] of allEndpoints as [string, Endpoint][]) {
      if (endpoint.access === 'public') continue;
      const open = [];
      for (const scope of apiKeyScopes) {
        const request = sampleOf(endpoint);
        const answer = await fetch(`${app.url}${urlOf(endpoint, request)}`, {
          method: endpoint.method,
          headers: { 'authentication-token': secrets.get(scope) ?? '', 'content-type': 'application/json' },
          ...(endpoint.method === 'GET' ? {} : { body: '{' }),
        });
        if (((await answer.json()) as { code: string }).code !== '1403') open.push(scope);
      }
      expect([name, open]).toEqual([name, apiKeyScopes.filter((scope) => endpoint.keyScopes?.includes(scope))]);
    }
  });

  test('no more than its maker may do now', async () => {
    const maker = await app.makeUser({ enterprise: admin, roles: [1] });
    const { secret } = await make(maker);
    expect(await program(secret).get(customers)).toMatchObject({ status: true });
    const { code } = (
      await app.as(admin).put(roles.saveRole.path, {
        name: `Keys ${maker.userId}`,
        description: '',
        permissions: ['ENTERPRISE.EDIT'],
        dataScope: 'enterprise',
        maskedFields: [],
      })
    ).json().data as { code: number };
    await app.as(admin).put(users.updateRoles.path.replace(':userId', maker.userId), { roles: [code] });
    expect(await program(secret).get(`${broadcasts.validate.path}`)).toMatchObject({ status: false });
    expect(await program(secret).post(broadcasts.validate.path, {})).toMatchObject({ code: '1403' });
    const path = users.deactivate.path.replace(':userId', maker.userId);
    expect((await app.as(admin).delete(`${path}?isValidate=true`)).json().data.work).toMatchObject([
      { kind: 'keys', count: 1, isMoved: false },
    ]);
    await app.as(admin).delete(path);
    expect(await program(secret).get(customers)).toMatchObject({ code: 'key.unknown' });
    // A user who comes back makes new keys.
    await app.as(admin).post(users.activate.path.replace(':userId', maker.userId));
    expect(await program(secret).get(customers)).toMatchObject({ code: 'key.unknown' });
    expect((await list(admin)).find(({ createdBy }) => createdBy === maker.name)).toMatchObject({ state: 'stopped' });
  });

  test('calls from its own networks alone; another network than before is told to its maker', async () => {
    const maker = await app.makeUser({ enterprise: admin, roles: [1] });
    const { secret } = await make(maker, { networks: ['203.0.113.0/24', '198.51.100.7'] });
    expect(await program(secret, '192.0.2.1').get(customers)).toMatchObject({ code: 'key.network' });
    expect(await program(secret, '203.0.113.20').get(customers)).toMatchObject({ status: true });
    const told = async () => (await app.as(maker).get(notifications.list.path)).json().data.notifications as { kind: string }[];
    expect(await told()).toEqual([]);
    expect(await program(secret, '198.51.100.7').get(customers)).toMatchObject({ status: true });
    await program(secret, '198.51.100.7').get(customers);
    expect(await told()).toMatchObject([{ kind: 'key_new_network', count: 1 }]);
  });

  test('its channels alone', async () => {
    const { id: channelId } = await makeWebChannel();
    const other = await makeWebChannel();
    const { secret } = await make(admin, { channelIds: [channelId] });
    const caller = program(secret);
    const listed = (await caller.get(channels.list.path)) as unknown as { response: { channelConfig: { id: string }[] } };
    expect(listed.response.channelConfig.map(({ id }) => id)).toEqual([channelId]);
    expect(await caller.get(`${reports.messageStatus.path}?channelId=${channelId}`)).toMatchObject({ status: true });
    expect(await caller.get(`${reports.messageStatus.path}?channelId=${other.id}`)).toMatchObject({ code: '1403' });
    expect(await caller.get(reports.messageStatus.path)).toMatchObject({ code: '1403' });
  });

  test('no socket, download link or sign-out', async () => {
    const { secret } = await make(admin);
    expect(await app.deps.authenticate(secret, '203.0.113.9')).toBeUndefined();
    const answer = await fetch(`${app.url}${reports.export.path}`, { headers: { authorization: `Bearer ${secret}` } });
    expect(((await answer.json()) as { code: string }).code).toBe('login_required');
  });
});
