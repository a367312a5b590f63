import { endpoints, type InstalledPart, type PackagePlanItem, type WholePackage } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { loanForm, writeForm } from '../../../../test/forms.ts';
import { end, say } from '../../../../test/journeys.ts';
import { createPackageScenes, packageAt } from '../../../../test/packages.ts';

const app = await sharedApp();
const { as, makeUser, contextOf } = app;
const scenes = createPackageScenes(app);
const { packages, forms, journeys, richCards, templates, encaps, bin, roles, audit } = endpoints;

const kindsOf = (parts: readonly Pick<InstalledPart, 'kind' | 'name'>[] = []) => parts.map(({ kind, name }) => `${kind} ${name}`).sort();
const whole = ['card Loan card', 'encap Loan page', 'form Loan form', 'stream Loan inner', 'stream Loan stream', 'template loan_ready'];

/** A package of everything, at a second enterprise that trusts its maker. */
async function makeWorld() {
  const [maker, taker] = [await makeUser(), await makeUser()];
  const things = await scenes.makeThings(maker);
  const made = await scenes.make(maker, scenes.namesOf(things));
  const taken = await scenes.take(taker, await scenes.readFile(maker, made.id));
  const channelId = await scenes.makeSendingChannel(taker);
  /** The next version, at the taker. */
  const release = async (version: string) => {
    const next = await scenes.make(maker, scenes.namesOf(things), { version });
    return scenes.take(taker, await scenes.readFile(maker, next.id));
  };
  return { maker, taker, things, taken, channelId, release };
}
type World = Awaited<ReturnType<typeof makeWorld>>;
const installAll = ({ taker, taken, channelId }: World, more: object = {}) =>
  scenes.install(taker, taken.id, { channelIds: [channelId], ...more });

const readForm = async (by: TestUser, id: string) => (await as(by).get(forms.get.path.replace(':formId', id))).json();
async function saveForm(by: TestUser, id: string, document: object): Promise<void> {
  const { name, version } = (await readForm(by, id)).data;
  scenes.done(await as(by).post(forms.save.path, { id, name, document, version }));
}
/** The loan form with one more field on its second screen. */
const longerForm = (name: string) => {
  const form = loanForm();
  const [first, second] = form.screens;
  const added = writeForm([{ id: 'screen09', fields: [{ id: 'field009', name, kind: 'text' }] }]).screens[0]?.fields ?? [];
  return { ...form, screens: [first, { ...second, fields: [...(second?.fields ?? []), ...added] }] };
};
const fieldNames = async (by: TestUser, id: string): Promise<string[]> =>
  ((await readForm(by, id)).data.document.screens as { fields: { name: string }[] }[]).flatMap(({ fields }) =>
    fields.map(({ name }) => name),
  );
const stepsOf = (items: readonly PackagePlanItem[]) =>
  Object.fromEntries(items.map(({ name, step, reason }) => [name, reason === '' ? step : `${step} ${reason}`]));

test('a package is installed at another enterprise: everything is a draft there, and its things name each other', async () => {
  const world = await makeWorld();
  const { taker, taken, things } = world;
  const plan = await scenes.plan(taker, taken.id, 'install');
  expect(stepsOf(plan.items)).toEqual(Object.fromEntries(whole.map((one) => [one.replace(/^\w+ /, ''), 'create isNew'])));
  expect(plan).toMatchObject({ channelTypes: [4], lacking: [], uses: [], refs: [] });
  const installed = await installAll(world);
  expect(installed).toMatchObject({ installed: '1.0.0', hasUpdate: false, install: { version: '1.0.0', installedBy: taker.name } });
  expect(kindsOf(installed.install?.parts)).toEqual(whole);
  const [form, inner, stream] = ['Loan form', 'Loan inner', 'Loan stream'].map((name) => scenes.partOf(installed, name)) as [
    string,
    string,
    string,
  ];
  const { nodes } = await scenes.readDocument(taker, stream);
  expect(nodes.map(({ config }) => config)).toMatchObject([{}, { form: { id: form } }, { stream: { id: inner } }, {}]);
  expect([form, inner, stream]).not.toEqual([things.form, things.inner, things.stream]);
  expect((await readForm(taker, form)).data).toMatchObject({ name: 'Loan form', state: 0, published: 0, fields: 5, pageUrl: '' });
  const journey = (await as(taker).get(journeys.get.path.replace(':journeyId', stream))).json().data;
  expect(journey).toMatchObject({ name: 'Loan stream', state: 'DRAFT', version: 0 });
  const template = (await as(taker).get(`${templates.get.path}?templateId=${scenes.partOf(installed, 'loan_ready')}`)).json().data;
  expect(template).toMatchObject({ name: 'loan_ready', status: 'DRAFT', channelId: world.channelId });
  const encap = (await as(taker).get(encaps.get.path.replace(':encapId', scenes.partOf(installed, 'Loan page')))).json().data;
  expect(encap).toMatchObject({ name: 'Loan page', state: 0 });
  const card = (await as(taker).get(richCards.get.path.replace(':cardId', scenes.partOf(installed, 'Loan card')))).json().data;
  expect(card.title).toEqual({ en: 'Your visit, {{name}}', hi: 'आपकी मुलाक़ात, {{name}}' });
  const trail = (await as(taker).get(`${audit.list.path}?kind=package_install`)).json().data.entries;
  expect(trail).toMatchObject([{ action: 'create', recordName: 'Loan' }]);
});

