import { type ColumnMapping, channelTypes, endpoints, type TemplateComponent, TemplateExtra } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns, numberAt } from '../../../../test/campaigns.ts';
import { createTemplates } from '../../../../test/templates.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { tendActivity } from '../run/activity.schedule.ts';

const vendors = await startVendors();
const clock = { aheadMs: 0 };
const app = await startApp({
  config: { simulator: vendors.address, requestsPerMinute: 100_000 },
  now: () => new Date(Date.now() + clock.aheadMs),
});
const { as } = app;
const publicUrl = app.url;
const { control } = vendors;
const { makeTemplate } = createVendorScenes(app, vendors);
const { scene, planOf, read, makeCampaign, makeActivity, act, started, until } = createCampaigns(app, vendors);
const { campaigns, activities, audiences, privacy } = endpoints;

type Scene = Awaited<ReturnType<typeof scene>>;
const button = (url: string) => ({ type: 'URL' as const, text: 'Open', url, phoneNumber: '', example: 'x', payload: '' });
const components: TemplateComponent[] = [
  body('See {{1}} and {{2}}', { '1': 'a', '2': 'b' }),
  { type: 'BUTTONS', buttons: [button(`${publicUrl}/l/{{1}}`)] },
];
const value = (variable: string, type: 'static' | 'column' | 'expression', given: string) => ({
  variable,
  type,
  value: given,
  mappings: [],
});
const mapping = (first = 'https://shop.example/spring'): ColumnMapping[] => [
  { type: 'messageTags', card: null, variables: [value('body.1', 'static', first), value('body.2', 'column', 'name')] },
  { type: 'url', card: null, variables: [value('button.0', 'expression', 'https://shop.example/for?who={{name}}')] },
];
const tracking = { links: true, replyHours: 72 };

async function linked(people = 2): Promise<Scene> {
  const made = await scene({ people });
  const template = await makeTemplate(made.admin, made.channelId, components);
  await control.behave(made.channelId, { receiptDelayMs: 0 });
  return { ...made, template };
}
async function ran(made: Scene, change: Parameters<typeof started>[1] = {}) {
  const { id, campaignId } = await started(made, { columnMapping: mapping(), tracking, ...change });
  await until(made.checker, id, ({ isCompleted, counts }) => isCompleted && counts.read === counts.audience);
  return { id, campaignId };
}
/** Reads the links on the phone of one of them: the address in the text, and the one behind the button. */
async function linksOn({ channelId }: Scene, person: number): Promise<{ text: string; inText: string; behindButton: string }> {
  const { messages } = await control.phone(channelId, numberAt(person));
  const { text, buttons } = messages.at(-1) ?? { text: '', buttons: [] };
  const path = (address: string) => address.replace(publicUrl, '');
  return { text, inText: path(/http:\S+/.exec(text)?.[0] ?? ''), behindButton: path(buttons[0]?.value ?? '') };
}
const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36', 'accept-language': 'en-IN' };
const open = (path: string, headers: Record<string, string> = phone) => app.stranger().get(path, { headers });
const clicksOf = ({ admin, ctx }: Scene) =>
  ctx.read((tx) =>
    tx.selectFrom('linkClicks').select(['variable', 'kind']).where('enterpriseId', '=', admin.enterpriseId).orderBy('clickId').execute(),
  );
const report = async (made: Scene, campaignId: string) => (await read(made.admin, campaigns.report.path, campaignId)).data;

