import { type ChatAction, type EntryMail, endpoints, type MailReply, type SandboxMail } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createScenes } from '../../../../test/scene.ts';
import { upload } from '../../../../test/upload.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { keepTranslations } from '../assist/translation.repository.ts';
import { readMailId } from '../mail/mail.id.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser, contextOf } = app;
const { connect } = createScenes(app);
const { makeMail } = createVendorScenes(app, vendors);
const patience = { interval: 50, timeout: 10_000 };
const { chats } = endpoints;

const meera = { name: 'Meera Nair', address: 'meera@mail.example' };
const omar = { name: 'Omar', address: 'omar@mail.example' };
const shop = { name: 'Shop', address: 'help@shop.example' };
const first: EntryMail = {
  subject: 'Re: AW: My order 17',
  from: meera,
  to: [shop, omar],
  cc: [{ name: 'Lea', address: 'lea@mail.example' }],
  bcc: [],
  messageId: 'first@mail.example',
  sender: 'proven',
  quotedAt: -1,
  hasPage: false,
  isAutomatic: false,
};

/** A chat by mail that an agent has, with a mail of its customer's in it. */
async function makeChat({ hidesAddresses = false } = {}) {
  const admin = await makeUser();
  const role = { name: 'Sees no mail', permissions: ['CUSTOMER.VIEW', 'CHAT.HANDLE'], maskedFields: ['email'], dataScope: 'enterprise' };
  const code = hidesAddresses ? (await as(admin).put(endpoints.roles.saveRole.path, role)).json().data.code : 3;
  const agent = await makeUser({ enterprise: admin, roles: [code], name: 'Asha' });
  const channel = await makeMail(admin);
  const ctx = contextOf(admin);
  await ctx.transaction((tx) =>
    sql`update channels set config = ${JSON.stringify({ fromEmail: shop.address, fromName: shop.name })}::jsonb
      where enterprise_id = ${admin.enterpriseId} and channel_id = ${channel.channelId}`.execute(tx),
  );
  const socket = await connect(agent);
  /** A mail of the customer's comes in. */
  const receive = async (msg: object) => {
    const from = { from_email: meera.address, from_name: meera.name, email: shop.address };
    const events = [{ event: 'inbound', ts: Math.floor(Date.now() / 1000), msg: { ...from, ...msg } }];
    const form = new URLSearchParams({ mandrill_events: JSON.stringify(events) }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await app.stranger().post(new URL(channel.hookUrl).pathname, form, { headers })).statusCode).toBe(200);
  };
  const text = 'Where is it?\n> earlier';
  await receive({ subject: 'Re: AW: My order 17', text, headers: { 'Message-Id': '<first@mail.example>' } });
  const { chatId } = await socket.next('customerStartChat');
  /** Writes into an entry the mail that it came as. */
  const noteMail = (number: number, mail: EntryMail) =>
    ctx.transaction((tx) =>
      sql`update chat_actions set detail = detail || ${JSON.stringify({ mail })}::jsonb
        where enterprise_id = ${admin.enterpriseId} and chat_id = ${chatId} and number = ${number}`.execute(tx),
    );
  const entries = async (): Promise<ChatAction[]> => (await as(admin).get(chats.get.path.replace(':chatId', chatId))).json().data.messages;
  const { number } = (await entries()).find(({ actionType }) => actionType === 1) as ChatAction;
  await noteMail(number, first);
  await socket.ask('agentPickupChat', { chatId });
  let keys = 0;
  const ask = (message: string, mail?: object, more: object = {}) => {
    keys += 1;
    return socket.ask('agentReply', { chatId, key: `key-${keys}`, message, ...(mail ? { mail: mail as MailReply } : {}), ...more });
  };
  const reply = async (message: string, mail?: object, more: object = {}): Promise<ChatAction> =>
    (await ask(message, mail, more)).data.action as ChatAction;
  /** Finds by its words a mail that has arrived at the customer's. */
  const arrived = (words: string) =>
    vi.waitFor(async () => {
      const { messages } = await vendors.control.phone(channel.channelId, meera.address);
      const found = messages.find(({ text }) => text.startsWith(words));
      if (!found?.mail) throw new Error(`Nothing has come with ${words}`);
      return { ...found, mail: found.mail, headers: headersOf(found.mail) };
    }, patience);
  return { admin, agent, socket, ctx, chatId, channelId: channel.channelId, number, entries, arrived, receive, noteMail, ask, reply };
}
const mailOf = ({ detail }: ChatAction) => detail.mail as EntryMail;
const headersOf = (mail: SandboxMail) => Object.fromEntries(mail.headers.map(({ name, value }) => [name, value]));
/** The parent of a mail, as a mail client finds it: the answered one, else the last of those before it. */
const parentOf = (headers: Record<string, string>) => headers['In-Reply-To'] ?? headers.References?.split(' ').at(-1);

