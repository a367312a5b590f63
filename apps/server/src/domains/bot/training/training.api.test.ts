import { type BinEntry, endpoints, type TrainingReport } from '@parley/contract';
import { intentModelVersion } from '@parley/nlu';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { at, createBots, shopIntents } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';

const app = await startApp();
const { as, makeUser } = app;
const { makeBot, makeStory, makeIntent, makeTrained, train, talk } = createBots(app);
const { bots, training, intents } = endpoints;
let user: TestUser;

beforeAll(async () => {
  user = await makeUser();
});

const stateOf = async (botId: string) => (await as(user).get(at(bots.get.path, { agentId: botId }))).json().data.training;
const read = async (path: string, params: Record<string, string>) => (await as(user).get(at(path, params))).json().data;
/** An intent as it stands, to be saved again whatever others save meanwhile. */
const readIntent = async (params: Record<string, string>) => {
  const { version: _version, ...intent } = await read(intents.get.path, params);
  return intent;
};

test('BOT-057 BOT-069 a training makes a version that answers, and says so', async () => {
  const { id: botId } = await makeBot(user, 'Learner');
  expect(await stateOf(botId)).toMatchObject({ state: 'NOT_TRAINED', label: 'Not Trained' });
  const storyId = await makeStory(user, botId);
  for (const intent of shopIntents) await makeIntent(user, botId, storyId, intent);
  const answer = (await as(user).get(`/chatbird/api/nlp/agent/${botId}/train`)).json();
  expect(answer).toMatchObject({ status: true, code: '100', message: 'Agent trained successfully', data: { phase: 'DONE', progress: 1 } });
  expect(await stateOf(botId)).toMatchObject({ state: 'TRAINED', label: 'Trained', reason: '' });
  const { report } = (await read(training.current.path, { agentId: botId })) as { report: TrainingReport };
  expect(report).toMatchObject({ phraseCount: 24, intentCount: 3, foldCount: 5, outsiderCount: 24 });
  expect(report.histogram).toHaveLength(20);
  expect(report.histogram.reduce((sum, bin) => sum + bin.inScope, 0)).toBe(24);
  expect(report.histogram.reduce((sum, bin) => sum + bin.outOfScope, 0)).toBe(24);
  expect(report.intents.map(({ name }) => name).sort()).toEqual(['Opening hours', 'Return goods', 'Track parcel']);
  // Every figure of the matrix opens its phrases.
  expect(report.confusions).not.toEqual([]);
  for (const { count, phrases } of report.confusions) expect(phrases).toHaveLength(Math.min(count, 20));
  expect(report.learningCurve.at(-1)?.share).toBe(1);
});

test('BOT-020 BOT-021 a change is told, and taken back is no change', async () => {
  const { botId, storyId } = await makeTrained(user, shopIntents, 'Changing');
  const [first] = (await read(intents.list.path, { agentId: botId, storyId })).intents;
  const before = await readIntent({ agentId: botId, storyId, intentId: first.id });
  const save = (body: object) => as(user).post(intents.save.path, { ...before, ...body });
  await save({ utterances: before.utterances.slice(1) });
  expect(await stateOf(botId)).toMatchObject({ state: 'CHANGED', label: 'Changed since training' });
  await save({});
  expect(await stateOf(botId)).toMatchObject({ state: 'TRAINED' });
});

test('a bot without anything to learn is refused with a reason, and one failure leaves what serves', async () => {
  const { id: botId } = await makeBot(user, 'Empty');
  const answer = (await as(user).get(at(training.train.path, { agentId: botId }))).json();
  expect(answer).toMatchObject({
    status: false,
    code: 'training.failed',
    message: 'There is nothing to train: add intents with phrases, or knowledge.',
  });
  expect(await stateOf(botId)).toMatchObject({ state: 'FAILED', label: 'Failed', reason: answer.message });

  const { botId: serving, storyId } = await makeTrained(user, shopIntents, 'Emptied');
  for (const { id: intentId } of (await read(intents.list.path, { agentId: serving, storyId })).intents)
    await as(user).delete(at(intents.remove.path, { agentId: serving, storyId, intentId }));
  expect((await as(user).get(at(training.train.path, { agentId: serving }))).json().code).toBe('training.failed');
  expect((await talk(user, serving)('track my order')).output.text).toEqual(['Your parcel is on its way.']);
});

