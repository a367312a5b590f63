import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { endpoints, relayEventType, webhookEventData, webhookEventTypes } from '@parley/contract';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startApp } from './app.ts';
import { createCampaigns } from './campaigns.ts';
import { createScenes } from './scene.ts';
import { body, createVendorScenes, startVendors, waitForRun } from './vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, privateHosts: ['127.0.0.1'] } });
const { as, makeUser, contextOf } = app;
const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);
const { makeScene, visit, connect } = createScenes(app);
const { apiKeys, webhooks, phoneBook, chats, chatLabels, departments } = endpoints;

const folder = mkdtempSync(path.join(tmpdir(), 'guide-'));
afterAll(() => rmSync(folder, { recursive: true }));
const guide = readFileSync(path.join(import.meta.dirname, '../../../docs/API.md'), 'utf8');

/** A program of the guide, exactly as a reader copies it. */
function programOf(name: string): string {
  const [, source] = new RegExp(`\`\`\`js\n(// ${name}\n[^]*?)\`\`\``).exec(guide) ?? [];
  if (!source) throw new Error(`docs/API.md holds no ${name}.`);
  const file = path.join(folder, name);
  writeFileSync(file, source);
  return file;
}

/** Runs one, and tells its lines as they come. */
function run(name: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [programOf(name)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  return { lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](), ended: once(child, 'exit') };
}

test('docs/API.md shows the body of every event, as the contract has it, and of no other', () => {
  const [, catalogue = ''] = /### Every event\n([\s\S]*?)\n## /.exec(guide) ?? [];
  const shown = [...catalogue.matchAll(/\*\*`([\w.]+)`\*\* [\s\S]*?```json\n([\s\S]*?)```/g)].map(([, type = '', json = '']) => ({
    type,
    json,
  }));
  expect(shown.map(({ type }) => type).toSorted()).toEqual([...webhookEventTypes, relayEventType].toSorted());
  for (const { type, json } of shown) {
    const { success, error } = webhookEventData[type as typeof relayEventType].safeParse(JSON.parse(json));
    expect([type, success, error?.issues]).toEqual([type, true, undefined]);
  }
});

test('docs/API.md what it says is so: a key sends a template once, however often it is asked, and a webhook hears what became of it', async () => {
  const admin = await makeUser();
  const { channelId } = await makeWhatsApp(admin);
  const template = await makeTemplate(admin, channelId, [body('Hi {{1}}, welcome', { 1: 'Asha' })]);
  const { secret: key } = (await as(admin).post(apiKeys.add.path, { name: 'Shop', scopes: ['customers', 'send'] })).json().data;

  // The port is known once it listens, and the secret once the webhook is made: an address that is changed keeps its secret.
  const hook = { name: 'Shop', url: 'http://127.0.0.1:9/', events: ['message.status'] };
  const webhook = (await as(admin).post(webhooks.create.path, hook)).json().data;
  const receiver = run('receiver.mjs', { WEBHOOK_SECRET: webhook.secret, PORT: '0' });
  const port = String((await receiver.lines.next()).value).split(' ')[1];
  const change = { ...hook, url: `http://127.0.0.1:${port}/`, version: webhook.version };
  expect((await as(admin).put(webhooks.update.path.replace(':webhookId', webhook.id), change)).json()).toMatchObject({ status: true });

  const order = {
    PARLEY_URL: app.url,
    PARLEY_KEY: key,
    CHANNEL_ID: channelId,
    TEMPLATE_ID: template.templateId,
    TEMPLATE_NAME: template.name,
  };
  const first = run('send-order.mjs', order);
  const sent = JSON.parse((await first.lines.next()).value ?? '') as { id: string; statuses: string[] };
  expect([sent.statuses.length, await first.ended]).toEqual([1, [0, null]]);
  const again = run('send-order.mjs', order);
  expect(JSON.parse((await again.lines.next()).value ?? '')).toMatchObject({ id: sent.id, statuses: [expect.any(String)] });

  const listed = (await as(admin).get(`${phoneBook.list.path}?perPage=5`)).json().data.customers;
  expect(listed.customers).toMatchObject([{ name: 'Asha' }]);
  const [message] = await waitForRun({ enterpriseId: admin.enterpriseId, ctx: contextOf(admin) }, sent.id);
  expect(message?.content).toMatchObject({ 'messageTags/body.1': 'Asha' });
  const event = JSON.parse((await receiver.lines.next()).value ?? '');
  expect(event).toMatchObject({
    type: 'message.status',
    enterprise: admin.enterpriseId,
    data: { messageId: message?.messageId, to: '+919876500001', resourceId: sent.id },
  });
  expect(webhookEventData['message.status'].safeParse(event.data)).toMatchObject({ success: true });

  const { secret: ofReports } = (await as(admin).post(apiKeys.add.path, { name: 'Reader', scopes: ['reports'] })).json().data;
  // Covers the day in any enterprise's zone
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const reader = run('read-report.mjs', { PARLEY_URL: app.url, PARLEY_KEY: ofReports, FROM_DATE: day(-1), TO_DATE: day(1) });
  const rows: Record<string, unknown>[] = [];
  for await (const line of { [Symbol.asyncIterator]: () => reader.lines }) rows.push(JSON.parse(line) as Record<string, unknown>);
  expect(await reader.ended).toEqual([0, null]);
  expect(rows).toEqual([
    { source: 'BROADCAST', status: expect.any(String), count: 1 },
    { messageId: message?.messageId, to: '+919876500001', status: expect.any(String), reason: '' },
  ]);

  const stranger = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
  expect(stranger.status).toBe(401);
});

