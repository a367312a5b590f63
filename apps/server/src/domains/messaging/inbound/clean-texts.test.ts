import { cleanTexts } from '@parley/contract';
import type { ChannelEvent } from '@parley/vendors';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\u0000', '\ud800', 'a\udc00b', '\u0000\u0000', 'plain'));
const content = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), text }),
  fc.record({
    kind: fc.constant('media' as const),
    media: fc.constant('image' as const),
    url: text,
    mediaId: text,
    mimeType: text,
    caption: text,
    fileName: text,
  }),
  fc.record({ kind: fc.constant('location' as const), latitude: fc.double(), longitude: fc.double(), name: text, address: text }),
  fc.record({ kind: fc.constant('reply' as const), id: text, title: text }),
  fc.record({ kind: fc.constant('contacts' as const), contacts: fc.array(fc.record({ name: text, phones: fc.array(text) })) }),
);
const event: fc.Arbitrary<ChannelEvent> = fc.oneof(
  fc.record({
    type: fc.constant('message.received' as const),
    vendorMessageId: text,
    from: text,
    fromName: text,
    at: fc.date(),
    content,
    answers: text,
    session: fc.dictionary(fc.string(), text),
  }),
  fc.record({
    type: fc.constant('template.status' as const),
    name: text,
    language: text,
    vendorTemplateId: text,
    status: fc.constant('REJECTED' as const),
    reason: text,
  }),
);

const isGood = (value: string) => value.isWellFormed() && !value.includes('\u0000');
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value) ? value.flatMap(textsOf) : Object.entries(value).flatMap(([name, each]) => [name, ...textsOf(each)]);
}

test('cleaned texts of an event can be stored, whatever stands in them, and nothing else of the event changes', () => {
  fc.assert(
    fc.property(event, (given) => {
      const cleaned = cleanTexts(given);
      expect(textsOf(cleaned).filter((each) => !isGood(each))).toEqual([]);
      expect(textsOf(cleaned)).toHaveLength(textsOf(given).length);
      if (textsOf(given).every(isGood)) expect(JSON.stringify(cleaned)).toBe(JSON.stringify(given));
    }),
  );
});
