import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { noteServerTime } from '../../../lib/server-clock.ts';
import { sampleChat } from '../shared/chat.fixtures.ts';
import { clockOf } from '../shared/chat.rules.ts';
import { ChatClock } from './chat-clock.tsx';

const since = '2026-05-01T10:00:00.000Z';
const at = (seconds: number) => Date.parse(since) + seconds * 1000;
const iso = (seconds: number) => new Date(at(seconds)).toISOString();
const clock = { kind: 'nextReply' as const, since, amberAt: iso(60), redAt: iso(120) };

describe('the level', () => {
  test.each([
    [59, 'calm'],
    [60, 'amber'],
    [119, 'amber'],
    [120, 'red'],
  ])('%i seconds after its beginning a clock of a policy is %s', (seconds, level) => {
    expect(clockOf({ clock, waitingSince: since }, at(seconds))?.level).toBe(level);
  });

  test('a policy without a red time turns amber alone, and without a policy two and five minutes count', () => {
    expect(clockOf({ clock: { ...clock, redAt: null }, waitingSince: since }, at(9999))?.level).toBe('amber');
    const usual = [119, 120, 299, 300].map((seconds) => clockOf({ clock: null, waitingSince: since }, at(seconds))?.level);
    expect(usual).toEqual(['calm', 'amber', 'amber', 'red']);
    expect(clockOf({ clock: null, waitingSince: null }, at(0))).toBeUndefined();
  });

  test('the time is that of the customer’s wait, which may be longer than the clock’s', () => {
    expect(clockOf({ clock, waitingSince: iso(-600) }, at(30))).toEqual({ sinceMs: at(-600), level: 'calm', kind: 'nextReply' });
    expect(clockOf({ clock, waitingSince: null }, at(30))?.sinceMs).toBe(at(0));
  });
});

describe('the resolution', () => {
  const resolution = { kind: 'resolution' as const, since, amberAt: iso(3600), redAt: iso(7200) };

  test('the time until it is late is told, then that since, and a customer who waits as urgently comes first', () => {
    expect(clockOf({ clock: resolution, waitingSince: null }, at(60))).toEqual({
      sinceMs: at(7200),
      level: 'calm',
      kind: 'resolution',
      isAhead: true,
    });
    expect(clockOf({ clock: resolution, waitingSince: null }, at(7260))).toEqual({ sinceMs: at(7200), level: 'red', kind: 'resolution' });
    const waited = [60, 3600, 3720, 7260].map((seconds) => clockOf({ clock: resolution, waitingSince: iso(3590) }, at(seconds)));
    expect(waited.map((clock) => [clock?.kind, clock?.level])).toEqual([
      [undefined, 'calm'],
      ['resolution', 'amber'],
      [undefined, 'amber'],
      [undefined, 'red'],
    ]);
  });

  test.each([
    [60, resolution, 'Resolution due in 1 h'],
    [3660, resolution, 'Resolution due soon: in 59 min'],
    [7320, resolution, 'Resolution too late, for 2 min'],
    [3720, { ...resolution, redAt: null }, 'Resolution: soon too late, for 2 min'],
  ])('%i seconds after the pickup the words say how much time is left, or is over', (seconds, clock, words) => {
    vi.useFakeTimers({ now: at(seconds) });
    noteServerTime(new Date(at(seconds)));
    render(
      <MantineProvider env="test">
        <ChatClock chat={{ ...sampleChat, clock, waitingSince: null }} isSpelt />
      </MantineProvider>,
    );
    expect(screen.getByText(words)).toBeTruthy();
  });
});

test('a row is coloured by the server’s time, and says so by a sign and in words', () => {
  vi.useFakeTimers({ now: at(30) });
  // The browser's clock is an hour behind.
  noteServerTime(new Date(at(150)));
  const { container } = render(
    <MantineProvider env="test">
      <ChatClock chat={{ ...sampleChat, clock, waitingSince: since }} />
    </MantineProvider>,
  );
  expect(container.querySelector('[data-level]')?.getAttribute('data-level')).toBe('red');
  expect(screen.getByText('Answer: too late, for 2 min')).toBeTruthy();
});
