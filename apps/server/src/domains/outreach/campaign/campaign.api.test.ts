import { endpoints, type VariableGroup } from '@parley/contract';
import { type KyselyPlugin, sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Read, Tx } from '#platform/db/database.ts';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns, numberAt } from '../../../../test/campaigns.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { freeBill } from '../../../bill.ts';
import type { Actor, Ctx } from '../../../context.ts';
import { readStats } from './campaign.report.ts';

const vendors = await startVendors();
const prices = { home: 700_000 };
const money = { left: Number.POSITIVE_INFINITY };
const app = await startApp({
  config: { simulator: vendors.address, requestsPerMinute: 1_000_000 },
  bill: {
    ...freeBill,
    covers: (_tx, _enterpriseId, amount) => amount <= money.left,
    quote: (_tx, _ask, lines) =>
      lines.map(({ address, units }) => ({ price: (address.startsWith('+91') ? prices.home : 900_000) * units, rateId: null })),
  },
});
const { as, makeUser } = app;
const scenes = createCampaigns(app, vendors);
const { scene, planOf, post, put, read, makeCampaign, makeActivity, act, get, approved, submitted, started, start, until, received } =
  scenes;
const { makeTemplate } = createVendorScenes(app, vendors);
const { campaigns, activities } = endpoints;

const completed = async (made: Awaited<ReturnType<typeof scene>>, id: string) => {
  await until(made.checker, id, ({ isCompleted }) => isCompleted);
  // Receipts come after the end.
  return vi.waitFor(
    async () => {
      const { counts } = await get(made.checker, id);
      if (counts.read + counts.failed + counts.skipped < counts.audience) throw new Error(JSON.stringify(counts));
      return counts;
    },
    { interval: 50 },
  );
};

