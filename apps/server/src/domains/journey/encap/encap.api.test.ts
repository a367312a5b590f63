import { type EncapData, type EncapLogLine, endpoints, type LaunchFigures, type MilestoneStep, type WholeEncap } from '@parley/contract';
import readWorkbook from 'read-excel-file/node';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createEncapScenes, encapAt } from '../../../../test/encaps.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createFormScenes, writeForm } from '../../../../test/forms.ts';
import { ask, en, end, item, makeStream, say, texts } from '../../../../test/journeys.ts';

const clock = { ahead: 0 };
const app = await startApp({ now: () => new Date(Date.now() + clock.ahead) });
const { as, makeUser, stranger } = app;
const { makePublished: makeForm } = createFormScenes(app);
const { makeEncap, read, write, publish, makePublished, launch, makeLinks, visitorOf, ok } = createEncapScenes(app);
const { encaps, encapLaunches, encapReports, files, journeys } = endpoints;

const drawing = makeStream(
  {
    hello001: {
      type: 'message.buttons',
      config: { text: en('Tea or coffee?'), items: [item('tea00001', 'Tea'), item('coffee01', 'Coffee')] },
      to: { tea00001: 'mile0001', coffee01: 'end00002' },
    },
    mile0001: { type: 'mark.milestone', config: { milestone: 'chosen01' }, to: { next: 'name0001' } },
    name0001: ask('Your name?', 'who', { ok: 'mile0002' }),
    mile0002: { type: 'mark.milestone', config: { milestone: 'named001' }, to: { next: 'thank001' } },
    thank001: say('Thank you, {{ who }}', 'end00001'),
    end00001: end('tea'),
    end00002: end('coffee'),
  },
  {
    variables: texts('who'),
    milestones: [
      { id: 'chosen01', name: 'Chosen' },
      { id: 'named001', name: 'Named' },
    ],
  },
);

test('CAMP-008 CAMP-024 CAMP-025 CAMP-026 CAMP-027 an encap is made, listed apart from streams, copied, opened with its parts, retired and deleted', async () => {
  const admin = await makeUser();
  const made = await makeEncap(admin, 'Drinks');
  expect(made).toMatchObject({ name: 'Drinks', state: 0, published: 0, launches: 0, revision: 1, version: 1, readOnly: false });
  await write(admin, made.id, 'Drinks', drawing);
  await publish(admin, made.id);
  const { id: launchId } = await launch(admin, made.id, { mode: 'API', name: 'June' });
  expect(await read(admin, made.id)).toMatchObject({
    ...{ state: 2, published: 1, hasChanges: false, launches: 1, instances: [{ id: launchId, name: 'June', state: 2 }] },
    milestones: [
      { id: 'chosen01', name: 'Chosen', order: 1, reached: 0 },
      { id: 'named001', name: 'Named', order: 2, reached: 0 },
    ],
    buttons: [
      { id: `${made.id}.tea00001`, nodeId: 'hello001', title: 'Tea', type: 'next', buttonPayload: { type: 'next', nodeId: 'mile0001' } },
      { id: `${made.id}.coffee01`, title: 'Coffee' },
    ],
    logger: { level: 'steps', days: 30, includesTests: false },
  });
  const copy = ok<WholeEncap>(await as(admin).post(encaps.create.path, { name: 'Drinks', copyOf: made.id }));
  expect([copy.name, copy.state, copy.milestones.length, copy.instances]).toEqual(['Drinks (2)', 0, 2, []]);
  const list = async (query = '') =>
    ok<{ campaigns: { name: string }[] }>(await as(admin).get(`${encaps.list.path}${query}`)).campaigns.map(({ name }) => name);
  expect([await list(), await list('?state=2'), await list('?state=0'), await list('?name=(2)')]).toEqual([
    ['Drinks (2)', 'Drinks'],
    ['Drinks'],
    ['Drinks (2)'],
    ['Drinks (2)'],
  ]);
  expect((await as(admin).get(journeys.list.path)).json().data.journeys).toEqual([]);
  const refused = await as(admin).delete(encapAt(encaps.remove.path, made.id));
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'encap.in_use']);
  const retired = ok<{ state: number; version: number }>(
    await as(admin).put(encapAt(encaps.retire.path, made.id), { isRetired: true, version: 1 }),
  );
  expect([retired.state, await list('?state=4')]).toEqual([4, ['Drinks']]);
  ok(await as(admin).delete(encapAt(encaps.remove.path, copy.id)));
  expect([(await as(admin).get(encapAt(encaps.get.path, copy.id))).statusCode, await list()]).toEqual([404, ['Drinks']]);
  const foreign = await makeUser();
  expect((await as(foreign).get(encapAt(encaps.get.path, made.id))).statusCode).toBe(404);
});

