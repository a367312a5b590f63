import { type ChatAction, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createScenes } from '../../../../test/scene.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { actOnDueClocks } from '../chat/chat.clocks.ts';
import { readMailId } from '../mail/mail.id.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { makeScene } = createScenes(app);
const { makeMail } = createVendorScenes(app, vendors);
const patience = { interval: 50, timeout: 10_000 };
const address = 'Vera@mail.example';

/** A chat of a website that goes on by e-mail: its visitor has left an address, and an agent has it. */
async function makeChat({ goesOn = true, leaves = true } = {}) {
  const scene = await makeScene();
  const { enterprise, channel, visitor, asha, users } = scene;
  const ctx = app.contextOf(enterprise);
  const mail = await makeMail(enterprise);
  await ctx.transaction(async (tx) => {
    const shop = JSON.stringify({ fromEmail: 'help@shop.example', fromName: 'Shop' });
    await sql`update channels set config = ${shop}::jsonb where enterprise_id = ${enterprise.enterpriseId} and channel_id = ${mail.channelId}`.execute(
      tx,
    );
    if (!goesOn) return;
    await sql`update channels set data = data || ${JSON.stringify({ mailChannelId: mail.channelId })}::jsonb
      where enterprise_id = ${enterprise.enterpriseId} and channel_id = ${channel.id}`.execute(tx);
  });
  const { chatId = '' } = await visitor.say('Is it in stock?');
  if (leaves) {
    visitor.tell('leaveAddress', { email: address });
    await visitor.next('addressKept');
  }
  await asha.ask('agentPickupChat', { chatId });
  const reply = async (message: string): Promise<ChatAction> =>
    (await asha.ask('agentReply', { chatId, key: message, message })).data.action as ChatAction;
  /** The time of waiting has passed. */
  const later = async () => {
    await ctx.transaction((tx) =>
      sql`update chat_clocks set due_at = now() - interval '1 second'
        where enterprise_id = ${enterprise.enterpriseId} and chat_id = ${chatId} and kind = 'mail'`.execute(tx),
    );
    await Promise.all([actOnDueClocks(app.deps), actOnDueClocks(app.deps)]);
  };
  /** Instant at which unread answers are due. */
  const dueAt = async (): Promise<number> => {
    const { rows } = await ctx.read((tx) =>
      sql<{ dueAt: Date }>`select due_at from chat_clocks
        where enterprise_id = ${enterprise.enterpriseId} and chat_id = ${chatId} and kind = 'mail'`.execute(tx),
    );
    return rows[0]?.dueAt.getTime() ?? 0;
  };
  /** The page of a visitor says that it is looked at, and the server has heard it. */
  const looks = async (page: typeof visitor, seen = chatId) => {
    page.tell('looking', { chatId: seen });
    page.tell('ping', {});
    await page.next('pong');
  };
  const clocks = async () => {
    const rows = await ctx.read((tx) =>
      sql`select from chat_clocks where enterprise_id = ${enterprise.enterpriseId} and chat_id = ${chatId} and kind = 'mail'`.execute(tx),
    );
    return rows.rows.length;
  };
  const mails = async () => {
    const phones = await vendors.control.phones(mail.channelId);
    return phones.length === 0 ? [] : (await vendors.control.phone(mail.channelId, address)).messages;
  };
  const ledger = async () => {
    const { rows } = await ctx.read((tx) =>
      sql<{ address: string; number: number }>`select address, number from messages
        where enterprise_id = ${enterprise.enterpriseId} and channel_id = ${mail.channelId} and direction = 'out'`.execute(tx),
    );
    return rows;
  };
  const entries = async (): Promise<ChatAction[]> =>
    (await app.as(users.asha).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data.messages;
  return { ...scene, ctx, chatId, mailChannelId: mail.channelId, reply, later, dueAt, looks, clocks, mails, ledger, entries };
}

test('answers that a visitor who has left has not read go in one mail, once, and a reply to it finds the chat', async () => {
  const { ctx, enterprise, visitor, chatId, mailChannelId, reply, later, clocks, mails, ledger, entries, asha } = await makeChat();
  visitor.close();
  await reply('Yes, three are left.');
  const second = await reply('Shall I keep *one* for you?');
  expect([await clocks(), await mails()]).toEqual([1, []]);
  await later();
  const [mail] = await vi.waitFor(async () => {
    const found = await mails();
    expect(found).toHaveLength(1);
    return found;
  }, patience);
  const headers = Object.fromEntries(mail?.mail?.headers.map(({ name, value }) => [name, value]) ?? []);
  expect([mail?.subject, mail?.text, mail?.mail?.to, Object.keys(headers)]).toEqual([
    'Our answer to your chat: Chat',
    [
      'Yes, three are left.',
      'Shall I keep one for you?',
      'You have left our website, so our answer comes by e-mail. A reply to this mail comes into the same chat.',
    ].join('\n\n'),
    [address],
    ['Message-ID'],
  ]);
  expect(readMailId(ctx, headers['Message-ID'] ?? '')).toEqual({ chatId, number: second.number });
  expect(await ledger()).toEqual([{ address, number: second.number }]);
  const { rows: routes } = await ctx.read((tx) =>
    sql`select chat_id, address, channel_id from mail_routes where enterprise_id = ${enterprise.enterpriseId}`.execute(tx),
  );
  expect(routes).toEqual([{ chatId, address: address.toLowerCase(), channelId: mailChannelId }]);
  const mailed = (await entries()).filter(({ authorKind }) => authorKind === 'agent').flatMap(({ detail }) => detail.mailed ?? []);
  expect(mailed).toHaveLength(2);
  expect(mailed[0]).toMatchObject({ address, reason: '' });
  await asha.next('entryChanged', ({ action }) => action.number === second.number);

  // Once: nothing is due any more, and the next answer is the next mail, in the thread of the first.
  await later();
  await reply('It is kept until Friday.');
  await later();
  const third = await vi.waitFor(async () => {
    const found = await mails();
    expect(found).toHaveLength(2);
    return found[1];
  }, patience);
  expect(third?.subject).toBe('Re: Our answer to your chat: Chat');
  expect(third?.mail?.headers.find(({ name }) => name === 'In-Reply-To')?.value).toBe(headers['Message-ID']);
  expect(third?.text).toMatch(/^It is kept until Friday\.\n\n/);
});

test('a visitor who comes back and reads gets no mail; nor does anybody where no channel is chosen, no address was left, or it is blocked', async () => {
  const back = await makeChat();
  const { number } = await back.reply('Yes.');
  back.visitor.tell('read', { chatId: back.chatId, upTo: number });
  await vi.waitFor(async () => {
    const entry = (await back.entries()).find((one) => one.number === number);
    expect(entry?.deliveryStatus).toBe(2);
  }, patience);
  await back.later();
  expect([await back.clocks(), await back.ledger()]).toEqual([0, []]);

  const off = await makeChat({ goesOn: false });
  await off.reply('Yes.');
  await off.later();
  expect(await off.ledger()).toEqual([]);

  const unknown = await makeChat({ leaves: false });
  await unknown.reply('Yes.');
  expect(await unknown.clocks()).toBe(0);

  const blocked = await makeChat();
  await blocked.ctx.transaction((tx) =>
    sql`insert into blacklist (enterprise_id, entry_id, address, kind, source) values (${blocked.enterprise.enterpriseId}, gen_random_uuid(), ${address}, 'blocked', 'manual')`.execute(
      tx,
    ),
  );
  await blocked.reply('Yes.');
  await blocked.later();
  expect(await blocked.mails()).toEqual([]);
  const [mark] = (await blocked.entries()).flatMap(({ detail }) => detail.mailed ?? []);
  expect(mark).toMatchObject({ reason: 'BLOCKED' });
});

test('an answer whose e-mail bounces is marked failed; its agent sends it no second time, and the next answer is a mail of its own', async () => {
  const { asha, chatId, mailChannelId, visitor, reply, later, mails, ledger, entries } = await makeChat();
  await vendors.control.behave(mailChannelId, { failShare: { share: 1, code: 'hard_bounce' }, receiptDelayMs: 0 });
  visitor.close();
  const answer = await reply('Yes.');
  await later();
  const shown = async () => (await entries()).find(({ number }) => number === answer.number) as ChatAction;
  await vi.waitFor(async () => expect((await shown()).deliveryStatus).toBe(3), patience);
  expect((await shown()).detail.mailed).toMatchObject({ address, reason: '' });
  const again = await asha.ask('agentRetry', { chatId, actionId: answer.actionId });
  expect(again).toMatchObject({ status: false, code: 'chat.not_failed' });
  expect([(await mails()).length, (await ledger()).length]).toEqual([1, 1]);
  await vendors.control.behave(mailChannelId, {});
  await reply('Is this address right?');
  await later();
  await vi.waitFor(async () => expect(await mails()).toHaveLength(2), patience);
  expect((await mails())[1]?.text).toMatch(/^Is this address right\?\n/);
});

test('a mail that carried several answers and bounces has failed for each of them, and for no answer of another mail', async () => {
  const { asha, mailChannelId, visitor, reply, later, mails, entries } = await makeChat();
  visitor.close();
  const before = await reply('Good morning.');
  await later();
  await vi.waitFor(async () => expect(await mails()).toHaveLength(1), patience);
  await vendors.control.behave(mailChannelId, { failShare: { share: 1, code: 'hard_bounce' }, receiptDelayMs: 0 });
  const answers = [await reply('Yes.'), await reply('Three are left.'), await reply('Shall I keep one?')];
  await later();
  const numbers = answers.map(({ number }) => number);
  const failed = async () => (await entries()).flatMap(({ number, deliveryStatus }) => (deliveryStatus === 3 ? [number] : []));
  await vi.waitFor(async () => expect(await failed()).toEqual(numbers), patience);
  const shown = (await entries()).filter(({ number }) => numbers.includes(number));
  expect(new Set(shown.map(({ detail }) => JSON.stringify(detail.failure))).size).toBe(1);
  expect(shown[0]?.detail.failure).toBeDefined();
  for (const upTo of numbers) await asha.next('chatMessageStatus', (change) => change.upTo === upTo && change.deliveryStatus === 3);
  expect(before.number).toBeLessThan(numbers[0] as number);
});

test('34.4 what a visible page shows goes in no mail; five minutes after the last word of any page of the visitor it does, once', async () => {
  const { visitor, channel, chatId, reply, later, dueAt, looks, clocks, mails, entries } = await makeChat();
  const { visit } = createScenes(app);
  await reply('Yes.');
  const first = await dueAt();
  await looks(visitor);
  const second = await dueAt();
  expect(second).toBeGreaterThan(first);
  // A further answer is due with the first one, and is put off with it.
  await reply('Three are left.');
  expect(await dueAt()).toBe(second);
  const tab = await visit(channel.widgetKey, { visitorToken: visitor.token });
  visitor.close();
  await looks(tab);
  expect(await dueAt()).toBeGreaterThan(second);
  // A stranger's page moves nothing.
  const stranger = await visit(channel.widgetKey);
  await stranger.say('Hello');
  const third = await dueAt();
  await looks(stranger, chatId);
  expect([await dueAt(), await mails()]).toEqual([third, []]);
  tab.close();
  await later();
  await vi.waitFor(
    async () => expect((await mails()).map(({ text }) => text.split('\n\n').slice(0, 2))).toEqual([['Yes.', 'Three are left.']]),
    patience,
  );
  // Nothing waits any more, and a page that comes back begins nothing.
  const back = await visit(channel.widgetKey, { visitorToken: visitor.token });
  await looks(back);
  expect(await clocks()).toBe(0);
  // All is read in another tab: this one's word puts nothing off.
  const answer = await reply('Shall I keep one?');
  back.tell('read', { chatId, upTo: answer.number });
  await vi.waitFor(async () => expect((await entries()).find(({ number }) => number === answer.number)?.deliveryStatus).toBe(2), patience);
  const read = await dueAt();
  await looks(back);
  expect(await dueAt()).toBe(read);
});
