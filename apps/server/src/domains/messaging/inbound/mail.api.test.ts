import { type ChatAction, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createScenes } from '../../../../test/scene.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser } = app;
const { connect } = createScenes(app);
const { makeMail } = createVendorScenes(app, vendors);
const patience = { interval: 100 };

async function scene(entry: 'bot' | 'queue' = 'queue') {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Asha' });
  const channel = await makeMail(admin, { entry });
  return { admin, agent, socket: await connect(agent), ...channel };
}

type Mail = { from: string; subject?: string; text?: string; headers?: Record<string, string>; [field: string]: unknown };
let sent = 0;
/** Mails as Mailchimp Transactional passes them on, all in one callback. */
async function mail(hookUrl: string, ...mails: Mail[]): Promise<void> {
  const events = mails.map(({ from, headers, ...msg }) => {
    sent += 1;
    return {
      event: 'inbound',
      ts: Math.floor(Date.now() / 1000),
      msg: {
        from_email: from,
        from_name: '',
        email: 'help@shop.example',
        ...msg,
        headers: { 'Message-Id': `<${sent}@mail.example>`, ...headers },
      },
    };
  });
  const answer = await app
    .stranger()
    .post(new URL(hookUrl).pathname, new URLSearchParams({ mandrill_events: JSON.stringify(events) }).toString(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  expect(answer.statusCode).toBe(200);
}
const getChat = async (user: TestUser, chatId: string) =>
  (await as(user).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data;
const saidIn = (chat: { messages: ChatAction[] }) => chat.messages.filter(({ actionType }) => actionType === 1);

test('mails that programs have written stand in a chat and are marked: nobody greets, answers or waits for them', async () => {
  const { admin, agent, socket, channelId, hookUrl } = await scene('bot');
  const programs: [string, Record<string, string>][] = [
    ['away@mail.example', { 'Auto-Submitted': 'auto-replied (vacation)' }],
    ['news@mail.example', { precedence: 'bulk' }],
    ['list@mail.example', { 'List-Id': '<shop.mail.example>' }],
    ['exchange@mail.example', { 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply' }],
    ['bounce@mail.example', { 'Return-Path': '<>' }],
    ['MAILER-DAEMON@mail.example', {}],
    ['Help@Shop.example', {}],
  ];
  const human = {
    from: 'meera@mail.example',
    text: 'Where is my order?',
    headers: { 'Auto-Submitted': 'no', 'Return-Path': '<meera@mail.example>' },
  };
  await mail(hookUrl, ...programs.map(([from, headers]) => ({ from, text: `Words of ${from}`, headers })), human);

  // The bot of this channel is none, so it hands the person over: the queue and its greeting are for her alone.
  const { chatId } = await socket.next('customerStartChat');
  expect((await getChat(admin, chatId)).lastMessage).toBe('Where is my order?');
  const phones = () => vendors.control.phones(channelId);
  await vi.waitFor(async () => expect((await phones()).map(({ address }) => address)).toEqual([human.from]), patience);
  const { messages } = await vendors.control.phone(channelId, human.from);
  expect(messages.map(({ header }) => header)).toEqual(['Auto-Submitted: auto-replied']);

  const { chats } = (await as(admin).get(endpoints.chats.history.path)).json().data;
  expect(chats.map((chat: { state: number; lastMessage: string }) => [chat.state, chat.lastMessage]).sort()).toEqual(
    programs.map(([from]) => [3, `Words of ${from}`]).sort(),
  );
  for (const chat of chats)
    expect(saidIn(await getChat(admin, chat.chatId))).toMatchObject([{ detail: { inbound: { isAutomatic: true } } }]);

  // An automatic mail in an open chat stands with the rest; the waiting side does not change.
  await socket.ask('agentPickupChat', { chatId });
  await socket.ask('agentReply', { chatId, key: 'key-1', message: 'On its way' });
  const away = { from: human.from, text: 'I am away', headers: { 'auto-submitted': 'auto-replied' } };
  await mail(hookUrl, away);
  await vi.waitFor(async () => expect(saidIn(await getChat(admin, chatId))).toHaveLength(2), patience);
  expect(await getChat(admin, chatId)).toMatchObject({ waitingSince: null, state: 2 });
  // An agent is no program.
  await vi.waitFor(async () => {
    const reply = (await vendors.control.phone(channelId, human.from)).messages.find(({ text }) => text === 'On its way');
    expect(reply?.header).toBe('');
  }, patience);
  // And what answers a chat that has ended stands with it, which stays ended.
  expect((await as(agent).post(endpoints.chats.close.path.replace(':chatId', chatId))).json()).toMatchObject({ status: true });
  await mail(hookUrl, away);
  await vi.waitFor(async () => expect(saidIn(await getChat(admin, chatId))).toHaveLength(3), patience);
  expect((await getChat(admin, chatId)).state).toBe(3);
});

test('mails arrive in words, with subject and files; every file is kept, served as what it is, and an unusual one is marked', async () => {
  const { admin, socket, hookUrl } = await scene();
  const html = '<html><body><p>Hello,</p><p>my parcel <b>12</b> is damaged.</p></body></html>';
  const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
  const attachments = {
    'bild ä.txt': { name: 'bild ä.txt', type: 'text/plain', content: base64('hello'), base64: true },
    'tool.exe': { name: 'tool.exe', type: 'image/png', content: base64(Buffer.from('MZ\0\0')), base64: true },
    'empty.pdf': { name: 'empty.pdf', type: 'application/pdf', content: '', base64: true },
  };
  await mail(
    hookUrl,
    { from: 'h1@mail.example', subject: 'Question about parcel 12', html },
    { from: 'h4@mail.example', subject: 'Photo', text: 'see photo', attachments },
  );
  const first = await socket.next('customerStartChat');
  const second = await socket.next('customerStartChat');
  const words = (chat: { messages: ChatAction[] }) =>
    saidIn(chat).map(({ message, attachment }) => [message, attachment?.name, attachment?.type, attachment?.isUnusual]);
  expect(words(await getChat(admin, first.chatId))).toEqual([
    ['Question about parcel 12\n\nHello,\n\nmy parcel 12 is damaged.', undefined, undefined, undefined],
  ]);
  const chat = await getChat(admin, second.chatId);
  expect(words(chat)).toEqual([
    ['Photo\n\nsee photo', 'bild ä.txt', 'text/plain', undefined],
    ['', 'tool.exe', 'application/octet-stream', true],
    ['[empty.pdf: this file was not kept. The file is empty.]', undefined, undefined, undefined],
  ]);
  const file = await app.stranger().get(saidIn(chat)[1]?.attachment?.url ?? '');
  expect([file.statusCode, file.headers['content-disposition']]).toEqual([200, expect.stringMatching(/^attachment;/)]);
});

test('a mail with files of 20 MB is taken; nobody without the secret has any of it read', async () => {
  const { admin, socket, hookUrl } = await scene();
  const content = Buffer.alloc(15 * 1024 * 1024, 'a').toString('base64');
  const big = {
    from: 'big@mail.example',
    text: 'see file',
    attachments: { 'big.txt': { name: 'big.txt', type: 'text/plain', content, base64: true } },
  };
  await mail(hookUrl, big);
  const { chatId } = await socket.next('customerStartChat');
  expect(saidIn(await getChat(admin, chatId))).toMatchObject([{ attachment: { name: 'big.txt', size: 15 * 1024 * 1024 } }]);
  const forged = await app.stranger().post(`${new URL(hookUrl).pathname}x`, 'x'.repeat(41 * 1024 * 1024), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(forged.json().code).toBe('route.not_found');
});
