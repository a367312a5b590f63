import { channelTypes, endpoints, mediaSampleLimits, type Template, templateTexts } from '@parley/contract';
import type { ChannelEvent, Connection } from '@parley/vendors';
import { createSimulatorControl, startSimulator } from '@parley/vendors/simulator';
import { afterAll, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createTemplates } from '../../../../test/templates.ts';
import { makePng, upload } from '../../../../test/upload.ts';
import { accessTemplateChannel } from './template.repository.ts';
import { applyTemplateEvents } from './template.status.ts';

const simulator = await startSimulator();
afterAll(simulator.stop);
// Channels of production whose vendor is the simulator all the same: what it knows is the test's own affair.
const vendorUrls: Record<string, string> = { meta: `${simulator.url}/meta` };
const app = await startApp({ config: { simulator, vendorUrls } });
const { as, stranger, makeUser, contextOf } = app;
const { makeSendingChannel, makeTemplate } = createTemplates(app);
const { templates, notifications } = endpoints;
const control = createSimulatorControl(simulator);

const of = (path: string, id: string) => path.replace(':templateId', id);
const list = async (user: TestUser, query = '') => (await as(user).get(`${templates.list.path}?${query}`)).json().data;
const read = async (user: TestUser, id: string): Promise<Template> =>
  (await as(user).get(`${templates.get.path}?templateId=${id}`)).json().data;
const submit = (user: TestUser, id: string) => as(user).post(of(templates.submit.path, id));
const change = (user: TestUser, { id, name, language, category, components, extra, version }: Template, more: object = {}) =>
  as(user).put(of(templates.update.path, id), { name, language, category, components, extra, version, ...more });
const tell = (user: TestUser, channelId: string, ...events: ChannelEvent[]) =>
  contextOf(user).transaction((tx) => applyTemplateEvents(contextOf(user), tx, channelId, events));
const titles = async (user: TestUser): Promise<string[]> =>
  (await as(user).get(`${notifications.list.path}?perPage=50`)).json().data.notifications.map(({ title }: { title: string }) => title);
const news = (of: Template, status: 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED', reason = ''): ChannelEvent => ({
  type: 'template.status',
  name: of.name,
  language: of.language,
  vendorTemplateId: '',
  status,
  reason,
});

/** A channel that the simulator knows, so that its vendor can be asked. */
async function makeShop(approve: 'auto' | 'manual' | 'reject' = 'manual') {
  const admin = await makeUser();
  const channelId = await makeSendingChannel(admin, { environment: 'production' });
  vendorUrls.meta = `${simulator.url}/meta/${channelId}`;
  const { vendor, type, contactId, config } = await contextOf(admin).read((tx) => accessTemplateChannel(tx, admin.enterpriseId, channelId));
  await control.register(channelId, { vendor: vendor as Connection['vendor'], type, contactId, config, hookUrl: '' });
  await control.behave(channelId, { approve, rejectReason: 'INVALID_FORMAT' });
  return { admin, channelId };
}