test('screens 3.1 each recipient gets short addresses of their own, and these lead where the plan says', async () => {
  const made = await linked();
  const { id, campaignId } = await ran(made);
  const [one, two] = [await linksOn(made, 1), await linksOn(made, 2)];
  const paths = [one.inText, one.behindButton, two.inText, two.behindButton];
  expect(one.text).toBe(`See ${publicUrl}${one.inText} and Customer 1`);
  expect(paths.map((path) => /^\/l\/[0-9A-Za-z]{16}$/.test(path))).toEqual([true, true, true, true]);
  expect(new Set(paths).size).toBe(4);
  const answer = await open(one.inText);
  expect([answer.statusCode, answer.headers.location, answer.payload]).toEqual([302, 'https://shop.example/spring', '']);
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  expect((await open(two.behindButton)).headers.location).toBe('https://shop.example/for?who=Customer%202');
  // Nothing of a request changes where it leads.
  expect((await open(`${one.inText}?to=https://evil.example&target=//evil.example`)).headers.location).toBe('https://shop.example/spring');
  const { total, activities: figures, links } = await report(made, campaignId);
  expect([total.clicked, figures[0].clicked]).toEqual([2, 2]);
  expect(links).toEqual([
    {
      activityId: id,
      content: '',
      variable: 'messageTags/body.1',
      type: 'static',
      value: 'https://shop.example/spring',
      people: 1,
      clicks: 2,
      previews: 0,
    },
    {
      activityId: id,
      content: '',
      variable: 'url/button.0',
      type: 'expression',
      value: 'https://shop.example/for?who={{name}}',
      people: 1,
      clicks: 1,
      previews: 0,
    },
  ]);
});

test('screens 3.6 a figure of links opens exactly its people, who can be written to again', async () => {
  const made = await linked(3);
  const { id, campaignId } = await ran(made);
  const [one, two] = [await linksOn(made, 1), await linksOn(made, 2)];
  for (const path of [one.inText, one.inText, one.behindButton, two.behindButton]) expect((await open(path)).statusCode).toBe(302);
  const people = async (query: string) =>
    (await read(made.admin, activities.recipients.path, id, query)).data.recipients.map(({ to }: { to: string }) => to).sort();
  expect(await people('?result=clicked')).toEqual([1, 2].map(numberAt));
  expect(await people('?result=not_clicked')).toEqual([numberAt(3)]);
  expect(await people('?link=messageTags/body.1')).toEqual([numberAt(1)]);
  expect(await people('?link=url/button.0')).toEqual([1, 2].map(numberAt));
  expect((await report(made, campaignId)).total.clicked).toBe(2);
  const ask = { channelId: made.channelId, audience: { results: [{ activityId: id, result: 'not_clicked' }] } };
  expect((await as(made.maker).post(audiences.count.path, ask)).json().data).toMatchObject({ total: 1 });
});

