import { type ApiKey, apiKeyScopes, endpoints } from '@parley/contract';
import { allEndpoints } from '../../apps/server/test/samples.ts';
import { type Caller, createCaller, eachOf, type Got } from '../caller.ts';
import { clientOf } from '../client.ts';
import { askFrame, liveFrames } from '../frames.ts';
import { endsSessions, ownRequest, toSent } from '../requests.ts';
import { openRows } from '../rows.ts';
import type { Assault, Scene } from '../scene.ts';

const name = 'programs';
const { apiKeys, phoneBook } = endpoints;
type Made = ApiKey & { secret: string };

const short = 150;
const codeOf = (got: Got | undefined): string => {
  try {
    return (JSON.parse(got?.body ?? '') as { code?: string }).code ?? '';
  } catch {
    return '';
  }
};
const readsCustomers = `${phoneBook.list.path}?perPage=1`;

/** Every closed call with keys of the wrong scope, and with keys that are none any more. */
async function attackCalls(
  { attacker, findings, random, isShort }: Scene,
  caller: Caller,
  keys: ReadonlyMap<string, string>,
): Promise<void> {
  const closed = allEndpoints.filter(([title, endpoint]) => endpoint.access !== 'public' && !endsSessions.test(title));
  const work = (isShort ? random.shuffled(closed).slice(0, short) : closed).flatMap((one) => [...keys].map((key) => [one, key] as const));
  await eachOf(work, 12, async ([[title, endpoint], [scope, secret]]) => {
    if (endpoint.keyScopes?.some((open) => open === scope)) return;
    const sent = toSent(endpoint, ownRequest(endpoint, attacker.harvest));
    const got = await caller.send({ name: `a key to ${scope}`, token: secret }, sent, title);
    const isRefused = got && [401, 403].includes(got.status) && ['1403', 'key.unknown', 'key.expired'].includes(codeOf(got));
    if (got && !isRefused && got.status !== 429)
      findings.add(name, `${title} with a key to ${scope}: HTTP ${got.status}`, caller.explain(sent, got));
  });
}