test('TMPL-002 TMPL-016 TMPL-017 TMPL-020 TMPL-021 BCAST-063 BCAST-064 BCAST-065 templates are made, read, listed by filter and told their variables', async () => {
  const { admin, channelId } = await makeShop();
  const made = await makeTemplate(admin, channelId);
  expect(made).toMatchObject({ templateId: 'order_ready', name: 'order_ready', status: 'DRAFT', isManual: false, usedIn: [], version: 1 });
  await makeTemplate(admin, channelId, { name: 'big_sale', category: 'MARKETING', language: 'hi' });
  const sms = await makeSendingChannel(admin, { type: channelTypes.SMS, vendor: 'ngn' });
  await makeTemplate(admin, sms, { name: 'code_sent' });
  await tell(admin, channelId, news(made, 'APPROVED'));
  const names = async (query: string) => (await list(admin, query)).templates.map(({ name }: Template) => name);
  expect(await names('')).toEqual(['big_sale', 'code_sent', 'order_ready']);
  expect(await names('status=APPROVED&from=0&perPage=20')).toEqual(['order_ready']);
  expect([await names('type=0'), await names('category=MARKETING'), await names('language=hi'), await names('name=READY')]).toEqual([
    ['code_sent'],
    ['big_sale'],
    ['big_sale'],
    ['order_ready'],
  ]);
  expect(await names(`channelId=${channelId}&perPage=1&page=2`)).toEqual(['order_ready']);
  expect(await list(admin, 'perPage=1')).toMatchObject({ more: true, syncedAt: null });
  const by = (wanted: string) => `channelId=${channelId}&templateId=${wanted}`;
  for (const wanted of [made.id, 'order_ready'])
    expect((await as(admin).get(`${templates.get.path}?${by(wanted)}`)).json().data).toMatchObject({
      id: made.id,
      components: made.components,
    });
  expect((await as(admin).get(`${templates.variables.path}?${by('order_ready')}`)).json().data.variables).toEqual([
    {
      type: 'messageTags',
      card: null,
      variables: [{ variable: 'body.1', label: '{{1}}', sample: 'Asha', isRequired: true, isUrl: false }],
    },
  ]);
});

test('TMPL-022 TMPL-023 the server refuses what the builder would not let anybody type, by field', async () => {
  const { admin, channelId } = await makeShop();
  const post = async (more: object) => {
    const answer = await as(admin).post(templates.create.path, {
      channelId,
      name: 'a',
      language: 'en',
      category: 'UTILITY',
      components: [],
      extra: {},
      ...more,
    });
    return [answer.statusCode, answer.json().code, answer.json().data.errors?.map(({ field }: { field: string }) => field)];
  };
  const body = (text: string) => ({ components: [{ type: 'BODY', text }] });
  expect(await post(body('x'.repeat(1025)))).toEqual([422, 'template.invalid', ['body']]);
  expect(await post(body('{{1}} is ready'))).toEqual([422, 'template.invalid', ['body']]);
  expect(await post({ name: 'Order Ready' })).toEqual([422, 'template.invalid', ['name']]);
  expect(await post({ components: [{ type: 'FOOTER', text: 'x'.repeat(61) }] })).toEqual([422, 'template.invalid', ['footer']]);
  expect((await post(body('a\u0000b')))[1]).toBe('request.invalid');
  expect(await post({ channelId: newId() })).toEqual([404, 'channel.not_found', undefined]);
  const web = await makeSendingChannel(admin, { type: channelTypes.EMAIL });
  expect(await post({ channelId: web })).toEqual([422, 'template.invalid', ['channelId']]);
  // A draft may lack something, a submission may not.
  const { id } = await makeTemplate(admin, channelId, body('Hi {{1}}, hello to you.'));
  expect((await submit(admin, id)).json()).toMatchObject({ code: 'template.invalid', data: { errors: [{ field: 'body.samples.1' }] } });
  expect(
    (
      await as(admin).post(templates.check.path, {
        channelId,
        name: 'a',
        language: 'en',
        category: 'UTILITY',
        extra: {},
        ...body('Sale: see https://bit.ly/x'),
      })
    ).json().data.reasons,
  ).toHaveLength(2);
  await makeTemplate(admin, channelId, { name: 'taken' });
  expect(
    (
      await as(admin).post(templates.create.path, {
        channelId,
        name: 'taken',
        language: 'en',
        category: 'UTILITY',
        components: [],
        extra: {},
      })
    ).json(),
  ).toMatchObject({
    code: 'template.name_taken',
    data: { errors: [{ field: 'name' }] },
  });
});

