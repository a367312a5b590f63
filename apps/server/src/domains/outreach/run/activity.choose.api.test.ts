import { type Activity, channelTypes, endpoints, TemplateExtra } from '@parley/contract';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns, numberAt, type PlanChange } from '../../../../test/campaigns.ts';
import { createTemplates } from '../../../../test/templates.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { recharge } from '../../../../test/wallet.ts';
import { reconcile, settle } from '../../billing/door.ts';
import { applyReceipts } from '../../messaging/door.inside.ts';
import { findActivity } from '../row/activity.repository.ts';
import { tendActivity } from './activity.schedule.ts';
import { tendWave } from './activity.wave.ts';

const vendors = await startVendors();
const config = { simulator: vendors.address, requestsPerMinute: 1_000_000, features: ['all', 'billing'] };
const app = await startApp({ config });
const { control } = vendors;
const { makeTemplate } = createVendorScenes(app, vendors);
const scenes = createCampaigns(app, vendors);
const { scene, planOf, post, put, read, act, get, submitted, approve, start, started, until, noticesOf, progress } = scenes;
const { activities, campaigns } = endpoints;

type Template = { templateId: string; name: string };
const contentOf = ({ templateId, name }: Template, more: object = {}) => ({
  name: '',
  message: { template: { templateId: name, templateUId: templateId, cards: [] } },
  columnMapping: [],
  ...more,
});
const firstWave = { percent: 50, waitMinutes: 15, failedPercent: null, optedOutPercent: null, blockedPercent: null };
type Choice = NonNullable<Parameters<typeof planOf>[1]>['choice'];

/** 20 people, the first ten in the first part: five of them get A, five get B. Nobody tells what became of it before the test does. */
async function compared(choice: Choice, change: PlanChange = {}, people = 20) {
  const made = await scene({ people });
  const own = await makeTemplate(made.admin, made.channelId, [body('Text of A')]);
  const other = await makeTemplate(made.admin, made.channelId, [body('Text of B')]);
  await control.behave(made.channelId, { receipts: 'none' });
  const plan: PlanChange = { firstWave, contents: [contentOf(other, { name: 'Short' })], choice: choice ?? null, ...change };
  return { ...made, template: own, other, plan };
}
type Made = Awaited<ReturnType<typeof compared>>;
const waits = async (made: Made) => {
  const { id } = await started(made, made.plan);
  await vi.waitFor(
    async () => expect(await progress(made.checker, id)).toMatchObject({ remaining: 10, isFreezing: false, wave: { left: 0 } }),
    {
      interval: 30,
    },
  );
  await tendActivity(made.ctx, id);
  return id;
};
const later = ({ ctx }: Made) => ({ ...ctx, now: () => new Date(Date.now() + 16 * 60_000) });

/** Reads the texts on the phones, by person. */
const textsOf = ({ channelId }: Made, people = 20): Promise<string[]> =>
  Promise.all(
    Array.from({ length: people }, (_, index) =>
      control.phone(channelId, numberAt(index + 1)).then(
        ({ messages }) => messages.map(({ text }) => text).join(' + '),
        () => '',
      ),
    ),
  );
const countOf = (texts: readonly string[], text: string) => texts.filter((one) => one === text).length;

/** So many of the people who got a content have read it. */
const readBy = ({ ctx, channelId, admin }: Made, id: string, content: number, count: number) =>
  ctx.transaction(async (tx) => {
    const { rows } = await sql<{ vendorMessageId: string }>`
      select h.vendor_message_id from messages m join message_handovers h on h.enterprise_id = m.enterprise_id and h.message_id = m.message_id
      where m.enterprise_id = ${admin.enterpriseId} and m.resource_id = ${id} and m.content_number = ${content} order by m.number limit ${count}`.execute(
      tx,
    );
    const receipts = rows.map((row) => ({ ...row, ourId: '', status: 'read' as const, at: new Date() }));
    await applyReceipts(ctx, tx, channelId, receipts);
  });
const choose = (user: Parameters<typeof post>[0], id: string, content: string, reason = 'It reads better') =>
  post(user, activities.choose.path, id, { content, reason });
/** Looks that stand a quarter of an hour ahead come behind what people do now. */
const entryOf = ({ entries }: Activity, kind: string) => entries.find((entry) => entry.kind === kind);

