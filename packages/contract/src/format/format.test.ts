import { expect, test } from 'vitest';
import { dateForms, showDay, showDayWords, showExported, showInstant, showLocal, showRelative } from './instant.ts';
import { dateFormat, isTimeZone, numberFormat, ownZone } from './intl.ts';
import { showMoney } from './money.ts';
import { localeOf, shortenNumber, showBytes, showNumber, showShare } from './number.ts';

test('numbers are grouped as the country of the enterprise does, in the language of the reader', () => {
  const write = (value: number, language: string, country: string) => showNumber(value, localeOf(language, country));
  expect([write(16_989, 'en', ''), write(516_989, 'en', 'IN'), write(516_989, 'hi', 'IN'), write(516_989, 'en', 'US')]).toEqual([
    '16,989',
    '5,16,989',
    '5,16,989',
    '516,989',
  ]);
  expect([showNumber(1347, 'en', 2), showNumber(0.5, 'en', [0, 2]), showNumber(1234.5678, 'en')]).toEqual(['1,347.00', '0.5', '1,234.568']);
  // An enterprise that wrote its country in full groups as its language does.
  expect(localeOf('en', 'India')).toBe('en');
});

test('FORMAT-006 FORMAT-008 FORMAT-009 money has the sign, its decimals and groups; a half goes away from zero', () => {
  const rupees = 500_000 * 1_000_000;
  expect([
    showMoney(rupees, { currency: 'INR', locale: 'en-IN' }),
    showMoney(rupees, { currency: 'INR', locale: 'en', decimals: 3 }),
    showMoney(rupees, { currency: 'INR', locale: 'hi-IN', decimals: 3, hasOwnSign: true }),
    showMoney(rupees, { currency: 'USD', locale: 'en-IN' }),
    showMoney(rupees, { locale: 'en' }),
    showMoney(-1_005_000, { currency: 'INR', locale: 'en' }),
    showMoney(-1, { currency: 'INR', locale: 'en' }),
    showMoney(863_100, { currency: 'INR', locale: 'en', decimals: 'exact' }),
    showMoney(12_500_000, { currency: 'USD', locale: 'en-US', decimals: 'exact' }),
  ]).toEqual([
    'Rs.5,00,000.00',
    'Rs.500,000.000',
    '₹5,00,000.000',
    '$5,00,000.00',
    '500,000.00',
    '-Rs.1.01',
    'Rs.0.00',
    'Rs.0.8631',
    '$12.50',
  ]);
});

test('shares, sizes and short numbers', () => {
  expect([
    showShare(0.9342, 'en'),
    showShare(0.5, 'en', 0),
    showBytes(1536, 'en'),
    showBytes(4_000_000_000, 'en'),
    showBytes(9, 'en'),
  ]).toEqual(['93.4 %', '50 %', '1.5 KB', '3,814.7 MB', '9 B']);
  expect([1000, 1500, -2_500_000].map(shortenNumber)).toEqual(['1000', '1.50K', '-2.50M']);
});

test('each form of a date is written in the zone that is asked for', () => {
  const write = (form: keyof typeof dateForms) => showInstant('2024-09-05T22:30:09Z', form, 'Asia/Kolkata');
  expect(Object.fromEntries(Object.keys(dateForms).map((form) => [form, write(form as keyof typeof dateForms)]))).toEqual({
    day: '6 Sep 2024',
    dayOfYear: '6 Sep',
    month: 'Sep 2024',
    instant: '6 Sep 2024 04:00 AM',
    timestamp: 'Sep 06 2024 04:00:09 AM',
    card: '06 Sep 2024 04:00 AM',
    entity: '06/09/2024 04:00:AM',
    time: '04:00 AM',
    point: '6 Sep 04:00 AM',
    clock: '04:00',
    isoDay: '2024-09-06',
    isoLocal: '2024-09-06T04:00',
  });
  expect([showInstant('soon', 'day', 'UTC'), showDay('2024-09-05'), showDay('')]).toEqual(['', '5 Sep 2024', '']);
  expect([showDayWords('2026-01-05', 'en', { weekday: 'long' }), showDayWords('2026-01-05', 'hi', { weekday: 'long' })]).toEqual([
    'Monday',
    'सोमवार',
  ]);
});

test('exports and fields write ISO order in the zone that they name', () => {
  const at = new Date('2024-09-05T22:30:09.500Z');
  expect([
    showExported(at, 'Asia/Kolkata'),
    showExported(null, 'UTC'),
    showLocal(at, 'Asia/Kolkata'),
    showLocal('0033-01-01T00:00Z', 'UTC'),
  ]).toEqual(['2024-09-06 04:00:09', '', '2024-09-06T04:00', '0033-01-01T00:00']);
});

test('times within a week are relative, older ones are dates', () => {
  const write = (at: string, language = 'en') => showRelative(at, '2024-01-05T12:00:00Z', 'UTC', language);
  expect([write('2024-01-05T11:55:00Z'), write('2024-01-04T11:00:00Z'), write('2023-12-01T11:00:00Z'), write('never')]).toEqual([
    '5 minutes ago',
    'yesterday',
    '1 Dec 2023 11:00 AM',
    '',
  ]);
  expect(write('2024-01-05T11:55:00Z', 'hi')).toBe('5 मिनट पहले');
});

test('a formatter is made once, however many others are asked for in between, and memory stays bounded', () => {
  const of = (minimumFractionDigits: number) => numberFormat('en', { minimumFractionDigits });
  expect(of(2)).toBe(of(2));
  for (let digits = 0; digits <= 20; digits += 1)
    for (const locale of [
      'en',
      'hi',
      'de',
      'fr',
      'it',
      'es',
      'pt',
      'nl',
      'pl',
      'sv',
      'da',
      'fi',
      'cs',
      'hu',
      'ro',
      'tr',
      'el',
      'bg',
      'hr',
      'sk',
      'sl',
      'lt',
      'lv',
      'et',
    ])
      numberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: 20 });
  expect(of(2).format(1)).toBe('1.00');
});

test('zones are known or not, and the machine has one', () => {
  expect([isTimeZone('Asia/Kolkata'), isTimeZone('Mars/Olympus'), isTimeZone(ownZone())]).toEqual([true, false, true]);
  expect(() => dateFormat('en', { timeZone: 'Mars/Olympus' })).toThrow(RangeError);
});
