import { builderPermissions, duplicateIntentCode, endpoints, type IntentSave } from '@parley/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { at, createBots, shopIntents } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeBot, getTree, makeStory, makeIntent, makeEntity, toSave } = createBots(app);
const { bots, stories, intents, entities } = endpoints;
let user: TestUser;

beforeAll(async () => {
  user = await makeUser();
});

describe('bots', () => {
  test('BOT-061 BOT-081 BOT-071 BOT-077 BOT-078 BOT-079 BOT-023 BOT-072 BOT-073 a bot is created and changed', async () => {
    const client = as(await makeUser());
    const made = (await client.post('/chatbird/api/nlp/agent', { name: '  Desk ', description: 'First line', type: 'nlp' })).json();
    expect(made).toMatchObject({ status: true, code: '100', message: 'Agent Created  Successfully' });
    expect(made.data).toMatchObject({
      name: 'Desk',
      description: 'First line',
      type: 'nlp',
      config: { modelType: 'SVM', confidenceThreshold: 0.5, entityExtractRetries: 3, language: 'en', openaiKey: '', documents: [] },
      training: { state: 'NOT_TRAINED', label: 'Not Trained' },
    });
    const saved = (
      await client.post(bots.save.path, { id: made.data.id, name: 'Desk 2', description: 'Second line', type: 'prompt' })
    ).json();
    expect(saved.message).toBe('Agent Updated Successfully');
    expect((await client.get(`/chatbird/api/nlp/agent/${made.data.id}`)).json().data).toMatchObject({
      id: made.data.id,
      name: 'Desk 2',
      type: 'prompt',
    });
  });

  test('BOT-065 BOT-024 BOT-083 CFG-005 CFG-019 CFG-027 one bot comes with its enterprise, configuration and prompt', async () => {
    const { id } = await makeBot(user, 'Details');
    expect((await as(user).get(at(bots.get.path, { agentId: id }))).json().data).toMatchObject({
      eId: user.enterpriseId,
      config: {
        entityExtractRetries: 3,
        outOfScopeMessage: expect.any(String),
        modelType: 'SVM',
        confidenceThreshold: 0.5,
        language: 'en',
        openaiKey: '',
        documents: [],
      },
      promptConfig: { openaiKey: '', prompt: '', extractData: false, userData: [] },
      channels: [],
    });
  });

  test('BOT-058 BOT-059 name, description and type are required', async () => {
    const good = { name: 'Whole', description: 'x', type: 'nlp' };
    for (const wrong of [{ name: '  ' }, { description: ' ' }, { type: 'other' }, { name: undefined }]) {
      const answer = await as(user).post(bots.save.path, { ...good, ...wrong });
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid']);
    }
  });

  test('BOT-070 a name that another bot has is refused, whatever its case', async () => {
    await makeBot(user, 'Twice');
    const answer = (await as(user).post(bots.save.path, { name: 'TWICE', description: 'x', type: 'nlp' })).json();
    expect(answer).toMatchObject({ status: false, message: 'duplication of name ' });
  });

  test('BOT-062 BOT-063 BOT-064 BOT-017 bots come in pages of 15, are searched by name, and -1 answers all', async () => {
    const owner = await makeUser();
    for (let index = 1; index <= 17; index += 1) await makeBot(owner, `Bot ${index}`);
    const read = async (query: string) => (await as(owner).get(`/chatbird/api/nlp/v2/agent/?${query}`)).json().data;
    const first = await read('from=0&perPage=15');
    expect([first.agents.length, first.more, first.agents[0].name]).toEqual([15, true, 'Bot 17']);
    const second = await read('from=15&perPage=15');
    expect([second.agents.map(({ name }: { name: string }) => name), second.more]).toEqual([['Bot 2', 'Bot 1'], false]);
    // Exactly as many as a page takes: nothing is left for another one.
    const exact = await read('from=2&perPage=15');
    expect([exact.agents.length, exact.agents.at(-1).name, exact.more]).toEqual([15, 'Bot 1', false]);
    expect((await read('name=bot%201&perPage=15&from=0')).agents).toHaveLength(9);
    expect((await read('name=100%25&perPage=15&from=0')).agents).toEqual([]);
    expect((await read('perPage=-1')).agents).toHaveLength(17);
  });

  test('BOT-066 BOT-067 BOT-068 BOT-080 BOT-088 a bot with a story or an intent stays, and says which', async () => {
    const { id } = await makeBot(user, 'Busy');
    const storyId = await makeStory(user, id, 'Orders');
    const path = at(bots.remove.path, { agentId: id });
    const refused = await as(user).delete(path);
    expect(refused.json()).toMatchObject({
      status: false,
      code: '101',
      message: 'Agent has Stories and Intents attached to it. Cannot be deleted',
      data: { uses: ['Orders'] },
    });
    await as(user).delete(at(stories.remove.path, { agentId: id, storyId }));
    expect((await as(user).delete(path)).json()).toMatchObject({ status: true, code: '100' });
    expect((await as(user).get(at(bots.get.path, { agentId: id }))).statusCode).toBe(404);
    // An intent of the root story, which no bot is without, keeps a bot too.
    const { id: other } = await makeBot(user, 'Taught');
    const { id: root } = await getTree(user, other);
    for (const intent of shopIntents.slice(0, 1)) await makeIntent(user, other, root, intent);
    const taught = at(bots.remove.path, { agentId: other });
    expect((await as(user).delete(taught)).json()).toMatchObject({ code: '101', data: { uses: ['Opening hours'] } });
  });

  test('RBAC-035 RBAC-036 BOT-084 every user reads bots of their own enterprise and meets no other; builders change them', async () => {
    const owner = await makeUser();
    const { id } = await makeBot(owner, 'Of another enterprise');
    expect((await as(user).get(at(bots.get.path, { agentId: id }))).json()).toMatchObject({ status: false, code: 'bot.not_found' });
    const [viewer, developer] = [await makeUser({ enterprise: owner, roles: [6] }), await makeUser({ enterprise: owner, roles: [2] })];
    expect((await as(viewer).get(at(bots.get.path, { agentId: id }))).json()).toMatchObject({ status: true });
    const save = (by: TestUser) => as(by).post(bots.save.path, { id, name: 'Renamed', description: 'x', type: 'nlp' });
    expect((await save(viewer)).json()).toMatchObject({ code: '1403', data: { permissions: builderPermissions } });
    expect((await as(viewer).delete(at(bots.remove.path, { agentId: id }))).json().code).toBe('1403');
    expect((await save(developer)).json()).toMatchObject({ status: true });
    expect((await as(developer).delete(at(bots.remove.path, { agentId: id }))).json()).toMatchObject({ status: true });
  });

  test('channels are answered by the bot that is chosen for them, and such a bot is not deleted', async () => {
    const owner = await makeUser();
    const { id } = await makeBot(owner, 'Answering');
    const client = as(owner);
    const channel = (
      await client.post(endpoints.channels.create.path, {
        name: 'Shop',
        type: 12,
        data: { allowedDomains: [], title: 'T', greeting: 'G', colour: '#1f6f78', entry: 'queue' },
      })
    ).json().response;
    const path = at(bots.connect.path, { agentId: id });
    await client.put(path, { channelIds: [channel.id] });
    expect((await client.get(path)).json().data.channels).toEqual([
      { id: channel.id, name: 'Shop', isAnswered: true, botName: 'Answering' },
    ]);
    expect((await client.delete(at(bots.remove.path, { agentId: id }))).json()).toMatchObject({ code: '101', data: { uses: ['Shop'] } });
    expect((await client.put(path, { channelIds: [id] })).json()).toMatchObject({ code: 'channel.not_found' });
    await client.put(path, { channelIds: [] });
    expect((await client.get(path)).json().data.channels).toMatchObject([{ isAnswered: false, botName: '' }]);
    const agent = await makeUser({ enterprise: owner, roles: [3] });
    expect((await as(agent).put(path, { channelIds: [] })).json()).toMatchObject({ code: '1403' });
  });
});

