import { endpoints, type ImportOutcome } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { sharedApp } from '../../../../test/app.ts';
import { at, createBots, shopIntents } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { upload } from '../../../../test/upload.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeBot, makeStory, makeIntent, makeEntity, getTree } = createBots(app);
const { training, intents, entities } = endpoints;
let user: TestUser;
beforeAll(async () => {
  user = await makeUser();
});

const send = async (botId: string, name: string, content: Buffer | string) =>
  (await as(user).post(at(training.importData.path, { agentId: botId }), ...upload(name, content))).json();
const load = async (botId: string, name: string, content: Buffer | string): Promise<ImportOutcome> => {
  const answer = await send(botId, name, content);
  expect(answer).toMatchObject({ status: true });
  return answer.data;
};
const namesOf = async (botId: string) =>
  (await as(user).get(at(intents.names.path, { agentId: botId }))).json().data.intents as {
    id: string;
    name: string;
    storyId: string;
    storyName: string;
  }[];
const readIntent = async (botId: string, name: string) => {
  const found = (await namesOf(botId)).find((intent) => intent.name === name);
  return (await as(user).get(at(intents.get.path, { agentId: botId, storyId: found?.storyId ?? '', intentId: found?.id ?? '' }))).json()
    .data;
};

test('a table of labels and phrases without headers is a bot of as many intents', async () => {
  const { id: botId } = await makeBot(user, 'Table');
  const lines = Array.from({ length: 40 }, (_, index) => `${index % 2 === 0 ? 'weather' : 'news'}\tphrase number ${index}, said plainly`);
  expect(await load(botId, 'train.tsv', lines.join('\n'))).toMatchObject({
    format: 'csv',
    intentsAdded: 2,
    phrasesAdded: 40,
    phrasesSkipped: 0,
  });
  expect((await namesOf(botId)).map(({ name, storyName }) => [name, storyName])).toEqual([
    ['news', 'Imported'],
    ['weather', 'Imported'],
  ]);
  // The same once more adds nothing.
  expect(await load(botId, 'train.tsv', lines.join('\n'))).toMatchObject({
    intentsAdded: 0,
    intentsExtended: 0,
    phrasesAdded: 0,
    phrasesSkipped: 40,
  });
});

test('a CSV with headers has stories and answers, and its gaps are told by line', async () => {
  const { id: botId } = await makeBot(user, 'Headers');
  const content =
    'story,intent,phrase,response\nShop,Hours,"when, exactly, do you open",At nine.\nShop,Hours,opening time,\n,,no intent,\nShop,Hours,,\n';
  expect(await load(botId, 'bot.csv', content)).toMatchObject({
    intentsAdded: 1,
    phrasesAdded: 2,
    report: [
      { kind: 'left', part: 'row', name: '', place: 'line 4', message: 'The intent is missing.' },
      { kind: 'left', part: 'row', name: 'Hours', place: 'line 5', message: 'The phrase is missing.' },
      { kind: 'taken', part: 'intent', name: 'Hours', place: 'line 2', message: '2 phrases, 0 parameters' },
    ],
    reportCounts: { left: 2, changed: 0, taken: 1 },
  });
  expect((await getTree(user, botId)).childStories.map(({ name }) => name)).toEqual(['Shop']);
  expect(await readIntent(botId, 'Hours')).toMatchObject({
    utterances: [{ utterance: 'when, exactly, do you open' }, { utterance: 'opening time' }],
    responses: [{ response: 'At nine.' }],
  });
});

test.each<[string, string]>([
  [
    'a list of pairs',
    JSON.stringify([
      ['rain today', 'weather'],
      ['sun today', 'weather'],
    ]),
  ],
  [
    'pairs under train',
    JSON.stringify({
      val: [],
      train: [
        ['rain today', 'weather'],
        ['sun today', 'weather'],
      ],
    }),
  ],
  [
    'a list of objects',
    JSON.stringify([
      { text: 'rain today', label: 'weather' },
      { utterance: 'sun today', intent: 'weather' },
    ]),
  ],
  ['phrases by intent', JSON.stringify({ weather: ['rain today', 'sun today'] })],
])('JSON may be %s', async (name, content) => {
  const { id: botId } = await makeBot(user, `JSON ${name}`);
  expect(await load(botId, 'data.json', content)).toMatchObject({ format: 'json', intentsAdded: 1, phrasesAdded: 2 });
});