test('a template is submitted once, answered by callback, and an edit of an approved one takes its place when it is approved', async () => {
  const { admin, channelId } = await makeShop();
  const draft = await makeTemplate(admin, channelId);
  const answers = await Promise.all([submit(admin, draft.id), submit(admin, draft.id)]);
  expect(answers.map((answer) => answer.json().code).sort()).toEqual(['100', 'template.state_invalid']);
  const pending = await read(admin, draft.id);
  expect(pending).toMatchObject({ status: 'PENDING', vendorTemplateId: expect.stringMatching(/^\d+$/), submittedAt: expect.any(String) });
  expect((await change(admin, pending)).json().code).toBe('template.state_invalid');
  expect((await control.templates(channelId)).map(({ name }) => name)).toEqual(['order_ready']);
  await tell(admin, channelId, news(pending, 'APPROVED'), news(pending, 'APPROVED'));
  const approved = await read(admin, draft.id);
  expect(approved.status).toBe('APPROVED');

  const components = [{ type: 'BODY', text: 'Hello {{1}}, your order is here.', samples: { 1: 'Ben' } }];
  const saved = (await change(admin, approved, { components })).json();
  expect(saved).toMatchObject({ message: templateTexts.newVersion, data: { status: 'DRAFT', replacesId: draft.id } });
  expect((await change(admin, approved, { components, name: 'other' })).json().data.errors[0].field).toBe('name');
  const again = (await change(admin, approved, { components })).json().data;
  expect(again).toMatchObject({ id: saved.data.id, version: 2 });
  expect(await read(admin, draft.id)).toMatchObject({ status: 'APPROVED', components: approved.components, replacedById: again.id });
  expect((await submit(admin, again.id)).json().data.status).toBe('PENDING');
  await tell(admin, channelId, news(pending, 'APPROVED'));
  expect(await read(admin, draft.id)).toMatchObject({
    status: 'APPROVED',
    components,
    replacedById: '',
    vendorTemplateId: pending.vendorTemplateId,
  });
  expect((await as(admin).get(`${templates.get.path}?templateId=${again.id}`)).statusCode).toBe(404);
  expect((await change(admin, approved)).json().code).toBe('record.changed');
  expect(await titles(admin)).toContain('The new version of template order_ready is in use');
});

test('a rejection shows the vendor’s words; a paused template tells whoever is sending with it; a used one is not deleted', async () => {
  const { admin, channelId } = await makeShop();
  const template = await makeTemplate(admin, channelId);
  await submit(admin, template.id);
  await tell(admin, channelId, news(template, 'REJECTED', 'INVALID_FORMAT'));
  const rejected = await read(admin, template.id);
  expect(rejected).toMatchObject({ status: 'REJECTED', statusReason: 'INVALID_FORMAT' });
  expect((await change(admin, rejected, { category: 'MARKETING' })).json().data).toMatchObject({ id: template.id, category: 'MARKETING' });

  const sender = await makeUser({ enterprise: admin, roles: [3] });
  const runId = newId();
  const { enterpriseId } = admin;
  await contextOf(admin).transaction(async (tx) => {
    const run = {
      enterpriseId,
      runId,
      source: 'BROADCAST' as const,
      channelId,
      templateId: template.id,
      message: '{}',
      state: 'sending' as const,
    };
    await tx.insertInto('sendRuns').values(run).execute();
    // A message that is due tomorrow: a run with nothing left in the queue would be taken for done at any moment.
    const waiting = {
      enterpriseId,
      channelId,
      createdAt: new Date(),
      priority: 9,
      firstNumber: 1,
      lastNumber: 1,
      dueAt: new Date(Date.now() + 86_400_000),
      runId,
    };
    await tx.insertInto('sendQueue').values(waiting).execute();
    const broadcast = {
      enterpriseId,
      broadcastId: runId,
      name: 'order_ready',
      channelId,
      templateId: template.id,
      message: '{}',
      createdBy: sender.userId,
    };
    await tx.insertInto('broadcasts').values(broadcast).execute();
  });
  await tell(admin, channelId, news(template, 'PAUSED', 'Low quality'), {
    type: 'template.category',
    name: template.name,
    language: 'en',
    category: 'UTILITY',
  });
  expect(await titles(sender)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Template order_ready is (paused|now in the category UTILITY)$/)]),
  );
  const paused = await read(admin, template.id);
  expect(paused).toMatchObject({
    status: 'PAUSED',
    category: 'UTILITY',
    usedIn: [expect.stringMatching(/^Broadcast of \d{1,2} [A-Z][a-z]{2} 20/)],
  });
  const remove = () => as(admin).delete(of(templates.remove.path, template.id));
  expect((await remove()).json()).toMatchObject({ code: 'template.in_use', data: { uses: paused.usedIn } });
  await contextOf(admin).transaction((tx) =>
    tx.updateTable('sendRuns').set({ state: 'done' }).where('enterpriseId', '=', enterpriseId).execute(),
  );
  expect((await remove()).json()).toMatchObject({ status: true, message: templateTexts.deleted });
  expect(await control.templates(channelId)).toEqual([]);
  expect((await list(admin)).templates).toEqual([]);
});

