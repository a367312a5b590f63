import { type LiveEvent, partialAnswers } from '@parley/contract';
import { expect, test } from 'vitest';
import { applyPresence, dropExpired, noPresence, typingExpiryMs } from './presence.ts';

const typing = { type: 'typing', data: { chatId: 'a', name: 'Ada', authorKind: 'customer', uId: '' } } as LiveEvent;
const names = (presence: typeof noPresence, chatId: string) => Object.values(presence.typing[chatId] ?? {}).map(({ name }) => name);

test('RT-042 typing shows in its own chat for six seconds', () => {
  const presence = applyPresence(noPresence, typing, 1_000, 'me');
  expect(names(presence, 'a')).toEqual(['Ada']);
  expect(names(presence, 'b')).toEqual([]);
  expect(names(dropExpired(presence, 1_000 + typingExpiryMs - 1), 'a')).toEqual(['Ada']);
  expect(names(dropExpired(presence, 1_000 + typingExpiryMs), 'a')).toEqual([]);
});

test('RT-042 a customer who has spoken no longer types', () => {
  const presence = applyPresence(noPresence, typing, 0, 'me');
  const reply = { type: 'customerReply', data: { chatId: 'a', action: { authorKind: 'customer', actionBy: 'c' } } } as unknown as LiveEvent;
  expect(names(applyPresence(presence, reply, 1, 'me'), 'a')).toEqual([]);
});

test('a partial answer of a bot shows in its own chat until it is taken back or expires', () => {
  const write = (text: string) => ({ type: 'partialAnswer', data: { chatId: 'a', after: 3, name: 'Desk', text } }) as LiveEvent;
  const presence = applyPresence(applyPresence(noPresence, write('It'), 0, 'me'), write('It is'), 1_000, 'me');
  const untilMs = 1_000 + partialAnswers.expiryMs;
  expect(presence.partials).toEqual({ a: { after: 3, name: 'Desk', text: 'It is', untilMs } });
  expect(applyPresence(presence, write(''), 1_001, 'me').partials).toEqual({});
  expect(Object.keys(dropExpired(presence, untilMs - 1).partials)).toEqual(['a']);
  expect(dropExpired(presence, untilMs).partials).toEqual({});
});

test('RT-042 a line of the system stays with its chat', () => {
  const event = { type: 'systemMessage', data: { chatId: 'a', message: 'Queue is long' } } as LiveEvent;
  expect(applyPresence(noPresence, event, 0, 'me').lines).toEqual({ a: ['Queue is long'] });
});

test('one does not see oneself', () => {
  const own = { type: 'viewing', data: { chatId: 'a', uId: 'me', name: 'Me', isViewing: true } } as LiveEvent;
  expect(applyPresence(noPresence, own, 0, 'me')).toBe(noPresence);
});

test('a user who leaves the chat is no longer there', () => {
  const come = { type: 'viewing', data: { chatId: 'a', uId: 'o', name: 'Omar', isViewing: true } } as LiveEvent;
  const go = { type: 'viewing', data: { chatId: 'a', uId: 'o', name: 'Omar', isViewing: false } } as LiveEvent;
  const there = applyPresence(noPresence, come, 0, 'me');
  expect(there.viewing.a).toEqual({ o: 'Omar' });
  expect(applyPresence(there, go, 0, 'me').viewing.a).toEqual({});
});
