import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Artifact, designerAccessHeader, endpoints, type JourneyFinding, type JourneyItem } from '@parley/contract';
import { hoursIn } from '@parley/hours';
import { compileStream, type Document, examples, type RecordedTurn, rehearse, rightNow, shapeOfName, TestCase } from '@parley/journey';
import { answerReaders } from '@parley/nlu/answers';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import { createBots } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { ask, end, makeStream, say, texts } from '../../../../test/journeys.ts';
import { createPhoneBook } from '../../../../test/phone-book.ts';
import { makeWebChannel } from '../../../../test/scene.ts';
import { openAgent } from '../../../../test/sockets.ts';
import { makePng, upload } from '../../../../test/upload.ts';
import { rawZip, type ZipEntry } from '../../../../test/zips.ts';

const app = await startApp({ config: { privateHosts: ['127.0.0.1'] } });
const { as, makeUser } = app;
const { makeAttribute, makeGroup, makeLabel } = createPhoneBook(app);
const { makeBot, makeStory, makeIntent } = createBots(app);
const { journeys, designer, publishing } = endpoints;
const at = (path: string, id: string, more = '') => path.replace(':journeyId', id) + more;

async function make(user: TestUser, name: string, more: object = {}): Promise<JourneyItem> {
  const made = await as(user).post(journeys.create.path, { name, ...more });
  expect([made.statusCode, made.json().message]).toEqual([200, 'The stream is created.']);
  return made.json().data;
}
const get = async (user: TestUser, path: string) => (await as(user).get(path)).json().data;
const text = (id: string, words: string) => ({
  kind: 'addNode',
  node: {
    id,
    type: 'message.text',
    name: words,
    comment: '',
    config: { text: { en: words }, showsLink: true, sending: { via: null, outsideWindow: null, pauseSeconds: 0, until: 'queued' } },
  },
  at: [0, 0],
});

test('JOURNEY-002 JOURNEY-004 streams are made, found, renamed, copied, deleted and brought back; nobody else sees them', async () => {
  const user = await makeUser();
  const stranger = await makeUser({ enterprise: await app.makeEnterprise() });
  const { code } = (await as(user).put(endpoints.roles.saveRole.path, { name: 'Looks', permissions: ['JOURNEYS.VIEW'] })).json().data;
  const viewer = await makeUser({ enterprise: user, roles: [code] });
  const empty = await make(user, '  Orders  ', { folder: 'Shop', description: 'Where is it?' });
  expect(empty).toMatchObject({ name: 'Orders', folder: 'Shop', state: 'DRAFT', version: 0, hasChanges: true, running: 0, entries: [] });
  expect((await as(user).post(journeys.create.path, { name: 'orders' })).json().code).toBe('journey.name_taken');
  expect((await as(user).post(journeys.create.path, { name: 'X', example: 'none' })).json().code).toBe('journey.example_unknown');
  const survey = await make(user, 'Survey', { example: 'nps' });
  const { examples } = await get(user, journeys.examples.path);
  expect(examples.map(({ id }: { id: string }) => id)).toEqual(['appointment', 'returns', 'nps', 'loan']);

  const listed = await get(user, `${journeys.list.path}?search=ORD`);
  expect([listed.journeys.map(({ name }: JourneyItem) => name), listed.folders, listed.more]).toEqual([['Orders'], ['Shop'], false]);
  expect((await get(user, `${journeys.list.path}?folder=Shop`)).journeys.length).toBe(1);
  expect((await get(user, `${journeys.list.path}?state=PUBLISHED`)).journeys).toEqual([]);
  expect((await get(viewer, journeys.list.path)).journeys.map(({ may }: JourneyItem) => may)).toEqual([['export'], ['export']]);
  expect((await as(viewer).post(journeys.create.path, { name: 'No' })).statusCode).toBe(403);
  expect((await get(stranger, journeys.list.path)).journeys).toEqual([]);
  expect((await as(stranger).get(at(journeys.get.path, empty.id))).statusCode).toBe(404);

  const renamed = await as(user).put(at(journeys.update.path, empty.id), {
    name: 'Deliveries',
    description: '',
    folder: '',
    revision: empty.revision,
  });
  expect(renamed.json().data).toMatchObject({ name: 'Deliveries', revision: 2, folder: '' });
  const late = await as(user).put(at(journeys.update.path, empty.id), {
    name: 'Late',
    description: '',
    folder: '',
    revision: empty.revision,
  });
  expect([late.statusCode, late.json().code]).toEqual([409, 'record.changed']);
  const copy = (await as(user).post(at(journeys.clone.path, survey.id), {})).json().data;
  expect(copy).toMatchObject({ name: 'Survey (2)', state: 'DRAFT' });
  expect((await get(user, at(journeys.tests.path, copy.id))).tests.length).toBe(3);
  const details = await get(user, `/chatbird/api/flows/ask00001/details?journeyId=${survey.id}`);
  expect(details).toMatchObject({ id: 'ask00001', name: 'Score', kind: 'input.number', journeyName: 'Survey', nodes: 9 });

  expect((await as(user).delete(at(journeys.remove.path, copy.id))).json().message).toBe('The stream is in the bin.');
  expect((await as(user).get(at(journeys.get.path, copy.id))).statusCode).toBe(404);
  const { entries } = await get(user, endpoints.bin.list.path);
  const [binned] = entries.filter(({ recordId }: { recordId: string }) => recordId === copy.id);
  await make(user, 'Survey (2)');
  const restored = await as(user).post(endpoints.bin.restore.path.replace(':entryId', binned.id), {});
  expect(restored.statusCode).toBe(200);
  expect((await get(user, at(journeys.get.path, copy.id))).name).toBe('Survey (2) (2)');
});

test('DESIGN-017 a frame edits the one stream that it was opened for, holds it, and loses it to whoever takes it over', async () => {
  const user = await makeUser({ name: 'Asha', enterprise: await app.makeEnterprise({ timeZone: 'Asia/Kolkata', country: 'IN' }) });
  const other = await makeUser({ name: 'Ravi', enterprise: user });
  const journey = await make(user, 'Hello');
  const foreign = await make(user, 'Elsewhere');
  const { accessId } = await get(user, `/e/enterprise/designer/access?kind=journey&id=${journey.id}`);
  const frame = { headers: { [designerAccessHeader]: accessId, 'authentication-token': '' } };
  const asFrame = app.stranger();
  const draft = (await asFrame.get(at(journeys.draft.path, journey.id), frame)).json().data;
  expect(draft).toMatchObject({
    revision: 1,
    readOnly: false,
    unpublishedBy: [],
    lease: { holderName: '', isMine: false },
    document: { nodes: [] },
    place: { zone: 'Asia/Kolkata', country: 'IN' },
  });
  // Neither another stream's calls nor any that is not the designer's.
  for (const [method, path] of [
    ['get', at(journeys.draft.path, foreign.id)],
    ['get', at(journeys.get.path, journey.id)],
    ['get', journeys.list.path],
  ] as const)
    expect([path, (await asFrame[method](path, frame)).statusCode]).toEqual([path, 401]);
  expect((await asFrame.post(designer.renew.path, {}, frame)).json().data).toEqual({ seconds: 900 });
  expect((await as(user).get(`${designer.access.path}?kind=journey&id=${crypto.randomUUID()}`)).statusCode).toBe(404);

  const saved = (
    await asFrame.post(at(journeys.edits.path, journey.id), { baseRevision: 1, operations: [text('text0001', 'Hello')] }, frame)
  ).json();
  expect(saved.data.revision).toBe(2);
  const mine = (await asFrame.post(at(journeys.lease.path, journey.id), {}, frame)).json().data;
  expect(mine).toMatchObject({ holderName: 'Asha', isMine: true });
  const theirs = (await as(other).post(at(journeys.lease.path, journey.id), {})).json().data;
  expect(theirs).toMatchObject({ holderName: 'Asha', isMine: false });
  const held = await as(other).post(at(journeys.edits.path, journey.id), { baseRevision: 2, operations: [text('text0002', 'No')] });
  expect([held.statusCode, held.json().code, held.json().data]).toEqual([409, 'journey.held', { holderName: 'Asha' }]);
  expect((await as(other).post(at(journeys.lease.path, journey.id), { takeOver: true })).json().data).toMatchObject({
    isMine: true,
    holderName: 'Ravi',
  });
  const operations = [text('text0002', 'Goodbye'), { kind: 'addEdge', edge: { from: 'text0001', exit: 'next', to: 'text0002' } }];
  expect((await as(other).post(at(journeys.edits.path, journey.id), { baseRevision: 2, operations })).json().data.revision).toBe(3);
  await as(other).delete(at(journeys.release.path, journey.id));
  const wrong = await asFrame.post(at(journeys.edits.path, journey.id), { baseRevision: 2, operations: [text('text0003', 'Late')] }, frame);
  expect([wrong.statusCode, wrong.json().code, wrong.json().data.revision, wrong.json().data.changedBy]).toEqual([
    409,
    'journey.revision',
    3,
    'Ravi',
  ]);
  expect(wrong.json().data.document.nodes.length).toBe(2);
  const bad = await asFrame.post(
    at(journeys.edits.path, journey.id),
    { baseRevision: 3, operations: [{ kind: 'removeNode', id: 'text0009' }] },
    frame,
  );
  expect([bad.statusCode, bad.json().code, bad.json().data.operation]).toEqual([422, 'journey.edit_invalid', 0]);
  expect((await get(user, at(journeys.draft.path, journey.id))).unpublishedBy).toEqual(['Asha', 'Ravi']);

  expect((await as(user).get(endpoints.account.logout.path)).statusCode).toBe(200);
  expect((await asFrame.get(at(journeys.draft.path, journey.id), frame)).statusCode).toBe(401);
});

