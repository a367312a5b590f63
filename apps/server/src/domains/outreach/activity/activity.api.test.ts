import { endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns } from '../../../../test/campaigns.ts';
import { startVendors } from '../../../../test/vendors.ts';
import { tendActivity } from '../run/activity.schedule.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, requestsPerMinute: 1_000_000 } });
const { as, makeUser } = app;
const scenes = createCampaigns(app, vendors);
const { scene, planOf, post, put, read, makeCampaign, makeActivity, act, get, approve, submitted, approved, start, until } = scenes;
const { kindsOf, received, noticesOf, progress } = scenes;
const { campaigns, activities } = endpoints;

test('CAMP-010 CAMP-013 CAMP-059 CAMP-061 CAMP-062 CAMP-066 an iteration is made, submitted, approved by another person, sent once, and completed', async () => {
  const made = await scene();
  const { maker, checker, channelId, groupId } = made;
  const activity = await submitted(made);
  expect(activity).toMatchObject({
    number: 1,
    approval: 'Submitted',
    state: 0,
    maker: { id: maker.userId, name: 'Mia Maker' },
    audienceCount: 3,
    breakdown: { total: 3, reachable: 3, byCountry: [{ country: 'IN', count: 3 }] },
    seal: expect.stringMatching(/^[0-9a-f]{64}$/),
    canApprove: false,
    whyNotApprove: 'no_permission',
    estimate: { units: 3, amount: 0, currency: 'INR' },
  });
  expect((await noticesOf(checker)).map(({ kind }) => kind)).toContain('approval_waiting');
  const seen = await get(checker, activity.id);
  expect([seen.canApprove, seen.may.includes('approve'), seen.compared]).toEqual([true, true, null]);
  expect((await approve(checker, activity.id, activity.seal, 'Well done')).data).toMatchObject({ approval: 'Approved', state: 0 });
  expect((await noticesOf(maker)).map(({ kind }) => kind)).toContain('approval_decided');
  const [one, two] = await Promise.all([start(checker, activity.id), start(maker, activity.id)]);
  expect([one.http, two.http]).toEqual([200, 200]);
  const done = await until(checker, activity.id, ({ isCompleted }) => isCompleted);
  expect(kindsOf(done)).toEqual(['created', 'submitted', 'approved', 'started', 'completed']);
  expect(done.entries[2]).toMatchObject({ by: { name: 'Chi Checker' }, text: 'Well done' });
  expect(done).toMatchObject({ state: 2, isCompleted: true, counts: { audience: 3, skipped: 0, failed: 0 } });
  expect(await received(channelId, 3)).toEqual([1, 1, 1]);
  await vi.waitFor(async () => expect(await progress(maker, activity.id)).toMatchObject({ read: 3, remaining: 0, isCompleted: true }));
  expect((await noticesOf(maker)).map(({ kind }) => kind)).toContain('campaign_done');
  expect(groupId).toBeTruthy();
});

test('CAMP-060 an incomplete draft is saved, and a submission says all that is lacking by its fields', async () => {
  const { maker, template, channelId, groupId } = await scene();
  const campaign = await makeCampaign(maker, {});
  const { id } = await makeActivity(maker, campaign.id);
  const refused = await act(maker, id, 'Submitted');
  expect([refused.http, refused.code]).toEqual([422, 'activity.invalid']);
  expect(refused.data.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)).toEqual([
    'channelId field.mandatory',
    'message.template field.mandatory',
    'audience campaign.no_audience',
  ]);
  const unknown = planOf({ channelId, template, groupId: crypto.randomUUID() });
  const saved = await put(maker, activities.update.path, id, { version: 1, name: 'Any', plan: unknown });
  expect([saved.http, saved.data.errors[0]]).toMatchObject([422, { field: 'audience.groupIds', code: 'campaign.unknown' }]);
  const nobody = planOf({ channelId, template, groupId: await scenes.makeGroup(maker, 0, { name: 'Nobody' }) });
  await put(maker, activities.update.path, id, { version: 1, name: 'Any', plan: nobody });
  const empty = await act(maker, id, 'Submitted');
  expect(empty.data.errors).toMatchObject([{ field: 'audience', code: 'campaign.nobody' }]);
  expect(groupId).toBeTruthy();
});

