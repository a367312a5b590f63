import { type EncapLaunch, type EncapLink, type EncapProperties, endpoints, type LaunchFigures } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createCampaigns, numberAt, type PlanChange } from '../../../../test/campaigns.ts';
import { createEncapScenes, encapAt } from '../../../../test/encaps.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { ask, end, makeStream, say, texts } from '../../../../test/journeys.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';
import { tendLinks } from './launch.due.ts';

const vendors = await startVendors();
const clock = { ahead: 0 };
const app = await startApp({
  config: { simulator: vendors.address, requestsPerMinute: 100_000 },
  now: () => new Date(Date.now() + clock.ahead),
});
const { as, deps, url: publicUrl } = app;
const campaignScenes = createCampaigns(app, vendors);
const { scene, planOf, makeCampaign, makeActivity, submitted, approve, start, until, get, act, put } = campaignScenes;
const { makeTemplate } = createVendorScenes(app, vendors);
const { makePublished, visitorOf, readLaunch, publish, write, ok } = createEncapScenes(app);
const { encaps, encapLaunches, activities, journeys } = endpoints;

const button = (url: string) => ({ type: 'URL' as const, text: 'Open', url, phoneNumber: '', example: 'x', payload: '' });
const column = (variable: string, value: string) => ({ variable, type: 'column' as const, value, mappings: [] });
const hello = makeStream(
  {
    hello001: ask('Hello {{ entry.first }}. Your name?', 'who', { ok: 'thank001' }),
    thank001: say('Thank you, {{ who }}', 'end00001'),
    end00001: end('done'),
  },
  { variables: texts('who') },
);
const other = makeStream({ hello001: say('Hello', 'end00001'), end00001: end('done') });

/** An enterprise with an encap, people, and a template whose text and button lead to pages. */
async function leading(people: number) {
  const made = await scene({ people, category: 'UTILITY' });
  const template = await makeTemplate(
    made.admin,
    made.channelId,
    [body('Go on at {{1}}', { '1': 'https://shop.example' }), { type: 'BUTTONS', buttons: [button(`${publicUrl}/p/{{1}}`)] }],
    { category: 'UTILITY' },
  );
  await vendors.control.behave(made.channelId, { receiptDelayMs: 0 });
  const encap = await makePublished(made.admin, 'Order', hello);
  return { ...made, template, encap };
}
type Scene = Awaited<ReturnType<typeof leading>>;
const planFor = ({ encap }: Scene, more: PlanChange = {}): PlanChange => ({
  page: { encapId: encap.id, number: 0 },
  columnMapping: [
    { type: 'messageTags', card: null, variables: [column('body.1', 'url')] },
    { type: 'url', card: null, variables: [column('button.0', 'url')] },
    { type: 'page', card: null, variables: [column('first', 'name'), column('second', '')] },
  ],
  ...more,
});
/** Editors of encaps plan it; the checker approves. */
const planned = (made: Scene, change?: PlanChange) => submitted({ ...made, maker: made.admin }, planFor(made, change));
async function sent(made: Scene, change?: PlanChange): Promise<string> {
  const { id, seal } = await planned(made, change);
  expect(await approve(made.checker, id, seal)).toMatchObject({ status: true });
  expect(await start(made.checker, id)).toMatchObject({ status: true });
  return id;
}
async function addressesOn({ channelId }: Scene, person: number): Promise<{ inText: string; behindButton: string }> {
  const { messages } = await vendors.control.phone(channelId, numberAt(person));
  const { text, buttons } = messages.at(-1) ?? { text: '', buttons: [] };
  return { inText: /http\S+/.exec(text)?.[0] ?? '', behindButton: buttons[0]?.value ?? '' };
}
const linksOf = async (admin: TestUser, encapId: string, instanceId: string, state = '') =>
  ok<{ links: EncapLink[] }>(await as(admin).get(`${encapAt(encapLaunches.links.path, encapId, { instanceId })}?state=${state}`)).links;
const states = {
  notSent: 'UNSENT',
  unopened: 'MADE',
  opened: 'OPENED',
  inProgress: 'BEGUN',
  handedOver: 'HANDED_OVER',
  completed: 'COMPLETED',
  ended: 'ENDED',
  expired: 'EXPIRED',
  closed: 'CLOSED',
} as const;
/** The equation adds up, and each figure opens as many links. */
async function expectFigures({ admin, encap }: Scene, id: string, expected: Partial<LaunchFigures>): Promise<void> {
  await vi.waitFor(async () => {
    const { figures } = await readLaunch(admin, encap.id, id);
    const { launched, ...parts } = figures;
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(launched);
    expect(figures).toMatchObject(expected);
  });
  const { figures } = await readLaunch(admin, encap.id, id);
  for (const [figure, state] of Object.entries(states))
    expect([figure, (await linksOf(admin, encap.id, id, state)).length]).toEqual([figure, figures[figure as keyof typeof states]]);
}