test('a reply by mail stands in its thread: subject, recipients, parents, the repeated mail, and one row of the ledger', async () => {
  const { admin, reply, ctx, chatId, number, entries, arrived } = await makeChat();
  const mail = {
    subject: 'Re: My order 17',
    to: [meera, omar, { name: '', address: 'OMAR@mail.example' }],
    cc: [{ name: 'Lea', address: 'lea@mail.example' }, shop],
    bcc: [{ name: '', address: 'boss@shop.example' }],
    isQuoting: true,
  };
  const action = await reply('It is on its way.', mail);
  const shown = mailOf(action);
  expect(shown).toEqual({
    subject: 'Re: My order 17',
    from: shop,
    to: [meera, omar],
    cc: [{ name: 'Lea', address: 'lea@mail.example' }],
    bcc: [{ name: '', address: 'boss@shop.example' }],
    messageId: expect.stringMatching(/^c\..+@shop\.example$/),
    sender: 'proven',
    quotedAt: -1,
    hasPage: false,
    isAutomatic: false,
  });
  expect(readMailId(ctx, shown.messageId)).toEqual({ chatId, number: action.number });
  const one = await arrived('It is on its way.');
  expect([one.subject, one.mail.to, one.mail.cc, one.mail.bcc, one.headers]).toEqual([
    'Re: My order 17',
    ['Meera Nair <meera@mail.example>', 'Omar <omar@mail.example>'],
    ['Lea <lea@mail.example>'],
    ['boss@shop.example'],
    { 'Message-ID': `<${shown.messageId}>`, 'In-Reply-To': '<first@mail.example>', References: '<first@mail.example>' },
  ]);
  expect(one.text).toMatch(/^It is on its way\.\n\nOn .+ Meera Nair wrote:\n(> .*\n?)+/);
  expect(one.text.split('\n').slice(-2)).toEqual(['> Where is it?', '>> earlier']);

  // The next one, without a word about recipients, answers the newest mail: ours, and goes to whom the chat is with.
  const next = await reply('It will come today.');
  const second = await arrived('It will come today.');
  expect([second.subject, second.mail.to, second.mail.cc]).toEqual(['Re: My order 17', ['Meera Nair <meera@mail.example>'], []]);
  expect(second.headers).toEqual({
    'Message-ID': `<${mailOf(next).messageId}>`,
    'In-Reply-To': `<${shown.messageId}>`,
    References: `<first@mail.example> <${shown.messageId}>`,
  });
  // An older mail can be answered, and its parent is that one.
  await reply('One more thing.', { subject: '', to: [meera], answers: number });
  const third = await arrived('One more thing.');
  expect([third.subject, parentOf(third.headers), third.headers.References]).toEqual([
    'Re: My order 17',
    '<first@mail.example>',
    '<first@mail.example>',
  ]);

  const ledger = await ctx.read((tx) =>
    tx
      .selectFrom('messages')
      .select(['number', 'address'])
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('direction', '=', 'out')
      .where('source', '=', 'CHAT')
      .orderBy('number')
      .execute(),
  );
  const replies = (await entries()).filter(({ actionType, authorKind }) => actionType === 3 && authorKind === 'agent');
  expect(ledger).toEqual(replies.map((reply) => ({ number: reply.number, address: meera.address })));
});