test('CAMP-028 CAMP-029 an encap leaves as a file, and comes back as an encap', async () => {
  const admin = await makeUser();
  const { id } = await makePublished(admin, 'Drinks', drawing);
  const file = await as(admin).get(encapAt(encaps.export.path, id));
  expect([file.statusCode, file.headers['content-disposition']]).toEqual([200, expect.stringContaining('Drinks.parley')]);
  const head = Buffer.from(
    '--b\r\ncontent-disposition: form-data; name="file"; filename="Drinks.parley"\r\ncontent-type: application/zip\r\n\r\n',
  );
  const body = Buffer.concat([head, file.rawPayload, Buffer.from('\r\n--b--\r\n')]);
  const taken = ok<{ journeyId: string; name: string }>(
    await as(admin).post(encaps.import.path, body, { headers: { 'content-type': 'multipart/form-data; boundary=b' } }),
  );
  expect(taken.name).toBe('Drinks (2)');
  expect(await read(admin, taken.journeyId)).toMatchObject({ state: 0, buttons: [{ title: 'Tea' }, { title: 'Coffee' }] });
});

test('CAMP-030 CAMP-031 CAMP-037 CAMP-038 properties and log are saved with their version, and refused where they cannot be', async () => {
  const admin = await makeUser();
  const { id } = await makeEncap(admin, 'Drinks');
  const at = (path: string) => encapAt(path, id);
  const { version, ...properties } = ok<{ version: number }>(await as(admin).get(at(encaps.properties.path)));
  const wanted = {
    ...properties,
    title: 'A drink?',
    colour: '#123456',
    expiryDays: 3,
    redirectUrl: 'https://shop.example/',
    domains: ['https://shop.example'],
  };
  expect(ok(await as(admin).put(at(encaps.saveProperties.path), { ...wanted, version }))).toEqual({ ...wanted, version: 2 });
  expect((await as(admin).put(at(encaps.saveProperties.path), { ...wanted, version })).json().code).toBe('record.changed');
  for (const wrong of [{ redirectUrl: 'http://shop.example/' }, { domains: ['shop.example'] }, { colour: 'red' }, { expiryDays: 0 }])
    expect([wrong, (await as(admin).put(at(encaps.saveProperties.path), { ...wanted, ...wrong, version: 2 })).statusCode]).toEqual([
      wrong,
      400,
    ]);
  expect(ok(await as(admin).put(at(encaps.saveLogger.path), { level: 'values', days: 7, includesTests: true, version: 2 }))).toEqual({
    level: 'values',
    days: 7,
    includesTests: true,
    version: 3,
  });
  expect(ok(await as(admin).get(at(encaps.logger.path)))).toEqual({ level: 'values', days: 7, includesTests: true, version: 3 });
});

