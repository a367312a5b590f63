import { expect, test } from 'vitest';
import { setEnterpriseZone } from './format.ts';
import { fromLocal, toLocal } from './local-time.ts';

test.each(['Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati', 'UTC'])(
  'a typed time is shown again, by the clock of %s',
  (zone) => {
    setEnterpriseZone(zone);
    // A year has fewer digits while it is typed.
    for (const text of ['2026-12-01T19:00', '2026-12-01T00:00', '0002-12-01T19:00', '0202-12-01T23:59'])
      expect(toLocal(fromLocal(text))).toBe(text);
    expect([fromLocal(''), toLocal('')]).toEqual(['', '']);
    // Unreadable text stays, so that the server refuses it by name: read as empty, it would be sent at once.
    for (const text of ['2026-02-30T10:00', 'next week']) expect([fromLocal(text), toLocal(text)]).toEqual([text, text]);
  },
);
