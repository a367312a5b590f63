import { designerAccessHeader, endpoints, type JourneyItem } from '@parley/contract';
import type { Document } from '@parley/journey';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { upload } from '../../../../test/upload.ts';

const app = await startApp();
const { as, makeUser } = app;
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

test('JOURNEY-002 JOURNEY-004 JOURNEY-005 streams are made, found, renamed, copied, deleted and brought back; nobody else sees them', async () => {
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

test('DESIGN-017 DESIGN-018 a frame edits the one stream that it was opened for, holds it, and loses it to whoever takes it over', async () => {
  const user = await makeUser({ name: 'Asha' });
  const other = await makeUser({ name: 'Ravi', enterprise: user });
  const journey = await make(user, 'Hello');
  const foreign = await make(user, 'Elsewhere');
  const { accessId } = await get(user, `${designer.access.path}?kind=journey&id=${journey.id}`);
  const frame = { headers: { [designerAccessHeader]: accessId, 'authentication-token': '' } };
  const asFrame = app.stranger();
  const draft = (await asFrame.get(at(journeys.draft.path, journey.id), frame)).json().data;
  expect(draft).toMatchObject({
    revision: 1,
    readOnly: false,
    unpublishedBy: [],
    lease: { holderName: '', isMine: false },
    document: { nodes: [] },
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
  // As its refusal says: a conversation is saved, and the same draft is published again, since it is rehearsed now.
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
  expect(played.tests.every(({ isPassed }: { isPassed: boolean }) => isPassed)).toBe(true);
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

test('whoever makes accesses of frames up is refused before the database is asked, and calls without one are not', async () => {
  const stranger = app.stranger();
  const path = at(journeys.draft.path, crypto.randomUUID());
  const ask = (place: number) =>
    stranger.get(path, { headers: { [designerAccessHeader]: `made-up-${place}`, 'authentication-token': `made-up-${place}` } });
  const statuses: number[] = [];
  for (let place = 0; place < 301; place += 1) statuses.push((await ask(place)).statusCode);
  expect([statuses.slice(0, 300).every((status) => status === 401), statuses[300]]).toEqual([true, 429]);
});