test('a mail that cannot leave is refused with its field and reason: addresses, own ones alone, an unknown mail, another channel', async () => {
  const { ask, entries } = await makeChat();
  const before = (await entries()).length;
  const refusal = async (mail: object) => {
    const { status, code, data } = await ask('Hello', { subject: 'Hello', ...mail });
    expect([status, code]).toEqual([false, 'request.invalid']);
    return (data.issues as { field: string; code: string }[]).map((fault) => `${fault.field} ${fault.code}`);
  };
  expect(await refusal({ to: [{ name: '', address: 'meera@' }] })).toEqual(['mail.to.0.address mail.address']);
  expect(await refusal({ to: [] })).toEqual(['mail.to mail.nobody']);
  expect(await refusal({ to: [{ ...shop, address: 'Help@shop.example' }] })).toEqual(['mail.to mail.own']);
  expect(await refusal({ to: [meera], answers: 99 })).toEqual(['mail.answers mail.unknown']);
  expect((await entries()).length).toBe(before);
});

test('nobody who is blocked gets a mail by Cc or Bcc, and the line above repeated words is in the customer’s language', async () => {
  const { admin, ctx, chatId, ask, reply, arrived, entries } = await makeChat();
  const given = { kind: 'blocked', reason: 'Rude', numbers: ['OMAR@mail.example'] };
  expect((await as(admin).post(endpoints.blacklist.create.path, given)).json()).toMatchObject({ status: true });
  const before = (await entries()).length;
  const faultOf = async (mail: object) => (await ask('Hello', { subject: 'Hello', to: [meera], ...mail })).data.issues;
  const fault = { code: 'mail.blocked' };
  expect(await faultOf({ cc: [{ name: '', address: 'lea@mail.example' }, omar] })).toMatchObject([
    { field: 'mail.cc.1.address', ...fault },
  ]);
  expect(await faultOf({ bcc: [omar] })).toMatchObject([{ field: 'mail.bcc.0.address', ...fault }]);
  expect(await faultOf({ to: [meera, omar] })).toMatchObject([{ field: 'mail.to.1.address', ...fault }]);
  expect((await entries()).length).toBe(before);

  await ctx.transaction((tx) =>
    sql`update customers set profile = profile || '{"language":"hi"}'::jsonb where enterprise_id = ${admin.enterpriseId}
      and customer_id = (select customer_id from chats where enterprise_id = ${admin.enterpriseId} and chat_id = ${chatId})`.execute(tx),
  );
  await reply('Soon.', { subject: 'Re: My order 17', to: [meera], isQuoting: true });
  expect((await arrived('Soon.')).text).toMatch(/^Soon\.\n\n.+ को Meera Nair ने लिखा:\n(> .*\n?)+/);
});

test('a reply that failed goes again as the same mail, a file goes along with it, and programs answer in the thread too, marked', async () => {
  const { admin, agent, socket, chatId, channelId, reply, entries, arrived } = await makeChat();
  // The greeting was written by the program, as an answer to the first mail.
  const greeting = (await entries()).find(({ authorKind }) => authorKind === 'system') as ChatAction;
  expect(mailOf(greeting)).toMatchObject({ to: [{ address: meera.address }], isAutomatic: true, sender: 'proven' });
  const come = await arrived(greeting.message);
  expect(come.headers).toMatchObject({ 'Auto-Submitted': 'auto-replied', 'Message-ID': `<${mailOf(greeting).messageId}>` });

  await vendors.control.behave(channelId, { failNext: { count: 1, code: 'spam' } });
  const [form, options] = upload('rows.csv', Buffer.from('a,b\r\n1,2\r\n'));
  const attachmentId = (await as(agent).post(endpoints.files.upload.path, form, options)).json().response.id;
  const sent = await reply('See the table.', { subject: 'Table', to: [meera, omar] }, { attachmentId });
  const failed = await vi.waitFor(async () => {
    const found = (await entries()).find(({ actionId }) => actionId === sent.actionId);
    expect(found?.detail.failure).toBeDefined();
    return found as ChatAction;
  }, patience);
  expect(mailOf(failed)).toEqual(mailOf(sent));
  await vendors.control.behave(channelId, {});
  expect(await socket.ask('agentRetry', { chatId, actionId: sent.actionId })).toMatchObject({ status: true });
  const again = await arrived('See the table.');
  expect([again.subject, again.mail.to, again.headers['Message-ID']]).toEqual([
    'Table',
    ['Meera Nair <meera@mail.example>', 'Omar <omar@mail.example>'],
    `<${mailOf(sent).messageId}>`,
  ]);
  expect([again.text, again.mail.files]).toEqual(['See the table.', [{ name: 'rows.csv', type: 'text/csv', size: 10 }]]);
  const after = (await entries()).filter(({ actionId }) => actionId === sent.actionId);
  expect(after.map(({ detail }) => [detail.mail, detail.isRetried])).toEqual([[mailOf(sent), true]]);
  expect(admin.enterpriseId).toBe(agent.enterpriseId);
});