describe('stories', () => {
  test('STORY-010 STORY-011 STORY-012 STORY-014 STORY-015 stories are children of the bot’s root', async () => {
    const { id } = await makeBot(user, 'Tree');
    const first = (await as(user).post('/chatbird/api/nlp/story', { name: ' Billing  and more ', agentId: id })).json();
    expect(first).toMatchObject({ status: true, code: '100', message: 'Story Saved Successfully', data: { name: 'Billing and more' } });
    const tree = await getTree(user, id);
    expect(tree).toMatchObject({ parentId: null, agentId: id });
    expect(tree.childStories).toMatchObject([{ id: first.data.id, parentId: tree.id, childStories: [] }]);
    const child = (await as(user).post(stories.save.path, { name: 'Refunds', agentId: id, parentId: first.data.id })).json().data;
    await as(user).post(stories.save.path, { name: 'Invoices', agentId: id, parentId: first.data.id, id: child.id });
    expect((await getTree(user, id)).childStories[0]?.childStories).toMatchObject([{ id: child.id, name: 'Invoices' }]);
  });

  test('STORY-013 STORY-017 an empty name and a taken one are refused', async () => {
    const { id } = await makeBot(user, 'Names');
    await makeStory(user, id, 'Orders');
    expect((await as(user).post(stories.save.path, { name: '  ', agentId: id })).json().message).toContain('Please give valid name');
    expect((await as(user).post(stories.save.path, { name: 'orders', agentId: id })).json()).toMatchObject({
      status: false,
      message: 'Duplication of story name',
    });
  });

  test('STORY-016 STORY-019 a story is deleted with its intents and child stories; the root is not', async () => {
    const { id } = await makeBot(user, 'Deleting');
    const parentId = await makeStory(user, id, 'Parent');
    const childId = (await as(user).post(stories.save.path, { name: 'Child', agentId: id, parentId })).json().data.id;
    const [shop] = shopIntents;
    const intent = await makeIntent(user, id, childId, shop as never);
    expect((await as(user).delete(at(stories.remove.path, { agentId: id, storyId: parentId }))).json()).toMatchObject({
      status: true,
      message: 'Story Deleted Successfully',
    });
    expect((await getTree(user, id)).childStories).toEqual([]);
    const gone = await as(user).get(at(intents.get.path, { agentId: id, storyId: childId, intentId: intent.id }));
    expect(gone.json()).toMatchObject({ code: 'story.not_found' });
    const root = (await getTree(user, id)).id;
    expect((await as(user).delete(at(stories.remove.path, { agentId: id, storyId: root }))).json()).toMatchObject({
      code: 'story.not_found',
    });
  });
});

