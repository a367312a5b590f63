import { builtInRoles, type Endpoint, endpoints, type PermissionGroup } from '@parley/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { readingOf } from '../src/domains/customer/door.ts';
import { newId } from '../src/platform/ids.ts';
import { startApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { createPhoneBook } from './phone-book.ts';
import { allEndpoints, sampleOf, urlOf } from './samples.ts';
import { createScenes } from './scene.ts';
import { body, createVendorScenes, startVendors, waitForRun } from './vendors.ts';

/** A role's view of customers, over every call, export and event: fields of a customer that it may not read are nowhere. */
const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, requestsPerMinute: 1_000_000 } });
const { as, makeUser, contextOf, deps } = app;
const book = createPhoneBook(app);
const { connect } = createScenes(app);
const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);

const canary = { number: '+919876501234', email: 'canary@hidden.example', name: 'Canaria Birdsong' };
const bare = canary.number.slice(1);

type Reader = { name: string; user: TestUser };
type AskedCall = { name: string; url: string; endpoint: Endpoint };
let readers: Reader[];
let admin: TestUser;
let askedCalls: AskedCall[];
let channelId: string;

async function makeRole(name: string, permissions: readonly string[], maskedFields: readonly string[] = []): Promise<number> {
  const role = { name, permissions, maskedFields, dataScope: 'enterprise' };
  return (await as(admin).put(endpoints.roles.saveRole.path, role)).json().data.code;
}

/** An enterprise in which the customer stands wherever customers do. */
async function fill() {
  channelId = (await makeWhatsApp(admin)).channelId;
  await vendors.control.behave(channelId, { receiptDelayMs: 0 });
  const template = await makeTemplate(admin, channelId, [body('Hello')], { category: 'UTILITY' });
  await book.makeCustomer(admin, { name: canary.name, phoneNumber: canary.number, emailId: canary.email });
  await book.importCsv(admin, `Name,Phone Number,Email\n${canary.name},12,${canary.email}\nx,${canary.number},y\n`);
  await as(admin).post(endpoints.blacklist.create.path, { numbers: [canary.number, canary.email], reason: 'asked for it' });
  const request = {
    channelId,
    phoneNumber: [canary.number],
    message: { template: { templateId: template.name, templateUId: template.templateId } },
  };
  const { id } = (await as(admin).post(endpoints.broadcasts.send.path, request)).json().data;
  const [row] = await waitForRun({ ctx: contextOf(admin), enterpriseId: admin.enterpriseId }, id, ['QUEUED']);
  // A vendor that names the number in its own words.
  const detail = { class: 'RECIPIENT', vendorCode: '1', vendorMessage: `${bare} is unknown`, httpStatus: 400, advice: '' };
  await contextOf(admin).transaction((tx) =>
    tx
      .insertInto('messageEvents')
      .values({
        enterpriseId: admin.enterpriseId,
        messageId: row?.messageId ?? '',
        at: new Date(),
        kind: 'attempt',
        status: 'FAILED',
        attempt: 1,
        detail: JSON.stringify(detail),
      } as never)
      .execute(),
  );
  await vendors.control.act(channelId, canary.number, { kind: 'text', text: 'Hello' }, canary.name);
  const agent = readers.find(({ name }) => name === 'Handle Chats')?.user as TestUser;
  const chatId = await vi.waitFor(async () => {
    const chats = (await as(agent).get(`${endpoints.chats.waiting.path}?type=new`)).body;
    const found = /"chatId":"([^"]+)"/.exec(chats)?.[1];
    if (!found) throw new Error(`No chat waits: ${chats}`);
    return found;
  });
  const socket = await connect(agent);
  expect(await socket.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
  await as(admin).post(endpoints.phoneBook.startBulk.path, { action: 'export', selection: { filter: {} } });
  await vi.waitFor(async () => {
    const { bulkJobs } = (await as(admin).get(endpoints.phoneBook.listBulk.path)).json().data;
    expect(bulkJobs[0]).toMatchObject({ state: 'completed', file: { id: expect.any(String) } });
  });
}

