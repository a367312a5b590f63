import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dammDigit, readChatNumber, showChatNumber } from './chat-number.ts';

const numbers = fc.integer({ min: 1, max: 999_999_999_999 });

test('a number is shown with its check digit, and read back however it is written', () => {
  expect(dammDigit('572')).toBe(4);
  expect([showChatNumber(572), showChatNumber(null)]).toEqual(['572-4', '']);
  fc.assert(
    fc.property(numbers, (no) => {
      const said = showChatNumber(no);
      for (const written of [said, `#${said}`, ` # ${said} `, said.replace('-', ''), said.replace('-', ' - ')])
        expect(readChatNumber(written)).toBe(no);
    }),
  );
  for (const none of ['', '7', '#', 'Meera', '0-0', '12-', '1'.repeat(20), '1.5-2', '+919876512345'])
    expect(readChatNumber(none)).toBeUndefined();
});

test('each single wrong digit is found', () => {
  fc.assert(
    fc.property(numbers, fc.nat(), fc.integer({ min: 1, max: 9 }), (no, where, by) => {
      const digits = showChatNumber(no).replace('-', '');
      const place = where % digits.length;
      const wrong = digits.slice(0, place) + ((Number(digits[place]) + by) % 10) + digits.slice(place + 1);
      expect(dammDigit(wrong)).not.toBe(0);
      expect(readChatNumber(wrong)).toBeUndefined();
    }),
  );
});

test('each swap of neighbours is found', () => {
  fc.assert(
    fc.property(numbers, fc.nat(), (no, where) => {
      const digits = [...showChatNumber(no).replace('-', '')];
      const place = where % (digits.length - 1);
      fc.pre(digits[place] !== digits[place + 1]);
      [digits[place], digits[place + 1]] = [digits[place + 1] as string, digits[place] as string];
      expect(readChatNumber(digits.join(''))).toBeUndefined();
    }),
  );
});