test('forms 21 acceptance journey 7: an approved iteration sends each recipient a page of their own, and its launch adds up through failures, openings and ends', async () => {
  const made = await leading(6);
  const { admin, checker, encap } = made;
  await vendors.control.behave(made.channelId, { failNext: { count: 1, code: '131026' }, receiptDelayMs: 0 });
  const id = await sent(made);
  await until(checker, id, ({ isCompleted }) => isCompleted);
  const { counts, campaignId } = await get(checker, id);
  expect(counts).toMatchObject({ audience: 6, failed: 1 });
  const { instances } = ok<{ instances: EncapLaunch[] }>(await as(admin).get(encapAt(encapLaunches.list.path, encap.id)));
  expect(instances).toMatchObject([{ id, mode: 'BULK', state: 2, number: 1, activityId: id, openUrl: '' }]);
  // A failed message is told with the next look; the equation adds up before and after.
  await expectFigures(made, id, { launched: 6, notSent: 0, unopened: 6 });
  await tendLinks(deps);
  await expectFigures(made, id, { launched: 6, notSent: 1, unopened: 5 });

  const failed = (await linksOf(admin, encap.id, id, 'UNSENT'))[0]?.number;
  const reached = [1, 2, 3, 4, 5, 6].filter((person) => numberAt(person) !== failed);
  const addresses = await Promise.all(reached.map((person) => addressesOn(made, person)));
  // Text and button of one message lead to one page, and those of two people to two.
  for (const { inText, behindButton } of addresses) expect([inText.startsWith(`${publicUrl}/p/`), behindButton]).toEqual([true, inText]);
  expect(new Set(addresses.map(({ inText }) => inText)).size).toBe(5);

  const [first, second, third] = addresses.map(({ inText }) => visitorOf(inText)) as [
    ReturnType<typeof visitorOf>,
    ReturnType<typeof visitorOf>,
    ReturnType<typeof visitorOf>,
  ];
  expect((await first.begin()).body).toContain(`Hello Customer ${reached[0]}.`);
  await first.say('Asha');
  await second.begin();
  await third.open();
  await expectFigures(made, id, { launched: 6, notSent: 1, unopened: 2, opened: 1, inProgress: 1, completed: 1 });
  // The customer of the number is the one who walks.
  const [walked] = await linksOf(admin, encap.id, id, 'COMPLETED');
  const customers = await made.ctx.read((tx) =>
    tx.selectFrom('customers').select(['customerId', 'number']).where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  expect(walked?.number).toBe(numberAt(reached[0] as number));
  expect(customers.find(({ customerId }) => customerId === walked?.customerId)?.number).toBe(walked?.number);

  // The last ones go by while nobody looks.
  clock.ahead = 40 * 86_400_000;
  await tendLinks(deps);
  await expectFigures(made, id, { launched: 6, notSent: 1, expired: 4, completed: 1, inProgress: 0 });
  clock.ahead = 0;
  expect(campaignId).not.toBe('');
});

test('A stopped run leaves its last people without a message: their links are not sent, and the others lead on', async () => {
  const made = await leading(10);
  const wave = { percent: 30, waitMinutes: 15, failedPercent: null, optedOutPercent: null, blockedPercent: null };
  const id = await sent(made, { firstWave: wave });
  await vi.waitFor(async () => expect((await get(made.checker, id)).counts).toMatchObject({ read: 3 }));
  await act(made.checker, id, 4, 'Enough');
  await tendLinks(deps);
  await expectFigures(made, id, { launched: 10, notSent: 7, unopened: 3 });
  // People with a page go on until the launch itself is stopped.
  const known = (await linksOf(made.admin, made.encap.id, id, 'MADE')).map(({ number }) => number);
  const person = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].find((one) => known.includes(numberAt(one))) as number;
  const visitor = visitorOf((await addressesOn(made, person)).inText);
  expect((await visitor.begin()).body).toContain('Your name?');
  const state = encapAt(encapLaunches.setState.path, made.encap.id, { instanceId: id });
  ok(await as(made.admin).put(state, { state: 4, reason: 'Over' }));
  await expectFigures(made, id, { launched: 10, inProgress: 1, closed: 9 });
  expect((await as(made.admin).put(state, { state: 5 })).json().code).toBe('encap.launch_fixed');
});