test('CAMP-036 CAMP-049 CAMP-050 CAMP-051 CAMP-052 CAMP-079 milestones and buttons by calls are edits of the drawing', async () => {
  const admin = await makeUser();
  const { id } = await makeEncap(admin, 'Drinks');
  await write(admin, id, 'Drinks', drawing);
  const revision = async () => (await read(admin, id)).revision;
  const at = (path: string, milestoneId = '') => encapAt(path, id, { milestoneId });
  const added = ok<{ id: string; order: number }>(
    await as(admin).post(at(encaps.addMilestone.path), { name: 'Greeted', order: 1, revision: await revision() }),
  );
  expect(
    ok<{ milestones: { name: string }[] }>(await as(admin).get(at(encaps.milestones.path))).milestones.map(({ name }) => name),
  ).toEqual(['Greeted', 'Chosen', 'Named']);
  ok(await as(admin).put(at(encaps.saveMilestone.path, added.id), { name: 'Met', order: 3, revision: await revision() }));
  expect(ok(await as(admin).get(at(encaps.milestone.path, added.id)))).toEqual({ id: added.id, name: 'Met', order: 3, reached: 0 });
  const used = await as(admin).delete(`${at(encaps.removeMilestone.path, 'chosen01')}?revision=${await revision()}`);
  expect([used.statusCode, used.json().code]).toEqual([409, 'encap.milestone_used']);
  ok(await as(admin).delete(`${at(encaps.removeMilestone.path, added.id)}?revision=${await revision()}`));
  expect((await as(admin).get(at(encaps.milestone.path, added.id))).statusCode).toBe(404);

  const button = (buttonId: string) => encaps.button.path.replace(':id', buttonId);
  const link = { type: 'link', url: 'https://shop.example/tea' };
  const stale = await as(admin).post(button(id), { title: 'Shop', buttonPayload: link, revision: 1 });
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'journey.revision']);
  const made = ok<{ id: string }>(await as(admin).post(button(id), { title: 'Shop', buttonPayload: link, revision: await revision() }));
  expect(ok(await as(admin).get(button(made.id)))).toMatchObject({ nodeId: 'hello001', title: 'Shop', type: 'link', buttonPayload: link });
  const next = { type: 'next', nodeId: 'end00002' };
  ok(await as(admin).put(button(made.id), { title: 'Leave', buttonPayload: next, revision: await revision() }));
  expect(ok(await as(admin).get(button(made.id)))).toMatchObject({ title: 'Leave', type: 'next', buttonPayload: next });
  ok(
    await as(admin).put(button(made.id), {
      title: 'Call',
      buttonPayload: { type: 'call', number: '+919876500001' },
      revision: await revision(),
    }),
  );
  ok(await as(admin).delete(`${button(made.id)}?revision=${await revision()}`));
  expect([(await as(admin).get(button(made.id))).statusCode, (await read(admin, id)).buttons.length]).toEqual([404, 2]);

  // A button to a form or a stream gets a step of its own, which goes on where the button says, and goes with it.
  const form = await makeForm(
    admin,
    'Order',
    writeForm([{ id: 'screen01', title: 'Order', fields: [{ id: 'field001', name: 'cups', kind: 'number' }] }]),
  );
  const stream = ok<{ id: string }>(await as(admin).post(journeys.create.path, { name: 'Help', language: 'en' }));
  const before = (await read(admin, id)).revision;
  const toForm = { type: 'form', formId: form.id, nodeId: 'end00002' };
  const order = ok<{ id: string }>(await as(admin).post(button(id), { title: 'Order', buttonPayload: toForm, revision: before }));
  expect(ok(await as(admin).get(button(order.id)))).toMatchObject({ type: 'form', buttonPayload: toForm });
  expect((await read(admin, id)).forms).toEqual([{ id: form.id, name: 'Order' }]);
  ok(await as(admin).put(button(order.id), { title: 'Order', buttonPayload: { ...toForm, nodeId: '' }, revision: await revision() }));
  expect(ok(await as(admin).get(button(order.id)))).toMatchObject({ buttonPayload: { ...toForm, nodeId: '' } });
  const toStream = { type: 'stream', journeyId: stream.id, nodeId: 'end00002' };
  ok(await as(admin).put(button(order.id), { title: 'Help', buttonPayload: toStream, revision: await revision() }));
  expect(ok(await as(admin).get(button(order.id)))).toMatchObject({ type: 'stream', buttonPayload: toStream });
  expect((await read(admin, id)).forms).toEqual([]);
  const stranger = await makeUser();
  const foreign = await makeForm(
    stranger,
    'Foreign',
    writeForm([{ id: 'screen01', title: 'F', fields: [{ id: 'field001', name: 'f', kind: 'text' }] }]),
  );
  const unknown = await as(admin).post(button(id), {
    title: 'X',
    buttonPayload: { type: 'form', formId: foreign.id },
    revision: await revision(),
  });
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'form.not_found']);
  ok(await as(admin).delete(`${button(order.id)}?revision=${await revision()}`));
  expect((await read(admin, id)).buttons.length).toBe(2);
  const empty = await makeEncap(admin, 'Empty');
  const none = await as(admin).post(button(empty.id), { title: 'Shop', buttonPayload: link, revision: empty.revision });
  expect([none.statusCode, none.json().code]).toEqual([422, 'encap.no_buttons']);
});

