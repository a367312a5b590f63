import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerLimits, listUnits, spanAnswer } from './answer.ts';
import { buildPassageIndex } from './passage-index.ts';

const passages = [
  {
    headings: ['Shop', 'How do I return an order?'],
    text: 'Write to us within 30 days. We send you a label. Put it on the parcel. Parcels without one are lost.',
  },
  {
    headings: ['Shop', 'Setting up the kettle'],
    text: 'The kettle is set up in a few minutes:\n\n1. Take it out of the box.\n2. Fill it with water.\n3. Boil the water twice and pour it away.',
  },
  {
    headings: ['Shop', 'Sizes'],
    text: `| Model: Nano; Height: 18 cm; Weight: 0.8 kg\n| Model: Family; Height: 31 cm; Weight: 1.9 kg\n${Array.from({ length: 12 }, (_, at) => `| Model: Special ${at}; Height: ${40 + at} cm; Weight: ${3 + at} kg, without lid and base`).join('\n')}`,
  },
  {
    headings: ['Shop', 'Firmware'],
    text: 'The firmware is updated with\n\n```\nkettle --update firmware.bin\n```\n\nand needs five minutes.',
  },
  {
    headings: ['Shop', 'Guarantee'],
    text: 'We stand by what we sell. Our founder, Asha Verma, promised that in 1987. The guarantee lasts four years for the heating element.',
  },
  {
    headings: ['Shop', 'Can the kettle heat milk?'],
    text: 'No, it can’t. Milk burns on the heating element of the kettle and sticks there. Whoever has tried knows the smell. It takes hours to scrub off.',
  },
  {
    headings: ['Shop', 'Descaling'],
    text: 'Lime settles on the element. It makes the kettle loud. Citric acid removes lime from the element within half an hour. Rinse the kettle twice.',
  },
];
const index = buildPassageIndex(passages.map((passage, at) => ({ id: String(at), ...passage })));
const answerTo = (question: string): string | undefined => index.search(question, 1)[0]?.answer.text;

describe('the answer', () => {
  test('is what follows the heading that asks', () => {
    expect(answerTo('how can I return my order?')).toBe('Write to us within 30 days. We send you a label. Put it on the parcel.');
  });

  test('is all of the steps, with the words that lead to them', () => {
    expect(answerTo('how do I set up the kettle?')).toBe(passages[1]?.text);
  });

  test('begins with no sentence that goes on from one left out', () => {
    expect(answerTo('how do I remove lime with citric acid?')).toMatch(/^(?:Citric acid|Lime settles)/);
  });

  test('an answer to a yes-or-no question keeps the verdict, short as it is', () => {
    expect(answerTo('does milk burn on the heating element?')).toMatch(/^No, it can’t\. Milk burns/);
  });

  test('is the one row that is asked for', () => {
    expect(answerTo('what is the weight of the family model?')).toBe('| Model: Family; Height: 31 cm; Weight: 1.9 kg');
  });

  test('is the command, with the words round it', () => {
    expect(answerTo('which command updates the firmware?')).toBe(passages[3]?.text);
  });

  test.each([
    ['how long does the guarantee last?', 'four years'],
    ['who is the founder?', 'Asha Verma'],
  ])('holds the kind of thing that is asked for: %s', (question, fact) => {
    expect(answerTo(question)).toContain(fact);
  });

  test('is none where the heading alone has a word of the question', () => {
    expect(answerTo('what are the sizes of the planets and their moons?')).toBeUndefined();
  });
});

test('any unit of any text gives a span that begins and ends with units, within the limits', () => {
  const line = fc.constantFrom(
    'A sentence is here. Another one follows.',
    '• an item',
    '2. a step:',
    '| a row',
    '```',
    'code --x',
    '',
    'It leads to:',
    'x'.repeat(700),
  );
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), fc.nat(), fc.boolean(), (lines, at, wantsAll) => {
      const text = lines.join('\n');
      const listed = listUnits(text);
      fc.pre(listed.units.length > 0);
      const best = at % listed.units.length;
      const { start, end } = spanAnswer(text, listed, best, { wantsAll, isWhether: false, scores: () => 0.1 });
      const unit = listed.units[best];
      expect(start).toBeLessThanOrEqual(unit?.start ?? 0);
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual(text.length);
      expect(end - start).toBeLessThanOrEqual(Math.max(answerLimits.listed, (unit?.end ?? 0) - (unit?.start ?? 0)) + 220);
    }),
  );
});
