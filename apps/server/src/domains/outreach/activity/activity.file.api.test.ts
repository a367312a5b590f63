import { endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns, numberAt } from '../../../../test/campaigns.ts';
import { upload } from '../../../../test/upload.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser } = app;
const { scene, planOf, makeCampaign, makeActivity, submitted, started, start, act, approve, until, get } = createCampaigns(app, vendors);
const { makeTemplate } = createVendorScenes(app, vendors);
const { audiences, activities, campaigns } = endpoints;

test('screens 3.2 a file of numbers is the audience: each row gets its own columns, and its bad rows are rows of the ledger', async () => {
  const made = await scene();
  const template = await makeTemplate(made.admin, made.channelId, [body('Hi {{1}} of {{2}}', { '1': 'Asha', '2': 'Pune' })], {
    category: 'UTILITY',
  });
  const csv = `Mobile,Town,name\n${numberAt(501)},Pune,Asha\n${numberAt(502)},Goa,Ben\nnobody,Agra,Cleo\n${numberAt(501)},Delhi,Again\n${numberAt(503)},,Dev\n${numberAt(503)},Agra,Dev\n${numberAt(504)},\u00a0,Eli\n`;
  const file = (await as(made.maker).post(`${audiences.addFile.path}?channelType=4&country=IN`, ...upload('list.csv', csv))).json().data;
  await vi.waitFor(async () =>
    expect((await as(made.maker).get(audiences.getFile.path.replace(':fileId', file.id))).json().data.state).toBe('READY'),
  );
  const column = (variable: string, value: string) => ({ variable, type: 'column' as const, value, mappings: [] });
  const plan = {
    message: { template: { templateId: template.name, templateUId: template.templateId, cards: [] } },
    columnMapping: [{ type: 'messageTags' as const, card: null, variables: [column('body.1', 'name'), column('body.2', 'Town')] }],
    audience: { ...planOf(made).audience, groupIds: [], fileId: file.id },
  };
  const waiting = await submitted(made, plan);
  expect(waiting).toMatchObject({
    names: { [file.id]: 'list.csv' },
    // The first row of a number counts, as it does when it is sent; a blank is no value.
    breakdown: { total: 7, invalid: 1, duplicates: 2, missing: 2, reachable: 2 },
    estimate: { units: 2 },
  });
  const why = async (number: string) =>
    (await as(made.checker).get(`${activities.why.path.replace(':activityId', waiting.id)}?number=${encodeURIComponent(number)}`)).json()
      .data;
  expect(await why(numberAt(502))).toMatchObject({ isInAudience: true, reason: '', missing: [], willGet: true });
  expect(await why(numberAt(504))).toMatchObject({ isInAudience: true, missing: ['messageTags/body.2'], willGet: false });
  expect(await why(numberAt(505))).toMatchObject({ isInAudience: false });
  const { id } = await started(made, plan);
  await until(made.checker, id, ({ isCompleted }) => isCompleted);
  expect((await get(made.checker, id)).counts).toMatchObject({ audience: 7, skipped: 5, failed: 0 });
  const said = async (index: number) => (await vendors.control.phone(made.channelId, numberAt(index))).messages.map(({ text }) => text);
  expect([await said(501), await said(502)]).toEqual([['Hi Asha of Pune'], ['Hi Ben of Goa']]);

  // The file of another enterprise is none.
  const stranger = await makeUser();
  const theirs = await scene();
  const foreign = await makeActivity(theirs.maker, (await makeCampaign(theirs.maker, planOf(theirs))).id);
  const saved = await as(theirs.maker).put(activities.update.path.replace(':activityId', foreign.id), {
    version: foreign.version,
    name: 'Foreign',
    plan: { ...foreign.plan, audience: plan.audience },
  });
  expect(saved.json()).toMatchObject({ status: false, data: { errors: [{ field: 'audience.fileId', code: 'campaign.unknown' }] } });
  expect((await as(stranger).get(campaigns.list.path)).json().data.campaigns).toEqual([]);
});

const given = (made: Awaited<ReturnType<typeof scene>>, most: number, more: object = {}) => ({
  audience: { ...planOf(made).audience, groupIds: [], given: { most, columns: [] } },
  ...more,
});
const startFor = async (headers: Record<string, string>, id: string, list: object) => {
  const answer = await app.stranger().post(activities.startFor.path.replace(':activityId', id), list, { headers });
  return { http: answer.statusCode, ...answer.json() };
};
const of = ({ token }: { token: string }) => ({ 'authentication-token': token });
const ledgerOf = (made: Awaited<ReturnType<typeof scene>>, id: string) =>
  made.ctx.read((tx) =>
    tx
      .selectFrom('messages')
      .select(['address', 'status', 'reason', 'content'])
      .where('enterpriseId', '=', made.admin.enterpriseId)
      .where('resourceId', '=', id)
      .orderBy('number')
      .execute(),
  );

