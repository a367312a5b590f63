import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createMailScenes, mail, mailboxPath, mailConfig, mailPatience as patience, saidIn } from '../../../../test/mails.ts';

const app = await startApp({ config: mailConfig });
const { as, contextOf } = app;
const { scene, readState, getChat } = createMailScenes(app);
const countChats = async ({ enterpriseId }: TestUser) =>
  (
    await contextOf({ enterpriseId }).read((tx) =>
      tx.selectFrom('chats').select('chatId').where('enterpriseId', '=', enterpriseId).execute(),
    )
  ).length;

test('mails of a mailbox become chats as they come, with all that their headers say', async () => {
  const { admin, channelId, socket, imap } = await scene();
  imap.deliver(
    mail({
      'Message-ID': '<first@mail.example>',
      'Authentication-Results': 'mx.shop.example; dkim=pass header.d=mail.example',
      Cc: 'Ravi <ravi@mail.example>',
      Subject: 'Parcel 12',
    }),
  );
  const { chatId } = await socket.next('customerStartChat');
  const chat = await getChat(admin, chatId);
  expect(saidIn(chat)).toMatchObject([
    {
      message: 'Parcel 12\n\nWhere is my order?',
      detail: {
        mail: {
          subject: 'Parcel 12',
          from: { name: 'Meera', address: 'meera@mail.example' },
          to: [{ name: '', address: 'help@shop.example' }],
          cc: [{ name: 'Ravi', address: 'ravi@mail.example' }],
          messageId: 'first@mail.example',
          sender: 'proven',
          quotedAt: -1,
          hasPage: false,
          isAutomatic: false,
        },
      },
    },
  ]);
  // The next one, pushed by the server while it idles, joins the open chat of its sender.
  imap.deliver(
    mail({ 'In-Reply-To': '<first@mail.example>', Subject: 'Re: Parcel 12' }, 'It has come.\r\n\r\nOn Monday Asha wrote:\r\n> On its way'),
  );
  await vi.waitFor(async () => expect(saidIn(await getChat(admin, chatId))).toHaveLength(2), patience);
  expect(saidIn(await getChat(admin, chatId))[1]).toMatchObject({ detail: { mail: { quotedAt: 14, sender: 'unknown' } } });
  expect(await readState(admin, channelId)).toMatchObject({ state: 'ON' });
});

test('a mail is taken once, whatever becomes of the connection, the numbers and the server', async () => {
  const { admin, channelId, socket, imap } = await scene();
  const from = 'Lost <lost@mail.example>';
  imap.deliver(mail({ From: from, 'Message-ID': '<twice@mail.example>' }, 'One'));
  const { chatId } = await socket.next('customerStartChat');
  const words = async () => saidIn(await getChat(admin, chatId)).map(({ message }) => message);
  // The same mail again under another number, and one without an id twice.
  imap.deliver(mail({ From: from, 'Message-ID': '<twice@mail.example>' }, 'One'));
  const nameless = mail({ From: from, 'Message-ID': '', Subject: '' }, 'Two');
  const at = new Date();
  imap.deliver(nameless, at);
  imap.deliver(nameless, at);
  imap.drop();
  imap.deliver(mail({ From: from, Subject: '' }, 'Three'));
  await vi.waitFor(async () => expect(await words()).toEqual(['Order\n\nOne', 'Two', 'Three']), patience);

  // All numbers mean other mails: the last 30 days are looked at anew, and add what is new alone.
  imap.renumber();
  imap.deliver(mail({ From: from, Subject: '' }, 'Four'));
  imap.drop();
  await vi.waitFor(async () => expect(await words()).toEqual(['Order\n\nOne', 'Two', 'Three', 'Four']), patience);

  // A server that answers nothing is left, told in words, and asked again.
  imap.silence(true);
  await vi.waitFor(
    async () =>
      expect(await readState(admin, channelId)).toMatchObject({ state: 'FAILING', lastError: expect.stringMatching(/did not|answer/) }),
    patience,
  );
  imap.silence(false);
  imap.deliver(mail({ From: from, Subject: '' }, 'Five'));
  await vi.waitFor(async () => expect(await words()).toHaveLength(5), patience);
  expect(await readState(admin, channelId)).toMatchObject({ state: 'ON', lastError: '', failingSince: null });
  expect(await countChats(admin)).toBe(1);
});