test('CAMP-016 CAMP-019 CAMP-022 CAMP-066 CAMP-069 CAMP-070 figures add up, in each iteration and in total, and every person has a row with all times', async () => {
  const made = await scene({ people: 5 });
  const { admin, maker, checker, ctx } = made;
  await ctx.transaction((tx) =>
    tx
      .insertInto('blacklist')
      .values({ enterpriseId: admin.enterpriseId, entryId: crypto.randomUUID(), address: numberAt(2), kind: 'blocked', source: 'manual' })
      .execute(),
  );
  await vendors.control.behave(made.channelId, { failNext: { count: 1, code: '131026' }, receiptDelayMs: 0 });
  const activity = await started(made);
  expect(activity.breakdown).toMatchObject({ total: 5, blocked: 1, reachable: 4 });
  await completed(made, activity.id);
  const stats = (await read(maker, campaigns.stats.path, activity.campaignId)).data;
  expect(stats.total).toMatchObject({
    counts: { audience: 5, skipped: 1, failed: 1, delivered: 3, read: 3, inFlight: 0 },
    optedOut: 0,
    actual: 0,
  });
  expect(stats.activities).toMatchObject([{ activityId: activity.id, number: 1, isCompleted: true, counts: stats.total.counts }]);
  const report = (await read(maker, campaigns.report.path, activity.campaignId)).data;
  expect(report.failures).toEqual([
    { reason: 'RECIPIENT', vendorCode: '131026', meaning: expect.stringContaining('cannot be reached'), count: 1 },
  ]);
  const sum = (of: 'delivered' | 'read') =>
    report.deliveries.reduce((all: number, hour: Record<string, number>) => all + (hour[of] ?? 0), 0);
  expect([sum('delivered'), sum('read')]).toEqual([3, 3]);
  expect(report.readAfterHours).toEqual([{ hours: 1, count: 3 }]);
  expect((await read(maker, campaigns.fallbackStats.path, activity.campaignId)).data).toEqual({ runs: [] });

  const first = (await read(admin, activities.recipients.path, activity.id, '?perPage=2')).data;
  expect([first.recipients.map(({ number }: { number: number }) => number), first.more]).toEqual([[1, 2], true]);
  const rest = (await read(admin, activities.recipients.path, activity.id, '?perPage=10&after=2')).data;
  expect([rest.recipients.length, rest.more]).toEqual([3, false]);
  const blocked = (await read(admin, activities.recipients.path, activity.id, '?status=SKIPPED&reason=BLOCKED')).data.recipients;
  expect(blocked).toMatchObject([{ to: numberAt(2), name: 'Customer 2', reasonText: 'The number is on the blacklist.' }]);
  // A user whose role hides numbers reads none: the checker has no phone book.
  const hidden = (await read(checker, activities.recipients.path, activity.id)).data.recipients;
  expect(hidden).toHaveLength(5);
  expect(JSON.stringify(hidden)).not.toContain('98765000');
  const link = (await as(admin).get(endpoints.files.downloadToken.path)).json().data.id;
  const path = `${activities.export.path.replace(':activityId', activity.id)}?x-access-id=${encodeURIComponent(link)}`;
  const csv = (await app.stranger().get(path)).body.replace('\ufeff', '').trim().split('\r\n');
  expect(csv[0]?.replaceAll('"', '')).toMatch(
    /^Number,Name,To,Status,Reason,What it means,Queued \(.+\),Sent \(.+\),Delivered \(.+\),Read \(.+\),Failed \(.+\)$/,
  );
  expect(csv.length).toBe(6);
  const cells = csv.slice(1).map((line) => line.replaceAll('"', '').split(','));
  const ofStatus = (status: string) => cells.filter((line) => line[3] === status).map((line) => line.slice(7).map((cell) => cell !== ''));
  expect(ofStatus('READ')).toEqual(Array.from({ length: 3 }, () => [true, true, true, false]));
  expect(ofStatus('SKIPPED')).toEqual([[false, false, false, false]]);
  expect(ofStatus('FAILED').map((line) => line[3])).toEqual([true]);

  // Other systems read the same by a key.
  const { secret } = (await as(admin).post(endpoints.apiKeys.add.path, { name: 'Reports', scopes: ['reports'] })).json().data;
  const bearer = { headers: { authorization: `Bearer ${secret}` } };
  const external = (await app.stranger().get(`${campaigns.externalStats.path}?campaignId=${activity.campaignId}`, bearer)).json().data;
  expect(external).toMatchObject({
    rows: [
      {
        campaignId: activity.campaignId,
        iteration: 1,
        audience: 5,
        skipped: 1,
        failed: 1,
        inFlight: 0,
        delivered: 3,
        read: 3,
        currency: 'INR',
      },
    ],
    more: false,
  });
  const rows = (await app.stranger().get(campaigns.externalCsv.path, bearer)).body.replace('\ufeff', '').trim().split('\r\n');
  expect([rows.length, rows[1]]).toEqual([2, expect.stringContaining(',"completed",')]);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect((await app.stranger().get(`${campaigns.externalStats.path}?fromDate=${tomorrow}`, bearer)).json().data.rows).toEqual([]);
  expect((await app.stranger().get(campaigns.list.path, bearer)).json().code).toBe('1403');
});

test('CAMP-018 BCAST-066 variables in the template of a campaign are told by groups: of its text, and of its link', async () => {
  const made = await scene({ people: 1 });
  const button = { type: 'URL' as const, text: 'Open', url: 'https://shop.example/{{1}}', phoneNumber: '', example: 'x', payload: '' };
  const template = await makeTemplate(made.admin, made.channelId, [
    body('Hello {{1}}, {{2}}', { '1': 'Asha', '2': 'Pune' }),
    { type: 'BUTTONS', buttons: [button] },
  ]);
  const message = { template: { templateId: template.name, templateUId: template.templateId, cards: [] } };
  const campaign = await makeCampaign(made.maker, planOf(made, { message }));
  const groups: VariableGroup[] = (await read(made.maker, campaigns.variables.path, campaign.id)).data.variables;
  expect(groups.map(({ type, card, variables }) => [type, card, variables.map(({ variable }) => variable)])).toEqual([
    ['messageTags', null, ['body.1', 'body.2']],
    ['url', null, ['button.0']],
  ]);
  const plain = await makeCampaign(made.maker, planOf(made));
  expect((await read(made.maker, campaigns.variables.path, plain.id)).data).toEqual({ variables: [] });
});

