import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Block, listBlocks, readBlocks, writeBlocks } from './block.ts';
import { cutPassages } from './cut.ts';

const heading = (level: number, text: string, anchor?: string): Block => ({ kind: 'heading', level, text, ...(anchor ? { anchor } : {}) });
const paragraph = (text: string, page?: number): Block => ({ kind: 'paragraph', text, ...(page ? { page } : {}) });
const item = (text: string): Block => ({ kind: 'item', text });
const brief = (blocks: readonly Block[], options = {}) =>
  cutPassages(blocks, options).map(({ headings, text }) => [headings.join(' > '), text]);

describe('passages', () => {
  test('keep a listing with the sentence that explains it', () => {
    const listing: Block = { kind: 'code', text: 'kettle --boil' };
    const before = paragraph('The kettle boils water. '.repeat(36));
    const rest = 'what is in it until it is hot enough to be poured over tea. '.repeat(4);
    expect(brief([before, listing, paragraph(`This tells the kettle to boil ${rest}`)])).toHaveLength(1);
    expect(brief([before, listing, paragraph(`A kettle should never boil ${rest}`)])).toHaveLength(2);
  });

  test('stand under the path of their headings, and never reach over one', () => {
    expect(
      brief([
        heading(1, 'Guide'),
        paragraph('Hello.'),
        heading(2, 'Doors'),
        heading(3, 'Front'),
        paragraph('Oak.'),
        heading(2, 'Roof'),
        paragraph('Tiles.'),
      ]),
    ).toEqual([
      ['Guide', 'Hello.'],
      ['Guide > Doors > Front', 'Oak.'],
      ['Guide > Roof', 'Tiles.'],
    ]);
  });

  test('keep the anchor of the nearest heading that has one, and end with their page', () => {
    const cut = cutPassages([heading(1, 'A', 'a'), heading(2, 'B'), paragraph('One.', 3), paragraph('Two.', 4)]);
    expect(cut.map(({ anchor, page, text }) => [anchor, page, text])).toEqual([
      ['a', 3, 'One.'],
      ['a', 4, 'Two.'],
    ]);
  });

  test('keep a list whole with the words that lead to it, and a listing with its own', () => {
    const steps = Array.from({ length: 6 }, (_, at) => item(`${at + 1}. Step that is described here.`));
    const code: Block = { kind: 'code', text: 'run --it' };
    expect(
      brief([paragraph('x'.repeat(90)), paragraph('Do this:'), ...steps, paragraph('Then type'), code], { longest: 200, shortest: 20 }),
    ).toEqual([
      ['', 'x'.repeat(90)],
      ['', `Do this:\n\n${steps.map(({ text }) => text).join('\n')}`],
      ['', 'Then type\n\n```\nrun --it\n```'],
    ]);
  });

  test('a heading that nothing stands under is text of its own, but for numbers and questions', () => {
    expect(brief([heading(1, 'Open from nine to five'), heading(1, '1.2 Ways'), heading(1, 'Why not?'), heading(1, 'Last')])).toEqual([
      ['', 'Open from nine to five'],
    ]);
  });

  test('a remark keeps the word that marks it', () => {
    expect(brief([paragraph('Text.'), paragraph('Note'), paragraph('It is hot.')])).toEqual([['', 'Text.\n\nNote: It is hot.']]);
  });

  test('text that follows explained terms is no part of their explanation', () => {
    expect(brief([heading(1, 'A'), heading(7, 'term'), paragraph('Said.'), heading(7, ''), paragraph('After.')])).toEqual([
      ['A > term', 'Said.'],
      ['A', 'After.'],
    ]);
  });

  test('no word is lost, and none is longer than it may be', () => {
    const body = fc.record({
      kind: fc.constantFrom('paragraph', 'item', 'row', 'code'),
      text: fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,9}){0,60}[.:]?$/),
    });
    const blocks = fc.array(
      fc.oneof(body, fc.record({ kind: fc.constant('heading'), level: fc.nat(6), text: fc.constant('A title here') })),
    );
    fc.assert(
      fc.property(blocks, (given) => {
        const cut = cutPassages(given as Block[], { longest: 150, shortest: 40 });
        const words = (text: string) => text.match(/[a-z]+/g) ?? [];
        const wanted = (given as Block[]).filter(({ kind }) => kind !== 'heading').flatMap(({ text }) => words(text));
        expect(cut.flatMap(({ text }) => words(text)).filter((word) => !['title', 'here'].includes(word))).toEqual(
          wanted.filter((word) => !['title', 'here'].includes(word)),
        );
        for (const { text } of cut) expect(text.length).toBeLessThanOrEqual(150 * 1.6 + 60);
      }),
    );
  });
});

test('written blocks are read back as the same blocks', () => {
  const body = [
    { kind: 'paragraph' as const, text: 'Read this:' },
    { kind: 'item' as const, text: '1. One' },
    { kind: 'item' as const, text: 'Two' },
    { kind: 'row' as const, text: 'Name: Tea; Price: 2' },
    { kind: 'code' as const, text: 'a\n\n  b' },
    { kind: 'paragraph' as const, text: 'End.' },
  ];
  const text = writeBlocks(body);
  expect(text).toBe('Read this:\n\n1. One\n• Two\n\n| Name: Tea; Price: 2\n\n```\na\n\n  b\n```\n\nEnd.');
  expect(listBlocks(text).map(({ kind }) => kind)).toEqual(body.map(({ kind }) => kind));
});

test('a note is read as people write it', () => {
  expect(
    readBlocks('# Parking\nBehind the house.\n\nQ: Is it free?\nA: Yes, for two hours.\n\n- Cars\n- Bikes\n\nWhen is it open?\nAlways.'),
  ).toEqual([
    { kind: 'heading', level: 1, text: 'Parking' },
    { kind: 'paragraph', text: 'Behind the house.' },
    { kind: 'heading', level: 7, text: 'Is it free?' },
    { kind: 'paragraph', text: 'Yes, for two hours.' },
    { kind: 'item', text: '- Cars' },
    { kind: 'item', text: '- Bikes' },
    { kind: 'heading', level: 7, text: 'When is it open?' },
    { kind: 'paragraph', text: 'Always.' },
  ]);
});
