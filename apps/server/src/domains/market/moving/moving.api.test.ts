import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints, type HistoryPage } from '@parley/contract';
import { afterAll, expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { chatwootContact, chatwootConversation, chatwootZip, oldDay } from '../../../../test/moves.files.ts';
import { createMoves } from '../../../../test/moves.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { personalData, retainedData } from '../../../personal-data.ts';
import { workOnMoves } from './moving.worker.ts';

const app = await startApp({ config: { privateHosts: ['127.0.0.1'] } });
const { as, makeUser, contextOf, stranger } = app;
const scenes = createMoves(app);
const book = createPhoneBook(app);
const { moves, chats, movedChats, phoneBook, quickReplies, blacklist, chatAnalytics, privacy } = endpoints;

const makeAdmin = async () => makeUser({ enterprise: await app.makeEnterprise({ country: 'GB' }) });
const historyOf = async (user: TestUser, query = ''): Promise<HistoryPage> =>
  (await as(user).get(`${chats.history.path}?perPage=20${query}`)).json().data;
type Person = {
  id: string;
  name: string;
  emailId: string;
  phoneNumber: string;
  tags: { name: string }[];
  groups: { name: string }[];
  details: { value: string }[];
};
const customersOf = async (user: TestUser): Promise<Person[]> =>
  (await as(user).get(`${phoneBook.list.path}?perPage=-1`)).json().data.customers.customers;

test('an export of Chatwoot is read, planned, taken in, looked at in the history and undone', async () => {
  const admin = await makeAdmin();
  const planned = await scenes.plan(admin, 'chatwoot', { 'export.zip': chatwootZip() });
  expect(planned).toMatchObject({ phase: 'planned', source: 'chatwoot', files: ['export.zip'], warnings: [], reason: '' });
  expect(scenes.planOf(planned)).toEqual({
    contact: '2/0/2',
    conversation: '2/0/0',
    message: '5/0/0',
    label: '2/0/0',
    reply: '1/0/1',
    optOut: '2/0/0',
    attribute: '0/0/2',
    agent: '2/0/0',
    inbox: '1/0/0',
    team: '1/0/0',
    file: '0/0/1',
  });
  expect(scenes.dropsOf(planned)).toEqual({
    'contact no_address': 1,
    'contact twice': 1,
    'reply shortcut_invalid': 1,
    'attribute not_mapped': 2,
    'file not_fetched': 1,
  });
  expect(await scenes.records(admin, planned.id, '&kind=contact&outcome=drop')).toMatchObject([
    { key: '3', name: 'Contact 3', ref: 'contacts.json:3', reason: 'no_address' },
    { key: '4', name: 'Contact 4', ref: 'contacts.json:4', reason: 'twice', sample: '+447946010001, other@example.com' },
  ]);
  // Nothing is here before the run.
  expect([(await customersOf(admin)).length, (await historyOf(admin)).moved.length]).toEqual([0, 0]);

  const done = await scenes.act(admin, 'run', planned.id);
  expect(done.phase).toBe('done');
  expect(done.report?.made).toEqual(
    expect.arrayContaining([
      { kind: 'contact', count: 2 },
      { kind: 'label', count: 2 },
      { kind: 'reply', count: 1 },
      { kind: 'conversation', count: 2 },
    ]),
  );
  const people = await customersOf(admin);
  expect(people.map(({ name, phoneNumber }) => [name, phoneNumber]).toSorted()).toEqual([
    ['=HYPERLINK("http://x.example")', '+447946010002'],
    ['Contact 1', '+447946010001'],
  ]);
  expect(people.find(({ name }) => name === 'Contact 1')?.tags.map(({ name }) => name)).toEqual(['vip']);
  const listed = (await as(admin).get(`${blacklist.list.path}?perPage=-1`)).json().data.blacklist;
  expect(listed.map(({ numbers, kind }: { numbers: string[]; kind: string }) => `${kind} ${numbers[0]}`).toSorted()).toEqual([
    'blocked +447946010002',
    'blocked contact2@example.com',
  ]);

  const page = await historyOf(admin);
  expect(page.chats).toEqual([]);
  expect(
    page.moved.map(({ number, customerName, channelName, departmentName, agents, labels, messages }) => [
      number,
      customerName,
      channelName,
      departmentName,
      agents,
      labels,
      messages,
    ]),
  ).toEqual([
    ['2', '=HYPERLINK("http://x.example")', 'Shop page', 'Billing', ['Asha'], [], 1],
    ['1', 'Contact 1', 'Shop page', 'Billing', ['Asha'], ['refund'], 4],
  ]);
  expect(page.moved[1]).toMatchObject({
    source: 'chatwoot',
    startedOn: new Date((oldDay + 86_400) * 1000).toISOString(),
    isRemoved: false,
  });
  expect((await historyOf(admin, '&text=blue%20kett')).moved.map(({ number }) => number)).toEqual(['1']);
  expect((await historyOf(admin, '&text=secret')).moved).toEqual([]);
  expect((await historyOf(admin, '&origin=here')).moved).toEqual([]);
  expect((await historyOf(admin, '&rating=5')).moved).toEqual([]);
  expect((await historyOf(admin, '&phone=%2B447946010001')).moved.map(({ number }) => number)).toEqual(['1']);
  const one = (await as(admin).get(movedChats.get.path.replace(':movedId', page.moved[1]?.id ?? ''))).json().data;
  expect(
    one.messages.map(({ by, name, text, isNote, files }: { by: string; name: string; text: string; isNote: boolean; files: object[] }) => [
      by,
      name,
      text,
      isNote,
      files,
    ]),
  ).toEqual([
    ['customer', 'Contact 1', 'First words of 1', false, []],
    ['agent', 'Asha Rao', 'Your refund of the blue kettle is on its way', false, []],
    ['agent', 'Asha Rao', 'A secret note', true, []],
    ['customer', 'Contact 1', 'Here is the bill', false, [{ name: 'bill.pdf', address: 'https://old.example/bill.pdf' }]],
  ]);

  const undone = await scenes.act(admin, 'undo', planned.id);
  expect(undone).toMatchObject({ phase: 'undone', report: { kept: [] } });
  expect([(await customersOf(admin)).length, (await historyOf(admin)).moved.length]).toEqual([0, 0]);
  expect((await as(admin).get(`${blacklist.list.path}?perPage=-1`)).json().data.blacklist).toEqual([]);
  expect((await as(admin).get(`${quickReplies.list.path}?perPage=50`)).json().data.replies).toEqual([]);
});

test('records that are here already are recognised: contacts by number, address and name, labels, replies, agents, and an undo leaves them', async () => {
  const admin = await makeAdmin();
  const asha = await makeUser({ enterprise: admin, email: 'asha@old.example', name: 'Asha' });
  await book.makeCustomer(admin, { name: 'Known by number', phoneNumber: '+44 7946 010001' });
  await book.makeCustomer(admin, { name: 'Known by mail', phoneNumber: '+447946019999', emailId: 'CONTACT2@example.com' });
  await as(admin).post(quickReplies.create.path, { deptId: '', shortcut: 'hello', text: 'Something else' });
  const planned = await scenes.plan(admin, 'chatwoot', { 'export.zip': chatwootZip() });
  // Another number is another person, whatever the address says.
  expect(scenes.planOf(planned)).toMatchObject({ contact: '1/2/1', reply: '0/0/2', agent: '1/1/0' });
  expect(scenes.dropsOf(planned)).toMatchObject({ 'reply other_text': 1 });
  expect(planned.mapping.find(({ key, kind }) => kind === 'agent' && key === '7')?.to).toBe(asha.userId);
  const done = await scenes.act(admin, 'run', planned.id);
  expect(done.phase).toBe('done');
  // An agent who sees their own chats alone finds those that they once led.
  const names = (await customersOf(admin)).map(({ name }) => name).toSorted();
  expect(names).toEqual(['=HYPERLINK("http://x.example")', 'Known by mail', 'Known by number']);
  expect((await historyOf(admin, `&agentId=${asha.userId}`)).moved.length).toBe(2);
  await scenes.act(admin, 'undo', planned.id);
  expect((await customersOf(admin)).map(({ name, tags }) => [name, tags.length]).toSorted()).toEqual([
    ['Known by mail', 0],
    ['Known by number', 0],
  ]);
});

test('a customer who was changed since stays when a move is undone, and is named; a repeated run or undo changes nothing more', async () => {
  const admin = await makeAdmin();
  const planned = await scenes.plan(admin, 'chatwoot', { 'export.zip': chatwootZip() });
  await Promise.all([as(admin).post(scenes.at(moves.run.path, planned.id), {}), as(admin).post(scenes.at(moves.run.path, planned.id), {})]);
  await scenes.settled(admin, planned.id);
  const person = (await customersOf(admin)).find(({ name }) => name === 'Contact 1');
  await book.saveCustomer(admin, { id: person?.id, name: 'Changed here' });
  const undone = await scenes.act(admin, 'undo', planned.id);
  expect(undone.report).toMatchObject({
    // The label stays with the customer who has it.
    kept: expect.arrayContaining([
      { kind: 'contact', count: 1 },
      { kind: 'label', count: 1 },
    ]),
  });
  expect(await scenes.records(admin, planned.id, '&outcome=kept&kind=contact')).toMatchObject([
    { kind: 'contact', key: '1', reason: 'changed', recordId: person?.id },
  ]);
  const again = await scenes.act(admin, 'undo', planned.id);
  expect(again.report?.kept).toEqual(undone.report?.kept);
  expect((await customersOf(admin)).map(({ name }) => name)).toEqual(['Changed here']);
});

test('agents, inboxes and attributes are mapped as somebody chooses', async () => {
  const admin = await makeAdmin();
  const city = await book.makeAttribute(admin, 'town', { fieldLabel: 'Town' });
  const planned = await scenes.plan(admin, 'chatwoot', { 'export.zip': chatwootZip() });
  const body = {
    mapping: [
      { kind: 'attribute', key: 'city', to: city._id },
      { kind: 'agent', key: '7', to: admin.userId },
    ],
    version: planned.version,
  };
  const mapped = (await as(admin).put(scenes.at(moves.map.path, planned.id), body)).json().data;
  expect(scenes.planOf(mapped)).toMatchObject({ attribute: '0/1/1', agent: '1/1/0' });
  expect((await as(admin).put(scenes.at(moves.map.path, planned.id), body)).json()).toMatchObject({ code: 'record.changed' });
  const foreign = { mapping: [{ kind: 'agent', key: '7', to: planned.id }] };
  expect((await as(admin).put(scenes.at(moves.map.path, planned.id), foreign)).json()).toMatchObject({ code: 'move.invalid' });
  await scenes.act(admin, 'run', planned.id);
  const found = (await customersOf(admin)).find(({ name }) => name === 'Contact 1');
  expect(found?.details.map(({ value }) => value)).toContain('Pune');
  expect((await historyOf(admin, `&agentId=${admin.userId}`)).moved.length).toBe(2);
});

test('a worker that is killed between two batches loses nothing and takes nothing in twice', async () => {
  const admin = await makeAdmin();
  const lines = Array.from({ length: 1200 }, (_, at) =>
    JSON.stringify(chatwootConversation(at + 1, chatwootContact((at % 300) + 1), { labels: [] })),
  );
  const ctx = contextOf(admin);
  // Turns that are over at once: each job writes one group and ends, as if it had been killed behind it.
  const started = await scenes.begin(admin, 'chatwoot', { 'conversations.ndjson': lines.join('\n') });
  await Promise.all([workOnMoves(ctx, { allowedHosts: [], turnMs: 0 }), workOnMoves(ctx, { allowedHosts: [], turnMs: 0 })]);
  const planned = await scenes.settled(admin, started.id);
  expect(scenes.planOf(planned)).toMatchObject({ contact: '300/0/0', conversation: '1200/0/0', message: '1200/0/0' });
  await as(admin).post(scenes.at(moves.run.path, planned.id), {});
  await Promise.all([workOnMoves(ctx, { allowedHosts: [], turnMs: 0 }), workOnMoves(ctx, { allowedHosts: [], turnMs: 0 })]);
  expect(await scenes.settled(admin, planned.id)).toMatchObject({ phase: 'done', doneRecords: 1500 });
  const first = await historyOf(admin);
  const next = await historyOf(admin, `&after=${first.next}`);
  expect([first.moved.length, next.moved.length, new Set([...first.moved, ...next.moved].map(({ id }) => id)).size]).toEqual([20, 20, 40]);
});

test('files that are cut off, in another shape, in another encoding, or full of faults are read as far as they go, with the reasons', async () => {
  const admin = await makeAdmin();
  const whole = JSON.stringify({ payload: [chatwootContact(1), chatwootContact(2), chatwootContact(3)] });
  const cut = await scenes.plan(admin, 'chatwoot', { 'contacts.json': whole.slice(0, whole.length - 60) });
  expect([cut.warnings, scenes.planOf(cut).contact]).toEqual([[{ file: 'contacts.json', reason: 'cut_off', line: 2 }], '2/0/0']);
  const zip = chatwootZip();
  const half = await scenes.plan(admin, 'chatwoot', { 'export.zip': zip.subarray(0, zip.length / 2), 'contacts.json': whole });
  expect(half.warnings).toEqual([{ file: 'export.zip', reason: 'cut_off', line: 0 }]);
  const nothing = await scenes.plan(admin, 'chatwoot', { 'export.zip': zip.subarray(0, zip.length / 2) });
  expect(nothing).toMatchObject({ phase: 'failed', reason: 'Nothing was found in it. Is it an export of the product that was chosen?' });
  // An older version names kinds of messages and writes times as texts.
  const old = chatwootConversation(5, chatwootContact(5), {
    created_at: '2020-01-05T10:00:00Z',
    messages: [{ id: 1, content: 'Old words', message_type: 'incoming', created_at: '2020-01-05 10:00:00 UTC' }],
  });
  const older = await scenes.plan(admin, 'chatwoot', {
    'conversations.ndjson': `${JSON.stringify(old)}\n{"broken": \n${JSON.stringify({ id: 1 })}\n`,
  });
  expect([scenes.planOf(older), scenes.dropsOf(older)]).toMatchObject([
    { conversation: '1/0/1', message: '1/0/0' },
    { 'file unreadable': 1, 'conversation unknown_shape': 1 },
  ]);
  const foreign = await scenes.plan(admin, 'chatwoot', { 'things.json': JSON.stringify([{ a: 1 }, { b: 2 }]) });
  expect(foreign.warnings).toEqual([{ file: 'things.json', reason: 'unknown_shape', line: 0 }]);
  const latin = Buffer.from('id;name;email\n1;Jos\u00e9 \u00d1u\u00f1ez;jose@example.com\n2;;\n', 'latin1');
  const western = await scenes.plan(admin, 'chatwoot', { 'contacts.csv': latin });
  expect((await scenes.records(admin, western.id, '&kind=contact'))[0]).toMatchObject({
    name: 'Jos\u00e9 \u00d1u\u00f1ez',
    ref: 'contacts.csv:2',
  });
});

test('tickets of Zendesk, conversations of Intercom and subscribers of listmonk and Mautic come with what they are', async () => {
  const admin = await makeAdmin();
  const users = [
    { id: 1, name: 'Mina', email: 'mina@example.com', phone: '+447946020001', role: 'end-user', tags: ['gold'] },
    { id: 2, name: 'Ines', email: 'ines@old.example', role: 'agent' },
  ];
  const ticket = {
    ...{
      id: 9,
      subject: 'Late parcel',
      description: 'Where is it?',
      requester_id: 1,
      assignee_id: 2,
      group_id: 5,
      tags: ['late'],
      via: { channel: 'email' },
    },
    ...{ created_at: '2023-05-01T09:00:00Z', updated_at: '2023-05-02T09:00:00Z' },
    comments: [
      { id: 11, author_id: 1, plain_body: 'Where is it?', public: true, created_at: '2023-05-01T09:00:00Z', attachments: [] },
      {
        id: 12,
        author_id: 2,
        html_body: '<p>It is <b>here</b> &amp; safe</p><script>x()</script>',
        public: true,
        created_at: '2023-05-01T10:00:00Z',
      },
      { id: 13, author_id: 2, body: 'Gave a voucher', public: false, created_at: '2023-05-01T11:00:00Z' },
    ],
  };
  const zendesk = await scenes.plan(admin, 'zendesk', {
    'tickets.ndjson': JSON.stringify(ticket),
    'users.ndjson': users.map((user) => JSON.stringify(user)).join('\n'),
  });
  expect(scenes.planOf(zendesk)).toMatchObject({
    contact: '1/0/0',
    conversation: '1/0/0',
    message: '3/0/0',
    agent: '1/0/0',
    team: '1/0/0',
  });
  await scenes.act(admin, 'run', zendesk.id);
  const [moved] = (await historyOf(admin)).moved;
  expect(moved).toMatchObject({
    source: 'zendesk',
    number: '9',
    subject: 'Late parcel',
    customerName: 'Mina',
    agents: ['Ines'],
    channelName: 'email',
  });
  const shown = (await as(admin).get(movedChats.get.path.replace(':movedId', moved?.id ?? ''))).json().data.messages;
  expect(shown.map(({ by, name, text, isNote }: Record<string, unknown>) => [by, name, text, isNote])).toEqual([
    ['customer', 'Mina', 'Where is it?', false],
    ['agent', 'Ines', 'It is here & safe', false],
    ['agent', 'Ines', 'Gave a voucher', true],
  ]);

  const intercom = {
    ...{ type: 'conversation', id: '77', created_at: oldDay, state: 'closed', tags: { type: 'tag.list', tags: [{ name: 'sales' }] } },
    source: {
      type: 'conversation',
      id: 's',
      subject: '<p>Prices</p>',
      body: '<p>How much?</p>',
      author: { type: 'user', id: 'c1', name: 'Ola', email: 'ola@example.com' },
    },
    contacts: { contacts: [{ type: 'contact', id: 'c1' }] },
    conversation_parts: {
      conversation_parts: [
        { id: 'p1', part_type: 'comment', body: '<p>Five</p>', created_at: oldDay + 60, author: { type: 'admin', id: 'a1', name: 'Bo' } },
        { id: 'p2', part_type: 'close', body: null, created_at: oldDay + 90, author: { type: 'admin', id: 'a1', name: 'Bo' } },
      ],
    },
  };
  const contact = { type: 'contact', id: 'c1', external_id: 'x1', email: 'ola@example.com', name: 'Ola', unsubscribed_from_emails: true };
  const talked = await scenes.plan(admin, 'intercom', {
    'conversations.jsonl': JSON.stringify(intercom),
    'contacts.json': JSON.stringify({ type: 'list', data: [contact] }),
  });
  expect(scenes.planOf(talked)).toMatchObject({ contact: '1/0/0', conversation: '1/0/0', message: '3/0/0', optOut: '1/0/0' });

  const csv =
    'uuid,email,name,attributes,status,created_at\nu1,lena@example.com,Lena,"{""city"":""Rome""}",enabled,2020\nu2,ban@example.com,Ban,{},blocklisted,2020\n';
  const listmonk = await scenes.plan(admin, 'listmonk', { 'subscribers.csv': csv });
  expect(scenes.planOf(listmonk)).toMatchObject({ contact: '2/0/0', optOut: '1/0/0', attribute: '0/0/1' });
  const results = [
    {
      id: 1,
      uuid: 'u3',
      email: 'kim@example.com',
      name: 'Kim',
      status: 'enabled',
      attribs: {},
      lists: [{ id: 1, name: 'News', subscription_status: 'confirmed' }],
    },
    {
      id: 2,
      uuid: 'u4',
      email: 'lee@example.com',
      name: 'Lee',
      status: 'enabled',
      attribs: {},
      lists: [{ id: 1, name: 'News', subscription_status: 'unsubscribed' }],
    },
  ];
  const api = await scenes.plan(admin, 'listmonk', { 'subscribers.json': JSON.stringify({ data: { results, total: 2 } }) });
  expect(scenes.planOf(api)).toEqual({ contact: '2/0/0', list: '1/0/0', optOut: '1/0/0' });
  await scenes.act(admin, 'run', api.id);
  expect((await customersOf(admin)).find(({ name }) => name === 'Kim')?.groups.map(({ name }) => name)).toEqual(['News']);

  const mautic = {
    '47': {
      id: 47,
      fields: { all: { id: 47, firstname: 'Ada', lastname: 'Byron', email: 'ada@example.com', mobile: '+447946030001', city: 'Bath' } },
      tags: [{ tag: 'math' }],
      doNotContact: [
        { channel: 'sms', reason: 3 },
        { channel: 'email', reason: 1 },
      ],
    },
  };
  const dnc = await scenes.plan(admin, 'mautic', { 'contacts.json': JSON.stringify({ total: '1', contacts: mautic }) });
  expect(scenes.planOf(dnc)).toEqual({ contact: '1/0/0', label: '1/0/0', optOut: '2/0/0', attribute: '0/0/1' });
  await scenes.act(admin, 'run', dnc.id);
  const refused = (await as(admin).get(`${blacklist.list.path}?perPage=-1`)).json().data.blacklist;
  expect(
    refused.map(({ numbers, kind, reason }: { numbers: string[]; kind: string; reason: string }) => `${kind} ${numbers[0]} ${reason}`),
  ).toEqual(expect.arrayContaining(['blocked +447946030001 mautic: manual', 'opted_out ada@example.com mautic: unsubscribed']));
});

/** A made-up Chatwoot: pages of its API, one refusal with a time to wait. */
const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});
async function startChatwoot(): Promise<{ url: string; asked: string[]; tokens: Set<string> }> {
  const asked: string[] = [];
  const tokens = new Set<string>();
  let refused = false;
  const people = [1, 2, 3].map((id) => chatwootContact(id));
  const talks = [1, 2].map((id) => chatwootConversation(id, people[id - 1] as object));
  const answers: Record<string, object> = {
    agents: [{ id: 7, email: 'asha@old.example', available_name: 'Asha', name: 'Asha Rao', role: 'agent' }],
    teams: [{ id: 4, name: 'Billing', allow_auto_assign: true }],
    inboxes: { payload: [{ id: 3, name: 'Shop page', channel_type: 'Channel::WebWidget' }] },
    labels: { payload: [{ id: 1, title: 'refund', color: '#ff0000' }] },
    canned_responses: [{ id: 1, short_code: 'hello', content: 'Hello' }],
    'contacts?sort=id&page=1': { meta: { count: 3 }, payload: people.slice(0, 2) },
    'contacts?sort=id&page=2': { meta: { count: 3 }, payload: people.slice(2) },
    'conversations?status=all&assignee_type=all&page=1': { data: { meta: {}, payload: talks } },
    'conversations/1/messages': {
      meta: {},
      payload: [101, 102].map((id) => ({ id, content: `Words ${id}`, conversation_id: 1, message_type: 0, created_at: oldDay + id })),
    },
    'conversations/1/messages?before=101': {
      meta: {},
      payload: [{ id: 99, content: 'Words 99', conversation_id: 1, message_type: 1, created_at: oldDay + 1 }],
    },
  };
  const server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/api/v1/accounts/5/', '');
    asked.push(path);
    tokens.add(String(request.headers.api_access_token));
    if (path === 'labels' && !refused) {
      refused = true;
      response.writeHead(429, { 'retry-after': '1' }).end();
      return;
    }
    const empty = path.startsWith('conversations?') ? { data: { payload: [] } } : { payload: [] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[path] ?? empty));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, tokens };
}