test('screens 3.6 links of several contents are each content’s own, and who opened them decides between the contents', async () => {
  const made = await linked(5);
  // One of them lacks what B takes, and so gets neither.
  await made.ctx.transaction((tx) =>
    sql`update customers set email = 'a@shop.example' where enterprise_id = ${made.admin.enterpriseId} and number <> ${numberAt(5)}`.execute(
      tx,
    ),
  );
  const second = structuredClone(mapping('https://shop.example/b'));
  second[0]?.variables.splice(1, 1, value('body.2', 'column', 'emailId'));
  const other = await makeTemplate(made.admin, made.channelId, components);
  const plan = {
    firstWave: { percent: 40, waitMinutes: 15, failedPercent: null, optedOutPercent: null, blockedPercent: null },
    contents: [
      {
        name: '',
        message: { template: { templateId: other.name, templateUId: other.templateId, cards: [] } },
        columnMapping: second,
      },
    ],
    choice: { measure: 'clicked' as const, rule: 'best' as const },
  };
  const { id, campaignId } = await started(made, { columnMapping: mapping('https://shop.example/a'), tracking, ...plan });
  const people = async (query: string) =>
    (await read(made.admin, activities.recipients.path, id, query)).data.recipients.map(({ to }: { to: string }) => to) as string[];
  await vi.waitFor(
    async () => expect([...(await people('?content=A&status=READ')), ...(await people('?content=B&status=READ'))]).toHaveLength(2),
    {
      interval: 50,
    },
  );
  const leadsTo = async (who: string | undefined) => {
    const { inText } = await linksOn(made, [1, 2, 3, 4].find((person) => numberAt(person) === who) ?? 0);
    return (await open(inText)).headers.location;
  };
  expect(await people('?status=SKIPPED&reason=MAPPING_MISSING')).toEqual([numberAt(5)]);
  const [forB] = await people('?content=B');
  expect(await leadsTo(forB)).toBe('https://shop.example/b');
  // Nobody has a code of a message that they did not get.
  const codes = await made.ctx.read((tx) =>
    tx
      .selectFrom('shortLinks')
      .select(['contentNumber', 'target'])
      .where('activityId', '=', id)
      .where('variable', '=', 'messageTags/body.1')
      .orderBy('contentNumber')
      .execute(),
  );
  expect(codes).toEqual([
    { contentNumber: 1, target: 'https://shop.example/a' },
    { contentNumber: 2, target: 'https://shop.example/b' },
  ]);
  await tendActivity(made.ctx, id);
  await tendActivity({ ...made.ctx, now: () => new Date(Date.now() + 16 * 60_000) }, id);
  await vi.waitFor(async () => expect(await people('?content=rest&status=READ')).toHaveLength(2), { interval: 50 });
  const [late] = await people('?content=rest&status=READ');
  expect([await leadsTo(late), await leadsTo(late)]).toEqual(['https://shop.example/b', 'https://shop.example/b']);
  const { activities: figures, links } = await report(made, campaignId);
  expect(figures[0].comparison).toMatchObject({ chosen: 'B', best: 'B', rest: { clicked: 1 } });
  expect(figures[0].comparison.contents.map((one: { clicked: { count: number } }) => one.clicked.count)).toEqual([0, 1]);
  const line = (content: string, people: number, clicks: number) => ({ content, value: 'https://shop.example/b', people, clicks });
  expect(links).toMatchObject([line('rest', 1, 2), line('B', 1, 1)]);
  expect(await people('?content=rest&link=messageTags/body.1')).toEqual([late]);
});

test('screens 3.1 programs that look for a preview are told apart from people', async () => {
  const made = await linked(1);
  const { campaignId } = await ran(made);
  const { inText } = await linksOn(made, 1);
  expect((await open(inText, { ...phone, 'user-agent': 'WhatsApp/2.23.20.0' })).statusCode).toBe(302);
  const head = await fetch(`${app.url}${inText}`, { method: 'HEAD', headers: phone, redirect: 'manual' });
  expect([head.status, head.headers.get('location')]).toEqual([302, 'https://shop.example/spring']);
  // Sent without a language: while it is handed over nobody has read it, and later somebody may have.
  const { 'accept-language': _language, ...silent } = phone;
  clock.aheadMs = -60_000;
  await open(inText, silent);
  expect((await report(made, campaignId)).total.clicked).toBe(0);
  clock.aheadMs = 60_000;
  await open(inText, silent);
  clock.aheadMs = 0;
  await open(inText);
  expect((await clicksOf(made)).map(({ kind }) => kind)).toEqual(['previewer', 'previewer', 'previewer', 'person', 'repeat']);
  const { total, links } = await report(made, campaignId);
  expect([total.clicked, links[0]]).toMatchObject([1, { people: 1, clicks: 2, previews: 3 }]);
});

test('screens 3.1 many who open it at once are one person, and each time is kept', async () => {
  const made = await linked(1);
  await ran(made);
  const { inText } = await linksOn(made, 1);
  await Promise.all(Array.from({ length: 12 }, () => open(inText)));
  const kinds = (await clicksOf(made)).map(({ kind }) => kind).sort();
  expect(kinds).toEqual(['person', ...Array.from({ length: 11 }, () => 'repeat')]);
});