test('issue 17 screens 3.1 people come with the start, by a key and once: their values, repeats, bad numbers, and the same key again', async () => {
  const made = await scene();
  const { admin, maker, checker } = made;
  const template = await makeTemplate(admin, made.channelId, [body('Hi {{1}} of {{2}}', { '1': 'Asha', '2': 'Pune' })], {
    category: 'UTILITY',
  });
  const column = (variable: string, value: string) => ({ variable, type: 'column' as const, value, mappings: [] });
  const waiting = await submitted(
    made,
    given(made, 5, {
      country: 'IN',
      message: { template: { templateId: template.name, templateUId: template.templateId, cards: [] } },
      columnMapping: [{ type: 'messageTags' as const, card: null, variables: [column('body.1', 'name'), column('body.2', 'Town')] }],
    }),
  );
  expect(waiting).toMatchObject({ audienceCount: 5, breakdown: { total: 5, reachable: 5, byCountry: [{ country: 'IN', count: 5 }] } });
  const { secret } = (await as(admin).post(endpoints.apiKeys.add.path, { name: 'Shop', scopes: ['send'] })).json().data;
  const key = { authorization: `Bearer ${secret}` };
  const person = (index: number, town: string, name = '') => ({ number: numberAt(index), name, values: { Town: town } });
  // Somebody of the phone book has their name there.
  const people = [
    person(1, 'Pune'),
    person(601, 'Goa', 'Ben'),
    { number: 'nobody' },
    { ...person(601, 'Agra', 'Again'), number: '9876500601' },
  ];
  const list = { requestKey: 'order-1', people };
  expect(await startFor(key, waiting.id, list)).toMatchObject({ http: 409, code: 'activity.state_invalid' });
  await approve(checker, waiting.id, waiting.seal);
  expect(await startFor(key, waiting.id, { ...list, people: Array.from({ length: 6 }, () => people[0]) })).toMatchObject({
    http: 422,
    data: { errors: [{ field: 'people', code: 'campaign.given_over', values: { maximum: 5, count: 6 } }] },
  });
  // Nobody can be reached of these, and nothing of them is kept.
  expect(await startFor(key, waiting.id, { ...list, people: [people[2]] })).toMatchObject({
    data: { errors: [{ field: 'people', code: 'campaign.nobody' }] },
  });
  const kept = () =>
    made.ctx.read((tx) => tx.selectFrom('audienceFiles').select('fileId').where('enterpriseId', '=', admin.enterpriseId).execute());
  expect(await kept()).toEqual([]);
  for (const call of [start(maker, waiting.id), act(maker, waiting.id, 1)])
    expect(await call).toMatchObject({ http: 409, code: 'campaign.needs_list' });

  const both = await Promise.all([startFor(key, waiting.id, list), startFor(of(maker), waiting.id, list)]);
  const told = {
    accepted: 2,
    duplicates: 1,
    invalid: [{ index: 2, number: 'nobody', reason: expect.any(String) }],
    activity: { id: waiting.id, state: 2 },
  };
  for (const answer of both) expect(answer).toMatchObject({ http: 200, data: { ...told, invalid: [{ index: 2 }] } });
  await until(maker, waiting.id, ({ isCompleted }) => isCompleted);
  expect((await startFor(key, waiting.id, list)).data).toMatchObject(told);
  expect(await startFor(key, waiting.id, { ...list, people: people.slice(1) })).toMatchObject({ http: 409, code: 'activity.key_used' });
  expect(await startFor(key, waiting.id, { ...list, requestKey: 'order-2' })).toMatchObject({ http: 409, code: 'activity.state_invalid' });
  expect((await kept()).length).toBe(1);
  const rows = await ledgerOf(made, waiting.id);
  expect(rows.map(({ address, reason }) => [address, reason])).toEqual([
    [numberAt(1), ''],
    [numberAt(601), ''],
    ['nobody', 'INVALID_NUMBER'],
    [numberAt(601), 'DUPLICATE'],
  ]);
  expect(rows.slice(0, 2).map(({ content }) => Object.values(content as object))).toEqual([
    ['Customer 1', 'Pune'],
    ['Ben', 'Goa'],
  ]);
  const why = `${activities.why.path.replace(':activityId', waiting.id)}?number=${encodeURIComponent(numberAt(601))}`;
  expect((await as(maker).get(why)).json().data).toMatchObject({ isInAudience: true, isDecided: true, willGet: true });
});

test('issue 17 a start for a list needs its enterprise, the right and a key’s scope; a plan that names its people takes none', async () => {
  const made = await scene();
  const { admin, maker, checker } = made;
  const list = { requestKey: 'a', people: [{ number: numberAt(1) }] };
  const named = await submitted(made);
  await approve(checker, named.id, named.seal);
  expect(await startFor(of(maker), named.id, list)).toMatchObject({ http: 409, code: 'campaign.takes_no_list' });
  const waiting = await submitted(made, given(made, 10));
  await approve(checker, waiting.id, waiting.seal);
  const stranger = await scene();
  expect(await startFor(of(stranger.maker), waiting.id, list)).toMatchObject({ http: 404, code: 'activity.not_found' });
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  expect((await startFor(of(agent), waiting.id, list)).http).toBe(403);
  const { secret } = (await as(admin).post(endpoints.apiKeys.add.path, { name: 'Reports', scopes: ['reports'] })).json().data;
  expect((await startFor({ authorization: `Bearer ${secret}` }, waiting.id, list)).http).toBe(403);
  expect((await startFor(of(maker), waiting.id, { ...list, requestKey: '' })).http).toBe(400);
  const groups = await makeActivity(
    maker,
    (
      await makeCampaign(
        maker,
        planOf(made, {
          ...given(made, 3),
          audience: { ...planOf(made).audience, given: { most: 3, columns: [] } },
          schedule: { startsAt: '2031-01-31T09:30' },
        }),
      )
    ).id,
  );
  expect((await act(maker, groups.id, 'Submitted')).data.errors).toMatchObject([
    { field: 'audience', code: 'campaign.given_alone' },
    { field: 'schedule.startsAt', code: 'campaign.given_time' },
  ]);
  expect(await startFor(of(maker), waiting.id, list)).toMatchObject({ http: 200, data: { accepted: 1, duplicates: 0, invalid: [] } });
  await until(maker, waiting.id, ({ isCompleted }) => isCompleted);
});
