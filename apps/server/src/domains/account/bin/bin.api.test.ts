import { channelTypes, endpoints } from '@parley/contract';
import { describe, expect, test, vi } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { at, createBots, shopIntents } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { webData } from '../../../../test/scene.ts';
import { createTemplates } from '../../../../test/templates.ts';
import { createTrail } from '../../../../test/trail.ts';
import { pngUpload } from '../../../../test/upload.ts';
import { emptyBin } from './bin.service.ts';

const app = await sharedApp();
const { as, makeUser, contextOf, deps } = app;
const book = createPhoneBook(app);
const builder = createBots(app);
const trail = createTrail(app);
const { bin, bots, stories, intents, entities, phoneBook, channels, templates, artifacts, attributes, roles } = endpoints;

type Entry = { id: string; kind: string; name: string; recordId: string; contains: Record<string, number>; daysLeft: number };
const list = async (user: TestUser, query = ''): Promise<Entry[]> => (await as(user).get(`${bin.list.path}?${query}`)).json().data.entries;
const find = async (user: TestUser, kind: string): Promise<Entry> => {
  const [entry] = await list(user, `kind=${kind}`);
  if (!entry) throw new Error(`No ${kind} lies in the bin.`);
  return entry;
};
const restore = async (user: TestUser, { id }: { id: string }, options: object = {}) => {
  const answer = await as(user).post(bin.restore.path.replace(':entryId', id), options);
  return { ...answer.json(), httpStatus: answer.statusCode };
};
const purge = async (user: TestUser, { id }: { id: string }, name: string) => {
  const answer = await as(user).delete(`${bin.purge.path.replace(':entryId', id)}?name=${encodeURIComponent(name)}`);
  return { ...answer.json(), httpStatus: answer.statusCode };
};
const good = { status: true, httpStatus: 200 };
const remove = async (user: TestUser, path: string, params: Record<string, string>) =>
  expect((await as(user).delete(at(path, params))).json()).toMatchObject({ status: true });
/** 31 days later for everything that lies there. */
async function emptyAll(user: TestUser): Promise<void> {
  const monthAgo = new Date(Date.now() - 86_400_000);
  await contextOf(user).transaction((tx) =>
    tx.updateTable('binEntries').set({ purgeAt: monthAgo }).where('enterpriseId', '=', user.enterpriseId).execute(),
  );
  await emptyBin(contextOf(user), deps.records);
}
const names = async (user: TestUser, kind: 'group' | 'label') => {
  const path = kind === 'group' ? phoneBook.listGroups.path : phoneBook.listLabels.path;
  const { groups, tags } = (await as(user).get(path)).json().data;
  return (groups ?? tags).map((set: { name: string; count: number }) => [set.name, set.count]);
};

const given = (reason: string) => ({ headers: { 'x-reason': encodeURIComponent(reason) } });
const why = 'Old stock – altes Lager 🙂';

