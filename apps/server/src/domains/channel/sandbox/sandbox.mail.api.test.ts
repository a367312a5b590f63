import { type ChatAction, channelTypes, chatStates, type EntryMail, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createScenes } from '../../../../test/scene.ts';
import { createTemplates } from '../../../../test/templates.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser } = app;
const { connect } = createScenes(app);
const { makeSendingChannel } = createTemplates(app);
const { makeMail } = createVendorScenes(app, vendors);
const patience = { interval: 50, timeout: 10_000 };
const { chats, sandbox } = endpoints;
const meera = 'meera@mail.example';

async function scene() {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Asha' });
  const { channelId } = await makeMail(admin);
  const address = (path: string) => path.replace(':channelId', channelId).replace(':address', encodeURIComponent(meera));
  const write = (act: object) => as(admin).post(address(sandbox.act.path), { name: 'Meera', act: { kind: 'mail', ...act } });
  const shown = async () => (await as(admin).get(address(sandbox.phone.path))).json().data.messages;
  const entries = async (chatId: string): Promise<ChatAction[]> =>
    (await as(agent).get(chats.get.path.replace(':chatId', chatId))).json().data.messages;
  return { admin, agent, write, shown, entries, socket: await connect(agent) };
}

test('a mail that is written in the sandbox is a chat with its parts; an answer goes back to its thread, and an automatic mail asks nobody', async () => {
  const { admin, write, shown, entries, socket } = await scene();
  const automatic = await write({ subject: 'Out of office', text: 'I am away.', isAutomatic: true });
  expect(automatic.json().data.id).toMatch(/^<.+@mail\.example>$/);
  const written = await write({
    subject: 'My order 17',
    text: 'Where is it?\n\nOn Monday the shop wrote:\n> It has left.',
    html: '<p>Where <b>is</b> it?</p>',
    cc: ['lea@mail.example'],
    files: [
      { name: 'bill.txt', type: 'text/plain', base64: Buffer.from('17').toString('base64') },
      { name: 'bill.txt', type: 'text/plain', base64: Buffer.from('018').toString('base64') },
    ],
  });
  const { chatId } = await socket.next('customerStartChat');
  const first = (await entries(chatId)).find(({ actionType }) => actionType === 1) as ChatAction;
  const mail = first.detail.mail as EntryMail;
  const messageId = (written.json().data.id as string).slice(1, -1);
  expect(mail).toMatchObject({
    subject: 'My order 17',
    from: { name: 'Meera', address: meera },
    cc: [{ name: '', address: 'lea@mail.example' }],
    messageId,
    sender: 'proven',
    hasPage: true,
    isAutomatic: false,
  });
  expect(first.message.slice(mail.quotedAt)).toContain('> It has left.');
  // Each further file is a message of its own.
  await vi.waitFor(
    async () =>
      expect((await entries(chatId)).filter(({ actionType }) => actionType === 1).map(({ attachment }) => attachment?.name)).toEqual([
        'bill.txt',
        '1-bill.txt',
      ]),
    patience,
  );

  await socket.ask('agentPickupChat', { chatId });
  await socket.ask('agentReply', { chatId, key: 'answer', message: 'It comes today.' });
  const ours = await vi.waitFor(async () => {
    // The greeting has gone before it.
    const found = (await shown()).find(({ text }: { text: string }) => text.startsWith('It comes today.'));
    expect(found).toBeDefined();
    return found;
  }, patience);
  const headers = Object.fromEntries(ours.mail.headers.map(({ name, value }: { name: string; value: string }) => [name, value]));
  expect([ours.subject, ours.mail.to, ours.mail.bcc, headers['In-Reply-To']]).toEqual([
    'Re: My order 17',
    [`Meera <${meera}>`],
    [],
    `<${messageId}>`,
  ]);

  await write({ subject: 'Re: My order 17', text: 'Thank you.', answers: ours.id });
  await vi.waitFor(async () => expect((await entries(chatId)).some(({ message }) => message === 'Thank you.')).toBe(true), patience);
  const all = await app
    .contextOf(admin)
    .read((tx) => tx.selectFrom('chats').select(['chatId', 'state']).where('enterpriseId', '=', admin.enterpriseId).execute());
  // The automatic one is kept in a chat that has ended unheard.
  expect(all.filter(({ state }) => state !== chatStates.closed).map((one) => one.chatId)).toEqual([chatId]);
  expect(all).toHaveLength(2);
  const [away, own, thanks] = (await shown()).filter(({ isFromCustomer }: { isFromCustomer: boolean }) => isFromCustomer);
  expect([away.header, away.subject]).toEqual(['Auto-Submitted: auto-replied', 'Out of office']);
  expect(own.mail).toEqual({
    from: `Meera <${meera}>`,
    to: [expect.stringContaining('@')],
    cc: ['lea@mail.example'],
    bcc: [],
    headers: [{ name: 'Message-Id', value: `<${messageId}>` }],
    files: [
      { name: 'bill.txt', type: 'text/plain', size: 2 },
      { name: 'bill.txt', type: 'text/plain', size: 3 },
    ],
    hasPage: true,
  });
  expect(thanks.mail.headers.slice(1)).toEqual([
    { name: 'In-Reply-To', value: headers['Message-ID'] },
    { name: 'References', value: `${headers.References} ${headers['Message-ID']}` },
  ]);
});

test('a mail without words, page and file, one of a bad address, with too large files, or which answers nothing is refused, and says why', async () => {
  const { write } = await scene();
  const fieldsOf = async (act: object) => (await write(act)).json().data?.issues?.map(({ field }: { field: string }) => field);
  expect(await fieldsOf({ text: ' ' })).toEqual(['act.text']);
  expect(await fieldsOf({ text: 'Hello', cc: ['nobody'] })).toEqual(['act.cc.0']);
  const large = { name: 'a', base64: 'A'.repeat(3_600_000) };
  expect(await fieldsOf({ files: [large, { ...large, name: 'b' }] })).toEqual(['act.files']);
  const refused = await write({ text: 'Hello', answers: 'nothing' });
  expect(refused.json()).toMatchObject({ code: 'sandbox.refused', data: { reason: 'This channel has no such message.' } });
  expect((await write({ files: [{ ...large, base64: 'A'.repeat(1_500_000) }] })).json()).toMatchObject({ status: true });
});

test('the sandbox says of a channel whether its vendor passes mails on: a mail is offered there alone, and refused elsewhere', async () => {
  const { admin } = await scene();
  const heard = async (id: string) => (await as(admin).get(sandbox.behaviour.path.replace(':channelId', id))).json().data.isHeard;
  const { channelId: mailchimp } = await makeMail(admin);
  const sap = await makeSendingChannel(admin, { type: channelTypes.EMAIL, vendor: 'sap365' });
  expect([await heard(mailchimp), await heard(sap)]).toEqual([true, false]);
  const path = sandbox.act.path.replace(':channelId', sap).replace(':address', encodeURIComponent(meera));
  const refused = await as(admin).post(path, { name: 'Meera', act: { kind: 'mail', subject: 'Hello', text: 'Hello' } });
  expect(refused.json()).toMatchObject({ code: 'sandbox.refused', data: { reason: 'This channel has no such message.' } });
});