test('screens 3.1 a code that nobody has is a plain page without a script', async () => {
  for (const path of ['/l/0000000000000000', '/l/short', '/l/%27or%201', `/l/${'a'.repeat(17)}`]) {
    const answer = await open(path);
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(answer.payload).toContain('Link not found');
    expect(answer.payload).not.toMatch(/<script|href=/);
  }
});

test('screens 3.1 a code counts for the enterprise whose message it is in, whoever asks', async () => {
  const [made, other] = [await linked(1), await linked(1)];
  const [{ campaignId }, { campaignId: othersId }] = [await ran(made), await ran(other)];
  const { inText } = await linksOn(made, 1);
  // A session of another enterprise changes nothing.
  expect((await as(other.admin).get(inText, { headers: phone })).statusCode).toBe(302);
  expect([(await clicksOf(made)).length, (await clicksOf(other)).length]).toEqual([1, 0]);
  expect([(await report(made, campaignId)).total.clicked, (await report(other, othersId)).total.clicked]).toEqual([1, 0]);
  const own = await linksOn(other, 1);
  const seen = (await other.ctx.read((tx) => tx.selectFrom('shortLinks').select('code').execute())).map(({ code }) => `/l/${code}`);
  expect([seen.includes(own.inText), seen.includes(inText)]).toEqual([true, false]);
});

test('screens 3.1 other schemes and credentials are refused with their field, and so is a button of ours without counting', async () => {
  const made = await linked(1);
  const errorsOf = async (change: Parameters<typeof planOf>[1]) => {
    const campaign = await makeCampaign(made.maker, planOf(made, change));
    const { id } = await makeActivity(made.maker, campaign.id);
    const answer = await act(made.maker, id, 'Submitted');
    return answer.data.errors?.map(({ field, code }: { field: string; code: string }) => [field, code]) ?? answer.code;
  };
  for (const wrong of [
    'javascript:alert(1)',
    'https://user:word@shop.example/',
    'data:text/html,hi',
    `https://shop.example/${'ä'.repeat(400)}`,
  ])
    expect(await errorsOf({ columnMapping: mapping(wrong), tracking })).toEqual([['columnMapping.messageTags/body.1', 'link.target']]);
  expect(await errorsOf({ columnMapping: mapping(), tracking: { ...tracking, links: false } })).toEqual([
    ['tracking.links', 'link.untracked'],
  ]);
  expect(await errorsOf({ columnMapping: mapping(), tracking })).toBe('100');
  const { channelId, template } = made;
  const message = { template: { templateId: template.name, templateUId: template.templateId } };
  const sent = { channelId, phoneNumber: [numberAt(1)], message, columnMapping: mapping() };
  const broadcast = (await as(made.admin).post(endpoints.broadcasts.send.path, sent)).json();
  expect(broadcast.data.errors).toMatchObject([{ field: 'tracking.links', code: 'link.untracked' }]);
  const campaign = await makeCampaign(made.maker, planOf(made, { columnMapping: mapping('javascript:alert(1)'), tracking }));
  const checked = await as(made.maker).post(campaigns.validate.path, { campaignId: campaign.id });
  const faulty = checked.json().data.checks.filter(({ isFine }: { isFine: boolean }) => !isFine);
  expect(faulty).toMatchObject([{ check: 'mapping', errors: [{ field: 'columnMapping.messageTags/body.1', code: 'link.target' }] }]);
});

test('screens 3.1 every address stays as it is without counting', async () => {
  const made = await scene({ people: 1 });
  const template = await makeTemplate(made.admin, made.channelId, [body('See {{1}}', { '1': 'a' })]);
  await control.behave(made.channelId, { receiptDelayMs: 0 });
  const [texts] = mapping();
  const columnMapping = [{ ...(texts as ColumnMapping), variables: [value('body.1', 'static', 'https://shop.example/spring')] }];
  await ran({ ...made, template }, { columnMapping, tracking: { ...tracking, links: false } });
  expect((await linksOn(made, 1)).text).toBe('See https://shop.example/spring');
});