describe('intents', () => {
  let botId: string;
  let storyId: string;
  let cityId: string;
  const save = (intent: Partial<IntentSave>) => as(user).post(intents.save.path, { agentId: botId, storyId, ...intent });
  const phrases = (...texts: string[]) => texts.map((utterance) => ({ utterance, entityDefined: false, entityRefs: [] }));

  beforeAll(async () => {
    botId = (await makeBot(user, 'Intents')).id;
    storyId = await makeStory(user, botId);
    cityId = (await makeEntity(user, botId, 'city', { Mumbai: ['bombay'], Delhi: ['new delhi'] })).id;
  });

  test('INTENT-021 INTENT-022 INTENT-023 INTENT-024 INTENT-025 INTENT-036 INTENT-048 INTENT-049 INTENT-064 an intent is saved and read whole', async () => {
    const answer = (
      await save({
        name: '  Book   a flight ',
        utterances: [
          { utterance: ' fly to Bombay', entityDefined: true, entityRefs: [{ entityId: cityId, entityStartPos: 8, entityEndPos: 13 }] },
          ...phrases('i need a flight'),
        ],
        responses: [{ response: 'Flying to **{{city}}**' }],
        entities: [{ id: cityId, name: 'city', required: true, value: 'Bombay', prompts: ['Where to?', ' To which city? '] }],
      })
    ).json();
    expect(answer).toMatchObject({ status: true, code: '100', message: 'Intent Saved Successfully' });
    const read = (await as(user).get(at(intents.get.path, { agentId: botId, storyId, intentId: answer.data.id }))).json().data;
    expect(read).toMatchObject({
      name: 'Book a flight',
      agentId: botId,
      storyId,
      utterances: [
        { utterance: 'fly to Bombay', entityDefined: true, entityRefs: [{ entityId: cityId, entityStartPos: 7, entityEndPos: 12 }] },
        { utterance: 'i need a flight', entityDefined: false, entityRefs: [] },
      ],
      responses: [{ response: 'Flying to **{{city}}**' }],
      entities: [
        { id: cityId, entityName: 'city', name: 'city', required: true, value: 'Bombay', prompts: ['Where to?', 'To which city?'] },
      ],
      handsOver: false,
    });
  });

  test.each([
    ['INTENT-035', { name: ' ' }, 'Intent name should not be empty'],
    ['INTENT-037', { utterances: phrases('only one') }, 'Please give atleast two training phrases save the intent'],
    ['INTENT-041', { utterances: phrases('one', ' \u200b ') }, 'training phrases should not be empty'],
    ['INTENT-042', { utterances: phrases('Same  thing', 'same\u200b thing') }, 'Duplication of utterance name'],
    ['INTENT-044', { responses: [{ response: '  ' }] }, 'Responce should not be empty'],
    [
      'INTENT-038 INTENT-039',
      { entities: [{ id: 'sys.date', name: 'day', required: false, value: '', prompts: [' '] }] },
      'prompt cannot be empty',
    ],
  ])('%s is refused by the server as well', async (row, wrong, message) => {
    const answer = await save({ name: `Wrong ${row}`, utterances: phrases('one', 'two'), responses: [], ...wrong } as Partial<IntentSave>);
    expect([answer.statusCode, answer.json().message]).toEqual([422, message]);
    expect((await as(user).get(`${at(intents.list.path, { agentId: botId, storyId })}?name=Wrong`)).json().data.intents).toEqual([]);
  });

  test('INTENT-045 only one response is taken', async () => {
    const answer = await save({
      name: 'Two answers',
      utterances: phrases('one', 'two'),
      responses: [{ response: 'a' }, { response: 'b' }],
    });
    expect(answer.json().code).toBe('request.invalid');
  });

  test('INTENT-055 INTENT-058 a taken name is a success without data and with a code of its own', async () => {
    await makeIntent(user, botId, storyId, { name: 'Taken', phrases: ['one', 'two'] });
    const answer = await save({ name: 'TAKEN', utterances: phrases('three', 'four') });
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { status: true, code: duplicateIntentCode, message: 'Duplicate intent name, intent not created', data: null },
    ]);
  });

  test('INTENT-050 INTENT-051 INTENT-052 INTENT-053 INTENT-054 intents are listed, searched and deleted', async () => {
    const own = await makeStory(user, botId, 'Listed');
    const made = await makeIntent(user, botId, own, { name: 'Alpha one', phrases: ['a', 'b', 'c'] });
    await makeIntent(user, botId, own, { name: 'Beta', phrases: ['d', 'e'] });
    const path = `/chatbird/api/nlp/v2/agent/${botId}/story/${own}/intent`;
    const list = (await as(user).get(`${path}?perPage=200&from=0`)).json().data;
    expect(list.intents).toMatchObject([
      { name: 'Alpha one', utteranceCount: 3 },
      { name: 'Beta', utteranceCount: 2 },
    ]);
    expect((await as(user).get(`${path}?name=alpha`)).json().data.intents).toHaveLength(1);
    const deleted = await as(user).delete(at(intents.remove.path, { agentId: botId, storyId: own, intentId: made.id }));
    expect(deleted.json()).toMatchObject({ status: true, code: '100', message: 'Intent Deleted Successfully' });
    expect((await as(user).get(path)).json().data.intents).toMatchObject([{ name: 'Beta' }]);
  });

  test('an edited intent replaces what was there, and only there', async () => {
    const made = await makeIntent(user, botId, storyId, {
      name: 'Editing',
      phrases: ['one', 'two', 'three'],
      response: 'x',
      handsOver: true,
    });
    const change = toSave(botId, storyId, { name: 'Edited', phrases: ['four', 'five'] });
    const saved = (await as(user).post(intents.save.path, { ...change, id: made.id })).json().data;
    expect(saved).toMatchObject({ id: made.id, name: 'Edited', responses: [], handsOver: true });
    expect(saved.utterances.map(({ utterance }: { utterance: string }) => utterance)).toEqual(['four', 'five']);
  });

  test('a reference outside of its phrase, over another one, or to no parameter is refused', async () => {
    const refs = (...spans: [number, number][]) =>
      spans.map(([entityStartPos, entityEndPos]) => ({ entityId: cityId, entityStartPos, entityEndPos }));
    const marked = (...spans: [number, number][]) => [
      { utterance: 'to Delhi', entityDefined: true, entityRefs: refs(...spans) },
      ...phrases('somewhere'),
    ];
    const utterances = marked([3, 7]);
    const parameter = { id: cityId, name: 'city', required: false, value: '', prompts: ['Which?'] };
    for (const wrong of [marked([3, 7], [3, 4]), marked([3, 7], [5, 40])])
      expect((await save({ name: 'Spans', utterances: wrong, entities: [parameter] })).json()).toMatchObject({
        code: 'intent.invalid',
        data: { errors: [{ field: 'utterances.0', code: 'intent.mark_misplaced' }] },
      });
    const kept = (await save({ name: 'Spans', utterances, entities: [parameter] })).json().data;
    expect(kept.utterances[0].entityRefs).toMatchObject([{ entityStartPos: 3, entityEndPos: 7 }]);
    expect((await save({ name: 'Spans 2', utterances })).json()).toMatchObject({ code: 'intent.invalid' });
    expect(
      (await save({ name: 'Spans 3', utterances: phrases('a', 'b'), entities: [{ ...parameter, id: storyId }] })).json(),
    ).toMatchObject({
      code: 'intent.invalid',
    });
  });

  test('INTENT-018 phrases that say the same are proposed by this server', async () => {
    const answer = (await as(user).post(intents.paraphrase.path, { lines: ['i want to cancel my order'], num_return_sequences: 5 })).json();
    expect(answer.data.paraphrases).toHaveLength(5);
    expect(new Set([...answer.data.paraphrases, 'i want to cancel my order']).size).toBe(6);
    expect((await as(user).post(intents.paraphrase.path, { lines: [] })).json().message).toContain('Select at least one training phrase');
  });
});