test('a mailbox that is switched off is not read, and mails that came meanwhile are read when it is on again', async () => {
  const { admin, channelId, socket, imap, form: given } = await scene();
  expect((await as(admin).post(`${mailboxPath(channelId)}/off`)).json()).toMatchObject({ data: { state: 'OFF', version: 2 } });
  expect((await as(admin).post(`${mailboxPath(channelId)}/read`)).json()).toMatchObject({ code: 'channel.state_invalid' });
  const form = { ...given, password: '', isOn: true };
  imap.deliver(mail({ From: 'Off <off@mail.example>' }));
  expect((await as(admin).put(mailboxPath(channelId), { ...form, version: 1 })).json()).toMatchObject({ code: 'record.changed' });
  expect((await as(admin).put(mailboxPath(channelId), { ...form, version: 2 })).json()).toMatchObject({
    status: true,
    data: { hasPassword: true },
  });
  const { chatId } = await socket.next('customerStartChat');
  expect(saidIn(await getChat(admin, chatId))).toHaveLength(1);
  expect((await as(admin).post(`${mailboxPath(channelId)}/read`)).json()).toMatchObject({ status: true, data: { state: 'ON' } });
});

test('a mail that comes slowly is waited for, and one that breaks each reading is passed with a message that says so', async () => {
  const { admin, channelId, socket, imap } = await scene();
  // Eleven pieces take longer together than a server may be silent.
  imap.slow(400);
  const attachment = Buffer.alloc(500_000, 'a').toString('base64').replace(/.{76}/g, '$&\r\n');
  const parts = [
    '--b\r\nContent-Type: text/plain\r\n\r\nA large one',
    `--b\r\nContent-Type: text/plain; name=large.txt\r\nContent-Disposition: attachment; filename=large.txt\r\nContent-Transfer-Encoding: base64\r\n\r\n${attachment}`,
    '--b--',
  ];
  imap.deliver(mail({ 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=b' }, parts.join('\r\n')));
  const { chatId } = await socket.next('customerStartChat');
  expect(saidIn(await getChat(admin, chatId))[0]).toMatchObject({ message: 'Order\n\nA large one', attachment: { name: 'large.txt' } });
  expect(await readState(admin, channelId)).toMatchObject({ state: 'ON', failingSince: null });

  imap.slow(0);
  const go = imap.hold();
  imap.deliver(mail({ Subject: '' }, 'Before'));
  const bad = imap.deliver(mail({ Subject: 'Broken' }, 'Nobody reads this'));
  imap.deliver(mail({ Subject: '' }, 'Behind'));
  imap.breakAt(bad);
  go();
  await vi.waitFor(
    async () =>
      expect(saidIn(await getChat(admin, chatId)).map(({ message }) => message)).toEqual([
        'Order\n\nA large one',
        'Before',
        'Broken\n\nThis mail could not be read. It could not be fetched in several attempts.',
        'Behind',
      ]),
    patience,
  );
  expect(await readState(admin, channelId)).toMatchObject({ state: 'ON', lastError: '', failingSince: null });
});

test('a mailbox forgets after 400 days which mails it has taken', async () => {
  const { admin, channelId, imap } = await scene();
  const keep = (uid: number, days: number) =>
    contextOf(admin).transaction((tx) =>
      tx
        .insertInto('mailboxMails')
        .values({
          enterpriseId: admin.enterpriseId,
          channelId,
          uidValidity: 1,
          uid,
          messageKey: Buffer.from(`key ${uid}`),
          takenAt: new Date(Date.now() - days * 86_400_000),
        })
        .execute(),
    );
  await keep(1, 401);
  await keep(2, 399);
  imap.drop();
  const uids = () =>
    contextOf(admin).read((tx) => tx.selectFrom('mailboxMails').select('uid').where('channelId', '=', channelId).execute());
  await vi.waitFor(async () => expect((await uids()).map(({ uid }) => Number(uid))).toEqual([2]), patience);
});
