import { createHmac } from 'node:crypto';
import { endpoints, type ResponseRow, type TemplateComponent } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns, numberAt } from '../../../../test/campaigns.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { body, businessNumber, createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { retainedResponses } from './response.personal.ts';

const vendors = await startVendors();
const clock = { aheadMs: 0 };
const app = await startApp({
  config: { simulator: vendors.address, requestsPerMinute: 1_000_000 },
  now: () => new Date(Date.now() + clock.aheadMs),
});
const { as, makeUser, contextOf } = app;
const { control } = vendors;
const { makeTemplate, makeWhatsApp } = createVendorScenes(app, vendors);
const { scene, planOf, post, read, makeCampaign, makeActivity, act, approve, started, until } = createCampaigns(app, vendors);
const { campaigns, activities, privacy, audiences } = endpoints;

type Scene = Awaited<ReturnType<typeof scene>>;
const reply = (text: string, payload = '') => ({
  type: 'QUICK_REPLY' as const,
  text,
  payload,
  url: '',
  phoneNumber: '',
  example: '',
});
const withButtons: TemplateComponent[] = [body('Hello'), { type: 'BUTTONS', buttons: [reply('Yes please', 'offer.yes'), reply('No')] }];

/** A scene whose template has two buttons, and whose simulator confirms at once. */
async function pressable(people = 3): Promise<Scene> {
  const made = await scene({ people });
  const template = await makeTemplate(made.admin, made.channelId, withButtons);
  await control.behave(made.channelId, { receiptDelayMs: 0 });
  return { ...made, template };
}
/** An iteration whose messages have all been read. */
async function ran(made: Scene, change: Parameters<typeof started>[1] = {}) {
  const activity = await started(made, change);
  const done = await until(made.checker, activity.id, ({ isCompleted, counts }) => isCompleted && counts.read === counts.audience);
  return { ...done, campaignId: activity.campaignId };
}
const writes = (made: Scene, person: number, text: string) => control.act(made.channelId, numberAt(person), { kind: 'text', text });
async function presses(made: Scene, person: number, title: string, nth = 0): Promise<string> {
  const { messages } = await control.phone(made.channelId, numberAt(person));
  const shown = messages.filter((message) => message.buttons.length > 0)[nth];
  const button = shown?.buttons.find((one) => one.title === title);
  await control.act(made.channelId, numberAt(person), { kind: 'press', messageId: shown?.id ?? '', buttonId: button?.id ?? '' });
  return shown?.id ?? '';
}
/** Waits until every incoming message is read. */
const settled = ({ admin }: Scene, count: number) =>
  vi.waitFor(
    async () => {
      const ctx = contextOf(admin);
      const heard = await ctx.read((tx) =>
        tx
          .selectFrom('messages')
          .select('messageId')
          .where('enterpriseId', '=', admin.enterpriseId)
          .where('direction', '=', 'in')
          .execute(),
      );
      const unread = await ctx.read((tx) =>
        tx.selectFrom('rawEventQueue').select('eventId').where('enterpriseId', '=', admin.enterpriseId).execute(),
      );
      expect([heard.length, unread]).toEqual([count, []]);
    },
    { interval: 50 },
  );
const responses = async (user: Pick<TestUser, 'token'>, campaignId: string, query = ''): Promise<ResponseRow[]> =>
  (await read(user, campaigns.responses.path, campaignId, query)).data.responses;
const brief = (rows: readonly ResponseRow[]) => rows.map(({ from, kind, text, button, payload }) => [from, kind, text, button, payload]);