describe('administration 4 the reason of a deletion stands in the trail and in the bin', () => {
  test('each kind of record that goes to the bin has its reason', async () => {
    const user = await makeUser();
    const { id: botId } = await builder.makeBot(user);
    const storyId = await builder.makeStory(user, botId);
    const [shop] = shopIntents as [(typeof shopIntents)[0]];
    const intent = await builder.makeIntent(user, botId, storyId, shop);
    const colour = await builder.makeEntity(user, botId, 'colour', { red: ['rouge'] });
    const customer = await book.makeCustomer(user, { name: 'Asha', phoneNumber: '+919820000001' });
    const attribute = await book.makeAttribute(user, 'city');
    const file = (await as(user).post(endpoints.files.upload.path, ...(await pngUpload('a.png')))).json().response;
    const artifact = (await as(user).post(artifacts.create.path, { isPublic: true, data: { type: 'IMAGE', fileId: file.id } })).json()
      .response;
    const channel = (
      await as(user).post(channels.create.path, { name: 'Web', type: channelTypes.WEB, isActive: true, data: webData() })
    ).json().response;
    const department = (await as(user).post(endpoints.departments.create.path, { name: 'Sales' })).json().data;
    const hours = { name: 'Hours', timeZone: 'UTC', days: Array.from({ length: 7 }, () => []), exceptions: [] };
    const calendar = (await as(user).post(endpoints.calendars.create.path, hours)).json().data;
    const quickReply = (await as(user).post(endpoints.quickReplies.create.path, { shortcut: 'hi', text: 'Hello' })).json().data;
    const policy = (await as(user).post(endpoints.clockPolicies.create.path, { name: 'Fast', firstAmberSeconds: 60 })).json().data;
    const paths: [string, string][] = [
      ['clock_policy', at(endpoints.clockPolicies.remove.path, { policyId: policy.id })],
      ['quick_reply', at(endpoints.quickReplies.remove.path, { replyId: quickReply.id })],
      ['group', at(phoneBook.removeGroup.path, { setId: await book.makeGroup(user, 'VIP') })],
      ['label', at(phoneBook.removeLabel.path, { setId: await book.makeLabel(user, 'New') })],
      ['customer', at(phoneBook.remove.path, { customerId: customer.id })],
      ['attribute', at(attributes.remove.path, { attributeId: attribute._id })],
      ['intent', at(intents.remove.path, { agentId: botId, storyId, intentId: intent.id })],
      ['entity', at(entities.remove.path, { agentId: botId, entityId: colour.id })],
      ['story', at(stories.remove.path, { agentId: botId, storyId })],
      ['bot', at(bots.remove.path, { agentId: botId })],
      ['artifact', at(artifacts.remove.path, { artifactId: artifact._id })],
      ['channel', at(channels.remove.path, { channelId: channel.id })],
      ['department', at(endpoints.departments.remove.path, { departmentId: department.id })],
      ['calendar', at(endpoints.calendars.remove.path, { calendarId: calendar.id })],
    ];
    for (const [kind, path] of paths) {
      expect([kind, (await as(user).delete(path, undefined, given(why))).json().code]).toEqual([kind, '100']);
      expect([kind, (await trail.newest(user, `kind=${kind}&action=delete`)).reason]).toEqual([kind, why]);
      expect([kind, await find(user, kind)]).toMatchObject([kind, { reason: why }]);
    }
  });

  test('a deletion of many customers at once gives its reason to each of them', async () => {
    const user = await makeUser();
    const customer = await book.makeCustomer(user, { name: 'Asha', phoneNumber: '+919820000001' });
    const body = { action: 'delete', selection: { customerIds: [customer.id] }, setIds: [], key: 'once' };
    expect((await as(user).post(phoneBook.startBulk.path, body, given(why))).json().code).toBe('100');
    await vi.waitFor(async () => expect(await find(user, 'customer')).toMatchObject({ name: 'Asha', reason: why }));
    expect((await trail.details(user, 'kind=bulk_job')).map(({ reason }) => reason)).toContain(why);
  });

  test('a missing reason stays empty, and one that is too long or no line is refused by its name', async () => {
    const user = await makeUser();
    const [group, label] = [await book.makeGroup(user, 'VIP'), await book.makeLabel(user, 'New')];
    const path = at(phoneBook.removeGroup.path, { setId: group });
    for (const [reason, words] of [
      ['x'.repeat(301), 'Use at most 300 characters.'],
      ['one\ntwo', 'The value must be one line.'],
    ] as const)
      expect((await as(user).delete(path, undefined, given(reason))).json()).toMatchObject({
        code: 'request.invalid',
        data: { issues: [{ field: 'x-reason', reason: words }] },
      });
    expect(await list(user)).toEqual([]);
    expect((await as(user).delete(path)).json().code).toBe('100');
    expect((await trail.newest(user, 'kind=group&action=delete')).reason).toBe('');
    // Values that are not encoded are taken as they stand.
    await as(user).delete(at(phoneBook.removeLabel.path, { setId: label }), undefined, { headers: { 'x-reason': '100 % done' } });
    expect(await find(user, 'label')).toMatchObject({ reason: '100 % done' });
  });
});