test('an address of Chatwoot is read page by page, waits when it is told to, and its token is never shown and deleted at the end', async () => {
  const admin = await makeAdmin();
  const { url, asked, tokens } = await startChatwoot();
  const body = { source: 'chatwoot', apiUrl: url, apiAccount: '5', apiToken: 'very-secret-token' };
  const answered = (await as(admin).post(moves.start.path, body)).json();
  expect(JSON.stringify(answered)).not.toContain('very-secret-token');
  const moveId = answered.data.id;
  const planned = await scenes.settled(admin, moveId);
  expect(planned).toMatchObject({ phase: 'planned', apiUrl: url });
  expect(scenes.planOf(planned)).toEqual({
    contact: '3/0/0',
    conversation: '2/0/0',
    message: '5/0/0',
    label: '1/0/0',
    reply: '1/0/0',
    agent: '1/0/0',
    inbox: '1/0/0',
    team: '1/0/0',
  });
  expect([...tokens]).toEqual(['very-secret-token']);
  expect(asked.filter((path) => path === 'labels')).toHaveLength(2);
  expect(asked.filter((path) => path === 'agents')).toHaveLength(1);
});

test('a road that is none is refused: no file, both roads, a product without an address, a file of another kind', async () => {
  const admin = await makeAdmin();
  const start = async (body: object) => (await as(admin).post(moves.start.path, body)).json();
  expect(await start({ source: 'chatwoot' })).toMatchObject({
    code: 'move.invalid',
    data: { errors: [{ field: 'fileIds', code: 'move.one_road' }] },
  });
  expect(await start({ source: 'zendesk', apiUrl: 'https://x.example', apiAccount: '1', apiToken: 't' })).toMatchObject({
    data: { errors: [{ field: 'apiUrl', code: 'move.no_address' }] },
  });
  expect(await start({ source: 'chatwoot', apiUrl: 'https://x.example', apiAccount: '1' })).toMatchObject({
    data: { errors: [{ field: 'apiToken' }] },
  });
  expect((await scenes.sendFile(admin, 'list.xlsx', 'x')).json()).toMatchObject({
    code: 'move.invalid',
    data: { errors: [{ code: 'move.file_type' }] },
  });
  expect((await scenes.sendFile(admin, 'list.json', '')).json()).toMatchObject({ data: { errors: [{ code: 'move.file_empty' }] } });
  expect(await start({ source: 'chatwoot', fileIds: [admin.userId] })).toMatchObject({ code: 'file.not_found' });
});