test('CAMP-035 CAMP-077 web addresses get short ones, which lead there until their end and to nobody with a password', async () => {
  const admin = await makeUser();
  const { id } = await makeEncap(admin, 'Drinks');
  const ask = (body: object) => as(admin).post(encapLaunches.urls.path, { campaignId: id, ...body });
  const wanted = ['https://shop.example/tea?a=1', 'http://shop.example/coffee'];
  const { urls } = ok<{ urls: { url: string; shortUrl: string }[] }>(await ask({ urls: wanted }));
  expect(urls.map(({ url }) => url)).toEqual(wanted);
  const open = (shortUrl = '', agent = 'Mozilla/5.0') =>
    stranger().get(new URL(shortUrl).pathname, { headers: { 'user-agent': agent, 'accept-language': 'en' } });
  const opened = await open(urls[0]?.shortUrl);
  expect([opened.statusCode, opened.headers.location]).toEqual([302, wanted[0]]);
  await open(urls[0]?.shortUrl, 'WhatsApp/2.23');
  const kept = await app
    .contextOf(admin)
    .read((tx) =>
      tx
        .selectFrom('urlLinks')
        .select(['target', 'opens'])
        .where('enterpriseId', '=', admin.enterpriseId)
        .orderBy('target', 'desc')
        .execute(),
    );
  expect(kept.map(({ opens }) => opens)).toEqual([1, 0]);
  for (const wrong of ['ftp://shop.example/', 'https://ann:secret@shop.example/', 'tea'])
    expect([wrong, (await ask({ urls: [wrong] })).statusCode]).toEqual([wrong, 400]);
  expect((await ask({ urls: wanted, expiresAt: '2020-01-01T00:00:00Z' })).statusCode).toBe(400);
  clock.ahead = 31 * 86_400_000;
  expect((await open(urls[0]?.shortUrl)).statusCode).toBe(404);
  clock.ahead = 0;
});

test('CAMP-073 CAMP-076 encaps, their buttons, forms and reports are calls under e/enterprise, campaigns, activities and broadcasts under chatbird/api', async () => {
  const admin = await makeUser();
  const { id } = await makeEncap(admin, 'Drinks');
  for (const path of [
    'campaigns',
    `campaigns/${id}/properties`,
    `campaigns/${id}/logger/`,
    `campaigns/${id}/milestones`,
    'forms',
    `campaigns/reports/instanceCount?campaignId=${id}`,
  ]) {
    expect([path, (await as(admin).get(`/e/enterprise/${path}`)).statusCode]).toEqual([path, 200]);
    expect([path, (await as(admin).get(`/chatbird/api/${path}`)).statusCode]).toEqual([path, 404]);
  }
  const button = await as(admin).get(`/e/enterprise/buttons/${id}.tea00001`);
  expect([button.statusCode, button.json().code]).toEqual([404, 'encap.button_not_found']);
  for (const noun of ['campaign', 'activity', 'broadcast'])
    expect([noun, (await as(admin).get(`/chatbird/api/${noun}/list`)).statusCode]).toEqual([noun, 200]);
});