describe('screens 11.6 a deleted record comes back with its parts and ids', () => {
  test('a group with those who are in it, also those who lie in the bin by then', async () => {
    const user = await makeUser();
    const people = [];
    for (const number of ['+919820000001', '+919820000002', '+919820000003'])
      people.push(await book.makeCustomer(user, { name: number, phoneNumber: number }));
    const group = await book.makeGroup(user, 'VIP');
    const [first, second, third] = people.map(({ id }) => String(id));
    await as(user).post(phoneBook.addToGroups.path, { groupIds: [group], customerIds: [first, second, third] });
    await remove(user, phoneBook.removeGroup.path, { setId: group });
    const entry = await find(user, 'group');
    expect(entry).toMatchObject({
      name: 'VIP',
      recordId: group,
      contains: { customers: 3 },
      daysLeft: 30,
      reason: '',
      deletedBy: user.name,
    });
    await remove(user, phoneBook.remove.path, { customerId: second ?? '' });
    // A name that is taken meanwhile gets a suffix, and so does the next one.
    await book.makeGroup(user, 'VIP');
    await book.makeGroup(user, 'vip (RESTORED)');
    expect(await restore(user, entry)).toMatchObject({ ...good, data: { recordId: group, name: 'VIP (restored 2)', missing: [] } });
    expect(await names(user, 'group')).toEqual([
      ['VIP', 0],
      ['VIP (restored 2)', 2],
      ['vip (RESTORED)', 0],
    ]);
    expect(await restore(user, await find(user, 'customer'))).toMatchObject(good);
    expect((await names(user, 'group'))[1]).toEqual(['VIP (restored 2)', 3]);
    // Twice is as good as once.
    expect(await restore(user, entry)).toMatchObject(good);
    expect(await list(user)).toEqual([]);
    expect(await trail.brief(user, `kind=group&record=${group}&action=restore`)).toEqual([[user.name, 'restore', 'VIP (restored 2)']]);
  });

  test('a story with the stories below it, their intents, phrases and parameters', async () => {
    const user = await makeUser();
    const { id: botId } = await builder.makeBot(user);
    const top = await builder.makeStory(user, botId, 'Shop');
    const below = (await as(user).post(stories.save.path, { name: 'Returns', agentId: botId, parentId: top })).json().data.id;
    const colour = await builder.makeEntity(user, botId, 'colour', { red: ['rouge'] });
    const parameter = { id: colour.id, name: 'colour', required: true, value: '', prompts: ['Which colour?'] };
    const [shop] = shopIntents as [(typeof shopIntents)[0]];
    const intent = await builder.makeIntent(user, botId, below, { ...shop, entities: [parameter] });
    const read = async () =>
      (await as(user).get(at(intents.get.path, { agentId: botId, storyId: below, intentId: intent.id }))).json().data;
    const { version: _version, updatedAt: _updatedAt, ...before } = await read();

    await remove(user, stories.remove.path, { agentId: botId, storyId: top });
    expect(await find(user, 'story')).toMatchObject({ name: 'Shop', contains: { stories: 1, intents: 1 } });
    await remove(user, entities.remove.path, { agentId: botId, entityId: colour.id });
    await remove(user, bots.remove.path, { agentId: botId });
    const entry = await find(user, 'story');
    // The parents lie there too, and come along if the call asks for it.
    expect(await restore(user, entry)).toMatchObject({
      httpStatus: 409,
      code: 'bin.parents_needed',
      data: {
        parents: expect.arrayContaining([
          { kind: 'bot', name: 'Helper' },
          { kind: 'entity', name: 'colour' },
        ]),
      },
    });
    expect(await restore(user, entry, { withParents: true })).toMatchObject({ ...good, data: { name: 'Shop', missing: [] } });
    expect(await read()).toMatchObject(before);
    expect(await list(user)).toEqual([]);
  });

  test('an intent whose entity is gone for good comes without that parameter, and says so', async () => {
    const user = await makeUser();
    const { id: botId } = await builder.makeBot(user);
    const storyId = await builder.makeStory(user, botId);
    const colour = await builder.makeEntity(user, botId, 'colour', { red: ['rouge'] });
    const parameter = { id: colour.id, name: 'colour', required: true, value: '', prompts: ['Which colour?'] };
    const [shop] = shopIntents as [(typeof shopIntents)[0]];
    const { id: intentId } = await builder.makeIntent(user, botId, storyId, { ...shop, entities: [parameter] });
    await remove(user, intents.remove.path, { agentId: botId, storyId, intentId });
    await remove(user, entities.remove.path, { agentId: botId, entityId: colour.id });
    expect(await purge(user, await find(user, 'entity'), 'colour')).toMatchObject(good);
    await builder.makeIntent(user, botId, storyId, shop);
    expect(await restore(user, await find(user, 'intent'))).toMatchObject({
      ...good,
      data: { name: `${shop.name} (restored)`, missing: [{ kind: 'entity', count: 1 }] },
    });
    const restored = (await as(user).get(at(intents.get.path, { agentId: botId, storyId, intentId }))).json().data;
    expect([restored.entities, restored.utterances.length]).toEqual([[], shop.phrases.length]);
  });

  test('a bot and a channel are nowhere while they lie there, and a channel comes back paused', async () => {
    const user = await makeUser();
    const { id: botId } = await builder.makeBot(user, 'Answers');
    const web = { name: 'Website', type: channelTypes.WEB, isActive: true, data: webData({ entry: 'bot', botId }) };
    const channel = (await as(user).post(channels.create.path, web)).json().response;
    await remove(user, channels.remove.path, { channelId: channel.id });
    await remove(user, bots.remove.path, { agentId: botId });
    expect((await as(user).get(channels.get.path.replace(':channelId', channel.id))).json().code).toBe('channel.not_found');
    expect((await as(user).get(bots.get.path.replace(':agentId', botId))).json().code).toBe('bot.not_found');
    expect((await app.stranger().get(`/widget/config?key=${channel.widgetKey}`)).statusCode).not.toBe(200);
    expect([
      (await as(user).get(channels.list.path)).json().response.channelConfig,
      (await as(user).get(bots.list.path)).json().data.agents,
    ]).toEqual([[], []]);
    await builder.makeBot(user, 'answers');
    expect(await restore(user, await find(user, 'bot'))).toMatchObject({ ...good, data: { name: 'Answers (restored)' } });
    expect(await restore(user, await find(user, 'channel'))).toMatchObject({ ...good, data: { missing: [] } });
    const back = (await as(user).get(channels.get.path.replace(':channelId', channel.id))).json().response;
    expect(back).toMatchObject({ id: channel.id, name: 'Website', state: 'PAUSED', data: { botId } });
  });

  test('a draft template, an attachment, an attribute with its values, and a label', async () => {
    const user = await makeUser();
    const sending = createTemplates(app);
    const sender = await sending.makeSendingChannel(user);
    const { id: templateId } = await sending.makeTemplate(user, sender);
    await remove(user, templates.remove.path, { templateId });
    await sending.makeTemplate(user, sender);
    expect(await restore(user, await find(user, 'template'))).toMatchObject({ ...good, data: { name: 'order_ready_restored' } });

    const file = (await as(user).post(endpoints.files.upload.path, ...(await pngUpload('shoes.png')))).json().response;
    const bucket = (await as(user).post(artifacts.createBucket.path, { name: 'Shoes', isPublic: true })).json().data.id;
    const picture = { isPublic: true, bucketId: bucket, data: { type: 'IMAGE', fileId: file.id, name: 'Shoes' } };
    const artifact = (await as(user).post(artifacts.create.path, picture)).json().response;
    await remove(user, artifacts.remove.path, { artifactId: artifact._id });
    await remove(user, artifacts.removeBucket.path, { bucketId: bucket });
    expect(await restore(user, await find(user, 'artifact'))).toMatchObject({
      ...good,
      data: { missing: [{ kind: 'bucket', name: 'Shoes' }] },
    });
    expect((await as(user).get(at(artifacts.get.path, { artifactId: artifact._id }))).json().response).toMatchObject({
      data: { name: 'Shoes', fileId: artifact.data.fileId },
      bucketId: '',
    });

    const city = await book.makeAttribute(user, 'city');
    const customer = await book.makeCustomer(user, { name: 'Asha', phoneNumber: '+919820000001', data: [{ id: city._id, value: 'Pune' }] });
    await remove(user, attributes.remove.path, { attributeId: city._id });
    await book.makeAttribute(user, 'city');
    expect(await restore(user, await find(user, 'attribute'))).toMatchObject({ ...good, data: { name: 'city (restored)' } });
    expect((await book.getCustomer(user, customer.id)).data).toContainEqual(expect.objectContaining({ id: city._id, value: 'Pune' }));

    const label = await book.makeLabel(user, 'Hot');
    await remove(user, phoneBook.removeLabel.path, { setId: label });
    expect(await restore(user, await find(user, 'label'))).toMatchObject({ ...good, data: { name: 'Hot', recordId: label } });
  });
});