test('docs/API.md what it says is so: a key starts an approved iteration for a list, and asked again it answers the same', async () => {
  const { scene, approved, planOf } = createCampaigns(app, vendors);
  const made = await scene();
  const template = await makeTemplate(made.admin, made.channelId, [body('{{1}}, it is back in {{2}}', { 1: 'Asha', 2: 'Pune' })]);
  const column = (variable: string, value: string) => ({ variable, type: 'column' as const, value, mappings: [] });
  const { id } = await approved(made, {
    message: { template: { templateId: template.name, templateUId: template.templateId, cards: [] } },
    columnMapping: [{ type: 'messageTags', card: null, variables: [column('body.1', 'name'), column('body.2', 'Town')] }],
    audience: { ...planOf(made).audience, groupIds: [], given: { most: 3, columns: ['Town'] } },
  });
  const { secret } = (await as(made.admin).post(apiKeys.add.path, { name: 'Stock', scopes: ['send'] })).json().data;
  const program = { PARLEY_URL: app.url, PARLEY_KEY: secret, ACTIVITY_ID: id };
  for (let times = 0; times < 2; times += 1) {
    const { lines, ended } = run('start-iteration.mjs', program);
    const said = JSON.parse((await lines.next()).value ?? '');
    expect([said, await ended]).toEqual([{ accepted: 2, duplicates: 0, invalid: 1, sent: 2, skipped: 1 }, [0, null]]);
  }
});

test('docs/API.md what it says is so: a key answers and labels waiting chats, hands them to a department, and begun anew it does nothing twice', async () => {
  const { enterprise, channel, users, visitor } = await makeScene();
  const admin = await makeUser({ enterprise });
  const label = (await as(admin).post(chatLabels.create.path, { name: 'Refund' })).json().data;
  const department = (await as(admin).post(departments.create.path, { name: 'Refunds' })).json().data;
  await as(admin).put(departments.addUsers.path.replace(':departmentId', department.id), { users: [users.asha.userId] });
  const { chatId } = await visitor.say('Where is my refund?');
  const other = await visit(channel.widgetKey);
  const { chatId: otherId } = await other.say('When do you open?');
  const made = { name: 'Desk', scopes: ['chats', 'chat_replies', 'chat_work'] };
  const { secret } = (await as(admin).post(apiKeys.add.path, made)).json().data;
  const program = { PARLEY_URL: app.url, PARLEY_KEY: secret, LABEL_ID: label.id, DEPARTMENT_ID: department.id };
  for (let times = 0; times < 2; times += 1) {
    const { lines, ended } = run('work-chats.mjs', program);
    const line = JSON.parse((await lines.next()).value ?? '');
    expect([line, await ended]).toEqual([{ chatId, customerName: expect.any(String), asked: 'Where is my refund?' }, [0, null]]);
  }
  const read = async (id: string) => (await as(admin).get(chats.get.path.replace(':chatId', id))).json().data;
  const { deptId, handledBy, tag, messages } = await read(String(chatId));
  expect([deptId, handledBy, tag]).toEqual([department.id, 'queue', 'Refund']);
  expect(messages.filter(({ authorKind }: { authorKind: string }) => authorKind === 'bot')).toMatchObject([
    { userName: 'Desk', message: 'A colleague looks at your refund.' },
    { userName: 'Desk', detail: { departmentName: 'Refunds', note: 'Asks for a refund.' } },
  ]);
  expect((await (await connect(users.asha)).ask('agentPickupChat', { chatId })).status).toBe(true);
  expect((await read(String(otherId))).tag).toBe('');
});