test('a name that is taken gets another one, or what has it is used, and an item may be left away', async () => {
  const world = await makeWorld();
  const { taker, taken } = world;
  const own = (await scenes.makeForm(taker, 'Loan form', loanForm())).id;
  await scenes.makeCard(taker, { name: 'Loan card' });
  const plan = await scenes.plan(taker, taken.id, 'install');
  const planned = (name: string) => plan.items.find((item) => item.name === name) as PackagePlanItem;
  expect(planned('Loan form')).toMatchObject({ conflict: { id: own, name: 'Loan form' }, freeName: 'Loan form (2)' });
  const choose = (name: string, take: string, more: object = {}) => ({ item: planned(name).path, take, ...more });
  const taking = await scenes.tryInstall(taker, taken.id, {
    choices: [choose('Loan card', 'create', { name: 'loan CARD' }), choose('loan_ready', 'skip')],
  });
  expect(taking.json()).toMatchObject({ code: 'package.name_taken', data: { name: 'loan CARD' } });
  const nothing = await scenes.tryInstall(taker, taken.id, { choices: [choose('Loan inner', 'use'), choose('loan_ready', 'skip')] });
  expect(nothing.json().code).toBe('package.nothing_to_use');
  const installed = await scenes.install(taker, taken.id, {
    choices: [
      choose('Loan form', 'use'),
      choose('Loan inner', 'create', { name: 'Mine' }),
      choose('loan_ready', 'skip'),
      choose('Loan page', 'skip'),
    ],
  });
  const parts = installed.install?.parts ?? [];
  expect(
    parts
      .filter(({ recordId }) => recordId !== '')
      .map(({ name, isOwn }) => [name, isOwn])
      .sort(),
  ).toEqual([
    ['Loan card (2)', false],
    ['Loan form', true],
    ['Loan stream', false],
    ['Mine', false],
  ]);
  const { nodes } = await scenes.readDocument(taker, scenes.partOf(installed, 'Loan stream'));
  expect(nodes[1]?.config).toMatchObject({ form: { id: own } });
  await scenes.tryRemove(taker, taken.id);
  expect((await readForm(taker, own)).data.name).toBe('Loan form');
});

test('a package is installed once: the same request key answers the same install, at the same moment too', async () => {
  const world = await makeWorld();
  const { taker, taken, channelId } = world;
  const body = { requestKey: 'once', channelIds: [channelId] };
  const answers = await Promise.all([1, 2, 3].map(() => scenes.tryInstall(taker, taken.id, body)));
  const installs = answers.map((answer) => scenes.done<WholePackage>(answer).install);
  expect(installs[1]).toEqual(installs[0]);
  expect(installs[2]).toEqual(installs[0]);
  expect((await as(taker).get(forms.list.path)).json().data.forms).toHaveLength(1);
  const again = await scenes.tryInstall(taker, taken.id, { ...body, requestKey: 'twice' });
  expect([again.statusCode, again.json().code]).toEqual([409, 'package.installed']);
});

test('an install that ends in the middle leaves nothing', async () => {
  const world = await makeWorld();
  const { taker, taken } = world;
  // The template comes before the form and the streams; the card was made by then.
  const refused = await scenes.tryInstall(taker, taken.id);
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'package.channel_missing']);
  const plan = await scenes.plan(taker, taken.id, 'install');
  const last = plan.items.at(-1) as PackagePlanItem;
  const late = await scenes.tryInstall(taker, taken.id, {
    channelIds: [world.channelId],
    choices: [{ item: last.path, take: 'create', name: 'x'.repeat(500) }],
  });
  expect(late.json().message).toBe('name: Use at most 120 characters.');
  expect((await scenes.whole(taker, taken.id)).install).toBeNull();
  const counts = await contextOf(taker).read(async (tx) =>
    Promise.all(
      (['forms', 'journeys', 'richCards', 'templates', 'packageInstalls', 'packageItems'] as const).map(async (table) => {
        const rows = await tx.selectFrom(table).select('enterpriseId').where('enterpriseId', '=', taker.enterpriseId).execute();
        return rows.length;
      }),
    ),
  );
  expect(counts).toEqual([0, 0, 0, 0, 0, 0]);
});

