import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import readTrainingFile from './data.read.ts';
import { collectPieces } from './data.task.ts';

/** Features of strangers' projects that the formats' documentation does not show, each in a small bot of our own. */
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'strangers-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function zipOf(files: Record<string, unknown>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)), name);
  zip.end();
  return buffer(zip.outputStream);
}

async function read(name: string, content: Buffer | string) {
  const file = path.join(folder, crypto.randomUUID());
  await writeFile(file, content);
  const data = await collectPieces(readTrainingFile({ path: file, name }));
  return { ...data, told: data.report.map(({ kind, part, name: of, place, message }) => `${kind} ${part} ${of} | ${place} | ${message}`) };
}
const readProject = async (files: Record<string, unknown>) => read('bot.zip', await zipOf(files));
type Read = Awaited<ReturnType<typeof read>>;
const answersOf = ({ intents }: Read) => Object.fromEntries(intents.map(({ name, response }) => [name, response]));
const phrasesOf = ({ intents }: Read) => Object.fromEntries(intents.map(({ name, phrases }) => [name, phrases.map(({ text }) => text)]));

const intentOf = (name: string, ...examples: string[]) =>
  `- intent: ${name}\n  examples: |\n${examples.map((each) => `    - ${each}\n`).join('')}`;
const small = `nlu:\n${intentOf('greet', 'hello', 'good day')}`;

test('Rasa: files that have nothing to do with the bot stop nothing, and tests of the project are no data', async () => {
  const data = await readProject({
    'shop/data/nlu.yml': small,
    'shop/deploy/values.yml': 'name: {{ .Values.name }} x\n  y: [',
    'shop/.github/workflows/ci.yml': 'on: push\n',
    '__MACOSX/shop/data/._nlu.yml': '\u0005\u0016binary: [',
    'shop/docker-compose.yml': 'services: {}\n',
    'shop/tests/test_nlu.yml': `nlu:\n${intentOf('greet', 'only a test says this')}`,
    'shop/tests/test_talk.yml': 'stories:\n- story: t\n  steps:\n  - user: hello\n    intent: greet\n  - action: utter_wrong\n',
    'shop/README.md': '# Shop\n\n## Use\n\n* one\n* two\n',
  });
  expect(phrasesOf(data)).toEqual({ greet: ['hello', 'good day'] });
  expect(data.told.toSorted()).toEqual([
    expect.stringContaining('left file __MACOSX/shop/data/._nlu.yml | __MACOSX/shop/data/._nlu.yml | Nothing is read from this file.'),
    'left file shop/.github/workflows/ci.yml | shop/.github/workflows/ci.yml | Nothing is read from this file.',
    expect.stringMatching(/^left file shop\/deploy\/values\.yml \| shop\/deploy\/values\.yml \| .* is not valid YAML/),
    'left file shop/docker-compose.yml | shop/docker-compose.yml line 1 | Nothing is read from this file.',
    'left file shop/tests/test_nlu.yml | shop/tests/test_nlu.yml | Tests of the project are not read.',
    'left file shop/tests/test_talk.yml | shop/tests/test_talk.yml | Tests of the project are not read.',
  ]);
  await expect(readProject({ 'data/nlu.yml': 'nlu: [' })).rejects.toThrow('data/nlu.yml is not valid YAML');
});

test('Rasa: a quoted text that goes on at its key’s column is read as Python reads it', async () => {
  const data = await read(
    'bot.yml',
    `${small}responses:\n  utter_greet:\n  - text: "Good day,\n    and: \\"welcome\\"\n\n  here."\n  utter_bye:\n  - text: 'It''s\n    late'\n`,
  );
  expect(answersOf(data)).toEqual({ greet: 'Good day, and: "welcome"\nhere.' });
  expect(data.told).toContain('left answer utter_bye | line 12 | No intent leads to it.');
});

