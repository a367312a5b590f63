import { expect, test } from 'vitest';
import { splitWish } from './retention.rules.ts';

test.each([
  [
    'a first time',
    { chats: null, media: null, logs: null },
    { chats: 90, media: null, logs: null },
    { chats: null, media: null, logs: null },
    true,
  ],
  ['shorter', { chats: 90, media: 60, logs: 30 }, { chats: 60, media: 60, logs: 30 }, { chats: 90, media: 60, logs: 30 }, true],
  ['longer', { chats: 90, media: 60, logs: 30 }, { chats: 120, media: null, logs: 31 }, { chats: 120, media: null, logs: 31 }, false],
  ['both', { chats: 90, media: 60, logs: null }, { chats: 120, media: 30, logs: null }, { chats: 120, media: 60, logs: null }, true],
  ['the same', { chats: 90, media: 60, logs: 30 }, { chats: 90, media: 60, logs: 30 }, { chats: 90, media: 60, logs: 30 }, false],
])('%s: what is longer holds at once, what is shorter waits', (_name, standing, wanted, now, waits) => {
  expect(splitWish(standing, wanted)).toEqual({ now, waits });
});
