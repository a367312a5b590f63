import { expect, test } from 'vitest';
import { readLocal, toLocal } from './local-time.ts';

test.each([
  ['2026-11-23T09:00', 'Asia/Kolkata', '2026-11-23T03:30:00.000Z', false],
  ['2026-07-01T00:00', 'America/New_York', '2026-07-01T04:00:00.000Z', false],
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z', false],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z', false],
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z', true],
  ['2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z', false],
  ['2026-10-04T02:15', 'Australia/Lord_Howe', undefined, false],
  ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T14:45:00.000Z', true],
  ['2011-12-30T12:00', 'Pacific/Apia', undefined, false],
  ['2026-03-29T02:30', 'Europe/Berlin', undefined, false],
  ['2026-02-30T10:00', 'Europe/Berlin', undefined, false],
])('CAMP-060 %s in %s is %s', (local, zone, instant, isDoubled) => {
  const read = readLocal(local, zone);
  expect([read?.at.toISOString(), read?.isDoubled ?? false]).toEqual([instant, isDoubled]);
  if (read) expect(toLocal(read.at, zone)).toBe(local);
});
