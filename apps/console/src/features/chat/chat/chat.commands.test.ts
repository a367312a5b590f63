import { chatStates } from '@parley/contract';
import { expect, test } from 'vitest';
import { chatWords } from '../../../locales/chat.ts';
import { listCommands } from './chat.commands.ts';

const doers = { open: () => {}, pin: () => {}, suspend: () => {} };
const chat = { state: chatStates.ongoing, ownerId: 'asha', isPinned: false, users: [{ uId: 'asha', participation: 'owner' }] };
const idsOf = (more: object, meet?: () => void) =>
  listCommands({ ...chat, ...more } as never, 'asha', chatWords.conversation as never, { ...doers, meet }).map(({ id }) => id);

test('a video call is offered in an open chat, where the enterprise has a meeting server', () => {
  expect(idsOf({}, () => {})).toContain('video');
  expect(idsOf({})).not.toContain('video');
  expect(idsOf({ state: chatStates.closed }, () => {})).not.toContain('video');
  expect(idsOf({ state: chatStates.suspended }, () => {})).not.toContain('video');
});
