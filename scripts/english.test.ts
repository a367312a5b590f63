import { expect, test } from 'vitest';
import { readSources } from './references.ts';

/** First words that put off the subject of a comment or a title: relatives and prepositions. */
const postponing = new Set(
  [
    'what whatever whoever whom whose who which where wherever when whenever whether how why that',
    'by of with from for in on at to as after before under over behind within without beside between against through into until since among beyond',
  ].flatMap((words) => words.split(' ')),
);

/** Conjunctions that put off the subject of a title as well. */
const postponingTitle = new Set([...postponing, ...'while unless however'.split(' ')]);

/** Words of the longest sentence in the docs. */
const longestSentence = 35;

/** The first words of block comments, and of the first line of several `//` in a row. */
function firstWordsOf(text: string): string[] {
  const blocks = [...text.matchAll(/\/\*\*?(?:\n\s*\*)? +([A-Za-z]+)/g)];
  const lines = [...text.matchAll(/(?<!\/\/[^\n]*\n[ \t]*)(?<=^|\n)[ \t]*\/\/ ([A-Za-z]+)/g)];
  return [...blocks, ...lines].map(([, word = '']) => word.toLowerCase());
}

const isPostponed = (word: string): boolean => postponing.has(word);

/** Titles of tests, their groups and their steps. A title of `.each` follows a table, so the second pattern begins at its end. */
function titlesOf(text: string): string[] {
  const titles = [
    ...text.matchAll(/(?<![.\w])(?:test|it|describe)(?:\.\w+)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,/g),
    ...text.matchAll(/[)`]\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,/g),
  ];
  return titles.map(([, , title = '']) => title);
}

/** Row ids and sections of design pages, which stand before the words of a title. */
const pages = 'administration|channels|decisions|issue|journeys|nlu|screens';
const rows = String.raw`[A-Z][A-Z0-9]*-\d{3}(?: to [A-Z][A-Z0-9]*-\d{3})?`;
const sections = String.raw`(?:${pages}) \d[\d.]*(?:(?:,| and| to)? \d[\d.]*)*`;
const references = new RegExp(`^(?:(?:${rows}|${sections}),? )+`);

const isPostponedTitle = (title: string): boolean =>
  postponingTitle.has((/^[A-Za-z]+/.exec(title.replace(references, ''))?.[0] ?? '').toLowerCase());

/** Sentences of a page's prose: without tables, code, headings and the addresses of links. */
function sentencesOf(page: string): string[] {
  const prose = page
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/^(?:\||#|---).*$/gm, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`\n]*`/g, 'code');
  return prose.split(/\n\s*\n|\n\s*(?:[-*]|\d+\.) |(?<=[.:;?!])\s+/).map((sentence) => sentence.trim());
}

const isLong = (sentence: string): boolean => sentence.split(/\s+/).length > longestSentence;

const sources = readSources();

test('every comment begins with its subject', () => {
  const isOurs = ({ name }: { name: string }) =>
    /\.tsx?$/.test(name) && !/\.gen\.ts$|schema\.columns\.ts$|^scripts\/english\.test\.ts$/.test(name);
  const postponed = sources.filter(isOurs).flatMap(({ name, text }) =>
    firstWordsOf(text)
      .filter(isPostponed)
      .map((word) => `${name}: ${word} …`),
  );
  expect(postponed).toEqual([]);
});

test('every title of a test begins with its subject', () => {
  const postponed = sources
    .filter(({ name }) => /\.(?:test|e2e)\.tsx?$/.test(name) && name !== 'scripts/english.test.ts')
    .flatMap(({ name, text }) =>
      titlesOf(text)
        .filter(isPostponedTitle)
        .map((title) => `${name}: ${title}`),
    );
  expect(postponed).toEqual([]);
});

test('no sentence of the docs is long', () => {
  const pages = sources.filter(({ name }) => name.endsWith('.md') && !name.startsWith('docs/product/'));
  const long = pages.flatMap(({ name, text }) =>
    sentencesOf(text)
      .filter(isLong)
      .map((sentence) => `${name}: ${sentence}`),
  );
  expect(long).toEqual([]);
});

test('a comment or a title that puts off its subject is found, and so is a long sentence', () => {
  const words = firstWordsOf('/** What waits. */\n/**\n * Of rows.\n */\n// Where\n// by\nconst a = 1;\n  // The row\n');
  expect(words).toEqual(['what', 'of', 'where', 'the']);
  expect(words.filter(isPostponed)).toHaveLength(3);
  const titles = titlesOf(
    [
      "test('CHAT-001 CHAT-002 what waits', () => {});",
      "test.skip('journeys 8 and 9 while it waits', () => {});",
      "describe.each([f(1), [2]])('ATTR-013 to ATTR-020 unless %s', () => {});",
      "it.each`a`(\n  'the customer\\'s row',\n  () => {},\n);",
      "test.only('whole rows', () => {});",
    ].join('\n'),
  );
  expect(titles.filter(isPostponedTitle)).toEqual([
    'CHAT-001 CHAT-002 what waits',
    'journeys 8 and 9 while it waits',
    'ATTR-013 to ATTR-020 unless %s',
  ]);
  expect(titles).toHaveLength(5);
  expect(sentencesOf(`# A heading\n\n${'word '.repeat(36)}end. Short one.\n\n| ${'cell '.repeat(50)}|\n`).filter(isLong)).toHaveLength(1);
});