describe('entities', () => {
  let botId: string;
  beforeAll(async () => {
    botId = (await makeBot(user, 'Entities')).id;
  });
  const list = async (query: string) => (await as(user).get(`${at(entities.list.path, { agentId: botId })}?${query}`)).json().data;
  const value = (more: object) => ({ value: 'Red', type: 'synonyms', synonyms: ['crimson'], pattern: [], ...more });

  test('ENTITY-021 ENTITY-023 ENTITY-037 ENTITY-041 ENTITY-042 an entity is saved, read and changed', async () => {
    const made = (
      await as(user).post('/chatbird/api/nlp/entity', {
        agentId: botId,
        name: 'colour',
        values: [value({ synonyms: ['crimson, ruby', 'scarlet'] })],
      })
    ).json();
    expect(made).toMatchObject({ status: true, code: '100', message: 'Entity Saved Successfully' });
    expect(made.data).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      agentId: botId,
      name: 'colour',
      type: 0,
      updatedOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      values: [{ value: 'Red', type: 'synonyms', synonyms: ['crimson', 'ruby', 'scarlet'], pattern: [] }],
    });
    const values = [value({ value: 'Code', type: 'pattern', synonyms: [], pattern: ['[A-Z]{2}\\d{4}'] })];
    const changed = (await as(user).post(entities.save.path, { id: made.data.id, agentId: botId, name: 'code', values })).json();
    expect(changed.data).toMatchObject({ id: made.data.id, name: 'code', values: [{ type: 'pattern', pattern: ['[A-Z]{2}\\d{4}'] }] });
    expect((await as(user).get(at(entities.get.path, { agentId: botId, entityId: made.data.id }))).json().data).toEqual(changed.data);
  });

  test.each([
    ['ENTITY-027', { name: ' ' }, 'request.invalid'],
    ['ENTITY-028', { values: [value({ value: ' ' })] }, 'request.invalid'],
    ['ENTITY-028', { values: [value({ type: undefined })] }, 'request.invalid'],
    ['ENTITY-029', { values: [value({ synonyms: [] })] }, 'entity.invalid'],
    ['ENTITY-034', { values: [value({ synonyms: ['a,,b'] })] }, 'entity.invalid'],
    ['ENTITY-030', { values: [value({ type: 'pattern' })] }, 'entity.invalid'],
    ['no pattern', { values: [value({ type: 'pattern', pattern: ['(a+'] })] }, 'entity.invalid'],
  ])('%s is refused', async (row, wrong, code) => {
    const answer = await as(user).post(entities.save.path, { agentId: botId, name: `Wrong ${row}`, values: [value({})], ...wrong });
    expect(answer.json()).toMatchObject({ status: false, code });
  });

  test('ENTITY-044 ENTITY-050 the faults of an entity are a list beside the message', async () => {
    const values = [value({ value: 'A', synonyms: [] }), value({ value: 'B', type: 'pattern', pattern: ['('] })];
    const { errors } = (await as(user).post(entities.save.path, { agentId: botId, name: 'Faulty', values })).json();
    expect(errors).toEqual(['Empty synonyms cannot be added', expect.stringMatching(/^B: the pattern \( is not valid: /)]);
  });

  test('a name that another entity has is refused', async () => {
    await makeEntity(user, botId, 'size', { Small: ['s'] });
    const answer = (await as(user).post(entities.save.path, { agentId: botId, name: 'SIZE', values: [value({})] })).json();
    expect(answer.errors).toEqual(['An entity with this name already exists.']);
  });

  test('ENTITY-022 ENTITY-024 ENTITY-025 ENTITY-038 ENTITY-039 ENTITY-040 INTENT-013 INTENT-063 custom ones come first, system ones after them, or either alone', async () => {
    const { id } = await makeBot(user, 'Listing');
    for (let index = 10; index < 27; index += 1) await makeEntity(user, id, `e${index}`, { A: ['b'] });
    const read = async (query: string) => (await as(user).get(`${at(entities.list.path, { agentId: id })}?${query}`)).json().data;
    const names = ({ entities: rows }: { entities: { name: string }[] }) => rows.map(({ name }) => name);
    const first = await read('from=0&perPage=15&type=0');
    expect([names(first).length, names(first)[0], first.more]).toEqual([15, 'e10', true]);
    const second = await read('from=15&perPage=15&type=0');
    expect([names(second), second.more]).toEqual([['e25', 'e26'], false]);
    const system = await read('from=0&perPage=100&type=1');
    expect(names(system)).toEqual(
      expect.arrayContaining([
        'sys.date',
        'sys.time',
        'sys.number',
        'sys.email',
        'sys.phone-number',
        'sys.url',
        'sys.currency',
        'sys.location',
      ]),
    );
    expect(system.entities.every(({ type, description }: { type: number; description: string }) => type === 1 && description !== '')).toBe(
      true,
    );
    const all = names(await read('from=0&perPage=100'));
    expect(all).toEqual([...Array.from({ length: 17 }, (_, index) => `e${index + 10}`), ...names(system)]);
    const paged = [
      ...names(await read('from=0&perPage=15')),
      ...names(await read('from=15&perPage=15')),
      ...names(await read('from=30&perPage=15')),
    ];
    expect(paged).toEqual(all);
    expect(names(await read('searchterm=date&type=1'))).toContain('sys.date');
    expect(names(await read('searchterm=e1&type=0'))).toHaveLength(10);
  });

  test('ENTITY-043 ENTITY-045 an entity that an intent uses stays, any other goes', async () => {
    const made = await makeEntity(user, botId, 'in use', { A: ['b'] });
    const storyId = await makeStory(user, botId, 'Uses');
    const intent = await makeIntent(user, botId, storyId, {
      name: 'Using',
      phrases: ['one', 'two'],
      entities: [{ id: made.id, name: 'x', required: true, value: '', prompts: ['Which?'] }],
    });
    const path = at(entities.remove.path, { agentId: botId, entityId: made.id });
    expect((await as(user).delete(path)).json()).toMatchObject({
      status: false,
      code: 'entity.in_use',
      message: 'in use is in use: Using.',
    });
    await as(user).delete(at(intents.remove.path, { agentId: botId, storyId, intentId: intent.id }));
    expect((await as(user).delete(path)).json()).toMatchObject({ status: true, message: 'Deleted  Entity  succesfully' });
    expect((await list('searchterm=in%20use&type=0')).entities).toEqual([]);
  });
});

