import { endpoints } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { at, createBots, shopIntents } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { changed, createTrail } from '../../../../test/trail.ts';
import { upload } from '../../../../test/upload.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeBot, makeTrained, train, talk } = createBots(app);
const { list, detail, newest, putBack } = createTrail(app);
const { knowledge, training, insights } = endpoints;
let user: TestUser;
beforeAll(async () => {
  user = await makeUser();
});

const post = async (path: string, body: object, params: Record<string, string>) => {
  const answer = (await as(user).post(at(path, params), body)).json();
  expect(answer).toMatchObject({ status: true });
  return answer.data;
};

test('a training leaves who asked and what came of it; versions, tests and data leave theirs', async () => {
  const { botId } = await makeTrained(user, shopIntents, 'Pupil');
  const query = `kind=training&recordId=${botId}`;
  expect((await list(user, query)).map(({ action, actorKind }) => [action, actorKind])).toEqual([
    ['publish', 'system'],
    ['train', 'user'],
  ]);
  expect(changed(await newest(user, query))).toEqual({ phase: ['RUNNING', 'DONE'], version: [null, 1] });
  await post(knowledge.addNote.path, { title: 'Pets', text: 'Dogs are welcome.' }, { agentId: botId });
  await train(user, botId);
  const { versions } = (await as(user).get(at(training.versions.path, { agentId: botId }))).json().data;
  await post(training.restore.path, {}, { agentId: botId, versionId: versions[1].id });
  const back = await newest(user, query);
  expect(back).toMatchObject({ action: 'roll_back', recordName: 'Pupil', actorName: user.name, link: `/bots/${botId}/training` });
  expect(changed(back)).toEqual({ version: [2, 1] });

  const turns = [{ say: 'when do you open', intent: 'Opening hours', reply: '', values: [] }];
  const { id: testId } = await post(training.saveTest.path, { turns }, { agentId: botId });
  await post(training.saveTest.path, { id: testId, name: 'Hours', turns }, { agentId: botId });
  expect(changed(await newest(user, `kind=bot_test&recordId=${testId}`))).toEqual({ name: ['', 'Hours'] });
  await as(user).delete(at(training.removeTest.path, { agentId: botId, testId }));
  expect((await list(user, `kind=bot_test&recordId=${testId}`)).map(({ action, recordName }) => [action, recordName])).toEqual([
    ['delete', 'Hours'],
    ['edit', 'Hours'],
    ['create', 'when do you open'],
  ]);

  const csv = 'story,intent,phrase,response\nPets,Dogs,may i bring my dog,Yes.\nPets,Dogs,are dogs allowed,Yes.\n';
  await as(user).post(at(training.importData.path, { agentId: botId }), ...upload('pets.csv', csv));
  const imported = await newest(user, `kind=bot_data&recordId=${botId}`);
  expect(imported).toMatchObject({ action: 'import', recordName: 'Pupil', counts: { intentsAdded: 1, phrasesAdded: 2 } });
  expect(changed(imported)).toEqual({ file: [null, 'pets.csv'], format: [null, 'csv'] });
  expect((await as(user).get(`${at(training.exportData.path, { agentId: botId })}?format=json`)).statusCode).toBe(200);
  const exported = await newest(user, `kind=bot_data&recordId=${botId}`);
  expect([exported.action, exported.actorName, changed(exported)]).toEqual([
    'export',
    user.name,
    { format: [null, 'json'], part: [null, 'intents'] },
  ]);
  const before = await list(user, query);
  expect((await as(user).get(at(training.train.path, { agentId: (await makeBot(user, 'Blank')).id }))).json().status).toBe(false);
  const failure = (await list(user, 'kind=training'))[0];
  expect(failure).toMatchObject({ action: 'edit', actorKind: 'system', recordName: 'Blank' });
  expect(changed(await detail(user, failure))).toMatchObject({ phase: ['RUNNING', 'FAILED'] });
  expect(await list(user, query)).toEqual(before);
});

test('moods, classes and unanswered messages leave theirs, and no words of a customer', async () => {
  const { botId } = await makeTrained(user, shopIntents, 'Listener');
  const settings = { isOn: true, levels: { anger: 'neutral' }, action: 'mark', afterCount: 3 };
  await as(user).put(at(insights.saveSentiment.path, { agentId: botId }), settings);
  const mood = await newest(user, `kind=sentiment&recordId=${botId}`);
  expect(changed(mood)).toMatchObject({ onNegative: ['none', 'mark'], afterCount: [2, 3] });
  const { neutral, negative } = changed(mood) as Record<string, [string[], string[]]>;
  expect([neutral?.[1].includes('anger'), negative?.[0].includes('anger'), negative?.[1].includes('anger')]).toEqual([true, true, false]);
  expect(await putBack(user, mood, ['afterCount'])).toMatchObject({ status: true });
  expect(changed(await newest(user, `kind=sentiment&recordId=${botId}`))).toEqual({ afterCount: [3, 2] });

  const { id: ruleId } = await post(insights.saveRule.path, { name: 'Urgent', words: ['now'] }, { agentId: botId });
  await post(insights.saveRule.path, { id: ruleId, name: 'Urgent', words: ['now', 'at once'], priority: 5 }, { agentId: botId });
  const rule = await newest(user, `kind=class&recordId=${ruleId}`);
  expect(changed(rule)).toEqual({ priority: [100, 5], words: [['now'], ['now', 'at once']] });
  expect(await putBack(user, rule, ['words'])).toMatchObject({ status: true });
  await post(insights.rerun.path, { days: 7 }, { agentId: botId });
  expect(await newest(user, `kind=class&recordId=${botId}`)).toMatchObject({
    recordName: 'Listener',
    counts: { conversations: 0, days: 7 },
  });
  await as(user).delete(at(insights.removeRule.path, { agentId: botId, ruleId }));
  expect((await list(user, `kind=class&recordId=${ruleId}`)).map(({ action }) => action)).toEqual(['delete', 'edit', 'edit', 'create']);

  const canary = 'qwxz bnmk canary';
  const { details } = await talk(user, botId)(canary);
  expect(details?.answeredBy).toBe('outOfScope');
  const { groups } = (await as(user).get(`${at(training.unanswered.path, { agentId: botId })}?includeTryIt=true`)).json().data;
  const { turnIds } = groups[0];
  await post(training.resolve.path, { turnIds, action: 'knowledge', name: 'Made up', text: 'Nobody knows.' }, { agentId: botId });
  const resolved = await newest(user, `kind=unanswered&recordId=${botId}`);
  expect(resolved).toMatchObject({ action: 'edit', recordName: 'Listener', counts: { resolvedCount: 1, phrasesAdded: 0 } });
  expect(changed(resolved)).toEqual({ resolution: [null, 'knowledge'] });
  expect((await list(user, 'kind=knowledge'))[0]).toMatchObject({ action: 'create', recordName: 'Made up' });
  await post(insights.markWrong.path, { isWrong: true }, { agentId: botId, turnId: turnIds[0] });
  expect(changed(await newest(user, `kind=sentiment&recordId=${botId}`))).toEqual({ message: [null, turnIds[0]], isWrong: [null, true] });
  const ofBot = await Promise.all((await list(user, `recordId=${botId}`)).map((entry) => detail(user, entry)));
  expect(ofBot.length).toBeGreaterThan(5);
  expect(JSON.stringify(ofBot)).not.toContain(canary);
});