test('CAMP-060 a start time that the clocks skip is refused in words, and of a doubled one the first is taken', async () => {
  const made = await scene();
  const schedule = { timeZone: 'Europe/Berlin', startsAt: '2031-03-30T02:30' };
  const campaign = await makeCampaign(made.maker, planOf(made, { schedule }));
  const { id } = await makeActivity(made.maker, campaign.id);
  const refused = await act(made.maker, id, 'Submitted');
  expect(refused.data.errors).toMatchObject([
    {
      field: 'schedule.startsAt',
      code: 'schedule.skipped',
      message: expect.stringContaining('Europe/Berlin go forward over 30 Mar 2031 02:30 AM'),
    },
  ]);
  const doubled = planOf(made, { schedule: { timeZone: 'Europe/Berlin', startsAt: '2031-10-26T02:30', endsAt: '2031-10-26T02:00' } });
  await put(made.maker, activities.update.path, id, { version: 1, name: 'Any', plan: doubled });
  const backwards = await act(made.maker, id, 'Submitted');
  expect(backwards.data.errors).toMatchObject([{ field: 'schedule.endsAt', code: 'schedule.end' }]);
  doubled.schedule.endsAt = '2031-10-26T03:30';
  await put(made.maker, activities.update.path, id, { version: 2, name: 'Any', plan: doubled });
  const { data } = await act(made.maker, id, 'Submitted');
  expect(data.activity).toMatchObject({
    scheduledOn: '2031-10-26T00:30:00.000Z',
    endsOn: '2031-10-26T02:30:00.000Z',
    isStartDoubled: true,
  });
  const past = planOf(made, { schedule: { startsAt: '2020-01-01T10:00' } });
  const other = await makeActivity(made.maker, (await makeCampaign(made.maker, past)).id);
  expect((await act(made.maker, other.id, 'Submitted')).data.errors).toMatchObject([{ field: 'schedule.startsAt', code: 'schedule.past' }]);
});

test('CAMP-062 CAMP-064 nobody approves their own work: not as maker, not by a clone or an import, not by a key', async () => {
  const made = await scene();
  const both = await makeUser({ enterprise: made.admin, roles: [4, 5] });
  const refusals: unknown[] = [];
  const refuse = async (user: typeof both, id: string) => {
    const { seal, canApprove, whyNotApprove, may } = await get(user, id);
    const { http, code, data } = await approve(user, id, seal);
    refusals.push([http, code, data.why, canApprove, whyNotApprove, may.includes('approve')]);
  };
  // Made and submitted by the same person, who is also the administrator of all.
  const own = await makeActivity(made.admin, (await makeCampaign(made.admin, planOf(made))).id);
  await act(made.admin, own.id, 'Submitted');
  await refuse(made.admin, own.id);
  // Edited by one, submitted by another: neither.
  const shared = await makeActivity(both, (await makeCampaign(both, planOf(made))).id);
  await act(made.admin, shared.id, 'Submitted');
  await refuse(both, shared.id);
  await refuse(made.admin, shared.id);
  // A clone and an import are their maker's.
  const theirs = await submitted(made);
  const clone = (await post(both, activities.clone.path, theirs.id)).data;
  await act(both, clone.id, 'Submitted');
  await refuse(both, clone.id);
  const file = (await read(both, campaigns.export.path, theirs.campaignId)).data;
  const imported = (await post(both, campaigns.import.path, '', { file })).data.campaign;
  const copy = await makeActivity(both, imported.id);
  await act(both, copy.id, 'Submitted');
  await refuse(both, copy.id);
  expect(refusals).toEqual([
    [409, 'activity.own_work', 'last_editor', false, 'last_editor', false],
    [409, 'activity.own_work', 'last_editor', false, 'last_editor', false],
    [409, 'activity.own_work', 'submitter', false, 'submitter', false],
    [409, 'activity.own_work', 'last_editor', false, 'last_editor', false],
    [409, 'activity.own_work', 'last_editor', false, 'last_editor', false],
  ]);
  // A key of its maker, with every scope that there is.
  const scopes = ['send', 'reports', 'customers'];
  const { secret } = (await as(made.admin).post(endpoints.apiKeys.add.path, { name: 'All', scopes })).json().data;
  const bearer = { headers: { authorization: `Bearer ${secret}` } };
  const path = activities.approve.path.replace(':activityId', theirs.id);
  const byKey = await app.stranger().post(path, { seal: theirs.seal }, bearer);
  expect([byKey.statusCode, byKey.json().code]).toEqual([403, '1403']);
  // Somebody else approves, independent of their other roles.
  expect((await approve(both, theirs.id, theirs.seal)).data).toMatchObject({ approval: 'Approved' });
});