test('screens 3.6 failures that may be over are tried again in an iteration of their own, and results become labels', async () => {
  const made = await scene({ people: 4 });
  const { maker, admin } = made;
  await vendors.control.behave(made.channelId, { failNext: { count: 1, code: '131026' }, receiptDelayMs: 0 });
  const { id, campaignId } = await started(made);
  await completed(made, id);
  const { data } = await post(maker, activities.label.path, id, { result: 'read', name: 'Readers', requestKey: 'k' });
  expect(data.people).toBe(3);
  await vi.waitFor(async () => {
    const { tags } = (await as(admin).get(`${endpoints.phoneBook.listLabels.path}?search=Readers`)).json().data;
    expect(tags).toMatchObject([{ name: 'Readers', count: 3 }]);
  });
  const retry = (await post(maker, activities.retry.path, id, { requestKey: 'r' })).data;
  expect(retry).toMatchObject({
    campaignId,
    number: 2,
    approval: 'New',
    state: 0,
    plan: { audience: { groupIds: [], results: [{ activityId: id, result: 'failed_for_now' }] } },
  });
  // A number that cannot be reached is not over by now.
  expect((await act(maker, retry.id, 'Submitted')).data.errors).toMatchObject([{ field: 'audience', code: 'campaign.nobody' }]);
  await made.ctx.transaction((tx) =>
    tx
      .updateTable('messages')
      .set({ reason: 'TRANSIENT' })
      .where('enterpriseId', '=', admin.enterpriseId)
      .where('status', '=', 'FAILED')
      .execute(),
  );
  const submission = (await act(maker, retry.id, 'Submitted')).data.activity;
  expect(submission).toMatchObject({ approval: 'Submitted', audienceCount: 1 });
  expect((await start(made.checker, retry.id)).code).toBe('activity.state_invalid');
  await scenes.approve(made.checker, retry.id, submission.seal);
  await start(made.checker, retry.id);
  await completed(made, retry.id);
  expect(await received(made.channelId, 4)).toEqual([1, 1, 1, 1]);
});

test('screens 3.3 anybody’s message is shown with its values, and why somebody will get it or not: by the gate, and then by the ledger', async () => {
  const made = await scene({ people: 3 });
  const { admin, maker, checker } = made;
  const template = await makeTemplate(admin, made.channelId, [body('Hi {{1}} of {{2}}', { '1': 'A', '2': 'B' })]);
  const column = (variable: string, value: string) => ({ variable, type: 'column' as const, value, mappings: [] });
  const columnMapping = [
    { type: 'messageTags' as const, card: null, variables: [column('body.1', 'name'), column('body.2', 'phoneNumber')] },
  ];
  const campaign = await makeCampaign(maker, planOf({ ...made, template }, { columnMapping }));
  const { id } = await makeActivity(maker, campaign.id);
  const previewOf = async (user: typeof admin, query: string) => (await read(user, activities.preview.path, id, query)).data.previews;
  expect(await previewOf(admin, `?number=${encodeURIComponent('+91 98765 00002')}`)).toEqual([
    {
      address: numberAt(2),
      name: 'Customer 2',
      values: { 'messageTags/body.1': 'Customer 2', 'messageTags/body.2': numberAt(2) },
      missing: [],
    },
  ]);
  expect((await previewOf(admin, '?count=2')).length).toBe(2);
  const hidden = await previewOf(checker, '?count=2');
  expect(hidden).toHaveLength(2);
  expect(JSON.stringify(hidden)).not.toMatch(/98765000|Customer/);
  const why = async (number: string) => (await read(admin, activities.why.path, id, `?number=${encodeURIComponent(number)}`)).data;
  expect(await why(numberAt(1))).toMatchObject({ isInAudience: true, isDecided: false, willGet: true, reason: '' });
  expect(await why('+919876509999')).toMatchObject({ isInAudience: false, willGet: false });
  expect(await why('nobody')).toMatchObject({ isInAudience: false, reason: 'INVALID_NUMBER' });
  await made.ctx.transaction((tx) =>
    tx
      .insertInto('blacklist')
      .values({
        enterpriseId: admin.enterpriseId,
        entryId: crypto.randomUUID(),
        address: numberAt(1),
        kind: 'opted_out',
        source: 'customer',
      })
      .execute(),
  );
  expect(await why(numberAt(1))).toMatchObject({ willGet: false, reason: 'OPTED_OUT', reasonText: 'The customer wants no marketing.' });
  const { seal } = (await act(maker, id, 'Submitted')).data.activity;
  await scenes.approve(checker, id, seal);
  await start(checker, id);
  await completed(made, id);
  expect(await why(numberAt(1))).toMatchObject({ isDecided: true, willGet: false, status: 'SKIPPED', reason: 'OPTED_OUT' });
  expect(await why(numberAt(3))).toMatchObject({ isDecided: true, willGet: true, status: 'READ' });
});

