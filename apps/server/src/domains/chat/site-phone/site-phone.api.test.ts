import { randomUUID } from 'node:crypto';
import { type ChatAction, chatActionTypes, endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createScenes } from '../../../../test/scene.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { actOnDueClocks } from '../chat/chat.clocks.ts';
import { ChatRecording } from '../record/chat.record.ts';
import { lockChats } from '../record/chat.repository.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as } = app;
const { makeScene, visit } = createScenes(app);
const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);
const patience = { interval: 50, timeout: 10_000 };
const { channels, siteForms, chats } = endpoints;
let numbers = 0;

/** A website whose visitors leave a number in the form, and whose answers go on by WhatsApp; an agent has the chat. */
async function makeChat(words: string, { isOwn = true } = {}) {
  const scene = await makeScene();
  const { enterprise, channel, visitor, asha, users } = scene;
  const admin = await app.makeUser({ enterprise, roles: [1] });
  const ctx = app.contextOf(enterprise);
  const { channelId: phoneChannel } = await makeWhatsApp(enterprise);
  const template = await makeTemplate(enterprise, phoneChannel, [body(words, { 1: 'Yes' })], { category: 'UTILITY' });
  const read = async () => (await as(admin).get(channels.get.path.replace(':channelId', channel.id))).json().response;
  const save = async (data: object) => {
    const { name, type, version, data: now } = await read();
    const kept = { ...now, ...data };
    return (
      await as(admin).put(channels.update.path.replace(':channelId', channel.id), { name, type, version, isActive: true, data: kept })
    ).json();
  };
  expect(await save({ whatsAppChannelId: phoneChannel, whatsAppTemplateId: template.templateId })).toMatchObject({ status: true });
  const field = { kind: 'phone', attributeId: '', isRequired: true, label: '', labels: {} };
  const form = { when: 'always', version: 0, consent: '', consents: {}, fields: [field] };
  expect((await as(admin).put(siteForms.save.path.replace(':channelId', channel.id), form)).json()).toMatchObject({ status: true });
  numbers += 1;
  const number = `+9198765${String(numbers).padStart(5, '0')}`;
  visitor.tell('send', { key: randomUUID(), text: 'Is it in stock?', form: { values: { phone: number }, agreed: false } });
  const { chatId } = await visitor.next('accepted');
  if (!isOwn)
    await ctx.transaction((tx) =>
      tx.updateTable('customers').set({ number: '+919876599999' }).where('enterpriseId', '=', enterprise.enterpriseId).execute(),
    );
  await asha.ask('agentPickupChat', { chatId });
  visitor.close();
  const reply = async (message: string): Promise<ChatAction> =>
    (await asha.ask('agentReply', { chatId, key: message, message })).data.action as ChatAction;
  /** Carries out what is due already. */
  const look = () => Promise.all([actOnDueClocks(app.deps), actOnDueClocks(app.deps)]);
  const later = async () => {
    await ctx.transaction((tx) =>
      sql`update chat_clocks set due_at = now() - interval '1 second'
        where enterprise_id = ${enterprise.enterpriseId} and chat_id = ${chatId} and kind = 'mail'`.execute(tx),
    );
    await look();
  };
  /** Texts of ours on the visitor's phone. */
  const shown = async (): Promise<string[]> => {
    const { messages } = await vendors.control.phone(phoneChannel, number).catch(() => ({ messages: [] }));
    return messages.filter(({ isFromCustomer }) => !isFromCustomer).map(({ text }) => text);
  };
  const entries = async (): Promise<ChatAction[]> =>
    (await as(users.asha).get(chats.get.path.replace(':chatId', chatId))).json().data.messages;
  const marks = async () => (await entries()).flatMap(({ detail }) => (detail.mailed ? [detail.mailed as Record<string, unknown>] : []));
  return {
    ...{ ...scene, ctx, chatId, phoneChannel, template, number, save },
    ...{ reply, look, later, shown, entries, marks },
    /** The visitor opens the website again. */
    comesBack: () => visit(channel.widgetKey, { visitorToken: visitor.token }),
    /** Says something as a bot that has the chat says it. */
    saysAsBot: (message: string) =>
      ctx.transaction(async (tx) => {
        const recording = new ChatRecording(ctx, ctx.now());
        const [chat] = await lockChats(tx, enterprise.enterpriseId, [chatId]);
        if (!chat) throw new Error('no chat');
        recording.append(chat, {
          actionType: chatActionTypes.agentReply,
          author: { kind: 'bot', id: null, name: 'Clerk' },
          message,
        });
        await recording.save(tx);
      }),
    shows: (...texts: string[]) => vi.waitFor(async () => expect(await shown()).toEqual(texts), patience),
    /** Writes on the phone, and waits until it is in the chat. */
    async writes(text: string) {
      await vendors.control.act(phoneChannel, number, { kind: 'text', text }, 'Vera');
      await vi.waitFor(async () => expect((await entries()).at(-1)).toMatchObject({ message: text, authorKind: 'customer' }), patience);
    },
  };
}