const plain = (endpoint: Endpoint, id: string) => {
  const request = sampleOf(endpoint, () => id);
  const address = 'address' in request.params ? { address: canary.number } : {};
  return { ...request, params: { ...request.params, ...address } };
};
const tokenOf = async (user: TestUser) => (await as(user).get(endpoints.files.downloadToken.path)).json().data.id as string;
/** A link is followed once. */
const linkOf = async (user: TestUser, url: string) => `${url}${url.includes('?') ? '&' : '?'}x-access-id=${await tokenOf(user)}`;
const isLink = (endpoint: Endpoint) => endpoint.access === 'public' && endpoint.query?._zod.def.shape['x-access-id'] !== undefined;

const ids = (text: string) => [...new Set(text.match(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g) ?? [])];

/** Every GET that answers the administrator something, with ids out of the lists of other calls. */
async function findCalls(): Promise<AskedCall[]> {
  const gets = allEndpoints.filter(([, endpoint]) => endpoint.method === 'GET' && (endpoint.access !== 'public' || isLink(endpoint)));
  const found: AskedCall[] = [];
  const known = new Set<string>();
  const absent = new Set<string>();
  const ask = async (name: string, endpoint: Endpoint, id: string) => {
    const request = plain(endpoint, id);
    for (const query of [{}, request.query]) {
      const url = urlOf(endpoint, { ...request, query });
      const answer = await as(admin).get(isLink(endpoint) ? await linkOf(admin, url) : url);
      // A record that is not there is not there with a query either.
      if (answer.statusCode === 404) return void absent.add(`${endpoint.path} ${id}`);
      if (answer.statusCode !== 200) continue;
      if (!isLink(endpoint)) for (const one of ids(answer.body)) known.add(one);
      found.push({ name, endpoint, url });
      return;
    }
  };
  const single = (endpoint: Endpoint) => !/:\w/.test(endpoint.path);
  for (const [name, endpoint] of gets) if (single(endpoint)) await ask(name, endpoint, newId());
  // Records come before what belongs to them: a record that is not there has nothing.
  const recordPath = ({ path }: Endpoint) => path.replace(/(:\w+).*/, '$1');
  const isRecord = (endpoint: Endpoint) => recordPath(endpoint) === endpoint.path;
  const several = gets
    .filter(([, endpoint]) => !single(endpoint) && !endpoint.path.includes('/nlp/'))
    .sort(([, one], [, other]) => Number(isRecord(other)) - Number(isRecord(one)));
  // A record that one call lists opens another: twice is as deep as records lie.
  const asked = new Set<string>();
  for (let depth = 0; depth < 2; depth += 1)
    for (const [name, endpoint] of several)
      for (const id of [...known]) {
        if (asked.has(`${name} ${id}`) || absent.has(`${recordPath(endpoint)} ${id}`)) continue;
        asked.add(`${name} ${id}`);
        await ask(name, endpoint, id);
      }
  return found;
}

beforeAll(async () => {
  admin = await makeUser();
  const { groups } = (await as(admin).get(endpoints.roles.configuration.path)).json().data as { groups: PermissionGroup[] };
  const offeredPermissions = groups.flatMap(({ values }) => values.map(({ value }) => value));
  const masked = await makeRole('Sees no numbers', offeredPermissions, ['phone', 'email']);
  const noBook = await makeRole(
    'Has no phone book',
    offeredPermissions.filter((permission) => permission !== 'CUSTOMER.VIEW'),
  );
  const noMail = await makeRole('Sees no mail', offeredPermissions, ['email']);
  const roles = [
    ...builtInRoles.filter(({ code }) => code !== 1).map(({ code, name }) => ({ code, name })),
    { code: masked, name: 'Sees no numbers' },
    { code: noBook, name: 'Has no phone book' },
    { code: noMail, name: 'Sees no mail' },
  ];
  readers = [{ name: 'Administrator', user: admin }];
  for (const { code, name } of roles) readers.push({ name, user: await makeUser({ enterprise: admin, roles: [code] }) });
  await fill();
  askedCalls = await findCalls();
}, 600_000);