test('CAMP-020 CAMP-021 CAMP-065 CAMP-071 CAMP-072 every check is told with its reasons, and what it would cost', async () => {
  const made = await scene({ people: 3 });
  const { maker } = made;
  await made.ctx.transaction((tx) =>
    tx
      .updateTable('channels')
      .set({ environment: 'production', state: 'PAUSED' })
      .where('enterpriseId', '=', made.admin.enterpriseId)
      .execute(),
  );
  const campaign = await makeCampaign(maker, planOf(made));
  const check = (await post(maker, campaigns.validate.path, '', { campaignId: campaign.id })).data;
  expect(check.checks.map(({ check: name, isFine }: { check: string; isFine: boolean }) => [name, isFine])).toEqual([
    ['channel', false],
    ['template', true],
    ['media', true],
    ['mapping', true],
    ['audience', true],
    ['schedule', true],
    ['balance', true],
  ]);
  expect(check.checks[0].errors).toMatchObject([{ field: 'channelId', code: 'campaign.channel_down', values: { state: 'PAUSED' } }]);
  expect(check.estimate).toEqual({
    units: 3,
    amount: 2_100_000,
    currency: 'INR',
    byCountry: [{ country: 'IN', units: 3, amount: 2_100_000 }],
  });
  const asked = { campaignId: campaign.id, count: 10 };
  expect((await post(maker, campaigns.estimatecost.path, '', asked)).data).toMatchObject({ units: 10, amount: 9_000_000, currency: 'INR' });
  const { id } = await makeActivity(maker, campaign.id);
  expect((await post(maker, activities.estimate.path, id)).data).toMatchObject({ amount: 2_100_000, breakdown: { reachable: 3 } });
  const unsaved = planOf(made, { schedule: { startsAt: '2020-01-01T10:00' } });
  const typed = (await post(maker, campaigns.validate.path, '', { campaignId: campaign.id, plan: unsaved })).data;
  expect(typed.checks[5].errors).toMatchObject([{ field: 'schedule.startsAt', code: 'schedule.past' }]);
});

test('a person who lacks a value is counted apart, costs nothing and needs no money, and the checker reads how many they are', async () => {
  const made = await scene({ people: 4 });
  const { admin, maker, checker, ctx } = made;
  const { enterpriseId } = admin;
  const template = await makeTemplate(admin, made.channelId, [body('Hello {{1}}, {{2}}', { '1': 'Asha', '2': 'Pune' })]);
  const customers = (index: number, change: object) =>
    ctx.transaction((tx) =>
      tx.updateTable('customers').set(change).where('enterpriseId', '=', enterpriseId).where('number', '=', numberAt(index)).execute(),
    );
  await customers(1, { email: 'a@b.example', profile: JSON.stringify({ language: 'en' }) });
  await customers(2, { email: 'b@b.example' });
  await customers(3, { email: 'c@b.example', profile: JSON.stringify({ language: ' ' }) });
  const setEnvironment = (environment: 'production' | 'sandbox') =>
    ctx.transaction((tx) => tx.updateTable('channels').set({ environment }).where('enterpriseId', '=', enterpriseId).execute());
  const column = (variable: string, value: string) => ({ variable, type: 'column' as const, value, mappings: [] });
  const plan = {
    message: { template: { templateId: template.name, templateUId: template.templateId, cards: [] } },
    columnMapping: [{ type: 'messageTags' as const, card: null, variables: [column('body.1', 'emailId'), column('body.2', 'language')] }],
  };
  await setEnvironment('production');
  const campaign = await makeCampaign(maker, planOf(made, plan));
  money.left = 700_000;
  const check = (await post(maker, campaigns.validate.path, '', { campaignId: campaign.id })).data;
  money.left = Number.POSITIVE_INFINITY;
  expect(check.checks.filter(({ isFine }: { isFine: boolean }) => !isFine)).toEqual([]);
  expect(check).toMatchObject({ breakdown: { total: 4, missing: 3, reachable: 1 }, estimate: { units: 1, amount: 700_000 } });
  const pressure = await post(maker, endpoints.bookings.pressure.path, '', { campaignId: campaign.id });
  expect(pressure.data.people).toBe(1);
  await setEnvironment('sandbox');
  const { id } = await started(made, plan);
  expect((await get(checker, id)).breakdown).toMatchObject({ total: 4, missing: 3, reachable: 1 });
  expect(await completed(made, id)).toMatchObject({ audience: 4, skipped: 3 });
  const { recipients } = (await read(admin, activities.recipients.path, id, '?status=SKIPPED')).data;
  expect(recipients.map(({ reason }: { reason: string }) => reason)).toEqual(['MAPPING_MISSING', 'MAPPING_MISSING', 'MAPPING_MISSING']);
});

