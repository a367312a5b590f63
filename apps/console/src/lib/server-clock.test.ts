import { expect, test, vi } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';

test('the time is the server’s where the browser’s clock is wrong, and the browser’s where it is right', () => {
  vi.useFakeTimers({ now: Date.parse('2026-05-01T10:00:00Z') });
  noteServerTime(new Date('2026-05-01T10:20:00Z'));
  vi.advanceTimersByTime(60_000);
  expect(new Date(serverNow()).toISOString()).toBe('2026-05-01T10:21:00.000Z');
  noteServerTime(new Date('2026-05-01T10:01:01Z'));
  expect(serverNow()).toBe(Date.now());
  noteServerTime(new Date('nonsense'));
  expect(serverNow()).toBe(Date.now());
});