test('screens 11.6 a customer whose number is taken by now is merged with who has it, when that is said', async () => {
  const user = await makeUser();
  const old = await book.makeCustomer(user, { name: 'Asha', phoneNumber: '+919820000001', emailId: 'asha@example.com' });
  await remove(user, phoneBook.remove.path, { customerId: old.id });
  const entry = await find(user, 'customer');
  // Inserts as another system would: nobody asked whether the customer in the bin is meant.
  await contextOf(user).transaction((tx) =>
    tx
      .insertInto('customers')
      .values({
        enterpriseId: user.enterpriseId,
        customerId: '01990000-0000-7000-8000-000000000001',
        name: 'A. Rao',
        number: '+919820000001',
      })
      .execute(),
  );
  const conflict = { httpStatus: 409, code: 'bin.conflict', data: { customerId: '01990000-0000-7000-8000-000000000001', name: 'A. Rao' } };
  expect(await restore(user, entry)).toMatchObject(conflict);
  expect(await restore(user, entry, { merge: true })).toMatchObject({ ...good, data: { name: 'A. Rao' } });
  expect((await book.getCustomer(user, '01990000-0000-7000-8000-000000000001')).emailId).toBe('asha@example.com');
  expect(await book.people(user)).toEqual([['A. Rao', '+919820000001']]);
  expect(await restore(user, entry)).toMatchObject(good);
});