test('installing asks for the right to make each kind inside, updating and removing for theirs', async () => {
  const world = await makeWorld();
  const { taker, taken, channelId, release } = world;
  const userWith = async (...permissions: string[]) => {
    const { code } = (await as(taker).put(roles.saveRole.path, { name: permissions.join(' ').slice(0, 50), permissions })).json().data;
    return makeUser({ enterprise: taker, roles: [code] });
  };
  const streams = await userWith('JOURNEYS.CREATE', 'JOURNEYS.EDIT', 'JOURNEYS.DELETE');
  expect((await scenes.plan(streams, taken.id, 'install')).lacking).toEqual(['RICHCARDS.CREATE', 'MSG_TEMPLATES.CREATE']);
  const refused = await scenes.tryInstall(streams, taken.id, { channelIds: [channelId] });
  expect([refused.statusCode, refused.json().code]).toEqual([403, '1403']);
  const looks = await userWith('JOURNEYS.VIEW');
  expect((await scenes.whole(looks, taken.id)).name).toBe('Loan');
  expect((await scenes.tryInstall(looks, taken.id)).json().code).toBe('1403');
  const skip = (await scenes.plan(streams, taken.id, 'install')).items.filter(({ kind }) => kind === 'card' || kind === 'template');
  await scenes.install(streams, taken.id, { choices: skip.map(({ path }) => ({ item: path, take: 'skip' })) });
  const creator = await userWith('JOURNEYS.CREATE');
  const next = await release('1.1.0');
  expect((await scenes.tryUpdate(creator, next.id)).json().code).toBe('1403');
  expect((await scenes.tryRemove(creator, taken.id)).json().code).toBe('1403');
  expect((await scenes.tryRemove(streams, taken.id)).json().data).toEqual({ binned: 4, kept: [] });
});

