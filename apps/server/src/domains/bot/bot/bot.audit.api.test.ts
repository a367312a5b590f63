import { endpoints } from '@parley/contract';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { at, createBots } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { changed, createTrail } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeBot, makeStory, makeIntent, makeEntity } = createBots(app);
const { list, detail, newest, putBack } = createTrail(app);
const { bots, stories, intents, entities, knowledge, integrations, roles } = endpoints;
let user: TestUser;
beforeAll(async () => {
  user = await makeUser();
});

const post = async (path: string, body: object, params: Record<string, string>) => {
  const answer = (await as(user).post(at(path, params), body)).json();
  expect(answer).toMatchObject({ status: true });
  return answer.data;
};

describe('bots', () => {
  test('a bot leaves who made it, each changed setting before and after, the channels that it answers, and its end', async () => {
    const key = 'canary-of-a-key-0123456789';
    const made = await as(user).post(integrations.create.path, { name: 'House model', authType: 5, llm: 1, apikey: key, baseUrl: '' });
    const openaiKey = made.json().response._id;
    const { id, config } = await makeBot(user, 'Desk');
    const query = `kind=bot&recordId=${id}`;
    const create = await newest(user, query);
    expect(create).toMatchObject({ action: 'create', recordName: 'Desk', actorName: user.name, actorKind: 'user', canPutBack: [] });
    expect(changed(create)).toMatchObject({ name: [null, 'Desk'], description: [null, 'Helps'], modelType: [null, 'SVM'] });

    await post(bots.saveConfig.path, { ...config, confidenceThreshold: 0.7, openaiKey }, { agentId: id });
    const edit = await newest(user, query);
    expect(edit).toMatchObject({ action: 'edit', link: `/bots/${id}/configuration` });
    expect(changed(edit)).toEqual({ openaiKey: ['', 'House model'], confidenceThreshold: [0.5, 0.7] });

    const prompt = 'Be kind. '.repeat(100);
    const userData = [{ name: 'order', description: 'Its number' }];
    await post(bots.savePrompt.path, { openaiKey, prompt, extractData: true, userData }, { agentId: id });
    expect(changed(await newest(user, query))).toEqual({
      promptOpenaiKey: ['', 'House model'],
      prompt: ['', { text: prompt.slice(0, 500), length: prompt.trim().length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      extractData: [false, true],
      userData: [[], userData],
    });

    const data = { allowedDomains: [], title: 'T', greeting: 'G', colour: '#1f6f78', entry: 'queue' };
    const web = { name: 'Website', type: 12, data };
    const channel = (await as(user).post(endpoints.channels.create.path, web)).json().response;
    await as(user).put(at(bots.connect.path, { agentId: id }), { channelIds: [channel.id] });
    expect(changed(await newest(user, query))).toEqual({ channels: [[], ['Website']] });
    await as(user).put(at(bots.connect.path, { agentId: id }), { channelIds: [] });

    await as(user).delete(at(bots.remove.path, { agentId: id }));
    const end = await newest(user, query);
    expect(end).toMatchObject({ action: 'delete', recordName: 'Desk', link: '', canPutBack: [] });
    expect(changed(end)).toMatchObject({ name: ['Desk', null], confidenceThreshold: [0.7, null] });
    const all = JSON.stringify(await Promise.all((await list(user, 'module=bots')).map((entry) => detail(user, entry))));
    expect(all).toContain('House model');
    expect(all).not.toContain(key);
    expect(await list(await makeUser(), query)).toEqual([]);
  });

  test('settings are put back by the saves of a bot, with the right to save one alone', async () => {
    const { id, config } = await makeBot(user, 'Wavering');
    const name = 'A model that goes';
    const made = await as(user).post(integrations.create.path, { name, authType: 5, llm: 1, apikey: 'x'.repeat(20), baseUrl: '' });
    const openaiKey = made.json().response._id;
    await post(bots.saveConfig.path, { ...config, openaiKey, language: 'hi' }, { agentId: id });
    await post(bots.saveConfig.path, { ...config, language: 'en' }, { agentId: id });
    const edit = await newest(user, `kind=bot&recordId=${id}`);
    expect(edit.canPutBack).toEqual(['openaiKey', 'language']);

    const { code } = (
      await as(user).put(roles.saveRole.path, {
        name: 'Reader of the trail',
        description: '',
        permissions: ['AUDITTRAIL.VIEW'],
        dataScope: 'enterprise',
        maskedFields: [],
      })
    ).json().data;
    const reader = await app.makeUser({ enterprise: user, roles: [code] });
    expect(await putBack(reader, edit, ['language'])).toMatchObject({ status: false, code: '1403' });

    expect(await putBack(user, edit, ['openaiKey', 'language'])).toMatchObject({ status: true });
    const now = (await as(user).get(at(bots.get.path, { agentId: id }))).json().data.config;
    expect(now).toMatchObject({ openaiKey, language: 'hi', confidenceThreshold: 0.5 });
    await post(bots.saveConfig.path, { ...config, language: 'en' }, { agentId: id });
    await as(user).delete(at(integrations.remove.path, { integrationId: openaiKey }));
    expect(await putBack(user, edit, ['openaiKey'])).toMatchObject({ status: false, code: 'integration.not_found' });
  });
});

describe('the parts of a bot', () => {
  test('an intent leaves its phrases and marks before and after, and takes them back', async () => {
    const { id: botId } = await makeBot(user, 'Florist');
    const storyId = await makeStory(user, botId, 'Orders');
    const { id: entityId } = await makeEntity(user, botId, 'flower', { rose: ['roses'] });
    const marked = { utterance: 'send roses', entityRefs: [{ entityId, entityStartPos: 5, entityEndPos: 9 }] };
    const parameter = { id: entityId, name: 'flower', required: false, value: '', prompts: ['Which?'] };
    const intent = await makeIntent(user, botId, storyId, {
      name: 'Order',
      phrases: ['i want flowers', marked],
      response: 'Gladly.',
      entities: [parameter],
    });
    const query = `kind=intent&recordId=${intent.id}`;
    expect(changed(await newest(user, query))).toEqual({
      bot: [null, 'Florist'],
      story: [null, 'Orders'],
      name: [null, 'Order'],
      utteranceCount: [null, 2],
      utterances: [null, ['i want flowers', marked]],
      response: [null, 'Gladly.'],
      handsOver: [null, false],
      parameters: [null, [parameter]],
    });
    await post(intents.addPhrases.path, { phrases: ['a bunch please'] }, { agentId: botId, intentId: intent.id });
    const added = await newest(user, query);
    expect(added).toMatchObject({ action: 'edit', recordName: 'Order', link: `/bots/${botId}/intents` });
    expect(changed(added)).toEqual({
      utteranceCount: [2, 3],
      utterances: [
        ['i want flowers', marked],
        ['a bunch please', 'i want flowers', marked],
      ],
    });
    expect(await putBack(user, added, ['utterances'])).toMatchObject({ status: true });
    const path = at(intents.get.path, { agentId: botId, storyId, intentId: intent.id });
    expect((await as(user).get(path)).json().data.utterances).toEqual(intent.utterances);
    await as(user).delete(at(intents.remove.path, { agentId: botId, storyId, intentId: intent.id }));
    expect((await list(user, query)).map(({ action }) => action)).toEqual(['delete', 'edit', 'edit', 'create']);
    expect(await list(await makeUser(), query)).toEqual([]);
  });

  test('stories and entities leave theirs, and a story says what went with it', async () => {
    const { id: botId } = await makeBot(user, 'Library');
    const storyId = await makeStory(user, botId, 'Books');
    const below = await post(stories.save.path, { name: 'Loans', agentId: botId, parentId: storyId }, {});
    await makeIntent(user, botId, below.id, { name: 'Lend', phrases: ['lend me a book', 'may i borrow one'], response: 'Yes.' });
    await post(stories.save.path, { id: below.id, name: 'Lending', agentId: botId }, {});
    const renamed = await newest(user, `kind=story&recordId=${below.id}`);
    expect(changed(renamed)).toEqual({ name: ['Loans', 'Lending'] });
    expect(await putBack(user, renamed, ['name'])).toMatchObject({ status: true });
    expect(changed(await newest(user, `kind=story&recordId=${below.id}`))).toEqual({ name: ['Lending', 'Loans'] });
    await as(user).delete(at(stories.remove.path, { agentId: botId, storyId }));
    const end = await newest(user, `kind=story&recordId=${storyId}`);
    expect(end).toMatchObject({ action: 'delete', recordName: 'Books', counts: { stories: 1, intents: 1 } });
    expect(changed(end)).toEqual({ bot: ['Library', null], name: ['Books', null], parent: ['Library', null] });

    const { id, values } = await makeEntity(user, botId, 'genre', { crime: ['thriller'] });
    await post(
      entities.save.path,
      { id, agentId: botId, name: 'genre', isSensitive: true, values: [{ ...values[0], synonyms: ['noir'] }] },
      {},
    );
    const edit = await newest(user, `kind=entity&recordId=${id}`);
    expect(changed(edit)).toEqual({ isSensitive: [false, true], values: [values, [{ ...values[0], synonyms: ['noir'] }]] });
    expect(await putBack(user, edit, ['values'])).toMatchObject({ status: true });
    expect((await as(user).get(at(entities.get.path, { agentId: botId, entityId: id }))).json().data).toMatchObject({
      isSensitive: true,
      values,
    });
    await as(user).delete(at(entities.remove.path, { agentId: botId, entityId: id }));
    expect(await newest(user, `kind=entity&recordId=${id}`)).toMatchObject({ action: 'delete', recordName: 'genre', link: '' });
  });

  test('a source of the knowledge base leaves what somebody did, and what its reading found', async () => {
    const { id: botId } = await makeBot(user, 'Reader');
    const note = await post(knowledge.addNote.path, { title: 'Parking', text: 'Behind the house.' }, { agentId: botId });
    const made = await newest(user, `kind=knowledge&recordId=${note.id}`);
    expect(made).toMatchObject({ action: 'create', recordName: 'Parking', actorName: user.name, link: `/bots/${botId}/gen-ai` });
    expect(changed(made)).toMatchObject({ bot: [null, 'Reader'], kind: [null, 'note'], content: [null, 'set'] });
    expect(changed(made).text?.[1]).toContain('Behind the house.');
    await as(user).delete(at(knowledge.removeSource.path, { agentId: botId, sourceId: note.id }));
    expect(await newest(user, `kind=knowledge&recordId=${note.id}`)).toMatchObject({ action: 'delete', link: '' });

    const config = { kbFromWebsite: true, kbFromDoc: false, genAiConfigId: '', websitesUrls: ['http://localhost:1/'] };
    await post(knowledge.saveConfig.path, config, { agentId: botId });
    const saved = await newest(user, `kind=knowledge&recordId=${botId}`);
    expect(changed(saved)).toEqual({ kbFromWebsite: [false, true], websitesUrls: [[], ['http://localhost:1/']] });
    const [{ id: sourceId }] = (await as(user).get(at(knowledge.sources.path, { agentId: botId }))).json().data.sources;
    const query = `kind=knowledge&recordId=${sourceId}`;
    const [failed] = await vi.waitFor(async () => {
      const entries = await list(user, query);
      expect(entries.map(({ action, actorKind }) => [action, actorKind])).toEqual([
        ['edit', 'system'],
        ['create', 'user'],
      ]);
      return entries;
    });
    expect(changed(await detail(user, failed))).toEqual({ state: ['READING', 'FAILED'], reason: ['', expect.any(String)] });
    await as(user).put(at(knowledge.schedule.path, { agentId: botId, sourceId }), { schedule: 'weekly' });
    const scheduled = await newest(user, query);
    expect(changed(scheduled)).toEqual({ schedule: ['off', 'weekly'] });
    expect(await putBack(user, scheduled, ['schedule'])).toMatchObject({ status: true });
    expect(await putBack(user, saved, ['kbFromWebsite', 'websitesUrls'])).toMatchObject({ status: true });
    expect((await as(user).get(at(knowledge.sources.path, { agentId: botId }))).json().data.sources).toEqual([]);
    expect((await list(user, query))[0]).toMatchObject({ action: 'delete', actorKind: 'user' });
  });
});