test('a user who may read streams hears of each save and of who holds the draft, and nobody else does', async () => {
  const user = await makeUser({ name: 'Asha' });
  const journey = await make(user, 'Watched');
  const { code } = (await as(user).put(endpoints.roles.saveRole.path, { name: 'Looks', permissions: ['JOURNEYS.VIEW'] })).json().data;
  const viewer = await openAgent(app.url, (await makeUser({ enterprise: user, roles: [code] })).token);
  const agent = await openAgent(app.url, (await makeUser({ enterprise: user, roles: [3] })).token);
  const stranger = await openAgent(app.url, (await makeUser({ enterprise: await app.makeEnterprise() })).token);
  await as(user).post(at(journeys.lease.path, journey.id), {});
  await as(user).post(at(journeys.lease.path, journey.id), {});
  await as(user).post(at(journeys.edits.path, journey.id), { baseRevision: 1, operations: [text('text0001', 'Hello')] });
  await as(user).delete(at(journeys.release.path, journey.id));
  const heard: [number, string][] = [];
  for (let times = 0; times < 3; times += 1) {
    const { journeyId, revision, change } = await viewer.next('streamDraft');
    expect(journeyId).toBe(journey.id);
    heard.push([revision, change]);
  }
  // Held once, though the lease was renewed.
  expect(heard).toEqual([
    [1, 'held'],
    [2, 'saved'],
    [2, 'held'],
  ]);
  for (const other of [agent, stranger]) {
    other.talker.socket.send(JSON.stringify({ type: 'ping', data: {} }));
    await other.talker.take(({ type }) => type === 'pong', 'pong');
    expect(other.talker.received.filter(({ type }) => type === 'streamDraft')).toEqual([]);
  }
  for (const socket of [viewer, agent, stranger]) socket.close();
});

test('a frame reads the streams inside of its own as they are published, however deep, and no other', async () => {
  const user = await makeUser({ enterprise: await app.makeEnterprise() });
  const stranger = await makeUser({ enterprise: await app.makeEnterprise() });
  const inner = (id: string) => ({ type: 'logic.stream', name: '', comment: '', config: { stream: { ref: 'stream', id, name: '' } } });
  /** A stream of one node that has others inside, or only ends. */
  const build = async (name: string, inside: string | null) => {
    const { id } = await make(user, name);
    const last = { id: 'end00001', type: 'mark.end', name: '', comment: '', config: { outcome: name } };
    const operations = [
      { kind: 'addNode', node: last, at: [0, 0] },
      ...(inside === null
        ? [{ kind: 'setStart', start: last.id }]
        : [
            { kind: 'addNode', node: { ...inner(inside), id: 'in000001' }, at: [0, 0] },
            { kind: 'addEdge', edge: { from: 'in000001', exit: 'done', to: last.id } },
            { kind: 'setStart', start: 'in000001' },
          ]),
    ];
    const edited = await as(user).post(at(journeys.edits.path, id), { baseRevision: 1, operations });
    expect(edited.json().data?.revision, edited.body).toBe(2);
    return id;
  };
  const publish = async (id: string, revision = 2) =>
    expect((await as(user).post(at(journeys.publish.path, id), { revision })).json().data.version.version).toBe(1);
  const deep = await build('Deep', null);
  await publish(deep);
  const middle = await build('Middle', deep);
  await publish(middle);
  const main = await build('Main', middle);
  const beside = await build('Beside', deep);
  // Later edits of an inner stream do not run.
  await as(user).post(at(journeys.edits.path, deep), { baseRevision: 2, operations: [text('text0001', 'Later')] });

  const { accessId } = await get(user, `${designer.access.path}?kind=journey&id=${main}`);
  const frame = { headers: { [designerAccessHeader]: accessId, 'authentication-token': '' } };
  const { streams } = (await app.stranger().get(at(journeys.inside.path, main), frame)).json().data;
  expect(
    streams.map(({ id, name, version, document }: { id: string; name: string; version: number; document: Document }) => [
      id,
      name,
      version,
      document.nodes.length,
    ]),
  ).toEqual([
    [middle, 'Middle', 1, 2],
    [deep, 'Deep', 1, 1],
  ]);
  expect((await app.stranger().get(at(journeys.inside.path, beside), frame)).statusCode).toBe(401);
  expect((await as(stranger).get(at(journeys.inside.path, main))).statusCode).toBe(404);
});

test('rehearsal and check of a stream run away from the main thread, and its expressions end by their work', async () => {
  const user = await makeUser();
  const { id } = await make(user, 'Heavy');
  const heavy = (next: string) => ({
    type: 'data.set',
    config: { assignments: Array.from({ length: 20 }, () => ({ variable: 'n', value: 'entry.list.map(t, upper(entry.text)).size()' })) },
    to: { next, error: next },
  });
  const document = makeStream(
    { set00001: heavy('set00002'), set00002: heavy('end00001'), end00001: end() },
    { variables: [{ name: 'n', type: 'Number' }] },
  );
  await app.contextOf(user).transaction((tx) =>
    tx
      .updateTable('journeys')
      .set({ document: JSON.stringify({ ...document, id, name: 'Heavy' }) })
      .where('enterpriseId', '=', user.enterpriseId)
      .where('journeyId', '=', id)
      .execute(),
  );
  for (const place of [1, 2, 3]) {
    const test = {
      id: `test000${place}`,
      name: `Test ${place}`,
      entry: { list: Array.from({ length: 1000 }, (_, n) => n), text: 'x'.repeat(64_000) },
    };
    const saved = await as(user).put(at(journeys.saveTest.path, id).replace(':testId', test.id), { test });
    expect(saved.statusCode).toBe(200);
  }
  const confined = vi.spyOn(app.deps.confined, 'run');
  const cpuMs = () => process.threadCpuUsage().user / 1000;
  const before = cpuMs();
  const [played, other] = await Promise.all([as(user).post(at(journeys.rehearse.path, id), {}), as(user).get(journeys.list.path)]);
  expect(other.statusCode).toBe(200);
  // Played here, and without a bound, it took the main thread for more than a minute.
  expect(cpuMs() - before).toBeLessThan(10_000);
  // Neither node comes to the end of its first expression, and with the second the turn has done its work.
  type Told = { turns: { visits: { node: string; exit: string | null }[] }[] };
  const ways = (played.json().data.tests as Told[]).map(({ turns }) =>
    turns.flatMap(({ visits }) => visits.map(({ node, exit }) => [node, exit])),
  );
  const way = [
    ['set00001', 'error'],
    ['set00002', 'error'],
  ];
  expect(ways).toEqual([way, way, way]);
  await as(user).get(at(journeys.check.path, id));
  const modules = confined.mock.calls.map(([task]) => task.module.pathname.split('/').at(-1));
  expect(modules).toEqual(['journey.rehearsal.run.ts', 'journey.check.run.ts', 'journey.rehearsal.run.ts']);
  confined.mockRestore();
});

test('the check names a department in which nobody takes chats', async () => {
  const user = await makeUser();
  const { enterpriseId } = user;
  const { id } = await make(user, 'Hand over');
  const departmentId = (await as(user).post(endpoints.departments.create.path, { name: 'Loans' })).json().data.id as string;
  const document = makeStream({
    hand0001: { type: 'talk.department', config: { department: { ref: 'department', id: departmentId, name: 'Loans' } } },
  });
  await app.contextOf(user).transaction((tx) =>
    tx
      .updateTable('journeys')
      .set({ document: JSON.stringify({ ...document, id, name: 'Hand over' }) })
      .where('enterpriseId', '=', enterpriseId)
      .where('journeyId', '=', id)
      .execute(),
  );
  const found = async () =>
    ((await get(user, at(journeys.check.path, id))).findings as JourneyFinding[]).flatMap(({ what, level, node, slots }) =>
      what === 'departmentEmpty' ? [[level, node, slots.name]] : [],
    );
  expect(await found()).toEqual([['warning', 'hand0001', 'Loans']]);
  const agent = await makeUser({ enterprise: user });
  await app.contextOf(user).transaction(async (tx) => {
    await tx.insertInto('departmentUsers').values({ enterpriseId, departmentId, userId: agent.userId }).execute();
    await tx.updateTable('users').set({ handlesChats: false }).where('userId', '=', agent.userId).execute();
  });
  expect(await found()).toEqual([['warning', 'hand0001', 'Loans']]);
  await app
    .contextOf(user)
    .transaction((tx) => tx.updateTable('users').set({ handlesChats: true }).where('userId', '=', agent.userId).execute());
  expect(await found()).toEqual([]);
});

