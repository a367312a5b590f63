import { expect, test } from 'vitest';
import { readSources } from './references.ts';

/** First words that put off the subject of a comment: relatives and prepositions. */
const postponing = new Set(
  [
    'what whatever whoever whom whose who which where wherever when whenever whether how why that',
    'by of with from for in on at to as after before under over behind within without beside between against through into until since among beyond',
  ].flatMap((words) => words.split(' ')),
);

/** Words of the longest sentence in the docs. */
const longestSentence = 35;

/** The first words of block comments, and of the first line of several `//` in a row. */
function firstWordsOf(text: string): string[] {
  const blocks = [...text.matchAll(/\/\*\*?(?:\n\s*\*)? +([A-Za-z]+)/g)];
  const lines = [...text.matchAll(/(?<!\/\/[^\n]*\n[ \t]*)(?<=^|\n)[ \t]*\/\/ ([A-Za-z]+)/g)];
  return [...blocks, ...lines].map(([, word = '']) => word.toLowerCase());
}

const isPostponed = (word: string): boolean => postponing.has(word);

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

test('no sentence of the docs is long', () => {
  const pages = sources.filter(({ name }) => name.endsWith('.md') && !name.startsWith('docs/product/'));
  const long = pages.flatMap(({ name, text }) =>
    sentencesOf(text)
      .filter(isLong)
      .map((sentence) => `${name}: ${sentence}`),
  );
  expect(long).toEqual([]);
});

test('what puts off its subject is found', () => {
  const words = firstWordsOf('/** What waits. */\n/**\n * Of rows.\n */\n// Where\n// by\nconst a = 1;\n  // The row\n');
  expect(words).toEqual(['what', 'of', 'where', 'the']);
  expect(words.filter(isPostponed)).toHaveLength(3);
  expect(sentencesOf(`# A heading\n\n${'word '.repeat(36)}end. Short one.\n\n| ${'cell '.repeat(50)}|\n`).filter(isLong)).toHaveLength(1);
});