test('an export comes back whole in another bot, and as a CSV that no spreadsheet runs', async () => {
  const { id: botId } = await makeBot(user, 'Exported');
  const storyId = await makeStory(user, botId, 'Main');
  const city = await makeEntity(user, botId, 'city', { Mumbai: ['bombay'] });
  await makeIntent(user, botId, storyId, shopIntents[0] as never);
  await makeIntent(user, botId, storyId, {
    name: 'Fly',
    phrases: [
      { utterance: 'to bombay', entityRefs: [{ entityId: city.id, entityStartPos: 3, entityEndPos: 8 }] },
      '=HYPERLINK("x")',
      'i want to fly',
    ],
    response: 'Flying to {{city}}',
    entities: [{ id: city.id, name: 'city', required: true, value: '', prompts: ['Where?'] }],
    handsOver: true,
  });
  const path = at(training.exportData.path, { agentId: botId });
  const file = await as(user).get(`${path}?format=json`);
  expect(file.headers['content-disposition']).toContain('Exported.json');
  const { id: copyId } = await makeBot(user, 'Copy');
  expect(await load(copyId, 'copy.json', file.body)).toMatchObject({
    intentsAdded: 2,
    entitiesAdded: 1,
    phrasesSkipped: 0,
    reportCounts: { left: 0, changed: 0, taken: 3 },
  });
  const copied = await readIntent(copyId, 'Fly');
  expect(copied).toMatchObject({
    utterances: [{ utterance: 'to bombay', entityRefs: [{ entityStartPos: 3, entityEndPos: 8 }] }, {}, {}],
    entities: [{ name: 'city', entityName: 'city', required: true, prompts: ['Where?'] }],
    responses: [{ response: 'Flying to {{city}}' }],
    handsOver: true,
  });
  expect((await as(user).get(`${at(training.exportData.path, { agentId: copyId })}?format=json`)).json()).toEqual(file.json());
  const csv = await as(user).get(`${path}?format=csv`);
  expect(csv.body).toContain(`"'=HYPERLINK(""x"")"`);
  expect((await load(copyId, 'copy.csv', csv.body)).phrasesAdded).toBe(0);
  expect((await app.stranger().get(`${path}?format=csv`)).json()).toMatchObject({ status: false, code: 'bot.not_found' });
  const { id: token } = (await as(user).get(endpoints.files.downloadToken.path)).json().data;
  expect((await app.stranger().get(`${path}?format=csv&x-access-id=${encodeURIComponent(token)}`)).statusCode).toBe(200);
});

test('Rasa’s YAML brings entities, roles, synonyms, lookups and patterns', async () => {
  const { id: botId } = await makeBot(user, 'Rasa');
  const yaml = `version: "3.1"
nlu:
- intent: book_flight
  examples: |
    - fly from [bombay]{"entity": "city", "role": "from", "value": "Mumbai"} to [Delhi](city)
    - book a flight
- synonym: Mumbai
  examples: |
    - the city of dreams
- lookup: airline
  examples: |
    - IndiAir
- regex: code
  examples: |
    - \\b[A-Z]{6}\\b
- synonym: Paris
  examples: |
    - city of light
`;
  expect(await load(botId, 'nlu.yml', yaml)).toMatchObject({
    format: 'rasa',
    intentsAdded: 1,
    entitiesAdded: 3,
    reportCounts: { left: 1, changed: 0, taken: 4 },
  });
  expect(await readIntent(botId, 'book flight')).toMatchObject({
    utterances: [
      {
        utterance: 'fly from bombay to Delhi',
        entityRefs: [
          { entityStartPos: 9, entityEndPos: 14, parameter: 'from' },
          { entityStartPos: 19, entityEndPos: 23, parameter: 'city' },
        ],
      },
      {},
    ],
    entities: [
      { name: 'from', entityName: 'city' },
      { name: 'city', entityName: 'city' },
    ],
  });
  const { entities: list } = (await as(user).get(`${at(entities.list.path, { agentId: botId })}?type=0`)).json().data;
  expect(list).toMatchObject([
    { name: 'airline', values: [{ value: 'IndiAir', synonyms: ['IndiAir'] }] },
    {
      name: 'city',
      values: [
        { value: 'Mumbai', synonyms: ['bombay', 'the city of dreams'] },
        { value: 'Delhi', synonyms: ['Delhi'] },
      ],
    },
    { name: 'code', values: [{ type: 'pattern', pattern: ['\\b[A-Z]{6}\\b'] }] },
  ]);
});