describe('configuration', () => {
  const good = {
    entityExtractRetries: 2,
    outOfScopeMessage: 'Pardon?',
    modelType: 'Semantic',
    confidenceThreshold: 70,
    language: 'hi',
    openaiKey: '',
  };

  test('CFG-005 CFG-007 CFG-008 CFG-018 CFG-021 CFG-024 CFG-025 CFG-026 it is saved, and the threshold in effect is told', async () => {
    const { id } = await makeBot(user, 'Configured');
    const save = async (body: object) => (await as(user).post(at('/chatbird/api/nlp/agent/:agentId/config', { agentId: id }), body)).json();
    expect(await save(good)).toMatchObject({ status: true, code: '100', data: { ...good, documents: [], thresholdInEffect: 0.7 } });
    expect((await save({ ...good, confidenceThreshold: 0.3 })).data.thresholdInEffect).toBe(0.3);
    expect((await save({ ...good, confidenceThreshold: 0 })).data.thresholdInEffect).toBe(0);
    expect((await save({ ...good, confidenceThreshold: 200 })).data.thresholdInEffect).toBe(1);
    expect((await save({ ...good, modelType: 'websiteCrawler' })).data.modelType).toBe('websiteCrawler');
    expect((await as(user).get(at(bots.get.path, { agentId: id }))).json().data.config).toMatchObject({
      ...good,
      modelType: 'websiteCrawler',
    });
  });

  test.each([
    ['CFG-015', { entityExtractRetries: 0 }, 'Entity extract retries value cannot be less than 1'],
    ['CFG-006', { modelType: 'Other' }, 'modelType'],
    ['CFG-009', { language: 'fr' }, 'language'],
    ['CFG-016', { modelType: undefined }, 'modelType'],
    ['CFG-016', { language: undefined }, 'language'],
    ['CFG-016', { entityExtractRetries: undefined }, 'entityExtractRetries'],
    ['CFG-017', { confidenceThreshold: undefined }, 'confidenceThreshold'],
    ['CFG-018', { confidenceThreshold: 201 }, 'confidenceThreshold'],
    ['CFG-018', { confidenceThreshold: -0.1 }, 'confidenceThreshold'],
  ])('%s is refused', async (_row, wrong, message) => {
    const { id } = await makeBot(user, `Wrong ${JSON.stringify(wrong, (_key, value) => value ?? null)}`);
    const answer = await as(user).post(at(bots.saveConfig.path, { agentId: id }), { ...good, ...wrong });
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe('prompts', () => {
  test('PROMPT-007 PROMPT-011 PROMPT-012 PROMPT-013 PROMPT-014 PROMPT-015 PROMPT-016 PROMPT-017 PROMPT-018 a prompt is saved whole or not at all', async () => {
    const { id } = await makeBot(user, 'Prompted', 'prompt');
    const { _id: openaiKey } = (
      await as(user).post(endpoints.integrations.create.path, { name: 'Main', authType: 5, llm: 1, apikey: 'sk-abcdefghijklmnop' })
    ).json().response;
    const save = async (more: object) =>
      (
        await as(user).post(at(bots.savePrompt.path, { agentId: id }), {
          openaiKey,
          prompt: ' Be kind. ',
          extractData: true,
          userData: [],
          ...more,
        })
      ).json();
    const mandatory = 'Add variables name , description and fill mandatory fields';
    const one = { name: 'order', description: 'The order number' };
    expect(await save({ userData: [one] })).toMatchObject({
      status: true,
      code: '100',
      message: 'Prompt Updated Successfully',
      data: { openaiKey, prompt: 'Be kind.', extractData: true, userData: [one] },
    });
    expect((await save({})).message).toBe(mandatory);
    expect((await save({ userData: [one, { name: 'x', description: ' ' }] })).message).toBe(mandatory);
    expect((await save({ userData: [{ name: ' ', description: 'x' }, one] })).message).toBe(mandatory);
    expect((await save({ extractData: false, userData: [one] })).data.userData).toEqual([]);
    expect((await save({ prompt: ' \n ' })).message).toContain('Prompt is Mandatory');
    expect((await save({ openaiKey: '', userData: [one] })).message).toContain('Please select any configuration');
    expect((await save({ openaiKey: id, userData: [one] })).code).toBe('integration.not_found');
  });
});
