import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints, webhookEventTypes } from '@parley/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { filesWith, tablesWith } from '../../../../test/person.ts';
import { readPush, startPushService } from '../../../../test/push-service.ts';
import { createScenes, makeWebChannel } from '../../../../test/scene.ts';
import { createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const service = await startPushService();
const app = await startApp({ config: { simulator: vendors.address, privateHosts: ['127.0.0.1'] } });
const { as, makeUser, contextOf } = app;
const { connect, visit } = createScenes(app);
const { makeWhatsApp, makeSms, makeMail } = createVendorScenes(app, vendors);
const { chatMonitor, chats, chatSides, notifications, phoneBook, relays, reports, users, webhooks } = endpoints;

/** A word that is in notes and whispers alone. */
const canary = 'qanarixside';
const phone = '+919876512345';
const at = (path: string, chatId: string) => path.replace(':chatId', chatId);

const heard: string[] = [];
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    heard.push(Buffer.concat(chunks).toString());
    response.end();
  });
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => receiver.close());

/** An agent, and an administrator who is told by every way; own systems that hear of all that chats tell. */
async function makeOffice() {
  const admin = await makeUser({ name: 'Ada' });
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Asha' });
  const browser = service.subscribe('/ada');
  await as(admin).post(users.registerDevice.path, { token: JSON.stringify(browser.subscription) });
  const kinds = [{ kind: 'chat_mention', ways: { inApp: true, sound: true, mail: true, push: true } }];
  expect((await as(admin).put(notifications.savePreferences.path, { kinds })).json()).toMatchObject({ status: true });
  for (const [call, form] of [
    [webhooks, { name: 'Own system', url: `${base}/hook`, events: webhookEventTypes }],
    [relays, { name: 'Bridge', url: `${base}/bridge` }],
  ] as const)
    expect((await as(admin).post(call.create.path, form)).json()).toMatchObject({ status: true });
  return { admin, agent, browser, socket: await connect(agent) };
}

type Office = Awaited<ReturnType<typeof makeOffice>>;

/** A chat with everything that leaves it: a note before, between and after replies, labels, a priority, a transcript, an end. */
async function talk({ agent, admin, socket }: Office, write: (text: string) => Promise<unknown>): Promise<string> {
  await write('Hello there');
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  const note = () => socket.ask('chatNote', { chatId, key: newId(), text: `${canary} to @Ada`, mentions: [admin.userId] });
  expect((await note()).status).toBe(true);
  expect((await socket.ask('agentReply', { chatId, key: newId(), message: 'We look at it' })).status).toBe(true);
  expect((await note()).status).toBe(true);
  const whisper = { chatId, key: newId(), text: `${canary} to the agent` };
  expect((await as(admin).post(chatMonitor.whisper.path, whisper)).json()).toMatchObject({ status: true });
  expect((await as(agent).put(at(chatSides.savePriority.path, chatId), { priority: 8 })).json()).toMatchObject({ status: true });
  await as(agent).post(chats.sendTranscript.path, { chatId, emailId: 'meera@customer.example' });
  await as(agent).put(at(chats.updateTag.path, chatId), { tag: 'Parcel', note: 'Solved' });
  expect((await as(agent).post(`${at(chats.close.path, chatId)}?feedback=Good`)).json()).toMatchObject({ status: true });
  expect((await note()).status).toBe(true);
  return chatId;
}

const texts = async (by: TestUser, ...paths: string[]) => Promise.all(paths.map(async (path) => (await as(by).get(path)).body));

test('a word of a note or whisper is in the second record alone: on no channel, in no mail, file, webhook, push or frame of a customer', async () => {
  const office = await makeOffice();
  const { admin, agent, browser } = office;
  const enterprise = { enterpriseId: admin.enterpriseId, ctx: contextOf(admin) };
  const web = await makeWebChannel(enterprise as Parameters<typeof makeWebChannel>[0], { entry: 'queue' });
  const visitor = await visit(web.widgetKey);
  const chatIds = [await talk(office, (text) => visitor.say(text))];
  const lines = [
    { ...(await makeWhatsApp(admin)), from: phone },
    { ...(await makeSms(admin)), from: phone },
    { ...(await makeMail(admin)), from: 'meera@customer.example' },
  ];
  for (const { channelId, from } of lines)
    chatIds.push(await talk(office, (text) => vendors.control.act(channelId, from, { kind: 'text', text }, 'Meera')));

  // All that leaves has left.
  const [mail] = await app.waitForMails('meera@customer.example', lines.length + 1);
  expect(mail?.text).toContain('We look at it');
  const [notice] = await app.waitForMails(admin.email ?? '');
  await vi.waitFor(() => expect(service.to('/ada').length).toBeGreaterThan(0), { interval: 50 });
  await expect.poll(() => heard.filter((text) => text.includes('We look at it')).length).toBeGreaterThanOrEqual(4);
  await expect.poll(() => heard.filter((text) => text.includes('chat.closed')).length).toBeGreaterThanOrEqual(4);
  const started = (await as(admin).post(phoneBook.startBulk.path, { action: 'export', selection: { filter: {} } })).json().data.bulkJob.id;
  await expect
    .poll(async () => (await as(admin).get(phoneBook.getBulk.path.replace(':bulkId', started))).json().data.bulkJob.state, {})
    .toBe('completed');

  const phones = await Promise.all(lines.map(({ channelId, from }) => vendors.control.phone(channelId, from)));
  expect(phones.every(({ messages }) => JSON.stringify(messages).includes('We look at it'))).toBe(true);
  const mails = await app.deps.mailer.listKept();
  const pushes = service.to('/ada').map(({ body }) => readPush(body, browser).toString());
  const again = await visit(web.widgetKey, { visitorToken: visitor.token });
  const frames = [...visitor.talker.received, visitor.welcome, ...again.talker.received, again.welcome];
  const left = { phones, heard, mails, pushes, frames, notice };
  expect(JSON.stringify(left)).not.toContain(canary);
  const told = await texts(
    admin,
    `${reports.messageStatus.path}?perPage=200`,
    notifications.list.path,
    `${chats.history.path}?perPage=-1`,
    chats.summary.path,
  );
  expect(told.join('\n')).not.toContain(canary);
  expect(filesWith(app, [canary])).toEqual([]);
  // Events for the agents' own consoles are gone as well by then.
  await expect.poll(() => tablesWith(app, [canary])).toEqual([`public.chat_sides: ${canary}`]);
  const { sides } = (await as(agent).get(at(chats.get.path, chatIds[0] ?? ''))).json().data;
  expect(sides.map(({ kind }: { kind: string }) => kind)).toEqual(['note', 'note', 'whisper', 'act', 'act', 'note']);
});