test('CAMP-017 responses are listed with their iteration, and each figure opens exactly its rows', async () => {
  const made = await pressable(5);
  const { id, campaignId } = await ran(made);
  await writes(made, 1, 'When do you open?');
  await settled(made, 1);
  await presses(made, 2, 'Yes please');
  await settled(made, 2);
  await presses(made, 3, 'No');
  await settled(made, 3);
  await writes(made, 3, 'Maybe next year');
  await writes(made, 3, 'Or the one after');
  await settled(made, 5);
  const all = await responses(made.admin, campaignId);
  expect(brief(all)).toEqual([
    [numberAt(3), 'reply', 'Or the one after', '', ''],
    [numberAt(3), 'reply', 'Maybe next year', '', ''],
    [numberAt(3), 'press', '', 'No', 'No'],
    [numberAt(2), 'press', '', 'Yes please', 'offer.yes'],
    [numberAt(1), 'reply', 'When do you open?', '', ''],
  ]);
  expect(all[4]).toMatchObject({ activityId: id, name: 'Customer 1' });
  expect(brief(await responses(made.admin, campaignId, '?kind=press&perPage=1'))).toEqual([brief(all)[2]]);
  expect(brief(await responses(made.admin, campaignId, '?button=Yes%20please'))).toEqual([brief(all)[3]]);
  expect(brief(await responses(made.admin, campaignId, `?activityId=${id}&from=3&perPage=2`))).toEqual(brief(all).slice(3));
  const { total, activities: figures, buttons } = (await read(made.checker, campaigns.report.path, campaignId)).data;
  expect([total.replied, total.pressed, figures[0].replied, figures[0].pressed]).toEqual([3, 2, 3, 2]);
  expect(buttons).toEqual([
    { button: 'No', presses: 1, people: 1 },
    { button: 'Yes please', presses: 1, people: 1 },
  ]);
  expect((await read(made.checker, campaigns.stats.path, campaignId)).data.total).toMatchObject({ replied: 3, pressed: 2 });
  const opened = async (result: string) =>
    (await read(made.admin, activities.recipients.path, id, `?result=${result}`)).data.recipients
      .map(({ to }: { to: string }) => to)
      .sort();
  expect(await opened('replied')).toEqual([1, 2, 3].map(numberAt));
  expect(await opened('not_replied')).toEqual([4, 5].map(numberAt));
  // Another iteration for silent people, and a label for people who answered.
  const ask = { channelId: made.channelId, audience: { results: [{ activityId: id, result: 'not_replied' }] } };
  expect((await as(made.maker).post(audiences.count.path, ask)).json().data).toMatchObject({ total: 2 });
  const labelled = await post(made.admin, activities.label.path, id, { result: 'replied', name: 'Answered' });
  expect(labelled.data.people).toBe(3);
});

test('CAMP-017 the responses as CSV, which the trail notes; nobody else gets them', async () => {
  const made = await pressable(1);
  const { campaignId, id } = await ran(made);
  await writes(made, 1, '=1+1, "really"');
  await settled(made, 1);
  const [first] = await responses(made.admin, campaignId);
  const path = campaigns.responsesCsv.path.replace(':campaignId', campaignId);
  const csv = await as(made.admin).get(path);
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  const [header, line, ...more] = csv.payload.replace('\uFEFF', '').split('\r\n');
  const names = ['Received (UTC)', 'From', 'Name', 'Kind', 'Button', 'Payload', 'Text', 'Iteration id', 'Message id'];
  expect(header).toBe(names.map((name) => `"${name}"`).join(','));
  const cells = [`'${numberAt(1)}`, 'Customer 1', 'reply', '', '', `'=1+1, ""really""`, id, first?.messageId];
  expect(line?.slice(line.indexOf(',') + 1)).toBe(cells.map((cell) => (cell ? `"${cell}"` : '')).join(','));
  expect(more).toEqual(['']);
  const trail = await as(made.admin).get(`${endpoints.audit.list.path}?kind=campaign&action=export`);
  expect(trail.json().data.entries).toHaveLength(1);
  const outsider = await makeUser();
  expect((await read(outsider, campaigns.responses.path, campaignId)).code).toBe('campaign.not_found');
  expect((await as(outsider).get(path)).json().code).toBe('campaign.not_found');
  const agent = await makeUser({ enterprise: made.admin, roles: [3] });
  expect([(await read(agent, campaigns.responses.path, campaignId)).code, (await as(agent).get(path)).json().code]).toEqual([
    '1403',
    '1403',
  ]);
  expect((await app.stranger().get(path)).statusCode).toBe(404);
});