test('CAMP-012 CAMP-013 CAMP-023 CAMP-074 a campaign is seen by whom its access type and their role’s scope let; for all others it is not there', async () => {
  const made = await scene();
  const { admin, maker, checker } = made;
  const colleague = await makeUser({ enterprise: admin, roles: [4] });
  const stranger = await makeUser({ roles: [1] });
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const campaign = await makeCampaign(maker, planOf(made), { accessType: 'Private' });
  const { id } = await makeActivity(maker, campaign.id);
  const seenBy = async () =>
    Promise.all([maker, colleague, checker, admin].map(async (user) => (await read(user, campaigns.get.path, campaign.id)).http));
  expect(await seenBy()).toEqual([200, 404, 200, 200]);
  expect((await read(colleague, activities.get.path, id)).code).toBe('activity.not_found');
  expect((await act(colleague, id, 'Submitted')).code).toBe('activity.not_found');
  expect((await post(colleague, activities.create.path, '', { campaignId: campaign.id })).code).toBe('campaign.not_found');
  expect((await as(colleague).get(activities.list.path)).json().data.activities).toEqual([]);
  for (const path of [campaigns.get.path, campaigns.stats.path, campaigns.export.path, campaigns.report.path])
    expect((await read(stranger, path, campaign.id)).code).toBe('campaign.not_found');
  expect((await read(stranger, activities.get.path, id)).code).toBe('activity.not_found');
  expect(await read(agent, campaigns.get.path, campaign.id)).toMatchObject({ http: 403, code: '1403' });

  const setAccess = async (accessType: string, version: number) =>
    put(maker, campaigns.accessType.path, campaign.id, { accessType, version });
  expect((await setAccess('Department', 1)).data.accessType).toBe('Department');
  expect(await seenBy()).toEqual([200, 404, 200, 200]);
  const department = (await as(admin).post(endpoints.departments.create.path, { name: 'Sales', desc: '' })).json().data;
  await made.ctx.transaction((tx) =>
    tx
      .insertInto('departmentUsers')
      .values([maker, colleague].map(({ userId }) => ({ enterpriseId: admin.enterpriseId, departmentId: department.id, userId })))
      .execute(),
  );
  const moved = await app.makeSession(colleague);
  expect((await read(moved, campaigns.get.path, campaign.id)).data.departments).toMatchObject([{ name: 'Sales' }]);
  expect((await setAccess('Everyone', 1)).code).toBe('record.changed');
  expect((await setAccess('Everyone', 2)).http).toBe(200);
  const other = await makeUser({ enterprise: admin, roles: [4] });
  expect((await read(other, campaigns.get.path, campaign.id)).http).toBe(200);
  // A role whose scope is one's own sees one's own, under any access type.
  const role = { name: 'Own', permissions: ['CAMPAIGNS.VIEW', 'CAMPAIGNS.EDIT', 'CAMPAIGNS.APPROVE'], dataScope: 'own' };
  const { code } = (await as(admin).put(endpoints.roles.saveRole.path, role)).json().data;
  const narrow = await makeUser({ enterprise: admin, roles: [code] });
  expect((await read(narrow, campaigns.get.path, campaign.id)).code).toBe('campaign.not_found');
});

