import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupTexts } from './group.ts';
import { proposeParaphrases } from './paraphrase.ts';

describe('paraphrases', () => {
  test.each([
    ['I want to cancel my order', ['I would like to cancel my order', 'I want to call off my order', "I'd like to cancel my order"]],
    ['Track my order.', ['Please track my order.', 'Follow my order.', 'I want to track my order.']],
    ['where is my package?', ['can you find my package?', 'where is my delivery?', 'I cannot find my package']],
    ['मुझे टिकट बुक करना है', ['टिकट बुक करना है', 'टिकट बुक कर दो', 'टिकट बुक कर दीजिए']],
    ['order cancel karna hai', ['mujhe order cancel karna hai', 'order radd karna hai', 'order cancel kar do']],
    ['mujhe naya sim chahiye', ['naya sim chahiye', 'mereko naya sim chahiye', 'kya mujhe naya sim mil sakta hai']],
  ])('%s', (line, expected) => {
    expect(proposeParaphrases([line], 3)).toEqual(expected);
  });

  test('lines take turns', () => {
    expect(proposeParaphrases(['I want to cancel my order', 'hello'], 2)).toEqual(['I would like to cancel my order', 'hi']);
  });

  test('no line and no proposal is repeated, whatever the lines', () => {
    const line = fc.oneof(
      fc.constantFrom('I want to pay', 'pay', 'please pay', 'mujhe pay karna hai', 'मुझे बिल चाहिए', 'hi', 'Hello!', '$& {} $1', '(a+)+$'),
      fc.string({ unit: 'binary' }),
    );
    const plain = (text: string) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
        .trim();
    fc.assert(
      fc.property(fc.array(line), fc.nat(30), (lines, count) => {
        const proposals = proposeParaphrases(lines, count);
        expect(proposals.length).toBeLessThanOrEqual(count);
        const keys = proposals.map(plain);
        expect(new Set(keys).size).toBe(keys.length);
        for (const given of lines) expect(keys).not.toContain(plain(given));
        expect(proposeParaphrases(lines, count)).toEqual(proposals);
      }),
    );
  });
});

describe('groups', () => {
  test('messages that ask for the same are one group, the largest first', () => {
    const texts = [
      'who are you',
      'where is my refund',
      'do you ship to Nepal',
      'refund not received',
      'shipping to nepal?',
      'my refund has not come',
      'Where is my refund??',
    ];
    expect(groupTexts(texts)).toEqual([
      { texts: [1, 3, 5, 6], label: 'where is my refund' },
      { texts: [2, 4], label: 'do you ship to Nepal' },
      { texts: [0], label: 'who are you' },
    ]);
  });

  test('small groups are left out when asked', () => {
    expect(groupTexts(['hello', 'hello!', 'बिल कहाँ है'], { smallest: 2 })).toEqual([{ texts: [0, 1], label: 'hello' }]);
  });

  test('every text is in one group, and the label is one of its texts', () => {
    const text = fc.oneof(fc.constantFrom('refund', 'my refund please', 'ship to nepal', '', '?', 'क्या है'), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.array(text), (texts) => {
        const groups = groupTexts(texts);
        expect(groups.flatMap((group) => group.texts).sort((a, b) => a - b)).toEqual(texts.map((_, at) => at));
        for (const group of groups) expect(group.texts.map((at) => texts[at])).toContain(group.label);
      }),
    );
  });
});