test('a template that the vendor refuses at once is a draft again with its words; a failing vendor is told apart', async () => {
  const { admin, channelId } = await makeShop();
  const first = await makeTemplate(admin, channelId);
  await submit(admin, first.id);
  const { id } = await makeTemplate(admin, channelId, { name: 'second' });
  await control.remove(channelId);
  const answer = (await submit(admin, id)).json();
  expect(answer).toMatchObject({ status: false, code: 'template.refused' });
  expect(await read(admin, id)).toMatchObject({ status: 'DRAFT', statusReason: expect.stringMatching(/./) });
  expect((await as(admin).post(templates.sync.path, { channelId })).json().code).toBe('template.refused');
});

test('a sync adds what is unknown, follows what has changed and disables what is gone', async () => {
  const { admin, channelId } = await makeShop('auto');
  const template = await makeTemplate(admin, channelId, { category: 'MARKETING' });
  await submit(admin, template.id);
  const gone = await makeTemplate(admin, channelId, { name: 'gone' });
  await submit(admin, gone.id);
  const sync = async () => (await as(admin).post(templates.sync.path, { channelId })).json().data;
  const { vendor, type, contactId, config } = await contextOf(admin).read((tx) => accessTemplateChannel(tx, admin.enterpriseId, channelId));
  const known = (await control.templates(channelId)).find(({ name }) => name === 'order_ready');
  if (!known) throw new Error('The vendor has no template.');
  await control.remove(channelId);
  await control.register(channelId, {
    vendor: vendor as Connection['vendor'],
    type,
    contactId,
    config,
    hookUrl: '',
    templates: [known, { ...known, name: 'from_portal', vendorTemplateId: '77', status: 'PAUSED', quality: 'RED' }],
  });
  expect(await sync()).toMatchObject({ added: 1, changed: 2, syncedAt: expect.any(String) });
  const rows: Template[] = (await list(admin)).templates;
  expect(rows.map(({ name, status, quality }) => [name, status, quality])).toEqual([
    ['from_portal', 'PAUSED', 'RED'],
    ['gone', 'DISABLED', ''],
    ['order_ready', 'APPROVED', 'UNKNOWN'],
  ]);
  expect(rows[2]?.components).toEqual(template.components);
  expect(await sync()).toMatchObject({ added: 0, changed: 0 });
  expect((await list(admin)).syncedAt).toEqual(expect.any(String));
});

test('the simulator of a sandbox channel answers by itself, through the callback', async () => {
  const admin = await makeUser();
  const channelId = await makeSendingChannel(admin);
  const { id } = await makeTemplate(admin, channelId);
  expect((await submit(admin, id)).json()).toMatchObject({ message: templateTexts.submitted });
  await vi.waitFor(async () => expect((await read(admin, id)).status).toBe('APPROVED'), { interval: 50 });
});