async function readingOfUser({ user }: Reader) {
  const actor = await deps.actorOfSession(user.enterpriseId, user.sessionId);
  if (!actor) throw new Error('The session has ended.');
  return readingOf(actor);
}

async function hiddenFrom(reader: Reader): Promise<[what: string, text: string][]> {
  const reading = await readingOfUser(reader);
  return [
    ...(reading.seesNumbers ? [] : ([['number', bare]] as [string, string][])),
    ...(reading.seesEmails ? [] : ([['e-mail', canary.email]] as [string, string][])),
    ...(reading.seesNames ? [] : ([['name', canary.name]] as [string, string][])),
  ];
}

test('one function says what each role reads', async () => {
  const [all, nothing] = [
    { seesNumbers: true, seesEmails: true, seesNames: true },
    { seesNumbers: false, seesEmails: false, seesNames: false },
  ];
  const read = await Promise.all(readers.map(async (reader) => [reader.name, await readingOfUser(reader)]));
  expect(Object.fromEntries(read)).toEqual({
    Administrator: all,
    Development: all,
    'Handle Chats': all,
    'Campaign Maker': all,
    'Campaign Checker': nothing,
    'Report Viewer': nothing,
    'Sees no numbers': { ...nothing, seesNames: true },
    'Has no phone book': { ...nothing, seesNames: true },
    'Sees no mail': { ...all, seesEmails: false },
  });
});

test('the walk finds the customer where customers stand', async () => {
  const seen: Record<string, Set<string>> = {};
  for (const { name, endpoint, url } of askedCalls) {
    const { body: text } = await as(admin).get(isLink(endpoint) ? await linkOf(admin, url) : url);
    const parts = [
      text.includes(bare) ? 'number' : '',
      text.includes(canary.email) ? 'e-mail' : '',
      text.includes(canary.name) ? 'name' : '',
    ];
    for (const part of parts) if (part) seen[name] = (seen[name] ?? new Set()).add(part);
  }
  expect(Object.keys(seen)).toEqual(
    expect.arrayContaining([
      'blacklist.list',
      'reports.messageStatus',
      'reports.message',
      'reports.export',
      'chats.get',
      'customers.list',
      'phoneBook.list',
      'phoneBook.get',
      'imports.errors',
      'imports.downloadErrors',
      'broadcasts.get',
      'broadcasts.messages',
      'broadcasts.message',
      'broadcasts.export',
      'files.download',
      'sandbox.phones',
      'sandbox.phone',
    ]),
  );
});

test('no call, export or link shows a role what it may not read of a customer', async () => {
  const shown: string[] = [];
  for (const reader of readers) {
    const hidden = await hiddenFrom(reader);
    // Nothing can be shown to one who reads everything.
    if (hidden.length === 0) continue;
    for (const { name, endpoint, url } of askedCalls) {
      const answers = [await as(reader.user).get(url)];
      if (isLink(endpoint)) answers.push(await app.stranger().get(await linkOf(reader.user, url)));
      for (const { body: text } of answers)
        for (const [what, value] of hidden) if (text.includes(value)) shown.push(`${reader.name} reads the ${what} by ${name}`);
    }
  }
  expect([...new Set(shown)]).toEqual([]);
});