test('a signature of the department stands below an agent’s words, above the repeated mail, and below no other ones', async () => {
  const { admin, agent, chatId, reply, arrived } = await makeChat();
  const save = async (mailSignature: string) =>
    (await as(admin).post(endpoints.chats.saveConfiguration.path, { chat: { mailSignature } })).json();
  expect(await save('{{ customer.name }}')).toMatchObject({ status: false, code: 'request.invalid' });
  expect(await save('Kind regards\n{{ agent.name }}')).toMatchObject({ status: true });
  const seen = async () => (await as(agent).get(endpoints.mailReplies.get.path.replace(':chatId', chatId))).json().data;
  expect(await seen()).toEqual({ from: shop, own: [shop.address], signature: 'Kind regards\nAsha', lines: null });
  await reply('Soon.', { subject: 'Re: My order 17', to: [meera], isQuoting: true });
  expect((await arrived('Soon.')).text).toMatch(/^Soon\.\n\n-- \nKind regards\nAsha\n\nOn .+ wrote:\n>/);
  const stranger = await makeUser({ roles: [3] });
  const foreign = await as(stranger).get(endpoints.mailReplies.get.path.replace(':chatId', chatId));
  expect(foreign.json().code).toBe('chat.not_found');
});

test('a draft keeps its subject and recipients, over older pages that know none, until its reply leaves', async () => {
  const { agent, socket, chatId, ask } = await makeChat();
  const read = async () => (await as(agent).get(endpoints.chatDrafts.get.path.replace(':chatId', chatId))).json().data;
  const mail = { subject: 'Re: My order 17', to: [meera], cc: [omar], bcc: [], answers: null, isQuoting: true };
  await socket.ask('saveDraft', { chatId, text: 'Half', seen: 4, revision: 0, mail });
  expect(await read()).toEqual({ text: 'Half', seen: 4, revision: 1, mail });
  await socket.ask('saveDraft', { chatId, text: 'Half a', seen: 4, revision: 1 });
  expect(await read()).toEqual({ text: 'Half a', seen: 4, revision: 2, mail });
  await ask('Half a sentence', undefined, { draft: 2 });
  expect(await read()).toEqual({ text: '', seen: null, revision: 3, mail: null });
});

test('an agent whose roles hide addresses sees none of a mail, by call or by socket, and their reply goes to whom the chat is with', async () => {
  const { agent, socket, chatId, ask, entries, arrived } = await makeChat({ hidesAddresses: true });
  const own = (await as(agent).get(chats.get.path.replace(':chatId', chatId))).json().data;
  const [shown] = (own.messages as ChatAction[]).filter(({ detail }) => detail.mail);
  expect(shown?.detail.mail).toEqual({
    ...first,
    from: { name: 'Meera Nair', address: '' },
    to: [
      { name: 'Shop', address: '' },
      { name: 'Omar', address: '' },
    ],
    cc: [{ name: 'Lea', address: '' }],
  });
  expect(JSON.stringify(own.messages)).not.toMatch(/(meera|omar|lea|help)@/);

  // Also of what the colleagues of the chat see whole.
  const answered = await ask('It is on its way.');
  expect(JSON.stringify(answered)).not.toMatch(/(meera|omar|lea|help)@/);
  expect((answered.data.action as ChatAction).detail.mail).toMatchObject({ to: [{ name: 'Meera Nair', address: '' }] });
  const event = await socket.next('agentReply');
  expect(JSON.stringify(event)).not.toMatch(/(meera|omar|lea|help)@/);
  expect(mailOf((await entries()).at(-1) as ChatAction).to).toEqual([meera]);
  const one = await arrived('It is on its way.');
  expect([one.subject, one.mail.to, one.mail.cc]).toEqual(['Re: My order 17', ['Meera Nair <meera@mail.example>'], []]);
  expect(one.headers['In-Reply-To']).toBe('<first@mail.example>');
});

