import { type ChatDetail, type EncapLink, endpoints, type LaunchFigures } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createEncapScenes, encapAt } from '../../../../test/encaps.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createFormScenes, writeForm } from '../../../../test/forms.ts';
import { ask, en, end, item, makeStream, say, texts } from '../../../../test/journeys.ts';
import { createScenes } from '../../../../test/scene.ts';
import { tendLinks } from '../launch/launch.due.ts';

const clock = { ahead: 0 };
const app = await startApp({ now: () => new Date(Date.now() + clock.ahead) });
const { as, makeUser, contextOf, deps } = app;
const { makePublished: makeForm } = createFormScenes(app);
const { makePublished, launch, readLaunch, makeLinks, visitorOf, ok } = createEncapScenes(app);
const { connect } = createScenes(app);
const { encaps, encapLaunches, forms } = endpoints;

const words = ({ body }: { body: string }) =>
  [...body.slice(body.indexOf('<main')).matchAll(/<li class="(ours|own)"><span class="(?:who|unseen)">[^<]*<\/span><p>([^<]*)/g)].map(
    ([, who, text]) => `${who}: ${text}`,
  );
const none: LaunchFigures = {
  launched: 0,
  notSent: 0,
  unopened: 0,
  opened: 0,
  inProgress: 0,
  handedOver: 0,
  completed: 0,
  ended: 0,
  expired: 0,
  closed: 0,
};
/** The equation holds, and each figure opens as many links. */
async function expectEquation(admin: TestUser, encapId: string, instanceId: string, expected: Partial<LaunchFigures>) {
  await vi.waitFor(async () => expect((await readLaunch(admin, encapId, instanceId)).figures).toEqual({ ...none, ...expected }));
  const states = {
    unopened: 'MADE',
    opened: 'OPENED',
    inProgress: 'BEGUN',
    handedOver: 'HANDED_OVER',
    completed: 'COMPLETED',
    ended: 'ENDED',
    expired: 'EXPIRED',
    closed: 'CLOSED',
  };
  for (const [figure, state] of Object.entries(states)) {
    const { links } = ok<{ links: EncapLink[] }>(
      await as(admin).get(`${encapAt(encapLaunches.links.path, encapId, { instanceId })}?state=${state}`),
    );
    expect([figure, links.length]).toEqual([figure, { ...none, ...expected }[figure as 'opened']]);
  }
}

const talk = makeStream(
  {
    hello001: {
      type: 'message.buttons',
      config: { text: en('Hello {{ entry.first }}. Tea or coffee?'), items: [item('tea00001', 'Tea'), item('coffee01', 'Coffee')] },
      to: { tea00001: 'name0001', coffee01: 'end00002' },
    },
    name0001: ask('Your name?', 'who', { ok: 'thank001' }),
    thank001: say('Thank you, {{ who }}', 'end00001'),
    end00001: end('tea'),
    end00002: end('coffee'),
  },
  { variables: texts('who') },
);

