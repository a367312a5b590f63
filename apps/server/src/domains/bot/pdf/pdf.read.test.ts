import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CutPassage } from '@parley/nlu';
import { expect, onTestFinished, test } from 'vitest';
import { layPdf, type PlacedLine } from '../../../../test/pdf.ts';
import { readLines } from './pdf.lines.ts';
import read from './pdf.read.ts';

async function readPdf(pages: readonly (readonly PlacedLine[])[]): Promise<{ passages: CutPassage[]; empty: number[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'a.pdf');
  await writeFile(path, layPdf(pages));
  const passages: CutPassage[] = [];
  const empty: number[] = [];
  for await (const page of read({ path })) {
    passages.push(...page.passages);
    if (page.isEmpty) empty.push(page.page);
  }
  return { passages, empty };
}

/** Lines below each other from a height on, 14 points apart. */
const below = (y: number, lines: readonly (string | Omit<PlacedLine, 'y'>)[]): PlacedLine[] =>
  lines.map((line, row) => ({ ...(typeof line === 'string' ? { text: line } : line), y: y - row * 14 }));
const brief = ({ headings, page, text }: CutPassage) => ({ headings, page, text });
const filling = (topic: string): string[] => [
  `The ${topic} of the machine is described here in a line that reaches over the width of the page,`,
  `and in a second one, which says everything that has to be said of the ${topic} for the moment.`,
];

test('headings, running heads, page numbers and the contents are told from the text', async () => {
  const topics = ['filter', 'engine', 'handle', 'socket', 'cover'];
  const pages = topics.map((topic, at) => [
    { text: `Chapter 2. Parts of the machine`, y: 770, size: 9 },
    { text: `2.${at + 1}. The ${topic}`, x: 450, y: 770, size: 9 },
    { text: `2.${at + 1} The ${topic}`, y: 720, size: 15, font: 'bold' as const },
    ...below(690, filling(topic)),
    { text: `- ${at + 2} -`, x: 300, y: 30, size: 9 },
  ]);
  const contents = [
    { text: 'Contents', y: 720, size: 18, font: 'bold' as const },
    ...below(
      680,
      topics.map((topic, at) => `2.${at + 1} The ${topic} . . . . . . . . . . . . . . . . . ${at + 2}`),
    ),
  ];
  const { passages } = await readPdf([contents, ...pages]);
  expect(passages.map(brief)).toEqual(
    topics.map((topic, at) => ({ headings: [`2.${at + 1} The ${topic}`], page: at + 2, text: filling(topic).join(' ') })),
  );
});

test('two columns are read one after the other, below what spans both', async () => {
  const words = 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu'.split(' ');
  const column = (name: string, x: number): PlacedLine[] =>
    below(
      700,
      words.map((word, at) => ({ text: `${name} ${word} fills this column with text${at === words.length - 1 ? '.' : ''}`, x })),
    );
  // Some programs write columns so: line by line over both.
  const rows = column('left', 50).flatMap((line, at) => [line, column('right', 320)[at] as PlacedLine]);
  const { passages } = await readPdf([[{ text: 'A newsletter whose title spans both columns of the page', y: 740, size: 20 }, ...rows]]);
  const text = passages.map((passage) => passage.text).join(' ');
  expect(text.match(/\b(?:left|right)\b/g)).toEqual([...words.map(() => 'left'), ...words.map(() => 'right')]);
  expect(passages[0]?.headings).toEqual(['A newsletter whose title spans both columns of the page']);
});

test('words and addresses that a line end parts are whole again, and compounds keep their hyphen', async () => {
  const { passages } = await readPdf([
    below(700, [
      'The maintenance of the machine is explained in full, and so is the upgrade of its parts. The main-',
      'tenance takes an hour. A full upgrade takes two, and nobody who has done a single full-',
      'upgrade of the machine wants to do another one. See the site https://www.example.com/docs/',
      'machine/parts for more, where all of it is told again in other words for everybody else.',
    ]),
  ]);
  expect(passages.map(({ text }) => text)).toEqual([
    'The maintenance of the machine is explained in full, and so is the upgrade of its parts. The maintenance takes an hour. A full upgrade takes two, and nobody who has done a single full-upgrade of the machine wants to do another one. See the site https://www.example.com/docs/machine/parts for more, where all of it is told again in other words for everybody else.',
  ]);
});