test('the saved conversations of the examples come out in the server as in the designer, answers in words included', async () => {
  const user = await makeUser();
  for (const { id: example, document, tests } of examples) {
    const { id } = await make(user, `As ${example}`, { example });
    const served = (await as(user).post(at(journeys.rehearse.path, id), {})).json().data;
    const compiled = { main: compileStream({ ...document, id }), streams: new Map() };
    const stage = { readers: answerReaders, shapeOf: shapeOfName, hoursOf: hoursIn({ calendars: {}, own: null }) };
    const played = tests.map((one) => ({ id: one.id, name: one.name, turns: rehearse(compiled, one, stage).turns }));
    const told = served.tests.map(({ id: testId, name, turns }: { id: string; name: string; turns: object[] }) => ({
      id: testId,
      name,
      turns,
    }));
    expect(told).toEqual(played.toSorted((a, b) => a.id.localeCompare(b.id)));
  }
});

test('a draft that an older release has kept comes with what a newer one reads', async () => {
  const user = await makeUser();
  const stream = await make(user, 'Kept', { example: 'nps' });
  const { document } = (await get(user, at(journeys.draft.path, stream.id))) as { document: Document };
  await app
    .contextOf(user)
    .transaction((tx) =>
      tx
        .updateTable('journeys')
        .set({ document: sql`document - 'notes'` })
        .where('enterpriseId', '=', user.enterpriseId)
        .where('journeyId', '=', stream.id)
        .execute(),
    );
  expect(document.notes).toEqual([]);
  expect((await get(user, at(journeys.draft.path, stream.id))).document).toEqual(document);
});

test('the rules of a stream begin the version that is published where that is asked; on a production channel one that was rehearsed, or nothing is published', async () => {
  const user = await makeUser();
  const stream = await make(user, 'Renewed', { example: 'nps' });
  const other = await make(user, 'Other', { example: 'loan' });
  const publish = (id: string, body: object) => as(user).post(at(journeys.publish.path, id), body);
  const edit = async (milestone: string) => {
    const { document, revision } = (await get(user, at(journeys.draft.path, stream.id))) as { document: Document; revision: number };
    const milestones = [...document.milestones, { id: milestone, name: milestone }];
    const operations = [{ kind: 'setMilestones', milestones }];
    const edited = await as(user).post(at(journeys.edits.path, stream.id), { baseRevision: revision, operations });
    return edited.json().data.revision as number;
  };
  await publish(stream.id, { revision: 1 });
  await publish(other.id, { revision: 1 });
  const makeChannel = async (name: string): Promise<{ id: string }> =>
    (await as(user).post(endpoints.channels.create.path, { name, type: 12, data: { allowedDomains: ['127.0.0.1'] } })).json().response;
  const channels = [await makeChannel('Blog'), await makeChannel('Shop')];
  for (const [place, { id: channelId }] of channels.entries())
    await as(user).post(publishing.attach.path, { journeyId: stream.id, channelId, kind: 'keyword', word: `renew${place}` });
  await as(user).post(publishing.attach.path, { journeyId: other.id, channelId: channels[0]?.id, kind: 'keyword', word: 'other' });
  const versionsOf = async (id: string) =>
    (await get(user, `${publishing.list.path}?journeyId=${id}`)).entries.map(({ version }: { version: number }) => version);

  expect((await publish(stream.id, { revision: await edit('renew001') })).statusCode).toBe(200);
  expect(await versionsOf(stream.id)).toEqual([1, 1]);
  expect((await publish(stream.id, { revision: await edit('renew002'), rules: true })).statusCode).toBe(200);
  expect([await versionsOf(stream.id), await versionsOf(other.id)]).toEqual([[3, 3], [1]]);

  await app.contextOf(user).transaction((tx) =>
    tx
      .updateTable('channels')
      .set({ environment: 'production' })
      .where('enterpriseId', '=', user.enterpriseId)
      .where('channelId', '=', channels[1]?.id ?? '')
      .execute(),
  );
  for (const { id } of (await get(user, at(journeys.tests.path, stream.id))).tests)
    await as(user).delete(at(journeys.removeTest.path, stream.id).replace(':testId', id));
  const unrehearsed = await publish(stream.id, { revision: await edit('renew003'), rules: true });
  expect([unrehearsed.statusCode, unrehearsed.json().code]).toEqual([409, 'journey.not_rehearsed']);
  expect((await get(user, at(journeys.get.path, stream.id))).version).toBe(3);
  expect(await versionsOf(stream.id)).toEqual([3, 3]);
});