test('an agent whose roles hide addresses answers all: the server fills the lines, and no address reaches the agent', async () => {
  const { admin, agent, socket, ctx, chatId, number, ask, reply, entries, arrived, noteMail } = await makeChat({ hidesAddresses: true });
  await noteMail(number, {
    ...first,
    cc: [...first.cc, { name: '', address: 'tom@mail.example' }, { name: 'Rude', address: 'rude@mail.example' }],
  });
  const given = { kind: 'blocked', reason: 'Rude', numbers: ['rude@mail.example'] };
  expect((await as(admin).post(endpoints.blacklist.create.path, given)).json()).toMatchObject({ status: true });
  const seen: unknown[] = [];
  const path = (given: string) => given.replace(':chatId', chatId);
  const parts = (await as(agent).get(`${path(endpoints.mailReplies.get.path)}?answers=${number}`)).json().data;
  seen.push(parts);
  expect(parts).toEqual({
    from: { name: 'Shop', address: '' },
    own: [],
    signature: '',
    lines: { sender: { to: ['Meera Nair'], cc: [] }, all: { to: ['Meera Nair', 'Omar'], cc: ['Lea', ''] } },
  });
  expect((await as(agent).get(path(endpoints.mailReplies.get.path))).json().data).toEqual(parts);

  const mail = { subject: 'Re: My order 17', to: [], cc: [], bcc: [], answers: number, isQuoting: true, goesTo: 'all' };
  seen.push(await socket.ask('saveDraft', { chatId, text: 'Half', seen: 4, revision: 0, mail: mail as MailReply }));
  const draft = async () => (await as(agent).get(path(endpoints.chatDrafts.get.path))).json().data;
  expect((await draft()).mail).toEqual(mail);
  const answered = await ask('To all of you.', mail, { draft: 1 });
  seen.push(answered, await socket.next('agentReply'), await draft());
  expect((await entries()).at(-1)?.detail.mail).toMatchObject({
    to: [meera, omar],
    cc: [
      { name: 'Lea', address: 'lea@mail.example' },
      { name: '', address: 'tom@mail.example' },
    ],
    bcc: [],
  });
  const one = await arrived('To all of you.');
  expect([one.mail.to, one.mail.cc, one.headers['In-Reply-To']]).toEqual([
    ['Meera Nair <meera@mail.example>', 'Omar <omar@mail.example>'],
    ['Lea <lea@mail.example>', 'tom@mail.example'],
    '<first@mail.example>',
  ]);
  const sender = await reply('To you alone.', { ...mail, answers: null, isQuoting: false, goesTo: 'sender' });
  seen.push(sender, await socket.next('agentReply'));
  const failure = { code: 'X', text: '550 <omar@mail.example>: unknown; tom@mail.example' };
  await ctx.transaction((tx) =>
    sql`update chat_actions set detail = detail || ${JSON.stringify({ failure })}::jsonb
      where enterprise_id = ${admin.enterpriseId} and chat_id = ${chatId} and number = ${(answered.data.action as ChatAction).number}`.execute(
      tx,
    ),
  );
  const delivery = endpoints.chatHistory.delivery.path.replace(':number', String((answered.data.action as ChatAction).number));
  seen.push((await as(agent).get(path(delivery))).json().data);
  // A draft with addresses of an agent who saw them once shows them no more.
  await ctx.transaction((tx) =>
    sql`update chat_drafts set mail = ${JSON.stringify({ ...mail, goesTo: undefined, to: [omar], cc: [meera] })}::jsonb
      where enterprise_id = ${admin.enterpriseId} and chat_id = ${chatId}`.execute(tx),
  );
  expect((await draft()).mail).toEqual({ ...mail, goesTo: 'sender' });
  seen.push(await draft(), await socket.ask('saveDraft', { chatId, text: 'Other', seen: 4, revision: 0 }));
  seen.push((await as(agent).get(path(chats.get.path))).body);
  const own = (await as(agent).get(path(chats.get.path))).json().data.messages as ChatAction[];
  expect(own.find(({ detail }) => detail.failure)?.detail.failure).toEqual({ code: 'X', text: '550 <•••>: unknown; •••' });
  expect(seen.map((one) => JSON.stringify(one)).filter((words) => /(meera|omar|lea|tom|rude|help)@/.test(words))).toEqual([]);
  expect((await ask('Hello', { ...mail, answers: 99 })).data.issues).toMatchObject([{ field: 'mail.answers', code: 'mail.unknown' }]);
});