test('Rasa: the time of a text that is made to be slow grows as the text does', async () => {
  const secondsOf = async (size: number) => {
    const spaces = ' '.repeat(90_000 * size);
    const slow = ['- '.repeat(20_000 * size), `- ${spaces}x`, 'a: '.repeat(20_000 * size), `* a${spaces}b`];
    const before = process.cpuUsage();
    await read('nlu.md', `## intent:greet\n- hello\n${'<!--'.repeat(200_000 * size)}\n${slow.join('\n')}`);
    for (const line of slow) await read('bot.yml', `${small}x: [\n${line}\n`).catch(() => {});
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000_000;
  };
  await secondsOf(0.25);
  const short = await secondsOf(0.25);
  // If the time grew with the square, it would be sixteen times as long, and even longer for a regular expression that backtracks.
  expect(await secondsOf(1)).toBeLessThan(10 * short + 0.5);
});

test('Rasa: what an intent answers is found in rules, in stories where it is the same everywhere, and after forms', async () => {
  const data = await read(
    'bot.yml',
    `nlu:
${intentOf('greet', 'hello')}${intentOf('thank', 'thanks')}${intentOf('deny', 'no')}${intentOf('rent_bike', 'a bike')}${intentOf('rent_boat', 'a boat for [3](number)')}${intentOf('faq/price', 'what does it cost')}${intentOf('cancel', 'stop')}
pipeline:
- name: DucklingEntityExtractor
  dimensions: [number]
slots:
  number:
    type: any
    mappings: [{type: from_entity, entity: number}]
forms:
  rent_form:
    required_slots: [number]
responses:
  utter_greet:
  - text: Bonjour
    channel: radio
  - text: Hello.
  utter_help: [{text: Ask for a bike.}]
  utter_welcome: [{text: You are welcome.}]
  utter_a: [{text: A}]
  utter_b: [{text: B}]
  utter_ask_number: [{text: How many?}]
  utter_rented: [{text: 'Rented: {number}'}]
  utter_faq/price: [{text: Ten.}]
  utter_stopped: [{text: Stopped.}]
rules:
- rule: Stop in the form
  condition: [{active_loop: rent_form}]
  steps: [{intent: cancel}, {action: utter_stopped}]
- rule: Greet
  steps: [{intent: greet}, {slot_was_set: [{x: 1}]}, {action: utter_greet}, {action: utter_help}]
- rule: Rent
  steps: [{or: [{intent: rent_bike}, {intent: rent_boat}]}, {action: rent_form}, {active_loop: rent_form}]
- rule: Rented
  condition: [{active_loop: rent_form}]
  steps: [{action: rent_form}, {active_loop: null}, {action: utter_rented}]
- rule: Questions
  steps: [{intent: faq}, {action: utter_faq}]
stories:
- story: One
  steps: [{intent: greet}, {action: utter_greet}, {intent: deny}, {action: utter_a}, {intent: thank}, {action: utter_welcome}]
- story: Two
  steps: [{action: utter_help}, {intent: deny}, {action: utter_b}]
`,
  );
  expect(answersOf(data)).toEqual({
    greet: 'Hello.\n\nAsk for a bike.',
    thank: 'You are welcome.',
    deny: null,
    'rent bike': 'Rented: {{number}}',
    'rent boat': 'Rented: {{number}}',
    'faq price': 'Ten.',
    cancel: null,
  });
  const [, , , bike, boat] = data.intents;
  expect([bike?.parameters, boat?.parameters]).toEqual(
    Array.from({ length: 2 }, () => [{ entity: 'sys.number', name: 'number', required: true, prompts: ['How many?'] }]),
  );
  expect(data.entities).toEqual([]);
  expect(data.told.filter((line) => / answer /.test(line))).toEqual([
    'left answer utter_greet | line 35 | One answer is given; 1 more were left out.',
    'left answer utter_greet | line 35 | Left out of this answer: channel.',
    'left answer Stop in the form | line 48 | It holds only while the form rent_form is open.',
    'left answer One | line 61 | Its intent has an answer from another rule or story.',
    'changed answer One | line 61 | There it is an answer to what was said before; here it is given at any time.',
    'left answer Two | line 63 | What is answered depends on what was said before.',
    'left answer utter_a | line 41 | No intent leads to it.',
    'left answer utter_b | line 42 | No intent leads to it.',
    'left answer utter_stopped | line 46 | No intent leads to it.',
  ]);
  expect(data.told).toContain('changed entity number | line 14 | It is read as sys.number, whatever its values are.');
});

