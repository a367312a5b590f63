import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formatCardDate,
  formatClock,
  formatCost,
  formatDay,
  formatEntityDate,
  formatNumber,
  formatRelative,
  formatReportDate,
  formatTimestamp,
  getEnterpriseZone,
  setEnterpriseCountry,
  setEnterpriseZone,
  shortenFileName,
  shortenNumber,
} from './format.ts';
import { setLanguage } from './i18n.ts';

test('FORMAT-001 agent cards read 05 Jan 2024 10:30 AM', () => {
  expect(formatCardDate('2024-01-05T10:30:00Z', 'UTC')).toBe('05 Jan 2024 10:30 AM');
});

test('FORMAT-002 the entity list has a colon before am and pm', () => {
  expect(formatEntityDate('2024-01-05T22:30:00Z', 'UTC')).toBe('05/01/2024 10:30:PM');
});

test('FORMAT-003 reports read 5 Jan 2024 03:30 PM', () => {
  expect(formatReportDate('2024-01-05T15:30:00Z', 'UTC')).toBe('5 Jan 2024 03:30 PM');
});

test('FORMAT-004 shell timestamps read Jan 05 2024 03:30:09 PM', () => {
  expect(formatTimestamp('2024-01-05T15:30:09Z', 'UTC')).toBe('Jan 05 2024 03:30:09 PM');
});

test('FORMAT-004 midnight and noon are twelve', () => {
  expect(formatTimestamp('2024-01-05T00:00:00Z', 'UTC')).toBe('Jan 05 2024 12:00:00 AM');
  expect(formatTimestamp('2024-01-05T12:00:00Z', 'UTC')).toBe('Jan 05 2024 12:00:00 PM');
});

test('dates are shown in the zone of the enterprise, and an unknown zone changes nothing', () => {
  setEnterpriseZone('Asia/Kolkata');
  expect(formatReportDate('2024-01-05T15:30:00Z')).toBe('5 Jan 2024 09:00 PM');
  setEnterpriseZone('Mars/Olympus');
  expect(getEnterpriseZone()).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test('text that is no instant is shown as nothing', () => {
  expect(formatReportDate('soon')).toBe('');
});

test('FORMAT-012 FORMAT-013 numbers are shortened above a thousand, a million and a billion, never at them', () => {
  expect(shortenNumber(999)).toBe('999');
  expect(shortenNumber(1000)).toBe('1000');
  expect(shortenNumber(1001)).toBe('1.00K');
  expect(shortenNumber(1500)).toBe('1.50K');
  expect(shortenNumber(1_000_000)).toBe('1000.00K');
  expect(shortenNumber(1_000_001)).toBe('1.00M');
  expect(shortenNumber(2_500_000)).toBe('2.50M');
  expect(shortenNumber(1_000_000_000)).toBe('1000.00M');
  expect(shortenNumber(3_210_000_000)).toBe('3.21B');
});

test('FORMAT-008 costs have two decimals', () => {
  expect([formatCost(12_500_000, 'INR'), formatCost(800_000, 'USD'), formatCost(1_256_000)]).toEqual(['Rs.12.50', '$0.80', '1.26']);
});

test('FORMAT-014 long file names keep their extension', () => {
  expect(shortenFileName('quarterly-figures-of-the-northern-region.xlsx')).toBe('quarterly-figures-of-the…'.concat('.xlsx'));
});

test('FORMAT-014 names of 30 characters or fewer are unchanged, longer ones come to 30 and keep the extension', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), fc.constantFrom('.pdf', '.docx', '.png'), (stem, extension) => {
      const name = `a${stem}${extension}`;
      const shown = shortenFileName(name);
      if ([...name].length <= 30) return shown === name;
      return [...shown].length === 30 && shown.endsWith(extension) && shown.includes('…');
    }),
  );
});

test('times within a week are relative, older ones are dates', () => {
  const now = '2024-01-05T12:00:00Z';
  expect(formatRelative('2024-01-05T11:55:00Z', now)).toBe('5 minutes ago');
  expect(formatRelative('2024-01-04T11:00:00Z', now)).toBe('yesterday');
  setEnterpriseZone('UTC');
  expect(formatRelative('2023-12-01T11:00:00Z', now)).toBe('1 Dec 2023 11:00 AM');
});

test('another language has its own months and halves of the day; Arabic keeps our digits, and its own place of a currency', async () => {
  setEnterpriseZone('UTC');
  const at = '2024-01-05T15:30:00Z';
  await setLanguage('es');
  expect([formatReportDate(at), formatDay('2024-09-05'), formatClock('21:30')]).toEqual([
    '5 ene 2024 03:30 p.\u202fm.',
    '5 sept 2024',
    '09:30 p.\u202fm.',
  ]);
  expect(document.documentElement.dir).toBe('ltr');
  await setLanguage('ar');
  expect([formatReportDate(at), formatEntityDate(at)]).toEqual(['5 يناير 2024 03:30 م', '05/01/2024 03:30:م']);
  expect(formatCost(12_500_000, 'INR')).toBe('\u200f12.50\u00a0Rs.');
  setEnterpriseCountry('EG');
  expect(formatNumber(16_989)).toBe('16,989');
  expect(document.documentElement.dir).toBe('rtl');
  await setLanguage('en');
  expect([formatReportDate(at), formatCost(12_500_000, 'INR')]).toEqual(['5 Jan 2024 03:30 PM', 'Rs.12.50']);
});
