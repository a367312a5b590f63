import { type ChatAction, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createMailScenes, mail, mailConfig, mailPatience as patience, saidIn } from '../../../../test/mails.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';
import { mailIdOf } from './mail.id.ts';

const app = await startApp({ config: mailConfig });
const { as, contextOf } = app;
const { scene, getChat } = createMailScenes(app);
const { visit } = createScenes(app);

const pagePath = (chatId: string, number: number) =>
  endpoints.mailPages.get.path.replace(':chatId', chatId).replace(':number', String(number));
const listChats = async (user: TestUser) => (await as(user).get(endpoints.chats.history.path)).json().data.chats as { chatId: string }[];
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('a page is shown cleaned: no script, no form, pictures of others on a press alone, its own by their file', async () => {
  const { admin, agent, imap, socket } = await scene();
  const page = [
    '<html><head><style>p{color:red}</style><script>alert(1)</script></head><body onload="x()">',
    '<p style="color:#ff0000;position:fixed;background:url(https://spy.example/b)">Hello <b>you</b></p>',
    '<form action="https://spy.example"><input name="a"><button>Go</button></form><a href="javascript:x()">bad</a> <a href="https://shop.example/a">good</a>',
    '<img src="https://spy.example/pixel.gif" alt="logo"><img src="cid:own@mail"><img src="cid:missing"></body></html>',
  ].join('');
  const body = [
    '--b1\r\nContent-Type: multipart/alternative; boundary=b2\r\n',
    '--b2\r\nContent-Type: text/plain\r\n\r\nHello you',
    `--b2\r\nContent-Type: text/html\r\n\r\n${page}`,
    '--b2--',
    `--b1\r\nContent-Type: image/png; name=own.png\r\nContent-ID: <own@mail>\r\nContent-Transfer-Encoding: base64\r\n\r\n${png}`,
    '--b1--',
  ].join('\r\n');
  imap.deliver(mail({ Subject: 'Page', 'MIME-Version': '1.0', 'Content-Type': 'multipart/related; boundary=b1' }, body));
  const { chatId } = await socket.next('customerStartChat');
  const [entry] = saidIn(await getChat(admin, chatId)) as [ChatAction];
  expect(entry).toMatchObject({ message: 'Page\n\nHello you', attachment: { name: 'own.png' }, detail: { mail: { hasPage: true } } });
  const { data } = (await as(admin).get(pagePath(chatId, entry.number))).json();
  expect(data.pictures).toBe(1);
  expect(data.html).toContain('<p style="color:#ff0000">Hello <b>you</b></p>');
  expect(data.html).toContain('<a href="https://shop.example/a" target="_blank" rel="noopener noreferrer nofollow">good</a>');
  expect(data.html).toContain('<img data-remote="https://spy.example/pixel.gif" alt="logo" />');
  for (const bad of ['script', 'form', 'input', 'javascript', 'onload', 'position', 'url(', 'src="https://spy', 'cid:'])
    expect(data.html).not.toContain(bad);
  const own = /<img src="([^"]+\/[^"]*)"/.exec(data.html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { pathname, search } = new URL(own, app.url);
  expect((await app.stranger().get(pathname + search)).headers['content-type']).toBe('image/png');
  const withPictures = (await as(admin).get(`${pagePath(chatId, entry.number)}?pictures=1`)).json().data;
  expect(withPictures.html).toMatch(/<img src="\/e\/enterprise\/chat\/[^"?]+\/mail\/2\/pictures\/1\?x-access-id=[^"]+" alt="logo" \/>/);
  expect(withPictures.html).not.toContain('spy.example');

  // A user who may not read the chat, or of another enterprise, finds no page; a message without one has none.
  const other = await app.makeUser();
  expect((await as(other).get(pagePath(chatId, entry.number))).json().code).toBe('chat.not_found');
  const colleague = await app.makeUser({ enterprise: admin, roles: [3] });
  await socket.ask('agentPickupChat', { chatId });
  expect((await as(colleague).get(pagePath(chatId, entry.number))).json().code).toBe('chat.not_found');
  expect((await as(agent).get(pagePath(chatId, entry.number))).statusCode).toBe(200);
  expect((await as(agent).get(pagePath(chatId, entry.number + 50))).json().code).toBe('chat.not_found');
});

test('an answer finds its chat by the ids that it names, never by subject; of others it only says whom it answers', async () => {
  const { admin, agent, imap, socket } = await scene();
  imap.deliver(mail({ 'Message-ID': '<begin@mail.example>', Subject: 'Parcel' }));
  const first = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId: first.chatId });
  expect((await as(agent).post(endpoints.chats.close.path.replace(':chatId', first.chatId))).json()).toMatchObject({ status: true });

  // An ended chat goes on in a new one.
  imap.deliver(mail({ References: '<other@mail.example> <begin@mail.example>', Subject: 'Re: Parcel' }, 'Still not here'));
  const second = await socket.next('customerStartChat');
  const places = await contextOf(admin).read((tx) =>
    tx
      .selectFrom('chats')
      .select(['chatId', 'previousChatId'])
      .where('enterpriseId', '=', admin.enterpriseId)
      .orderBy('createdAt')
      .execute(),
  );
  expect(places).toEqual([
    { chatId: first.chatId, previousChatId: null },
    { chatId: second.chatId, previousChatId: first.chatId },
  ]);
  expect(saidIn(await getChat(admin, second.chatId))).toMatchObject([{ detail: { answersChat: { chatId: first.chatId, number: 2 } } }]);

  // Somebody else who answers by our own id writes in a chat of their own, which says whom they answer. A forged id says nothing.
  const keyed = { enterpriseId: admin.enterpriseId, keyedHash: app.deps.secrets.keyedHash };
  const id = mailIdOf(keyed, { chatId: second.chatId, number: 2 }, 'shop.example');
  imap.deliver(mail({ From: 'ravi@mail.example', 'In-Reply-To': `<${id}>`, Subject: 'Re: Parcel' }, 'It is mine'));
  const third = await socket.next('customerStartChat');
  expect(third.chatId).not.toBe(second.chatId);
  expect(saidIn(await getChat(admin, third.chatId))).toMatchObject([
    {
      message: 'It is mine',
      detail: { answersChat: { chatId: second.chatId, number: 2 }, mail: { from: { address: 'ravi@mail.example' } } },
    },
  ]);
  imap.deliver(mail({ From: 'eve@mail.example', 'In-Reply-To': `<${id.replace('.2.', '.3.')}>`, Subject: 'Re: Parcel' }, 'Me too'));
  const fourth = await socket.next('customerStartChat');
  expect(saidIn(await getChat(admin, fourth.chatId))[0]?.detail).not.toHaveProperty('answersChat');
});