test('An approval covers the page: its version stays, and a login that is changed behind it asks for another approval', async () => {
  const made = await leading(2);
  const { admin, checker, encap } = made;
  const waiting = await planned(made);
  expect(waiting).toMatchObject({ plan: { page: { encapId: encap.id, number: 1 } }, names: { [encap.id]: 'Order' } });
  expect(await approve(checker, waiting.id, waiting.seal)).toMatchObject({ status: true });
  // A newer version is none of this plan's.
  await write(admin, encap.id, 'Order', other);
  await publish(admin, encap.id);
  const at = encapAt(encaps.saveProperties.path, encap.id);
  const before = ok<EncapProperties & { version: number }>(await as(admin).get(encapAt(encaps.properties.path, encap.id)));
  ok(await as(admin).put(at, { ...before, login: 'number' }));
  expect(await start(checker, waiting.id)).toMatchObject({ http: 409, code: 'activity.changed', data: { parts: ['content'] } });
  expect((await get(checker, waiting.id)).approval).toBe('New');
});

test('A plan that leads to a page says what it lacks, and only who may change encaps sets one', async () => {
  const made = await leading(1);
  const { maker, admin, encap } = made;
  const { id, name } = await makeActivity(maker, (await makeCampaign(maker, planOf(made))).id);
  const plan = planOf(made, planFor(made));
  const save = async (user: TestUser, change: object) =>
    put(user, activities.update.path, id, { version: (await get(maker, id)).version, name, plan: { ...plan, ...change } });
  expect(await save(maker, {})).toMatchObject({ http: 403, code: '1403' });
  const stranger = await leading(1);
  for (const encapId of [crypto.randomUUID(), stranger.encap.id])
    expect(await save(admin, { page: { encapId, number: 0 } })).toMatchObject({
      http: 422,
      data: { errors: [{ field: 'page', code: 'campaign.unknown' }] },
    });
  const faultsOf = async (change: object) => {
    expect(await save(admin, change)).toMatchObject({ status: true });
    const answer = await act(admin, id, 'Submitted');
    return answer.data.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
  };
  const value = { variable: 'body.1', type: 'static', value: 'https://shop.example', mappings: [] };
  const elsewhere = [
    { type: 'messageTags', card: null, variables: [value] },
    { type: 'url', card: null, variables: [{ ...value, variable: 'button.0', value: 'x' }] },
  ];
  expect(await faultsOf({ columnMapping: elsewhere })).toEqual(['columnMapping page.unused']);
  ok(await as(admin).post(journeys.pause.path.replace(':journeyId', encap.id), {}));
  expect(await faultsOf({})).toEqual(['page page.closed']);
  // The maker may change everything else of a plan that somebody else has led to a page.
  expect(await save(maker, { perMinute: 60, page: { encapId: encap.id, number: 1 } })).toMatchObject({ status: true });
});

test('A campaign that comes as a file leads to no page of another enterprise, and says so', async () => {
  const made = await leading(1);
  const campaign = await makeCampaign(made.admin, planOf(made, planFor(made)));
  const { campaigns } = endpoints;
  const file = (await as(made.admin).get(campaigns.export.path.replace(':campaignId', campaign.id))).json().data;
  expect(file.campaign.plan.page).toEqual({ encapId: made.encap.id, number: 1 });
  const there = await leading(1);
  const imported = await as(there.admin).post(campaigns.import.path, { file, requestKey: 'one' });
  const { campaign: copy, lost } = ok<{ campaign: { plan: object }; lost: string[] }>(imported);
  expect([lost.includes('page'), copy.plan]).toMatchObject([true, { page: null }]);
  expect(JSON.stringify(copy.plan)).not.toContain('"url"');
  // A maker who may not change encaps gets the same plan of their own enterprise without its page.
  const own = ok<{ campaign: { plan: object }; lost: string[] }>(
    await as(made.maker).post(campaigns.import.path, { file, requestKey: 'two' }),
  );
  expect([own.lost, own.campaign.plan]).toMatchObject([['page'], { page: null }]);
});

test('A value that looks like the code of nobody’s page goes out as it is where a plan leads to none', async () => {
  const made = await leading(1);
  const value = (variable: string) => ({ variable, type: 'static' as const, value: '0'.repeat(16), mappings: [] });
  const { id, seal } = await submitted(made, {
    columnMapping: [
      { type: 'messageTags', card: null, variables: [value('body.1')] },
      { type: 'url', card: null, variables: [value('button.0')] },
    ],
  });
  expect(await approve(made.checker, id, seal)).toMatchObject({ status: true });
  expect(await start(made.checker, id)).toMatchObject({ status: true });
  await until(made.checker, id, ({ isCompleted }) => isCompleted);
  const { messages } = await vendors.control.phone(made.channelId, numberAt(1));
  expect(messages.at(-1)?.text).toBe(`Go on at ${'0'.repeat(16)}`);
});