test('CAMP-017 an answer counts within the hours of the plan, and not after them', async () => {
  const answered = async (hours: number) => {
    const made = await pressable(1);
    // The messages that leave now have left so long ago when their answer comes.
    clock.aheadMs = -hours * 3_600_000;
    const { campaignId } = await ran(made, { tracking: { links: false, replyHours: 5 } }).finally(() => {
      clock.aheadMs = 0;
    });
    await writes(made, 1, 'A while later');
    await settled(made, 1);
    return brief(await responses(made.admin, campaignId));
  };
  expect(await answered(4)).toEqual([[numberAt(1), 'reply', 'A while later', '', '']]);
  expect(await answered(6)).toEqual([]);
});

test('CAMP-017 an answer is to the latest of two iterations, and a button to the one that it is of', async () => {
  const made = await pressable(1);
  const plan = planOf(made);
  const campaign = await makeCampaign(made.maker, plan);
  const run = async () => {
    const { id } = await makeActivity(made.maker, campaign.id);
    await act(made.maker, id, 'Submitted');
    await approve(made.checker, id);
    expect(await post(made.checker, activities.start.path, id)).toMatchObject({ status: true });
    await until(made.checker, id, ({ isCompleted, counts }) => isCompleted && counts.read === 1);
    return id;
  };
  const [first, second] = [await run(), await run()];
  await writes(made, 1, 'To the second');
  await settled(made, 1);
  await presses(made, 1, 'No', 0);
  await settled(made, 2);
  const all = await responses(made.admin, campaign.id);
  expect(all.map(({ activityId, kind }) => [activityId, kind])).toEqual([
    [first, 'press'],
    [second, 'reply'],
  ]);
  const { activities: figures } = (await read(made.checker, campaigns.stats.path, campaign.id)).data;
  expect(
    figures.map(({ activityId, replied, pressed }: { activityId: string; replied: number; pressed: number }) => [
      activityId,
      replied,
      pressed,
    ]),
  ).toEqual([
    [second, 1, 0],
    [first, 1, 1],
  ]);
});

test('CAMP-017 a word that stops marketing is an opt-out and no answer', async () => {
  const made = await pressable(1);
  const { campaignId } = await ran(made);
  await writes(made, 1, 'Goodbye');
  await settled(made, 1);
  await writes(made, 1, 'Stop');
  await settled(made, 2);
  expect(brief(await responses(made.admin, campaignId))).toEqual([[numberAt(1), 'reply', 'Goodbye', '', '']]);
  expect((await read(made.checker, campaigns.stats.path, campaignId)).data.total).toMatchObject({ replied: 1, optedOut: 1 });
});

test('CAMP-017 a message that a vendor tells twice is one response', async () => {
  const made = await scene({ people: 1 });
  const { channelId, hookUrl } = await makeWhatsApp(made.admin);
  const template = await makeTemplate(made.admin, channelId, withButtons);
  await control.behave(channelId, { receiptDelayMs: 0 });
  const { campaignId } = await ran({ ...made, channelId, template });
  const from = numberAt(1).slice(1);
  const message = { from, id: 'wamid.once', timestamp: String(Math.floor(Date.now() / 1000)), type: 'text', text: { body: 'Once' } };
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: businessNumber, phone_number_id: businessNumber },
    contacts: [{ profile: { name: 'Customer 1' }, wa_id: from }],
    messages: [message],
  };
  const sent = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '70001', changes: [{ field: 'messages', value }] }] });
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': `sha256=${createHmac('sha256', 'app-secret-of-a-test').update(sent).digest('hex')}`,
  };
  for (const _time of [1, 2]) expect((await app.stranger().post(new URL(hookUrl).pathname, sent, { headers })).statusCode).toBe(200);
  await settled(made, 1);
  expect(brief(await responses(made.admin, campaignId))).toEqual([[numberAt(1), 'reply', 'Once', '', '']]);
});