test('two who restore the same record at once do it once', async () => {
  const user = await makeUser();
  const group = await book.makeGroup(user, 'Twice');
  await remove(user, phoneBook.removeGroup.path, { setId: group });
  const entry = await find(user, 'group');
  const both = await Promise.all([restore(user, entry), restore(user, entry)]);
  expect(both).toMatchObject([good, good]);
  expect(await names(user, 'group')).toEqual([['Twice', 0]]);
});

test('screens 11.6 a user who may not edit a kind neither sees nor restores its deleted records', async () => {
  const admin = await makeUser();
  await builder.makeBot(admin, 'Secret bot').then(({ id }) => remove(admin, bots.remove.path, { agentId: id }));
  const group = await book.makeGroup(admin, 'Seen');
  await remove(admin, phoneBook.removeGroup.path, { setId: group });
  const { code } = (await as(admin).put(roles.saveRole.path, { name: 'Book', permissions: ['CUSTOMER.VIEW'] })).json().data;
  const clerk = await makeUser({ enterprise: admin, roles: [code] });
  expect((await list(clerk)).map(({ name }) => name)).toEqual(['Seen']);
  const bot = await find(admin, 'bot');
  expect(await restore(clerk, bot)).toMatchObject({ httpStatus: 404, code: 'bin.not_found' });
  expect(await restore(await makeUser(), bot)).toMatchObject({ httpStatus: 404, code: 'bin.not_found' });
  expect(await purge(clerk, await find(clerk, 'group'), 'Seen')).toMatchObject({ httpStatus: 403, code: '1403' });
  // A private attachment is its owner's alone, in the bin too.
  const place = { isPublic: false, data: { type: 'MSG', name: 'Mine', message: 'Hello' } };
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  const { _id } = (await as(agent).post(artifacts.create.path, place)).json().response;
  await remove(agent, artifacts.remove.path, { artifactId: _id });
  expect((await list(agent, 'kind=artifact')).map(({ name }) => name)).toEqual(['Mine']);
  expect(await list(admin, 'kind=artifact')).toEqual([]);
  const [mine] = await list(agent, 'kind=artifact');
  expect(await restore(admin, mine as Entry)).toMatchObject({ code: 'bin.not_found' });
});

