import { expect, test } from 'vitest';
import { checkDocument } from '../check/check.ts';
import type { Document } from '../document/document.ts';
import { compiledOf, makeFacts, Talk, whatsapp } from '../engine/engine.fixtures.ts';
import { importTypebot, picturesOfTypebot, type TypebotPictures } from './typebot.ts';

type Block = { id: string; type: string; [key: string]: unknown };
const rich = (...lines: (string | object)[]) => ({
  richText: lines.map((line) => ({ type: 'p', children: [typeof line === 'string' ? { text: line } : line] })),
});
/** A file in short: groups of blocks, and edges from what to what. */
const makeFile = (groups: Record<string, Block[]>, links: Record<string, string>, variables: string[] = []) => ({
  version: '6.1',
  name: 'Bakery',
  events: [{ id: 'start', type: 'start', outgoingEdgeId: 'start>' }],
  groups: Object.entries(groups).map(([id, blocks], place) => ({ id, title: id, graphCoordinates: { x: place * 300, y: 0 }, blocks })),
  edges: [
    { id: 'start>', from: { eventId: 'start' }, to: { groupId: Object.keys(groups)[0] } },
    ...Object.entries(links).map(([id, to]) => ({
      id,
      from: { blockId: id },
      to: { groupId: to.split('.')[0], blockId: to.split('.')[1] },
    })),
  ],
  variables: variables.map((name) => ({ id: `v ${name}`, name })),
});
const imported = (file: unknown, pictures: TypebotPictures = new Map()): { document: Document; notes: string[] } => {
  const read = importTypebot(file, { id: 'main', language: 'en', pictures });
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return { document: read.document, notes: read.notes.map(({ kind, what }) => `${kind} ${what}`) };
};

const order = makeFile(
  {
    Hello: [
      { id: 'b1', type: 'text', content: rich('Welcome to the bakery', { text: 'Hot', bold: true }) },
      { id: 'b2', type: 'text', content: rich('What is your name?') },
      { id: 'b3', type: 'text input', options: { variableId: 'v Your name' } },
      { id: 'b4', type: 'openai', options: {} },
      { id: 'b5', type: 'text', content: rich('Hi {{Your name}}, how many loaves?') },
      { id: 'b6', type: 'number input', options: { variableId: 'v Loaves', min: 1, max: 20 } },
      { id: 'b7', type: 'Set variable', options: { variableId: 'v Price', expressionToEvaluate: '{{Loaves}} * 3' }, outgoingEdgeId: 'b7>' },
    ],
    Price: [
      {
        id: 'c1',
        type: 'Condition',
        items: [
          {
            id: 'i1',
            outgoingEdgeId: 'i1>',
            content: {
              logicalOperator: 'OR',
              comparisons: [
                { variableId: 'v Price', comparisonOperator: 'Greater than', value: '30' },
                { variableId: 'v Your name', comparisonOperator: 'Equal to', value: 'asha' },
              ],
            },
          },
          {
            id: 'i2',
            outgoingEdgeId: 'i2>',
            content: { comparisons: [{ variableId: 'v Price', comparisonOperator: 'Less than', value: '4' }] },
          },
        ],
      },
      { id: 'c2', type: 'text', content: rich('That is {{Price}}.') },
      {
        id: 'c3',
        type: 'choice input',
        items: [
          { id: 'i3', content: 'Good', outgoingEdgeId: 'i3>' },
          { id: 'i4', content: 'Start again' },
        ],
        outgoingEdgeId: 'c3>',
      },
    ],
    Big: [
      { id: 'd1', type: 'text', content: rich('A big order!') },
      { id: 'd2', type: 'Jump', options: { groupId: 'Price', blockId: 'c2' } },
    ],
    Small: [{ id: 'e1', type: 'image', content: { url: 'https://bakery.example/loaf.png' } }],
  },
  { 'b7>': 'Price', 'i1>': 'Big', 'i2>': 'Small', 'i3>': 'Small', 'c3>': 'Hello.b5' },
  ['Your name', 'Loaves', 'Price'],
);

