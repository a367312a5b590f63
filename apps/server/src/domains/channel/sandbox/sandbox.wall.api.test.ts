import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { channelTypes, endpoints } from '@parley/contract';
import { signBody } from '@parley/vendors';
import type { SimulatorAddress } from '@parley/vendors/simulator';
import { afterAll, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { hookAddress, toConnection } from '../channel/channel.connection.ts';

// Hosts that the installation allows for other parts, such as a language model of the same machine, are refused for channels.
const app = await startApp({ config: { privateHosts: ['127.0.0.1', 'localhost'] } });
const { as, makeUser, contextOf, deps } = app;
const simulator = deps.simulator() as SimulatorAddress;
const clientSecret = 'the-secret';
const page = '70009';

/** A sandbox channel of Messenger, whose callbacks carry the address of an attachment. */
async function makeMessenger(user: TestUser, environment: 'sandbox' | 'production' = 'sandbox') {
  const row = await contextOf(user).transaction((tx) =>
    tx
      .insertInto('channels')
      .values({
        enterpriseId: user.enterpriseId,
        channelId: newId(),
        type: channelTypes.FACEBOOK_MESSENGER,
        vendor: 'twixormcmi',
        name: 'Messenger',
        environment,
        contactId: page,
        config: JSON.stringify({}),
        sealedConfig: deps.secrets.encrypt(JSON.stringify({ authToken: 'the-token', clientSecret })),
        sealedHookSecret: deps.secrets.encrypt('hook-secret'),
        widgetKey: newId(),
        data: JSON.stringify({ entry: 'queue', botId: '' }),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  return { row, id: row.channelId };
}
type Messenger = Awaited<ReturnType<typeof makeMessenger>>;

const act = (user: TestUser, { id }: Messenger, what: object) =>
  as(user).post(endpoints.sandbox.act.path.replace(':channelId', id).replace(':address', 'person'), { name: 'Victim', act: what });

/** Sends a callback as a channel's owner could: with the right signature and any content. */
async function callBack({ row }: Messenger, urls: readonly string[]) {
  const messaging = urls.map((url, index) => ({
    sender: { id: 'attacker' },
    recipient: { id: page },
    timestamp: Date.now(),
    message: { mid: `mid-${index}`, attachments: [{ type: 'file', payload: { url } }] },
  }));
  const body = JSON.stringify({ object: 'page', entry: [{ id: page, time: Date.now(), messaging }] });
  const answer = await fetch(hookAddress(deps, app.url, row), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signBody(body, clientSecret) },
    body,
  });
  expect(answer.status).toBe(200);
}

const entriesOf = (user: TestUser) =>
  contextOf(user).read((tx) =>
    tx
      .selectFrom('chatActions')
      .select(['message', 'attachment'])
      .where('enterpriseId', '=', user.enterpriseId)
      .where('messageKey', '<>', '')
      .orderBy('number')
      .execute(),
  );
const arrived = (user: TestUser, count: number) =>
  vi.waitFor(
    async () => {
      const entries = await entriesOf(user);
      expect(entries.length).toBe(count);
      return entries;
    },
    { interval: 25 },
  );

/** Returns the simulator's address of a person's media, as its callback said. */
async function mediaOf(user: TestUser): Promise<string> {
  const rows = await contextOf(user).read((tx) =>
    tx.selectFrom('rawEvents').select('body').where('enterpriseId', '=', user.enterpriseId).execute(),
  );
  const [, url] = /"url":"([^"]+)"/.exec(rows.map(({ body }) => body.toString()).join('\n')) ?? [];
  if (!url) throw new Error('No media came.');
  return url;
}

