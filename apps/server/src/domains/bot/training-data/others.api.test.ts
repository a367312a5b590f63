import { endpoints, type ImportEntry, type ImportOutcome } from '@parley/contract';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { sharedApp } from '../../../../test/app.ts';
import { at, createBots } from '../../../../test/bots.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { upload } from '../../../../test/upload.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeBot, train, talk } = createBots(app);
const { training, intents, bots } = endpoints;

async function zipOf(files: Record<string, unknown>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function load(user: TestUser, botId: string, name: string, content: Buffer | string): Promise<ImportOutcome> {
  const answer = (await as(user).post(at(training.importData.path, { agentId: botId }), ...upload(name, content))).json();
  expect(answer).toMatchObject({ status: true });
  return answer.data;
}

const told = (report: readonly ImportEntry[]) =>
  report.map(({ kind, part, name, place, message }) => `${kind} ${part} ${name} | ${place} | ${message}`);

async function readIntents(user: TestUser, botId: string) {
  const { intents: list } = (await as(user).get(at(intents.names.path, { agentId: botId }))).json().data as {
    intents: { id: string; name: string; storyId: string; storyName: string }[];
  };
  return Promise.all(
    list.map(async ({ id, storyId, storyName }) => ({
      ...(await as(user).get(at(intents.get.path, { agentId: botId, storyId, intentId: id }))).json().data,
      storyName,
    })),
  );
}

const says = (...texts: string[]) => texts.map((text) => ({ data: [{ text }] }));

/** An agent in the shape that the console of Dialogflow ES exports, with everything that has no counterpart here. */
const agent = {
  'package.json': { version: '1.0.0' },
  'agent.json': { language: 'en', webhook: { available: true, url: 'https://example.com' } },
  'intents/Book room.json': {
    id: 'i1',
    name: 'Book room',
    auto: true,
    contexts: ['greeted'],
    responses: [
      {
        resetContexts: false,
        action: 'room.book',
        affectedContexts: [{ name: 'booking', lifespan: 5 }],
        parameters: [
          {
            name: 'guest',
            dataType: '@sys.given-name',
            required: true,
            isList: true,
            value: '$guest',
            prompts: [
              { lang: 'en', value: 'Who comes?' },
              { lang: 'de', value: 'Wer?' },
            ],
          },
          { name: 'colour', dataType: '@sys.color', value: '$colour' },
          { name: 'size', dataType: '@size', defaultValue: 'small', value: '#booking.size' },
        ],
        messages: [
          { type: '0', lang: 'en', speech: ['Booked for $guest.', 'Done.'] },
          { type: '4', payload: { x: 1 } },
        ],
      },
    ],
    priority: 500000,
    webhookUsed: true,
    fallbackIntent: false,
    events: [{ name: 'BOOK' }],
    futureField: {},
  },
  'intents/Book room_usersays_en.json': [
    { data: [{ text: 'a room for ' }, { text: 'Meera', alias: 'guest', meta: '@sys.given-name' }] },
    { data: [{ text: 'a ' }, { text: 'large', alias: 'size', meta: '@size' }, { text: ' room in ' }, { text: 'red', meta: '@sys.color' }] },
    { data: 'broken' },
  ],
  'intents/Book room_usersays_de.json': says('ein Zimmer'),
  'intents/Book room - breakfast.json': {
    id: 'i2',
    parentId: 'i1',
    name: 'Book room - breakfast',
    responses: [{ messages: [{ type: 0, speech: 'With breakfast.' }] }],
  },
  'intents/Book room - breakfast_usersays_en.json': says('breakfast too', 'add breakfast'),
  'intents/Off.json': { name: 'Off', priority: -1, responses: [] },
  'intents/Default Fallback Intent.json': {
    name: 'Default Fallback Intent',
    fallbackIntent: true,
    responses: [{ action: 'input.unknown', messages: [{ type: '0', speech: ['Say that again, please.', 'What?'] }] }],
  },
  'entities/size.json': { name: 'size', automatedExpansion: true },
  'entities/size_entries_en.json': [{ value: 'large', synonyms: ['large', 'big'] }, { value: '@sys.number:number beds', synonyms: [] }, 7],
  'entities/empty.json': { name: 'empty' },
  'knowledge/page.json': {},
};

test('a Dialogflow ES agent is taken whole, and each part that has no counterpart is named with its place', async () => {
  const user = await makeUser();
  const { id: botId } = await makeBot(user, 'From Dialogflow');
  const outcome = await load(user, botId, 'agent.zip', await zipOf(agent));
  expect(outcome).toMatchObject({ format: 'dialogflow', intentsAdded: 2, phrasesAdded: 4, entitiesAdded: 1 });
  const room = 'intents/Book room.json#';
  expect(told(outcome.report).sort()).toEqual(
    [
      'left file knowledge/page.json | knowledge/page.json | Nothing is read from this file.',
      'left agent webhook | agent.json#/webhook | No service is called by a bot; a journey can.',
      'left file Book room | intents/Book room_usersays_de.json | A bot speaks one language; this one was left out.',
      `changed context Book room | ${room}/contexts | It answers whatever was said before, not only in greeted.`,
      `left intent Book room | ${room}/events/0 | The event BOOK does not start it.`,
      `left answer Book room | ${room}/webhookUsed | Its webhook is not called.`,
      `left intent Book room | ${room}/futureField | It is not known here.`,
      `left answer Book room | ${room}/responses/0/action | The action room.book calls nothing here.`,
      `left context Book room | ${room}/responses/0/affectedContexts/0 | The context booking is not set; parameters are asked for in the intent itself.`,
      `left answer Book room | ${room}/responses/0/messages/1 | A message of type 4 was left out.`,
      `left answer Book room | ${room}/responses/0/messages/0 | One answer is given; this one was left out: Done.`,
      `changed parameter guest | ${room}/responses/0/parameters/0 | @sys.given-name is read as sys.person.`,
      `changed parameter guest | ${room}/responses/0/parameters/0/isList | It takes one value, not a list.`,
      `left parameter guest | ${room}/responses/0/parameters/0/prompts | 1 prompts in other languages were left out.`,
      `left parameter colour | ${room}/responses/0/parameters/1 | The entity @sys.color has no counterpart.`,
      `left parameter size | ${room}/responses/0/parameters/2/value | The value #booking.size was left out; it is what the message says.`,
      `left parameter size | ${room}/responses/0/parameters/2/defaultValue | The value small is not taken when nothing is said.`,
      'left entity @sys.color | intents/Book room_usersays_en.json#/1/data/3 | The entity has no counterpart; the words stay without a mark.',
      'left phrase Book room | intents/Book room_usersays_en.json#/2 | The phrase cannot be read.',
      'changed intent Book room - breakfast | intents/Book room - breakfast.json#/parentId | It follows up Book room there. Here it is an intent of its own in that story, and answers at any time.',
      'left intent Off | intents/Off.json#/priority | It is switched off there.',
      'changed entity size | entities/size.json#/automatedExpansion | Only values of the list are found, none like them.',
      'left entity size | entities/size_entries_en.json#/1 | "@sys.number:number beds" is made of other entities, which a list here cannot be.',
      'left entity size | entities/size_entries_en.json#/2 | The value cannot be read.',
      'left entity empty | entities/empty.json# | It has no values.',
      'taken entity size | entities/size.json# | 1 values',
      'taken intent Book room | intents/Book room.json# | 2 phrases, 2 parameters',
      'taken intent Book room - breakfast | intents/Book room - breakfast.json# | 2 phrases, 0 parameters',
      'taken answer Say that again, please. |  | The words of the fallback are the out-of-scope message.',
    ].sort(),
  );
  expect(await readIntents(user, botId)).toMatchObject([
    {
      name: 'Book room',
      storyName: 'Imported',
      responses: [{ response: 'Booked for $guest.' }],
      entities: [
        { id: 'sys.person', name: 'guest', required: true, prompts: ['Who comes?'] },
        { entityName: 'size', name: 'size', required: false },
      ],
    },
    { name: 'Book room - breakfast', storyName: 'Book room' },
  ]);
  await train(user, botId);
  expect((await talk(user, botId)('qzx wvk plorf')).output.text).toEqual(['Say that again, please.']);
  // words that somebody has written are kept
  expect(told((await load(user, botId, 'agent.zip', await zipOf(agent))).report)).toContain(
    'left answer Say that again, please. |  | The bot has out-of-scope words of its own, which stay.',
  );
});

const nlu = `version: "3.1"
nlu:
- intent: greet
  examples: |
    - hello
    - good day
- intent: book_flight
  examples: |
    - fly from [bombay]{"entity": "city", "role": "from", "value": "Mumbai"} to [Delhi]{"entity": "city", "role": "to", "group": "1"}
    - book a flight for [two](number) people
    - a [broken]{entity} mark
- lookup: city
  examples: |
    - Pune
- riddle: what
`;
const domain = `version: "3.1"
intents: [greet, book_flight, never_said]
entities: [city, number]
slots:
  origin:
    type: text
    mappings: [{type: from_entity, entity: city, role: from}]
  target:
    type: text
    mappings: [{type: from_entity, entity: city, role: to}]
  note:
    type: text
    mappings: [{type: from_text}]
  spare: {type: bool}
forms:
  flight_form:
    required_slots: [origin, target, note]
  lost_form: {required_slots: []}
responses:
  utter_greet:
  - text: Hello!
    buttons: [{title: Hi, payload: /greet}]
  - text: Good day!
  utter_ask_origin:
  - text: From where?
  utter_ask_flight_form_target:
  - text: From {origin} to where?
  utter_submit:
  - text: From {origin} to {target}.
  utter_sorry:
  - text: I did not get that.
  utter_lost:
  - image: x.png
actions: [action_weather]
`;
const rules = `rules:
- rule: Book
  steps:
  - intent: book_flight
  - action: flight_form
  - active_loop: flight_form
- rule: Fallback
  steps:
  - intent: nlu_fallback
  - action: utter_sorry
stories:
- story: Weather
  steps:
  - intent: weather
  - action: action_weather
`;

test('a Rasa project is taken whole: domain, responses, forms as parameters, roles, rules and the fallback', async () => {
  const user = await makeUser();
  const { id: botId } = await makeBot(user, 'From Rasa');
  const zip = await zipOf({
    'bot/data/nlu.yml': nlu,
    'bot/domain.yml': domain,
    'bot/data/rules.yml': rules,
    'bot/config.yml': 'pipeline: []\nlanguage: en\n',
  });
  const outcome = await load(user, botId, 'bot.zip', zip);
  expect(outcome).toMatchObject({ format: 'rasa', intentsAdded: 2, phrasesAdded: 5, entitiesAdded: 2 });
  expect(told(outcome.report).sort()).toEqual(
    [
      'left intent riddle | bot/data/nlu.yml line 15 | It is not known here.',
      'changed phrase book flight | bot/data/nlu.yml line 7 | The group 1 of "Delhi" is not kept.',
      'left phrase book flight | bot/data/nlu.yml line 7 | The mark of "broken" cannot be read.',
      'left answer utter_greet | bot/domain.yml line 20 | One answer is given; 1 more were left out.',
      'left answer utter_greet | bot/domain.yml line 20 | Left out of this answer: buttons.',
      'left answer utter_lost | bot/domain.yml line 32 | It has no text.',
      'left answer utter_lost | bot/domain.yml line 32 | Left out of this answer: image.',
      'left parameter note | bot/domain.yml line 11 | It is not filled from an entity.',
      'left answer Weather | bot/data/rules.yml line 12 | The intent weather has no phrases.',
      'left parameter lost_form | bot/domain.yml line 18 | No intent begins this form.',
      'left parameter spare | bot/domain.yml line 14 | No form that was taken asks for it.',
      'left intent never_said | bot/domain.yml line 2 | It has no phrases.',
      'left file actions | bot/domain.yml line 34 | This section is not read.',
      'left file pipeline | bot/config.yml line 1 | This section is not read.',
      'taken entity city | bot/data/nlu.yml line 7 | 3 values',
      'taken entity number | bot/data/nlu.yml line 7 | 1 values',
      'taken intent greet | bot/data/nlu.yml line 3 | 2 phrases, 0 parameters',
      'taken intent book flight | bot/data/nlu.yml line 7 | 3 phrases, 3 parameters',
      'taken answer I did not get that. |  | The words of the fallback are the out-of-scope message.',
    ].sort(),
  );
  expect(await readIntents(user, botId)).toMatchObject([
    {
      name: 'book flight',
      responses: [{ response: 'From {{from}} to {{to}}.' }],
      entities: [
        { name: 'from', entityName: 'city', required: true, prompts: ['From where?'] },
        { name: 'to', entityName: 'city', required: true, prompts: ['From {{from}} to where?'] },
        { name: 'number', required: false },
      ],
    },
    { name: 'greet', responses: [{ response: 'Hello!' }] },
  ]);
  expect((await as(user).get(at(bots.get.path, { agentId: botId }))).json().data).toMatchObject({ name: 'From Rasa' });
});

test.each([
  ['a domain alone', 'domain.yml', 'responses:\n  utter_x:\n  - text: x\n', 'no nlu section'],
  ['numbers where lists belong', 'nlu.yml', 'nlu: 7\nforms: 7\nslots: 7\nrules: 7\nresponses: 7\n', 'no nlu section'],
])('%s is refused in words', async (_name, name, content, words) => {
  const user = await makeUser();
  const { id: botId } = await makeBot(user, 'Refused');
  const answer = (await as(user).post(at(training.importData.path, { agentId: botId }), ...upload(name, content))).json();
  expect([answer.code, answer.message]).toEqual(['bot.data_invalid', expect.stringContaining(words)]);
});

test('sections of other shapes than any version has are read past', async () => {
  const user = await makeUser();
  const { id: botId } = await makeBot(user, 'Odd');
  const odd =
    'nlu:\n- 7\n- intent: greet\n  examples: |\n    - hello\n    - hi\nforms: {a: 7, b: [1]}\nslots: {a: 7}\nrules: [7, {rule: x, steps: 7}]\nresponses: {utter_x: 7}\nintents: [{greet: {use_entities: []}}, 7]\n';
  const outcome = await load(user, botId, 'odd.yml', odd);
  expect(outcome).toMatchObject({ intentsAdded: 1, phrasesAdded: 2 });
  expect(told(outcome.report)).toContain('left intent  | line 2 | The entry cannot be read.');
});