test('nobody without the permission, without a session or of another enterprise reads, runs or undoes a move', async () => {
  const [admin, other] = [await makeAdmin(), await makeAdmin()];
  const agent = await makeUser({ enterprise: admin, roles: [2] });
  const planned = await scenes.plan(admin, 'chatwoot', { 'export.zip': chatwootZip() });
  for (const call of ['run', 'undo', 'retry'] as const) {
    const path = scenes.at(moves[call].path, planned.id);
    expect((await as(other).post(path, {})).json()).toMatchObject({ code: 'move.not_found' });
    expect((await stranger().post(path, {})).statusCode).toBe(401);
    expect((await as(agent).post(path, {})).json()).toMatchObject({ code: '1403' });
  }
  expect((await as(other).get(scenes.at(moves.get.path, planned.id))).json()).toMatchObject({ code: 'move.not_found' });
  expect((await as(other).get(moves.list.path)).json().data).toEqual({ moves: [], more: false });
  expect(
    (
      await as(other).post(moves.start.path, {
        source: 'chatwoot',
        fileIds: [(await scenes.sendFile(admin, 'a.json', '[]')).json().data.id],
      })
    ).json(),
  ).toMatchObject({ code: 'file.not_found' });
  await scenes.act(admin, 'run', planned.id);
  const [moved] = (await historyOf(admin)).moved;
  expect((await as(other).get(movedChats.get.path.replace(':movedId', moved?.id ?? ''))).json()).toMatchObject({
    code: 'moved_chat.not_found',
  });
  expect((await historyOf(other)).moved).toEqual([]);
});