test('two that train at once share one training', async () => {
  const { id: botId } = await makeBot(user, 'Shared');
  const storyId = await makeStory(user, botId);
  for (const intent of shopIntents) await makeIntent(user, botId, storyId, intent);
  const [one, other] = await Promise.all([train(user, botId), train(user, botId)]);
  expect(one.id).toBe(other.id);
  expect(await read(training.versions.path, { agentId: botId })).toMatchObject({
    versions: [{ number: 1, isServing: true, canRestore: false }],
  });
});

test('saved tests run at each training, and one that fails now asks before the switch', async () => {
  const { botId, storyId } = await makeTrained(user, shopIntents, 'Tested');
  const saved = await as(user).post(at(training.saveTest.path, { agentId: botId }), {
    name: 'Parcel',
    turns: [
      { say: 'track my order', intent: 'Track parcel', reply: 'on its way' },
      { say: 'qzx wvk plorf', intent: '-', reply: '' },
    ],
  });
  expect(saved.json()).toMatchObject({ status: true });
  await train(user, botId);
  const { report } = (await read(training.current.path, { agentId: botId })) as { report: TrainingReport };
  expect(report.tests).toMatchObject([
    {
      name: 'Parcel',
      isPassed: true,
      turns: [
        { got: 'Track parcel', isPassed: true },
        { got: '-', isPassed: true },
      ],
    },
  ]);

  const list = (await read(intents.list.path, { agentId: botId, storyId })).intents;
  const parcel = list.find(({ name }: { name: string }) => name === 'Track parcel');
  await as(user).delete(at(intents.remove.path, { agentId: botId, storyId, intentId: parcel.id }));
  const answer = (await as(user).get(at(training.train.path, { agentId: botId }))).json();
  expect(answer).toMatchObject({ status: true, data: { phase: 'ASKING' } });
  const say = talk(user, botId);
  expect((await say('track my order')).output.text).toEqual(['Your parcel is on its way.']);
  const decide = (isAccepted: boolean) =>
    as(user).post(at(training.decide.path, { agentId: botId, trainingId: answer.data.id }), { isAccepted });
  expect((await decide(true)).json()).toMatchObject({ status: true, data: { phase: 'DONE' } });
  expect((await say('track my order')).output.text).not.toEqual(['Your parcel is on its way.']);
  expect((await decide(true)).json()).toMatchObject({ code: 'training.state_invalid' });
});

test('a test that passed on a version that was rolled back asks too, and one that was accepted as failing does not ask again', async () => {
  const { botId, storyId } = await makeTrained(user, shopIntents, 'Rolled back');
  const ids = { agentId: botId };
  const saved = await as(user).post(at(training.saveTest.path, ids), { turns: [{ say: 'track my order', intent: 'Track parcel' }] });
  await train(user, botId);
  const { versions } = await read(training.versions.path, ids);
  await as(user).post(at(training.restore.path, { ...ids, versionId: versions[1].id }));
  const list = (await read(intents.list.path, { agentId: botId, storyId })).intents;
  const parcel = list.find(({ name }: { name: string }) => name === 'Track parcel');
  await as(user).delete(at(intents.remove.path, { agentId: botId, storyId, intentId: parcel.id }));
  const answer = await train(user, botId);
  expect(answer.phase).toBe('ASKING');
  expect((await read(training.current.path, ids)).passedBefore).toEqual([saved.json().data.id]);

  // A dropped version has never served, and an accepted change is known.
  const decide = (trainingId: string, isAccepted: boolean) =>
    as(user).post(at(training.decide.path, { ...ids, trainingId }), { isAccepted });
  await decide(answer.id, false);
  const again = await train(user, botId);
  expect(again.phase).toBe('ASKING');
  await decide(again.id, true);
  expect((await train(user, botId)).phase).toBe('DONE');
});

