import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadSlotModel } from './slot-model.ts';
import { type SlotExample, trainSlotModel } from './train.ts';

/** A phrase with its slots in brackets: "a table for [4:guests] in [Pune:city]". */
function mark(intent: string, written: string): SlotExample {
  const slots: { start: number; end: number; slot: string }[] = [];
  let text = '';
  for (const part of written.split(/(\[[^\]]+\])/)) {
    const [, filling, slot] = /^\[(.+):([a-z]+)\]$/.exec(part) ?? [];
    if (filling !== undefined && slot !== undefined) slots.push({ start: text.length, end: text.length + filling.length, slot });
    text += filling ?? part;
  }
  return { text, intent, slots };
}

const examples: SlotExample[] = [
  ...['Asha', 'Ravi Kumar', 'Meera', 'the plumber', 'Dr. Rao', 'my sister'].flatMap((name) => [
    mark('call', `call [${name}:person] now`),
    mark('call', `please ring [${name}:person]`),
    mark('call', `[${name}:person] को फ़ोन करो`),
  ]),
  ...['Pune', 'New Delhi', 'Kochi', 'मुंबई', 'Navi Mumbai'].flatMap((city) => [
    mark('weather', `weather in [${city}:city] today`),
    mark('weather', `will it rain in [${city}:city]`),
    mark('weather', `[${city}:city] का मौसम`),
  ]),
  mark('thanks', 'thank you'),
];
const bytes = trainSlotModel(examples);
const model = loadSlotModel(bytes);

test.each([
  ['call', 'please ring Sunita Devi', ['person:Sunita Devi']],
  ['call', 'call the plumber now', ['person:the plumber']],
  ['call', 'सुनीता को फ़ोन करो', ['person:सुनीता']],
  ['weather', 'will it rain in Surat', ['city:Surat']],
  ['weather', 'weather in New Delhi today', ['city:New Delhi']],
  ['thanks', 'thank you Pune', []],
  ['nothing that was taught', 'call Asha now', []],
  ['__proto__', 'call Asha now', []],
])('%s: %s', (intent, text, expected) => {
  expect(model.find(text, intent).map((fill) => `${fill.slot}:${fill.text}`)).toEqual(expected);
});

test('the order of the examples does not change a byte', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(examples, { minLength: examples.length }), (shuffled) => {
      expect(Buffer.compare(trainSlotModel(shuffled), bytes)).toBe(0);
    }),
    { numRuns: 5 },
  );
});

test('fills are slices of the text in order, whatever the text', () => {
  const texts = fc.array(fc.oneof(fc.constantFrom('call ', 'Asha ', 'को ', 'rain in ', 'Dr.', '\u200b'), fc.string({ unit: 'binary' })));
  fc.assert(
    fc.property(texts, fc.constantFrom('call', 'weather', 'thanks'), (parts, intent) => {
      const text = parts.join('');
      let before = 0;
      for (const { start, end, text: covered } of model.find(text, intent)) {
        expect(text.slice(start, end)).toBe(covered);
        expect(start).toBeGreaterThanOrEqual(before);
        expect(end).toBeGreaterThan(start);
        before = end;
      }
    }),
    // One character that is read as several words
    { examples: [[['\u0000\u0000\u0000㏆', '\u0000\u0000', 'call '], 'weather']] },
  );
});

test('a model without examples finds nothing, and other bytes are refused', () => {
  expect(loadSlotModel(trainSlotModel([])).find('call Asha', 'call')).toEqual([]);
  expect(() => loadSlotModel(new Uint8Array(16))).toThrow(RangeError);
});
