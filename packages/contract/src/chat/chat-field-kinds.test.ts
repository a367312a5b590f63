import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chatFieldKinds, tidyFieldValue } from './chat-field-kinds.ts';

const options = ['Gold', 'Silver'];
const tidy = (kind: (typeof chatFieldKinds)[number], ...texts: string[]) =>
  texts.map((text) => Object.values(tidyFieldValue({ kind, options }, text))[0]);

test('each kind takes its own values and tidies them', () => {
  expect(tidy('text', ' a b ', '  ', 'x'.repeat(501))).toEqual(['a b', '', 'chat_field.text']);
  expect(tidy('number', '007', '+7.50', '-0', '0.0', '-1.5', '1e5', '1,5', '.5', '7.', 'seven')).toEqual([
    ...['7', '7.5', '0', '0', '-1.5'],
    ...Array.from({ length: 5 }, () => 'chat_field.number'),
  ]);
  expect(tidy('date', '2026-02-28', '2026-02-31', '28.2.2026')).toEqual(['2026-02-28', 'chat_field.date', 'chat_field.date']);
  expect(tidy('choice', ' gOLD', 'Bronze')).toEqual(['Gold', 'chat_field.choice']);
  expect(tidy('yes_no', 'true', 'false', 'yes')).toEqual(['true', 'false', 'chat_field.yes_no']);
});

test('a tidied value stays as it is, whatever the text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.stringMatching(/^[+-]?[0-9]{0,17}\.?[0-9]{0,8}$/),
    fc.constantFrom('gold', ' TRUE', '2026-01-31'),
  );
  fc.assert(
    fc.property(fc.constantFrom(...chatFieldKinds), text, (kind, typed) => {
      const once = tidyFieldValue({ kind, options }, typed);
      if ('value' in once) expect(tidyFieldValue({ kind, options }, once.value)).toEqual(once);
    }),
  );
});

test('a number keeps its amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 999_999 }), (whole, parts) => {
      const typed = `${whole}.${String(parts).padStart(6, '0')}`;
      const once = tidyFieldValue({ kind: 'number', options: [] }, typed);
      expect('value' in once && Number(once.value)).toBe(Number(typed) === 0 ? 0 : Number(typed));
    }),
  );
});