test('34.8 words, pages, previews, hits, translations and transcripts of mails show no address to a user whose roles hide them', async () => {
  const { admin, agent, socket, ctx, chatId, receive, entries, ask } = await makeChat({ hidesAddresses: true });
  const quoted = 'On Monday, Omar <omar@mail.example> wrote:\n> From: lea@mail.example\n> Delivered';
  const html =
    '<p>Grüße an <a href="mailto:omar@mail.example?cc=lea@mail.example">omar@mail.example</a> <a href="https://shop.example/@us">us</a></p>';
  await receive({
    subject: 'Fwd: lea@mail.example',
    text: `Zebra, tell omar@mail.example.\n\n${quoted}`,
    html,
    headers: { 'Message-Id': '<second@mail.example>', 'In-Reply-To': '<first@mail.example>' },
  });
  const arrival = await socket.next('customerReply', ({ action }) => action.message.includes('Zebra'));
  const { number } = arrival.action;
  const at = (path: string) => path.replace(':chatId', chatId);
  const read = async (user: typeof agent, path: string) => (await as(user).get(at(path))).body;
  const hits = (user: typeof agent) => read(user, `${endpoints.inbox.search.path}?q=zebra`);
  await vi.waitFor(async () => expect(JSON.parse(await hits(agent)).data.hits).toHaveLength(1), patience);
  const source = (await entries()).find((entry) => entry.number === number)?.message ?? '';
  await ctx.transaction((tx) =>
    keepTranslations(tx, { enterpriseId: admin.enterpriseId, userId: agent.userId }, chatId, [
      { number, language: 'en', text: 'Tell omar@mail.example', source },
    ]),
  );
  const page = endpoints.mailPages.get.path.replace(':number', String(number));
  const everywhere = (user: typeof agent) =>
    Promise.all([
      read(user, chats.get.path),
      read(user, chats.summary.path),
      hits(user),
      read(user, page),
      read(user, `${endpoints.assist.translations.path}?language=en`),
      read(user, `${endpoints.chatHistory.text.path}?internal=0`),
    ]);
  const seen = await everywhere(agent);
  const overtaken = await ask('Done.', undefined, { seen: 1 });
  expect([JSON.stringify(arrival), ...seen, JSON.stringify(overtaken)].filter((words) => /(meera|omar|lea)@/.test(words))).toEqual([]);
  expect(JSON.parse(seen[3]).data.html).toBe(
    '<p>Grüße an <a href="" target="_blank" rel="noopener noreferrer nofollow">•••</a> <a href="https://shop.example/@us" target="_blank" rel="noopener noreferrer nofollow">us</a></p>',
  );
  expect((await everywhere(admin)).map((words) => words.includes('omar@'))).toEqual([true, false, true, true, true, true]);
  // The place at which the answered mail begins is that of the words that are shown, and somebody who may see addresses sees all of them.
  const shown = (JSON.parse(seen[0]).data.messages as ChatAction[]).find((entry) => entry.number === number) as ChatAction;
  expect(shown.message.slice(mailOf(shown).quotedAt)).toBe(quoted.replace('omar@mail.example', '•••').replace('lea@mail.example', '•••'));
  const whole = (await entries()).find((entry) => entry.number === number) as ChatAction;
  expect(whole.message.slice(mailOf(whole).quotedAt)).toBe(quoted);
});