test('a file becomes a draft that runs: questions, sums, branches, jumps, and what has no twin is gone past', () => {
  const { document, notes } = imported(order);
  expect(notes).toEqual(['left_out openai', 'changed image']);
  expect(
    checkDocument(document, { shapes: [{ name: 'WhatsApp', shape: whatsapp }], customer: {} }).filter(({ level }) => level === 'error'),
  ).toEqual([]);
  expect(document.variables.map(({ name, type }) => `${name} ${type}`)).toEqual(['yourName Text', 'loaves Number', 'price Number']);
  const talk = () => new Talk(compiledOf(document), { facts: makeFacts() });
  const ravi = talk();
  expect(ravi.shown).toEqual(['Welcome to the bakery\n*Hot*', 'What is your name?']);
  expect(ravi.say('Ravi').shown).toEqual(['Hi Ravi, how many loaves?']);
  expect(ravi.say('21').shown).toEqual(['Hi Ravi, how many loaves?']);
  expect(ravi.say('5').shown).toEqual(['That is 15. [Good|Start again]']);
  expect(ravi.say('start again').shown).toEqual(['Hi Ravi, how many loaves?']);
  expect([ravi.say('1').shown, ravi.standing]).toEqual([['https://bakery.example/loaf.png'], 'COMPLETED']);
  expect(talk().say('Asha').say('2').shown).toEqual(['A big order!', 'That is 6. [Good|Start again]']);
  expect(talk().say('Ravi').say('20').shown).toEqual(['A big order!', 'That is 60. [Good|Start again]']);
});

test('the same file gives the same draft', () => {
  expect(imported(order)).toEqual(imported(order));
});

test('calls, lists, several choices, ratings, splits, and streams that have to be chosen', () => {
  const { document, notes } = imported(
    makeFile(
      {
        All: [
          {
            id: 'h',
            type: 'HTTP request',
            options: {
              webhook: { method: 'GET', url: 'https://bakery.example/menu/{{Kind}}', queryParams: [{ key: 'day', value: 'mon {{Kind}}' }] },
              responseVariableMapping: [
                { variableId: 'v Menu', bodyPath: 'data.items[0].names' },
                { variableId: 'v Kind', bodyPath: 'data.items.map(i => i.name)' },
              ],
            },
          },
          {
            id: 'q',
            type: 'choice input',
            items: [{ id: 'x', content: '{{Menu}}' }],
            options: { variableId: 'v Picked', isMultipleChoice: true },
          },
          { id: 'r', type: 'rating input', options: { variableId: 'v Stars', length: 5, startsAt: 1 } },
          {
            id: 's',
            type: 'Set variable',
            options: { variableId: 'v Kind', isCode: true, expressionToEvaluate: 'return fetch("https://x.example")' },
          },
          {
            id: 't',
            type: 'AB test',
            options: { aPercent: 30 },
            items: [
              { id: 'ta', path: 'a' },
              { id: 'tb', path: 'b' },
            ],
          },
          { id: 'l', type: 'Typebot link', options: { typebotId: 'other' } },
        ],
      },
      {},
      ['Kind', 'Menu', 'Picked', 'Stars', 'Now', '2 late', 'नाम'],
    ),
  );
  expect(notes).toEqual([
    'left_out HTTP request',
    'changed choice input',
    'changed rating input',
    'left_out Set variable',
    'changed Typebot link',
  ]);
  expect(document.variables.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'kind Text',
    'menu List',
    'picked List',
    'stars Number',
    'now2 Text',
    'late Text',
    'value Text',
  ]);
  expect(document.nodes.map(({ type }) => type)).toEqual([
    'data.http',
    'input.choice',
    'input.number',
    'logic.split',
    'logic.stream',
    'mark.end',
  ]);
  expect(document.nodes[0]?.config).toMatchObject({
    address: 'https://bakery.example/menu/{{ kind }}',
    query: [{ name: 'day', value: '"mon " + text(kind)' }],
    picks: [{ path: 'items[0].names', variable: 'menu' }],
  });
  expect(document.nodes[3]?.config).toMatchObject({ shares: [{ share: 3000 }, { share: 7000 }] });
});

test('the whole body of an answer is taken, and a path that is none of the body is not', () => {
  const { document, notes } = imported(
    makeFile(
      {
        All: [
          {
            id: 'h',
            type: 'HTTP request',
            options: {
              webhook: { method: 'GET', url: 'https://bakery.example/menu' },
              responseVariableMapping: [
                { variableId: 'v Menu', bodyPath: 'data' },
                { variableId: 'v First', bodyPath: 'data[0].name' },
                { variableId: 'v Base', bodyPath: 'database.name' },
                { variableId: 'v Code', bodyPath: 'statusCode' },
              ],
            },
          },
          { id: 'b', type: 'text', content: rich('Which one?') },
          { id: 'q', type: 'choice input', items: [{ id: 'x', content: '{{Menu}}' }], options: { variableId: 'v Picked' } },
          { id: 't', type: 'text', content: rich('{{Picked}}, and not {{First}}.') },
        ],
      },
      {},
      ['Menu', 'First', 'Base', 'Code', 'Picked'],
    ),
  );
  expect(notes).toEqual(['left_out HTTP request']);
  const [call] = document.nodes;
  expect(call?.config).toMatchObject({
    picks: [
      { path: '.', variable: 'menu' },
      { path: '[0].name', variable: 'first' },
      { path: 'database.name', variable: 'base' },
    ],
  });
  const talk = new Talk(compiledOf(document), { facts: makeFacts() });
  const answer = ['Rye', 'Wheat'];
  talk.give({ kind: 'call', call: 1, outcome: 'DONE', status: 200, answer, error: '' });
  expect(talk.shown).toEqual(['Which one? <Rye|Wheat>']);
  expect(talk.say('wheat').shown).toEqual(['Wheat, and not .']);
});