test('CAMP-062 a second account with the same mail in other case cannot be made, and one that got the mail later is the same person', async () => {
  const made = await scene();
  const { enterpriseId } = made.admin;
  await expect(makeUser({ enterprise: made.admin, roles: [5], email: made.maker.email.toUpperCase() })).rejects.toThrow();
  const activity = await submitted(made);
  const second = await makeUser({ enterprise: made.admin, roles: [5] });
  await made.ctx.transaction(async (tx) => {
    const users = () => tx.updateTable('users').where('enterpriseId', '=', enterpriseId);
    await users().set({ email: 'gone@example.com' }).where('userId', '=', made.maker.userId).execute();
    await users().set({ email: made.maker.email }).where('userId', '=', second.userId).execute();
  });
  const again = await app.makeSession(second);
  expect(await approve(again, activity.id, activity.seal)).toMatchObject({
    http: 409,
    code: 'activity.own_work',
    data: { why: 'last_editor' },
  });
});

test('CAMP-062 CAMP-060 approval covers what the seal stands for: an edit makes it New again, and says which parts changed', async () => {
  const made = await scene();
  const { maker, checker } = made;
  const activity = await submitted(made);
  const plan = planOf(made, { perMinute: 30 });
  const edited = await put(maker, activities.update.path, activity.id, { version: activity.version, name: activity.name, plan });
  expect(edited.data).toMatchObject({ approval: 'New', seal: '', audienceCount: null });
  expect(edited.data.entries.at(-1)).toMatchObject({ kind: 'edited', parts: ['speed'] });
  const late = await approve(checker, activity.id, activity.seal);
  expect(late).toMatchObject({ http: 409, code: 'activity.changed', data: { parts: ['speed'], seal: '' } });
  const again = (await act(maker, activity.id, 'Submitted')).data.activity;
  expect(again.seal).not.toBe(activity.seal);
  expect((await approve(checker, activity.id, activity.seal)).code).toBe('activity.changed');
  expect((await approve(checker, activity.id, again.seal)).data.approval).toBe('Approved');
  // Saved without a difference it stays approved; with one it does not.
  const { version } = await get(maker, activity.id);
  const same = await put(maker, activities.update.path, activity.id, { version, name: activity.name, plan });
  expect(same.data.approval).toBe('Approved');
  const other = await put(maker, activities.update.path, activity.id, {
    version,
    name: activity.name,
    plan: planOf(made, { perMinute: 31 }),
  });
  expect(other.data.approval).toBe('New');
  expect((await start(checker, activity.id)).code).toBe('activity.state_invalid');
  await act(maker, activity.id, 'Submitted');
  const { compared } = await get(checker, activity.id);
  expect(compared).toMatchObject({ activityId: activity.id, changes: [{ part: 'speed', field: 'perMinute', before: 30, after: 31 }] });
});