test('a stream with errors or a failed conversation is no version; a version stays as it is, and opens production only when it was rehearsed', async () => {
  const user = await makeUser();
  const { enterpriseId } = user;
  const broken = await make(user, 'Broken');
  const checked = await get(user, at(journeys.check.path, broken.id));
  expect(checked.findings.map(({ code }: { code: string }) => code)).toEqual(['NO_START']);
  const refused = await as(user).post(at(journeys.publish.path, broken.id), { revision: 1 });
  expect([refused.statusCode, refused.json().code, refused.json().data]).toEqual([409, 'journey.not_ready', { errors: 1, failed: 0 }]);

  const journey = await make(user, 'Recommend', { example: 'nps' });
  const played = (await as(user).post(at(journeys.rehearse.path, journey.id), {})).json().data;
  expect([played.tests.map(({ isPassed }: { isPassed: boolean }) => isPassed), played.coverage.missed]).toEqual([[true, true, true], []]);
  const first = (await as(user).post(at(journeys.publish.path, journey.id), { revision: 1, note: 'The first' })).json().data.version;
  expect(first).toMatchObject({ version: 1, note: 'The first', nodes: 9, rehearsal: { passed: 3, failed: 0, waived: '' } });
  expect((await as(user).post(at(journeys.publish.path, journey.id), { revision: 1 })).json().code).toBe('journey.unchanged');

  // Another greeting: the saved conversation that names the old one fails, and is waived with a reason.
  const { document } = (await get(user, at(journeys.draft.path, journey.id))) as { document: Document };
  const sorry = document.nodes.find(({ id }) => id === 'glad0001');
  const operations = [{ kind: 'setNode', node: { ...sorry, config: { ...sorry?.config, text: { en: 'Thanks!' } } } }];
  const { revision } = (await as(user).post(at(journeys.edits.path, journey.id), { baseRevision: 1, operations })).json().data;
  const failed = await as(user).post(at(journeys.publish.path, journey.id), { revision });
  expect([failed.json().code, failed.json().data]).toEqual(['journey.not_ready', { errors: 0, failed: 1 }]);
  const waived = (await as(user).post(at(journeys.publish.path, journey.id), { revision, waiver: 'New words' })).json().data.version;
  expect(waived).toMatchObject({ version: 2, rehearsal: { passed: 2, failed: 1, waived: 'New words' } });
  const { versions } = await get(user, at(journeys.versions.path, journey.id));
  expect(versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  const old = await get(user, at(journeys.version.path, journey.id).replace(':version', '1'));
  expect(old.document).toEqual(document);
  const numbers = () =>
    app
      .contextOf(user)
      .read((tx) =>
        tx
          .selectFrom('journeyNodes')
          .select(['nodeId', 'nodeNo'])
          .where('enterpriseId', '=', enterpriseId)
          .where('journeyId', '=', journey.id)
          .orderBy('nodeNo')
          .execute(),
      );
  expect((await numbers()).map(({ nodeNo }) => nodeNo)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);

  const back = await as(user).post(at(journeys.restore.path, journey.id).replace(':version', '1'), { revision });
  expect(back.json().data).toMatchObject({ version: 2, hasChanges: true });
  expect((await get(user, at(journeys.draft.path, journey.id))).document).toEqual(document);

  const channel = (
    await as(user).post(endpoints.channels.create.path, {
      name: 'Shop',
      type: 12,
      isActive: true,
      data: { allowedDomains: ['127.0.0.1'], title: 'Shop', greeting: '', colour: '#1f6f78', entry: 'queue' },
    })
  ).json().response;
  const attach = (journeyId: string, more: object) =>
    as(user).post(publishing.attach.path, { journeyId, channelId: channel.id, kind: 'keyword', ...more });
  const rule = (await attach(journey.id, { word: ' Survéy ' })).json();
  expect([rule.message, rule.data]).toEqual([
    'The rule is attached.',
    expect.objectContaining({ word: 'survey', version: 2, isActive: true, journeyName: 'Recommend' }),
  ]);
  const second = await make(user, 'Second', { example: 'loan' });
  expect((await attach(second.id, { word: 'survey' })).json().code).toBe('journey.version_not_found');
  await as(user).post(at(journeys.publish.path, second.id), { revision: 1 });
  const taken = await attach(second.id, { word: 'SURVEY' });
  expect([taken.statusCode, taken.json().code, taken.json().data]).toEqual([409, 'journey.entry_conflict', { name: 'Recommend' }]);
  const rolled = (await as(user).put(publishing.change.path.replace(':entryId', rule.data.id), { version: 1, isActive: true })).json().data;
  expect(rolled).toMatchObject({ version: 1, newestVersion: 2 });
  expect((await as(user).post(publishing.pauseAll.path, { channelId: channel.id })).json().data).toEqual({ paused: 1 });
  expect((await get(user, `${publishing.list.path}?journeyId=${journey.id}`)).entries).toMatchObject([{ isActive: false }]);

  await app
    .contextOf(user)
    .transaction((tx) =>
      tx
        .updateTable('channels')
        .set({ environment: 'production' })
        .where('enterpriseId', '=', enterpriseId)
        .where('channelId', '=', channel.id)
        .execute(),
    );
  const { tests: saved } = (await get(user, at(journeys.tests.path, second.id))) as { tests: { id: string; test: object }[] };
  for (const { id } of saved) await as(user).delete(at(journeys.removeTest.path, second.id).replace(':testId', id));
  const again = (await get(user, at(journeys.draft.path, second.id))) as { document: Document; revision: number };
  const milestones = [...again.document.milestones.slice(0, 2), { id: 'signed01', name: 'Signed' }];
  const changed = (
    await as(user).post(at(journeys.edits.path, second.id), {
      baseRevision: again.revision,
      operations: [{ kind: 'setMilestones', milestones }],
    })
  ).json().data;
  expect((await as(user).post(at(journeys.publish.path, second.id), { revision: changed.revision })).statusCode).toBe(200);
  const unrehearsed = await attach(second.id, { word: 'loan' });
  expect([unrehearsed.statusCode, unrehearsed.json().code]).toEqual([409, 'journey.not_rehearsed']);
  expect((await attach(second.id, { word: 'loan', version: 1 })).statusCode).toBe(200);
  // The error's advice works: a conversation is saved, and the same draft is published again, since it is rehearsed now.
  const once = () => as(user).post(at(journeys.publish.path, second.id), { revision: changed.revision });
  expect((await once()).json().code).toBe('journey.unchanged');
  for (const { id, test } of saved) await as(user).put(at(journeys.saveTest.path, second.id).replace(':testId', id), { test });
  expect((await once()).json().data.version).toMatchObject({ version: 3, rehearsal: { failed: 0 } });
  expect((await attach(second.id, { word: 'money' })).statusCode).toBe(200);
  expect((await once()).json().code).toBe('journey.unchanged');
  expect((await as(user).delete(publishing.detach.path.replace(':entryId', rule.data.id))).statusCode).toBe(200);
  expect((await as(user).post(at(journeys.pause.path, second.id), {})).json().data.state).toBe('PAUSED');
  expect((await as(user).post(at(journeys.pause.path, second.id), {})).json().code).toBe('journey.wrong_state');
  expect((await as(user).post(at(journeys.resume.path, second.id), {})).json().data.state).toBe('PUBLISHED');
});

test('journeys 5 the check says where no saved conversation has been, once nothing else is wrong', async () => {
  const user = await makeUser();
  const journey = await make(user, 'Recommend', { example: 'nps' });
  const untested = async () =>
    ((await get(user, at(journeys.check.path, journey.id))).findings as JourneyFinding[]).flatMap(({ code, what, node, exit }) =>
      code === 'UNTESTED' ? [`${what} ${node} ${exit}`.trim()] : [],
    );
  expect(await untested()).toEqual([]);
  const { tests } = (await get(user, at(journeys.tests.path, journey.id))) as { tests: { id: string; test: { name: string } }[] };
  const remove = (id: string) => as(user).delete(at(journeys.removeTest.path, journey.id).replace(':testId', id));
  const [promoter, ...others] = tests;
  await remove(promoter?.id ?? '');
  expect([promoter?.test.name, await untested()]).toEqual([
    'A promoter is thanked by name',
    ['nodeUntested glad0001', 'nodeUntested end00001', 'exitUntested fork0001 yes'],
  ]);
  for (const { id } of others) await remove(id);
  expect(await untested()).toEqual(['noTests']);
  // A stream with an error is played by nobody.
  const added = await as(user).post(at(journeys.edits.path, journey.id), {
    baseRevision: 1,
    operations: [text('loose001', 'Nobody comes here')],
  });
  expect(added.statusCode).toBe(200);
  expect(await untested()).toEqual([]);
});

test('JOURNEY-003 an exported stream is imported elsewhere with its conversations; what is no stream is refused in words', async () => {
  const user = await makeUser();
  const elsewhere = await makeUser({ enterprise: await app.makeEnterprise() });
  const journey = await make(user, 'Loan', { example: 'loan' });
  const file = (await as(user).get(at(journeys.export.path, journey.id))).rawPayload;
  expect(file.subarray(0, 2).toString()).toBe('PK');
  const send = async (name: string, content: Buffer | string) =>
    (await as(elsewhere).post(journeys.import.path, ...upload(name, content))).json();
  const imported = await send('loan.parley', file);
  expect([imported.message, imported.data]).toEqual([
    'The stream is imported.',
    expect.objectContaining({ name: 'Loan', tests: 6, notes: [], references: [] }),
  ]);
  const played = (await as(elsewhere).post(at(journeys.rehearse.path, imported.data.journeyId), {})).json().data;
  // The import has as many tests as the exported stream, by name.
  const testsOf = async (by: TestUser, id: string) =>
    (await as(by).get(at(journeys.tests.path, id))).json().data.tests.map(({ test: { name } }: { test: { name: string } }) => name);
  const names = await testsOf(user, journey.id);
  expect([names.length, await testsOf(elsewhere, imported.data.journeyId)]).toEqual([6, names]);
  expect(played.tests.map(({ isPassed }: { isPassed: boolean }) => isPassed)).toEqual(names.map(() => true));
  expect((await send('loan.parley', file)).data.name).toBe('Loan (2)');
  const { document } = (await get(user, at(journeys.draft.path, journey.id))) as { document: Document };
  const refusals: [string, string | Buffer, string][] = [
    ['a.parley', Buffer.from('PK\u0003\u0004garbage', 'latin1'), 'not a zip'],
    ['a.json', 'x', 'is no JSON'],
    ['a.json', '{}', 'neither a stream nor a Typebot'],
    ['a.json', JSON.stringify({ ...document, formatVersion: 9 }), 'formats up to 1'],
    ['a.json', JSON.stringify({ ...document, script: 'x' }), 'script'],
  ];
  for (const [name, content, words] of refusals) {
    const refused = await send(name, content);
    expect([refused.code, refused.message]).toEqual(['journey.import_invalid', expect.stringContaining(words)]);
  }
  const typebot = { version: '6', name: 'From Typebot', groups: [], edges: [], variables: [], events: [] };
  expect((await send('t.json', JSON.stringify(typebot))).data).toMatchObject({ name: 'From Typebot' });
});

test('a saved conversation is compared by exits, texts and values, keeps nothing sensitive, and travels with its stream', async () => {
  const [user, elsewhere] = [
    await makeUser({ enterprise: await app.makeEnterprise() }),
    await makeUser({ enterprise: await app.makeEnterprise() }),
  ];
  const bring = async (who: TestUser, name: string, content: Buffer | string) =>
    (await as(who).post(journeys.import.path, ...upload(name, content))).json().data.journeyId as string;
  const draftOf = async (who: TestUser, id: string) =>
    (await get(who, at(journeys.draft.path, id))) as { document: Document; revision: number };
  const publish = async (who: TestUser, id: string) => {
    const { revision } = await draftOf(who, id);
    expect((await as(who).post(at(journeys.publish.path, id), { revision })).statusCode).toBe(200);
  };
  const bringStream = (name: string, ...made: Parameters<typeof makeStream>) =>
    bring(user, `${name}.json`, JSON.stringify({ ...makeStream(...made), id: newId(), name }));
  const inner = await bringStream(
    'Address',
    { city0001: ask('Which city?', 'city', { ok: 'end00001', invalid: 'end00001' }), end00001: end() },
    { variables: texts('city') },
  );
  await publish(user, inner);
  const main = await bringStream(
    'Delivery',
    {
      card0001: ask('Your card?', 'card', { ok: 'in000001', invalid: 'end00001' }),
      in000001: {
        type: 'logic.stream',
        config: { stream: { ref: 'stream', id: inner, name: 'Address' }, taken: { city: 'city' } },
        to: { done: 'tell0001' },
      },
      tell0001: say('{{ card }} is charged 12.50, to {{ city }}.', 'end00001'),
      end00001: end('sent'),
    },
    { variables: [{ name: 'card', type: 'Text', isSensitive: true }, ...texts('city')] },
  );
  const stage = { readers: answerReaders, shapeOf: shapeOfName, hoursOf: hoursIn({ calendars: {}, own: null }) };
  const compiled = {
    main: compileStream((await draftOf(user, main)).document),
    streams: new Map([[inner, compileStream((await draftOf(user, inner)).document)]]),
  };
  const card = '4916338506082832';
  const given = { id: 'test0001', name: 'Delivered', turns: [card, 'Pune'].map((said) => ({ kind: 'say', text: said })) };
  const test = rightNow(compiled, TestCase.parse(given), stage);
  expect((await as(user).put(at(journeys.saveTest.path, main).replace(':testId', test.id), { test })).statusCode).toBe(200);
  const recordOf = async (who: TestUser, id: string) =>
    (await get(who, at(journeys.tests.path, id))).tests[0].test.record as RecordedTurn[];
  expect((await recordOf(user, main)).at(-1)).toEqual({
    visits: [
      { stream: inner, node: 'city0001', exit: 'ok' },
      { stream: inner, node: 'end00001', exit: null },
      { stream: '', node: 'in000001', exit: 'done' },
      { stream: '', node: 'tell0001', exit: 'next' },
      { stream: '', node: 'end00001', exit: null },
    ],
    says: ['••• is charged ⟨any number⟩, to ⟨city⟩.'],
    variables: { card: null, city: 'Pune' },
    state: 'COMPLETED',
    outcome: 'sent',
  });
  expect(JSON.stringify(await get(user, at(journeys.tests.path, main)))).not.toContain(card);
  const rehearsed = async (who: TestUser, id: string) => {
    const [{ isPassed, differences }] = (await as(who).post(at(journeys.rehearse.path, id), {})).json().data.tests;
    return { isPassed, differences };
  };
  expect(await rehearsed(user, main)).toEqual({ isPassed: true, differences: [] });

  const file = (await as(user).get(at(journeys.export.path, main))).rawPayload;
  const brought = await bring(elsewhere, 'delivery.parley', file);
  const ids = (await draftOf(elsewhere, brought)).document.nodes.flatMap(({ config }) => ('stream' in config ? [config.stream.id] : []));
  expect((await recordOf(elsewhere, brought)).at(-1)?.visits.map(({ stream }) => stream)).toEqual([...ids, ...ids, '', '', '']);
  await publish(elsewhere, ids[0] ?? '');
  expect(await rehearsed(elsewhere, brought)).toEqual({ isPassed: true, differences: [] });

  const { document, revision } = await draftOf(user, main);
  const told = document.nodes.find(({ id }) => id === 'tell0001');
  const node = { ...told, config: { ...told?.config, text: { en: 'Charged: 99, to {{ city }}.' } } };
  await as(user).post(at(journeys.edits.path, main), { baseRevision: revision, operations: [{ kind: 'setNode', node }] });
  expect(await rehearsed(user, main)).toEqual({
    isPassed: false,
    differences: [
      {
        turn: 2,
        kind: 'text',
        stream: '',
        node: '',
        name: '',
        expected: '••• is charged ⟨any number⟩, to ⟨city⟩.',
        found: 'Charged: ⟨any number⟩, to ⟨city⟩.',
      },
    ],
  });
  const { revision: now } = await draftOf(user, main);
  const refused = await as(user).post(at(journeys.publish.path, main), { revision: now });
  expect([refused.json().code, refused.json().data]).toEqual(['journey.not_ready', { errors: 0, failed: 1 }]);
});

test('an import names the streams inside that the file lacks: found here by their name, or left open', async () => {
  const user = await makeUser({ enterprise: await app.makeEnterprise() });
  const here = await make(user, 'Address check', { example: 'nps' });
  const { revision } = await get(user, at(journeys.draft.path, here.id));
  expect((await as(user).post(at(journeys.publish.path, here.id), { revision })).statusCode).toBe(200);
  const [known, lost] = [newId(), newId()];
  const inside = (id: string, name: string, done: string) => ({
    type: 'logic.stream',
    config: { stream: { ref: 'stream', id, name } },
    to: { done },
  });
  const document = makeStream({
    in000001: inside(known, 'address check', 'in000002'),
    in000002: inside(lost, 'Credit check', 'in000003'),
    in000003: inside('', '', 'end00001'),
    end00001: end('done'),
  });
  const content = JSON.stringify({ ...document, id: newId(), name: 'Order' });
  const { data } = (await as(user).post(journeys.import.path, ...upload('order.json', content))).json();
  expect(data.references).toEqual([
    { ref: 'stream', id: known, name: 'address check', found: 'Address check', isNew: false },
    { ref: 'stream', id: lost, name: 'Credit check', found: '', isNew: false },
  ]);
  const imported = ((await get(user, at(journeys.draft.path, data.journeyId))) as { document: Document }).document;
  expect(imported.nodes.flatMap(({ config }) => ('stream' in config ? [config.stream.id] : []))).toEqual([here.id, '', '']);
});

const pictures = new Map<string, { type: string; content: Buffer }>();
const gallery = createServer((request, reply) => {
  const found = pictures.get(request.url ?? '');
  reply.writeHead(found ? 200 : 404, { 'content-type': found?.type ?? 'text/plain' }).end(found?.content);
});
afterAll(() => {
  gallery.closeAllConnections();
  gallery.close();
});

test('pictures of a Typebot enter the library, and what is none or lies in our own network is sent as a link', async () => {
  const user = await makeUser({ enterprise: await app.makeEnterprise() });
  gallery.listen(0, '127.0.0.1');
  await once(gallery, 'listening');
  const host = `127.0.0.1:${(gallery.address() as AddressInfo).port}`;
  pictures.set('/Map%20of%20us.png', { type: 'image/png', content: await makePng(20, 10) });
  pictures.set('/page.png', { type: 'image/png', content: Buffer.from('<script>') });
  const urls = [`http://${host}/Map%20of%20us.png`, `http://${host}/page.png`, `http://${host}/gone.png`, 'http://10.0.0.1/inner.png'];
  const typebot = {
    version: '6',
    name: 'Pictures',
    groups: [{ id: 'g', title: 'All', blocks: urls.map((url, place) => ({ id: `b${place}`, type: 'image', content: { url } })) }],
    edges: [{ id: 'e', from: { eventId: 's' }, to: { groupId: 'g' } }],
    variables: [],
    events: [{ id: 's', type: 'start', outgoingEdgeId: 'e' }],
  };
  const { data } = (await as(user).post(journeys.import.path, ...upload('t.json', JSON.stringify(typebot)))).json();
  const { artifacts: kept } = (await as(user).get(`${endpoints.artifacts.list.path}?visibility=public`)).json().response as {
    artifacts: Artifact[];
  };
  expect(kept.map((one) => one.data.name)).toEqual(['Map of us']);
  const [{ _id: id }] = kept as [Artifact];
  expect(data.references).toEqual([{ ref: 'media', id, name: 'Map of us', found: 'Map of us', isNew: true }]);
  expect(data.notes).toEqual(urls.slice(1).map(() => ({ node: 'All · image', text: 'The address is sent as a link.' })));
  const { document } = (await get(user, at(journeys.draft.path, data.journeyId))) as { document: Document };
  expect(document.nodes.map(({ type }) => type)).toEqual(['message.media', 'message.text', 'message.text', 'message.text', 'mark.end']);
  expect(document.nodes[0]?.config).toMatchObject({ media: { kind: 'library', media: { ref: 'media', id } } });
});

test('journeys 1 File: a bomb, tricks with paths, unknown keys, newer formats, circles and what is beyond the limits are refused with the reason, and leave nothing', async () => {
  const user = await makeUser({ enterprise: await app.makeEnterprise() });
  const streamOf = (inside: readonly string[]) =>
    makeStream(
      inside.length === 0
        ? { end00001: end('done') }
        : Object.fromEntries(
            inside.map((id) => [`in${id.padStart(6, '0')}`, { type: 'logic.stream', config: { stream: { ref: 'stream', id, name: id } } }]),
          ),
    );
  const packed = (id: string, inside: readonly string[] = [], more: object = {}): ZipEntry => ({
    name: `streams/${id}.json`,
    content: JSON.stringify({ ...streamOf(inside), id, name: id, ...more }),
  });
  const manifest = (more: object = {}): ZipEntry => ({
    name: 'parley.json',
    content: JSON.stringify({ format: 'parley.package', version: 1, main: 'one', ...more }),
  });
  const whole = [manifest(), packed('one')];
  // Nobody sends more than twenty files in a minute.
  const senders = await Promise.all([user, user, user].map((enterprise) => makeUser({ enterprise })));
  let sent = 0;
  const send = async (content: Buffer | string) => {
    const answer = await as(senders[sent++ % 3] ?? user).post(journeys.import.path, ...upload('a.parley', content));
    return [answer.statusCode, answer.json().code, answer.json().message, answer.json().data?.reason];
  };
  // Packs 100 times smaller, so that its size alone is at fault and not how much it grows.
  const large = Buffer.concat([randomBytes(60_000), Buffer.alloc(7_800_000)]);
  const [node] = streamOf([]).nodes;
  const ends = Array.from({ length: 501 }, (_, place) => ({ ...node, id: `end${String(place).padStart(5, '0')}` }));
  const tooMuch = 'The zip holds more than is read of one.';
  const refusals: [string, readonly ZipEntry[], string][] = [
    ['60 MB in 60 KB', [...whole, { name: 'streams/two.json', content: Buffer.alloc(60 * 1024 ** 2) }], tooMuch],
    ['55 MB in seven', [...whole, ...[1, 2, 3, 4, 5, 6, 7].map((place) => ({ name: `streams/s${place}.json`, content: large }))], tooMuch],
    [
      'more than it says',
      [...whole, { name: 'streams/two.json', content: large, claims: 1000 }],
      'The file is not a zip that can be read: ',
    ],
    ['1,001 entries', [...whole, ...Array.from({ length: 999 }, (_, place) => ({ name: `streams/s${place}.json` }))], tooMuch],
    ['../', [...whole, { name: '../streams/two.json' }], 'invalid relative path: ../streams/two.json'],
    ['inside ../', [...whole, { name: 'streams/../../two.json' }], 'invalid relative path: streams/../../two.json'],
    ['absolute', [...whole, { name: '/streams/two.json' }], 'absolute path: /streams/two.json'],
    ['drive letter', [...whole, { name: 'C:/two.json' }], 'absolute path: C:/two.json'],
    ['backslash', [...whole, { name: 'streams\\two.json' }], 'invalid characters in fileName: streams\\two.json'],
    ['NUL', [...whole, { name: 'streams/two.json\0.txt' }], 'The file holds “streams/two.json\\u0000.txt”, which is no part of a stream.'],
    ['NUL at the end', [...whole, { name: 'parley.json\0' }], 'The file holds “parley.json\\u0000”, which is no part of a stream.'],
    ['not ours', [...whole, { name: 'run.sh' }], 'The file holds “run.sh”, which is no part of a stream.'],
    ['one name twice', [...whole, packed('one')], 'The zip holds “streams/one.json” twice.'],
    ['two manifests', [...whole, manifest()], 'The zip holds “parley.json” twice.'],
    [
      'symlink',
      [manifest(), { name: 'streams/one.json', content: '/etc/passwd', mode: 0o120777 }],
      'In the zip, “streams/one.json” is a link.',
    ],
    ['one stream twice', [...whole, { ...packed('one'), name: 'streams/two.json' }], 'streams/two.json: The stream “one” is there twice.'],
    ['key of the manifest', [manifest({ script: 'x' }), packed('one')], 'parley.json: Unrecognized key: "script"'],
    ['key of a stream', [manifest(), packed('one', [], { script: 'x' })], 'streams/one.json: Unrecognized key: "script"'],
    ['key of tests', [...whole, { name: 'tests.json', content: '[{"name":"x","script":1}]' }], 'tests.json: 0'],
    ['newer package', [manifest({ version: 2 }), packed('one')], 'It is of version 2, and this installation reads version 1.'],
    [
      'newer stream',
      [manifest(), packed('one', [], { formatVersion: 2 })],
      'streams/one.json: formatVersion: It is of format 2, and this installation reads formats up to 1.',
    ],
    ['in itself', [manifest(), packed('one', ['one'])], 'A stream of the file is inside of itself.'],
    [
      'circle of three',
      [manifest(), packed('one', ['two']), packed('two', ['three']), packed('three', ['one'])],
      'A stream of the file is inside',
    ],
    ['circle beside', [...whole, packed('two', ['three']), packed('three', ['two'])], 'A stream of the file is inside of itself.'],
    ['501 nodes', [manifest(), packed('one', [], { nodes: ends })], 'streams/one.json: nodes: '],
    ['names nothing', [manifest({ main: 'gone' }), packed('one')], 'The file lacks the stream that it is of.'],
    ['no name', [manifest({ main: undefined }), packed('one')], 'parley.json: main: '],
    ['names no text', [manifest({ main: ['one'] }), packed('one')], 'parley.json: main: '],
    ['no manifest', [packed('one')], 'parley.json is no JSON.'],
    ['no stream at all', [manifest()], 'The file lacks the stream that it is of.'],
  ];
  for (const [what, entries, words] of refusals) {
    const [status, code, message, reason] = await send(rawZip(entries));
    expect([what, status, code, message]).toEqual([what, 422, 'journey.import_invalid', expect.stringContaining(words)]);
    expect(reason).toBe(message);
  }
  const alone = JSON.parse(String(packed('one', ['one']).content)) as object;
  expect((await send(JSON.stringify(alone)))[2]).toBe('A stream of the file is inside of itself.');
  expect((await get(user, journeys.list.path)).journeys).toEqual([]);
  // The same file without any of it is read; folders alone are no fault.
  expect(await send(rawZip([...whole, { name: 'streams/', content: '' }]))).toEqual([200, '100', 'The stream is imported.', undefined]);
});

test('a client that keeps making accesses of frames up is refused before the database is asked', async () => {
  const stranger = app.stranger();
  const path = at(journeys.draft.path, crypto.randomUUID());
  const ask = (place: number) =>
    stranger.get(path, { headers: { [designerAccessHeader]: `made-up-${place}`, 'authentication-token': `made-up-${place}` } });
  const statuses: number[] = [];
  for (let place = 0; place < 301; place += 1) statuses.push((await ask(place)).statusCode);
  expect([statuses.slice(0, 300).every((status) => status === 401), statuses[300]]).toEqual([true, 429]);
});

test('screens 0.1 a record that a stream names, in its draft or in a version in use, is not deleted: its uses are named', async () => {
  const enterprise = await app.makeEnterprise();
  const user = await makeUser({ enterprise });
  const { enterpriseId } = user;
  const channel = await makeWebChannel(enterprise);
  const department = (await as(user).post(endpoints.departments.create.path, { name: 'Loans' })).json().data.id as string;
  const income = await makeAttribute(user, 'income');
  const city = await makeAttribute(user, 'city');
  const group = await makeGroup(user, 'Buyers');
  const label = await makeLabel(user, 'Warm');
  const { id: botId } = await makeBot(user);
  const storyId = await makeStory(user, botId);
  const { id: intentId } = await makeIntent(user, botId, storyId, {
    name: 'Done',
    phrases: ['done', 'all done', 'that is all'],
    response: 'Fine.',
  });
  const { id: emptyBot } = await makeBot(user, 'Spare');
  const note = { title: 'Prices', text: 'A tea is 20 rupees.' };
  const sourceId = (await as(user).post(endpoints.knowledge.addNote.path.replace(':agentId', botId), note)).json().data.id as string;
  const templateId = newId();
  await app.contextOf(user).transaction(async (tx) => {
    await tx
      .insertInto('templates')
      .values({
        enterpriseId,
        templateId,
        channelId: channel.id,
        name: 'offer',
        language: 'en',
        category: 'UTILITY',
        components: '[]',
        extra: '{}',
        status: 'DRAFT',
      } as never)
      .execute();
  });
  const { response: medium } = (
    await as(user).post(endpoints.artifacts.create.path, {
      isPublic: true,
      data: { type: 'MSG', name: 'Hours', message: 'Nine to five' },
    })
  ).json();
  const week = Array.from({ length: 7 }, () => []);
  const office = { name: 'Office', timeZone: 'UTC', days: week, exceptions: [] };
  const calendarId = (await as(user).post(endpoints.calendars.create.path, office)).json().data.id as string;
  const stream = await make(user, 'Sales');
  const inner = await make(user, 'Inner');
  const ref = (kind: string, id: string) => ({ ref: kind, id, name: '' });
  const naming = {
    ...makeStream({
      ends0001: end(),
      talk0001: { type: 'talk.skill', config: { bot: ref('bot', botId), intents: [{ id: 'inte0001', intent: ref('intent', intentId) }] } },
      talk0002: { type: 'talk.skill', config: { bot: ref('bot', emptyBot) } },
      know0001: { type: 'talk.knowledge', config: { sources: [ref('knowledge', sourceId)], question: 'city' } },
      hand0001: { type: 'talk.department', config: { department: ref('department', department) } },
      temp0001: { type: 'message.template', config: { template: ref('template', templateId) } },
      medi0001: { type: 'message.media', config: { media: { kind: 'library', media: ref('media', medium._id) } } },
      sets0001: { type: 'data.sets', config: { action: 'add', sets: [ref('group', group), ref('label', label)] } },
      cust0001: { type: 'data.customer', config: { attributes: [{ attribute: ref('attribute', income._id), value: '1' }] } },
      cond0001: { type: 'logic.condition', config: { test: { source: 'customer.city == "Pune"' } } },
      subs0001: { type: 'logic.stream', config: { stream: ref('stream', inner.id) } },
      open0001: { type: 'logic.open', config: { calendar: ref('calendar', calendarId) } },
    }),
    id: stream.id,
    name: 'Sales',
  };
  naming.settings.channels = [ref('channel', channel.id) as never];
  const remove = (path: string, params: Record<string, string>) =>
    as(user).delete(Object.entries(params).reduce((known, [name, value]) => known.replace(`:${name}`, value), path));
  const removals: [code: string, () => ReturnType<typeof remove>][] = [
    ['intent.in_use', () => remove(endpoints.intents.remove.path, { agentId: botId, storyId, intentId })],
    ['intent.in_use', () => remove(endpoints.stories.remove.path, { agentId: botId, storyId })],
    ['101', () => remove(endpoints.bots.remove.path, { agentId: emptyBot })],
    ['knowledge.in_use', () => remove(endpoints.knowledge.removeSource.path, { agentId: botId, sourceId })],
    ['department.in_use', () => remove(endpoints.departments.remove.path, { departmentId: department })],
    ['calendar.in_use', () => remove(endpoints.calendars.remove.path, { calendarId })],
    ['template.in_use', () => remove(endpoints.templates.remove.path, { templateId })],
    ['artifact.in_use', () => remove(endpoints.artifacts.remove.path, { artifactId: medium._id })],
    ['group.in_use', () => remove(endpoints.phoneBook.removeGroup.path, { setId: group })],
    ['group.in_use', () => remove(endpoints.phoneBook.removeLabel.path, { setId: label })],
    ['attribute.in_use', () => remove(endpoints.attributes.remove.path, { attributeId: income._id })],
    ['attribute.in_use', () => remove(endpoints.attributes.remove.path, { attributeId: city._id })],
    ['journey.named', () => remove(journeys.remove.path, { journeyId: inner.id })],
    ['channel.in_use', () => remove(endpoints.channels.remove.path, { channelId: channel.id })],
  ];
  const write = (document: object, version: number) =>
    app.contextOf(user).transaction((tx) =>
      tx
        .updateTable('journeys')
        .set({ document: JSON.stringify(document), version, state: version > 0 ? 'PUBLISHED' : 'DRAFT' })
        .where('enterpriseId', '=', enterpriseId)
        .where('journeyId', '=', stream.id)
        .execute(),
    );
  const empty = { ...makeStream({ ends0001: end() }), id: stream.id, name: 'Sales' };
  const publishNow = (document: object, version: number) =>
    app.contextOf(user).transaction((tx) =>
      tx
        .insertInto('journeyVersions')
        .values({
          enterpriseId,
          journeyId: stream.id,
          version,
          document: JSON.stringify(document),
          fingerprint: `${version}`,
          publishedBy: user.userId,
          publishedAt: new Date(),
        })
        .execute(),
    );
  const refusals = async () => {
    const found: unknown[] = [];
    for (const [, attempt] of removals) {
      const { code, data } = (await attempt()).json();
      found.push([code, data?.uses?.filter((name: string) => name.toLowerCase() === 'stream sales').length]);
    }
    return found;
  };
  const expected = removals.map(([code]) => [code, 1]);
  await write(naming, 0);
  expect(await refusals()).toEqual(expected);
  // The draft has let go of them, and the published version has not.
  await publishNow(naming, 1);
  await write(empty, 1);
  expect(await refusals()).toEqual(expected);
  // A version that nobody begins and in which nobody is holds nothing.
  await publishNow(empty, 2);
  await write(empty, 2);
  const inVersion = { enterpriseId, journeyId: stream.id, version: 1, channelId: channel.id };
  const [entryId, instanceId, now] = [newId(), newId(), new Date()];
  // One that a rule begins does, and one in which somebody is.
  const holds: [string, (tx: Tx) => Promise<unknown>, (tx: Tx) => Promise<unknown>][] = [
    [
      'a rule',
      (tx) =>
        tx
          .insertInto('journeyEntries')
          .values({ ...inVersion, entryId, kind: 'any', word: '', settings: '{}', priority: 5, createdBy: user.userId, createdAt: now })
          .execute(),
      (tx) => tx.deleteFrom('journeyEntries').where('enterpriseId', '=', enterpriseId).where('entryId', '=', entryId).execute(),
    ],
    [
      'somebody inside',
      (tx) =>
        tx
          .insertInto('journeyLive')
          .values({ ...inVersion, instanceId, startedAt: now, customerId: instanceId, chatId: instanceId })
          .execute(),
      (tx) => tx.deleteFrom('journeyLive').where('enterpriseId', '=', enterpriseId).where('instanceId', '=', instanceId).execute(),
    ],
  ];
  for (const [what, hold, letGo] of holds) {
    await app.contextOf(user).transaction(hold);
    expect([what, await refusals()]).toEqual([what, expected]);
    await app.contextOf(user).transaction(letGo);
  }
  for (const [code, attempt] of removals) {
    const removed = await attempt();
    expect([code, removed.statusCode, removed.json().code]).toEqual([code, 200, '100']);
  }
});

test('journeys 9 the check says what the cheapest and the dearest way cost one person on each production channel, by the prices of now, and where free text may come too late', async () => {
  const enterprise = await app.makeEnterprise({ country: 'IN' });
  const user = await makeUser({ enterprise });
  const { enterpriseId } = user;
  const [whatsapp, sandbox, sms, templateId] = [newId(), newId(), newId(), newId()];
  const channel = (channelId: string, name: string, type: number, environment: 'production' | 'sandbox') => ({
    enterpriseId,
    channelId,
    name,
    type,
    vendor: 'twixormcmi',
    environment,
    data: '{}',
    widgetKey: channelId,
  });
  await app.contextOf(user).transaction(async (tx) => {
    await tx
      .insertInto('channels')
      .values([
        channel(whatsapp, 'Shop', 4, 'production'),
        channel(sandbox, 'Trial', 4, 'sandbox'),
        { ...channel(sms, 'Texts', 0, 'production'), vendor: 'sinch' },
      ] as never)
      .execute();
    await tx
      .insertInto('templates')
      .values({
        enterpriseId,
        templateId,
        channelId: whatsapp,
        name: 'offer',
        language: 'en',
        category: 'MARKETING',
        components: '[]',
        extra: '{}',
        status: 'APPROVED',
      } as never)
      .execute();
  });
  const ref = (kind: string, id: string, name: string) => ({ ref: kind, id, name });
  const inner = await make(user, 'Inner');
  const stream = await make(user, 'Sales');
  const write = (journeyId: string, document: object) =>
    app.contextOf(user).transaction((tx) =>
      tx
        .updateTable('journeys')
        .set({ document: JSON.stringify(document), fingerprint: newId() })
        .where('enterpriseId', '=', enterpriseId)
        .where('journeyId', '=', journeyId)
        .execute(),
    );
  await write(inner.id, { ...makeStream({ text0001: say('Bye', 'ends0001'), ends0001: end() }), id: inner.id, name: 'Inner' });
  const { revision } = await get(user, at(journeys.draft.path, inner.id));
  expect((await as(user).post(at(journeys.publish.path, inner.id), { revision })).statusCode).toBe(200);
  const sales = makeStream(
    {
      asks0001: ask('Shall we?', 'answer', { ok: 'temp0001', timeout: 'subs0001' }),
      temp0001: {
        type: 'message.template',
        config: { template: ref('template', templateId, 'offer') },
        to: { next: 'subs0001', refused: 'asks0001' },
      },
      subs0001: { type: 'logic.stream', config: { stream: ref('stream', inner.id, 'Inner') }, to: { done: 'ends0001', ended: 'ends0001' } },
      ends0001: end(),
    },
    { variables: texts('answer') },
  );
  sales.settings.channels = [ref('channel', whatsapp, 'Shop'), ref('channel', sandbox, 'Trial'), ref('channel', sms, 'Texts')] as never;
  await write(stream.id, { ...sales, id: stream.id, name: 'Sales' });
  const costs = async () =>
    (await get(user, at(journeys.check.path, stream.id))).findings.filter(({ code }: { code: string }) => code === 'COST');
  // There is no finding about cost without prices for messages.
  expect(await costs()).toEqual([]);
  await app.contextOf(user).transaction(async (tx) => {
    const rate = (channelType: number, category: string, price: number) => ({
      enterpriseId,
      rateId: newId(),
      channelType,
      category,
      price,
      validFrom: new Date(0),
    });
    await tx
      .insertInto('billingRates')
      .values([rate(4, 'SERVICE', 100_000), rate(4, 'MARKETING', 780_000), rate(0, 'SERVICE', 150_000)])
      .execute();
  });
  const placed = {
    code: 'COST',
    level: 'warning',
    node: '',
    exit: '',
    field: '',
    slots: expect.objectContaining({ country: 'IN' }),
    way: [],
  };
  const rest = ', for numbers of IN: each message once, however often a loop sends it.';
  expect(await costs()).toEqual([
    { ...placed, what: 'costsBetween', text: `On Shop, one person costs Rs.0.20 to Rs.0.98${rest}` },
    { ...placed, what: 'costs', text: `On Texts, one person costs Rs.0.30${rest}` },
  ]);

  // Channels of WhatsApp take free text for a day only, which their adapter knows; forms get that limit too.
  const later = makeStream({
    wait0001: { type: 'logic.wait', config: { until: { kind: 'duration', seconds: 86_400 } }, to: { next: 'text0001' } },
    text0001: say('Still there?', 'ends0001'),
    ends0001: end(),
  });
  await write(stream.id, { ...later, id: stream.id, name: 'Sales', settings: { ...later.settings, channels: sales.settings.channels } });
  const risks = (await get(user, at(journeys.check.path, stream.id))).findings.filter(
    ({ code }: { code: string }) => code === 'WINDOW_RISK',
  );
  expect(risks).toMatchObject([{ level: 'warning', node: 'text0001', slots: { channel: 'Shop, Trial', hours: 24 } }]);
  // And how long a text may be: without its values it is as long at least.
  const long = makeStream({ text0001: say(`{{ customer.name }}${'x'.repeat(1601)}`, 'ends0001'), ends0001: end() });
  await write(stream.id, { ...long, id: stream.id, name: 'Sales', settings: { ...long.settings, channels: sales.settings.channels } });
  const tooLong = (await get(user, at(journeys.check.path, stream.id))).findings.filter(
    ({ level }: { level: string }) => level === 'error',
  );
  const overLimit = { code: 'OVER_LIMIT', level: 'error', node: 'text0001', exit: '', field: 'text.en', what: 'textTooLong', way: [] };
  expect(tooLong).toEqual([
    {
      ...overLimit,
      text: 'On Texts, a text has at most 1,600 characters; this one has 1,601 (en).',
      slots: { channel: 'Texts', most: 1600, length: 1601, language: 'en' },
    },
  ]);
  // The same for the channels of its rules, where its settings name none.
  await write(stream.id, { ...later, id: stream.id, name: 'Sales' });
  const drafted = (await get(user, at(journeys.draft.path, stream.id))) as { revision: number };
  expect((await as(user).post(at(journeys.publish.path, stream.id), { revision: drafted.revision })).statusCode).toBe(200);
  await app.contextOf(user).transaction((tx) =>
    tx
      .insertInto('journeyEntries')
      .values(
        [whatsapp, sms].map((channelId) => ({
          enterpriseId,
          entryId: newId(),
          journeyId: stream.id,
          version: 1,
          channelId,
          kind: 'keyword',
          word: 'sale',
          createdBy: user.userId,
          createdAt: new Date(),
        })),
      )
      .execute(),
  );
  const none = { ...long.settings, channels: [] };
  const foundIn = async (document: Document, code: string) => {
    await write(stream.id, { ...document, id: stream.id, name: 'Sales', settings: none });
    const { findings } = await get(user, at(journeys.check.path, stream.id));
    return findings.flatMap((one: JourneyFinding) => (one.code === code ? [[one.node, one.slots.channel]] : []));
  };
  expect(await foundIn(sales, 'COST')).toEqual([
    ['', 'Shop'],
    ['', 'Texts'],
  ]);
  expect(await foundIn(later, 'WINDOW_RISK')).toEqual([['text0001', 'Shop']]);
  expect(await foundIn(long, 'OVER_LIMIT')).toEqual([['text0001', 'Texts']]);
  const buttons = makeStream({
    menu0001: {
      type: 'message.buttons',
      config: { text: { en: 'Which?' }, items: [{ id: 'one00001', title: { en: 'One' } }] },
      to: { one00001: 'ends0001' },
    },
    ends0001: end(),
  });
  expect(await foundIn(buttons, 'FALLBACK')).toEqual([['menu0001', 'Texts']]);
  const { refs } = await get(user, `${at(journeys.refs.path, stream.id)}?kind=channel`);
  expect(refs.map(({ name, extra }: { name: string; extra: object }) => [name, extra])).toEqual([
    ['Shop', { type: 4, windowHours: 24, textLimit: 4096, isAttached: true }],
    ['Texts', { type: 0, windowHours: 0, textLimit: 1600, isAttached: true }],
    ['Trial', { type: 4, windowHours: 24, textLimit: 4096, isAttached: false }],
  ]);
});

test('journeys 1 File: media travel with a stream; where the library has the same content it is found, otherwise it is added, and what was changed on the way is refused', async () => {
  const user = await makeUser();
  const elsewhere = await makeUser({ enterprise: await app.makeEnterprise() });
  const { files, artifacts } = endpoints;
  const store = async (by: TestUser, content: Buffer, name: string) =>
    (await as(by).post(files.upload.path, ...upload(name, content))).json().response.id as string;
  const addMedium = async (by: TestUser, fileId: string, name: string, more: object = {}) =>
    (
      await as(by).post(artifacts.create.path, { isPublic: true, ...more, data: { type: 'IMAGE', name, desc: 'How to get here', fileId } })
    ).json().response._id as string;
  const picture = await makePng(40, 30);
  const id = await addMedium(user, await store(user, picture, 'map.png'), 'Map');
  const journey = await make(user, 'Way');
  const show = (medium: string) => ({
    ...makeStream({
      medi0001: {
        type: 'message.media',
        config: { media: { kind: 'library', media: { ref: 'media', id: medium, name: 'Map' } } },
        to: { next: 'ends0001' },
      },
      ends0001: end(),
    }),
    id: journey.id,
    name: 'Way',
  });
  await app.contextOf(user).transaction((tx) =>
    tx
      .updateTable('journeys')
      .set({ document: JSON.stringify(show(id)) })
      .where('enterpriseId', '=', user.enterpriseId)
      .where('journeyId', '=', journey.id)
      .execute(),
  );
  const file = (await as(user).get(at(journeys.export.path, journey.id))).rawPayload;
  const send = async (by: TestUser, content: Buffer) => (await as(by).post(journeys.import.path, ...upload('way.parley', content))).json();
  const library = async (by: TestUser) =>
    ((await as(by).get(`${artifacts.list.path}?visibility=public`)).json().response.artifacts as Artifact[]).map(({ _id, data }) => ({
      id: _id,
      name: data.name,
      desc: data.desc,
      fileName: data.fileName,
      size: [data.width, data.height],
    }));
  const added = await send(elsewhere, file);
  const [medium] = await library(elsewhere);
  expect(await library(elsewhere)).toEqual([{ id: medium?.id, name: 'Map', desc: 'How to get here', fileName: 'map.png', size: [40, 30] }]);
  expect(added.data.references).toEqual([{ ref: 'media', id, name: 'Map', found: 'Map', isNew: true }]);
  const usedIn = async (by: TestUser, stream: string) =>
    ((await get(by, at(journeys.draft.path, stream))) as { document: Document }).document.nodes[0]?.config;
  expect(await usedIn(elsewhere, added.data.journeyId)).toMatchObject({ media: { media: { id: medium?.id } } });
  // The second time it is there, under any name; so it is where it came from.
  for (const [by, wanted] of [
    [elsewhere, medium?.id],
    [user, id],
  ] as const) {
    const again = await send(by, file);
    expect(again.data.references).toEqual([{ ref: 'media', id, name: 'Map', found: 'Map', isNew: false }]);
    expect(await usedIn(by, again.data.journeyId)).toMatchObject({ media: { media: { id: wanted } } });
    expect((await library(by)).length).toBe(1);
  }
  // One that lies in somebody's own library alone is none that a stream can send: it is added for all.
  const owner = await makeUser({ enterprise: await app.makeEnterprise() });
  await addMedium(owner, await store(owner, picture, 'mine.png'), 'Mine', { isPublic: false });
  expect((await send(owner, file)).data.references).toMatchObject([{ isNew: true }]);

  const sha256 = createHash('sha256').update(picture).digest('hex');
  const pack = (content: Buffer | string | undefined, more: object = {}, extra: ZipEntry[] = []) =>
    rawZip([
      { name: 'parley.json', content: JSON.stringify({ format: 'parley.package', version: 1, main: journey.id }) },
      { name: `streams/${journey.id}.json`, content: JSON.stringify(show(id)) },
      {
        name: 'media.json',
        content: JSON.stringify([{ id, type: 'IMAGE', name: 'Map', description: '', fileName: 'map.png', sha256, ...more }]),
      },
      ...(content === undefined ? [] : [{ name: `media/${(more as { sha256?: string }).sha256 ?? sha256}`, content }]),
      ...extra,
    ]);
  const hashOf = (content: string) => createHash('sha256').update(content).digest('hex');
  const refusals: [Buffer, string][] = [
    [pack(Buffer.concat([picture, Buffer.from('x')])), `media/${sha256} is not what it was`],
    [pack(undefined), 'The file lacks “map.png”.'],
    [pack('no picture', { sha256: hashOf('no picture') }), 'map.png: '],
    [pack('<script>', { sha256: hashOf('<script>'), fileName: 'page.html', type: 'DOC' }), 'page.html: '],
    [pack(picture, { type: 'VIDEO' }), 'map.png: '],
    [pack(picture, { type: 'MSG' }), 'media.json: 0.type'],
    [pack(picture, { script: 'x' }), 'Unrecognized key'],
    [pack(picture, {}, [{ name: `media/${hashOf('y')}`, content: 'y' }]), `media.json does not say what media/${hashOf('y')} is.`],
    [pack(picture, {}, [{ name: 'media/../../etc/passwd', content: 'y' }]), 'invalid relative path'],
  ];
  const refuser = await makeUser({ enterprise: await app.makeEnterprise() });
  for (const [content, words] of refusals) {
    const refused = await send(refuser, content);
    expect([refused.code, refused.message]).toEqual(['journey.import_invalid', expect.stringContaining(words)]);
  }
  expect(await library(refuser)).toEqual([]);
  expect((await get(refuser, journeys.list.path)).journeys).toEqual([]);
});