test('an earlier version serves again, and the sixth before it cannot any more', async () => {
  const { botId, storyId } = await makeTrained(user, shopIntents, 'Versions');
  const [first] = (await read(intents.list.path, { agentId: botId, storyId })).intents;
  const before = await readIntent({ agentId: botId, storyId, intentId: first.id });
  for (let number = 2; number <= 7; number += 1) {
    await as(user).post(intents.save.path, { ...before, responses: [{ response: `Answer ${number}` }] });
    await train(user, botId);
  }
  const { versions } = await read(training.versions.path, { agentId: botId });
  expect(versions.map(({ number, canRestore }: { number: number; canRestore: boolean }) => [number, canRestore])).toEqual([
    [7, false],
    [6, true],
    [5, true],
    [4, true],
    [3, true],
    [2, false],
    [1, false],
  ]);
  const restore = (id: string) => as(user).post(at(training.restore.path, { agentId: botId, versionId: id }));
  expect((await restore(versions[3].id)).json()).toMatchObject({ status: true, data: { number: 4, isServing: true } });
  expect((await talk(user, botId)('when are you open')).output.text).toEqual(['Answer 4']);
  expect(await stateOf(botId)).toMatchObject({ state: 'CHANGED' });
  expect((await restore(versions[6].id)).json()).toMatchObject({ status: false, code: 'version.not_restorable' });
  expect((await read(training.report.path, { agentId: botId, versionId: versions[6].id })).report.phraseCount).toBe(24);
});

test("a version's data comes back into the editor, under the ids it had, and what serves stays", async () => {
  const { botId, storyId } = await makeTrained(user, shopIntents, 'Data of before');
  const names = async () =>
    (await read(intents.list.path, { agentId: botId, storyId })).intents.map(({ name }: { name: string }) => name).sort();
  const list = (await read(intents.list.path, { agentId: botId, storyId })).intents as { id: string; name: string }[];
  const idOf = (name: string) => list.find((intent) => intent.name === name)?.id ?? '';
  const [hours, goods, parcel] = [idOf('Opening hours'), idOf('Return goods'), idOf('Track parcel')];
  const open = (intentId: string) => readIntent({ agentId: botId, storyId, intentId });
  const [hoursBefore, goodsBefore] = [await open(hours), await open(goods)];
  // Two change their names between them, one goes, one is new, and the threshold is another.
  await as(user).post(intents.save.path, { ...hoursBefore, name: 'For a moment' });
  await as(user).post(intents.save.path, { ...goodsBefore, name: 'Opening hours' });
  await as(user).post(intents.save.path, { ...hoursBefore, name: 'Return goods', utterances: hoursBefore.utterances.slice(1) });
  await as(user).delete(at(intents.remove.path, { agentId: botId, storyId, intentId: parcel }));
  await makeIntent(user, botId, storyId, { name: 'Since then', phrases: ['what is new', 'anything new'] });
  const { config } = await read(bots.get.path, { agentId: botId });
  await as(user).post(at(bots.saveConfig.path, { agentId: botId }), { ...config, confidenceThreshold: 77 });
  const { versions } = await read(training.versions.path, { agentId: botId });
  const ids = { agentId: botId, versionId: versions[0].id };

  const expected = {
    number: 1,
    intents: { added: ['Track parcel'], changed: expect.arrayContaining(['Opening hours', 'Return goods']), removed: ['Since then'] },
    entities: { added: [], changed: [], removed: [] },
    tools: { added: [], changed: [], removed: [] },
    hasOtherSettings: true,
  };
  expect(await read(training.previewData.path, ids)).toEqual(expected);
  expect(await names()).toEqual(['Opening hours', 'Return goods', 'Since then']);
  expect((await as(user).post(at(training.restoreData.path, ids))).json()).toMatchObject({ status: true, data: expected });
  expect(await open(hours)).toMatchObject({ name: 'Opening hours', utterances: hoursBefore.utterances });
  expect(await open(goods)).toMatchObject({ name: 'Return goods' });
  const { entries } = (await read(`${endpoints.bin.list.path}?kind=intent&perPage=20`, {})) as { entries: BinEntry[] };
  expect(entries.find(({ name }) => name === 'Since then')?.reason).toBe(`Version ${expected.number}`);
  const { childStories } = (await read(endpoints.stories.tree.path, { agentId: botId })) as {
    childStories: { id: string; name: string }[];
  };
  const restored = childStories.find(({ name }) => name === 'Restored');
  expect((await read(intents.get.path, { agentId: botId, storyId: restored?.id ?? '', intentId: parcel })).name).toBe('Track parcel');
  expect((await read(bots.get.path, { agentId: botId })).config.confidenceThreshold).toBe(config.confidenceThreshold);
  // Everything as it was trained: nothing is to be trained, and a second time changes nothing.
  expect(await stateOf(botId)).toMatchObject({ state: 'TRAINED' });
  expect((await read(training.previewData.path, ids)).intents).toEqual({ added: [], changed: [], removed: [] });

  const stranger = await makeUser();
  expect((await as(stranger).post(at(training.restoreData.path, ids))).json().code).toBe('bot.not_found');
  const gone = { agentId: botId, versionId: botId };
  expect((await as(user).post(at(training.restoreData.path, gone))).json().code).toBe('training.not_found');
});