test('the list is filtered and searched', async () => {
  const user = await makeUser();
  for (const name of ['One', 'Two', '100%']) {
    const setId = await book.makeGroup(user, name);
    await remove(user, phoneBook.removeGroup.path, { setId });
  }
  const setId = await book.makeLabel(user, 'One');
  await remove(user, phoneBook.removeLabel.path, { setId });
  const brief = async (query: string) => (await list(user, query)).map(({ kind, name }) => [kind, name]);
  expect(await brief('search=one')).toEqual([
    ['label', 'One'],
    ['group', 'One'],
  ]);
  expect(await brief('search=%25&kind=group')).toEqual([['group', '100%']]);
  expect(await brief(`userId=${user.userId}&perPage=2&from=2`)).toEqual([
    ['group', 'Two'],
    ['group', 'One'],
  ]);
  const { more, kinds, people } = (await as(user).get(`${bin.list.path}?perPage=1`)).json().data;
  expect([more, kinds.includes('channel'), people]).toEqual([true, true, [{ id: user.userId, name: user.name }]]);
});

test('screens 11.6 an administrator deletes for good by typing the name, and nothing brings that back', async () => {
  const user = await makeUser();
  const { id: botId } = await builder.makeBot(user, 'Gone');
  const storyId = await builder.makeStory(user, botId, 'Below');
  await remove(user, stories.remove.path, { agentId: botId, storyId });
  await remove(user, bots.remove.path, { agentId: botId });
  const [bot, story] = [await find(user, 'bot'), await find(user, 'story')];
  expect(await purge(user, bot, 'Goner')).toMatchObject({ httpStatus: 422, code: 'bin.name_differs' });
  expect(await purge(user, bot, 'Gone')).toMatchObject(good);
  // Records that cannot exist without it are gone with it.
  expect(await list(user)).toEqual([]);
  for (const entry of [bot, story]) expect(await restore(user, entry)).toMatchObject({ httpStatus: 410, code: 'bin.gone' });
  expect(await trail.brief(user, 'kind=bot&action=purge')).toEqual([[user.name, 'purge', 'Gone']]);
});

test('screens 11.6 the bin empties itself after 30 days, with counts in the trail; of a customer nothing personal stays', async () => {
  const user = await makeUser();
  const city = await book.makeAttribute(user, 'city');
  const asha = await book.makeCustomer(user, { name: 'Asha', phoneNumber: '+919820000001', data: [{ id: city._id, value: 'Pune' }] });
  const ravi = await book.makeCustomer(user, { name: 'Ravi', phoneNumber: '+919820000002', data: [{ id: city._id, value: 'Goa' }] });
  await remove(user, phoneBook.remove.path, { customerId: asha.id });
  await remove(user, attributes.remove.path, { attributeId: city._id });
  const sender = await createTemplates(app).makeSendingChannel(user);
  const { id: templateId } = await createTemplates(app).makeTemplate(user, sender);
  await remove(user, templates.remove.path, { templateId });
  await remove(user, channels.remove.path, { channelId: sender });
  await emptyAll(user);
  expect(await list(user)).toEqual([]);
  const left = await contextOf(user).read((tx) =>
    tx.selectFrom('binEntries').select(['name', 'state', 'packed']).where('enterpriseId', '=', user.enterpriseId).execute(),
  );
  expect(left).toEqual(Array.from({ length: 4 }, () => ({ name: '', state: 'purged', packed: null })));
  expect((await trail.newest(user, 'kind=bin')).counts).toEqual({ customer: 1, attribute: 1, template: 1, channel: 1 });
  await expect
    .poll(async () =>
      contextOf(user).read((tx) =>
        tx
          .selectFrom('customers')
          .select(['customerId', 'name', 'number', 'data'])
          .where('enterpriseId', '=', user.enterpriseId)
          .orderBy('customerId')
          .execute(),
      ),
    )
    .toEqual([
      { customerId: asha.id, name: 'Deleted customer', number: '', data: {} },
      { customerId: ravi.id, name: 'Ravi', number: '+919820000002', data: {} },
    ]);
});