/** Something of the machine's own that only loopback reaches. */
const inner: string[] = [];
const neighbour = http.createServer((request, response) => {
  inner.push(request.url ?? '');
  response.writeHead(200, { 'content-type': 'text/plain' }).end('inner');
});
await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
const innerUrl = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}`;
afterAll(() => void neighbour.close());

test('an attachment of a callback is fetched from the own channel of the sandbox alone', async () => {
  const [victim, attacker] = [await makeUser(), await makeUser()];
  const [theirs, own] = [await makeMessenger(victim), await makeMessenger(attacker)];
  const secret = 'the account number is 4711';
  await act(victim, theirs, { kind: 'text', text: secret });
  await act(victim, theirs, { kind: 'media', media: 'image' });
  await act(attacker, own, { kind: 'media', media: 'image' });
  expect((await arrived(victim, 2)).flatMap(({ attachment }) => attachment?.type ?? [])).toEqual(['image/png']);
  expect((await arrived(attacker, 1))[0]?.attachment).toMatchObject({ type: 'image/png' });

  const media = await mediaOf(victim);
  const { origin, pathname, port } = new URL(media);
  const { controlUrl } = simulator;
  const control = (base: string) =>
    ['phones', 'phones/person', 'templates'].map((what) => `${base}/control/connections/${theirs.id}/${what}`);
  const mine = `${origin}/media/${own.id}`;
  const urls = [
    ...control(origin),
    ...control(controlUrl),
    ...control(`${mine}/../..`),
    ...control(`${mine}/%2e%2e/%2E%2E`),
    ...control(`${mine}\\..\\..`),
    media,
    `${mine}/../${theirs.id}/${pathname.split('/').at(-1)}`,
    `${mine}/%2e%2e/${theirs.id}/${pathname.split('/').at(-1)}`,
    `${mine}/..%2f${theirs.id}%2f${pathname.split('/').at(-1)}`,
    `${origin}//media/${theirs.id}/${pathname.split('/').at(-1)}`,
    `${origin}/meta/${theirs.id}/${page}`,
    `http://localhost:${port}${pathname}`,
    `http://127.1:${port}${pathname}`,
    `http://[::ffff:127.0.0.1]:${port}${pathname}`,
    `http://someone:else@${new URL(media).host}/media/${own.id}/1`,
    `${innerUrl}/media/${own.id}/1`,
    `${app.url}/health`,
  ];
  // Each address is real: a caller without our guard would have been served some of them.
  expect((await fetch(media)).status).toBe(200);
  await callBack(own, urls);
  const entries = (await arrived(attacker, urls.length + 1)).slice(1);
  expect(entries.map((entry, index) => [urls[index], entry.attachment])).toEqual(urls.map((url) => [url, null]));
  expect(JSON.stringify(await entriesOf(attacker))).not.toContain(secret);
  expect(inner).toEqual([]);
  // The adapter's own refusal comes first; the door behind it refuses as well, and lets the own media through.
  const fetchAs = (channel: Messenger, url: string) =>
    deps.vendorIos.of(toConnection(deps, channel.row)).fetch({ method: 'GET', url, headers: {} });
  for (const url of urls) await expect(fetchAs(own, url)).rejects.toMatchObject({ phase: 'connect' });
  expect((await fetchAs(theirs, media)).status).toBe(200);
  expect(inner).toEqual([]);
});

test('a channel that is not of the sandbox reaches neither the simulator nor loopback, whatever the installation allows others', async () => {
  const { row } = await makeMessenger(await makeUser(), 'production');
  const io = deps.vendorIos.of(toConnection(deps, row));
  for (const url of [
    `${simulator.url}/media/${row.channelId}/1`,
    `${simulator.url}/meta/${row.channelId}/me`,
    simulator.controlUrl,
    innerUrl,
  ])
    await expect(io.fetch({ method: 'GET', url, headers: {} })).rejects.toMatchObject({ phase: 'connect' });
  expect(inner).toEqual([]);
});

test('the control interface answers those alone who know its secret, and the vendors’ side has none of it', async () => {
  const { row } = await makeMessenger(await makeUser());
  const path = `/connections/${row.channelId}/phones`;
  const ask = async (url: string, headers: Record<string, string> = {}) => (await fetch(url, { headers })).status;
  for (const authorization of ['', 'Bearer', `Bearer ${simulator.secret}x`, `Basic ${simulator.secret}`, simulator.secret])
    expect(await ask(`${simulator.controlUrl}${path}`, authorization ? { authorization } : {})).toBe(401);
  const authorization = `Bearer ${simulator.secret}`;
  expect(await ask(`${simulator.url}/control${path}`, { authorization })).toBe(404);
  expect(await ask(`${simulator.url}${path}`, { authorization })).toBe(404);
  // Known by its secret; the channel is not registered yet.
  expect(await ask(`${simulator.controlUrl}${path}`, { authorization })).toBe(404);
});