test('old conversations count in no figure, go when a person is erased, and lose their words by the rule of retention', async () => {
  const admin = await makeAdmin();
  const planned = await scenes.plan(admin, 'chatwoot', { 'export.zip': chatwootZip() });
  await scenes.act(admin, 'run', planned.id);
  const { figures } = (await as(admin).get(`${chatAnalytics.report.path}?fromDate=2024-02-01&toDate=2024-04-30`)).json().data;
  expect(Object.values(figures).filter((figure) => (figure as { count: number }).count > 0)).toEqual([]);
  const person = (await customersOf(admin)).find(({ name }) => name === 'Contact 1');
  const held = (await as(admin).get(privacy.holdings.path.replace(':customerId', person?.id ?? ''))).json().data;
  expect(held.kinds).toEqual(
    expect.arrayContaining([
      { kind: 'movedChats', count: 1 },
      { kind: 'moveRecords', count: expect.any(Number) },
    ]),
  );
  const ctx = contextOf(admin);
  const who = {
    enterpriseId: admin.enterpriseId,
    customerIds: [person?.id ?? ''],
    name: '',
    addresses: ['+447946010001', 'contact1@example.com'],
    sharedAddresses: [],
    chatIds: [],
  };
  const ofMoves = app.deps.extensions.of(personalData).filter(({ kind }) => kind === 'movedChats' || kind === 'moveRecords');
  expect(ofMoves).toHaveLength(2);
  for (const data of ofMoves) await ctx.transaction((tx) => data.erase(ctx, tx, who, { limit: 100, cursor: '' }));
  const retained = app.deps.extensions.of(retainedData).find(({ kind }) => kind === 'movedChats');
  const [left] = (await historyOf(admin)).moved;
  expect((await historyOf(admin)).moved.map(({ number }) => number)).toEqual(['2']);
  expect((await scenes.records(admin, planned.id, '&kind=contact')).map(({ key }) => key)).not.toContain('1');
  await ctx.transaction(
    (tx) => retained?.erase(ctx, tx, new Date('2025-01-01'), { limit: 100, mark: '' }) ?? Promise.reject(new Error('no rule')),
  );
  const emptied = (await as(admin).get(movedChats.get.path.replace(':movedId', left?.id ?? ''))).json().data;
  expect([emptied.chat.isRemoved, emptied.messages]).toEqual([true, []]);
  expect((await historyOf(admin, '&text=words')).moved).toEqual([]);
});