test('screens 2.3 a calendar comes back with its hours, and a department without one that is gone', async () => {
  const user = await makeUser();
  const { calendars, departments } = endpoints;
  const days = Array.from({ length: 7 }, (_, day) => (day === 2 ? [{ from: '21:00', to: '02:00' }] : []));
  const hours = { timeZone: 'UTC', days, exceptions: [{ name: 'Off', from: '2026-12-25', to: '2026-12-25', yearly: false, slots: [] }] };
  const make = async (name: string) => (await as(user).post(calendars.create.path, { name, ...hours })).json().data;
  const [first, second] = [await make('First'), await make('Second')];
  const add = async (name: string, calendarId: string) => (await as(user).post(departments.create.path, { name, calendarId })).json().data;
  const [day, night] = [await add('Day', first.id), await add('Night', second.id)];
  for (const { id } of [day, night]) await remove(user, departments.remove.path, { departmentId: id });
  for (const { id } of [first, second]) await remove(user, calendars.remove.path, { calendarId: id });
  await make('first');
  const [entry] = await list(user, 'kind=calendar&search=first');
  expect(await restore(user, entry as Entry)).toMatchObject({ ...good, data: { name: 'First (restored)', missing: [] } });
  expect((await as(user).get(at(calendars.get.path, { calendarId: first.id }))).json().data).toMatchObject({ ...hours, version: 2 });
  const bring = async (search: string) => (await restore(user, (await list(user, `kind=department&search=${search}`))[0] as Entry)).data;
  expect(await bring('day')).toMatchObject({ name: 'Day', missing: [] });
  expect(await bring('night')).toMatchObject({ name: 'Night', missing: [{ kind: 'calendar', count: 1 }] });
  const calendarOf = async (departmentId: string) => (await as(user).get(at(departments.get.path, { departmentId }))).json().data.calendar;
  expect([await calendarOf(day.id), await calendarOf(night.id)]).toEqual([{ id: first.id, name: 'First (restored)' }, null]);
  await emptyAll(user);
  expect(await list(user)).toEqual([]);
});

test('screens 11.6 a department comes back with its users, and falls back to nobody who is gone', async () => {
  const user = await makeUser();
  const agent = await makeUser({ enterprise: user, roles: [3] });
  const { departments } = endpoints;
  const make = async (body: object) =>
    (await as(user).post(departments.create.path, { desc: '', manager: '', fallback: '', ...body })).json().data;
  const night = await make({ name: 'Night' });
  const day = await make({ name: 'Day', fallback: night.id });
  await as(user).put(at(departments.addUsers.path, { departmentId: day.id }), { users: [agent.userId] });
  await remove(user, departments.remove.path, { departmentId: day.id });
  await remove(user, departments.remove.path, { departmentId: night.id });
  await make({ name: 'day' });
  const [entry] = await list(user, 'kind=department&search=day');
  expect(entry).toMatchObject({ name: 'Day', contains: { users: 1 } });
  expect(await restore(user, entry as Entry)).toMatchObject({
    ...good,
    data: { name: 'Day (restored)', missing: [{ kind: 'department', count: 1 }] },
  });
  expect((await as(user).get(at(departments.get.path, { departmentId: day.id }))).json().data).toMatchObject({
    userCount: 1,
    fallback: null,
  });
  await emptyAll(user);
  expect(await list(user)).toEqual([]);
});