test('the checks name what is wrong before anything is trained', async () => {
  const { id: botId } = await makeBot(user, 'Checked');
  expect((await read(training.checks.path, { agentId: botId })).issues).toEqual([
    expect.objectContaining({ kind: 'empty_bot', severity: 'error' }),
  ]);
  const storyId = await makeStory(user, botId, 'Full');
  await makeStory(user, botId, 'Nothing in it');
  await makeIntent(user, botId, storyId, { name: 'One', phrases: ['cancel my order', 'stop the order now'] });
  await makeIntent(user, botId, storyId, { name: 'Two', phrases: ['Cancel  my ORDER', 'change the address of delivery'] });
  const { issues } = await read(training.checks.path, { agentId: botId });
  expect(issues).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'conflict', severity: 'error', intents: ['One', 'Two'] }),
      expect.objectContaining({ kind: 'empty_story', message: 'The story Nothing in it has no intents.' }),
      expect.objectContaining({ kind: 'no_answer', message: 'The intent One has no answer.', intents: ['One'] }),
    ]),
  );
  for (const { message } of issues) expect(message).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

test('two intents of the same phrases are refused in words, and so is nothing but such', async () => {
  const { id: botId } = await makeBot(user, 'Twins');
  const storyId = await makeStory(user, botId);
  const [shop] = shopIntents as [(typeof shopIntents)[0]];
  await makeIntent(user, botId, storyId, { ...shop, name: 'One' });
  await makeIntent(user, botId, storyId, { ...shop, name: 'Other' });
  const answer = (await as(user).get(at(training.train.path, { agentId: botId }))).json();
  expect(answer).toMatchObject({ status: false, code: 'training.failed' });
  expect(answer.message).not.toMatch(/undefined|NaN|[0-9a-f]{8}-[0-9a-f]{4}/);
});

test('a bot of one intent knows it from what is none, in any script and at any length', async () => {
  const { id: botId } = await makeBot(user, 'Single');
  const storyId = await makeStory(user, botId);
  await makeIntent(user, botId, storyId, {
    name: 'Loan',
    phrases: [
      'i want a loan',
      'apply for a home loan',
      'loan interest rates',
      'मुझे लोन चाहिए',
      'loan chahiye 💰',
      `${'how much may i borrow '.repeat(400)}`,
    ],
    response: 'A loan it is.',
  });
  expect(await train(user, botId)).toMatchObject({ phase: 'DONE' });
  const say = talk(user, botId);
  expect((await say('I WANT A LOAN')).output.text).toEqual(['A loan it is.']);
  expect((await say('मुझे\u200b लोन चाहिए')).output.text).toEqual(['A loan it is.']);
  expect((await say('qzx wvk plorf')).details?.isInScope).toBe(false);
  expect((await say('x')).details?.isInScope).toBe(false);
});

test('a model of another format is found for a new training, unless somebody has changed the bot since', async () => {
  const { botId, storyId } = await makeTrained(user, shopIntents, 'Outdated');
  const isOutdated = async (version: number) => {
    const { rows } = await sql<{ botId: string }>`select * from outdated_bots(${version})`.execute(app.deps.db);
    return rows.some((row) => row.botId === botId);
  };
  expect(await isOutdated(intentModelVersion)).toBe(false);
  expect(await isOutdated(intentModelVersion + 1)).toBe(true);
  await makeIntent(user, botId, storyId, { name: 'Unfinished', phrases: ['one thing', 'another thing'] });
  expect(await isOutdated(intentModelVersion + 1)).toBe(false);
});