test('TMPL-018 media samples are checked by what they are, and handed to the vendor', async () => {
  const { admin, channelId } = await makeShop();
  const send = (kind: string, name: string, content: Buffer | string) =>
    as(admin).post(templates.upload.path, ...upload(name, content, { kind }));
  const png = await makePng();
  const file = (await send('IMAGE', 'shop.png', png)).json().response;
  expect(file).toMatchObject({ name: 'shop.png', type: 'image/png', size: png.byteLength });
  for (const [kind, name, content] of [
    ['VIDEO', 'shop.png', png],
    ['DOCUMENT', 'list.csv', 'a,b'],
    ['DOCUMENT', 'list.pdf', 'a,b'],
    ['IMAGE', 'shop.png', 'text'],
  ] as const)
    expect([kind, (await send(kind, name, content)).json().code]).toEqual([kind, 'file.type_not_allowed']);
  expect((await send('IMAGE', 'big.png', Buffer.alloc(mediaSampleLimits.IMAGE + 1))).json()).toMatchObject({
    code: 'file.too_large',
    data: { limitBytes: mediaSampleLimits.IMAGE },
  });
  expect((await send('AUDIO', 'shop.png', png)).json().code).toBe('request.invalid');
  const components = [
    { type: 'HEADER', format: 'IMAGE', fileId: file.id },
    { type: 'BODY', text: 'Hello to you.' },
  ];
  const made = await makeTemplate(admin, channelId, { components });
  expect(made.components[0]).toMatchObject({ fileId: file.id, resourceUrl: expect.stringContaining(file.id) });
  expect((await submit(admin, made.id)).json().data.status).toBe('PENDING');
  expect((await control.templates(channelId))[0]?.components[0]).toMatchObject({
    format: 'IMAGE',
    resourceUrl: expect.stringMatching(/./),
  });
  const foreign = await makeUser();
  const theirs = await makeSendingChannel(foreign);
  expect(
    (
      await as(foreign).post(templates.create.path, {
        channelId: theirs,
        name: 'x',
        language: 'en',
        category: 'UTILITY',
        components,
        extra: {},
      })
    ).json().code,
  ).toBe('file.not_found');
});

test('a vendor without calls is kept by hand; copies go to another name, language or channel of the type', async () => {
  const { admin, channelId } = await makeShop();
  const sms = await makeSendingChannel(admin, { type: channelTypes.SMS, vendor: 'sap365' });
  const template = await makeTemplate(admin, sms, { extra: { senderId: 'SHOP', principalEntityId: '1', registeredTemplateId: '2' } });
  expect(template).toMatchObject({ isManual: true, extra: { senderId: 'SHOP', principalEntityId: '1', registeredTemplateId: '2' } });
  expect((await submit(admin, template.id)).json().code).toBe('template.state_invalid');
  const register = (id: string, more: object) =>
    as(admin).post(of(templates.register.path, id), { vendorTemplateId: 'dlt-1', reason: '', ...more });
  expect((await register(template.id, { status: 'APPROVED' })).json().data).toMatchObject({
    status: 'APPROVED',
    vendorTemplateId: 'dlt-1',
  });
  const own = await makeTemplate(admin, channelId);
  expect((await register(own.id, { status: 'APPROVED' })).json().code).toBe('template.state_invalid');
  const copy = (id: string, more: object) => as(admin).post(of(templates.clone.path, id), { name: 'order_ready', language: 'hi', ...more });
  expect((await copy(own.id, {})).json().data).toMatchObject({
    name: 'order_ready',
    language: 'hi',
    status: 'DRAFT',
    components: own.components,
  });
  expect((await copy(own.id, {})).json().code).toBe('template.name_taken');
  expect((await copy(own.id, { channelId: sms })).json().code).toBe('template.invalid');
});

test('templates of another enterprise are not found, and the calls are closed to those without the right', async () => {
  const { admin, channelId } = await makeShop();
  const { id } = await makeTemplate(admin, channelId);
  const foreign = await makeUser();
  expect((await as(foreign).get(`${templates.get.path}?templateId=${id}`)).json().code).toBe('template.not_found');
  expect((await as(foreign).get(`${templates.get.path}?templateId=order_ready`)).json().code).toBe('template.not_found');
  expect((await as(foreign).post(templates.sync.path, { channelId })).json().code).toBe('channel.not_found');
  const agent = await makeUser({ enterprise: admin, roles: [3] });
  expect((await as(agent).get(templates.list.path)).statusCode).toBe(200);
  expect((await submit(agent, id)).json().code).toBe('1403');
  expect((await stranger().get(templates.list.path)).statusCode).toBe(401);
});
