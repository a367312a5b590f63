import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { broadcastTexts, endpoints } from '@parley/contract';
import pg from 'pg';
import { expect, vi } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { createPhoneBook } from './phone-book.ts';
import type { createScenes } from './scene.ts';
import { upload } from './upload.ts';
import { body, createVendorScenes, type Vendors, waitForRun } from './vendors.ts';

const { phoneBook, blacklist, broadcasts, chats, files, webhooks } = endpoints;

/** Texts that stand for one person, wherever they come to lie. */
export const canaries = {
  name: 'Qanarix Person',
  number: '+919811223344',
  formerNumber: '+919811223355',
  email: 'qanarix@person.example',
  attribute: 'Blue qanarix shoes',
  sentence: 'My parcel qanarixparcel has not come',
  agentNote: 'Told the qanarixnote warehouse',
  agentField: 'Sees a qanarixfield in the parcel',
  agentSide: 'Careful, qanarixside was rude',
  caption: 'See this qanarixcaption',
  reply: 'We look at qanarixreply today',
  file: 'Content of qanarixfile',
};
/** Texts that must be found nowhere: the texts themselves, and the numbers as people and vendors write them. */
export const traces = [
  ...Object.values(canaries).map((text) => text.replace(/^\+/, '')),
  'qanarix',
  canaries.number.slice(3),
  canaries.formerNumber.slice(3),
  '98112 23344',
  Buffer.from(canaries.number.slice(1)).toString('base64').replace(/=+$/, ''),
];

const byName = [{ type: 'messageTags', card: null, variables: [{ variable: 'body.1', type: 'column', value: 'name', mappings: [] }] }];

/** An enterprise in which one person has left everything that a person can leave, beside another person. */
export function createPeople(app: TestApp, vendors: Vendors, { connect }: Pick<ReturnType<typeof createScenes>, 'connect'>) {
  const { as, makeUser } = app;
  const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);
  const book = createPhoneBook(app);

  async function makeWorld() {
    const admin = await makeUser({ name: 'Admin' });
    const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Asha' });
    const socket = await connect(agent);
    const { channelId } = await makeWhatsApp(admin);
    await vendors.control.behave(channelId, { receiptDelayMs: 0 });
    const hook = { name: 'Own system', url: 'https://hooks.example.com/in', events: ['chat.message', 'message.status'] };
    expect((await as(admin).post(webhooks.create.path, hook)).json()).toMatchObject({ status: true });
    const shoes = await book.makeAttribute(admin, 'Shoes');
    const groupId = await book.makeGroup(admin, 'Buyers');
    const labelId = await book.makeLabel(admin, 'Loud');
    const other = await book.makeCustomer(admin, { name: 'Other Person', phoneNumber: '+919822000001', groups: [groupId] });
    const values = { emailId: canaries.email, groups: [groupId], tags: [labelId], data: [{ id: shoes._id, value: canaries.attribute }] };
    const person = await book.makeCustomer(admin, { name: canaries.name, phoneNumber: canaries.number, ...values });
    // Once they were two, with two numbers.
    const twin = await book.makeCustomer(admin, { name: 'Qanarix Twin', phoneNumber: canaries.formerNumber });
    const merging = {
      keepId: person.id,
      mergeId: twin.id,
      version: person.version,
      values: { name: canaries.name, ...values, phoneNumber: canaries.number },
    };
    expect((await as(admin).post(phoneBook.merge.path, merging)).json()).toMatchObject({ status: true });

    // A chat by WhatsApp with a picture, an agent's answer, a note of hers and an offer.
    const chatId = await chatWith(agent, socket, channelId);
    const noted = await as(agent).put(chats.updateTag.path.replace(':chatId', chatId), { tag: 'Parcel', note: canaries.agentNote });
    expect(noted.json()).toMatchObject({ status: true });
    expect(await socket.ask('chatNote', { chatId, key: `note-${chatId}`, text: canaries.agentSide })).toMatchObject({ status: true });
    const field = (await as(admin).post(endpoints.chatFields.create.path, { name: 'Finding', kind: 'text' })).json().data;
    const filling = { values: { [field.id]: canaries.agentField } };
    const filled = await as(agent).put(endpoints.chatFields.saveOfChat.path.replace(':chatId', chatId), filling);
    expect(filled.json()).toMatchObject({ status: true });

    // A broadcast to a group and to typed numbers.
    const template = await makeTemplate(admin, channelId, [body('Hello {{1}}, new shoes.', { '1': 'Asha' })]);
    const runId = await send({ admin, channelId, template }, { phoneNumber: ['98112 23344', '+91 98220 00001'], groupIds: [groupId] });

    // An import with a row of the person and one of theirs that is refused; an export; a saved filter; a block.
    const csv = `Name,Phone Number,Email\n${canaries.name},98112 23344,${canaries.email}\nThird Person,9822000009,\nQanarix P,98112 23344,broken-mail\n`;
    await book.importCsv(admin, csv, { replace: true });
    const filter = {
      name: 'Who is it',
      conditions: {
        match: 'all',
        clauses: [{ match: 'all', conditions: [{ field: 'phoneNumber', operator: 'is', values: [canaries.number] }] }],
      },
    };
    expect((await as(admin).post(phoneBook.saveFilter.path, filter)).json()).toMatchObject({ status: true });
    await as(admin).put(phoneBook.setConsent.path.replace(':customerId', person.id), {
      channel: 'WHATSAPP',
      state: 'refused',
      source: 'Call',
    });
    await as(admin).post(blacklist.create.path, { numbers: [canaries.number], kind: 'opted_out', reason: 'Asked', source: 'manual' });
    await exportAll(admin);
    return {
      admin,
      agent,
      socket,
      channelId,
      template,
      groupId,
      personId: person.id as string,
      otherId: other.id as string,
      chatId,
      runId,
    };
  }

  type Sending = { admin: TestUser; channelId: string; template: Awaited<ReturnType<typeof makeTemplate>> };
  async function send({ admin, channelId, template }: Sending, to: object): Promise<string> {
    const sent = await as(admin).post(broadcasts.send.path, {
      channelId,
      country: 'IN',
      message: { template: { templateId: template.name, templateUId: template.templateId, cards: [] } },
      columnMapping: byName,
      ...to,
    });
    expect(sent.json()).toMatchObject({ status: true, message: broadcastTexts.sent });
    const runId = sent.json().data.id as string;
    await waitForRun({ enterpriseId: admin.enterpriseId, ctx: app.contextOf(admin) }, runId, ['QUEUED']);
    return runId;
  }

  /** Sends a broadcast to one number, and returns its number, status and reason. */
  async function sendTo(world: Sending, number: string): Promise<string[]> {
    const runId = await send(world, { phoneNumber: [number] });
    const rows = await waitForRun({ enterpriseId: world.admin.enterpriseId, ctx: app.contextOf(world.admin) }, runId, ['QUEUED']);
    return rows.flatMap(({ address, status, reason }) => [address, status, reason]);
  }

  async function chatWith(agent: TestUser, socket: Awaited<ReturnType<typeof connect>>, channelId: string): Promise<string> {
    await vendors.control.act(channelId, canaries.number, { kind: 'text', text: canaries.sentence }, canaries.name);
    const { chatId } = await socket.next('customerStartChat');
    await socket.ask('agentPickupChat', { chatId });
    await vendors.control.act(channelId, canaries.number, { kind: 'media', media: 'image', caption: canaries.caption });
    const file = upload('qanarix.pdf', Buffer.from(`%PDF-1.4\n% Content of qanarixfile\n%%EOF\n`));
    const { id } = (await as(agent).post(files.upload.path, ...file)).json().response;
    await socket.ask('agentReply', { chatId, key: `key-${chatId}`, message: canaries.reply, attachmentId: id });
    return chatId;
  }

  async function exportAll(admin: TestUser): Promise<void> {
    const started = (await as(admin).post(phoneBook.startBulk.path, { action: 'export', selection: { filter: {} } })).json();
    expect(started).toMatchObject({ status: true });
    await vi.waitFor(
      async () => {
        const { bulkJob } = (await as(admin).get(phoneBook.getBulk.path.replace(':bulkId', started.data.bulkJob.id))).json().data;
        expect(bulkJob.state).toBe('completed');
      },
      { interval: 50 },
    );
  }

  return { makeWorld, book, sendTo };
}