test('CAMP-005 CAMP-011 CAMP-058 CAMP-078 rejected ones are shown to those who have the list of them; lists are filtered by state and approval', async () => {
  const made = await scene();
  const { admin, maker, checker } = made;
  const activity = await submitted(made);
  await post(checker, activities.reject.path, activity.id, { reason: 'No' });
  const other = await submitted(made);
  const role = { name: 'Viewer', permissions: ['CAMPAIGNS.VIEW'] };
  const { code } = (await as(admin).put(endpoints.roles.saveRole.path, role)).json().data;
  const viewer = await makeUser({ enterprise: admin, roles: [code] });
  const listOf = async (user: typeof maker, query: string) =>
    (await as(user).get(`/chatbird/api/activity/list?${query}`)).json().data.activities.map(({ id }: { id: string }) => id);
  expect(await listOf(viewer, 'approval=Rejected')).toEqual([]);
  expect((await read(viewer, activities.get.path, activity.id)).code).toBe('activity.not_found');
  expect(await listOf(maker, 'approval=Rejected')).toEqual([activity.id]);
  expect(await listOf(checker, 'approval=Submitted&state=0')).toEqual([other.id]);
  expect(await listOf(checker, 'approval=Approved&state=0&state=1&state=3')).toEqual([]);
  expect(await listOf(checker, `makerId=${admin.userId}`)).toEqual([]);
  expect(await listOf(checker, `campaignId=${other.campaignId}`)).toEqual([other.id]);
  const { campaigns: created } = (await as(maker).get('/chatbird/api/campaign/list?state=0')).json().data;
  expect(created.map(({ id }: { id: string }) => id)).toEqual([other.campaignId, activity.campaignId]);
  expect((await as(maker).get('/chatbird/api/campaign/list?state=2')).json().data.campaigns).toEqual([]);
});