test('an erased person’s links lead nowhere, and the figures stay', async () => {
  const made = await linked(2);
  const { campaignId } = await ran(made);
  const [one, two] = [await linksOn(made, 1), await linksOn(made, 2)];
  await open(one.behindButton);
  const { customerId, name } = await made.ctx.read((tx) =>
    tx
      .selectFrom('customers')
      .select(['customerId', 'name'])
      .where('enterpriseId', '=', made.admin.enterpriseId)
      .where('number', '=', numberAt(1))
      .executeTakeFirstOrThrow(),
  );
  const at = (path: string) => path.replace(/:\w+/, customerId);
  expect((await as(made.admin).get(at(privacy.holdings.path))).json().data.kinds).toContainEqual({ kind: 'shortLinks', count: 2 });
  await as(made.admin).post(at(privacy.erase.path), { name, reason: 'Asked', keepOptOut: false });
  await vi.waitFor(async () => expect((await as(made.admin).get(privacy.erasures.path)).json().data.erasures[0].state).toBe('done'), {
    interval: 100,
  });
  expect((await open(one.behindButton)).statusCode).toBe(404);
  expect((await open(two.behindButton)).statusCode).toBe(302);
  expect((await report(made, campaignId)).total.clicked).toBe(2);
  const left = await made.ctx.read((tx) =>
    sql<{ target: string }>`select target from short_links where target like '%Customer%201'`.execute(tx),
  );
  expect(left.rows).toEqual([]);
});

test('screens 3.1 a short message is as long, and is estimated, by its short address', async () => {
  const made = await scene({ people: 1 });
  const { enterpriseId } = made.admin;
  const sms = await createTemplates(app).makeSendingChannel(made.admin, { type: channelTypes.SMS, vendor: 'sap365' });
  const channelId = sms as Scene['channelId'];
  const template = { templateId: crypto.randomUUID(), name: 'sms_offer' };
  await made.ctx.transaction((tx) =>
    tx
      .insertInto('templates')
      .values({
        enterpriseId,
        ...template,
        channelId,
        language: 'en',
        category: 'MARKETING',
        components: JSON.stringify([body('See {{1}}', { '1': 'a' })]),
        extra: JSON.stringify(TemplateExtra.parse({})),
        status: 'APPROVED',
        vendorTemplateId: 'sms-1',
      })
      .execute(),
  );
  const columnMapping: ColumnMapping[] = [
    { type: 'messageTags', card: null, variables: [value('body.1', 'static', `https://shop.example/${'a'.repeat(300)}`)] },
  ];
  const unitsOf = async (isWatched: boolean) => {
    const plan = { columnMapping, tracking: { ...tracking, links: isWatched } };
    const { id } = await started({ ...made, channelId: channelId as Scene['channelId'], template }, plan);
    const estimate = (await as(made.maker).post(activities.estimate.path.replace(':activityId', id), {})).json().data;
    const units = await vi.waitFor(
      async () => {
        const rows = await made.ctx.read((tx) =>
          tx.selectFrom('messages').select('units').where('enterpriseId', '=', enterpriseId).where('resourceId', '=', id).execute(),
        );
        expect(rows).toHaveLength(1);
        return rows[0]?.units;
      },
      { interval: 50 },
    );
    return [units, estimate.units];
  };
  expect(await unitsOf(false)).toEqual([3, 3]);
  expect(await unitsOf(true)).toEqual([1, 1]);
});

test('screens 3.1 a caller who asks too often waits', async () => {
  const limited = await startApp({ config: { requestsPerMinute: 60 } });
  const caller = limited.stranger();
  const codes: number[] = [];
  for (let asked = 0; asked < 61; asked += 1) codes.push((await caller.get('/l/0000000000000000')).statusCode);
  expect(codes).toEqual([...Array.from({ length: 60 }, () => 404), 429]);
  expect((await limited.stranger().get('/l/0000000000000000')).statusCode).toBe(404);
});