test('a chat of the website that is continued by mail takes the answer of the address that it was mailed to, and of no other', async () => {
  const { admin, channelId, imap, socket } = await scene();
  const channel = await makeWebChannel({ ...admin, ctx: contextOf(admin) } as never);
  const visitor = await visit(channel.widgetKey);
  await visitor.say('Hello');
  const { chatId } = await socket.next('customerStartChat');
  await contextOf(admin).transaction((tx) =>
    tx
      .insertInto('mailRoutes')
      .values({ enterpriseId: admin.enterpriseId, chatId, address: 'meera@mail.example', channelId, createdAt: new Date() })
      .execute(),
  );
  const keyed = { enterpriseId: admin.enterpriseId, keyedHash: app.deps.secrets.keyedHash };
  const id = mailIdOf(keyed, { chatId, number: 2 }, 'shop.example');
  imap.deliver(mail({ From: 'Meera <Meera@mail.example>', 'In-Reply-To': `<${id}>`, Subject: 'Re: Your chat' }, 'By mail now'));
  await vi.waitFor(async () => expect(saidIn(await getChat(admin, chatId)).at(-1)?.message).toBe('By mail now'), patience);
  expect(saidIn(await getChat(admin, chatId)).at(-1)).toMatchObject({
    authorKind: 'customer',
    detail: { mail: { from: { name: 'Meera' } } },
  });
  imap.deliver(mail({ From: 'eve@mail.example', 'In-Reply-To': `<${id}>`, Subject: 'Re: Your chat' }, 'Let me in'));
  const other = await socket.next('customerStartChat');
  expect(other.chatId).not.toBe(chatId);
  expect(saidIn(await getChat(admin, chatId))).toHaveLength(2);
});

test('mails of programs start nothing, and two programs that answer each other end after three answers in an hour', async () => {
  const { admin, agent, imap, smtp, socket } = await scene({ entry: 'bot' });
  imap.deliver(mail({ From: 'away@mail.example', 'Auto-Submitted': 'auto-replied', Subject: '' }, 'I am away'));
  await vi.waitFor(async () => expect(await listChats(admin)).toHaveLength(1), patience);
  const [away] = (await listChats(admin)) as [{ chatId: string }];
  expect(await getChat(admin, away.chatId)).toMatchObject({ state: 3, waitingSince: null });
  expect(saidIn(await getChat(admin, away.chatId))).toMatchObject([
    { detail: { mail: { isAutomatic: true }, inbound: { isAutomatic: true } } },
  ]);

  // A program that hides what it is: each chat that ends and begins anew greets it once, three times in all.
  let last = '';
  for (const turn of [1, 2, 3, 4, 5]) {
    imap.deliver(mail({ From: 'robot@mail.example', Subject: '' }, `Ticket ${turn}`));
    const { chatId } = await socket.next('customerStartChat');
    last = chatId;
    await socket.ask('agentPickupChat', { chatId });
    await vi.waitFor(async () => expect((await getChat(admin, chatId)).messages.length).toBeGreaterThan(2), patience);
    expect((await as(agent).post(endpoints.chats.close.path.replace(':chatId', chatId))).json()).toMatchObject({ status: true });
  }
  const sent = () => smtp.mails.filter(({ to }) => to.includes('robot@mail.example'));
  await vi.waitFor(() => expect(sent().length).toBe(3), patience);
  const refused = (await getChat(admin, last)).messages.filter(({ channelErrorCode }: ChatAction) => channelErrorCode !== '');
  expect(refused.map(({ channelErrorCode, channelErrorDesc }: ChatAction) => [channelErrorCode, channelErrorDesc])).toContainEqual([
    'ANSWERED_OFTEN',
    'The address has had as many automatic answers by e-mail within an hour as are allowed.',
  ]);
  expect(sent().every(({ raw }) => /^Auto-Submitted: auto-replied/im.test(raw))).toBe(true);
  expect(smtp.mails.filter(({ to }) => to.includes('away@mail.example'))).toEqual([]);
});