test('a hidden number is not found by asking for it', async () => {
  const reader = readers.find(({ name }) => name === 'Sees no numbers')?.user as TestUser;
  const client = as(reader);
  expect(
    (await client.get(`${endpoints.reports.messageStatus.path}?customerNumber=${encodeURIComponent(canary.number)}`)).json().code,
  ).toBe('filter.invalid');
  expect((await client.get(`${endpoints.reports.messageStatus.path}?customerNumber=${canary.email}`)).json().code).toBe('filter.invalid');
  const found = async (path: string) => (await client.get(path)).body.includes(canary.name);
  expect(await found(`${endpoints.phoneBook.lookup.path}?phoneNumber=${encodeURIComponent(canary.number)}`)).toBe(false);
  for (const search of [bare.slice(2), canary.email]) {
    expect(await found(`${endpoints.phoneBook.list.path}?search=${search}`)).toBe(false);
    expect((await client.get(`${endpoints.blacklist.list.path}?search=${search}`)).json().data.blacklist).toEqual([]);
  }
  const condition = { field: 'phoneNumber', operator: 'is', value: canary.number };
  const counted = await client.post(endpoints.phoneBook.count.path, { selection: { filter: { conditions: [condition] } } });
  expect(counted.json().code).toBe('filter.invalid');
});

test('no event shows a role what it may not read of a customer', async () => {
  const sockets = await Promise.all(readers.map(async (reader) => ({ reader, socket: await connect(reader.user) })));
  const agents = sockets.filter(({ reader }) => ['Handle Chats', 'Sees no numbers', 'Has no phone book'].includes(reader.name));
  const name = `${canary.name} again`;
  await vendors.control.act(channelId, `${canary.number.slice(0, -1)}5`, { kind: 'text', text: 'Hello' }, name);
  const frames = await Promise.all(
    agents.map(async ({ reader, socket }) => {
      const started = await socket.next('customerStartChat', (data) => data.customerName === name);
      const { chatId } = started as { chatId: string };
      return { reader, chatId, text: JSON.stringify(started) };
    }),
  );
  const [first] = agents;
  const chatId = frames[0]?.chatId ?? '';
  expect(await first?.socket.ask('agentPickupChat', { chatId })).toMatchObject({ status: true });
  await vendors.control.act(channelId, `${canary.number.slice(0, -1)}5`, { kind: 'text', text: 'And more' });
  await first?.socket.next('customerReply');
  const shown: string[] = [];
  for (const { reader, socket } of sockets) {
    const text = JSON.stringify(socket.talker.received) + frames.filter((frame) => frame.reader === reader).map((frame) => frame.text);
    for (const [what, value] of await hiddenFrom(reader))
      if (text.includes(what === 'number' ? bare.slice(0, -1) : value)) shown.push(`${reader.name} hears the ${what}`);
  }
  expect(shown).toEqual([]);
});

test('a customer who writes without a name is not called by a number that some may not read', async () => {
  const agents = readers.filter(({ name }) => ['Handle Chats', 'Has no phone book'].includes(name));
  const sockets = await Promise.all(agents.map(async (reader) => ({ reader, socket: await connect(reader.user) })));
  const number = `${canary.number.slice(0, -1)}6`;
  await vendors.control.act(channelId, number, { kind: 'text', text: 'Nobody knows my name' }, '');
  for (const { reader, socket } of sockets) {
    const started = await socket.next('customerStartChat', (data) => data.lastMessage === 'Nobody knows my name');
    expect(started, reader.name).toMatchObject({ customerName: 'Visitor 236' });
  }
});

// The last one: it changes what it meets.
test('a call that writes does not answer with more than one that reads', async () => {
  const customer = (await as(admin).get(`${endpoints.phoneBook.list.path}?perPage=-1`)).json().data.customers.customers[0];
  const writing = allEndpoints.filter(([, { method, access }]) => (method === 'POST' || method === 'PUT') && access !== 'public');
  const shown: string[] = [];
  for (const reader of readers) {
    const hidden = await hiddenFrom(reader);
    if (hidden.length === 0) continue;
    for (const [name, endpoint] of writing) {
      // A user who changes their own sign-in is signed out.
      if (endpoint.changes === 'own') continue;
      const request = plain(endpoint, customer.id);
      const method = endpoint.method === 'POST' ? 'post' : 'put';
      const { body: text } = await as(reader.user)[method](urlOf(endpoint, request), request.body as object);
      for (const [what, value] of hidden) if (text.includes(value)) shown.push(`${reader.name} reads the ${what} by ${name}`);
    }
  }
  expect(shown).toEqual([]);
});
