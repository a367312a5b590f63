import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeywordEngine, demoRules } from './keyword-engine.ts';

const engine = createKeywordEngine(demoRules);
const ask = (text: string | string[], state: Record<string, unknown> = {}) =>
  engine.answer({ texts: typeof text === 'string' ? [text] : text, state, botName: 'Bot' });
const replyOf = (id: string) => demoRules.find((rule) => rule.id === id)?.reply ?? '';

test.each([
  ['When are you open?', 'hours'],
  ['WHERE IS MY PARCEL', 'delivery'],
  ['i want my money back', 'returns'],
  ['good evening!', 'greeting'],
  ['Ｄｅｌｉｖｅｒｙ', 'delivery'],
  ['how much does the delivery cost', 'prices'],
  ['shipping and tracking of a parcel, and the price', 'delivery'],
])('%s is answered by the rule with most of its words', async (text, rule) => {
  expect(await ask(text)).toEqual({ replies: [replyOf(rule)], state: {}, handsOver: false });
});

test('a keyword is a whole word, and one of several words needs all of them', async () => {
  for (const text of ['reopening', 'shipment', 'my money', 'high'])
    expect(await ask(text)).toMatchObject({ handsOver: false, state: { unknown: 1 } });
});

test('of two rules with as many words the earlier one answers', async () => {
  const two = createKeywordEngine([
    { id: 'one', keywords: ['red'], reply: 'One' },
    { id: 'two', keywords: ['blue'], reply: 'Two' },
  ]);
  expect((await two.answer({ texts: ['blue and red'], state: {}, botName: 'Bot' })).replies).toEqual(['One']);
});

test('keywords are found however they are written in the rule', async () => {
  const shouting = createKeywordEngine([{ id: 'one', keywords: ['OPENING  Hours', 'Café'], reply: 'One' }]);
  for (const text of ['what are your opening hours', 'the cafe\u0301'])
    expect((await shouting.answer({ texts: [text], state: {}, botName: 'Bot' })).replies).toEqual(['One']);
});

test('messages since the last answer are read together', async () => {
  expect((await ask(['Hi', 'about my parcel', 'can you track it?'])).replies).toEqual([replyOf('delivery')]);
});

test('who asks for a person gets one, in Hindi too and beside other words', async () => {
  for (const text of ['agent', 'Can I talk to a human about delivery?', 'मुझे एजेंट चाहिए', 'OPERATOR!'])
    expect(await ask(text, { unknown: 1 })).toEqual({ replies: ['I will get a colleague for you.'], state: {}, handsOver: true });
});

test('two misses in a row are answered, the third hands over, and a hit in between starts anew', async () => {
  const first = await ask('xyzzy');
  expect(first).toMatchObject({ state: { unknown: 1 }, handsOver: false });
  const second = await ask('plugh', first.state);
  expect(second).toMatchObject({ state: { unknown: 2 }, handsOver: false });
  expect(await ask('frotz', second.state)).toMatchObject({ state: {}, handsOver: true });
  const hit = await ask('price', second.state);
  expect(hit.state).toEqual({});
  expect(await ask('frotz', hit.state)).toMatchObject({ state: { unknown: 1 }, handsOver: false });
});

test('whatever is written is answered with one known text, and nobody waits for a person more than three turns', async () => {
  const known = new Set(demoRules.map((rule) => rule.reply));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }), { minLength: 1, maxLength: 8 }),
      async (turns) => {
        let state: Record<string, unknown> = {};
        let misses = 0;
        for (const texts of turns) {
          const answer = await ask(texts, state);
          expect(answer.replies).toHaveLength(1);
          misses = known.has(answer.replies[0] ?? '') ? 0 : misses + 1;
          expect(misses).toBeLessThanOrEqual(3);
          if (misses === 3) expect(answer.handsOver).toBe(true);
          if (answer.handsOver) return;
          state = answer.state;
        }
      },
    ),
  );
});

test('a text that holds a keyword is answered by its rule, whatever signs stand around it', async () => {
  const sign = fc.constantFrom(' ', '.', '!', '?', ',', '"', '(', ')', '\n', '😀', '–', '\u200b');
  const pairs = demoRules.flatMap((rule) => rule.keywords.map((keyword) => ({ rule, keyword })));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...pairs),
      fc.array(sign, { minLength: 1 }),
      fc.array(sign, { minLength: 1 }),
      async (pair, before, after) => {
        const text = `${before.join('')}${pair.keyword.toUpperCase()}${after.join('')}`;
        expect((await ask(text)).replies).toEqual([pair.rule.reply]);
      },
    ),
  );
});