const reportOf = <T>(admin: TestUser, path: string, query: string) =>
  as(admin)
    .get(`${path}?${query}`)
    .then((answer) => ok<T>(answer));

test('CAMP-039 CAMP-040 CAMP-041 CAMP-042 CAMP-043 CAMP-044 CAMP-045 the reports of an encap count its links, and open what they count', async () => {
  const admin = await makeUser();
  const form = await makeForm(
    admin,
    'Order',
    writeForm([
      {
        id: 'screen01',
        fields: [
          { id: 'field001', name: 'cups', kind: 'number', required: 'true' },
          { id: 'field002', name: 'card', kind: 'text', isSensitive: true },
        ],
      },
    ]),
  );
  const asking = makeStream(
    {
      mile0001: { type: 'mark.milestone', config: { milestone: 'begun001' }, to: { next: 'form0001' } },
      form0001: {
        type: 'input.form',
        config: { form: { ref: 'form', id: form.id, name: 'Order' }, text: en('How many?'), variable: 'order' },
        to: { ok: 'mile0002', closed: 'end00002' },
      },
      mile0002: { type: 'mark.milestone', config: { milestone: 'order001' }, to: { next: 'thank001' } },
      thank001: say('Thank you', 'end00001'),
      end00001: end('ordered'),
      end00002: end('closed'),
    },
    {
      variables: [{ name: 'order', type: 'Map' }],
      milestones: [
        { id: 'begun001', name: 'Begun' },
        { id: 'order001', name: 'Ordered' },
      ],
    },
  );
  const { id } = await makePublished(admin, 'Order', asking);
  const june = await launch(admin, id, { mode: 'API', name: 'June' });
  const july = await launch(admin, id, { mode: 'API', name: 'July' });
  const links = await makeLinks(admin, id, june.id, [
    { number: '+919876500001', name: 'Asha' },
    { number: '+919876500002', name: '=Bina' },
    { number: '+919876500003' },
  ]);
  await makeLinks(admin, id, july.id, [{ number: '+919876500004' }], 'july');
  const [asha, bina] = links.map(({ url }) => visitorOf(url));
  await asha?.begin();
  await bina?.begin();
  await asha?.fill('screen01', { field001: '2', field002: '4111' });
  const all = `campaignId=${id}`;
  await vi.waitFor(async () =>
    expect(await reportOf<LaunchFigures>(admin, encapReports.instanceCount.path, all)).toMatchObject({
      instances: 2,
      launched: 4,
      unopened: 2,
      inProgress: 1,
      completed: 1,
    }),
  );
  const today = new Date().toISOString().slice(0, 10);
  for (const [query, launched] of [
    [`${all}&instanceId=${july.id}`, 1],
    [`${all}&fromDate=${today}`, 4],
    [`${all}&toDate=2020-01-01`, 0],
  ] as const)
    expect([query, (await reportOf<LaunchFigures>(admin, encapReports.instanceCount.path, query)).launched]).toEqual([query, launched]);
  expect((await as(admin).get(`${encapReports.instanceCount.path}?${all}&fromDate=2026-02-02&toDate=2026-02-01`)).statusCode).toBe(400);
  const opened = await reportOf<{ instances: { name: string }[]; links: object[] }>(
    admin,
    encapReports.instances.path,
    `${all}&instanceId=${june.id}`,
  );
  expect([opened.instances.map(({ name }) => name), opened.links.length]).toEqual([['June'], 3]);
  const { rows } = await reportOf<{ rows: EncapData[] }>(admin, encapReports.dataCollection.path, all);
  expect(rows.map(({ instanceName, name, state, outcome, values }) => [instanceName, name, state, outcome, values])).toEqual([
    ['July', '', 'MADE', '', []],
    ['June', '', 'MADE', '', []],
    ['June', '=Bina', 'BEGUN', '', []],
    [
      'June',
      'Asha',
      'COMPLETED',
      'ordered',
      [
        { name: 'cups', text: '2' },
        { name: 'card', text: '•••' },
      ],
    ],
  ]);
  const download = async (path: string, query: string) => {
    const { id: token } = ok<{ id: string }>(await as(admin).get(files.downloadToken.path));
    return stranger().get(`${path}?${query}&x-access-id=${encodeURIComponent(token)}`);
  };
  const csv = await download(encapReports.dataCollectionCsv.path, all);
  const lines = csv.body.split('\r\n').filter(Boolean);
  expect([csv.statusCode, lines.length, lines[0]?.endsWith('"Outcome","cups","card"'), lines[3]?.includes('"\'=Bina"')]).toEqual([
    200,
    5,
    true,
    true,
  ]);
  expect((await stranger().get(`${encapReports.dataCollectionCsv.path}?${all}`)).statusCode).toBe(401);
  const counted = await reportOf<{ started: number; milestones: MilestoneStep[] }>(admin, encapReports.milestoneCount.path, all);
  expect([counted.started, counted.milestones.map(({ name, count, share, stepShare }) => [name, count, share, stepShare])]).toEqual([
    2,
    [
      ['Begun', 2, 1, null],
      ['Ordered', 1, 0.5, 0.5],
    ],
  ]);
  const graph = await reportOf<{ points: { counts: number[] }[] }>(admin, encapReports.milestoneGraph.path, `${all}&timeType=HOUR`);
  expect([0, 1].map((place) => graph.points.reduce((sum, { counts }) => sum + (counts[place] ?? 0), 0))).toEqual([2, 1]);
  const workbook = await download(encapReports.milestones.path, all);
  const sheet = await readWorkbook(workbook.rawPayload);
  const table = (Array.isArray(sheet[0]) ? sheet : (sheet as unknown as { data: unknown[][] }[])[0]?.data) as unknown[][];
  expect(
    table
      .slice(1)
      .map(([name, number, , milestone]) => [name, number, milestone])
      .toSorted(),
  ).toEqual([
    ['June', '+919876500001', 'Begun'],
    ['June', '+919876500001', 'Ordered'],
    ['June', '+919876500002', 'Begun'],
  ]);
});

