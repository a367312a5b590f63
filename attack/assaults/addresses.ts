import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { allEndpoints, listFields, withValue } from '../../apps/server/test/samples.ts';
import { createCaller, eachOf } from '../caller.ts';
import { endsSessions, ownRequest, toSent } from '../requests.ts';
import { openRows } from '../rows.ts';
import type { Assault, Scene } from '../scene.ts';

const mayBeAddress = /url|host|link|address|endpoint|path|file|media|image|logo|site|value|text|domain|config|data/i;

/** The spellings by which people have reached the inside of a network. */
const spellings = (port: number, key: string): string[] => [
  `http://127.0.0.1:${port}/${key}`,
  `http://localhost:${port}/${key}`,
  `http://[::1]:${port}/${key}`,
  `http://[::ffff:127.0.0.1]:${port}/${key}`,
  `http://2130706433:${port}/${key}`,
  `http://0x7f.1:${port}/${key}`,
  `http://127.1:${port}/${key}`,
  `http://0.0.0.0:${port}/${key}`,
  `http://0:${port}/${key}`,
  `HTTP://LOCALHOST.:${port}/${key}`,
  `http://user:secret@127.0.0.1:${port}/${key}`,
  `http://example.com@127.0.0.1:${port}/${key}`,
  `http://127.0.0.1:${port}\\@example.com/${key}`,
  `//127.0.0.1:${port}/${key}`,
  `127.0.0.1:${port}`,
];

/** Addresses of the inside in every field that could be fetched: a listener on loopback is never called. */
async function run(scene: Scene): Promise<void> {
  const { target, attacker, findings, tally, random, isShort } = scene;
  const hits = new Map<string, string>();
  const places = new Map<string, string>();
  const listener = createServer((request, response) => {
    const key = (request.url ?? '').slice(1, 37);
    hits.set(key, `${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(200, { 'content-type': 'image/png' }).end('inside');
  });
  await new Promise<void>((resolve) => listener.listen(0, resolve));
  const { port } = listener.address() as AddressInfo;
  const caller = createCaller(target.url, 'addresses', findings, tally, random);
  const tokens = attacker.administrators.map(({ token }) => token);

  const work = allEndpoints
    .filter(([name, endpoint]) => endpoint.method !== 'GET' && endpoint.access !== 'public' && !endsSessions.test(name))
    .flatMap(([name, endpoint]) =>
      listFields(endpoint)
        .filter(
          ({ part, path, schema }) =>
            part === 'body' &&
            (schema.type === 'string' || schema.type === undefined) &&
            path.some((key) => mayBeAddress.test(String(key))),
        )
        .map((field) => ({ name, endpoint, field })),
    );
  await eachOf(isShort ? random.shuffled(work).slice(0, 120) : work, 8, async ({ name, endpoint, field }) => {
    const key = randomUUID();
    places.set(key, `${name} ${field.path.join('.')}`);
    const all = spellings(port, key);
    for (const address of isShort ? [all[0] as string, random.pick(all)] : all) {
      const request = withValue(ownRequest(endpoint, attacker.harvest), 'body', field.path, address);
      const sent = toSent(endpoint, request);
      const got = await caller.send({ name: 'administrator', token: random.pick(tokens) }, sent, name);
      if (got?.body.includes('>inside<') || got?.body === 'inside')
        findings.add('addresses', `${name} answers what stands inside`, caller.explain(sent, got));
    }
  });
  await callbacks(scene, caller, port, places);
  await sleep(isShort ? 3000 : 10_000); // jobs that fetch: websites, media of messages
  for (const [key, request] of hits)
    findings.add('addresses', `an address of the inside was fetched: ${places.get(key) ?? 'unknown place'}`, request);
  await caller.close();
  listener.close();
  listener.closeAllConnections();
}

/** A customer's message whose picture lies inside, by a callback of the attacker's own sandbox channel. */
async function callbacks(scene: Scene, caller: ReturnType<typeof createCaller>, port: number, places: Map<string, string>): Promise<void> {
  const { target, attacker } = scene;
  const rows = await openRows(target.ownerUrl);
  const [channel] = await rows.query<{ id: string }>('select channel_id as id from channels where enterprise_id = $1 and type = 4', [
    attacker.enterpriseId,
  ]);
  await rows.close();
  const token = attacker.administrators[0]?.token ?? '';
  const details = await caller.send(
    { name: 'administrator', token },
    { method: 'GET', path: `/e/enterprise/channels/${channel?.id}/details` },
    'channels.details',
  );
  const hook = /\/hooks\/[^"\\]+/.exec(details?.body ?? '')?.[0];
  if (!hook) return scene.findings.add('addresses', 'the callback address of the own channel is not told', details?.body ?? '');
  for (const address of spellings(port, randomUUID())) {
    const key = /[0-9a-f-]{36}/.exec(address)?.[0] ?? '';
    places.set(key, 'a picture named by a callback');
    const message = {
      from: '919820000088',
      id: `wamid.${randomUUID()}`,
      timestamp: String(Math.floor(Date.now() / 1000)),
      type: 'image',
      image: { mime_type: 'image/png', sha256: '', id: address, url: address, link: address },
    };
    const body = {
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '204500000000001',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { phone_number_id: '104500000000001', display_phone_number: '1' },
                contacts: [{ profile: { name: 'Asha' }, wa_id: '919820000088' }],
                messages: [message],
              },
            },
          ],
        },
      ],
    };
    await caller.send(
      { name: 'vendor' },
      { method: 'POST', path: hook, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      'a callback',
    );
  }
}

export const addresses: Assault = { name: 'addresses', what: 'addresses of the inside in every field', run };