test('Rasa 1: Markdown with synonyms, lookups, regular expressions and stories, templates and forms by name', async () => {
  const data = await readProject({
    'data/nlu.md': `<!-- ours
-->
## intent:order_tea
- a cup of [oolong](tea:Oolong)
* a pot of [green](tea) tea

## synonym:Oolong
- wulong

## lookup:tea
- Assam

## lookup:town
  data/towns.txt

## regex:code
- [A-Z]{2}\\d{3}
`,
    'data/stories.md': `## order
* order_tea{"tea": "green"} OR order_coffee
  - tea_form
  - form{"name": "tea_form"}
  - form{"name": null}
  - utter_done
`,
    'domain.yml': `slots: {tea: {type: unfeaturized}}
forms: [tea_form]
templates:
  utter_ask_tea_form_tea: [Which tea?]
  utter_done: [{text: Here is your tea.}]
`,
  });
  expect(data.format).toBe('rasa');
  expect(data.intents).toEqual([
    expect.objectContaining({
      name: 'order tea',
      response: 'Here is your tea.',
      parameters: [{ entity: 'tea', name: 'tea', required: true, prompts: ['Which tea?'] }],
      place: 'data/nlu.md line 3',
    }),
  ]);
  expect(phrasesOf(data)).toEqual({ 'order tea': ['a cup of oolong', 'a pot of green tea'] });
  const [tea, code] = data.entities;
  expect(tea?.values.map(({ value, synonyms }) => [value, synonyms])).toEqual([
    ['Oolong', ['oolong', 'wulong']],
    ['green', ['green']],
    ['Assam', ['Assam']],
  ]);
  expect(code?.values[0]?.pattern).toEqual(['[A-Z]{2}\\d{3}']);
  expect(data.told).toEqual([
    'left intent the list in data/towns.txt | data/nlu.md line 13 | It is not known here.',
    'left answer order | data/stories.md line 1 | The intent order_coffee has no phrases.',
  ]);
  expect(phrasesOf(await read('nlu.md', '## intent:greet\n- hello\n- hi\n'))).toEqual({ greet: ['hello', 'hi'] });
});

const says = (...texts: string[]) => texts.map((text) => ({ data: [{ text }] }));
const answer = (...messages: unknown[]) => [{ messages }];

test('Dialogflow: the agent’s language alone is spoken, and what one platform says counts where nothing else is said', async () => {
  const data = await readProject({
    'repo-main/.travis.yml': 'language: node_js\n',
    'repo-main/agent/agent.json': { language: 'en' },
    'repo-main/agent/intents/Hi.json': {
      name: 'Hi',
      responses: answer({ type: 0, lang: 'fr', speech: 'Bonjour' }, { type: 0, lang: 'en', speech: 'Hello' }),
    },
    'repo-main/agent/intents/Hi_usersays_en.json': says('hi', 'hello'),
    'repo-main/agent/intents/Bye.json': {
      name: 'Bye',
      responses: answer(
        { type: 'simple_response', platform: 'google', items: [{ textToSpeech: 'See you' }] },
        { type: 'suggestion_chips', platform: 'google' },
      ),
    },
    'repo-main/agent/intents/Bye_usersays_en.json': says('bye', 'see you'),
    'repo-main/agent/intents/Fallback.json': {
      name: 'Fallback',
      fallbackIntent: true,
      responses: answer({ type: '0', lang: 'fr', speech: 'Pardon' }, { type: '0', lang: 'en', speech: 'Pardon me?' }),
    },
    'repo-main/agent/intents/Fallback_usersays_en.json': says('a song'),
  });
  expect([data.format, answersOf(data), data.outOfScope]).toEqual(['dialogflow', { Hi: 'Hello', Bye: 'See you' }, 'Pardon me?']);
  expect(data.told).toEqual([
    'left file repo-main/.travis.yml | repo-main/.travis.yml | Nothing is read from this file.',
    'left answer Hi | intents/Hi.json#/responses/0/messages/0 | A bot speaks one language; this one was left out.',
    'left answer Bye | intents/Bye.json#/responses/0/messages/1 | A message of type suggestion_chips for google was left out.',
    'left phrase Fallback | intents/Fallback_usersays_en.json | Phrases of a fallback teach nothing here.',
  ]);
});