test('a plan is discarded with all that was read, and one that was run is not', async () => {
  const admin = await makeAdmin();
  const planned = await scenes.plan(admin, 'chatwoot', { 'export.zip': chatwootZip() });
  expect((await as(admin).delete(scenes.at(moves.remove.path, planned.id))).json()).toMatchObject({ status: true });
  expect((await as(admin).get(scenes.at(moves.get.path, planned.id))).json()).toMatchObject({ code: 'move.not_found' });
  const second = await scenes.plan(admin, 'chatwoot', { 'export.zip': chatwootZip() });
  await scenes.act(admin, 'run', second.id);
  expect((await as(admin).delete(scenes.at(moves.remove.path, second.id))).json()).toMatchObject({
    code: 'move.phase',
    data: { phase: 'done' },
  });
});

test('moves are listed newest first and filtered by product and state, records by kind, outcome and reason', async () => {
  const admin = await makeAdmin();
  const first = await scenes.plan(admin, 'chatwoot', { 'export.zip': chatwootZip() });
  const second = await scenes.plan(admin, 'listmonk', { 'nothing.csv': 'a,b\n1,2\n' });
  const list = async (query: string) => (await as(admin).get(`${moves.list.path}?${query}`)).json().data;
  expect((await list('')).moves.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
  expect((await list('source=chatwoot')).moves.map(({ id }: { id: string }) => id)).toEqual([first.id]);
  expect((await list('phase=planned&perPage=1')).more).toBe(true);
  expect((await list('phase=done')).moves).toEqual([]);
  const keys = async (query: string) => (await scenes.records(admin, first.id, query)).map(({ kind, key }) => `${kind} ${key}`);
  expect(await keys('&kind=team')).toEqual(['team 4']);
  expect(await keys('&outcome=drop&reason=no_address')).toEqual(['contact 3']);
});