test('34.4 answers that a visitor has not read stand in the template, once; the reply joins the chat, and what follows are words', async () => {
  const { ctx, reply, later, shows, marks, writes, number, enterprise } = await makeChat('We have an answer: {{1}}. Bye.');
  await reply('Yes, three are left.');
  await reply('Shall I keep *one* for you?');
  await later();
  await shows('We have an answer: Yes, three are left. · Shall I keep one for you?. Bye.');
  expect(await marks()).toEqual(
    [1, 2].map(() => ({
      address: `${'•'.repeat(number.length - 3)}${number.slice(-3)}`,
      at: expect.any(String),
      messageId: expect.any(String),
      reason: '',
      by: 'whatsApp',
    })),
  );
  await later();
  await writes('Yes please');
  const { rows } = await ctx.read((tx) =>
    sql<{ count: number }>`select count(*)::integer as count from chats where enterprise_id = ${enterprise.enterpriseId}`.execute(tx),
  );
  expect(rows[0]?.count).toBe(1);
  await reply('It is kept until Friday.');
  await later();
  await shows('We have an answer: Yes, three are left. · Shall I keep one for you?. Bye.', 'It is kept until Friday.');
});

test('34.4 a template without a value says that an answer waits, once; the words follow the first reply', async () => {
  const { reply, later, shows, marks, writes } = await makeChat('An answer waits for you. Write to us to read it.');
  await reply('Yes.');
  await later();
  await shows('An answer waits for you. Write to us to read it.');
  await reply('It costs 40.');
  await later();
  expect((await marks()).map(({ waits }) => waits)).toEqual([true, true]);
  await shows('An answer waits for you. Write to us to read it.');
  await writes('Tell me');
  await later();
  await shows('An answer waits for you. Write to us to read it.', 'Yes.\n\nIt costs 40.');
  expect((await marks()).map(({ waits }) => waits)).toEqual([undefined, undefined]);
});

test('34.4 while the visitor talks by WhatsApp each answer of people and bots leaves at once, by itself', async () => {
  const { reply, look, later, shows, marks, writes, saysAsBot } = await makeChat('We have an answer: {{1}}. Bye.');
  const first = 'We have an answer: Yes.. Bye.';
  await saysAsBot('I am looking.');
  await reply('Yes.');
  await look();
  await shows();
  await later();
  await shows(first);
  await writes('How much?');
  await reply('It costs 40.');
  await reply('Delivery is *free*.');
  await saysAsBot('Anything else?');
  await look();
  await shows(first, 'It costs 40.', 'Delivery is free.', 'Anything else?');
  const messageIds = (await marks()).map(({ messageId }) => messageId);
  expect([messageIds.length, new Set(messageIds).size]).toEqual([4, 4]);
  await look();
  await writes('No');
  await look();
  await shows(first, 'It costs 40.', 'Delivery is free.', 'Anything else?');
});

test('34.4 who is back on the website gets nothing by WhatsApp, and whose day is over waits for the template', async () => {
  const { ctx, chatId, reply, look, later, shows, shown, writes, saysAsBot, comesBack, enterprise, phoneChannel } =
    await makeChat('Answer: {{1}}.');
  await reply('Yes.');
  await later();
  await writes('How much?');
  await reply('It costs 40.');
  // Its time does not come before the visitor does, however busy the machine is.
  await ctx.transaction((tx) =>
    sql`update chat_clocks set due_at = now() + interval '1 hour'
      where enterprise_id = ${enterprise.enterpriseId} and chat_id = ${chatId} and kind = 'mail'`.execute(tx),
  );
  const back = await comesBack();
  await back.say('I am here again');
  await look();
  await reply('Welcome back.');
  await saysAsBot('Hello again.');
  await look();
  await shows('Answer: Yes..');
  back.close();
  // Answers that were not read on the website go along with the next word of the phone; words of a bot there do not.
  await writes('On the road now');
  await look();
  await shows('Answer: Yes..', 'It costs 40.\n\nWelcome back.');
  await ctx.transaction(async (tx) => {
    await sql`update chats set visit = jsonb_set(visit, '{byPhone,at}', to_jsonb(now() - interval '25 hours'))
      where enterprise_id = ${enterprise.enterpriseId} and chat_id = ${chatId}`.execute(tx);
    await sql`update customer_addresses set last_inbound_at = now() - interval '25 hours'
      where enterprise_id = ${enterprise.enterpriseId} and channel_id = ${phoneChannel}`.execute(tx);
  });
  await reply('Are you still there?');
  await look();
  expect(await shown()).toHaveLength(2);
  await later();
  await shows('Answer: Yes..', 'It costs 40.\n\nWelcome back.', 'Answer: Are you still there?.');
});