const report = (to: string, returned: string, { action = 'failed', status = '5.1.1' } = {}) =>
  mail(
    {
      From: 'MAILER-DAEMON@mx.shop.example',
      Subject: 'Undelivered Mail Returned to Sender',
      'MIME-Version': '1.0',
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary=r1',
    },
    [
      '--r1\r\nContent-Type: text/plain\r\n\r\nYour mail could not be delivered.',
      `--r1\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.shop.example\r\n\r\nFinal-Recipient: rfc822; ${to}\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; 550 5.1.1 no such user`,
      `--r1\r\nContent-Type: text/rfc822-headers\r\n\r\n${returned}`,
      '--r1--',
    ].join('\r\n'),
  );

test('a mail that comes back is a failure of the message, for good or not yet', async () => {
  const { admin, imap, smtp, socket } = await scene();
  imap.deliver(mail({ From: 'gone@mail.example' }));
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  await socket.ask('agentReply', { chatId, key: 'key-1', message: 'On its way' });
  const sent = await vi.waitFor(() => {
    const found = smtp.mails.find(({ raw }) => raw.includes('On its way'));
    if (!found) throw new Error('nothing has left');
    return found;
  }, patience);
  const id = /^Message-ID:\s+(\S+)/im.exec(sent.raw)?.[1] ?? '';
  expect(id).toMatch(/^<.+@shop\.example>$/);
  imap.deliver(report('gone@mail.example', `Message-ID: ${id}`, { action: 'delayed', status: '4.4.1' }));
  await vi.waitFor(async () => expect(saidIn(await getChat(admin, chatId))).toHaveLength(2), patience);
  expect(saidIn(await getChat(admin, chatId))[1]).toMatchObject({
    detail: { mail: { isAutomatic: true, from: { address: 'MAILER-DAEMON@mx.shop.example' } } },
  });
  const ours = async () =>
    (await getChat(admin, chatId)).messages.find(({ message }: ChatAction) => message === 'On its way') as ChatAction;
  expect((await ours()).channelErrorCode).toBe('');
  imap.deliver(report('gone@mail.example', `Message-ID: ${id}`));
  await vi.waitFor(async () => expect((await ours()).channelErrorCode).toBe('hard_bounce'), patience);
  expect(saidIn(await getChat(admin, chatId))).toHaveLength(2);
});

test('a mail that comes back from somebody in Cc is a line in the conversation, and the message has not failed', async () => {
  const { admin, imap, smtp, socket } = await scene();
  imap.deliver(mail({ From: 'Meera <meera@mail.example>', Cc: 'lea@mail.example' }));
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  const reply = {
    subject: 'Re: Order',
    to: [{ name: '', address: 'meera@mail.example' }],
    cc: [{ name: '', address: 'Lea@mail.example' }],
  };
  await socket.ask('agentReply', { chatId, key: 'key-1', message: 'To both of you', mail: reply as never });
  const sent = await vi.waitFor(() => {
    const found = smtp.mails.find(({ raw }) => raw.includes('To both of you'));
    if (!found) throw new Error('nothing has left');
    return found;
  }, patience);
  const id = /^Message-ID:\s+(\S+)/im.exec(sent.raw)?.[1] ?? '';
  const ours = async () =>
    (await getChat(admin, chatId)).messages.find(({ message }: ChatAction) => message === 'To both of you') as ChatAction;
  imap.deliver(report('lea@mail.example', `Message-ID: ${id}`));
  await vi.waitFor(async () => expect(saidIn(await getChat(admin, chatId))).toHaveLength(2), patience);
  expect(saidIn(await getChat(admin, chatId))[1]).toMatchObject({
    message: expect.stringContaining('Your mail could not be delivered.'),
    detail: { mail: { isAutomatic: true, from: { address: 'MAILER-DAEMON@mx.shop.example' } } },
  });
  // A delay of theirs stands there, too; and the address of the customer, or where it was passed on to, is a failure.
  imap.deliver(report('lea@mail.example', `Message-ID: ${id}`, { action: 'delayed', status: '4.4.1' }));
  await vi.waitFor(async () => expect(saidIn(await getChat(admin, chatId))).toHaveLength(3), patience);
  expect((await ours()).channelErrorCode).toBe('');
  expect(await listChats(admin)).toHaveLength(0);
  imap.deliver(report('elsewhere@other.example', `Message-ID: ${id}`));
  await vi.waitFor(async () => expect((await ours()).channelErrorCode).toBe('hard_bounce'), patience);
});