test('CAMP-032 CAMP-034 a page made for one person begins when they do, is walked without script from two devices, and its launch adds up at every moment', async () => {
  const admin = await makeUser();
  const encap = await makePublished(admin, 'Drinks', talk);
  const { id } = await launch(admin, encap.id, { mode: 'API' });
  const links = await makeLinks(admin, encap.id, id, [
    { number: '+919876500001', name: 'Asha', values: { first: 'Asha' } },
    { number: '+919876500002', name: 'Bina' },
    { number: '+919876500003', name: 'Chitra' },
  ]);
  expect(await makeLinks(admin, encap.id, id, [{ number: '+919876509999' }])).toEqual(links);
  await expectEquation(admin, encap.id, id, { launched: 3, unopened: 3 });
  const [asha, bina] = links.map(({ url }) => visitorOf(url));
  expect((await asha?.head())?.body).toContain('Begin');
  await expectEquation(admin, encap.id, id, { launched: 3, unopened: 3 });
  const opened = await asha?.open();
  expect([opened?.statusCode, opened?.headers['content-security-policy']]).toEqual([
    200,
    expect.stringContaining("frame-ancestors 'none'"),
  ]);
  await expectEquation(admin, encap.id, id, { launched: 3, unopened: 2, opened: 1 });
  const begun = await asha?.begin();
  expect(words(begun as { body: string })).toEqual(['ours: Hello Asha. Tea or coffee?']);
  await bina?.begin();
  await expectEquation(admin, encap.id, id, { launched: 3, unopened: 1, inProgress: 2 });
  const second = visitorOf(links[0]?.url ?? '');
  await second.press('Tea');
  expect(words((await asha?.open()) as { body: string })).toEqual(['ours: Hello Asha. Tea or coffee?', 'own: Tea', 'ours: Your name?']);
  const done = await asha?.say('Asha <Rao>', 'once');
  expect(done?.body).toContain('Thank you. That was all.');
  expect(words(done as { body: string }).slice(-2)).toEqual(['own: Asha &#60;Rao&#62;', 'ours: Thank you, Asha &#60;Rao&#62;']);
  expect(done?.body).not.toContain('<textarea');
  expect((await asha?.say('One more thing'))?.body).not.toContain('One more thing');
  await expectEquation(admin, encap.id, id, { launched: 3, unopened: 1, inProgress: 1, completed: 1 });
  const [row] = ok<{ links: EncapLink[] }>(
    await as(admin).get(`${encapAt(encapLaunches.links.path, encap.id, { instanceId: id })}?state=COMPLETED`),
  ).links;
  expect(row).toMatchObject({ kind: 'person', number: '+919876500001', name: 'Asha', opens: 3, previews: 1 });
  const people = await contextOf(admin).read((tx) =>
    tx.selectFrom('customers').select(['name', 'number']).where('enterpriseId', '=', admin.enterpriseId).orderBy('number').execute(),
  );
  expect(people.map(({ name, number }) => [name, number])).toEqual([
    ['Asha', '+919876500001'],
    ['Bina', '+919876500002'],
  ]);
  // Values of people are not kept behind their beginning.
  const kept = await contextOf(admin).read((tx) =>
    tx.selectFrom('encapLinks').select('entry').where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  expect(kept).toEqual([{ entry: '' }, { entry: '' }, { entry: '' }]);
});

test('An address for everybody gives each visitor a page of their own; a second link to somebody inside leads to the same walk', async () => {
  const admin = await makeUser();
  const encap = await makePublished(admin, 'Drinks', talk);
  const open = await launch(admin, encap.id, {});
  const [one, two] = [visitorOf(open.openUrl), visitorOf(open.openUrl)];
  await one.open();
  await one.begin();
  await two.begin();
  expect(one.path).not.toBe(two.path);
  expect(new Set([new URL(open.openUrl).pathname, one.path, two.path]).size).toBe(3);
  await one.press('Coffee');
  await expectEquation(admin, encap.id, open.id, { launched: 2, inProgress: 1, completed: 1 });
  const api = await launch(admin, encap.id, { mode: 'API', name: 'Calls' });
  const [first] = await makeLinks(admin, encap.id, api.id, [{ number: '+919876500011' }]);
  const asha = visitorOf(first?.url ?? '');
  await asha.begin();
  await asha.press('Tea');
  const again = await launch(admin, encap.id, { mode: 'API', name: 'Again' });
  const [second] = await makeLinks(admin, encap.id, again.id, [{ number: '+919876500011' }]);
  const later = visitorOf(second?.url ?? '');
  expect(words(await later.begin()).at(-1)).toBe('ours: Your name?');
  await later.say('Asha');
  for (const one of [api.id, again.id]) await expectEquation(admin, encap.id, one, { launched: 1, completed: 1 });
});

test('CAMP-033 links of a launch that is paused, stopped or over say so, and whoever is inside may finish', async () => {
  const admin = await makeUser();
  const encap = await makePublished(admin, 'Drinks', talk);
  const { id } = await launch(admin, encap.id, { mode: 'API', expiryDays: 2 });
  const links = await makeLinks(admin, encap.id, id, [
    { number: '+919876500021' },
    { number: '+919876500022' },
    { number: '+919876500023' },
  ]);
  const [asha, bina, chitra] = links.map(({ url }) => visitorOf(url)) as [
    ReturnType<typeof visitorOf>,
    ReturnType<typeof visitorOf>,
    ReturnType<typeof visitorOf>,
  ];
  await asha.begin();
  const move = async (state: number, status = 200) => {
    const moved = await as(admin).put(encapAt(encapLaunches.setState.path, encap.id, { instanceId: id }), { state, reason: 'Because' });
    expect([state, moved.statusCode]).toEqual([state, status]);
    return moved.json();
  };
  await move(3);
  expect((await bina.open()).body).toContain('This page is paused.');
  expect((await bina.begin()).body).toContain('This page is paused.');
  expect(words(await asha.press('Tea')).at(-1)).toBe('ours: Your name?');
  await move(2);
  expect((await bina.open()).body).toContain('Begin');
  await bina.begin();
  expect((await move(5, 409)).code).toBe('encap.launch_state');
  await move(4);
  expect([(await chitra.open()).statusCode, (await chitra.begin()).body]).toEqual([410, expect.stringContaining('This page is closed.')]);
  await expectEquation(admin, encap.id, id, { launched: 3, inProgress: 2, closed: 1 });
  expect((await move(5, 409)).code).toBe('encap.links_open');
  expect((await asha.say('Asha')).body).toContain('That was all.');
  clock.ahead = 3 * 86_400_000;
  expect([(await bina.open()).statusCode, (await bina.say('x')).body]).toEqual([
    410,
    expect.stringContaining('The time for this page is over.'),
  ]);
  await tendLinks(deps);
  await expectEquation(admin, encap.id, id, { launched: 3, completed: 1, expired: 1, closed: 1 });
  clock.ahead = 0;
  await move(5);
  expect((await as(admin).get(encapAt(encapLaunches.get.path, encap.id, { instanceId: id }))).statusCode).toBe(404);
});

test('A form stands in the page of its walk, and leads back to it; its answer is one of the walk', async () => {
  const admin = await makeUser();
  const form = await makeForm(
    admin,
    'Order',
    writeForm([
      { id: 'screen01', title: 'Order', fields: [{ id: 'field001', name: 'cups', kind: 'number', required: 'true', least: '1' }] },
    ]),
  );
  const stream = makeStream(
    {
      form0001: {
        type: 'input.form',
        config: { form: { ref: 'form', id: form.id, name: 'Order' }, text: en('How many?'), variable: 'order' },
        to: { ok: 'thank001', closed: 'end00002' },
      },
      thank001: say('{{ order.cups }} it is', 'end00001'),
      end00001: end(),
      end00002: end('closed'),
    },
    { variables: [{ name: 'order', type: 'Map' }] },
  );
  const encap = await makePublished(admin, 'Order', stream);
  expect(encap.forms).toEqual([{ id: form.id, name: 'Order' }]);
  const { url } = ok<{ url: string }>(await as(admin).post(encapAt(encapLaunches.testLink.path, encap.id), {}));
  const tester = visitorOf(url);
  const begun = await tester.begin();
  expect(begun.body).toContain('<h1>Order</h1>');
  expect(begun.body.slice(begun.body.indexOf('<main'))).not.toContain('http');
  const wrong = await tester.fill('screen01', { field001: '0' });
  expect([wrong.statusCode, wrong.body]).toEqual([422, expect.stringContaining('It must be at least 1.')]);
  await tester.fill('screen01', { field001: '3' });
  await vi.waitFor(async () => expect(words(await tester.open()).at(-1)).toBe('ours: 3 it is'));
  const { answers } = ok<{ answers: { environment: string }[] }>(
    await as(admin).get(`${forms.answers.path.replace(':formId', form.id)}?environment=sandbox`),
  );
  expect(answers.length).toBe(1);
  // A test is counted nowhere.
  expect((await as(admin).get(`${encaps.list.path}`)).json().data.campaigns).toMatchObject([{ launches: 0, opened: 0, completed: 0 }]);
});

test('A page that asks for the number lets in whoever knows it, and holds guessers up', async () => {
  const admin = await makeUser();
  const encap = await makePublished(admin, 'Drinks', talk);
  const { version, ...properties } = ok<{ version: number }>(await as(admin).get(encapAt(encaps.properties.path, encap.id)));
  ok(
    await as(admin).put(encapAt(encaps.saveProperties.path, encap.id), {
      ...properties,
      version,
      login: 'number',
      domains: ['https://shop.example'],
      title: 'A drink?',
    }),
  );
  const { id } = await launch(admin, encap.id, { mode: 'API' });
  const [link] = await makeLinks(admin, encap.id, id, [{ number: '+919876500031' }]);
  const asha = visitorOf(link?.url ?? '');
  const opened = await asha.open();
  expect([opened.body.includes('A drink?'), opened.body.includes('919876500031'), opened.headers['content-security-policy']]).toEqual([
    true,
    false,
    expect.stringContaining('frame-ancestors https://shop.example'),
  ]);
  expect([(await asha.begin({ number: '12' })).statusCode, (await asha.begin({ number: '+919876500032' })).body]).toEqual([
    422,
    expect.stringContaining('This page was not made for that number.'),
  ]);
  expect(words(await asha.begin({ number: '+91 98765 00031' })).length).toBe(1);
  const guesser = visitorOf(link?.url ?? '');
  await expectEquation(admin, encap.id, id, { launched: 1, inProgress: 1 });
  const [other] = await makeLinks(admin, encap.id, id, [{ number: '+919876500033' }], 'other');
  const at = visitorOf(other?.url ?? '');
  const statuses: number[] = [];
  for (let guess = 0; guess < 6; guess += 1) statuses.push((await at.begin({ number: `+91987650004${guess}` })).statusCode);
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  // The link that was forwarded behind the beginning asks again, and takes no words.
  const forwarded = await guesser.open();
  expect([forwarded.statusCode, forwarded.body.includes('Your phone number'), words(forwarded)]).toEqual([200, true, []]);
  expect(words(await guesser.say('Who is there?'))).toEqual([]);
  expect([(await app.stranger().get(`${guesser.path}/thread`)).statusCode, words(await asha.open()).length]).toEqual([404, 1]);
});

test('A number that is typed at an address for everybody opens nobody’s conversation', async () => {
  const admin = await makeUser();
  const encap = await makePublished(admin, 'Drinks', talk);
  const { version, ...properties } = ok<{ version: number }>(await as(admin).get(encapAt(encaps.properties.path, encap.id)));
  const own = await launch(admin, encap.id, { mode: 'API' });
  const [link] = await makeLinks(admin, encap.id, own.id, [{ number: '+919876500051', name: 'Asha' }]);
  const asha = visitorOf(link?.url ?? '');
  await asha.begin();
  await asha.press('Tea');
  await asha.say('Secret');
  ok(await as(admin).put(encapAt(encaps.saveProperties.path, encap.id), { ...properties, version, login: 'number' }));
  const open = await launch(admin, encap.id, { name: 'Open' });
  const stranger = visitorOf(open.openUrl);
  const begun = await stranger.begin({ number: '+919876500051' });
  expect([words(begun).length, begun.body.includes('Secret')]).toEqual([1, false]);
  const numbers = await contextOf(admin).read((tx) =>
    tx.selectFrom('customers').select('number').where('enterpriseId', '=', admin.enterpriseId).orderBy('number').execute(),
  );
  expect(numbers.map(({ number }) => number)).toEqual(['', '+919876500051']);
});

test('People take over on the page, write there, and give the walk back', async () => {
  const admin = await makeUser();
  const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Ben' });
  const { id: departmentId } = ok<{ id: string }>(await as(admin).post(endpoints.departments.create.path, { name: 'Loans' }));
  ok(await as(admin).put(endpoints.departments.addUsers.path.replace(':departmentId', departmentId), { users: [agent.userId] }));
  const socket = await connect(agent);
  const encap = await makePublished(
    admin,
    'Help',
    makeStream({
      people01: {
        type: 'talk.department',
        config: { department: { ref: 'department', id: departmentId, name: 'Loans' }, returns: true },
        to: { returned: 'back0001' },
      },
      back0001: say('Back again', 'end00001'),
      end00001: end(),
    }),
  );
  const { id } = await launch(admin, encap.id, { mode: 'API' });
  const [link] = await makeLinks(admin, encap.id, id, [{ number: '+919876500041', name: 'Asha' }]);
  const asha = visitorOf(link?.url ?? '');
  // A file of somebody who is not inside is not kept.
  const early = '--b\r\ncontent-disposition: form-data; name="f.file"; filename="early.txt"\r\n\r\nearly\r\n--b--\r\n';
  await app.stranger().post(asha.path, early, { headers: { 'content-type': 'multipart/form-data; boundary=b' } });
  const kept = await contextOf(admin).read((tx) =>
    tx.selectFrom('files').select('name').where('enterpriseId', '=', admin.enterpriseId).execute(),
  );
  expect(kept).toEqual([]);
  expect((await asha.begin()).body).toContain('You are talking with our team.');
  await expectEquation(admin, encap.id, id, { launched: 1, handedOver: 1 });
  const { chatId } = (await socket.next('customerStartChat')) as { chatId: string };
  expect(await socket.ask('agentPickupChat', { chatId })).toMatchObject({ data: { chatId } });
  await asha.say('Is anybody there?');
  await socket.ask('agentReply', { chatId, key: 'reply1', message: 'Yes, I am.' });
  await vi.waitFor(async () => expect(words(await asha.open()).slice(-2)).toEqual(['own: Is anybody there?', 'ours: Yes, I am.']));
  // A file arrives as what it is, with the mark of one that nobody knows.
  const body =
    '--b\r\ncontent-disposition: form-data; name="act"\r\n\r\nsay\r\n--b\r\ncontent-disposition: form-data; name="f.file"; filename="bill.exe"\r\n\r\nMZ\0\0\r\n--b--\r\n';
  await app.stranger().post(asha.path, body, { headers: { 'content-type': 'multipart/form-data; boundary=b' } });
  await vi.waitFor(async () => expect((await asha.open()).body).toContain('bill.exe</a>'));
  const { messages } = ok<ChatDetail>(await as(agent).get(endpoints.chats.get.path.replace(':chatId', chatId)));
  expect(messages.at(-1)?.attachment).toMatchObject({ name: 'bill.exe', isUnusual: true });
  ok(await as(agent).post(endpoints.chats.close.path.replace(':chatId', chatId)));
  await vi.waitFor(async () => expect(words(await asha.open()).at(-1)).toBe('ours: Back again'));
  await expectEquation(admin, encap.id, id, { launched: 1, completed: 1 });
});