const [loaf, roll, lost] = ['https://bakery.example/loaf.png', 'https://bakery.example/roll.png', 'https://bakery.example/lost.png'];
test('pictures are sent as pictures, each of a choice with its title; what could not be loaded is a link', () => {
  const file = makeFile(
    {
      All: [
        { id: 'a', type: 'image', content: { url: loaf } },
        { id: 'b', type: 'image', content: { url: lost } },
        { id: 'c', type: 'image', content: { url: 'https://bakery.example/{{Kind}}.png' } },
        { id: 'd', type: 'text', content: rich('Which one?') },
        {
          id: 'e',
          type: 'picture choice input',
          items: [
            { id: 'x', title: 'Loaf', pictureSrc: loaf },
            { id: 'y', title: 'Roll', pictureSrc: roll, outgoingEdgeId: 'y>' },
          ],
          options: { variableId: 'v Kind' },
        },
      ],
      Rolls: [{ id: 'f', type: 'text', content: rich('A roll.') }],
    },
    { 'y>': 'Rolls' },
    ['Kind'],
  );
  expect(picturesOfTypebot(file)).toEqual([loaf, lost, roll]);
  expect(picturesOfTypebot({ version: '3' })).toEqual([]);
  const pictures = new Map([
    [loaf, { id: 'm-loaf', name: 'loaf' }],
    [roll, { id: 'm-roll', name: 'roll' }],
    [lost, null],
  ]);
  const { document, notes } = imported(file, pictures);
  expect(notes).toEqual(['changed image', 'changed image']);
  const talk = new Talk(compiledOf(document), { facts: makeFacts() });
  expect(talk.shown).toEqual([
    'media m-loaf ',
    lost,
    'https://bakery.example/.png',
    'media m-loaf Loaf',
    'media m-roll Roll',
    'Which one? [Loaf|Roll]',
  ]);
  expect(talk.say('roll').shown).toEqual(['A roll.']);
  expect(imported(file).notes).toEqual(['changed image', 'changed image', 'changed image', 'changed picture choice input']);
});

test('an input without a bubble asks with words of its own and is named; one that is led to past its bubble asks with it', () => {
  const { document, notes } = imported(
    makeFile(
      {
        Ask: [
          { id: 'n', type: 'number input', options: { variableId: 'v Loaves' } },
          { id: 'p', type: 'email input', options: { variableId: 'v Mail', labels: { placeholder: 'Your mail' } } },
          { id: 't', type: 'text', content: rich('And your name?') },
          { id: 'i', type: 'text input', options: { variableId: 'v Name' } },
          { id: 'j', type: 'Jump', options: { groupId: 'Ask', blockId: 'i' } },
        ],
      },
      {},
      ['Loaves', 'Mail', 'Name'],
    ),
  );
  expect(notes).toEqual(['changed number input']);
  const talk = new Talk(compiledOf(document), { facts: makeFacts() });
  expect(talk.shown).toEqual(['Please write a number.']);
  expect(talk.say('3').shown).toEqual(['Your mail']);
  expect(talk.say('a@bakery.example').shown).toEqual(['And your name?']);
  expect(talk.say('Asha').shown).toEqual(['And your name?']);
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['another format', { ...order, version: '3' }],
  ['blocks that are none', { ...order, groups: [{ id: 'a', title: '', blocks: [5] }] }],
])('%s is refused', (_, file) => {
  expect(importTypebot(file, { id: 'main', language: 'en' })).toHaveProperty('faults');
});

test('a file that leads to itself, or nowhere, is a draft all the same', () => {
  const { document } = imported(
    makeFile(
      { A: [{ id: 'a', type: 'openai', outgoingEdgeId: 'a>' }], B: [{ id: 'b', type: 'Email', outgoingEdgeId: 'b>' }] },
      { 'a>': 'B', 'b>': 'A' },
    ),
  );
  expect(document.nodes.map(({ type }) => type)).toEqual(['mark.end']);
  expect(imported(makeFile({ A: [] }, {})).document.start).toBe(document.nodes[0]?.id);
});