describe('an update keeps what was changed here', () => {
  test('ours stays where theirs is the same, theirs comes where ours is, and both ask for a choice', async () => {
    const world = await makeWorld();
    const { maker, taker, things, release } = world;
    const installed = await installAll(world);
    const [form, inner, card] = ['Loan form', 'Loan inner', 'Loan card'].map((name) => scenes.partOf(installed, name)) as [
      string,
      string,
      string,
    ];
    await saveForm(taker, form, longerForm('ours'));
    const { version, ...ours } = (await as(taker).get(richCards.get.path.replace(':cardId', card))).json().data;
    scenes.done(
      await as(taker).put(richCards.update.path.replace(':cardId', card), { ...ours, smsText: { en: 'Ours, {{name}}' }, version }),
    );
    await saveForm(maker, things.form, longerForm('theirs'));
    await scenes.draw(maker, things.inner, { innera01: say('Theirs.', 'innere01'), innere01: end() });
    const next = await release('1.1.0');
    expect(next).toMatchObject({ installed: '1.0.0', hasUpdate: true });
    const plan = await scenes.plan(taker, next.id, 'update');
    expect(stepsOf(plan.items)).toMatchObject({
      'Loan form': 'choose changedBoth',
      'Loan card': 'keep changedHere',
      'Loan inner': 'take changedThere',
      'Loan stream': 'keep isSame',
    });
    const conflict = plan.items.find(({ name }) => name === 'Loan form');
    expect(conflict?.differences).toContainEqual(
      expect.objectContaining({ at: expect.stringContaining('name'), mine: 'ours', theirs: 'theirs' }),
    );
    const open = await scenes.tryUpdate(taker, next.id);
    expect([open.statusCode, open.json().code, open.json().data]).toEqual([409, 'package.choice_missing', { names: ['Loan form'] }]);
    const updated = await scenes.update(taker, next.id, { choices: [{ item: conflict?.path, take: 'mine' }] });
    expect(updated).toMatchObject({ installed: '1.1.0', hasUpdate: false });
    expect(await fieldNames(taker, form)).toContain('ours');
    expect((await scenes.readDocument(taker, inner)).nodes[0]?.config).toMatchObject({ text: { en: 'Theirs.' } });
    expect((await as(taker).get(richCards.get.path.replace(':cardId', card))).json().data.smsText).toEqual({ en: 'Ours, {{name}}' });
    // A choice counts until theirs changes again.
    const third = await release('1.2.0');
    expect(stepsOf((await scenes.plan(taker, third.id, 'update')).items)).toMatchObject({
      'Loan form': 'keep changedHere',
      'Loan inner': 'keep isSame',
    });
    await saveForm(maker, things.form, longerForm('newest'));
    const fourth = await release('1.3.0');
    await scenes.update(taker, fourth.id, { choices: [{ item: conflict?.path, take: 'theirs' }] });
    expect(await fieldNames(taker, form)).toEqual(expect.arrayContaining(['newest']));
    expect(await fieldNames(taker, form)).not.toContain('ours');
    expect((await scenes.tryUpdate(taker, third.id)).json().code).toBe('package.not_newer');
  });

  test('new things come, what the package has no more stays, and what was deleted here comes back by choice alone', async () => {
    const world = await makeWorld();
    const { maker, taker, things } = world;
    const installed = await installAll(world);
    const card = scenes.partOf(installed, 'Loan card');
    scenes.done(await as(taker).delete(richCards.remove.path.replace(':cardId', card)));
    const extra = (await scenes.makeForm(maker, 'Extra', loanForm())).id;
    const { version, ...theirs } = (await as(maker).get(richCards.get.path.replace(':cardId', things.card))).json().data;
    scenes.done(
      await as(maker).put(richCards.update.path.replace(':cardId', things.card), { ...theirs, smsText: { en: 'New, {{name}}' }, version }),
    );
    const items = [...scenes.namesOf(things).filter(({ kind }) => kind !== 'template'), { kind: 'form' as const, id: extra }];
    const made = await scenes.make(maker, items, { version: '2.0.0' });
    const next = await scenes.take(taker, await scenes.readFile(maker, made.id));
    const plan = await scenes.plan(taker, next.id, 'update');
    expect(stepsOf(plan.items)).toMatchObject({ Extra: 'create isNew', 'Loan card': 'choose isGone', loan_ready: 'keep isLeft' });
    const gone = plan.items.find(({ name }) => name === 'Loan card')?.path;
    const updated = await scenes.update(taker, next.id, { choices: [{ item: gone, take: 'theirs' }] });
    const back = scenes.partOf(updated, 'Loan card');
    expect(back).not.toBe(card);
    expect((await as(taker).get(richCards.get.path.replace(':cardId', back))).json().data.smsText).toEqual({ en: 'New, {{name}}' });
    expect(scenes.partOf(updated, 'Extra')).not.toBe('');
    expect(scenes.partOf(updated, 'loan_ready')).not.toBe('');
  });
});

