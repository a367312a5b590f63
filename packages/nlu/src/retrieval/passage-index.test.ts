import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildPassageIndex, chooseQuotes, loadPassageIndex } from './passage-index.ts';
import { listSentences } from './sentences.ts';
import { stemWord } from './stem.ts';

const passages = [
  {
    id: 'refund',
    text: 'Orders can be returned within 30 days of delivery. The refund reaches your bank account in five to seven working days. Opened software cannot be returned.',
  },
  {
    id: 'shipping',
    text: 'We ship to every PIN code in India. Standard delivery takes three to five days, and express delivery takes one day. Shipping is free above ₹999.',
  },
  {
    id: 'warranty',
    text: 'Every laptop carries a warranty of two years. Batteries are covered for six months. To claim, send a photograph of the invoice to Dr. Repair at the service centre.',
  },
  {
    id: 'dukan',
    text: 'हमारी दुकान सोमवार से शनिवार तक सुबह दस बजे खुलती है। रविवार को दुकान बंद रहती है। पार्किंग की सुविधा निःशुल्क है।',
  },
];
const index = buildPassageIndex(passages);

describe('search', () => {
  test.each([
    ['When will I get my refund?', 'refund', 'The refund reaches your bank account in five to seven working days.'],
    ['how long does express delivery take', 'shipping', 'Standard delivery takes three to five days, and express delivery takes one day.'],
    ['are baterries covered by the warranty', 'warranty', 'Batteries are covered for six months.'],
    ['रविवार को दुकान खुली है?', 'dukan', 'रविवार को दुकान बंद रहती है।'],
  ])('%s', (question, id, sentence) => {
    const [hit] = index.search(question, 3);
    expect(hit?.id).toBe(id);
    expect(hit?.sentence.text).toBe(sentence);
    expect(passages.find((passage) => passage.id === id)?.text.slice(hit?.sentence.start, hit?.sentence.end)).toBe(sentence);
  });

  test.each([
    'Who won the football world cup?',
    'what is the capital of France',
    'क्या आप हवाई जहाज़ बेचते हैं',
    'who are you',
    '',
    '???',
    'zzxqj',
  ])('a question that the passages do not answer gives nothing: %s', (question) => {
    expect(index.search(question, 3)).toEqual([]);
  });

  test('bytes come back as the same index', () => {
    const bytes = index.toBytes();
    const loaded = loadPassageIndex(bytes);
    expect(loaded.toBytes()).toEqual(bytes);
    expect(loaded.search('refund of an order', 4, { isAll: true })).toEqual(index.search('refund of an order', 4, { isAll: true }));
  });

  test('other bytes are refused', () => {
    expect(() => loadPassageIndex(new Uint8Array(40))).toThrow(RangeError);
    expect(() => loadPassageIndex(index.toBytes().subarray(0, 600))).toThrow(RangeError);
  });

  test('an index of nothing finds nothing', () => {
    expect(buildPassageIndex([]).search('refund', 3)).toEqual([]);
  });

  test('any question is answered within the count, with sentences that are slices', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(5), (question, count) => {
        const hits = index.search(question, count, { isAll: true });
        expect(hits.length).toBeLessThanOrEqual(count);
        for (const { id, sentence, coverage } of hits) {
          expect(passages.find((passage) => passage.id === id)?.text.slice(sentence.start, sentence.end)).toBe(sentence.text);
          expect(coverage).toBeGreaterThanOrEqual(0);
          expect(coverage).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

test('two answers are quoted where either may be meant, and nothing is said twice, whatever page it stands on', () => {
  const hit = (score: number, text: string) => ({ score, answer: { text } });
  const refund = hit(1, 'The refund reaches your account in five days.');
  const repeated = hit(1, 'the refund reaches your account in five days');
  const within = hit(0.9, 'Good news. The refund reaches your account in five days.');
  const other = hit(0.85, 'Opened software cannot be returned.');
  const far = hit(0.79, 'We ship to every PIN code.');
  expect(chooseQuotes([])).toEqual([]);
  expect(chooseQuotes([refund])).toEqual([refund]);
  expect(chooseQuotes([refund, other, far])).toEqual([refund, other]);
  expect(chooseQuotes([refund, far])).toEqual([refund]);
  expect(chooseQuotes([refund, repeated])).toEqual([refund]);
  expect(chooseQuotes([refund, repeated, within, other])).toEqual([refund, other]);
  expect(chooseQuotes([refund, within, far])).toEqual([refund]);
});

test('abbreviations and initials do not end a sentence', () => {
  const text = 'Ask Dr. Rao of the U.S. office. Costs Rs. 500! वह गया। फिर आया।';
  expect(listSentences(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'Ask Dr. Rao of the U.S. office.',
    'Costs Rs. 500!',
    'वह गया।',
    'फिर आया।',
  ]);
});

test.each([
  ['boxes', 'box'],
  ['returned', 'return'],
  ['shipping', 'ship'],
  ['policies', 'policy'],
  ['किताबें', 'किताब'],
  ['किताबों', 'किताब'],
  ['is', 'is'],
])('the stem of %s is %s', (word, stem) => {
  expect(stemWord(word)).toBe(stem);
});