test('Dialogflow: values of contexts in answers are asked for, or cut out, and phrases of anything are none', async () => {
  const day = { name: 'day', dataType: '@sys.date', value: '$day', required: true, prompts: [{ lang: 'en', value: 'Which day?' }] };
  const data = await readProject({
    'agent.json': { language: 'en' },
    'intents/Book.json': {
      name: 'Book',
      responses: [
        { affectedContexts: [{ name: 'Book-followup' }], parameters: [day], messages: [{ type: 0, speech: '$day.original, fine.' }] },
      ],
    },
    'intents/Book_usersays_en.json': says('book', 'a table'),
    'intents/Sure.json': {
      name: 'Sure',
      contexts: ['Book-followup'],
      responses: answer({ type: 0, speech: 'Until #book-followup.day, #nowhere.name.' }),
    },
    'intents/Sure_usersays_en.json': [...says('sure', 'fine'), { data: [{ text: 'Ravi', meta: '@sys.any', alias: 'any' }] }],
  });
  expect(answersOf(data)).toEqual({ Book: '$day, fine.', Sure: 'Until $day, .' });
  expect(data.intents[1]?.parameters).toEqual([{ entity: 'sys.date', name: 'day', required: true, prompts: ['Which day?'] }]);
  expect(phrasesOf(data).Sure).toEqual(['sure', 'fine']);
  expect(data.told.filter((line) => line.includes('Sure') && !line.includes('/contexts'))).toEqual(
    [
      'left entity @sys.any | intents/Sure_usersays_en.json#/2/data/0 | The entity has no counterpart; the words stay without a mark.',
      'left phrase Sure | intents/Sure_usersays_en.json#/2 | It stands for anything that is said.',
      'changed parameter day | intents/Sure.json# | #book-followup.day comes from another intent there; Sure asks for it here.',
      'left context Sure | intents/Sure.json# | Nothing here says what #nowhere.name is; it was cut out of the answer.',
    ].map((line) => expect.stringContaining(line.slice(0, 40))),
  );
});

test('API.AI: phrases in the intent, values in the entity; one value that cannot be used leaves the others', async () => {
  const data = await readProject({
    'agent.json': { language: 'en' },
    'intents/Call.json': { name: 'Call', userSays: says('call me', 'ring me'), responses: answer({ type: 0, speech: 'Calling.' }) },
    'entities/code.json': {
      name: 'code',
      isRegexp: true,
      entries: [{ value: '[A-Z]{2}' }, { value: '(x*)*' }],
    },
  });
  expect(phrasesOf(data)).toEqual({ Call: ['call me', 'ring me'] });
  expect(data.entities).toEqual([expect.objectContaining({ name: 'code', values: [expect.objectContaining({ pattern: ['[A-Z]{2}'] })] })]);
  expect(data.told).toEqual([expect.stringMatching(/^left entity code \| entities\/code\.json# \| \(x\*\)\*/)]);
});