test('an intent in several places of a file is one, and one without a name is told', async () => {
  user = await makeUser();
  const { id: botId } = await makeBot(user, 'Several places');
  const yaml = `nlu:
- intent: greet
  examples: |
    - hello
- intent: GREET
  examples: |
    - good day
    - Hello
- intent: " "
  examples: |
    - nobody
`;
  expect(await load(botId, 'nlu.yml', yaml)).toMatchObject({
    intentsAdded: 1,
    phrasesAdded: 2,
    phrasesSkipped: 1,
    reportCounts: { left: 1, changed: 0, taken: 1 },
  });
});

const zipOf = async (files: Record<string, unknown>): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

test('a Dialogflow ES export brings intents, prompts, answers and entities', async () => {
  const { id: botId } = await makeBot(user, 'Dialogflow');
  const zip = await zipOf({
    'agent.json': {},
    'intents/Book table.json': {
      name: 'Book table',
      responses: [
        {
          parameters: [
            { name: 'day', dataType: '@sys.date', required: true, prompts: [{ lang: 'en', value: 'When?' }] },
            { name: 'room', dataType: '@room', required: false },
          ],
          messages: [{ type: '0', speech: ['Booked for $day.'] }],
        },
      ],
    },
    'intents/Book table_usersays_en.json': [
      {
        data: [
          { text: 'a table ' },
          { text: 'tomorrow', alias: 'day', meta: '@sys.date' },
          { text: ' in the ' },
          { text: 'garden', alias: 'room', meta: '@room' },
        ],
      },
      { data: [{ text: 'book a table' }] },
    ],
    'intents/Fallback.json': { name: 'Fallback', responses: [] },
    'entities/room.json': { name: 'room' },
    'entities/room_entries_en.json': [{ value: 'garden', synonyms: ['garden', 'outside'] }],
  });
  expect(await load(botId, 'agent.zip', zip)).toMatchObject({
    format: 'dialogflow',
    intentsAdded: 1,
    phrasesAdded: 2,
    entitiesAdded: 1,
    reportCounts: { left: 1, changed: 0, taken: 2 },
  });
  expect(await readIntent(botId, 'Book table')).toMatchObject({
    utterances: [
      {
        utterance: 'a table tomorrow in the garden',
        entityRefs: [
          { entityId: 'sys.date', entityStartPos: 8, entityEndPos: 15 },
          { entityStartPos: 24, entityEndPos: 29 },
        ],
      },
      {},
    ],
    responses: [{ response: 'Booked for $day.' }],
    entities: [
      { id: 'sys.date', name: 'day', required: true, prompts: ['When?'] },
      { name: 'room', prompts: ['Which room?'] },
    ],
  });
});

test.each<[string, string, Buffer | string | Promise<Buffer>, string]>([
  ['nothing', 'a.csv', '', 'empty'],
  ['three columns without headers', 'a.csv', 'a,b,c\nd,e,f\n', 'columns intent and phrase'],
  ['broken JSON', 'a.json', '{"a":', 'not valid JSON'],
  ['other JSON', 'a.json', '{"a": 1}', 'no training data'],
  ['other YAML', 'a.yml', 'rules: []', 'no nlu section'],
  [
    'a YAML bomb',
    'a.yml',
    `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\nnlu: [*c]`,
    'not valid YAML',
  ],
  ['another zip', 'a.zip', zipOf({ 'readme.txt': 'x' }), 'no intents'],
  ['a damaged zip', 'a.zip', Buffer.from('PK\u0003\u0004garbage', 'latin1'), 'zip'],
  ['bytes', 'a.csv', Buffer.from([0xff, 0xfe, 0x00, 0x80]), 'UTF-8'],
])('a file of %s is refused in words, and nothing is changed', async (name, fileName, content, message) => {
  const { id: botId } = await makeBot(user, `Refused ${name}`);
  const answer = await send(botId, fileName, await content);
  expect([answer.status, answer.code, answer.message]).toEqual([false, 'bot.data_invalid', expect.stringContaining(message)]);
  expect(await namesOf(botId)).toEqual([]);
});

test('a bot has at most 100,000 phrases, and nothing of too many is kept', async () => {
  user = await makeUser();
  const { id: botId } = await makeBot(user, 'Many');
  const lines = Array.from({ length: 100_001 }, (_, index) => `intent ${index % 50}\tphrase ${index} of very many`);
  expect(await send(botId, 'many.tsv', lines.join('\n'))).toMatchObject({ status: false, code: 'bot.too_large' });
  expect(await namesOf(botId)).toEqual([]);
});