test('a table keeps its header over the end of a page, and a cell that wraps is one', async () => {
  const row = (y: number, cells: readonly string[], font: PlacedLine['font'] = 'plain'): PlacedLine[] =>
    cells.map((text, at) => ({ text, y, x: 50 + at * 170, font })).filter(({ text }) => text !== '');
  const head = ['Model', 'Power', 'Weight'];
  const { passages } = await readPdf([
    [
      ...row(700, head, 'bold'),
      ...row(680, ['A 100', '900 W', '4 kg']),
      ...row(660, ['B 200', '1,200 W, with', '5 kg']),
      ...row(647, ['', 'a fuse', '']),
      ...row(627, ['C 300', '1,500 W', '7 kg']),
    ],
    [...row(700, head, 'bold'), ...row(680, ['D 400', '1,800 W', '9 kg']), ...row(660, ['E 500', '2,000 W', '11 kg'])],
  ]);
  expect(passages.map(({ text }) => text).join('\n')).toBe(
    [
      '| Model: A 100; Power: 900 W; Weight: 4 kg',
      '| Model: B 200; Power: 1,200 W, with a fuse; Weight: 5 kg',
      '| Model: C 300; Power: 1,500 W; Weight: 7 kg',
      '| Model: D 400; Power: 1,800 W; Weight: 9 kg',
      '| Model: E 500; Power: 2,000 W; Weight: 11 kg',
    ].join('\n'),
  );
});

test('items and listings stay together, and scanned pages between others are counted', async () => {
  const listing = (text: string, x: number) => ({ text, x, font: 'mono' as const, size: 10 });
  const { passages, empty } = await readPdf([
    below(700, [
      'To start the service, do the following:',
      { text: '1. Open a terminal window on the machine where the service is installed, and become the', x: 60 },
      { text: 'user that owns it.', x: 75 },
      { text: '2. Type the command.', x: 60 },
    ]),
    [],
    below(700, ['The command is the following one:', listing('service start \\', 70), listing('--now', 88)]),
  ]);
  expect(passages.map(brief)).toEqual([
    {
      headings: [],
      page: 1,
      text: 'To start the service, do the following:\n\n1. Open a terminal window on the machine where the service is installed, and become the user that owns it.\n2. Type the command.',
    },
    { headings: [], page: 3, text: 'The command is the following one:\n\n```\nservice start \\\n   --now\n```' },
  ]);
  expect(empty).toEqual([2]);
});

test('a document without any headings gives passages, with the short lines above sentences as names', async () => {
  const { passages } = await readPdf([
    below(700, ['Warranty', 'The warranty ends after three years.', 'Returns', 'Returns are free of charge.']),
  ]);
  expect(passages.map(brief)).toEqual([
    { headings: ['Warranty'], page: 1, text: 'The warranty ends after three years.' },
    { headings: ['Returns'], page: 1, text: 'Returns are free of charge.' },
  ]);
});

test('text from right to left is read so, and marks of Devanagari stay with their letters', () => {
  const run = (str: string, x: number, width: number, dir: string) => ({ str, dir, width, height: 11, transform: [11, 0, 0, 11, x, 700] });
  const style = () => ({ isBold: false, isMono: false });
  expect(readLines([run('عليكم', 400, 40, 'rtl'), run('السلام', 444, 40, 'rtl')], style, 612).map(({ text }) => text)).toEqual([
    'السلام عليكم',
  ]);
  expect(
    readLines([run('पुस्त', 50, 30, 'ltr'), run('कालय', 80, 30, 'ltr'), run('बंद है', 114, 30, 'ltr')], style, 612).map(({ text }) => text),
  ).toEqual(['पुस्तकालय बंद है']);
});