test('CAMP-037 the log keeps as much of a turn as its logger says', async () => {
  const admin = await makeUser();
  const { id, version } = await makePublished(admin, 'Drinks', drawing);
  const { id: launchId } = await launch(admin, id, { mode: 'API' });
  const [first, second] = await makeLinks(admin, id, launchId, [{ number: '+919876500001' }, { number: '+919876500002' }]);
  const walk = async (url = '') => {
    const person = visitorOf(url);
    await person.begin();
    await person.press('Tea');
    await person.say('Asha');
  };
  const log = async () => (await reportOf<{ lines: EncapLogLine[] }>(admin, encapAt(encaps.log.path, id), 'perPage=50')).lines;
  await walk(first?.url);
  await vi.waitFor(async () => expect((await log()).length).toBe(3));
  expect((await log()).every(({ input, values, steps }) => values.length === 0 && !input.includes('Asha') && steps.length > 0)).toBe(true);
  ok(await as(admin).put(encapAt(encaps.saveLogger.path, id), { level: 'values', days: 30, includesTests: false, version }));
  await walk(second?.url);
  await vi.waitFor(async () => expect((await log()).length).toBe(6));
  const [last] = await log();
  expect([last?.input, last?.values]).toEqual(['message: Asha', [{ name: 'who', value: 'Asha' }]]);
});