test('an erased person leaves no words in the responses, and the figures stay', async () => {
  const made = await pressable(2);
  const { campaignId, id } = await ran(made);
  await writes(made, 1, 'My name is Qanarix');
  await presses(made, 1, 'Yes please');
  await settled(made, 2);
  const { customerId, name } = await made.ctx.read((tx) =>
    tx
      .selectFrom('customers')
      .select(['customerId', 'name'])
      .where('enterpriseId', '=', made.admin.enterpriseId)
      .where('number', '=', numberAt(1))
      .executeTakeFirstOrThrow(),
  );
  const at = (path: string) => path.replace(/:\w+/, customerId);
  const held = (await as(made.admin).get(at(privacy.holdings.path))).json().data.kinds;
  expect(held).toContainEqual({ kind: 'responses', count: 2 });
  expect((await as(made.admin).post(at(privacy.erase.path), { name, reason: 'Asked', keepOptOut: false })).json()).toMatchObject({
    status: true,
  });
  await vi.waitFor(async () => expect((await as(made.admin).get(privacy.erasures.path)).json().data.erasures[0].state).toBe('done'), {
    interval: 100,
  });
  expect(brief(await responses(made.admin, campaignId))).toEqual([
    ['', 'press', '', 'Yes please', ''],
    ['', 'reply', '', '', ''],
  ]);
  const left = await made.ctx.read((tx) =>
    tx
      .selectFrom('activityResponses')
      .selectAll()
      .where('enterpriseId', '=', made.admin.enterpriseId)
      .where('activityId', '=', id)
      .execute(),
  );
  expect(left).toHaveLength(2);
  expect(JSON.stringify(left)).not.toMatch(/Qanarix|9198765/);
  expect((await read(made.checker, campaigns.stats.path, campaignId)).data.total).toMatchObject({ replied: 1, pressed: 1 });
});

test('words that are older than they are kept go, and who responded stays', async () => {
  const made = await pressable(2);
  const { campaignId } = await ran(made);
  await writes(made, 1, 'My name is Qanarix');
  await settled(made, 1);
  await presses(made, 2, 'Yes please');
  await settled(made, 2);
  const [before, after] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms)) as [Date, Date];
  const step = { limit: 1000, mark: '' };
  const count = (to: Date) => made.ctx.read((tx) => retainedResponses.count(tx, made.admin.enterpriseId, to, '', 10));
  expect([await count(before), await count(after)]).toEqual([0, 2]);
  await made.ctx.transaction((tx) => retainedResponses.erase(made.ctx, tx, after, step));
  expect(await count(after)).toBe(0);
  expect(brief(await responses(made.admin, campaignId))).toEqual([
    [numberAt(2), 'press', '', 'Yes please', ''],
    [numberAt(1), 'reply', '', '', ''],
  ]);
});

test('tracking is a part of what is approved', async () => {
  const made = await pressable(1);
  const campaign = await makeCampaign(made.maker, planOf(made));
  const { id } = await makeActivity(made.maker, campaign.id);
  const submitted = (await act(made.maker, id, 'Submitted')).data.activity;
  const plan = planOf(made, { tracking: { links: false, replyHours: 24 } });
  const change = { version: submitted.version, name: submitted.name, plan };
  const updated = await as(made.maker).put(activities.update.path.replace(':activityId', id), change);
  expect(updated.json().data).toMatchObject({ approval: 'New', plan: { tracking: { replyHours: 24 } } });
  const again = (await act(made.maker, id, 'Submitted')).data.activity;
  expect(again.seal).not.toBe(submitted.seal);
  const wrong = { ...change, version: again.version, plan: { ...plan, tracking: { links: false, replyHours: 721 } } };
  const refused = await as(made.maker).put(activities.update.path.replace(':activityId', id), wrong);
  expect([refused.statusCode, JSON.stringify(refused.json().data)]).toEqual([400, expect.stringContaining('tracking.replyHours')]);
});
