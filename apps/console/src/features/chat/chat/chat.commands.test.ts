import { channelTypes, chatStates } from '@parley/contract';
import { expect, test } from 'vitest';
import { chatWords } from '../../../locales/chat.ts';
import { listCommands } from './chat.commands.ts';

const doers = { open: () => {}, pin: () => {}, resume: () => {} };
const chat = {
  state: chatStates.ongoing,
  ownerId: 'asha',
  isPinned: false,
  channelType: channelTypes.WHATSAPP,
  users: [{ uId: 'asha', participation: 'owner' }],
};
const idsOf = (more: object, meet?: () => void) =>
  listCommands({ ...chat, ...more } as never, 'asha', chatWords.conversation as never, { ...doers, meet }).map(({ id }) => id);

test('a video call is offered in an open chat, where the enterprise has a meeting server', () => {
  const meet = () => {};
  const open = ['transfer', 'invite', 'suspend', 'pin', 'label', 'transcript', 'block', 'close'];
  expect(idsOf({}, meet)).toEqual(open.toSpliced(2, 0, 'video'));
  expect(idsOf({})).toEqual(open);
  expect(idsOf({ state: chatStates.suspended }, meet)).toEqual(open);
  expect(idsOf({ state: chatStates.closed }, meet)).toEqual(['label', 'transcript']);
  expect(idsOf({ returnsTo: { kind: 'bot', name: 'Helper' } })).toEqual(open.toSpliced(1, 0, 'handBack'));
  // A visitor of a website writes from no number that could be blocked.
  expect(idsOf({ channelType: channelTypes.WEB })).not.toContain('block');
});