test('34.4 nothing goes to a number that is not the customer’s own, nor to a blocked one; a template that is gone is told', async () => {
  const foreign = await makeChat('An answer waits.', { isOwn: false });
  await foreign.reply('Yes.');
  await foreign.later();
  expect([await foreign.marks(), await foreign.shown()]).toEqual([[], []]);
  const blocked = await makeChat('An answer waits.');
  await blocked.ctx.transaction((tx) =>
    sql`insert into blacklist (enterprise_id, entry_id, address, kind, source)
      values (${blocked.enterprise.enterpriseId}, gen_random_uuid(), ${blocked.number}, 'blocked', 'manual')`.execute(tx),
  );
  await blocked.reply('Yes.');
  await blocked.later();
  expect([(await blocked.marks()).map(({ reason }) => reason), await blocked.shown()]).toEqual([['BLOCKED'], []]);
  const paused = await makeChat('An answer waits.');
  await paused.ctx.transaction((tx) =>
    tx.updateTable('templates').set({ status: 'PAUSED' }).where('templateId', '=', paused.template.templateId).execute(),
  );
  await paused.reply('Yes.');
  await paused.later();
  expect([(await paused.marks()).map(({ reason }) => reason), await paused.shown()]).toEqual([['TEMPLATE_NOT_READY'], []]);
});

test('34.4 a website takes a WhatsApp channel with a template that needs one value of its body at most, and no e-mail beside it', async () => {
  const { save, enterprise, phoneChannel, channel } = await makeChat('An answer waits.');
  const two = await makeTemplate(enterprise, phoneChannel, [body('Hi {{1}}, {{2}} now.', { 1: 'a', 2: 'b' })]);
  const faults = async (data: object) => {
    const answer = await save(data);
    return (answer.data.issues ?? answer.data.errors).map(({ field, code }: { field: string; code: string }) => [field, code]);
  };
  expect(await faults({ whatsAppTemplateId: two.templateId })).toEqual([['data.whatsAppTemplateId', 'channel.answer_template']]);
  expect(await faults({ whatsAppTemplateId: '' })).toEqual([['data.whatsAppTemplateId', 'channel.answer_template']]);
  expect(await faults({ whatsAppChannelId: channel.id })).toEqual([['data.whatsAppChannelId', 'channel.answer_template']]);
  expect(await faults({ mailChannelId: phoneChannel })).toEqual([['data.mailChannelId', 'channel.no_mail']]);
  expect(await save({ whatsAppChannelId: '', whatsAppTemplateId: '' })).toMatchObject({ status: true });
});

test('34.4 a page that is looked at keeps unread answers back, and none of somebody who talks by WhatsApp', async () => {
  const { chatId, reply, look, later, shows, writes, comesBack, ctx, enterprise } = await makeChat('Answer: {{1}}.');
  const back = await comesBack();
  const looks = async () => {
    back.tell('looking', { chatId });
    back.tell('ping', {});
    await back.next('pong');
  };
  await reply('Yes.');
  // Almost due when the page says that it is looked at.
  await ctx.transaction((tx) =>
    sql`update chat_clocks set due_at = now() + interval '1 second'
      where enterprise_id = ${enterprise.enterpriseId} and chat_id = ${chatId} and kind = 'mail'`.execute(tx),
  );
  await looks();
  await look();
  const { rows } = await ctx.read((tx) =>
    sql<{ isLater: boolean }>`select due_at > now() + interval '4 minutes' as is_later from chat_clocks
      where enterprise_id = ${enterprise.enterpriseId} and chat_id = ${chatId} and kind = 'mail'`.execute(tx),
  );
  expect(rows).toEqual([{ isLater: true }]);
  await shows();
  await later();
  await shows('Answer: Yes..');
  await writes('How much?');
  await reply('It costs 40.');
  await looks();
  await look();
  await shows('Answer: Yes..', 'It costs 40.');
});