/** A good key at every other door, from elsewhere, spelt otherwise, and after its end. */
async function attackKeys(scene: Scene, caller: Caller): Promise<Map<string, string>> {
  const { target, attacker, victim, findings, tally } = scene;
  const maker = await attacker.makeAdministrator();
  const call = clientOf(caller, { name: 'administrator', token: maker.token });
  const make = (more: object = {}) => call<Made>('POST', apiKeys.add.path, { name: 'Shop', scopes: [...apiKeyScopes], ...more });
  const ask = (secret: string, more: { headers?: Record<string, string>; path?: string } = {}) =>
    caller.send(
      { name: 'a program' },
      { method: 'GET', path: more.path ?? readsCustomers, headers: { authorization: `Bearer ${secret}`, ...more.headers } },
      'a key',
    );
  const expect = async (what: string, codes: string[], answer: Promise<Got | undefined>) => {
    const got = await answer;
    const code = codeOf(got);
    if (got && got.status !== 429 && !codes.includes(code))
      findings.add(name, what, `${got.status} ${code} instead of ${codes.join(' or ')}: ${got.body.slice(0, 200)}`);
  };
  const good = await make();
  await expect('a good key opens nothing', ['100'], ask(good.secret));

  // Not quite the key.
  const unknown = ['key.unknown', 'login_required'];
  for (const wrong of [
    `${good.secret.slice(0, -1)}${good.secret.endsWith('a') ? 'b' : 'a'}`,
    good.secret.toUpperCase(),
    good.secret.slice(0, -1),
    `${good.secret}x`,
    `${good.secret.slice(0, 8)}${'0'.repeat(good.secret.length - 8)}`,
    good.key.replace('…', ''),
    good.id,
    'cek_',
    `cek_${'x'.repeat(6000)}`,
    `cek_' or '1'='1`,
  ])
    await expect(`a key that is not quite one: ${wrong.slice(0, 12)}`, unknown, ask(wrong));
  await expect(
    'a key in the query',
    unknown,
    caller.send({ name: 'a program' }, { method: 'GET', path: `${readsCustomers}&x-access-id=${good.secret}` }, 'a key'),
  );
  await expect('a key in a cookie', unknown, ask('', { headers: { authorization: '', cookie: `authentication-token=${good.secret}` } }));
  await expect(
    'a key as a password',
    unknown,
    ask('', { headers: { authorization: `Basic ${Buffer.from(`:${good.secret}`).toString('base64')}` } }),
  );

  // Frames and downloads are for people.
  const base = target.url.replace('http', 'ws');
  for (const frame of liveFrames().slice(0, 4)) {
    tally.frames += 1;
    const { frames } = await askFrame(`${base}/actions?token=${good.secret}`, { origin: target.url }, frame);
    const served = frames.filter(
      ({ type, data }) => type === 'authenticated' || (type === 'reply' && (data as { status?: boolean }).status === true),
    );
    if (served.length > 0) findings.add(name, 'a key opens a socket', `${frame} -> ${JSON.stringify(served)}`);
  }
  const pdf = endpoints.billing.exportMovements.path;
  await expect(
    'a key opens a download',
    [...unknown, '1403'],
    caller.send({ name: 'a program' }, { method: 'GET', path: `${pdf}?x-access-id=${good.secret}` }, 'a download'),
  );

  // Foreign addresses: entries before the one that the proxy adds are the caller's own claim.
  const near = await make({ networks: ['192.0.2.0/24'] });
  const from = (address: string) => ask(near.secret, { headers: { 'x-forwarded-for': address } });
  await expect('a key is refused in its network', ['100'], from('192.0.2.9'));
  for (const address of [
    '198.51.100.9',
    '192.0.3.1',
    '::ffff:198.51.100.9',
    '2001:db8::1',
    '192.0.2.9, 198.51.100.9',
    '192.0.2.9,198.51.100.9',
    '127.0.0.1',
  ])
    await expect(`a key opens from ${address}`, ['key.network'], from(address));

  // A channel of another enterprise, and a key that has expired.
  const foreign = victim.harvest.byParameter.get('channelId')?.[0] ?? victim.enterpriseId;
  await expect(
    'a key is made for a channel of another enterprise',
    ['channel.not_found', 'request.invalid'],
    caller.send(
      { name: 'administrator', token: maker.token },
      {
        method: 'POST',
        path: apiKeys.add.path,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'x', scopes: ['send'], channelIds: [foreign] }),
      },
      'apiKeys.add',
    ),
  );
  for (const { id } of [near, good])
    await expect(
      'another enterprise removes a key',
      ['key.not_found'],
      caller.send(
        { name: 'victim', token: victim.administrators[0]?.token ?? '' },
        { method: 'DELETE', path: apiKeys.remove.path.replace(':keyId', id) },
        'apiKeys.remove',
      ),
    );
  await caller.send(
    { name: 'administrator', token: maker.token },
    { method: 'DELETE', path: apiKeys.remove.path.replace(':keyId', near.id) },
    'apiKeys.remove',
  );
  await expect('a removed key opens', ['key.unknown'], from('192.0.2.9'));
  return new Map([['nothing any more', near.secret]]);
}

async function run(scene: Scene): Promise<void> {
  const { target, attacker, victim, findings, tally, random } = scene;
  const caller = createCaller(target.url, name, findings, tally, random);
  const rows = await openRows(target.ownerUrl);
  try {
    const before = await rows.digestOf(victim.enterpriseId, 'api_keys', 'customers', 'channels', 'users');
    const ended = await attackKeys(scene, caller);
    const call = clientOf(caller, { name: 'administrator', token: (await attacker.makeAdministrator()).token });
    const keys = new Map(ended);
    for (const scope of apiKeyScopes)
      keys.set(scope, (await call<Made>('POST', apiKeys.add.path, { name: scope, scopes: [scope] })).secret);
    await attackCalls(scene, caller, keys);
    if ((await rows.digestOf(victim.enterpriseId, 'api_keys', 'customers', 'channels', 'users')) !== before)
      findings.add(name, 'rows of another enterprise changed', before);
  } finally {
    await rows.close();
    await caller.close();
  }
}

export const programs: Assault = { name, what: 'API keys: misspelt, ended, from elsewhere, at every other door', run };