test('CAMP-062 approved and edited at the same moment, one of the two is told', async () => {
  const made = await scene();
  for (let turn = 0; turn < 5; turn += 1) {
    const { id, seal, version, name } = await submitted(made);
    const plan = planOf(made, { perMinute: 7 });
    const [decided, edited] = await Promise.all([
      approve(made.checker, id, seal),
      put(made.maker, activities.update.path, id, { version, name, plan }),
    ]);
    const { approval } = await get(made.maker, id);
    if (decided.http === 200) expect([edited.http, edited.code, approval]).toEqual([409, 'record.changed', 'Approved']);
    else expect([decided.http, decided.code, edited.http, approval]).toEqual([409, 'activity.changed', 200, 'New']);
  }
});

test('CAMP-006 CAMP-007 CAMP-063 a rejection needs its reason; the same iteration is edited and submitted again, and shows what changed since', async () => {
  const made = await scene();
  const { maker, checker } = made;
  const activity = await submitted(made);
  const silent = await post(checker, activities.reject.path, activity.id, { reason: ' ' });
  expect([silent.http, silent.data.errors]).toMatchObject([422, [{ field: 'reason', message: 'Please enter reject reason' }]]);
  const asked = await post(checker, activities.comment.path, activity.id, { text: 'Why all of them?' });
  expect(asked.data.entry).toMatchObject({ kind: 'asked', text: 'Why all of them?', by: { name: 'Chi Checker' } });
  const answered = await post(maker, activities.comment.path, activity.id, { text: 'They asked for it.', requestKey: 'k1' });
  expect((await post(maker, activities.comment.path, activity.id, { text: 'They asked for it.', requestKey: 'k1' })).data).toEqual(
    answered.data,
  );
  expect((await get(maker, activity.id)).approval).toBe('Submitted');
  const rejected = await post(checker, activities.reject.path, activity.id, { reason: 'Too many at once' });
  expect(rejected.data).toMatchObject({
    approval: 'Rejected',
    reason: 'Too many at once',
    rejections: 1,
    checker: { name: 'Chi Checker' },
  });
  const list = (await as(maker).get(`${activities.list.path}?approval=Rejected`)).json().data;
  expect(list.activities.map(({ id }: { id: string }) => id)).toEqual([activity.id]);
  expect((await act(maker, activity.id, 'Submitted')).code).toBe('activity.state_invalid');
  const plan = planOf(made, { perMinute: 5 });
  const edited = await put(maker, activities.update.path, activity.id, { version: rejected.data.version, name: activity.name, plan });
  expect(edited.data.approval).toBe('New');
  await act(maker, activity.id, 'Submitted');
  const again = await get(checker, activity.id);
  expect([again.approval, again.rejections, again.sinceRejection]).toEqual([
    'Submitted',
    1,
    [{ part: 'speed', field: 'perMinute', before: null, after: 5 }],
  ]);
  expect(kindsOf(again)).toEqual(['created', 'submitted', 'asked', 'answered', 'rejected', 'edited', 'submitted']);
});

test('screens 3.3 3.5 a time that passes without approval is never sent, and a rejection that nobody touches moves to the bin', async () => {
  const made = await scene();
  const soon = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
  const activity = await submitted(made, { schedule: { startsAt: soon, timeZone: 'UTC' } });
  const listed = (await as(made.checker).get(`${activities.list.path}?approval=Submitted&order=submitted`)).json().data.activities;
  expect(listed).toMatchObject([{ id: activity.id, isOverdue: true }]);
  const later = (ms: number) => ({ ...made.ctx, now: () => new Date(Date.now() + ms) });
  await tendActivity(later(3_700_000), activity.id);
  const late = await get(made.maker, activity.id);
  expect([late.approval, late.state, late.entries.at(-1)]).toMatchObject([
    'New',
    0,
    { kind: 'not_approved_in_time', text: 'Not approved in time', by: { id: '' } },
  ]);
  expect((await approve(made.checker, activity.id, activity.seal)).code).toBe('activity.changed');
  const other = await submitted(made);
  await post(made.checker, activities.reject.path, other.id, { reason: 'No' });
  const day = 86_400_000;
  await tendActivity(later(89 * day), other.id);
  expect((await get(made.maker, other.id)).approval).toBe('Rejected');
  await tendActivity(later(91 * day), other.id);
  expect((await read(made.maker, activities.get.path, other.id)).code).toBe('activity.not_found');
  const bin = (await as(made.admin).get(`${endpoints.bin.list.path}?kind=activity`)).json().data.entries;
  expect(bin).toMatchObject([{ recordId: other.id, kind: 'activity' }]);
  const restored = await as(made.admin).post(endpoints.bin.restore.path.replace(':entryId', bin[0].id), {});
  expect([restored.statusCode, (await get(made.maker, other.id)).approval]).toEqual([200, 'Rejected']);
});