test('CAMP-015 CAMP-068 a scheduled or running iteration is not deleted; the rest waits in the bin and comes back', async () => {
  const made = await scene();
  const { admin, maker, checker } = made;
  const soon = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
  const filter = {
    name: 'Everybody',
    conditions: {
      match: 'all',
      clauses: [{ match: 'all', conditions: [{ field: 'name', operator: 'startsWith', values: ['Customer'] }] }],
    },
  };
  const filterId = (await as(admin).post(endpoints.phoneBook.saveFilter.path, filter)).json().data.filter.id;
  const { audience } = planOf(made);
  const scheduled = await approved(made, { audience: { ...audience, filterId }, schedule: { startsAt: soon, timeZone: 'UTC' } });
  await act(checker, scheduled.id, 1);
  const remove = async (path: string, id: string) => {
    const answer = await as(maker).delete(path.replace(/:(campaignId|activityId)/, id));
    return { http: answer.statusCode, ...answer.json() };
  };
  expect((await remove(activities.remove.path, scheduled.id)).code).toBe('activity.state_invalid');
  const refused = await remove(campaigns.remove.path, scheduled.campaignId);
  expect([refused.code, refused.data.uses]).toEqual(['campaign.in_use', [expect.stringMatching(/#1$/)]]);
  // Its group, filter, channel and template are held too.
  const saved = endpoints.phoneBook.removeFilter.path.replace(/:\w+/, filterId);
  const held = (await as(admin).delete(saved)).json();
  expect([held.code, held.data.uses]).toEqual(['filter.in_use', [expect.stringMatching(/^campaign Campaign \d+ #1$/)]]);
  const group = endpoints.phoneBook.removeGroup.path.replace(':setId', made.groupId);
  expect((await as(admin).delete(group)).json().code).toBe('group.in_use');
  const channel = endpoints.channels.remove.path.replace(':channelId', made.channelId);
  expect((await as(admin).delete(channel)).json().code).toBe('channel.in_use');
  const stopped = await act(maker, scheduled.id, 4);
  expect(stopped.data).toMatchObject({ unsent: 3, activity: { state: 4 } });
  expect((await remove(activities.remove.path, scheduled.id)).http).toBe(200);
  expect((await as(admin).delete(saved)).json()).toMatchObject({ status: true });
  const second = await makeActivity(maker, scheduled.campaignId);
  expect(second.number).toBe(2);
  expect((await remove(campaigns.remove.path, scheduled.campaignId)).http).toBe(200);
  expect((await read(maker, campaigns.get.path, scheduled.campaignId)).code).toBe('campaign.not_found');
  expect((await read(maker, activities.get.path, second.id)).code).toBe('activity.not_found');
  const { entries } = (await as(admin).get(endpoints.bin.list.path)).json().data;
  const entryOf = (recordId: string) => entries.find((entry: { recordId: string }) => entry.recordId === recordId);
  expect(entryOf(scheduled.campaignId)).toMatchObject({ kind: 'campaign', contains: { activities: 1 } });
  const restore = (recordId: string, more = {}) =>
    as(admin).post(endpoints.bin.restore.path.replace(':entryId', entryOf(recordId).id), more);
  expect((await restore(scheduled.id)).json().code).toBe('bin.parents_needed');
  await makeCampaign(maker, {}, { name: entryOf(scheduled.campaignId).name });
  expect((await restore(scheduled.id, { withParents: true })).statusCode).toBe(200);
  const back = (await read(maker, campaigns.get.path, scheduled.campaignId)).data;
  expect([back.name, back.activities.map(({ number }: { number: number }) => number)]).toEqual([
    `${entryOf(scheduled.campaignId).name} (restored)`,
    [2, 1],
  ]);
  // Emptied, it takes its iterations and their log along.
  await remove(campaigns.remove.path, scheduled.campaignId);
  const again = (await as(admin).get(`${endpoints.bin.list.path}?kind=campaign`)).json().data.entries[0];
  const purge = `${endpoints.bin.purge.path.replace(':entryId', again.id)}?name=${encodeURIComponent(again.name)}`;
  expect((await as(admin).delete(purge)).statusCode).toBe(200);
  const left = await made.ctx.read((tx) => tx.selectFrom('activityEntries').select('kind').where('activityId', '=', second.id).execute());
  expect(left).toEqual([]);
});

test('screens 9.1 planned campaigns of somebody who is deactivated move to another owner, and their approvals stay', async () => {
  const made = await scene();
  const { admin, maker } = made;
  const activity = await approved(made);
  const path = endpoints.users.deactivate.path.replace(':userId', maker.userId);
  const asked = (await as(admin).delete(`${path}?isValidate=true`)).json().data.work;
  expect(asked).toEqual([
    { kind: 'campaigns', count: 1, first: [{ id: activity.campaignId, name: activity.campaignName }], isMoved: true },
  ]);
  expect((await as(admin).delete(path)).json().code).toBe('user.work_left');
  const moveTo = encodeURIComponent(JSON.stringify({ campaigns: admin.userId }));
  expect((await as(admin).delete(`${path}?moveTo=${moveTo}`)).statusCode).toBe(200);
  const after = await get(admin, activity.id);
  expect([after.approval, after.maker.id, after.entries.at(-1)?.kind]).toEqual(['Approved', maker.userId, 'moved']);
  expect((await read(admin, campaigns.get.path, activity.campaignId)).data.createdBy.id).toBe(admin.userId);
});

test('an approval of somebody who is deactivated stays, and is seen: by who deactivates, in the log, by makers and by who may approve', async () => {
  const made = await scene();
  const { admin, maker, checker } = made;
  const activity = await approved(made);
  const path = endpoints.users.deactivate.path.replace(':userId', checker.userId);
  expect((await as(admin).delete(`${path}?isValidate=true`)).json().data.work).toEqual([
    { kind: 'approvals', count: 1, first: [{ id: activity.id, name: `${activity.campaignName} #${activity.number}` }], isMoved: false },
  ]);
  expect((await as(admin).delete(path)).statusCode).toBe(200);
  const after = await get(maker, activity.id);
  expect([after.approval, after.entries.at(-1)?.kind, after.entries.at(-1)?.values]).toEqual([
    'Approved',
    'checker_left',
    { user: checker.name },
  ]);
  const { notifications } = (await as(maker).get(endpoints.notifications.list.path)).json().data;
  expect(notifications.filter(({ code }: { code: string }) => code === 'activity.checker_left')).toHaveLength(1);
});

test('a first part has limits unless its maker takes them away', async () => {
  const made = await scene();
  const { plan } = await makeCampaign(made.maker, planOf(made, { firstWave: { percent: 10 } as never }));
  expect(plan.firstWave).toEqual({ percent: 10, waitMinutes: 15, failedPercent: 20, optedOutPercent: 5, blockedPercent: 2 });
  const without = { percent: 10, waitMinutes: 15, failedPercent: null, optedOutPercent: null, blockedPercent: null };
  expect((await makeCampaign(made.maker, planOf(made, { firstWave: without }))).plan.firstWave).toEqual(without);
});

test('figures of a campaign cost the same questions for three iterations as for one', async () => {
  const made = await scene({ people: 2 });
  const { maker, ctx } = made;
  const activity = await started(made);
  await completed(made, activity.id);
  const { enterpriseId } = made.admin;
  const actor = {
    enterpriseId,
    userId: maker.userId,
    permissions: new Set(['CAMPAIGNS.VIEW']),
    isAdministrator: true,
    dataScope: 'enterprise',
    departments: [],
  } as unknown as Actor;
  const ask = async () => {
    let questions = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        questions += 1;
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const counted = {
      ...ctx,
      actor,
      read: <T>(work: (tx: Read) => Promise<T>) => ctx.read((tx) => work((tx as Tx).withPlugin(counting))),
    } as Ctx;
    return { stats: await readStats(counted, activity.campaignId), questions };
  };
  const one = await ask();
  for (const number of [2, 3])
    await ctx.transaction(async (tx) => {
      const changed = sql`jsonb_build_object('activity_id', ${crypto.randomUUID()}::uuid, 'number', ${number}::integer, 'request_key', '')`;
      const { rows } = await sql<{ columns: string }>`
        select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
        where table_name = 'activities' and is_generated = 'NEVER'`.execute(tx);
      const columns = sql.raw(rows[0]?.columns ?? '');
      await sql`
        insert into activities (${columns}) select ${columns} from (
          select (jsonb_populate_record(a, ${changed})).* from activities a where a.activity_id = ${activity.id}) as copy`.execute(tx);
    });
  const three = await ask();
  expect(three.stats.activities.map(({ number }) => number)).toEqual([3, 2, 1]);
  expect(three.stats.activities[2]).toEqual(one.stats.activities[0]);
  expect(three.questions).toBe(one.questions);
});

test('CAMP-013 screens 3.2 a file of an export makes a campaign of its importer; what is not there is left out and told', async () => {
  const made = await scene();
  const other = await scene();
  const campaign = await makeCampaign(made.maker, planOf(made, { perMinute: 9 }), { name: 'Export me' });
  const file = (await read(made.maker, campaigns.export.path, campaign.id)).data;
  expect(file).toMatchObject({ kind: 'parley.campaign', version: 1, campaign: { name: 'Export me', plan: campaign.plan } });
  const same = (await post(made.admin, campaigns.import.path, '', { file })).data;
  expect([same.campaign.name, same.campaign.createdBy.id, same.lost]).toEqual(['Export me (2)', made.admin.userId, []]);
  const elsewhere = (await post(other.maker, campaigns.import.path, '', { file })).data;
  expect([elsewhere.campaign.name, elsewhere.lost]).toEqual(['Export me', ['audience.groupIds', 'channelId', 'message.template']]);
  expect(elsewhere.campaign.plan).toMatchObject({
    channelId: '',
    perMinute: 9,
    audience: { groupIds: [] },
    message: { template: { templateUId: '' } },
  });
  const broken = await post(other.maker, campaigns.import.path, '', { file: { ...file, kind: 'other' } });
  expect([broken.http, broken.code]).toEqual([400, 'request.invalid']);
});

test('CAMP-061 a price that changed since the approval needs another one, and nothing is sent', async () => {
  const made = await scene({ people: 3 });
  await made.ctx.transaction((tx) =>
    tx.updateTable('channels').set({ environment: 'production' }).where('enterpriseId', '=', made.admin.enterpriseId).execute(),
  );
  const { id, estimate } = await approved(made);
  expect(estimate).toMatchObject({ units: 3, amount: 2_100_000 });
  prices.home = 800_000;
  const refused = await start(made.checker, id);
  prices.home = 700_000;
  expect(refused).toMatchObject({ http: 409, code: 'activity.changed', data: { parts: ['cost'] } });
  expect((await get(made.maker, id)).entries.at(-1)).toMatchObject({ kind: 'broken_seal', parts: ['cost'] });
  expect((await scenes.progress(made.maker, id)).audience).toBe(0);
});

test('CAMP-071 a program without the flag estimates nothing by itself, and does so when it is asked', async () => {
  const plain = await startApp({ config: { simulator: vendors.address, features: ['customers'], requestsPerMinute: 1_000_000 } });
  onTestFinished(() => plain.stop());
  const own = createCampaigns(plain, vendors);
  const made = await own.scene();
  const activity = await own.submitted(made);
  expect([activity.estimate, activity.audienceCount]).toEqual([null, 3]);
  const check = (await own.post(made.maker, campaigns.validate.path, '', { campaignId: activity.campaignId })).data;
  expect([check.estimate, check.breakdown.reachable]).toEqual([null, 3]);
  expect((await own.post(made.maker, activities.estimate.path, activity.id)).data).toMatchObject({ units: 3, amount: 0 });
  await own.approve(made.checker, activity.id, activity.seal);
  expect((await own.start(made.checker, activity.id)).data.estimate).toBe(null);
});