test('screens 3.4 screens 3.6 the first wave gets both contents, the best of them goes on by itself to everybody else, and the figures add up', async () => {
  const made = await compared({ measure: 'read', rule: 'best' });
  const { admin, maker, checker, ctx } = made;
  const id = await waits(made);
  const first = await textsOf(made);
  expect([countOf(first, 'Text of A'), countOf(first, 'Text of B'), countOf(first, '')]).toEqual([5, 5, 10]);
  await readBy(made, id, 1, 1);
  await readBy(made, id, 2, 4);
  const before = (await progress(checker, id)).comparison;
  expect(before).toMatchObject({
    best: 'B',
    second: 'A',
    isClear: false,
    chosen: '',
    isWaiting: false,
    rest: { counts: { audience: 10 } },
  });
  expect(
    before?.contents.map(({ content, name, templateName, left, read: shown }) => [
      content,
      name,
      templateName,
      left,
      shown.count,
      shown.share,
    ]),
  ).toEqual([
    ['A', '', made.template.name, 5, 1, 0.2],
    ['B', 'Short', made.other.name, 5, 4, 0.8],
  ]);
  // Killed in the middle of it: nothing is chosen, and nothing leaves.
  const killed = ctx.transaction(async (tx) => {
    const row = await findActivity(tx, admin.enterpriseId, id, { lock: true });
    await tendWave(later(made), tx, row as never, row?.wave as never);
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect((await progress(checker, id)).comparison).toEqual(before);
  await Promise.all([tendActivity(later(made), id), tendActivity(later(made), id)]);
  const done = await until(checker, id, ({ isCompleted }) => isCompleted);
  const told = done.entries.filter(({ kind }) => kind === 'chosen');
  expect(told).toMatchObject([{ by: { id: '' }, values: { content: 'B', rule: 'best', measure: 'read', A: 20, B: 80 } }]);
  const texts = await textsOf(made);
  expect([countOf(texts, 'Text of A'), countOf(texts, 'Text of B')]).toEqual([5, 15]);
  expect(first.flatMap((text, place) => (text === '' ? [texts[place]] : []))).toEqual(Array.from({ length: 10 }, () => 'Text of B'));
  const { templates } = await ledgerOf(made, id);
  expect(templates).toEqual({ [made.template.templateId]: 5, [made.other.templateId]: 15 });

  // The figures of the contents add up to those of the run, and open exactly their rows.
  const { activities: figures } = (await read(admin, campaigns.report.path, done.campaignId)).data;
  const { counts, comparison } = figures[0];
  const parts = [...comparison.contents.map((one: { counts: object }) => one.counts), comparison.rest.counts];
  for (const name of ['audience', 'skipped', 'failed', 'inFlight', 'delivered', 'read'] as const)
    expect([name, parts.reduce((sum, part) => sum + part[name], 0)]).toEqual([name, counts[name]]);
  expect(comparison).toMatchObject({ chosen: 'B', contents: [{ counts: { audience: 5 } }, { counts: { audience: 5, read: 4 } }] });
  const rowsOf = async (query: string) =>
    (await read(admin, activities.recipients.path, id, query)).data.recipients as { to: string; content: string }[];
  const everybody = await rowsOf('');
  for (const [part, content, size] of [
    ['A', 'A', 5],
    ['B', 'B', 5],
    ['rest', 'B', 10],
  ] as const) {
    const rows = await rowsOf(`?content=${part}`);
    expect([part, rows.length, [...new Set(rows.map((row) => row.content))]]).toEqual([part, size, [content]]);
    expect(everybody.filter(({ to }) => rows.some((row) => row.to === to))).toEqual(rows);
  }
  expect(await rowsOf('?content=B&status=READ')).toHaveLength(4);
  const [someone] = await rowsOf('?content=A');
  const why = (await read(admin, activities.why.path, id, `?number=${encodeURIComponent(someone?.to ?? '')}`)).data;
  expect(why).toMatchObject({ isDecided: true, willGet: true, content: 'A' });
  const link = (await app.as(admin).get(endpoints.files.downloadToken.path)).json().data.id;
  const path = `${activities.export.path.replace(':activityId', id)}?x-access-id=${encodeURIComponent(link)}`;
  const csv = (await app.stranger().get(path)).body.trim().replaceAll('"', '').split('\r\n');
  const letters = csv.map((line: string) => line.split(',')[3] ?? '');
  expect(letters).toEqual(['Content', ...everybody.map(({ content }) => content)]);
  expect((await post(maker, activities.clone.path, id)).data.plan.contents).toHaveLength(1);
  expect((await post(maker, activities.retry.path, id)).data.plan).toMatchObject({
    message: { template: { templateUId: made.other.templateId } },
    contents: [],
    choice: null,
  });
});

/** Rows by their templates, and what they cost. */
const ledgerOf = ({ ctx, admin }: Made, id: string) =>
  ctx.read(async (tx) => {
    const { rows } = await sql<{ templateId: string; count: number; costs: number[] }>`
      select template_id, count(*)::integer as count, array_agg(distinct cost)::bigint[] as costs from messages
      where enterprise_id = ${admin.enterpriseId} and resource_id = ${id} group by 1`.execute(tx);
    return { templates: Object.fromEntries(rows.map(({ templateId, count }) => [templateId, count])) };
  });

test('screens 3.4 a choice by hand pauses the run and tells both; it does not resume and goes on with what is chosen and why', async () => {
  const made = await compared({ measure: 'read', rule: 'hand' });
  const { maker, checker } = made;
  const id = await waits(made);
  expect((await choose(checker, id, 'A')).code).toBe('activity.state_invalid');
  await readBy(made, id, 2, 5);
  await tendActivity(later(made), id);
  const paused = await get(checker, id);
  expect([paused.state, paused.pauseReason, entryOf(paused, 'choice_waits')?.values.rule]).toEqual([3, 'CHOICE', 'hand']);
  expect([paused.may.includes('choose'), paused.may.includes('resume'), paused.may.includes('stop')]).toEqual([true, false, true]);
  for (const user of [maker, checker]) expect((await noticesOf(user)).map(({ code }) => code)).toContain('activity.choice');
  expect((await progress(checker, id)).comparison).toMatchObject({ isWaiting: true, best: 'B', isClear: true });
  const faultsOf = async (answer: Promise<{ http: number; data: { errors: { field: string; code: string }[] } }>) => {
    const { http, data } = await answer;
    return [http, ...data.errors.map(({ field, code }) => `${field} ${code}`)];
  };
  expect(await faultsOf(act(checker, id, 2, 'Go'))).toEqual([422, 'content activity.choose_first']);
  expect(await faultsOf(choose(checker, id, 'A', ' '))).toEqual([422, 'reason activity.choose_reason']);
  expect(await faultsOf(choose(checker, id, 'C'))).toEqual([422, 'content content.unknown']);
  const stranger = await app.makeUser();
  expect((await choose(stranger, id, 'A')).code).toBe('activity.not_found');
  // A template that it may still send is not taken away from under it.
  const template = endpoints.templates.remove.path.replace(/:\w+/, made.other.templateId);
  expect((await app.as(made.admin).delete(template)).json().code).toBe('template.in_use');
  const reader = await app.makeUser({ enterprise: made.admin, roles: [6] });
  expect((await choose(reader, id, 'A')).http).toBe(403);
  const chosen = await choose(maker, id, 'A', 'The offer of B is over');
  expect(chosen.data).toMatchObject({ state: 2, pauseReason: '' });
  expect(entryOf(chosen.data, 'chosen')).toMatchObject({
    by: { name: 'Mia Maker' },
    text: 'The offer of B is over',
    values: { content: 'A', rule: 'hand', A: 0, B: 100 },
  });
  expect((await choose(checker, id, 'B')).code).toBe('activity.state_invalid');
  await until(checker, id, ({ isCompleted }) => isCompleted);
  const texts = await textsOf(made);
  expect([countOf(texts, 'Text of A'), countOf(texts, 'Text of B')]).toEqual([15, 5]);
});

test('screens 3.4 clear goes on by itself only where chance does not explain it, and what waits for a choice can be stopped', async () => {
  const made = await compared({ measure: 'read', rule: 'clear' });
  const close = await waits(made);
  await readBy(made, close, 1, 2);
  await readBy(made, close, 2, 3);
  await tendActivity(later(made), close);
  expect(await get(made.checker, close)).toMatchObject({ state: 3, pauseReason: 'CHOICE' });
  const stopped = await act(made.checker, close, 4, 'Neither');
  expect(stopped.data).toMatchObject({ unsent: 10, activity: { state: 4 } });
  expect(countOf(await textsOf(made), '')).toBe(10);
  const far = await waits(made);
  await readBy(made, far, 1, 5);
  await tendActivity(later(made), far);
  expect(entryOf(await get(made.checker, far), 'chosen')).toMatchObject({ values: { content: 'A', rule: 'clear', A: 100, B: 0 } });
});

test('screens 3.4 the limits come first, and whoever resumes after them is asked for the choice', async () => {
  const made = await compared({ measure: 'read', rule: 'hand' }, { firstWave: { ...firstWave, failedPercent: 5 } });
  await control.behave(made.channelId, { receipts: 'none', failNext: { count: 1, code: '131026' } });
  const id = await waits(made);
  await tendActivity(later(made), id);
  expect(await get(made.checker, id)).toMatchObject({ state: 3, pauseReason: 'LIMITS' });
  expect((await choose(made.checker, id, 'A')).code).toBe('activity.state_invalid');
  const resumed = (await act(made.checker, id, 2, 'One wrong number')).data.activity;
  expect(resumed).toMatchObject({ state: 3, pauseReason: 'CHOICE' });
  expect(entryOf(resumed, 'resumed')).toMatchObject({ text: 'One wrong number' });
  expect(countOf(await textsOf(made), '')).toBe(11);
  expect((await choose(made.checker, id, 'B')).data).toMatchObject({ state: 2 });
  await vi.waitFor(async () => expect(countOf(await textsOf(made), '')).toBe(1), { interval: 50 });
});

test('CAMP-060 screens 3.1 contents are approved with the rest: what is lacking is told by content, and a changed one breaks the seal', async () => {
  const made = await compared({ measure: 'clicked', rule: 'best' }, { firstWave: null });
  const utility = await makeTemplate(made.admin, made.channelId, [body('Hi {{1}}', { '1': 'x' })], { category: 'UTILITY' });
  const lacking = async (plan: PlanChange) => {
    const campaign = await scenes.makeCampaign(made.maker, planOf(made, { ...made.plan, ...plan }));
    const { id } = await scenes.makeActivity(made.maker, campaign.id);
    const { data } = await act(made.maker, id, 'Submitted');
    return data.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
  };
  expect(await lacking({})).toEqual(['firstWave content.no_wave', 'choice.measure content.no_links']);
  expect(await lacking({ choice: null, firstWave })).toEqual(['choice content.no_choice']);
  expect(await lacking({ contents: [] })).toEqual(['choice content.alone']);
  const empty = contentOf({ templateId: '', name: '' });
  expect(await lacking({ firstWave, choice: { measure: 'read', rule: 'hand' }, contents: [empty, contentOf(utility)] })).toEqual([
    'contents.0.message.template field.mandatory',
    'contents.1.message.template content.category',
    'contents.1.columnMapping.messageTags/body.1 broadcast.mandatory',
  ]);
  const unknown = planOf(made, { contents: [contentOf({ templateId: crypto.randomUUID(), name: 'gone' })] });
  const refused = await post(made.maker, campaigns.create.path, '', { name: 'Unknown', plan: unknown });
  expect(refused.data.errors).toMatchObject([{ field: 'contents.0.message.template', code: 'campaign.unknown' }]);

  const change: PlanChange = { ...made.plan, firstWave, choice: { measure: 'read', rule: 'best' } };
  const { id, seal, version, plan } = await submitted(made, change);
  expect((await approve(made.checker, id, seal)).http).toBe(200);
  const third = await makeTemplate(made.admin, made.channelId, [body('Text of C')]);
  const edited = await put(made.maker, activities.update.path, id, {
    version: version + 1,
    name: 'Any',
    plan: { ...plan, contents: [contentOf(third, { name: 'Short' })] },
  });
  expect(edited.data).toMatchObject({ approval: 'New' });
  expect(entryOf(edited.data, 'edited')).toMatchObject({ parts: ['content'] });
  const again = (await act(made.maker, id, 'Submitted')).data.activity as Activity;
  const changes = again.compared?.changes.map(({ part, field }) => `${part} ${field}`) ?? [];
  expect(changes).toContain('content contents.B.components');
  expect(changes.filter((one) => !one.startsWith('content contents.B.'))).toEqual([]);
  expect((await approve(made.checker, id, again.seal)).http).toBe(200);
  await made.ctx.transaction((tx) =>
    tx
      .updateTable('templates')
      .set({ components: JSON.stringify([body('Text of D')]) })
      .where('templateId', '=', third.templateId)
      .execute(),
  );
  const late = await start(made.checker, id);
  expect([late.http, late.code, late.data.parts]).toEqual([409, 'activity.changed', ['content']]);
});

test('CAMP-013 an export carries its contents, and an import says which it lost', async () => {
  const made = await compared({ measure: 'read', rule: 'best' });
  const { maker } = made;
  const campaign = await scenes.makeCampaign(maker, planOf(made, made.plan));
  const file = (await read(maker, campaigns.export.path, campaign.id)).data;
  expect(file.campaign.plan.contents).toMatchObject([{ name: 'Short', message: { template: { templateId: made.other.name } } }]);
  file.campaign.plan.contents[0].message.template.templateUId = crypto.randomUUID();
  const imported = (await post(maker, campaigns.import.path, '', { file })).data;
  expect(imported.lost).toEqual(['contents.0.message.template']);
  expect(imported.campaign.plan).toMatchObject({
    message: { template: { templateId: made.template.name } },
    contents: [{ name: 'Short', message: { template: { templateUId: '' } } }],
  });
});

test('administration 7 a run of two prices reserves the dearer, charges what left, and the wallet agrees to the millionth', async () => {
  const base = await scene({ people: 20 });
  const { enterpriseId } = base.admin;
  const channelId = (await createTemplates(app).makeSendingChannel(base.admin, {
    type: channelTypes.SMS,
    vendor: 'sap365',
  })) as typeof base.channelId;
  const makeSms = async (text: string): Promise<Template> => {
    const template: Template = { templateId: crypto.randomUUID(), name: `sms_${text.length}` };
    const row = {
      ...template,
      enterpriseId,
      channelId,
      language: 'en',
      category: 'MARKETING' as const,
      components: JSON.stringify([body(text)]),
    };
    const more = { extra: JSON.stringify(TemplateExtra.parse({})), status: 'APPROVED' as const, vendorTemplateId: template.name };
    await base.ctx.transaction((tx) =>
      tx
        .insertInto('templates')
        .values({ ...row, ...more })
        .execute(),
    );
    return template;
  };
  const [long, short] = [await makeSms('x'.repeat(200)), await makeSms('Short')];
  const price = 333_333;
  await base.ctx.transaction(async (tx) => {
    await tx
      .insertInto('billingRates')
      .values({ enterpriseId, rateId: crypto.randomUUID(), channelType: channelTypes.SMS, price, validFrom: new Date(0) })
      .execute();
    await recharge(base.ctx, tx, 100 * price);
    // It is frozen at the prices of a real channel, and stands still.
    await tx
      .updateTable('channels')
      .set({ environment: 'production', speedPerSecond: 0.001 })
      .where('enterpriseId', '=', enterpriseId)
      .where('channelId', '=', channelId)
      .execute();
    await tx
      .insertInto('channelSpeeds')
      .values({ enterpriseId, channelId, tokens: 0, filledAt: new Date(), blockedUntil: new Date(0) })
      .execute();
  });
  const addsUp = async () => expect(await base.ctx.read((tx) => reconcile(tx, enterpriseId))).toEqual([]);
  const made: Made = {
    ...base,
    channelId,
    template: long as Made['template'],
    other: short as Made['other'],
    plan: { firstWave, contents: [contentOf(short)], choice: { measure: 'delivered', rule: 'hand' } },
  };
  const { id, estimate } = await started(made, made.plan);
  expect(estimate).toMatchObject({ units: 40, amount: 40 * price });
  await vi.waitFor(async () => expect(await progress(made.checker, id)).toMatchObject({ audience: 20, isFreezing: false }), {
    interval: 50,
  });
  await addsUp();
  const costOf = () =>
    base.ctx.read(async (tx) => {
      const { rows } = await sql<{ contentNumber: number | null; cost: number; units: number; count: number }>`
        select content_number, cost, units, count(*)::integer as count from messages
        where enterprise_id = ${enterpriseId} and resource_id = ${id} group by 1, 2, 3 order by 1, 2`.execute(tx);
      return rows.map((row) => [row.contentNumber, row.cost, row.units, row.count]);
    });
  expect(await costOf()).toEqual([[null, 2 * price, 2, 20]]);
  await base.ctx.transaction((tx) =>
    tx.updateTable('channels').set({ environment: 'sandbox', speedPerSecond: 100_000 }).where('channelId', '=', channelId).execute(),
  );
  // The sender learns of the new speed within a second, and is woken until then.
  await vi.waitFor(
    async () => {
      base.ctx.bus.publish('sending', { enterpriseId, channelId });
      expect(await progress(made.checker, id)).toMatchObject({ remaining: 10 });
    },
    { interval: 100 },
  );
  await tendActivity(base.ctx, id);
  await addsUp();
  expect(await costOf()).toEqual([
    [1, 2 * price, 2, 5],
    [2, price, 1, 5],
    [null, 2 * price, 2, 10],
  ]);
  await tendActivity(later(made), id);
  expect((await choose(made.checker, id, 'B')).http).toBe(200);
  await until(made.checker, id, ({ isCompleted }) => isCompleted);
  expect(await costOf()).toEqual([
    [1, 2 * price, 2, 5],
    [2, price, 1, 5],
    [null, price, 1, 10],
  ]);
  await settle(base.ctx);
  await addsUp();
  const account = await base.ctx.read((tx) =>
    tx.selectFrom('billingAccounts').select(['granted', 'spent']).where('enterpriseId', '=', enterpriseId).executeTakeFirstOrThrow(),
  );
  expect(account.spent).toBe(25 * price);
});