test('screens 3.4 an audience that grew by more than 2 %, or a template that changed, needs another approval at the start', async () => {
  const made = await scene({ people: 50 });
  const { maker, checker, admin } = made;
  const grown = await approved(made);
  await scenes.addPeople(admin, made.groupId, 1, 1000);
  const fine = await start(checker, grown.id);
  expect(fine.http).toBe(200);
  const second = await approved(made);
  await scenes.addPeople(admin, made.groupId, 2, 2000);
  const refused = await start(checker, second.id);
  expect(refused).toMatchObject({ http: 409, code: 'activity.changed', data: { parts: ['audience'] } });
  const broken = await get(maker, second.id);
  expect([broken.approval, broken.state, broken.entries.at(-1)]).toMatchObject(['New', 0, { kind: 'broken_seal', parts: ['audience'] }]);
  expect((await noticesOf(maker)).some(({ kind }) => kind === 'approval_decided')).toBe(true);
  const third = await approved(made);
  const change = (components: object) =>
    made.ctx.transaction((tx) =>
      tx
        .updateTable('templates')
        .set({ components: JSON.stringify(components) })
        .where('enterpriseId', '=', admin.enterpriseId)
        .execute(),
    );
  await change([{ type: 'BODY', text: 'Hello there', samples: {} }]);
  expect((await start(checker, third.id)).data).toEqual({ parts: ['content'], seal: '' });
  // The ledger has nothing of the iteration that lost its approval.
  expect((await progress(checker, third.id)).audience).toBe(0);
});

test('CAMP-061 CAMP-067 a scheduled start and a click make one run; what cannot be sent yet says why and waits', async () => {
  const made = await scene();
  const soon = new Date(Date.now() + 3_600_000).toISOString().slice(0, 16);
  const activity = await approved(made, { schedule: { startsAt: soon, timeZone: 'UTC' } });
  expect((await act(made.checker, activity.id, 1)).data.activity).toMatchObject({ state: 1, nextActionOn: `${soon}:00.000Z` });
  expect((await act(made.checker, activity.id, 1)).code).toBe('activity.state_invalid');
  expect((await put(made.maker, activities.update.path, activity.id, { version: 4, name: 'x', plan: activity.plan })).code).toMatch(
    /^(activity.state_invalid|record.changed)$/,
  );
  const setChannel = (state: 'ACTIVE' | 'PAUSED') =>
    made.ctx.transaction((tx) => tx.updateTable('channels').set({ state }).where('enterpriseId', '=', made.admin.enterpriseId).execute());
  const later = { ...made.ctx, now: () => new Date(Date.now() + 3_700_000) };
  await setChannel('PAUSED');
  const clicked = await start(made.checker, activity.id);
  expect(clicked).toMatchObject({ http: 422, data: { errors: [{ field: 'channelId', code: 'campaign.channel_down' }] } });
  await tendActivity(later, activity.id);
  await tendActivity(later, activity.id);
  const waits = await get(made.maker, activity.id);
  expect([waits.state, kindsOf(waits).filter((kind) => kind === 'postponed').length]).toEqual([1, 1]);
  await setChannel('ACTIVE');
  await Promise.all(
    [tendActivity(later, activity.id), start(made.checker, activity.id), tendActivity(later, activity.id)].map((one) =>
      one.catch(() => undefined),
    ),
  );
  const done = await until(made.checker, activity.id, ({ isCompleted }) => isCompleted);
  expect(kindsOf(done).filter((kind) => kind === 'started')).toEqual(['started']);
  expect(await received(made.channelId, 3)).toEqual([1, 1, 1]);
});

