import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setOwner } from '../../../lib/own-store.ts';
import { draw } from '../../../test-draw.tsx';
import { openLine } from '../../../test-line.ts';
import { Composer } from './composer.tsx';
import { getDraftSeen } from './drafts.ts';
import { HeldReply } from './held-reply.tsx';
import { UnsentReplies } from './unsent-replies.tsx';

const held = {
  at: Date.now(),
  entries: [
    { actionId: 'a1', number: 8, authorKind: 'agent' as const, name: 'Ben', message: 'It left today.', attachmentName: '', secondsAgo: 3 },
    { actionId: 'a2', number: 9, authorKind: 'bot' as const, name: '', message: '', attachmentName: 'map.png', secondsAgo: 130 },
  ],
};
const item = {
  key: 'k1',
  chatId: 'chat',
  text: 'I am looking.',
  attachment: null,
  at: new Date().toISOString(),
  order: 1,
  state: 'refused' as const,
  reason: 'Somebody else has answered.',
  seen: 5,
  held,
};
const keep = () => localStorage.setItem('own:e1:asha:reply:k1', JSON.stringify(item));
const kept = () => localStorage.getItem('own:e1:asha:reply:k1');

beforeEach(() => {
  // Seconds are counted from the moment in which it was held.
  vi.useFakeTimers({ toFake: ['Date'], now: held.at });
  setOwner(undefined);
  keep();
  setOwner({ eId: 'e1', uId: 'asha' });
});

test('a held reply shows who answered, when and what', () => {
  draw(<HeldReply item={item} held={held} />);
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines).toEqual(['Ben answered 3 s agoIt left today.', 'Bot answered 2 min agomap.png']);
  expect(screen.getByRole('alert').textContent).toBe('Your reply is held: Bot has answered since you began it.');
});

test('Send anyway sends it by force under its key, Drop takes it away', async () => {
  const line = openLine();
  line.accept('asha');
  draw(<HeldReply item={item} held={held} />);
  fireEvent.click(screen.getByRole('button', { name: 'Send anyway' }));
  await expect
    .poll(() => line.sent.filter(({ type }) => type === 'agentReply').map(({ data }) => data))
    .toEqual([{ chatId: 'chat', key: 'k1', message: 'I am looking.', seen: 5, force: true }]);
  fireEvent.click(screen.getByRole('button', { name: 'Drop' }));
  expect(kept()).toBeNull();
});

test('Edit lays it into the field below what was begun there, and its writer has seen the answers by then', () => {
  draw(
    <>
      <HeldReply item={item} held={held} />
      <Composer chatId="chat" customerName="Ravi" channelType={4} seen={9} takesFocus={false} onLeave={() => {}} ref={null} />
    </>,
  );
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply to Ravi' });
  fireEvent.change(field, { target: { value: 'One moment' } });
  fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  expect([field.value, document.activeElement, kept(), getDraftSeen('chat')]).toEqual(['One moment\nI am looking.', field, null, 9]);
});

test('a held reply of a chat that is gone stands among those that were not sent', async () => {
  draw(<UnsentReplies chats={[]} onOpen={() => {}} />);
  fireEvent.click(screen.getByRole('button', { name: '1 reply was not sent' }));
  const entry = within(await screen.findByRole('region', { name: 'Somebody answered before you' }));
  expect(entry.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Send anyway', 'Edit', 'Drop']);
});
