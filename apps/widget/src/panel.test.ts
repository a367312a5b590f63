import { expect, test } from 'vitest';
import { describeHandler } from './panel.tsx';
import type { SessionState } from './session-state.ts';
import { sayIn } from './words.ts';

const say = sayIn('en');
const stateOf = (config: object, thread: object = { isOpen: false }) => ({ connection: 'open', config, thread }) as SessionState;

test.each([
  [{ isOnline: true, hasBot: true }, 'Online'],
  [{ isOnline: false, hasBot: true }, 'Answered by a bot'],
  [{ isOnline: false, hasBot: false }, 'We are away. Leave us a message.'],
])('the header of a channel %o says %s before anybody has written', (config, text) => {
  expect(describeHandler(stateOf(config), say)).toBe(text);
});

test('a visitor who waits while no agent is online is not promised one shortly', () => {
  const waiting = { isOpen: true, handledBy: 'queue' };
  expect(describeHandler(stateOf({ isOnline: false, hasBot: true }, waiting), say)).toBe('We are away. Leave us a message.');
  expect(describeHandler(stateOf({ isOnline: true, hasBot: true }, waiting), say)).toBe('A colleague will be with you shortly');
});