test('CAMP-014 CAMP-009 CAMP-060 names are unique without case, a request key makes one record, and a later save wins nothing unasked', async () => {
  const made = await scene();
  const { maker } = made;
  const campaign = await makeCampaign(maker, planOf(made), { name: 'Spring' });
  const taken = await post(maker, campaigns.create.path, '', { name: ' sPRING ' });
  expect(taken).toMatchObject({ http: 409, code: 'campaign.name_taken' });
  const given = { name: 'Once', requestKey: 'k' };
  const [one, two] = await Promise.all([post(maker, campaigns.create.path, '', given), post(maker, campaigns.create.path, '', given)]);
  expect([one.http, two.http, one.data.id]).toEqual([200, 200, two.data.id]);
  const key = { campaignId: campaign.id, requestKey: 'a' };
  const [first, second] = await Promise.all([post(maker, activities.create.path, '', key), post(maker, activities.create.path, '', key)]);
  expect([first.http, second.http, first.data.id]).toEqual([200, 200, second.data.id]);
  const save = (name: string, version: number) =>
    put(maker, campaigns.update.path, campaign.id, { version, name, description: 'Of the season', plan: campaign.plan });
  expect((await save('Spring', campaign.version)).data).toMatchObject({ name: 'Spring', description: 'Of the season', version: 2 });
  expect(await save('Later', campaign.version)).toMatchObject({ http: 409, code: 'record.changed' });
  expect((await save('ONCE', 2)).code).toBe('campaign.name_taken');
  const rename = (name: string, version: number) =>
    put(maker, activities.update.path, first.data.id, { version, name, plan: campaign.plan });
  expect((await rename('First', first.data.version)).data).toMatchObject({ name: 'First', version: first.data.version + 1 });
  expect(await rename('Other', first.data.version)).toMatchObject({ http: 409, code: 'record.changed' });
  expect((await get(maker, first.data.id)).name).toBe('First');
  const clone = (await post(maker, campaigns.clone.path, campaign.id)).data;
  expect([clone.name, clone.accessType, clone.activities]).toEqual(['Spring (2)', 'Private', []]);
  const listed = (await as(maker).get(`${campaigns.list.path}?name=spring&perPage=1`)).json().data;
  expect([listed.campaigns.map(({ name }: { name: string }) => name), listed.more]).toEqual([['Spring (2)'], true]);
});

test('screens 3.1 an iteration goes to the people of its own plan, whatever becomes of the campaign’s', async () => {
  const made = await scene({ people: 2 });
  const activity = await approved(made);
  const others = await scenes.makeGroup(made.admin, 3, { first: 500, name: 'Others' });
  const campaign = (await read(made.maker, campaigns.get.path, activity.campaignId)).data;
  const change = { version: campaign.version, name: campaign.name, description: '', plan: planOf({ ...made, groupId: others }) };
  expect((await put(made.maker, campaigns.update.path, activity.campaignId, change)).http).toBe(200);
  expect((await start(made.checker, activity.id)).http).toBe(200);
  await until(made.checker, activity.id, ({ isCompleted }) => isCompleted);
  expect([await received(made.channelId, 2), await received(made.channelId, 3, 500)]).toEqual([
    [1, 1],
    [0, 0, 0],
  ]);
  const next = await makeActivity(made.maker, activity.campaignId);
  expect([next.number, next.plan.audience.groupIds]).toEqual([2, [others]]);
});