/** Tables of the enterprise, and of the jobs, with rows that hold a text; bytes are read as the text that they are. */
export async function tablesWith({ deps }: Pick<TestApp, 'deps'>, texts: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: deps.config.databaseUrl ?? '' });
  await client.connect();
  try {
    const { rows: columns } = await client.query<{ name: string; list: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name,
        string_agg(case when t.typname = 'bytea' then format('encode(t.%I, ''escape'')', a.attname) else format('t.%I::text', a.attname) end, ' || chr(10) || ' order by a.attnum) as list
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        join pg_type t on t.oid = a.atttypid
      where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p') and not c.relispartition group by 1`);
    const found: string[] = [];
    for (const { name, list } of columns) {
      const cells = list.split(' || chr(10) || ').map((cell) => `coalesce(${cell}, '')`);
      const { rows } = await client.query<{ text: string }>(
        `select n as text from unnest($1::text[]) n where exists (select from ${name} t where position(lower(n) in lower(concat_ws(chr(10), ${cells.join(', ')}))) > 0)`,
        [texts],
      );
      for (const { text } of rows) found.push(`${name}: ${text}`);
    }
    return found.sort();
  } finally {
    await client.end();
  }
}

/** Stored files that hold a text, those inside of zips and spreadsheets too. */
export function filesWith({ deps }: Pick<TestApp, 'deps'>, texts: readonly string[]): string[] {
  const folder = path.join(deps.config.dataDir, 'files');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const bytes = readFileSync(path.join(entry.parentPath, entry.name));
    const contents = [bytes, ...entriesOfZip(bytes)].map((part) => part.toString('latin1').toLowerCase());
    return texts
      .filter((text) => contents.some((content) => content.includes(Buffer.from(text.toLowerCase()).toString('latin1'))))
      .map((text) => `${entry.name}: ${text}`);
  });
}

const localHeader = Buffer.from('PK\u0003\u0004', 'latin1');
/** Every deflated or stored part after a local header; what is cut off by an unknown length ends at the next one. */
function entriesOfZip(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = bytes.indexOf(localHeader); at !== -1; at = bytes.indexOf(localHeader, at + 4)) {
    const [method, nameLength, moreLength] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 26), bytes.readUInt16LE(at + 28)];
    const rest = bytes.subarray(at + 30 + nameLength + moreLength);
    if (method === 8) parts.push(inflateRawSync(rest, { finishFlush: 2 }));
  }
  return parts;
}