describe('removing', () => {
  test('unchanged things go to the bin, and changed ones stay with what they name', async () => {
    const world = await makeWorld();
    const { taker, taken } = world;
    const installed = await installAll(world);
    const stream = scenes.partOf(installed, 'Loan stream');
    const { document } = (await as(taker).get(journeys.draft.path.replace(':journeyId', stream))).json().data;
    await contextOf(taker).transaction((tx) =>
      tx
        .updateTable('journeys')
        .set({ document: JSON.stringify({ ...document, languages: ['en', 'hi'] }) })
        .where('enterpriseId', '=', taker.enterpriseId)
        .where('journeyId', '=', stream)
        .execute(),
    );
    const plan = await scenes.plan(taker, taken.id, 'remove');
    expect(stepsOf(plan.items)).toEqual({
      'Loan stream': 'keep changedHere',
      'Loan form': 'keep isUsed',
      'Loan inner': 'keep isUsed',
      'Loan card': 'bin',
      'Loan page': 'bin',
      loan_ready: 'bin',
    });
    const removed = (await scenes.tryRemove(taker, taken.id)).json().data;
    expect([removed.binned, kindsOf(removed.kept)]).toEqual([3, ['form Loan form', 'stream Loan inner', 'stream Loan stream']]);
    const { entries } = (await as(taker).get(bin.list.path)).json().data as { entries: { kind: string; name: string }[] };
    expect(entries.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual([
      'journey Loan page',
      'rich_card Loan card',
      'template loan_ready',
    ]);
    expect((await scenes.whole(taker, taken.id)).install).toBeNull();
    expect((await scenes.tryRemove(taker, taken.id)).json().code).toBe('package.not_installed');
    expect(kindsOf((await installAll(world)).install?.parts)).toContain('stream Loan stream (2)');
  });

  test('something live keeps all of it: a published stream, and a stream of somebody’s own that names a form', async () => {
    const world = await makeWorld();
    const { taker, taken } = world;
    const installed = await installAll(world);
    const inner = scenes.partOf(installed, 'Loan inner');
    const { revision } = (await as(taker).get(journeys.draft.path.replace(':journeyId', inner))).json().data;
    scenes.done(await as(taker).post(journeys.publish.path.replace(':journeyId', inner), { revision }));
    expect((await scenes.plan(taker, taken.id, 'remove')).uses).toEqual(['stream Loan inner, which is published']);
    const refused = await scenes.tryRemove(taker, taken.id);
    expect([refused.statusCode, refused.json().code, refused.json().data.uses]).toEqual([
      409,
      'package.in_use',
      ['stream Loan inner, which is published'],
    ]);
    expect((await scenes.whole(taker, taken.id)).install?.parts.filter(({ isGone }) => isGone)).toEqual([]);
    scenes.done(await as(taker).post(journeys.pause.path.replace(':journeyId', inner), {}));
    const { id } = scenes.done<{ id: string }>(await as(taker).post(journeys.create.path, { name: 'Own' }));
    await scenes.draw(taker, id, {
      formask1: {
        type: 'input.form',
        config: { form: { ref: 'form', id: scenes.partOf(installed, 'Loan form'), name: '' }, text: { en: 'x' } },
      },
    });
    expect((await scenes.tryRemove(taker, taken.id)).json().data.uses).toEqual(['stream Own']);
    scenes.done(await as(taker).delete(journeys.remove.path.replace(':journeyId', id)));
    expect((await scenes.tryRemove(taker, taken.id)).json().data).toEqual({ binned: 6, kept: [] });
  });
});

test('names of things outside are found again by their kind and name, and what is not there stays open', async () => {
  const [maker, taker] = [await makeUser(), await makeUser()];
  const things = await scenes.makeThings(maker);
  const department = (ref: string) => ({
    type: 'talk.department',
    config: { department: { ref: 'department', id: ref, name: 'Claims' } },
    to: {},
  });
  await scenes.draw(maker, things.inner, { depart01: department(things.form) });
  const made = await scenes.make(maker, [{ kind: 'stream', id: things.inner }]);
  const taken = await scenes.take(taker, await scenes.readFile(maker, made.id));
  expect((await scenes.plan(taker, taken.id, 'install')).refs).toEqual([{ kind: 'department', name: 'Claims', found: '' }]);
  const created = await as(taker).post(endpoints.departments.create.path, { name: 'claims' });
  expect(created.statusCode).toBe(200);
  expect((await scenes.plan(taker, taken.id, 'install')).refs).toEqual([{ kind: 'department', name: 'Claims', found: 'claims' }]);
  const installed = await scenes.install(taker, taken.id);
  const { nodes } = await scenes.readDocument(taker, scenes.partOf(installed, 'Loan inner'));
  expect(nodes[0]?.config).toMatchObject({
    department: { ref: 'department', id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: 'Claims' },
  });
});

test('saved conversations of a package are played in memory before it is installed, and come with its streams', async () => {
  const [maker, taker] = [await makeUser(), await makeUser()];
  const { inner } = await scenes.makeThings(maker);
  const save = (testId: string, more: object) =>
    as(maker).put(journeys.saveTest.path.replace(':journeyId', inner).replace(':testId', testId), {
      test: { id: testId, name: testId, ...more },
    });
  scenes.done(await save('passes01', { expect: [] }));
  scenes.done(await save('person01', { facts: { customer: { phone: '919820012345' } } }));
  const made = await scenes.make(maker, [{ kind: 'stream', id: inner }]);
  const taken = await scenes.take(taker, await scenes.readFile(maker, made.id));
  expect((await scenes.whole(taker, taken.id)).tests).toBe(1);
  const { results } = scenes.done<{ results: object[] }>(await as(taker).post(packageAt(packages.try.path, taken.id), {}));
  expect(results).toEqual([{ stream: 'Loan inner', name: 'passes01', passes: true, text: '' }]);
  expect((await as(taker).get(journeys.list.path)).json().data.journeys ?? []).toEqual([]);
  const installed = await scenes.install(taker, taken.id);
  const tests = (await as(taker).get(journeys.tests.path.replace(':journeyId', scenes.partOf(installed, 'Loan inner')))).json().data.tests;
  expect(tests).toHaveLength(1);
});
